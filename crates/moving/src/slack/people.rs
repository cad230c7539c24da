//! Who is in an export: accounts and programs, what they are called here, and strangers who are only named in messages.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::ops::ControlFlow::Continue;

use base::{Id, Millis};
use transfer::bulk::gather::{Gather, Spot};
use transfer::bulk::line::{Line, User as UserLine};
use transfer::bulk::source::Ask;

use super::message::{Message, User};
use super::{Export, SCOPE, USERS};
use crate::accounts;
use crate::accounts::{Addresses, Called, nowhere};
use crate::ids;
use crate::lines;
use crate::names::{Names, cut, plain, with_id};

const NAME_LEN_MAX: usize = 64;
const POSITION_LEN_MAX: usize = 128;
/// A name under which nothing can be reached.
const NOWHERE: &str = "slack.invalid";
/// The program of Slack itself, which lists of users leave out.
const SLACKBOT: &str = "USLACKBOT";

/// Somebody of the export.
pub struct Person {
    pub called: Called,
    pub is_bot: bool,
    pub is_guest: bool,
    pub is_admin: bool,
}

/// All of them.
#[derive(Default)]
pub struct People {
    all: Vec<Person>,
    by_id: HashMap<Box<str>, u32>,
    /// Programs by the id that messages have.
    by_bot: HashMap<Box<str>, u32>,
}

impl People {
    /// Reads the list of users.
    ///
    /// # Errors
    /// When there is none, or it is no list.
    pub fn read(export: &Export) -> Result<People, String> {
        let (mut people, mut names) = (People::default(), Names::default());
        let mut addresses = Addresses::default();
        export.items(USERS, |_, user: User| {
            let is_known = user.id.is_empty() || people.by_id.contains_key(user.id.as_str());
            if is_known {
                return Continue(());
            }
            let wanted = if user.name.is_empty() { &user.profile.display_name } else { &user.name };
            let username = names.give(wanted, &user.id, rules::users::is_username);
            let email = addresses.give(&user.profile.email, &user.id, NOWHERE);
            let at = u32::try_from(people.all.len()).unwrap_or(u32::MAX);
            if user.is_bot && !user.profile.bot_id.is_empty() {
                people.by_bot.insert(user.profile.bot_id.as_str().into(), at);
            }
            people.by_id.insert(user.id.as_str().into(), at);
            people.all.push(Person {
                called: Called::new(&user.id, id_of(&user.id), username, email),
                is_bot: user.is_bot || user.id == SLACKBOT,
                is_guest: user.is_restricted || user.is_ultra_restricted,
                is_admin: user.is_admin || user.is_owner,
            });
            Continue(())
        })?;
        Ok(people)
    }

    pub fn of(&self, id: &str) -> Option<&Person> {
        self.by_id.get(id).map(|at| &self.all[*at as usize])
    }

    pub fn index(&self, id: &str) -> Option<u32> {
        self.by_id.get(id).copied()
    }

    fn of_bot(&self, id: &str) -> Option<&Person> {
        self.by_bot.get(id).map(|at| &self.all[*at as usize])
    }

    pub fn all(&self) -> &[Person] {
        &self.all
    }

    /// Asks what accounts are called here, and calls them so.
    ///
    /// # Errors
    /// As `ask` does.
    pub fn settle<E>(&mut self, ask: &mut Ask<'_, E>) -> Result<(), E> {
        accounts::settle(self.all.iter_mut().map(|person| &mut person.called), ask)
    }
}

/// The id of an account here.
pub fn id_of(user: &str) -> Id {
    ids::named("user", SCOPE, user)
}

/// Sends a line for each account and program of the list, without what they belong to.
pub fn send(export: &Export, people: &People, to: &mut Gather, read: u64) -> ControlFlow<()> {
    let mut seen = vec![false; people.all.len()];
    let mut flow = Continue(());
    let sent = export.items(USERS, |row, user: User| {
        let spot = || Spot { file: USERS.into(), row };
        let Some(at) = people.index(&user.id) else {
            to.left_out.add("A user without an id. It is left out.", spot());
            return Continue(());
        };
        if std::mem::replace(&mut seen[at as usize], true) {
            to.left_out.add("A user whose id another one has. It is left out.", spot());
            return Continue(());
        }
        let person = &people.all[at as usize];
        if person.called.email.ends_with(NOWHERE) && !person.is_bot {
            let reason =
                "A user without an address, or with that of another: he or she gets one where no mail arrives.";
            to.left_out.add(reason, spot());
        }
        let (line, bytes) = (line(person, &user), 1_000);
        flow = to.line(line, spot(), bytes, read);
        flow
    });
    if let Err(why) = sent {
        to.left_out.add(why, USERS);
    }
    flow
}

