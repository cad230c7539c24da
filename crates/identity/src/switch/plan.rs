//! Which accounts move, and what their new service calls their owners: all of it is found before anybody moves.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use base::ids::UserId;
use config::Ldap;
use node::error::Result;
use request::App;
use wire::users::User;

use crate::ldap::SERVICE;
use crate::ldap::connection::Connection;
use crate::ldap::entry::{asked, person};
use crate::ldap::filter;
use crate::ldap::report::How;
use crate::link::By;
use crate::switch::Way;

/// Accounts that are read at a time.
const PAGE_LEN: usize = 500;

/// What accounts and people of a directory have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    Email,
    Username,
}

impl Key {
    pub fn of(name: &str) -> Option<Key> {
        match name {
            "email" => Some(Key::Email),
            "username" => Some(Key::Username),
            _ => None,
        }
    }
}

/// What an administrator wants.
#[derive(Debug, Clone)]
pub struct Wanted {
    pub from: Way,
    pub to: Way,
    pub key: Key,
    /// Addresses of the accounts that move, in lower case; all without.
    pub only: Option<HashSet<String>>,
    pub how: How,
    /// Moves the others where several people of the directory fit an account.
    pub force: bool,
}

/// An account that can move.
#[derive(Debug, Clone)]
pub struct Move {
    pub user: UserId,
    pub username: String,
    /// What the service calls the person; nothing where that is known at the next sign-in.
    pub(crate) data: Option<String>,
    pub(crate) by: By,
}

/// Why an account cannot move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Obstacle {
    #[error("no account with this address signs in that way")]
    Nobody,
    #[error("the directory has nobody who fits")]
    Absent,
    #[error("several people of the directory fit")]
    Ambiguous,
    #[error("another account is this person of the directory already")]
    Taken,
}

/// Who moves, and who does not.
#[derive(Debug, Default)]
pub struct Plan {
    pub moves: Vec<Move>,
    pub left: Vec<(String, Obstacle)>,
}

impl Plan {
    /// Whether it is not certain for some accounts whose they are.
    pub fn is_ambiguous(&self) -> bool {
        self.left.iter().any(|(_, obstacle)| *obstacle == Obstacle::Ambiguous)
    }

    /// # Errors
    /// When the store or the directory does not answer.
    pub async fn make(app: &Arc<App>, wanted: &Wanted) -> Result<Plan> {
        let config = app.config().clone();
        let people = match wanted.to {
            Way::Directory => Some(People::read(&config.ldap, wanted.key).await?),
            Way::Password | Way::Provider(_) => None,
        };
        let (mut plan, mut after, mut unseen) = (Plan::default(), UserId::NONE, wanted.only.clone());
        loop {
            let page = match &wanted.from {
                Way::Password => app.store.users_without_service(after, PAGE_LEN).await?,
                way => app.store.users_of_service(way.service(), after, PAGE_LEN).await?,
            };
            let Some(last) = page.last() else { break };
            after = last.id;
            let is_meant = |user: &User| unseen.as_mut().is_none_or(|unseen| unseen.remove(&user.email));
            let users: Vec<User> = page.into_iter().filter(is_somebody).filter(is_meant).collect();
            match &people {
                Some(people) => plan.add_known(app, people, wanted.key, users).await?,
                None => plan.moves.extend(users.into_iter().map(awaited)),
            }
        }
        let mut unseen: Vec<String> = unseen.into_iter().flatten().collect();
        unseen.sort_unstable();
        plan.left.extend(unseen.into_iter().map(|address| (address, Obstacle::Nobody)));
        Ok(plan)
    }

    async fn add_known(&mut self, app: &App, people: &People, key: Key, users: Vec<User>) -> Result<()> {
        let found: Vec<_> = users.iter().map(|user| people.of(user, key)).collect();
        let subjects: Vec<String> = found.iter().flatten().map(|named| named.subject.clone()).collect();
        let taken = app.store.users_by_auths(&subjects, SERVICE).await?;
        let taken: HashSet<String> = taken.into_iter().filter_map(|user| user.auth_data).collect();
        for (user, named) in users.into_iter().zip(found) {
            let named = named.and_then(|named| match taken.contains(&named.subject) {
                true => Err(Obstacle::Taken),
                false => Ok(named),
            });
            match named {
                Ok(named) => {
                    let by = named.shown_by(&user);
                    let data = Some(named.subject.clone());
                    self.moves.push(Move { user: user.id, username: user.username, data, by });
                }
                Err(obstacle) => self.left.push((user.username, obstacle)),
            }
        }
        Ok(())
    }
}

/// Bots sign in by tokens, and accounts of other servers there.
fn is_somebody(user: &User) -> bool {
    !user.is_bot && user.remote_id.as_deref().unwrap_or_default().is_empty()
}

fn awaited(user: User) -> Move {
    Move { user: user.id, username: user.username, data: None, by: By::Administrator }
}

/// Somebody of the directory.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Named {
    subject: String,
    email: String,
}

impl Named {
    /// A name alone proves nothing: whoever signs up here first has it. The address does where both sides have proven it.
    fn shown_by(&self, user: &User) -> By {
        if user.email == self.email { By::Address } else { By::Name }
    }
}

/// Everybody whom the directory lets in, by what accounts have in common with them.
#[derive(Debug, Default)]
struct People(HashMap<String, Vec<Named>>);

impl People {
    async fn read(settings: &Ldap, key: Key) -> Result<People> {
        let mut connection = Connection::open(settings).await?;
        let attributes = asked(settings);
        let mut pages = connection.pages(filter::people(settings), &attributes);
        let mut people = People::default();
        while let Some(page) = pages.next().await? {
            for person in page.iter().filter_map(|entry| person(settings, entry)) {
                let common = if key == Key::Email { &person.email } else { &person.username };
                if !common.is_empty() {
                    people
                        .0
                        .entry(common.clone())
                        .or_default()
                        .push(Named { subject: person.subject, email: person.email });
                }
            }
        }
        Ok(people)
    }

    fn of(&self, user: &User, key: Key) -> std::result::Result<&Named, Obstacle> {
        let common = if key == Key::Email { &user.email } else { &user.username };
        match self.0.get(common).map(Vec::as_slice) {
            None | Some([]) => Err(Obstacle::Absent),
            Some([one]) => Ok(one),
            Some(_) => Err(Obstacle::Ambiguous),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(subject: &str, email: &str) -> Named {
        Named { subject: subject.into(), email: email.into() }
    }

    #[test]
    fn several_who_fit_are_nobody() {
        let people = People(HashMap::from([
            ("a@x.test".to_owned(), vec![named("1", "a@x.test")]),
            ("b@x.test".to_owned(), vec![named("2", "b@x.test"), named("3", "b@x.test")]),
        ]));
        let of = |email: &str| people.of(&User { email: email.into(), ..User::default() }, Key::Email);
        assert_eq!(of("a@x.test"), Ok(&named("1", "a@x.test")));
        assert_eq!((of("b@x.test"), of("c@x.test")), (Err(Obstacle::Ambiguous), Err(Obstacle::Absent)));
    }

    #[test]
    fn a_name_alone_leaves_nobody_with_keys_to_the_account() {
        let user = |email: &str| User { email: email.into(), email_verified: true, ..User::default() };
        assert_eq!(named("1", "a@x.test").shown_by(&user("a@x.test")), By::Address);
        assert_eq!(named("1", "a@x.test").shown_by(&user("evil@y.test")), By::Name);
    }
}
