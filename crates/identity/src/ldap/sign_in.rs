//! Signing in with the name and the password of the directory: search, then bind.
//!
//! Few do so at a time, each within a bound of time, and a directory that does not answer is left alone for a while: whoever
//! has a password of this server is let in meanwhile.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use base::Millis;
use config::Ldap;
use node::error::ApiError;
use parking_lot::Mutex;
use people::sessions::outer::Asked;
use request::App;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use wire::users::User;

use crate::claims::Person;
use crate::gone::Keeper;
use crate::ldap::accounts::{self, Standing};
use crate::ldap::connection::Connection;
use crate::ldap::entry::{Entry, asked, person};
use crate::ldap::fault::Fault;
use crate::ldap::filter;

/// Connections of sign-ins at a time, on each node.
const CONNECTIONS_MAX: usize = 16;
/// How long a sign-in may wait for one of them, and how long all of it may take.
const PLACE_TIMEOUT: Duration = Duration::from_secs(5);
const TIMEOUT: Duration = Duration::from_secs(20);
/// Bytes of a name and of a password. No directory has longer ones, but some end the connection over them, which would keep
/// everybody out for a while.
const NAME_LEN_MAX: usize = 256;
const PASSWORD_LEN_MAX: usize = 1_024;
/// How long a directory is left alone that did not answer.
const PAUSE_MS: Millis = 5_000;

/// The way to the directory, as all sign-ins of a node share it.
pub struct Gate {
    places: Semaphore,
    /// When nobody could be asked about last, and why.
    outage: Mutex<Option<(Millis, Fault)>>,
}

impl Default for Gate {
    fn default() -> Gate {
        Gate { places: Semaphore::new(CONNECTIONS_MAX), outage: Mutex::default() }
    }
}

impl Gate {
    /// # Errors
    /// What was wrong while a directory that nobody could be asked about is left alone.
    fn must_be_tried(&self, now: Millis) -> Result<(), Fault> {
        match &*self.outage.lock() {
            Some((at, fault)) if now < at + PAUSE_MS => Err(fault.clone()),
            _ => Ok(()),
        }
    }

    fn note<T>(&self, now: Millis, outcome: &Result<T, Fault>) {
        *self.outage.lock() = match outcome {
            Err(fault) if fault.is_outage() => Some((now, fault.clone())),
            _ => None,
        };
    }
}

/// Whether names and passwords are asked of the directory, and it does not answer: fills
/// [`people::sessions::outer::Outer`].
pub fn outage(app: &App) -> Option<ApiError> {
    if !app.config().ldap.enable {
        return None;
    }
    app.of::<Gate>().must_be_tried(app.clock.now()).err().map(Fault::told)
}

/// The account that a name and a password of the directory are good for: fills [`people::sessions::outer::Outer`].
pub fn check(app: Arc<App>, asked: Asked) -> Pin<Box<dyn Future<Output = node::error::Result<Option<User>>> + Send>> {
    Box::pin(async move {
        let config = app.config().clone();
        let is_long = asked.name.len() > NAME_LEN_MAX || asked.password.len() > PASSWORD_LEN_MAX;
        if !config.ldap.enable || is_long {
            return Ok(None);
        }
        let outcome = within_bounds(&app, &config.ldap, &asked).await;
        outcome.map_err(|fault| {
            tracing::warn!(cause = %fault, "a sign-in by the directory came to nothing");
            fault.told()
        })
    })
}

/// Whom a name and a password of the directory are good for; no account is looked for or made.
///
/// # Errors
/// As [`Fault`] says.
pub async fn person_of(app: &Arc<App>, name: String, password: String) -> Result<Option<Person>, Fault> {
    if password.is_empty() || name.len() > NAME_LEN_MAX || password.len() > PASSWORD_LEN_MAX {
        return Ok(None);
    }
    let config = app.config().clone();
    let proven = proven(app, &config.ldap, &Asked { name, password, known: None }).await?;
    Ok(proven.map(|proven| proven.person))
}

async fn within_bounds(app: &Arc<App>, settings: &Ldap, asked: &Asked) -> Result<Option<User>, Fault> {
    match proven(app, settings, asked).await? {
        Some(proven) => admit(app, settings, proven, asked.known.as_ref()).await,
        None => Ok(None),
    }
}

async fn proven(app: &App, settings: &Ldap, asked: &Asked) -> Result<Option<Proven>, Fault> {
    let gate = app.of::<Gate>();
    gate.must_be_tried(app.clock.now())?;
    let place = timeout(PLACE_TIMEOUT, gate.places.acquire()).await;
    let Ok(Ok(_place)) = place else { return Err(Fault::Busy) };
    gate.must_be_tried(app.clock.now())?;
    let late = |_| Fault::Unreachable(format!("no answer within {} s", TIMEOUT.as_secs()));
    let proven = timeout(TIMEOUT, prove(settings, asked)).await.map_err(late).flatten();
    gate.note(app.clock.now(), &proven);
    proven
}

/// Somebody whose password was right.
struct Proven {
    person: Person,
    standing: Standing,
    picture: Vec<u8>,
}

