//! Channel events: a number for each change of a channel that clients hear of, in the order of the commits.
//!
//! Counted only where several nodes serve the same channels. The row's lock, held until the commit, makes the order of
//! the numbers that of the commits. A row is some 60 bytes and updated in place.

use base::ids::{ChannelId, TeamId, UserId};

use crate::error::Result;
use crate::{Store, Write, params};

crate::statements! {
    COUNT = "ChannelEventStore.Count" =>
        "INSERT INTO channel_events (channel_id, number) VALUES ($1, 1) \
         ON CONFLICT (channel_id) DO UPDATE SET number = channel_events.number + 1 \
         RETURNING channel_id, number";
    /// By the index of channel members on the user.
    COUNT_OF_MEMBER = "ChannelEventStore.CountOfMember" =>
        "INSERT INTO channel_events (channel_id, number) \
         SELECT m.channel_id, 1 FROM channel_members m JOIN channels c ON c.id = m.channel_id \
            WHERE m.user_id = $1 AND c.team_id = $2 ORDER BY m.channel_id \
         ON CONFLICT (channel_id) DO UPDATE SET number = channel_events.number + 1 \
         RETURNING channel_id, number";
    NUMBER = "ChannelEventStore.GetNumber" => "SELECT number FROM channel_events WHERE channel_id = $1";
    NUMBERS = "ChannelEventStore.GetNumbers" =>
        "SELECT channel_id, number FROM channel_events WHERE channel_id = ANY($1) ORDER BY channel_id";
}

/// Counts a change of the channel; the outcome's row is the channel with its number.
pub fn count(channel: ChannelId) -> Write {
    Write::new(&COUNT, params![channel])
}

/// Counts a change of each channel of the team that the user belongs to; the outcome's rows are those channels with
/// their numbers.
pub fn count_of_member(user: UserId, team: TeamId) -> Write {
    Write::new(&COUNT_OF_MEMBER, params![user, team])
}

impl Store {
    /// The numbers of those of `channels` that were ever counted.
    pub async fn channel_event_numbers(&self, channels: &[ChannelId]) -> Result<Vec<(ChannelId, i64)>> {
        self.all(&NUMBERS, params![channels]).await
    }

    /// How many changes a channel has seen; nothing before its first.
    pub async fn channel_event_number(&self, channel: ChannelId) -> Result<Option<i64>> {
        self.one(&NUMBER, params![channel]).await
    }
}
