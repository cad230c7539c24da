//! Devices: whom a phone or a closed browser can tell. A device belongs to a session, so it ends with the session.

use base::Millis;
use base::ids::{ChannelId, SessionId, UserId};
use wire::omit::StringMap;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, params};

crate::statements! {
    /// Index sessions_device.
    OWNERS = "SessionStore.GetDeviceOwners" =>
        "SELECT DISTINCT s.user_id, CASE WHEN s.device_id LIKE 'webpush:%' THEN 1 ELSE 0 END FROM sessions s \
         WHERE s.device_id <> '' AND s.device_id > '' ORDER BY 1, 2 LIMIT $1";
    /// Reads all members: what it finds is kept in memory.
    WATCHERS = "ChannelStore.GetPushWatchers" =>
        "SELECT m.user_id FROM channel_members m JOIN users u ON u.id = m.user_id \
         WHERE m.channel_id = $1 AND u.delete_at = 0 \
            AND (m.notify_props LIKE '%\"push\":\"all\"%' OR u.notify_props LIKE '%\"push\":\"all\"%') \
         ORDER BY m.user_id LIMIT $2";
    /// Indexes sessions_user and the members' own.
    DUE = "SessionStore.GetDevicesDue" =>
        "SELECT s.id, s.user_id, s.device_id, s.props, m.notify_props FROM sessions s \
         JOIN channel_members m ON m.channel_id = $1 AND m.user_id = s.user_id \
         WHERE s.user_id = ANY($2) AND s.device_id <> '' AND (s.expires_at = 0 OR s.expires_at > $3) \
         ORDER BY s.user_id, s.last_activity_at DESC, s.id LIMIT $4";
    /// Index thread_memberships_unread, and that of a user's memberships.
    MENTIONS = "ChannelStore.GetUnreadMentionsOfUsers" =>
        "SELECT u.id, \
            COALESCE((SELECT CAST(SUM(m.mention_count) AS BIGINT) FROM channel_members m \
                JOIN channels c ON c.id = m.channel_id WHERE m.user_id = u.id AND c.delete_at = 0), 0), \
            COALESCE((SELECT CAST(SUM(m.mention_count_root) AS BIGINT) FROM channel_members m \
                JOIN channels c ON c.id = m.channel_id WHERE m.user_id = u.id AND c.delete_at = 0), 0), \
            COALESCE((SELECT CAST(SUM(m.unread_mentions) AS BIGINT) FROM thread_memberships m \
                JOIN threads t ON t.post_id = m.post_id WHERE m.user_id = u.id AND m.following = 1 \
                AND m.last_view_at < m.last_reply_at AND t.delete_at = 0), 0) \
         FROM users u WHERE u.id = ANY($1) ORDER BY u.id";
}

/// A device of a member of a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    pub session: SessionId,
    pub user: UserId,
    pub device_id: String,
    /// Of the session.
    pub props: StringMap,
    /// What the member wants to be told of in the channel.
    pub notify_props: StringMap,
}

/// Mentions that a user has not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mentions {
    pub user: UserId,
    pub all: i64,
    /// Outside threads.
    pub root: i64,
    /// In threads that the user follows.
    pub threads: i64,
}

impl FromRow for Mentions {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Mentions { user: row.id()?, all: row.int()?, root: row.int()?, threads: row.int()? })
    }
}

/// Whether a device is a browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IsBrowser(pub bool);

impl FromRow for IsBrowser {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(IsBrowser(row.bool()?))
    }
}

impl FromRow for Due {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Due {
            session: row.id()?,
            user: row.id()?,
            device_id: row.text()?,
            props: row.json()?,
            notify_props: row.json()?,
        })
    }
}

impl Store {
    /// Users with a device, and of which kind, those included whose session ended by itself.
    pub async fn device_owners(&self, limit: usize) -> Result<Vec<(UserId, IsBrowser)>> {
        self.all(&OWNERS, params![limit]).await
    }

    /// Members who may want to be told of every post of a channel.
    pub async fn push_watchers(&self, channel: ChannelId, limit: usize) -> Result<Vec<UserId>> {
        self.all(&WATCHERS, params![channel, limit]).await
    }

    /// The devices of those of `users` who belong to a channel, by user and the one used last first.
    pub async fn devices_due(
        &self,
        channel: ChannelId,
        users: &[UserId],
        now: Millis,
        limit: usize,
    ) -> Result<Vec<Due>> {
        self.all(&DUE, params![channel, users, now, limit]).await
    }

    /// What each of `users` has not read of what called them.
    pub async fn unread_mentions(&self, users: &[UserId]) -> Result<Vec<Mentions>> {
        self.all(&MENTIONS, params![users]).await
    }
}
