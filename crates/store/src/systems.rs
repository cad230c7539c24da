//! Values of the server itself, by name: keys made at the first start, times of the last clean-up.

use crate::error::Result;
use crate::{Store, Write, params};

crate::statements! {
    SAVE = "SystemStore.SaveOrUpdate" =>
        "INSERT INTO systems (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    /// Nodes that start together must agree: the first one's value stays.
    SAVE_NEW = "SystemStore.SaveNew" =>
        "INSERT INTO systems (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
    SWAP = "SystemStore.Swap" => "UPDATE systems SET value = $3 WHERE name = $1 AND value = $2";
    REMOVE = "SystemStore.PermanentDeleteByName" => "DELETE FROM systems WHERE name = $1";
    ONE = "SystemStore.GetByName" => "SELECT value FROM systems WHERE name = $1";
    EVERY = "SystemStore.Get" => "SELECT name, value FROM systems ORDER BY name";
}

/// Keeps a value, whatever it was before.
pub fn save(name: &str, value: &str) -> Write {
    Write::new(&SAVE, params![name, value])
}

/// Keeps a value unless there is one.
pub fn save_new(name: &str, value: &str) -> Write {
    Write::new(&SAVE_NEW, params![name, value])
}

/// Keeps a value; fails with [`crate::Error::Unmet`] when there is one. So one of several callers does a thing.
pub fn claim(name: &str, value: &str) -> Write {
    Write::must(&SAVE_NEW, params![name, value])
}

/// Replaces `old`; fails with [`crate::Error::Unmet`] when it was replaced already. So one node of several does a
/// thing.
pub fn swap(name: &str, old: &str, new: &str) -> Write {
    Write::must(&SWAP, params![name, old, new])
}

pub fn remove(name: &str) -> Write {
    Write::new(&REMOVE, params![name])
}

impl Store {
    pub async fn system(&self, name: &str) -> Result<Option<String>> {
        self.one(&ONE, params![name]).await
    }

    pub async fn systems(&self) -> Result<Vec<(String, String)>> {
        self.all(&EVERY, params![]).await
    }
}
