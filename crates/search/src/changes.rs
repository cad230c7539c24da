//! What the index is fed with.

use base::Millis;
use base::ids::{ChannelId, FileId, PostId, UserId};

use crate::cursor::{Kind, Mark};

/// Text of one document that is indexed, in bytes. A post is far shorter; what a file holds beyond
/// this is not found.
pub const TEXT_BYTES_MAX: usize = 1 << 20;

/// A post as it is searched. Posts of the system and deleted posts do not belong here.
#[derive(Debug, Clone)]
pub struct PostDoc {
    pub id: PostId,
    pub channel_id: ChannelId,
    pub user_id: UserId,
    pub create_at: Millis,
    pub update_at: Millis,
    /// The message and the text of its attachments.
    pub message: String,
    /// As stored with the post: separated by blanks.
    pub hashtags: String,
}

/// A file that belongs to a post.
#[derive(Debug, Clone)]
pub struct FileDoc {
    pub id: FileId,
    pub post_id: PostId,
    pub channel_id: ChannelId,
    pub user_id: UserId,
    pub create_at: Millis,
    pub update_at: Millis,
    pub name: String,
    /// Without the dot.
    pub extension: String,
    /// Text found in the file; empty when there is none.
    pub content: String,
}

/// One step of the index. Adding what is there replaces it.
#[derive(Debug, Clone)]
pub enum Change {
    Post(PostDoc),
    PostGone(PostId),
    File(FileDoc),
    FileGone(FileId),
}

/// What the index may hold already of what is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Before {
    /// It is as new as the call. Only who reads the store can have been faster.
    Nothing,
    Perhaps,
}

impl Change {
    /// What this counts against the bytes the queue may hold.
    pub(crate) fn bytes(&self) -> usize {
        let text = match self {
            Change::Post(post) => post.message.len() + post.hashtags.len(),
            Change::File(file) => file.name.len() + file.content.len(),
            Change::PostGone(_) | Change::FileGone(_) => 0,
        };
        size_of::<Change>() + text
    }

    pub(crate) fn kind(&self) -> Kind {
        match self {
            Change::Post(_) | Change::PostGone(_) => Kind::Posts,
            Change::File(_) | Change::FileGone(_) => Kind::Files,
        }
    }

    /// How far the index is when this is in it and everything before was; a removal does not say.
    pub(crate) fn mark(&self) -> Option<Mark> {
        match self {
            Change::Post(post) => Some(Mark { update_at: post.update_at, id: post.id.into() }),
            Change::File(file) => Some(Mark { update_at: file.update_at, id: file.id.into() }),
            Change::PostGone(_) | Change::FileGone(_) => None,
        }
    }
}
