//! Scheduled posts: drafts with a time at which the server sends them.

use base::Millis;
use base::ids::{ChannelId, PostId, ScheduledPostId, UserId};
use serde::{Deserialize, Serialize};

use crate::omit::{self, JsonMap};
use crate::posts::PostMetadata;

pub const ERROR_UNKNOWN: &str = "unknown";
pub const ERROR_CHANNEL_ARCHIVED: &str = "channel_archived";
pub const ERROR_RESTRICTED_DM: &str = "restricted_dm";
pub const ERROR_CHANNEL_NOT_FOUND: &str = "channel_not_found";
pub const ERROR_USER_MISSING: &str = "user_missing";
pub const ERROR_USER_DELETED: &str = "user_deleted";
pub const ERROR_NO_CHANNEL_PERMISSION: &str = "no_channel_permission";
pub const ERROR_NO_CHANNEL_MEMBER: &str = "no_channel_member";
pub const ERROR_THREAD_DELETED: &str = "thread_deleted";
pub const ERROR_UNABLE_TO_SEND: &str = "unable_to_send";
pub const ERROR_INVALID_POST: &str = "invalid_post";

/// A post that is sent later.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ScheduledPost {
    pub id: ScheduledPostId,
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
    pub scheduled_at: Millis,
    /// When sending was tried; 0 before.
    pub processed_at: Millis,
    /// Why it was not sent, one of the `ERROR_` names; empty otherwise.
    pub error_code: String,
}

/// Name in the answer of `GET /posts/scheduled/team/{team_id}` under which posts to people stand;
/// the other names are team ids.
pub const DIRECT_CHANNELS: &str = "directChannels";
