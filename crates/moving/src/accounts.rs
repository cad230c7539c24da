//! Accounts of a source, and what they are called here.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use base::Id;
use transfer::bulk::source::{Account, Ask, Named};

use crate::names::with_id;

/// Accounts that are asked about at once.
const ASKED: usize = 1_000;
/// Names that are tried for one account.
const TRIES: u32 = 8;

/// How an account of a source is known here.
#[derive(Debug, Clone)]
pub struct Called {
    /// As the source calls it.
    pub own: Box<str>,
    pub id: Id,
    pub username: Box<str>,
    pub email: Box<str>,
    /// The account was here before: it keeps what it has.
    pub is_there: bool,
    /// An earlier run made it.
    pub is_own: bool,
}

impl Called {
    /// Somebody who is not known here so far.
    pub fn new(own: &str, id: Id, username: String, email: String) -> Called {
        let (own, username, email) = (own.into(), username.into(), email.into());
        Called { own, id, username, email, is_there: false, is_own: false }
    }
}

/// Asks in parts what accounts are called here, and calls them so. Who has a name that is taken gets another.
///
/// # Errors
/// As `ask` does.
pub fn settle<'a, E>(all: impl Iterator<Item = &'a mut Called>, ask: &mut Ask<'_, E>) -> Result<(), E> {
    let mut all = all.peekable();
    while all.peek().is_some() {
        let mut open: Vec<&mut Called> = all.by_ref().take(ASKED).collect();
        for attempt in 0..TRIES {
            let account = |called: &&mut Called| Account {
                id: called.id,
                username: called.username.to_string(),
                email: called.email.to_string(),
            };
            let asked: Vec<Account> = open.iter().map(account).collect();
            let mut taken = Vec::new();
            for (called, named) in open.into_iter().zip(ask(&asked)?) {
                match named {
                    Named::Free => {}
                    Named::There(name) => (called.username, called.is_there) = (name.into(), true),
                    Named::Own(name) => (called.username, called.is_there, called.is_own) = (name.into(), true, true),
                    Named::Taken => {
                        let more = if attempt == 0 { called.own.to_string() } else { attempt.to_string() };
                        called.username = with_id(&called.username, &more).into();
                        taken.push(called);
                    }
                }
            }
            open = taken;
            if open.is_empty() {
                break;
            }
        }
    }
    Ok(())
}

/// Addresses that were given already.
#[derive(Default)]
pub struct Addresses(HashSet<u64>);

impl Addresses {
    /// The address in small letters, if it is one and nobody has it yet; else one under `nowhere` at which no mail arrives.
    pub fn give(&mut self, wanted: &str, own: &str, nowhere: &str) -> String {
        let email = wanted.trim().to_lowercase();
        let mut hasher = DefaultHasher::new();
        email.hash(&mut hasher);
        match rules::users::is_email(&email) && self.0.insert(hasher.finish()) {
            true => email,
            false => self::nowhere(own, nowhere),
        }
    }
}

/// An address at which no mail arrives, for somebody whom the source calls `own`.
pub fn nowhere(own: &str, domain: &str) -> String {
    format!("{}@{domain}", with_id("", own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_a_name_that_is_taken_gets_a_free_one() {
        let called = |own: &str| Called::new(own, Id::NONE, "bob".to_owned(), format!("{own}@a.test"));
        let mut all = [called("U1"), called("U2"), called("U3")];
        let mut ask = |accounts: &[Account]| -> Result<Vec<Named>, ()> {
            let named = |account: &Account| match account.username.as_str() {
                _ if account.email.starts_with("U3") => Named::There("robert".to_owned()),
                "bob" | "bob-u2" => Named::Taken,
                _ => Named::Free,
            };
            Ok(accounts.iter().map(named).collect())
        };
        settle(all.iter_mut(), &mut ask).expect("no store");
        assert_eq!(all.each_ref().map(|one| &*one.username), ["bob-u1", "bob-u2-1", "robert"]);
        assert_eq!(all.each_ref().map(|one| one.is_there), [false, false, true]);
    }

    #[test]
    fn an_address_is_given_once() {
        let mut addresses = Addresses::default();
        let mut give = |wanted: &str, own: &str| addresses.give(wanted, own, "slack.invalid");
        assert_eq!(give(" Ann@a.test", "U1"), "ann@a.test");
        assert_eq!(
            (give("ann@A.test", "U2"), give("none", "U3")),
            ("u2@slack.invalid".into(), "u3@slack.invalid".into())
        );
    }
}
