//! Which account a user of a number has: made from the number, or a line of the users file.

use std::path::Path;

use base::text_file;

use super::users_file::{self, Listed};
use crate::config::PASSWORD;
use crate::users::login::Admin;
use crate::users::session::Account;

/// Accounts of one agent.
#[derive(Debug)]
pub struct Accounts {
    prefix: String,
    offset: u64,
    /// Every so-many-th user is the administrator; 0 for none.
    admin_every: u64,
    admin: Admin,
    /// From the users file; empty without one.
    listed: Vec<Listed>,
}

impl Accounts {
    /// `listed` is empty where accounts are made from their numbers.
    pub fn new(prefix: &str, offset: u64, admin_share: f64, admin: Admin, listed: Vec<Listed>) -> Accounts {
        let admin_every = if admin_share > 0.0 { (1.0 / admin_share) as u64 } else { 0 };
        Accounts { prefix: prefix.to_owned(), offset, admin_every, admin, listed }
    }

    /// The account of a user, counted from 1.
    pub fn of(&self, number: u64) -> Account {
        let number = number + self.offset;
        if self.admin_every > 0 && number.is_multiple_of(self.admin_every) {
            let login = self.admin.login.as_str();
            let (username, email, password) = (login.into(), login.into(), self.admin.password.as_str().into());
            return Account { username, email, password, is_admin: true };
        }
        if !self.listed.is_empty() {
            let (email, password) = &self.listed[(number - 1) as usize % self.listed.len()];
            let username = email.split('@').next().unwrap_or(email).into();
            return Account {
                username,
                email: email.as_str().into(),
                password: password.as_str().into(),
                is_admin: false,
            };
        }
        let username = format!("{}-{number}", self.prefix);
        let email = format!("{username}@example.com").into();
        Account { username: username.into(), email, password: PASSWORD.into(), is_admin: false }
    }
}

/// The accounts of `text`, which has the form of a users file; without a text those of `file`, without either none.
///
/// # Errors
/// When they do not read, there are none, or one signs in otherwise than by a password.
pub fn listed(text: &str, file: &str) -> Result<Vec<Listed>, String> {
    match (text, file) {
        ("", "") => Ok(Vec::new()),
        ("", file) => read(file),
        (text, _) => users_file::parse(text).map_err(|error| format!("LabConfig.Accounts: {error}")),
    }
}

fn read(file: &str) -> Result<Vec<Listed>, String> {
    let text = text_file::read(Path::new(file)).map_err(|why| format!("users file {why}"))?;
    users_file::parse(&text).map_err(|why| format!("users file {file}: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accounts(share: f64) -> Accounts {
        let admin = Admin { login: "root@example.com".into(), password: "secret".into() };
        Accounts::new("lt0", 0, share, admin, Vec::new())
    }

    #[test]
    fn names_are_the_published_ones() {
        let account = accounts(0.0005).of(7);
        assert_eq!((&*account.username, &*account.email), ("lt0-7", "lt0-7@example.com"));
        assert_eq!(&*account.password, "testPass123$");
    }

    #[test]
    fn one_in_two_thousand_is_the_administrator() {
        let accounts = accounts(0.0005);
        let admins: Vec<u64> = (1..=4_000).filter(|number| accounts.of(*number).is_admin).collect();
        assert_eq!(admins, [2_000, 4_000]);
    }
}
