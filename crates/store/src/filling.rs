//! Filling a store with history: the indexes of posts and of followed threads are dropped, and made when all rows are
//! there. Rows that come one by one dirty a page of each index; an index that is made at the end is sorted and written
//! once.
//!
//! A mark stands in the database meanwhile. Whoever opens it with that mark makes the indexes first, so that a killed
//! import leaves a store that answers.

use crate::error::Result;
use crate::{Store, params};

const MARK: &str = "Filling";

/// What is dropped, as the migrations make it. `posts_feed` stays: its rows come in order, and the search index reads by it.
const INDEXES: [(&str, &str); 5] = [
    ("posts_page", "posts (channel_id, create_at, id) WHERE delete_at = 0"),
    ("posts_thread", "posts (channel_id, root_id, create_at, id) WHERE delete_at = 0"),
    ("posts_changed", "posts (channel_id, update_at, id) WHERE update_at > create_at OR delete_at > 0"),
    ("thread_memberships_user", "thread_memberships (user_id, last_reply_at, post_id)"),
    (
        "thread_memberships_unread",
        "thread_memberships (user_id, last_reply_at, post_id) WHERE following = 1 AND last_view_at < last_reply_at",
    ),
];

crate::statements! {
    ANY = "FillingStore.HasPosts" => "SELECT 1 FROM posts p LIMIT 1";
}

impl Store {
    /// Drops the indexes, unless posts are there already that other work may look for. Nobody else may use the database until
    /// [`Store::end_filling`]. Whether they are dropped.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn begin_filling(&self, is_begun: bool) -> Result<bool> {
        let has_posts = !self.rows(&ANY, params![]).await?.is_empty();
        if has_posts && !is_begun {
            return Ok(false);
        }
        let dropped: String = INDEXES.iter().map(|(name, _)| format!("DROP INDEX IF EXISTS {name};\n")).collect();
        let mark = format!(
            "INSERT INTO systems (name, value) VALUES ('{MARK}', '') ON CONFLICT (name) DO UPDATE SET value = ''"
        );
        let drop = format!("{dropped}{mark};\n");
        self.make(&format!("BEGIN IMMEDIATE;\n{drop}COMMIT;"), &drop).await?;
        Ok(true)
    }

    /// Makes the indexes that a filling dropped, and takes the mark away. It takes some seconds a million posts.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn end_filling(&self) -> Result<()> {
        for (name, of) in INDEXES {
            let index = format!("CREATE INDEX IF NOT EXISTS {name} ON {of};");
            self.make(&index, &format!("SET LOCAL maintenance_work_mem = '256MB';\n{index}")).await?;
        }
        let unmark = format!("DELETE FROM systems WHERE name = '{MARK}';");
        self.make(&unmark, &unmark).await
    }

    /// Ends a filling that was broken off.
    ///
    /// # Errors
    /// When the database does not answer.
    pub(crate) async fn mend_filling(&self) -> Result<()> {
        if self.system(MARK).await?.is_some() {
            tracing::warn!("an import was broken off: the indexes of posts are made again");
            self.end_filling().await?;
        }
        Ok(())
    }
}
