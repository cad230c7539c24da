//! Drafts: what a user has begun to write, on every device.

use base::Millis;
use base::ids::{ChannelId, PostId, UserId};
use serde::{Deserialize, Serialize};

use crate::omit::{self, JsonMap};
use crate::posts::PostMetadata;

/// An unfinished post, at most one per user, channel and thread.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Draft {
    pub create_at: Millis,
    pub update_at: Millis,
    pub delete_at: Millis,
    pub user_id: UserId,
    pub channel_id: ChannelId,
    pub root_id: PostId,
    pub message: String,
    #[serde(rename = "type", skip_serializing_if = "String::is_empty")]
    pub kind: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub props: JsonMap,
    /// As the client named them, which may be what is no id: nothing is attached before the post is sent.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "omit::null_as_default")]
    pub file_ids: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Box<PostMetadata>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<JsonMap>,
}
