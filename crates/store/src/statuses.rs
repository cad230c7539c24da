//! Presence, as it outlives a restart. The server keeps it in memory and writes what must last.

use base::Millis;
use base::ids::UserId;
use wire::statuses::Status;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT user_id, status, manual, last_activity_at, dnd_end_time, prev_status FROM statuses ", $rest)
    };
}

crate::statements! {
    SAVE = "StatusStore.SaveOrUpdate" =>
        "INSERT INTO statuses (user_id, status, manual, last_activity_at, dnd_end_time, prev_status) \
         VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT (user_id) DO UPDATE SET status = excluded.status, manual = excluded.manual, \
            last_activity_at = excluded.last_activity_at, dnd_end_time = excluded.dnd_end_time, \
            prev_status = excluded.prev_status";
    ACTIVE = "StatusStore.UpdateLastActivityAt" =>
        "UPDATE statuses SET last_activity_at = GREATEST(last_activity_at, $2) WHERE user_id = ANY($1)";
    REMOVE = "StatusStore.PermanentDelete" => "DELETE FROM statuses WHERE user_id = $1";
    /// Who is shown as present without having said so. By the primary key; the rest of the page is passed over.
    PRESENT = "StatusStore.GetPresent" =>
        "SELECT user_id FROM statuses WHERE user_id > $1 AND manual = 0 AND status <> 'offline' \
         ORDER BY user_id LIMIT $2";
    GONE = "StatusStore.SetGone" =>
        "UPDATE statuses SET status = 'offline' WHERE user_id = ANY($1) AND manual = 0 AND status <> 'offline' \
            AND last_activity_at <= $2 RETURNING user_id";
    BY_ID = "StatusStore.Get" => select!("WHERE user_id = $1");
    BY_IDS = "StatusStore.GetByIds" => select!("WHERE user_id = ANY((SELECT $1::BYTEA[])::BYTEA[]) ORDER BY user_id");
    /// Index statuses_dnd.
    DND_ENDED = "StatusStore.GetExpiredDNDStatuses" =>
        select!("WHERE dnd_end_time > 0 AND dnd_end_time <= $1 AND status = 'dnd' ORDER BY dnd_end_time, user_id \
                 LIMIT $2");
}

impl FromRow for Status {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Status {
            user_id: row.id()?,
            status: row.text()?,
            manual: row.bool()?,
            last_activity_at: row.int()?,
            dnd_end_time: row.int()?,
            prev_status: row.text()?,
            ..Status::default()
        })
    }
}

/// Keeps the status, whatever was kept before.
pub fn save(status: &Status) -> Write {
    let params = params![
        status.user_id,
        &status.status,
        status.manual,
        status.last_activity_at,
        status.dnd_end_time,
        &status.prev_status,
    ];
    Write::new(&SAVE, params)
}

/// Notes that users did something, unless they did something later.
pub fn active(users: &[UserId], last_activity_at: Millis) -> Write {
    Write::new(&ACTIVE, params![users, last_activity_at])
}

pub fn remove(user: UserId) -> Write {
    Write::new(&REMOVE, params![user])
}

/// Shows as offline those of the users who did not choose their status and did nothing after `quiet_since`; the
/// outcome's rows are their ids.
pub fn gone(users: &[UserId], quiet_since: Millis) -> Write {
    Write::new(&GONE, params![users, quiet_since])
}

impl Store {
    /// The kept status; nothing for who was never seen.
    pub async fn status(&self, user: UserId) -> Result<Option<Status>> {
        self.one(&BY_ID, params![user]).await
    }

    pub async fn statuses(&self, users: &[UserId]) -> Result<Vec<Status>> {
        self.all(&BY_IDS, params![users]).await
    }

    /// Users after `after`, in the order of their ids, who are shown as present without having chosen it.
    pub async fn present_users(&self, after: UserId, limit: usize) -> Result<Vec<UserId>> {
        self.all(&PRESENT, params![after, limit]).await
    }

    /// Who asked not to be disturbed until `now_s` (in seconds) or earlier.
    pub async fn statuses_dnd_ended(&self, now_s: i64, limit: usize) -> Result<Vec<Status>> {
        self.all(&DND_ENDED, params![now_s, limit]).await
    }
}
