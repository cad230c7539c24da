//! Posts, their metadata, and the lists in which they travel.
//!
//! The store keeps the fields of the row; [`PostMetadata`] and the thread fields are filled in for
//! the viewer who asks. An encoded post is shared by all answers that contain it.

use base::Millis;
use base::ids::{ChannelId, FileId, PostId, TeamId, UserId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::emoji::Emoji;
use crate::files::FileInfo;
use crate::omit::{self, JsonMap};
use crate::reactions::Reaction;
use crate::users::User;

/// [`Post::kind`] of posts that the server writes begin so; clients may not send them.
pub const SYSTEM_PREFIX: &str = "system_";
/// [`Post::kind`] that integrations may invent begin so.
pub const CUSTOM_PREFIX: &str = "custom_";
/// Seen by one user, never stored.
pub const EPHEMERAL: &str = "system_ephemeral";
/// Posts with message attachments.
pub const SLACK_ATTACHMENT: &str = "slack_attachment";
pub const ME: &str = "me";
pub const REMINDER: &str = "reminder";
pub const ADD_BOT_TEAMS_CHANNELS: &str = "add_bot_teams_channels";
pub const GENERIC: &str = "system_generic";
pub const JOIN_CHANNEL: &str = "system_join_channel";
pub const GUEST_JOIN_CHANNEL: &str = "system_guest_join_channel";
pub const LEAVE_CHANNEL: &str = "system_leave_channel";
pub const JOIN_TEAM: &str = "system_join_team";
pub const LEAVE_TEAM: &str = "system_leave_team";
pub const AUTO_RESPONDER: &str = "system_auto_responder";
pub const ADD_TO_CHANNEL: &str = "system_add_to_channel";
pub const ADD_GUEST_TO_CHANNEL: &str = "system_add_guest_to_chan";
pub const REMOVE_FROM_CHANNEL: &str = "system_remove_from_channel";
pub const MOVE_CHANNEL: &str = "system_move_channel";
pub const ADD_TO_TEAM: &str = "system_add_to_team";
pub const REMOVE_FROM_TEAM: &str = "system_remove_from_team";
pub const HEADER_CHANGE: &str = "system_header_change";
pub const DISPLAY_NAME_CHANGE: &str = "system_displayname_change";
pub const CONVERT_CHANNEL: &str = "system_convert_channel";
pub const PURPOSE_CHANGE: &str = "system_purpose_change";
pub const CHANNEL_DELETED: &str = "system_channel_deleted";
pub const CHANNEL_RESTORED: &str = "system_channel_restored";
pub const CHANGE_PRIVACY: &str = "system_change_chan_privacy";
pub const GROUP_TO_CHANNEL: &str = "system_gm_to_channel";

/// Types that people joining and leaving cause; they count as nothing unread.
pub const JOIN_LEAVE: [&str; 10] = [
    "system_join_leave",
    "system_add_remove",
    JOIN_CHANNEL,
    LEAVE_CHANNEL,
    JOIN_TEAM,
    LEAVE_TEAM,
    ADD_TO_CHANNEL,
    REMOVE_FROM_CHANNEL,
    ADD_TO_TEAM,
    REMOVE_FROM_TEAM,
];

pub const PROP_FROM_WEBHOOK: &str = "from_webhook";
pub const PROP_FROM_BOT: &str = "from_bot";
pub const PROP_FROM_OAUTH_APP: &str = "from_oauth_app";
pub const PROP_FROM_PLUGIN: &str = "from_plugin";
pub const PROP_OVERRIDE_USERNAME: &str = "override_username";
pub const PROP_OVERRIDE_ICON_URL: &str = "override_icon_url";
pub const PROP_OVERRIDE_ICON_EMOJI: &str = "override_icon_emoji";
pub const PROP_WEBHOOK_DISPLAY_NAME: &str = "webhook_display_name";
pub const PROP_ATTACHMENTS: &str = "attachments";
pub const PROP_MENTION_HIGHLIGHT_DISABLED: &str = "mentionHighlightDisabled";
pub const PROP_DISABLE_GROUP_HIGHLIGHT: &str = "disable_group_highlight";
pub const PROP_PREVIEWED_POST: &str = "previewed_post";
pub const PROP_CHANNEL_MENTIONS: &str = "channel_mentions";
pub const PROP_DELETE_BY: &str = "deleteBy";
pub const PROP_ADD_CHANNEL_MEMBER: &str = "add_channel_member";
pub const PROP_FORCE_NOTIFICATION: &str = "force_notification";

/// Something said in a channel.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Post {
    pub id: PostId,
    pub create_at: Millis,
    pub update_at: Millis,
    pub edit_at: Millis,
    pub delete_at: Millis,
    pub is_pinned: bool,
    pub user_id: UserId,
    pub channel_id: ChannelId,
    /// The thread's first post; empty for posts that begin one.
    pub root_id: PostId,
    /// For a kept old version, the post it was a version of.
    pub original_id: PostId,
    pub message: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message_source: String,
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub props: JsonMap,
    /// Separated by spaces.
    pub hashtags: String,
    /// `null` for ephemeral posts and where none of the named files could be attached.
    pub file_ids: Option<Vec<FileId>>,
    /// Chosen by the author's client, so that it knows its post again.
    pub pending_post_id: String,
    #[serde(skip_serializing_if = "omit::off")]
    pub has_reactions: bool,
    /// `Some("")` for posts of people; absent where the server or an integration wrote.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remote_id: Option<String>,
    pub reply_count: i64,
    pub last_reply_at: Millis,
    /// Filled in only for clients that collapse threads.
    pub participants: Option<Vec<User>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_following: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Box<PostMetadata>>,
}

