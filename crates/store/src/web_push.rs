//! Web Push: whom a closed browser can tell. A subscription is the device of a session, so it ends with the session.

use base::Millis;
use base::ids::{ChannelId, SessionId, UserId};
use wire::omit::StringMap;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, params};

/// Sessions of browsers among those with a device, in words that the index `sessions_device` serves.
macro_rules! subscribed {
    () => {
        "s.device_id <> '' AND s.device_id > '' AND s.device_id LIKE 'webpush:%'"
    };
}

crate::statements! {
    SUBSCRIBERS = "SessionStore.GetWebPushSubscribers" =>
        concat!("SELECT DISTINCT s.user_id FROM sessions s WHERE ", subscribed!(), " ORDER BY s.user_id LIMIT $1");
    /// Reads all members: what it finds is kept in memory.
    WATCHERS = "ChannelStore.GetWebPushWatchers" =>
        "SELECT m.user_id FROM channel_members m JOIN users u ON u.id = m.user_id \
         WHERE m.channel_id = $1 AND u.delete_at = 0 \
            AND (m.notify_props LIKE '%\"push\":\"all\"%' OR u.notify_props LIKE '%\"push\":\"all\"%') \
            AND EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = m.user_id AND s.device_id LIKE 'webpush:%') \
         ORDER BY m.user_id LIMIT $2";
    /// Indexes sessions_user and the members' own.
    DUE = "SessionStore.GetWebPushDue" =>
        "SELECT s.id, s.user_id, s.device_id, s.props, m.notify_props FROM sessions s \
         JOIN channel_members m ON m.channel_id = $1 AND m.user_id = s.user_id \
         WHERE s.user_id = ANY($2) AND s.device_id LIKE 'webpush:%' AND (s.expires_at = 0 OR s.expires_at > $3) \
         ORDER BY s.user_id, s.last_activity_at DESC, s.id LIMIT $4";
}

/// A browser of a member of a channel.
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
    /// Users with a browser that can be told, those included whose session ended by itself.
    pub async fn web_push_subscribers(&self, limit: usize) -> Result<Vec<UserId>> {
        self.all(&SUBSCRIBERS, params![limit]).await
    }

    /// Members with such a browser who may want to be told of every post of a channel.
    pub async fn web_push_watchers(&self, channel: ChannelId, limit: usize) -> Result<Vec<UserId>> {
        self.all(&WATCHERS, params![channel, limit]).await
    }

    /// The browsers of those of `users` who belong to a channel, by user and the one used last first.
    pub async fn web_push_due(
        &self,
        channel: ChannelId,
        users: &[UserId],
        now: Millis,
        limit: usize,
    ) -> Result<Vec<Due>> {
        self.all(&DUE, params![channel, users, now, limit]).await
    }
}
