//! Passkeys: public keys by which people sign in.
//!
//! The account counts them (`users.passkey_count`) in the same change, so that nobody has more than [`PER_USER_MAX`], and
//! a request learns from the account alone whether there is one.

use base::Millis;
use base::ids::{PasskeyId, UserId};
use wire::passkeys::Passkey;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::value::json;
use crate::{Store, Write, params};

/// Passkeys of one user at a time.
pub const PER_USER_MAX: i64 = 20;

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, user_id, name, create_at, last_used_at, is_backed_up, transports, credential_id, public_key, \
             sign_count FROM passkeys ",
            $rest
        )
    };
}

crate::statements! {
    INSERT = "PasskeyStore.Save" =>
        "INSERT INTO passkeys (id, user_id, name, create_at, last_used_at, is_backed_up, transports, credential_id, \
            public_key, sign_count) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    COUNT_UP = "UserStore.CountPasskey" =>
        "UPDATE users SET passkey_count = passkey_count + 1, update_at = $2 WHERE id = $1 AND passkey_count < $3";
    RENAME = "PasskeyStore.Rename" => "UPDATE passkeys SET name = $3 WHERE id = $1 AND user_id = $2";
    /// A counter rises, or there is none: of two uses at the same moment the second fails.
    USE = "PasskeyStore.Use" =>
        "UPDATE passkeys SET sign_count = $2, is_backed_up = $3, last_used_at = $4 \
         WHERE id = $1 AND (sign_count < $2 OR sign_count = 0 AND $2 = 0)";
    REMOVE = "PasskeyStore.Delete" => "DELETE FROM passkeys WHERE id = $1 AND user_id = $2";
    COUNT_DOWN = "UserStore.UncountPasskey" =>
        "UPDATE users SET passkey_count = passkey_count - 1, update_at = $2 WHERE id = $1";
    REMOVE_OF_USER = "PasskeyStore.DeleteAllForUser" => "DELETE FROM passkeys WHERE user_id = $1";
    COUNT_NONE = "UserStore.ClearPasskeyCount" => "UPDATE users SET passkey_count = 0 WHERE id = $1";
    /// Index passkeys_user.
    OF_USER = "PasskeyStore.GetByUser" => select!("WHERE user_id = $1 ORDER BY id LIMIT $2");
    BY_CREDENTIAL = "PasskeyStore.GetByCredential" => select!("WHERE credential_id = $1");
}

impl FromRow for Passkey {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Passkey {
            id: row.id()?,
            user_id: row.id()?,
            name: row.text()?,
            create_at: row.int()?,
            last_used_at: row.int()?,
            is_backed_up: row.bool()?,
            transports: row.json()?,
            credential_id: row.bytes()?,
            public_key: row.bytes()?,
            sign_count: row.int()?,
        })
    }
}

/// Adds a passkey. Conflicts on `passkeys.credential_id`; fails with [`crate::Error::Unmet`] when the user has
/// [`PER_USER_MAX`].
pub fn insert(passkey: &Passkey, now: Millis) -> [Write; 2] {
    let params = params![
        passkey.id,
        passkey.user_id,
        &passkey.name,
        passkey.create_at,
        passkey.last_used_at,
        passkey.is_backed_up,
        json(&passkey.transports),
        passkey.credential_id.clone(),
        passkey.public_key.clone(),
        passkey.sign_count,
    ];
    [Write::must(&COUNT_UP, params![passkey.user_id, now, PER_USER_MAX]), Write::must(&INSERT, params)]
}

/// Fails with [`crate::Error::Unmet`] when the user has no such passkey; so does [`remove`].
pub fn rename(user: UserId, id: PasskeyId, name: &str) -> Write {
    Write::must(&RENAME, params![id, user, name])
}

/// Notes a use. Fails with [`crate::Error::Unmet`] when the passkey is gone, or was used meanwhile with this counter.
pub fn note_use(passkey: &Passkey) -> Write {
    Write::must(&USE, params![passkey.id, passkey.sign_count, passkey.is_backed_up, passkey.last_used_at])
}

pub fn remove(user: UserId, id: PasskeyId, now: Millis) -> [Write; 2] {
    [Write::must(&REMOVE, params![id, user]), Write::must(&COUNT_DOWN, params![user, now])]
}

pub fn remove_of_user(user: UserId) -> [Write; 2] {
    [Write::new(&REMOVE_OF_USER, params![user]), Write::new(&COUNT_NONE, params![user])]
}

impl Store {
    /// The user's passkeys, oldest first.
    pub async fn passkeys_of(&self, user: UserId) -> Result<Vec<Passkey>> {
        self.all(&OF_USER, params![user, PER_USER_MAX]).await
    }

    pub async fn passkey_by_credential(&self, credential_id: &[u8]) -> Result<Option<Passkey>> {
        self.one(&BY_CREDENTIAL, params![credential_id]).await
    }
}