fn line(person: &Person, user: &User) -> Line {
    let profile = &user.profile;
    let full = [&profile.real_name, &user.real_name, &profile.name].into_iter().find(|name| !name.is_empty());
    let full = full.cloned().unwrap_or_default();
    if person.is_bot {
        return lines::bot(person.called.id, &person.called.username, &full, deleted_at(user));
    }
    let mut line = account(person);
    if person.called.is_there {
        // What people keep here is theirs; who leaves there since leaves here, too.
        line.delete_at = deleted_at(user).filter(|_| person.called.is_own);
        return lines::user(line);
    }
    let (first, last) = match profile.first_name.is_empty() && profile.last_name.is_empty() {
        true => full.split_once(' ').map_or((full.as_str(), ""), |(first, last)| (first, last)),
        false => (profile.first_name.as_str(), profile.last_name.as_str()),
    };
    let some = |text: &str, len_max: usize| (!text.is_empty()).then(|| cut(text, len_max));
    line.first_name = some(first, NAME_LEN_MAX);
    line.last_name = some(last, NAME_LEN_MAX);
    line.nickname = some(&profile.display_name, NAME_LEN_MAX);
    line.position = some(&profile.title, POSITION_LEN_MAX);
    line.roles = person.is_guest.then(|| "system_guest".to_owned());
    line.delete_at = deleted_at(user);
    let emoji = profile.status_emoji.trim_matches(':');
    if profile.status_expiration == 0 && !(emoji.is_empty() && profile.status_text.is_empty()) {
        let emoji = if rules::emoji::is_name(emoji) { emoji } else { "speech_balloon" };
        line.custom_status = Some(serde_json::json!({
            "emoji": emoji, "text": cut(&profile.status_text, 100), "duration": "", "expires_at": "0001-01-01T00:00:00Z",
        }));
    }
    lines::user(line)
}

/// What every line of an account has.
fn account(person: &Person) -> UserLine {
    let Called { id, username, email, .. } = &person.called;
    UserLine { id: Some(*id), username: username.to_string(), email: email.to_string(), ..UserLine::default() }
}

/// The line of an account with what it belongs to, which comes behind all that was said.
pub fn member(person: &Person) -> UserLine {
    let roles = (person.is_guest && !person.called.is_there).then(|| "system_guest".to_owned());
    UserLine { roles, ..account(person) }
}

/// When is not said; nobody changes after that.
fn deleted_at(user: &User) -> Option<Millis> {
    user.deleted.then(|| user.updated.saturating_mul(1_000).max(1))
}

/// Those whom messages name and the list of users does not: people of shared channels, programs, and who is gone.
#[derive(Default)]
pub struct Strangers(HashMap<Box<str>, Box<str>>);

/// Who wrote a message.
pub struct Author {
    pub username: String,
    pub is_bot: bool,
}

impl Strangers {
    /// The name of somebody who was named before.
    pub fn of(&self, id: &str) -> Option<&str> {
        self.0.get(id).map(|name| &**name)
    }

    /// The author of a message, whose line is sent before if he, she or it is new.
    pub fn author(
        &mut self,
        people: &People,
        message: &Message,
        (to, spot, read): (&mut Gather, &Spot, u64),
    ) -> ControlFlow<(), Author> {
        let user = if message.user.is_empty() { &message.comment.user } else { &message.user };
        if let Some(known) = people.of(user).or_else(|| people.of_bot(&message.bot_id)) {
            return Continue(Author { username: known.called.username.to_string(), is_bot: known.is_bot });
        }
        if !user.is_empty() && user != SLACKBOT && message.bot_id.is_empty() {
            let profile = &message.user_profile;
            let name = [&profile.display_name, &profile.name, &profile.real_name];
            let name = name.into_iter().find(|name| !name.is_empty()).cloned().unwrap_or_default();
            let username = self.person(user, &name, (to, spot, read))?;
            return Continue(Author { username, is_bot: false });
        }
        let id = [message.bot_id.as_str(), user.as_str()].into_iter().find(|id| !id.is_empty()).unwrap_or(SLACKBOT);
        let name = [&message.bot_profile.name, &message.username].into_iter().find(|name| !name.is_empty());
        let name = name.map_or(if id == SLACKBOT { "slackbot" } else { "bot" }, String::as_str);
        if let Some(known) = self.0.get(id) {
            return Continue(Author { username: known.to_string(), is_bot: true });
        }
        let username = with_id(&plain(name), id);
        self.0.insert(id.into(), username.as_str().into());
        to.line(lines::bot(id_of(id), &username, name, None), spot.clone(), 500, read)?;
        Continue(Author { username, is_bot: true })
    }

    /// The name of somebody whom only a message names: an account that is deactivated.
    pub fn person(
        &mut self,
        id: &str,
        name: &str,
        (to, spot, read): (&mut Gather, &Spot, u64),
    ) -> ControlFlow<(), String> {
        if let Some(known) = self.0.get(id) {
            return Continue(known.to_string());
        }
        let username = with_id(&plain(name), id);
        self.0.insert(id.into(), username.as_str().into());
        to.left_out
            .add("Somebody who is not in users.json. An account that is deactivated stands for him or her.", spot);
        let line = lines::stranger(id_of(id), &username, nowhere(id, NOWHERE), name);
        to.line(line, spot.clone(), 500, read)?;
        Continue(username)
    }
}
