//! Posts whose notifications repeat until somebody answers.

use base::Millis;
use base::ids::PostId;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

crate::statements! {
    INSERT = "PostPersistentNotificationStore.Save" =>
        "INSERT INTO persistent_notifications (post_id, next_at, sent_count) VALUES ($1, $2, 0)";
    /// The old time makes sure that of several nodes one sends.
    SENT = "PostPersistentNotificationStore.UpdateLastActivity" =>
        "UPDATE persistent_notifications SET next_at = $3, sent_count = sent_count + 1 \
         WHERE post_id = $1 AND next_at = $2";
    RESOLVE = "PostPersistentNotificationStore.Delete" => "DELETE FROM persistent_notifications WHERE post_id = ANY($1)";
    /// Index persistent_notifications_due.
    DUE = "PostPersistentNotificationStore.Get" =>
        "SELECT post_id, next_at, sent_count FROM persistent_notifications WHERE next_at <= $1 \
         ORDER BY next_at, post_id LIMIT $2";
}

/// A notification that will be sent again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repeating {
    pub post: PostId,
    pub next_at: Millis,
    pub sent_count: i64,
}

impl FromRow for Repeating {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Repeating { post: row.id()?, next_at: row.int()?, sent_count: row.int()? })
    }
}

pub fn insert(post: PostId, next_at: Millis) -> Write {
    Write::must(&INSERT, params![post, next_at])
}

/// Counts a notification and sets the time of the next; fails with [`crate::Error::Unmet`] when another node did or
/// somebody answered.
pub fn sent(one: &Repeating, next_at: Millis) -> Write {
    Write::must(&SENT, params![one.post, one.next_at, next_at])
}

/// Ends the notifications of posts.
pub fn resolve(posts: &[PostId]) -> Write {
    Write::new(&RESOLVE, params![posts])
}

impl Store {
    /// Notifications that are due, the oldest first.
    pub async fn persistent_notifications_due(&self, now: Millis, limit: usize) -> Result<Vec<Repeating>> {
        self.all(&DUE, params![now, limit]).await
    }
}
