//! Custom emoji. A deleted one keeps its row, so that its name is free and its id is not.

use base::Millis;
use base::ids::EmojiId;
use wire::emoji::Emoji;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT id, create_at, update_at, delete_at, creator_id, name FROM emoji ", $rest)
    };
}

crate::statements! {
    INSERT = "EmojiStore.Save" =>
        "INSERT INTO emoji (id, create_at, update_at, delete_at, creator_id, name) VALUES ($1, $2, $3, $4, $5, $6)";
    DELETE = "EmojiStore.Delete" =>
        "UPDATE emoji SET delete_at = $2, update_at = $2 WHERE id = $1 AND delete_at = 0";
    BY_ID = "EmojiStore.Get" => select!("WHERE id = $1 AND delete_at = 0");
    /// The unique key on name and delete_at.
    BY_NAME = "EmojiStore.GetByName" => select!("WHERE name = $1 AND delete_at = 0");
    BY_NAMES = "EmojiStore.GetMultipleByName" => select!("WHERE name = ANY($1) AND delete_at = 0 ORDER BY name");
    PAGE = "EmojiStore.GetList" => select!("WHERE delete_at = 0 ORDER BY id LIMIT $1 OFFSET $2");
    PAGE_BY_NAME = "EmojiStore.GetListByName" => select!("WHERE delete_at = 0 ORDER BY name, id LIMIT $1 OFFSET $2");
    SEARCH = "EmojiStore.Search" =>
        select!("WHERE folded(name) LIKE $1 ESCAPE '\\' AND delete_at = 0 ORDER BY name, id LIMIT $2");
}

impl FromRow for Emoji {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Emoji {
            id: row.id()?,
            create_at: row.int()?,
            update_at: row.int()?,
            delete_at: row.int()?,
            creator_id: row.id()?,
            name: row.text()?,
        })
    }
}

/// How a list of emoji is sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sorted {
    /// Oldest first.
    ById,
    ByName,
}

/// Adds an emoji. Conflicts on `emoji.name+delete_at` with a live one of the same name.
pub fn insert(emoji: &Emoji) -> Write {
    let Emoji { id, create_at, update_at, delete_at, creator_id, name } = emoji;
    Write::must(&INSERT, params![*id, *create_at, *update_at, *delete_at, *creator_id, name])
}

/// Marks a live emoji as deleted.
pub fn delete(id: EmojiId, now: Millis) -> Write {
    Write::must(&DELETE, params![id, now])
}

impl Store {
    /// The emoji, unless it was deleted.
    pub async fn emoji(&self, id: EmojiId) -> Result<Option<Emoji>> {
        self.one(&BY_ID, params![id]).await
    }

    pub async fn emoji_by_name(&self, name: &str) -> Result<Option<Emoji>> {
        self.one(&BY_NAME, params![name]).await
    }

    /// The live ones of some names, by name.
    pub async fn emoji_by_names(&self, names: &[String]) -> Result<Vec<Emoji>> {
        self.all(&BY_NAMES, params![names]).await
    }

    pub async fn emoji_page(&self, sorted: Sorted, limit: usize, offset: usize) -> Result<Vec<Emoji>> {
        let statement = match sorted {
            Sorted::ById => &PAGE,
            Sorted::ByName => &PAGE_BY_NAME,
        };
        self.all(statement, params![limit, offset]).await
    }

    /// Live emoji whose names, in lower case, match a pattern of `LIKE` with `\` before what is meant literally.
    pub async fn emoji_like(&self, pattern: &str, limit: usize) -> Result<Vec<Emoji>> {
        self.all(&SEARCH, params![pattern, limit]).await
    }
}
