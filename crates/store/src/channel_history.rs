//! Who belonged to which channel, and from when to when: kept after people leave.

use base::Millis;
use base::ids::{ChannelId, TeamId, UserId};

use crate::{Write, params};

crate::statements! {
    JOINED = "ChannelMemberHistoryStore.LogJoinEvent" =>
        "INSERT INTO channel_member_history (channel_id, user_id, join_time, leave_time) VALUES ($1, $2, $3, 0) \
         ON CONFLICT (channel_id, user_id, join_time) DO NOTHING";
    LEFT = "ChannelMemberHistoryStore.LogLeaveEvent" =>
        "UPDATE channel_member_history SET leave_time = $3 WHERE channel_id = $1 AND user_id = $2 AND leave_time = 0";
    LEFT_TEAM = "ChannelMemberHistoryStore.LogLeaveEventsOfTeam" =>
        "UPDATE channel_member_history SET leave_time = $3 WHERE user_id = $1 AND leave_time = 0 \
         AND channel_id IN (SELECT id FROM channels WHERE team_id = $2)";
    LEFT_STRANGERS = "ChannelMemberHistoryStore.LogLeaveEventsOutsideTeam" =>
        "UPDATE channel_member_history SET leave_time = $3 WHERE channel_id = $1 AND leave_time = 0 \
         AND NOT EXISTS (SELECT 1 FROM team_members t \
            WHERE t.team_id = $2 AND t.user_id = channel_member_history.user_id AND t.delete_at = 0)";
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

/// Notes that the user belongs to no channel of the team any longer.
pub fn left_team(user: UserId, team: TeamId, now: Millis) -> Write {
    Write::new(&LEFT_TEAM, params![user, team, now])
}

/// Notes that those who are not in the team belong to the channel no longer.
pub fn left_strangers(channel: ChannelId, team: TeamId, now: Millis) -> Write {
    Write::new(&LEFT_STRANGERS, params![channel, team, now])
}

pub fn remove_of_channel(channel: ChannelId) -> Write {
    Write::new(&REMOVE_OF_CHANNEL, params![channel])
}
