//! Browsers that are not asked for the second factor for a while. Their secret is never kept, only its SHA-256.

use base::Millis;
use base::ids::{BrowserId, UserId};
use wire::browsers::Browser;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT id, user_id, token_hash, name, os, create_at, last_used_at FROM remembered_browsers ", $rest)
    };
}

crate::statements! {
    INSERT = "BrowserStore.Save" =>
        "INSERT INTO remembered_browsers (id, user_id, token_hash, name, os, create_at, last_used_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)";
    USE = "BrowserStore.Use" => "UPDATE remembered_browsers SET last_used_at = $2 WHERE id = $1";
    REMOVE = "BrowserStore.Delete" => "DELETE FROM remembered_browsers WHERE id = $1 AND user_id = $2";
    REMOVE_OF_USER = "BrowserStore.DeleteAllForUser" => "DELETE FROM remembered_browsers WHERE user_id = $1";
    REMOVE_ALL = "BrowserStore.DeleteAll" => "DELETE FROM remembered_browsers";
    /// Index remembered_browsers_time.
    REMOVE_OLDER = "BrowserStore.DeleteOlder" => "DELETE FROM remembered_browsers WHERE create_at < $1";
    /// Index remembered_browsers_user.
    REMOVE_SURPLUS = "BrowserStore.DeleteSurplus" =>
        "DELETE FROM remembered_browsers WHERE user_id = $1 AND id IN (SELECT id FROM remembered_browsers \
         WHERE user_id = $1 ORDER BY id DESC LIMIT 1000 OFFSET $2)";
    BY_HASH = "BrowserStore.GetByHash" => select!("WHERE token_hash = $1");
    /// Index remembered_browsers_user.
    OF_USER = "BrowserStore.GetByUser" =>
        select!("WHERE user_id = $1 AND create_at > $2 ORDER BY id DESC LIMIT $3");
}

impl FromRow for Browser {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Browser {
            id: row.id()?,
            user_id: row.id()?,
            token_hash: row.array()?,
            name: row.text()?,
            os: row.text()?,
            create_at: row.int()?,
            last_used_at: row.int()?,
        })
    }
}

pub fn insert(browser: &Browser) -> Write {
    let params = params![
        browser.id,
        browser.user_id,
        &browser.token_hash,
        &browser.name,
        &browser.os,
        browser.create_at,
        browser.last_used_at,
    ];
    Write::must(&INSERT, params)
}

/// Notes that a browser was used. Fails with [`crate::Error::Unmet`] when it is forgotten meanwhile.
pub fn note_use(id: BrowserId, now: Millis) -> Write {
    Write::must(&USE, params![id, now])
}

/// Fails with [`crate::Error::Unmet`] when the user has no such browser.
pub fn remove(user: UserId, id: BrowserId) -> Write {
    Write::must(&REMOVE, params![id, user])
}

pub fn remove_of_user(user: UserId) -> Write {
    Write::new(&REMOVE_OF_USER, params![user])
}

/// Forgets every browser of the server.
pub fn remove_all() -> Write {
    Write::new(&REMOVE_ALL, params![])
}

/// Forgets browsers that were remembered before `before`.
pub fn remove_older(before: Millis) -> Write {
    Write::new(&REMOVE_OLDER, params![before])
}

/// Forgets the oldest browsers of a user but `keep`.
pub fn remove_surplus(user: UserId, keep: usize) -> Write {
    Write::new(&REMOVE_SURPLUS, params![user, keep])
}

impl Store {
    pub async fn browser_by_hash(&self, hash: &[u8; 32]) -> Result<Option<Browser>> {
        self.one(&BY_HASH, params![hash]).await
    }

    /// Browsers that were remembered for a user after `after`, the newest first.
    pub async fn browsers_of(&self, user: UserId, after: Millis, limit: usize) -> Result<Vec<Browser>> {
        self.all(&OF_USER, params![user, after, limit]).await
    }
}
