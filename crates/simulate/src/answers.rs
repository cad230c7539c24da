//! The parts of the server's answers that simulated users look at; everything else is skipped while reading.

use std::borrow::Cow;
use std::collections::HashMap;

use base::Id;
use serde::Deserialize;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct PostAnswer<'a> {
    pub id: Id,
    pub channel_id: Id,
    pub user_id: Id,
    pub root_id: Id,
    pub create_at: i64,
    pub update_at: i64,
    pub delete_at: i64,
    #[serde(borrow)]
    pub r#type: Cow<'a, str>,
    #[serde(borrow)]
    pub message: Cow<'a, str>,
    pub metadata: Metadata,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Metadata {
    #[serde(deserialize_with = "null_is_default")]
    pub files: Vec<FileAnswer>,
    #[serde(deserialize_with = "null_is_default")]
    pub priority: Priority,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Priority {
    #[serde(deserialize_with = "null_is_default")]
    pub requested_ack: bool,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct FileAnswer {
    pub id: Id,
    pub extension: String,
    pub has_preview_image: bool,
}

/// A list of posts: pages of channels, threads and searches.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PostsAnswer<'a> {
    #[serde(deserialize_with = "null_is_default")]
    pub order: Vec<Id>,
    #[serde(borrow, deserialize_with = "null_is_default")]
    pub posts: HashMap<Id, PostAnswer<'a>>,
    #[serde(deserialize_with = "null_is_default")]
    pub has_next: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct UserAnswer {
    pub id: Id,
    pub username: String,
    pub roles: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct TeamAnswer {
    pub id: Id,
    pub name: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct TeamMemberAnswer {
    pub team_id: Id,
    pub delete_at: i64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ChannelAnswer {
    pub id: Id,
    pub team_id: Id,
    pub r#type: String,
    pub name: String,
    pub delete_at: i64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ChannelMemberAnswer {
    pub channel_id: Id,
    pub user_id: Id,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct StatsAnswer {
    pub member_count: u32,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct StatusAnswer {
    pub user_id: Id,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PreferenceAnswer {
    pub category: String,
    pub name: String,
    pub value: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ThreadsAnswer<'a> {
    #[serde(borrow, deserialize_with = "null_is_default")]
    pub threads: Vec<ThreadAnswer<'a>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ThreadAnswer<'a> {
    pub id: Id,
    pub last_reply_at: i64,
    pub unread_replies: i64,
    #[serde(borrow)]
    pub post: PostAnswer<'a>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ReactionAnswer {
    pub user_id: Id,
    pub post_id: Id,
    pub emoji_name: Box<str>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct CategoriesAnswer {
    #[serde(deserialize_with = "null_is_default")]
    pub categories: Vec<CategoryAnswer>,
}

/// A category of the sidebar, whole: it is sent back when a channel moves.
#[derive(Clone, Debug, Default, Deserialize, serde::Serialize)]
#[serde(default)]
pub struct CategoryAnswer {
    pub id: Box<str>,
    pub user_id: Id,
    pub team_id: Id,
    pub sort_order: i64,
    pub sorting: Box<str>,
    pub r#type: Box<str>,
    pub display_name: Box<str>,
    pub muted: bool,
    pub collapsed: bool,
    #[serde(deserialize_with = "null_is_default")]
    pub channel_ids: Vec<Id>,
}

/// `users` beside `out_of_channel`, as the autocompletion of names answers.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct AutocompleteAnswer {
    #[serde(deserialize_with = "null_is_default")]
    pub users: Vec<UserAnswer>,
    #[serde(deserialize_with = "null_is_default")]
    pub out_of_channel: Vec<UserAnswer>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct UploadAnswer {
    pub file_infos: Vec<FileAnswer>,
}

/// `null` where a list or an object is announced means an empty one.
pub fn null_is_default<'de, D: serde::Deserializer<'de>, T: Default + Deserialize<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}
