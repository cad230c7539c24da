//! Who belonged to which channel, and from when to when: kept after people leave.

use base::Millis;
use base::ids::{ChannelId, UserId};

use crate::{Write, params};

crate::statements! {
    JOINED = "ChannelMemberHistoryStore.LogJoinEvent" =>
        "INSERT INTO channel_member_history (channel_id, user_id, join_time, leave_time) VALUES ($1, $2, $3, 0) \
         ON CONFLICT (channel_id, user_id, join_time) DO NOTHING";
    LEFT = "ChannelMemberHistoryStore.LogLeaveEvent" =>
        "UPDATE channel_member_history SET leave_time = $3 WHERE channel_id = $1 AND user_id = $2 AND leave_time = 0";
    REMOVE_OF_CHANNEL = "ChannelMemberHistoryStore.PermanentDeleteByChannel" =>
        "DELETE FROM channel_member_history WHERE channel_id = $1";
}

/// Notes that the user belongs to the channel from now on.
pub fn joined(channel: ChannelId, user: UserId, now: Millis) -> Write {
    Write::new(&JOINED, params![channel, user, now])
}

/// Notes that the user belongs to it no longer.
pub fn left(channel: ChannelId, user: UserId, now: Millis) -> Write {
    Write::new(&LEFT, params![channel, user, now])
}

pub fn remove_of_channel(channel: ChannelId) -> Write {
    Write::new(&REMOVE_OF_CHANNEL, params![channel])
}
