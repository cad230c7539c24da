//! Bookmarks: links and files pinned above a channel.

use base::Millis;
use base::ids::{BookmarkId, ChannelId, FileId, UserId};
use serde::{Deserialize, Serialize};

use crate::files::FileInfo;

/// [`Bookmark::kind`] of addresses.
pub const LINK: &str = "link";
/// [`Bookmark::kind`] of uploaded files.
pub const FILE: &str = "file";

/// A link or a file above a channel.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Bookmark {
    pub id: BookmarkId,
    pub create_at: Millis,
    pub update_at: Millis,
    pub delete_at: Millis,
    pub channel_id: ChannelId,
    pub owner_id: UserId,
    pub file_id: FileId,
    pub display_name: String,
    /// Counts from 0 without gaps.
    pub sort_order: i64,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub link_url: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub image_url: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub emoji: String,
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(skip_serializing_if = "none")]
    pub original_id: BookmarkId,
    #[serde(skip_serializing_if = "none")]
    pub parent_id: BookmarkId,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<FileInfo>,
}

fn none(id: &BookmarkId) -> bool {
    id.is_none()
}

/// Body of `PATCH /channels/{channel_id}/bookmarks/{bookmark_id}`: absent fields stay as they are.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct BookmarkPatch {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_id: Option<FileId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sort_order: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emoji: Option<String>,
}

/// Answer of a patch. A bookmark changed by another user than its owner is replaced by a new one.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct BookmarkUpdate {
    pub updated: Option<Bookmark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted: Option<Bookmark>,
}
