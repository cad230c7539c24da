//! Names of stored objects. Built from ids, so that nothing a user typed reaches the file system.
//!
//! A path read back from the database or an import is checked again by [`ObjectPath::parse`]:
//! relative, no `.` or `..`, no hidden names. The same names work as keys of an object store.

use std::fmt;

use base::ids::{ChannelId, EmojiId, FileId, TeamId, UploadId, UserId};
use base::{Id, Millis};

use crate::FileError;

/// Bytes of a whole path; an S3 key may have 1,024.
pub const PATH_LEN_MAX: usize = 1024;
/// Bytes of one segment; what common file systems allow.
pub const SEGMENT_LEN_MAX: usize = 255;

/// Where an object is kept: segments joined by `/`, relative to the store's root.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectPath(String);

/// Who uploaded an attachment where, and when: what its path is made of.
#[derive(Debug, Clone, Copy)]
pub struct Attachment {
    pub created_at: Millis,
    pub channel: ChannelId,
    pub user: UserId,
    pub file: FileId,
}

impl ObjectPath {
    /// A path from elsewhere.
    ///
    /// # Errors
    /// [`FileError::BadPath`] when it is empty, absolute or too long, or a segment is empty, begins
    /// with a dot, or holds a backslash or a control character.
    pub fn parse(text: &str) -> Result<Self, FileError> {
        let fits = text.len() <= PATH_LEN_MAX && text.split('/').all(is_plain_segment);
        if fits { Ok(ObjectPath(text.to_owned())) } else { Err(FileError::BadPath) }
    }

    /// An attachment's content. Days come first, so that old content can be archived by prefix.
    pub fn attachment(of: &Attachment) -> Self {
        let day = jiff::Timestamp::from_millisecond(of.created_at).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
        let day = day.strftime("%Y%m%d");
        let Attachment { channel, user, file, .. } = of;
        Self::built(format!("{day}/channels/{}/users/{}/{}", text(channel.0), text(user.0), text(file.0)))
    }

    /// The picture in a box of 120×100, next to the content.
    pub fn thumbnail(of: &Attachment) -> Self {
        Self(format!("{}_thumb.jpg", Self::attachment(of)))
    }

    /// The picture at most 1,920 wide, next to the content.
    pub fn preview(of: &Attachment) -> Self {
        Self(format!("{}_preview.jpg", Self::attachment(of)))
    }

    /// A resumable upload that has not all its bytes yet.
    pub fn upload(upload: UploadId) -> Self {
        Self::built(format!("uploads/{}", text(upload.0)))
    }

    pub fn profile_picture(user: UserId) -> Self {
        Self::built(format!("users/{}/profile.png", text(user.0)))
    }

    pub fn team_icon(team: TeamId) -> Self {
        Self::built(format!("teams/{}/icon.png", text(team.0)))
    }

    pub fn emoji(emoji: EmojiId) -> Self {
        Self::built(format!("emoji/{}/image", text(emoji.0)))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn built(path: String) -> Self {
        debug_assert!(Self::parse(&path).is_ok(), "a built path is plain");
        ObjectPath(path)
    }
}

/// All 26 characters, of [`Id::NONE`] too, whose `Display` is empty and would leave an empty segment.
fn text(id: Id) -> String {
    id.encode().into_iter().map(char::from).collect()
}

fn is_plain_segment(segment: &str) -> bool {
    !segment.is_empty()
        && segment.len() <= SEGMENT_LEN_MAX
        && !segment.starts_with('.')
        && !segment.chars().any(|c| c == '\\' || c == ':' || c.is_control())
}

impl fmt::Display for ObjectPath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl fmt::Debug for ObjectPath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Component, Path};

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_attachment_lies_under_its_day() {
        let of = Attachment {
            created_at: 1_700_000_000_000,
            channel: ChannelId(Id([1; 16])),
            user: UserId(Id([2; 16])),
            file: FileId(Id([3; 16])),
        };
        let path = ObjectPath::attachment(&of);
        assert!(path.as_str().starts_with("20231114/channels/"), "{path}");
        assert_eq!(ObjectPath::thumbnail(&of).as_str(), format!("{path}_thumb.jpg"));
        assert_eq!(ObjectPath::preview(&of).as_str(), format!("{path}_preview.jpg"));
    }

    #[test]
    fn no_id_at_all_still_makes_a_whole_path() {
        assert!(ObjectPath::parse(ObjectPath::profile_picture(UserId::NONE).as_str()).is_ok());
    }

    #[test]
    fn ways_out_of_the_root_are_refused() {
        for text in ["", "/", "/etc/passwd", "..", "a/../b", "a//b", "a/", ".partial/x", "a\\b", "a\0b", "C:x"] {
            assert!(ObjectPath::parse(text).is_err(), "{text:?}");
        }
        assert!(ObjectPath::parse("20200101/teams/noteam/räksmörgås v1.2.pdf").is_ok());
    }

    proptest! {
        #[test]
        fn whatever_is_accepted_stays_inside(text in "[./a\\\\:\u{0}é ]{0,40}") {
            if let Ok(path) = ObjectPath::parse(&text) {
                prop_assert!(Path::new(path.as_str()).components().all(|part| matches!(part, Component::Normal(_))));
            }
        }
    }
}
