//! Files: what is known of one, resumable uploads, and file search.

use base::Millis;
use base::ids::{ChannelId, FileId, PostId, UploadId, UserId};
use serde::{Deserialize, Serialize};

use crate::omit;

/// What is known of a stored file. Where it lies is never sent.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FileInfo {
    pub id: FileId,
    pub user_id: UserId,
    /// Empty until the file is posted.
    #[serde(skip_serializing_if = "none")]
    pub post_id: PostId,
    pub channel_id: ChannelId,
    pub create_at: Millis,
    pub update_at: Millis,
    pub delete_at: Millis,
    #[serde(skip)]
    pub path: String,
    #[serde(skip)]
    pub thumbnail_path: String,
    #[serde(skip)]
    pub preview_path: String,
    pub name: String,
    /// Lower case, without the dot.
    pub extension: String,
    pub size: i64,
    pub mime_type: String,
    #[serde(skip_serializing_if = "omit::zero")]
    pub width: i64,
    #[serde(skip_serializing_if = "omit::zero")]
    pub height: i64,
    #[serde(skip_serializing_if = "omit::off")]
    pub has_preview_image: bool,
    /// A tiny JPEG, base64, shown while the file loads.
    pub mini_preview: Option<String>,
    /// Text found inside, for search.
    #[serde(skip)]
    pub content: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub remote_id: String,
    pub archived: bool,
}

fn none(id: &PostId) -> bool {
    id.is_none()
}

impl FileInfo {
    pub fn is_image(&self) -> bool {
        self.mime_type.starts_with("image/")
    }
}

/// Answer of `POST /files`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FileUpload {
    pub file_infos: Vec<FileInfo>,
    /// The names by which the client knows its uploads, echoed; `null` for a raw body without one.
    pub client_ids: Option<Vec<String>>,
}

/// [`UploadSession::kind`] of files for posts.
pub const UPLOAD_ATTACHMENT: &str = "attachment";
/// [`UploadSession::kind`] of archives for import.
pub const UPLOAD_IMPORT: &str = "import";

/// An upload in parts that survives broken connections.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct UploadSession {
    pub id: UploadId,
    #[serde(rename = "type")]
    pub kind: String,
    pub create_at: Millis,
    pub user_id: UserId,
    #[serde(skip_serializing_if = "no_channel")]
    pub channel_id: ChannelId,
    pub filename: String,
    #[serde(skip)]
    pub path: String,
    pub file_size: i64,
    /// Bytes received so far.
    pub file_offset: i64,
    pub remote_id: String,
    pub req_file_id: String,
}

fn no_channel(id: &ChannelId) -> bool {
    id.is_none()
}

/// Answer of `GET /files/{file_id}/link`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FileLink {
    pub link: String,
}

/// Answer of the file searches.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FileInfoList {
    pub order: Vec<FileId>,
    pub file_infos: std::collections::BTreeMap<FileId, FileInfo>,
    pub next_file_info_id: FileId,
    pub prev_file_info_id: FileId,
    pub first_inaccessible_file_time: Millis,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_file_lies_is_not_sent() {
        let info = FileInfo {
            path: "secret".into(),
            thumbnail_path: "secret".into(),
            preview_path: "secret".into(),
            content: "secret".into(),
            name: "note.txt".into(),
            ..FileInfo::default()
        };
        assert_eq!(
            serde_json::to_string(&info).expect("plain data"),
            r#"{"id":"","user_id":"","channel_id":"","create_at":0,"update_at":0,"delete_at":0,"name":"note.txt","extension":"","size":0,"mime_type":"","mini_preview":null,"remote_id":"","archived":false}"#
        );
    }
}
