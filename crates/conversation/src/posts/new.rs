//! A post that does not exist yet, and one that does since a moment.

use std::sync::Arc;

use bytes::Bytes;
use wire::posts::Post;
use wire::users::User;

use crate::source::Source;

/// A post that does not exist yet.
#[derive(Clone)]
pub struct NewPost {
    pub author: Arc<User>,
    /// Channel, root, text, kind, properties, files, pin, and in the metadata the priority, as far as the source may
    /// bring them. The rest is filled in.
    pub post: Post,
    pub source: Source,
    pub set_online: SetOnline,
}

/// Whether clients are to show the author as online.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetOnline {
    Yes,
    No,
}

impl From<bool> for SetOnline {
    fn from(yes: bool) -> Self {
        if yes { SetOnline::Yes } else { SetOnline::No }
    }
}

/// A post that is durable, and its JSON.
pub struct Written {
    pub post: Post,
    pub json: Bytes,
}
