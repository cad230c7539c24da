//! What a line may say. Absent fields leave alone what is there; fields that are not known are passed over.
//!
//! Ids, and times at which places and people came, are our own addition: other programs do not write them. What has one is made with it, and found by it again.

use std::collections::BTreeMap;

use base::{Id, Millis};
use files::ObjectPath;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value as Json;
use store::Value;
use store::records::Table;
use wire::omit::JsonMap;

use crate::bulk::settings::{ChannelNotices, Notices, Settings};

/// One line: the name of its kind, and under that name what it is about.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Line {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub info: Option<Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<Team>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel: Option<Channel>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<Box<User>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<Bot>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emoji: Option<Emoji>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub post: Option<Thread>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direct_channel: Option<Conversation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direct_post: Option<Thread>,
}

/// What a line is about.
#[derive(Debug, Clone)]
pub enum Of {
    Team(Team),
    Channel(Channel),
    User(Box<User>),
    Bot(Bot),
    Emoji(Emoji),
    /// In a channel of a team or in a conversation.
    Thread(Box<Thread>),
    Conversation(Conversation),
    /// A row of a server with the same tables as this one.
    Record(Box<Record>),
    /// Roles and schemes, which this program does not bring along.
    PassedOver,
}

/// A row that is kept as it is there, under its ids.
#[derive(Debug, Clone)]
pub struct Record {
    pub table: &'static Table,
    /// By the table's columns. Secrets are in the clear: they are sealed when they are written.
    pub values: Vec<Value>,
    /// Objects that belong to it.
    pub objects: Vec<Object>,
}

/// An object of the source's file store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// Its name there, which [`Origin::data`](crate::bulk::source::Origin::data) takes.
    pub from: String,
    pub to: ObjectPath,
    /// Bytes it has, when the row says so.
    pub size: Option<u64>,
    /// Whether its absence is worth a warning.
    pub is_needed: bool,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Team {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub create_at: Option<Millis>,
    pub name: String,
    pub display_name: String,
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_open_invite: Option<bool>,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Channel {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub create_at: Option<Millis>,
    pub team: String,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Millis>,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct User {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub create_at: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile_image: Option<String>,
    pub username: String,
    pub email: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auth_service: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auth_data: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// The hash of a password, in one of the forms that this program checks; our own addition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub password_hash: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nickname: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roles: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locale: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delete_at: Option<Millis>,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_as_default")]
    pub teams: Vec<TeamMember>,
    #[serde(flatten)]
    pub settings: Settings,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notify_props: Option<Notices>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom_status: Option<Json>,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TeamMember {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roles: Option<String>,
    /// JSON as a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_as_default")]
    pub channels: Vec<ChannelMember>,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelMember {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roles: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notify_props: Option<ChannelNotices>,
    #[serde(skip_serializing_if = "std::ops::Not::not", deserialize_with = "null_as_default")]
    pub favorite: bool,
    #[serde(flatten)]
    pub seen: Seen,
}

/// What a member has read of a channel; all zero, and everything is unread, when nothing is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Seen {
    #[serde(skip_serializing_if = "is_zero", deserialize_with = "null_as_default")]
    pub mention_count: i64,
    #[serde(skip_serializing_if = "is_zero", deserialize_with = "null_as_default")]
    pub mention_count_root: i64,
    /// The format's own spelling.
    #[serde(rename = "urgend_mention_count", skip_serializing_if = "is_zero", deserialize_with = "null_as_default")]
    pub urgent_mention_count: i64,
    #[serde(skip_serializing_if = "is_zero", deserialize_with = "null_as_default")]
    pub msg_count: i64,
    #[serde(skip_serializing_if = "is_zero", deserialize_with = "null_as_default")]
    pub msg_count_root: i64,
    #[serde(skip_serializing_if = "is_zero", deserialize_with = "null_as_default")]
    pub last_viewed_at: Millis,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Bot {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Id>,
    pub username: String,
    /// A username, of an account that may not exist here.
    pub owner: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile_image: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delete_at: Option<Millis>,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Emoji {
    pub name: String,
    pub image: String,
}

/// A post with what was answered: in a channel of a team, or among the people of a conversation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Thread {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub team: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub channel: String,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_as_default")]
    pub channel_members: Vec<String>,
    /// The root that the replies belong to, when it is in a line before: then there is no post in this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root_id: Option<Id>,
    #[serde(flatten)]
    pub post: Post,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_as_default")]
    pub replies: Vec<Post>,
    /// Absent: those who wrote follow the thread.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread_followers: Option<Vec<Follower>>,
}

/// What a post and a reply have in common.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Post {
    /// The same in every run, where the source has one: by it the post is found again, whatever it says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Id>,
    pub user: String,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Absent is refused; empty is a post that is nothing but its files or props.
    pub message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub props: Option<JsonMap>,
    pub create_at: Millis,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit_at: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_pinned: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_as_default")]
    pub flagged_by: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_as_default")]
    pub reactions: Vec<Reaction>,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_as_default")]
    pub attachments: Vec<Attachment>,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Reaction {
    pub user: String,
    pub emoji_name: String,
    pub create_at: Millis,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Attachment {
    pub path: String,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Follower {
    pub user: String,
    #[serde(deserialize_with = "null_as_default")]
    pub last_viewed: Millis,
    #[serde(deserialize_with = "null_as_default")]
    pub unread_mentions: i64,
}

/// A direct or group channel, of those whom `members` or `participants` name.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Conversation {
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_as_default")]
    pub members: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_as_default")]
    pub participants: Vec<Participant>,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_as_default")]
    pub favorited_by: Vec<String>,
    /// Absent: everybody's sidebar shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown_by: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Participant {
    pub username: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notify_props: Option<BTreeMap<String, String>>,
    #[serde(flatten)]
    pub seen: Seen,
}

impl Conversation {
    /// Who takes part, each once.
    pub fn people(&self) -> Vec<&str> {
        let named = self.participants.iter().map(|one| one.username.as_str());
        let mut people: Vec<&str> = self.members.iter().map(String::as_str).chain(named).collect();
        people.sort_unstable();
        people.dedup();
        people
    }
}

impl Thread {
    /// The post, unless it is in another line, and its replies, in the order of the file.
    pub fn posts(&self) -> impl Iterator<Item = &Post> {
        self.root_id.is_none().then_some(&self.post).into_iter().chain(&self.replies)
    }
}

impl Post {
    pub fn text(&self) -> &str {
        self.message.as_deref().unwrap_or_default()
    }
}

fn is_zero(number: &i64) -> bool {
    *number == 0
}

/// `null` as nothing: programs write it for empty lists and for counts that they do not have. Elsewhere it costs a line a
/// second reading.
fn null_as_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::<T>::deserialize(deserializer)?.unwrap_or_default())
}
