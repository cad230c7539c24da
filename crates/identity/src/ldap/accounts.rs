//! Accounts of people of a directory: made, kept as it says, put out of use and taken back into it.

use std::sync::Arc;

use config::Ldap;
use node::change::Change;
use organisation::profile_pictures;
use organisation::users::active::switch;
use organisation::users::create::Outer;
use people::users::administrators::must_leave_one;
use people::users::guests::turn;
use people::users::roles::change_roles;
use people::users::{announce_update, must_stored};
use request::App;
use wire::events::{Broadcast, EventName, NoData};
use wire::users::{SYSTEM_ADMIN, SYSTEM_GUEST, SYSTEM_USER, User};

use crate::accounts::{Names, Place, is_movable, make, must_make, noted, refresh};
use crate::claims::Person;
use crate::gone::Keeper;
use crate::ldap::SERVICE;
use crate::ldap::fault::Fault;
use crate::link::{By, link};
use crate::refusal::{Refusal, Why};

/// What the filters make of somebody.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Standing {
    pub is_guest: bool,
    pub is_admin: bool,
}

/// Finds the account that a person of the directory signs in to: a linked one, the one with the same address if the settings
/// allow that, or a new one. It writes nothing.
///
/// # Errors
/// With what is in the way.
pub(crate) async fn place(app: &App, settings: &Ldap, person: &Person, standing: Standing) -> Result<Place, Refusal> {
    if let Some(user) = app.store.user_by_auth(&person.subject, SERVICE).await? {
        return Ok(Place::Known(user));
    }
    if person.email.is_empty() {
        let detail = format!("{:?} has no address in the attribute {}", person.username, settings.email_attribute);
        return Err(Refusal::new(Why::NoAddress, detail));
    }
    if let Some(user) = app.store.user_by_email(&person.email).await? {
        if settings.match_by_email && is_movable(&user) {
            return Ok(Place::TakenOver(user));
        }
        let detail = format!("the account {} has the address {}", user.username, person.email);
        return Err(Refusal::new(Why::AddressTaken, detail));
    }
    must_make(app, settings.create_accounts).await?;
    if standing.is_guest && !is_guest(app, standing) {
        return Err(Refusal::new(Why::NotAdmitted, "guests are off on this server"));
    }
    Ok(Place::New)
}

/// The account of somebody who has none by the directory yet, as [`place`] says.
///
/// # Errors
/// As [`place`].
pub async fn newcomer(app: &Arc<App>, settings: &Ldap, person: &Person, standing: Standing) -> Result<User, Refusal> {
    let found = place(app, settings, person, standing).await;
    match found {
        Ok(Place::Known(user)) => Ok(user),
        Ok(Place::TakenOver(user)) => link(app, SERVICE, &user, Some(&person.subject), By::Address).await,
        Ok(Place::New) => {
            let is_guest = is_guest(app, standing);
            make(app, person, &Outer { service: SERVICE.to_owned(), data: person.subject.clone(), is_guest }).await
        }
        Err(refusal) => {
            if refusal.why == Why::AddressTaken {
                note_taken(app, person).await?;
            }
            Err(refusal)
        }
    }
}

/// The audit trail of an account says that somebody of the directory has its address.
async fn note_taken(app: &App, person: &Person) -> Result<(), Refusal> {
    if let Some(user) = app.store.user_by_email(&person.email).await? {
        let extra = format!("refused: {:?} of the directory has the address of this account", person.username);
        app.store.write(noted(app, user.id, SERVICE, &extra)).await?;
    }
    Ok(())
}

fn is_guest(app: &App, standing: Standing) -> bool {
    standing.is_guest && app.config().guests.enable
}

/// The account as the directory says it is by now.
///
/// # Errors
/// When the store does not answer.
pub async fn follow(
    app: &Arc<App>,
    settings: &Ldap,
    user: User,
    person: &Person,
    standing: Standing,
) -> Result<User, Refusal> {
    let user = refresh(app, user, person, Names::Followed).await?;
    let user = set_guest(app, settings, user, standing).await?;
    set_admin(app, settings, user, standing).await
}

