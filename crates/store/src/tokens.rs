//! One-time tokens: password recovery, verification of an address, invitations.
//!
//! A token opens what it is for once: it is removed by the change that uses it.

use base::Millis;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

crate::statements! {
    INSERT = "TokenStore.Save" => "INSERT INTO tokens (token_hash, create_at, kind, extra) VALUES ($1, $2, $3, $4)";
    REMOVE = "TokenStore.Delete" => "DELETE FROM tokens WHERE token_hash = $1";
    REMOVE_LIKE = "TokenStore.RemoveAllTokensByType" => "DELETE FROM tokens WHERE kind = $1 AND extra = $2";
    /// Index tokens_kind.
    REMOVE_BEGUN = "TokenStore.RemoveByPrefix" => "DELETE FROM tokens WHERE kind = $1 AND extra LIKE $2";
    CLEAN = "TokenStore.Cleanup" => "DELETE FROM tokens WHERE kind = $1 AND create_at < $2";
    ONE = "TokenStore.GetByToken" => "SELECT token_hash, create_at, kind, extra FROM tokens WHERE token_hash = $1";
}

/// A one-time token, without the secret that its owner has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// SHA-256 of the secret.
    pub hash: [u8; 32],
    pub create_at: Millis,
    pub kind: String,
    /// What it is about; each kind has a form of its own.
    pub extra: String,
}

impl FromRow for Token {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Token { hash: row.array()?, create_at: row.int()?, kind: row.text()?, extra: row.text()? })
    }
}

pub fn insert(token: &Token) -> Write {
    Write::must(&INSERT, params![&token.hash, token.create_at, &token.kind, &token.extra])
}

/// Uses a token up; fails with [`crate::Error::Unmet`] when it was used already.
pub fn remove(hash: &[u8; 32]) -> Write {
    Write::must(&REMOVE, params![hash])
}

/// Removes the tokens of a kind that say the same, as before a new one is sent.
pub fn remove_like(kind: &str, extra: &str) -> Write {
    Write::new(&REMOVE_LIKE, params![kind, extra])
}

/// Removes the tokens of a kind that begin so. `start` has no `%`; an underscore in it stands for any one character.
pub fn remove_begun(kind: &str, start: &str) -> Write {
    Write::new(&REMOVE_BEGUN, params![kind, format!("{start}%")])
}

/// Removes tokens of a kind that were made before `before`.
pub fn clean(kind: &str, before: Millis) -> Write {
    Write::new(&CLEAN, params![kind, before])
}

impl Store {
    pub async fn token(&self, hash: &[u8; 32]) -> Result<Option<Token>> {
        self.one(&ONE, params![hash]).await
    }
}
