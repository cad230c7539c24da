//! Views of channels: unread counters, and marking channels as read.
//!
//! A view is nearly always of one channel or two, and so frequent that PostgreSQL's planning time matters. PostgreSQL plans
//! a list anew each time, which costs more than the rest. So one or two channels are separate parameters, not a list.

use base::Millis;
use base::ids::{ChannelId, UserId};

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

/// The counters come from the channel at the time of the write, so that a post in between stays unread.
macro_rules! viewed {
    ($which:literal) => {
        concat!(
            "UPDATE channel_members SET msg_count = GREATEST(msg_count, c.total_msg_count), \
                msg_count_root = GREATEST(msg_count_root, c.total_msg_count_root), mention_count = 0, \
                mention_count_root = 0, urgent_mention_count = 0, \
                last_viewed_at = GREATEST(last_viewed_at, c.last_post_at), \
                last_update_at = GREATEST(last_viewed_at, c.last_post_at) \
             FROM channels c \
             WHERE channel_members.user_id = $1 AND channel_members.channel_id ",
            $which,
            " AND c.id = channel_members.channel_id RETURNING channel_id, last_viewed_at"
        )
    };
}

macro_rules! seen {
    ($which:literal) => {
        concat!(
            "SELECT c.id, GREATEST(m.last_viewed_at, c.last_post_at), \
                CASE WHEN c.total_msg_count > m.msg_count OR c.total_msg_count_root > m.msg_count_root \
                    OR m.mention_count > 0 OR m.mention_count_root > 0 OR m.urgent_mention_count > 0 \
                    THEN 1 ELSE 0 END \
             FROM channel_members m JOIN channels c ON c.id = m.channel_id \
             WHERE m.user_id = $1 AND m.channel_id ",
            $which,
            " ORDER BY c.id"
        )
    };
}

crate::statements! {
    VIEWED = "ChannelStore.UpdateLastViewedAt" => viewed!("= ANY($2)");
    VIEWED_TWO = "ChannelStore.UpdateLastViewedAtOfTwo" => viewed!("IN ($2, $3)");
    /// The subquery, and not `FROM`, spares SQLite a table of its own for what is to be changed: every post is marked so.
    VIEWED_ONE = "ChannelStore.UpdateLastViewedAtOwn" =>
        "UPDATE channel_members SET (msg_count, msg_count_root, last_viewed_at, last_update_at) = \
            (SELECT GREATEST(channel_members.msg_count, c.total_msg_count), \
                GREATEST(channel_members.msg_count_root, c.total_msg_count_root), \
                GREATEST(channel_members.last_viewed_at, c.last_post_at), \
                GREATEST(channel_members.last_viewed_at, c.last_post_at) \
             FROM channels c WHERE c.id = $2), \
            mention_count = 0, mention_count_root = 0, urgent_mention_count = 0 \
         WHERE channel_id = $2 AND user_id = $1";
    /// By the keys of members and of preferences.
    SHARERS = "ChannelStore.GetViewsOfSharers" =>
        "SELECT m.channel_id, m.user_id, m.last_viewed_at FROM channel_members m \
         JOIN preferences p ON p.user_id = m.user_id AND p.category = $2 AND p.name = $3 \
         WHERE m.channel_id = ANY($1) AND p.value = 'true' \
            AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = m.user_id AND u.delete_at > 0) \
         ORDER BY m.channel_id, m.user_id";
    SEEN = "ChannelStore.GetViewStates" => seen!("= ANY($2)");
    SEEN_TWO = "ChannelStore.GetViewStatesOfTwo" => seen!("IN ($2, $3)");
}

/// The counters of a member after viewing a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub channel: ChannelId,
    pub last_viewed_at: Millis,
    /// Whether the channel had anything unread before.
    pub unread: bool,
}

impl FromRow for Look {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Look { channel: row.id()?, last_viewed_at: row.int()?, unread: row.bool()? })
    }
}

/// How far somebody who shows it has read a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shared {
    pub channel: ChannelId,
    pub user: UserId,
    pub last_viewed_at: Millis,
}

impl FromRow for Shared {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Shared { channel: row.id()?, user: row.id()?, last_viewed_at: row.int()? })
    }
}

/// Marks channels as read to their end; the outcome's rows are `(ChannelId, last_viewed_at)`.
pub fn viewed(user: UserId, channels: &[ChannelId]) -> Write {
    match *channels {
        // A retried view also marks posts that came in between.
        [one] => Write::new(&VIEWED_TWO, params![user, one, one]).plain(),
        [one, other] => Write::new(&VIEWED_TWO, params![user, one, other]),
        _ => Write::new(&VIEWED, params![user, channels]),
    }
}

/// Marks one channel as read to its end, as posting in it does. The channel must exist.
pub fn viewed_one(user: UserId, channel: ChannelId) -> Write {
    Write::new(&VIEWED_ONE, params![user, channel])
}

impl Store {
    /// How far those members of some channels have read whose preference is "true"; no deactivated account.
    pub async fn channel_views_shared(
        &self,
        channels: &[ChannelId],
        category: &str,
        name: &str,
    ) -> Result<Vec<Shared>> {
        self.all(&SHARERS, params![channels, category, name]).await
    }

    /// The counters that a view of these channels would set, for those in which the user is a member.
    pub async fn channel_looks(&self, user: UserId, channels: &[ChannelId]) -> Result<Vec<Look>> {
        match *channels {
            [one] => self.all(&SEEN_TWO, params![user, one, one]).await,
            [one, other] => self.all(&SEEN_TWO, params![user, one, other]).await,
            _ => self.all(&SEEN, params![user, channels]).await,
        }
    }
}