impl Post {
    pub fn is_root(&self) -> bool {
        self.root_id.is_none()
    }

    pub fn is_deleted(&self) -> bool {
        self.delete_at > 0
    }

    pub fn is_system(&self) -> bool {
        self.kind.starts_with(SYSTEM_PREFIX)
    }

    /// True for posts about joining and leaving, which no counter counts.
    pub fn is_join_leave(&self) -> bool {
        JOIN_LEAVE.contains(&self.kind.as_str())
    }

    pub fn files(&self) -> &[FileId] {
        self.file_ids.as_deref().unwrap_or_default()
    }

    /// The text of a property, empty when it is absent or no text.
    pub fn prop(&self, name: &str) -> &str {
        self.props.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    pub fn is_from_webhook(&self) -> bool {
        self.prop(PROP_FROM_WEBHOOK) == "true"
    }

    pub fn is_from_bot(&self) -> bool {
        self.prop(PROP_FROM_BOT) == "true"
    }
}

/// What clients draw around a post without asking again.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PostMetadata {
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "omit::null_as_default")]
    pub embeds: Vec<Embed>,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "omit::null_as_default")]
    pub emojis: Vec<Emoji>,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "omit::null_as_default")]
    pub files: Vec<FileInfo>,
    #[serde(skip_serializing_if = "std::collections::BTreeMap::is_empty", deserialize_with = "omit::null_as_default")]
    pub images: std::collections::BTreeMap<String, ImageSize>,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "omit::null_as_default")]
    pub reactions: Vec<Reaction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "omit::null_as_default")]
    pub acknowledgements: Vec<Acknowledgement>,
}

/// [`Embed::kind`] of posts with attachments.
pub const EMBED_ATTACHMENT: &str = "message_attachment";
pub const EMBED_IMAGE: &str = "image";
pub const EMBED_OPENGRAPH: &str = "opengraph";
pub const EMBED_LINK: &str = "link";
pub const EMBED_PERMALINK: &str = "permalink";

/// A preview under a post.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Embed {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

/// [`Embed::data`] of a permalink.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PreviewPost {
    pub post_id: PostId,
    pub post: Post,
    pub team_name: String,
    pub channel_display_name: String,
    pub channel_type: String,
    pub channel_id: ChannelId,
}

/// Size of an image that a post refers to, known before it is loaded.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ImageSize {
    pub height: i64,
    pub width: i64,
    pub format: String,
    pub frame_count: i64,
}

/// [`Priority::priority`] of posts whose mentions are counted as urgent.
pub const URGENT: &str = "urgent";

/// The label of a root post.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Priority {
    /// Empty, `important` or [`URGENT`].
    pub priority: Option<String>,
    pub requested_ack: Option<bool>,
    pub persistent_notifications: Option<bool>,
}