/// Finds the one entry of a name, and asks whether the password is its own. What else is read of it is read before, by the
/// account that reads: people may see less of themselves.
async fn prove(settings: &Ldap, asked: &Asked) -> Result<Option<Proven>, Fault> {
    let mut connection = Connection::open(settings).await?;
    let filter = match asked.known.as_ref().and_then(|user| user.auth_data.as_deref()) {
        Some(id) => filter::of_id(settings, id),
        None => filter::of_login(settings, &asked.name),
    };
    let Some(entry) = the_one(&mut connection, settings, &filter).await? else { return Ok(None) };
    let Some(person) = person(settings, &entry) else {
        tracing::warn!(
            dn = entry.dn,
            attribute = settings.id_attribute,
            "an entry says not what an account is known by"
        );
        return Ok(None);
    };
    let standing = standing(&mut connection, settings, &entry).await?;
    let picture = match settings.picture_attribute.as_str() {
        "" => Vec::new(),
        name => picture(&mut connection, &entry, name).await?,
    };
    let is_right = connection.is_password_of(&entry.dn, &asked.password).await?;
    Ok(is_right.then_some(Proven { person, standing, picture }))
}

/// The person who would sign in by a name, and the role. It checks no password: it serves previews.
///
/// # Errors
/// As [`Fault`] says, and when several or nobody sign in by it.
pub async fn named(settings: &Ldap, name: &str) -> Result<(Person, Standing), Fault> {
    let mut connection = Connection::open(settings).await?;
    let found = connection.find(&filter::of_login(settings, name), &asked(settings), 2).await?;
    let [entry] = found.as_slice() else {
        let many = if found.is_empty() { "nobody whom user_filter lets in signs" } else { "several sign" };
        return Err(Fault::Account(format!("{many} in as {name:?} by {}", settings.login_id_attribute)));
    };
    let lacks =
        || Fault::Account(format!("{} has no {}, by which accounts are known", entry.dn, settings.id_attribute));
    let person = person(settings, entry).ok_or_else(lacks)?;
    Ok((person, standing(&mut connection, settings, entry).await?))
}

/// The entry that a filter fits; nobody when it fits several: whose password it is would be a guess.
async fn the_one(connection: &mut Connection, settings: &Ldap, filter: &str) -> Result<Option<Entry>, Fault> {
    let mut found = connection.find(filter, &asked(settings), 2).await?;
    if found.len() > 1 {
        tracing::warn!(filter, "the directory has several entries for one name: the sign-in is refused");
        return Ok(None);
    }
    Ok(found.pop())
}

async fn standing(connection: &mut Connection, settings: &Ldap, entry: &Entry) -> Result<Standing, Fault> {
    let id = [settings.id_attribute.as_str()];
    let mut fits = async |filter: Option<String>| match filter {
        Some(filter) => Ok::<_, Fault>(connection.at(&entry.dn, &filter, &id).await?.is_some()),
        None => Ok(false),
    };
    let is_guest = fits(filter::guests(settings)).await?;
    Ok(Standing { is_guest, is_admin: fits(filter::administrators(settings)).await? })
}

async fn picture(connection: &mut Connection, entry: &Entry, attribute: &str) -> Result<Vec<u8>, Fault> {
    let found = connection.at(&entry.dn, "(objectClass=*)", &[attribute]).await?;
    Ok(found.and_then(|entry| entry.bytes(attribute).map(<[u8]>::to_vec)).unwrap_or_default())
}

async fn admit(app: &Arc<App>, settings: &Ldap, proven: Proven, known: Option<&User>) -> Result<Option<User>, Fault> {
    let Proven { person, standing, picture } = proven;
    let before = app.store.user_by_auth(&person.subject, crate::ldap::SERVICE).await?;
    if known.is_some_and(|known| before.as_ref().is_none_or(|found| found.id != known.id)) {
        // The account moved to somebody else, or away, while the directory was asked.
        return Ok(None);
    }
    let is_new = before.is_none();
    let user = match before {
        Some(user) if Keeper::Directory.may_bring_back(app, &user).await? => accounts::activate(app, user).await?,
        Some(user) => user,
        None => accounts::newcomer(app, settings, &person, standing).await?,
    };
    if !user.is_active() {
        return Ok(Some(user));
    }
    let user = accounts::follow(app, settings, user, &person, standing).await?;
    if is_new && !picture.is_empty() {
        accounts::take_picture(app, &user, picture);
    }
    Ok(Some(user))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_that_does_not_answer_is_left_alone_for_a_while() {
        let gate = Gate::default();
        assert!(gate.must_be_tried(0).is_ok());
        gate.note::<()>(1_000, &Err(Fault::Unreachable("down".into())));
        assert!(gate.must_be_tried(1_000 + PAUSE_MS - 1).is_err() && gate.must_be_tried(1_000 + PAUSE_MS).is_ok());
        gate.note(7_000, &Ok(()));
        assert!(gate.must_be_tried(7_000).is_ok());
        gate.note::<()>(8_000, &Err(Fault::Search("wrong".into())));
        assert!(gate.must_be_tried(8_000).is_ok(), "it answers");
    }
}