/// What standing changes of the roles of an account; `None` when it has them.
pub fn other_roles(app: &App, settings: &Ldap, user: &User, standing: Standing) -> Option<String> {
    let wants_guest = !settings.guest_filter.trim().is_empty() && app.config().guests.enable;
    if wants_guest && standing.is_guest != user.is_guest() {
        return Some(if standing.is_guest { SYSTEM_GUEST } else { SYSTEM_USER }.to_owned());
    }
    if !settings.enable_admin_filter || user.is_guest() || standing.is_admin == user.is_system_admin() {
        return None;
    }
    let mut roles: Vec<&str> = user.roles.split_ascii_whitespace().filter(|role| *role != SYSTEM_ADMIN).collect();
    if standing.is_admin {
        roles.push(SYSTEM_ADMIN);
    }
    roles.sort_unstable();
    Some(roles.join(" "))
}

async fn set_guest(app: &Arc<App>, settings: &Ldap, user: User, standing: Standing) -> Result<User, Refusal> {
    let Some(role) = other_roles(app, settings, &user, standing).filter(|_| standing.is_guest != user.is_guest())
    else {
        return Ok(user);
    };
    let mut change = app.change();
    turn(&mut change, app, &user, &role);
    finish(app, change, user, "another kind of account").await
}

async fn set_admin(app: &Arc<App>, settings: &Ldap, user: User, standing: Standing) -> Result<User, Refusal> {
    let Some(roles) = other_roles(app, settings, &user, standing).filter(|_| standing.is_guest == user.is_guest())
    else {
        return Ok(user);
    };
    let mut change = app.change();
    if !standing.is_admin {
        must_leave_one(&mut change, &user);
    }
    change_roles(&mut change, &user, &roles);
    finish(app, change, user, &format!("roles={roles}")).await
}

/// Commits what the directory says of an account. The last administrator stays one.
async fn finish(app: &Arc<App>, mut change: Change, user: User, what: &str) -> Result<User, Refusal> {
    change.write(noted(app, user.id, SERVICE, what));
    match change.commit().await {
        Ok(_) => {
            tracing::info!(user.id = %user.id, what, "the directory says something else of an account");
            Ok(must_stored(app, user.id).await?)
        }
        Err(error) if store::users::was_last_administrator(&error) => {
            tracing::warn!(user.id = %user.id, "the last administrator stays one, whatever the directory says");
            Ok(user)
        }
        Err(error) => Err(error.into()),
    }
}

/// Puts the account of somebody out of use whom the directory does not know any more; false for the last administrator.
///
/// # Errors
/// When the store does not answer.
pub async fn deactivate(app: &Arc<App>, user: &User) -> Result<bool, Fault> {
    let mut change = app.change();
    must_leave_one(&mut change, user);
    let gone = switch(&mut change, app, user.clone(), false).await?;
    Keeper::Directory.note(&mut change, &gone);
    announce_update(&mut change, &gone);
    change.announce(EventName::UserActivationStatusChange, &NoData {}, Broadcast::everyone());
    change.write(noted(app, user.id, SERVICE, "not in the directory any more: deactivated"));
    match change.commit().await {
        Ok(_) => Ok(true),
        Err(error) if store::users::was_last_administrator(&error) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Takes an account back into use that [`deactivate`] put out of it.
///
/// # Errors
/// When the store does not answer.
pub async fn activate(app: &Arc<App>, user: User) -> Result<User, Fault> {
    let mut change = app.change();
    Keeper::Directory.forget(&mut change, user.id);
    let back = switch(&mut change, app, user, true).await?;
    announce_update(&mut change, &back);
    change.announce(EventName::UserActivationStatusChange, &NoData {}, Broadcast::everyone());
    change.write(noted(app, back.id, SERVICE, "in the directory again: activated"));
    change.commit().await?;
    Ok(back)
}

/// Takes over the picture of a new account, beside the sign-in.
pub fn take_picture(app: &Arc<App>, user: &User, picture: Vec<u8>) {
    let (app, user) = (app.clone(), user.clone());
    base::tasks::spawn("directory-picture", async move {
        if let Err(error) = profile_pictures::put(&app, &user, picture.into()).await {
            tracing::info!(user.id = %user.id, cause = %error.message, "a picture of the directory was not taken over");
        }
    });
}
