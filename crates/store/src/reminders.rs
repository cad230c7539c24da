//! Reminders of posts, until they are due.

use base::ids::{PostId, UserId};

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

crate::statements! {
    SAVE = "PostStore.SetPostReminder" =>
        "INSERT INTO post_reminders (post_id, user_id, target_time) VALUES ($1, $2, $3) \
         ON CONFLICT (post_id, user_id) DO UPDATE SET target_time = excluded.target_time";
    REMOVE = "PostStore.DeletePostReminder" =>
        "DELETE FROM post_reminders WHERE post_id = $1 AND user_id = $2 AND target_time = $3";
    /// Index post_reminders_due.
    DUE = "PostStore.GetPostReminders" =>
        "SELECT post_id, user_id, target_time FROM post_reminders WHERE target_time <= $1 \
         ORDER BY target_time, post_id, user_id LIMIT $2";
}

/// Somebody wants to be reminded of a post.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reminder {
    pub post: PostId,
    pub user: UserId,
    pub target_time_s: i64,
}

impl FromRow for Reminder {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Reminder { post: row.id()?, user: row.id()?, target_time_s: row.int()? })
    }
}

/// Sets a reminder; an earlier one of the same user for the same post is replaced.
pub fn save(reminder: &Reminder) -> Write {
    Write::new(&SAVE, params![reminder.post, reminder.user, reminder.target_time_s])
}

/// Removes a reminder; fails with [`crate::Error::Unmet`] when it is gone or was set anew, so that of several nodes
/// one delivers it.
pub fn take(reminder: &Reminder) -> Write {
    Write::must(&REMOVE, params![reminder.post, reminder.user, reminder.target_time_s])
}

impl Store {
    /// Reminders that are due, the oldest first.
    pub async fn reminders_due(&self, now_s: i64, limit: usize) -> Result<Vec<Reminder>> {
        self.all(&DUE, params![now_s, limit]).await
    }
}
