//! What events say of what somebody has read.

use std::collections::BTreeMap;

use base::Millis;
use base::ids::{ChannelId, PostId, UserId};
use serde::{Deserialize, Serialize};

/// `post_unread`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PostUnread {
    pub msg_count: i64,
    pub msg_count_root: i64,
    pub mention_count: i64,
    pub mention_count_root: i64,
    pub urgent_mention_count: i64,
    pub last_viewed_at: Millis,
    pub post_id: PostId,
}

/// `thread_read_changed` of one thread.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ThreadReadChanged {
    pub thread_id: PostId,
    pub timestamp: Millis,
    pub unread_mentions: i64,
    pub unread_replies: i64,
    pub previous_unread_mentions: i64,
    pub previous_unread_replies: i64,
    pub channel_id: ChannelId,
}

/// `thread_read_changed` of all threads of a team or, by the broadcast, of a channel.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ThreadsRead {
    pub timestamp: Millis,
}

/// `multiple_channels_viewed`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelsViewed {
    pub channel_times: BTreeMap<ChannelId, Millis>,
}

/// `channels_seen`: how far a member has read channels, as told to others.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelsSeen {
    pub user_id: UserId,
    pub channel_times: BTreeMap<ChannelId, Millis>,
}
