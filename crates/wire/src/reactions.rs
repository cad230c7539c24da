//! Reactions: one emoji of one user under one post.

use base::Millis;
use base::ids::{ChannelId, PostId, UserId};
use serde::{Deserialize, Serialize};

use crate::omit;

/// An emoji that a user put under a post.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Reaction {
    pub user_id: UserId,
    pub post_id: PostId,
    pub emoji_name: String,
    pub create_at: Millis,
    pub update_at: Millis,
    pub delete_at: Millis,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub remote_id: String,
    pub channel_id: ChannelId,
}