/// Somebody confirmed to have read a post.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Acknowledgement {
    pub user_id: UserId,
    pub post_id: PostId,
    pub acknowledged_at: Millis,
    pub channel_id: ChannelId,
}

/// Body of `PUT /posts/{post_id}/patch`: absent fields stay as they are.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PostPatch {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_pinned: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub props: Option<JsonMap>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_ids: Option<Vec<FileId>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_reactions: Option<bool>,
}

/// Posts with their order.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PostList {
    /// Newest first, except in threads.
    pub order: Vec<PostId>,
    /// May hold roots and replies that are not in `order`.
    pub posts: std::collections::BTreeMap<PostId, Post>,
    pub next_post_id: PostId,
    pub prev_post_id: PostId,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_next: Option<bool>,
    pub first_inaccessible_post_time: Millis,
}

/// Body of `POST /posts/ephemeral`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct EphemeralForm {
    pub user_id: UserId,
    pub post: Option<Post>,
}

/// Answer of `GET /posts/{post_id}/info`: what to join in order to read.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PostInfo {
    pub channel_id: ChannelId,
    pub channel_type: String,
    pub channel_display_name: String,
    pub has_joined_channel: bool,
    pub team_id: TeamId,
    pub team_type: String,
    pub team_display_name: String,
    pub has_joined_team: bool,
}

/// Body of `POST /users/{user_id}/posts/{post_id}/reminder`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ReminderForm {
    /// Seconds, not milliseconds.
    pub target_time: i64,
}

/// Body of `POST /users/{user_id}/posts/{post_id}/set_unread`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SetUnreadForm {
    pub collapsed_threads_supported: bool,
}

/// Body of `POST /posts/{post_id}/move`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PostMove {
    pub channel_id: ChannelId,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_post_sends_what_clients_expect() {
        let post = Post {
            file_ids: Some(Vec::new()),
            remote_id: Some(String::new()),
            metadata: Some(Box::default()),
            message: "hello".into(),
            ..Post::default()
        };
        assert_eq!(
            serde_json::to_string(&post).expect("plain data"),
            r#"{"id":"","create_at":0,"update_at":0,"edit_at":0,"delete_at":0,"is_pinned":false,"user_id":"","channel_id":"","root_id":"","original_id":"","message":"hello","type":"","props":{},"hashtags":"","file_ids":[],"pending_post_id":"","remote_id":"","reply_count":0,"last_reply_at":0,"participants":null,"metadata":{}}"#
        );
    }

    #[test]
    fn a_new_post_needs_little_and_ignores_the_unknown() {
        let body =
            r#"{"channel_id":"xbtrekzzpbb1jpbbdo4rqjoiay","message":"hi","props":null,"file_ids":null,"mood":7}"#;
        let post: Post = serde_json::from_str(body).expect("a post");
        assert_eq!(post.message, "hi");
        assert!(post.props.is_empty() && post.files().is_empty() && post.is_root());
    }

    #[test]
    fn a_permalink_embed_carries_the_post() {
        let body = r#"{"embeds":[{"type":"permalink","data":{"post_id":"xbtrekzzpbb1jpbbdo4rqjoiay","post":{"message":"quoted"},"team_name":"crew","channel_display_name":"Deck","channel_type":"O","channel_id":""}}]}"#;
        let metadata: PostMetadata = serde_json::from_str(body).expect("metadata");
        let data = metadata.embeds[0].data.clone().expect("data");
        let preview: PreviewPost = serde_json::from_value(data).expect("a preview");
        assert_eq!(preview.post.message, "quoted");
    }

    #[test]
    fn an_unset_priority_keeps_its_nulls() {
        let priority = Priority { priority: Some(URGENT.into()), requested_ack: Some(false), ..Priority::default() };
        assert_eq!(
            serde_json::to_string(&priority).expect("plain data"),
            r#"{"priority":"urgent","requested_ack":false,"persistent_notifications":null}"#
        );
    }

    #[test]
    fn joining_and_leaving_are_told_from_other_system_posts() {
        let of = |kind: &str| Post { kind: kind.into(), ..Post::default() };
        assert!(of(ADD_TO_TEAM).is_join_leave());
        assert!(of(HEADER_CHANGE).is_system() && !of(HEADER_CHANGE).is_join_leave());
        assert!(!of(ME).is_system());
    }
}
