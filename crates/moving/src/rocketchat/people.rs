//! People of a server, and programs.

use std::collections::HashMap;
use std::ops::ControlFlow::Continue;

use base::{Id, Millis};
use transfer::bulk::left_out::LeftOut;
use transfer::bulk::line::{Line, User as UserLine};

use super::dump::Dump;
use super::records::User;
use super::{NOWHERE, SCOPE, take};
use crate::accounts::{Addresses, Called};
use crate::ids;
use crate::lines;
use crate::names::{Names, cut};

const USERS: &str = "users";
const NAME_LEN_MAX: usize = 64;
/// What the hash of a password begins with here: bcrypt was given the hexadecimal digits of its SHA-256.
const DIGEST: &str = "$sha256hex";

/// Somebody of the server.
pub struct Person {
    pub called: Called,
    name: Box<str>,
    nickname: Box<str>,
    /// The hash of the password, as it is kept here.
    password: Option<Box<str>>,
    created: Option<Millis>,
    pub is_bot: bool,
    pub is_guest: bool,
    pub is_admin: bool,
    pub is_active: bool,
}

/// All of them.
#[derive(Default)]
pub struct People {
    pub all: Vec<Person>,
    by_id: HashMap<Box<str>, u32>,
    by_name: HashMap<Box<str>, u32>,
}

impl People {
    /// Reads the users.
    ///
    /// # Errors
    /// When the collection breaks off.
    pub fn read(dump: &Dump, left_out: &mut LeftOut) -> Result<People, String> {
        let (mut people, mut names, mut addresses) = (People::default(), Names::default(), Addresses::default());
        dump.documents(USERS, |document| {
            let Some(user) = take::<User>(USERS, document, left_out) else { return Continue(()) };
            if user.kind == "visitor" {
                left_out.add("A visitor of a live chat. He or she is left out.", &user._id);
            } else if user._id.is_empty() || people.by_id.contains_key(user._id.as_str()) {
                left_out.add("A user without an id, or with that of another. It is left out.", &user._id);
            } else {
                people.add(user, &mut names, &mut addresses, left_out);
            }
            Continue(())
        })?;
        Ok(people)
    }

    fn add(&mut self, user: User, names: &mut Names, addresses: &mut Addresses, left_out: &mut LeftOut) {
        let is_bot = matches!(user.kind.as_str(), "bot" | "app") || has(&user, "bot") || has(&user, "app");
        let username = names.give(&user.username, &user._id, rules::users::is_username);
        let wanted = user.emails.first().map_or("", |email| email.address.as_str());
        let email = addresses.give(if is_bot { "" } else { wanted }, &user._id, NOWHERE);
        if email.ends_with(NOWHERE) && !is_bot {
            let reason =
                "A user without an address, or with that of another: he or she gets one where no mail arrives.";
            left_out.add(reason, &user._id);
        }
        let at = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        self.by_id.insert(user._id.as_str().into(), at);
        if !user.username.is_empty() {
            self.by_name.entry(user.username.as_str().into()).or_insert(at);
        }
        let hash = &user.services.password.bcrypt;
        let (is_guest, is_admin) = (has(&user, "guest") || has(&user, "anonymous"), has(&user, "admin"));
        self.all.push(Person {
            called: Called::new(&user._id, id_of(&user._id), username, email),
            name: cut(&user.name, 2 * NAME_LEN_MAX).into(),
            nickname: cut(&user.nickname, NAME_LEN_MAX).into(),
            password: (!hash.is_empty()).then(|| format!("{DIGEST}{hash}").into()),
            created: (user.created_at > 0).then_some(user.created_at),
            is_bot,
            is_guest: is_guest && !is_admin,
            is_admin,
            is_active: user.active != Some(false),
        });
    }

    pub fn of(&self, id: &str) -> Option<&Person> {
        self.by_id.get(id).map(|at| &self.all[*at as usize])
    }

    pub fn index(&self, id: &str) -> Option<u32> {
        self.by_id.get(id).copied()
    }

    /// Somebody by his or her name there.
    pub fn named(&self, name: &str) -> Option<&Person> {
        self.by_name.get(name).map(|at| &self.all[*at as usize])
    }
}

impl Person {
    /// The line of an account or program, without what it belongs to.
    pub fn line(&self) -> Line {
        // When is not said.
        let delete_at = (!self.is_active).then(|| self.created.unwrap_or(1).max(1));
        if self.is_bot {
            return lines::bot(self.called.id, &self.called.username, &self.name, delete_at);
        }
        if self.called.is_there {
            // What people keep here is theirs; who leaves there since leaves here, too.
            return lines::user(UserLine { delete_at: delete_at.filter(|_| self.called.is_own), ..self.plain() });
        }
        let (first, last) = self.name.split_once(' ').unwrap_or((&*self.name, ""));
        let some = |text: &str| (!text.is_empty()).then(|| cut(text, NAME_LEN_MAX));
        lines::user(UserLine {
            create_at: self.created,
            password_hash: self.password.as_deref().map(str::to_owned),
            first_name: some(first),
            last_name: some(last),
            nickname: some(&self.nickname),
            delete_at,
            ..self.plain()
        })
    }

    /// What every line of an account has.
    pub fn plain(&self) -> UserLine {
        let Called { id, username, email, is_there, .. } = &self.called;
        UserLine {
            id: Some(*id),
            username: username.to_string(),
            email: email.to_string(),
            roles: (self.is_guest && !is_there).then(|| "system_guest".to_owned()),
            ..UserLine::default()
        }
    }
}

fn has(user: &User, role: &str) -> bool {
    user.roles.iter().any(|one| one == role)
}

/// The id of an account here.
pub fn id_of(user: &str) -> Id {
    ids::named("user", SCOPE, user)
}
