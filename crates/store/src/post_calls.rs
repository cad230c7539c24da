//! Whom a post called for reasons that its text does not tell later: who was there at `@here`, and who had asked for all
//! answers.
//!
//! Only such posts have a row. It is kept as long as its mentions are likely unread.

use base::Millis;
use base::ids::{PostId, UserId};

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::value::json;
use crate::{Store, Write, params};

crate::statements! {
    SAVE = "PostCallStore.Save" =>
        "INSERT INTO post_calls (post_id, here, comments) VALUES ($1, $2, $3) \
         ON CONFLICT (post_id) DO UPDATE SET here = excluded.here, comments = excluded.comments";
    OF_POSTS = "PostCallStore.GetForPosts" =>
        "SELECT post_id, here, comments FROM post_calls WHERE post_id = ANY($1) ORDER BY post_id";
    REMOVE = "PostCallStore.Delete" => "DELETE FROM post_calls WHERE post_id = ANY($1)";
    /// Ids are in the order of time, so this is the beginning of the primary key.
    CLEAN = "PostCallStore.Clean" => "DELETE FROM post_calls WHERE post_id < $1";
}

/// Whom a post called, beside those whom its text names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calls {
    pub post: PostId,
    /// Called by `@here` alone, because they were there.
    pub here: Vec<UserId>,
    /// Called because they want to hear of every answer.
    pub comments: Vec<UserId>,
}

impl FromRow for Calls {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Calls { post: row.id()?, here: row.json()?, comments: row.json()? })
    }
}

/// Keeps whom a post called in place of what was kept before.
pub fn save(calls: &Calls) -> Write {
    Write::new(&SAVE, params![calls.post, json(&calls.here), json(&calls.comments)])
}

pub fn remove(posts: &[PostId]) -> Write {
    Write::new(&REMOVE, params![posts])
}

/// Forgets whom posts called that were made before a time.
pub fn clean(before: Millis) -> Write {
    Write::new(&CLEAN, params![PostId::from(base::Id::first_at(before))])
}

impl Store {
    /// Whom some posts called, as far as it is kept.
    pub async fn post_calls(&self, posts: &[PostId]) -> Result<Vec<Calls>> {
        self.all(&OF_POSTS, params![posts]).await
    }
}
