//! How far the store has been indexed: committed with the documents, so both survive or neither.

use base::{Id, Millis};
use serde::{Deserialize, Serialize};

/// How much of the past is fed again after a restart. Posts become visible in the store slightly
/// out of the order of their `update_at` (other nodes, group commit); this covers the disorder.
const OVERLAP_MS: Millis = 60_000;

/// What is indexed; each kind has its own mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Posts,
    Files,
}

impl Kind {
    pub(crate) const ALL: [Kind; 2] = [Kind::Posts, Kind::Files];
}

/// A place in the order `(update_at, id)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct Mark {
    pub update_at: Millis,
    pub id: Id,
}

impl Mark {
    /// Behind everything.
    pub(crate) const END: Mark = Mark { update_at: Millis::MAX, id: Id([0xff; 16]) };

    /// Where to read from again so that nothing is missing before this.
    pub(crate) fn with_overlap(self) -> Mark {
        match self.update_at {
            0 => self,
            at => Mark { update_at: (at - OVERLAP_MS).max(0), id: Id::NONE },
        }
    }
}

/// Everything up to these marks is in the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Cursor {
    pub posts: Mark,
    pub files: Mark,
}

impl Cursor {
    pub fn of(&self, kind: Kind) -> Mark {
        match kind {
            Kind::Posts => self.posts,
            Kind::Files => self.files,
        }
    }

    pub(crate) fn set(&mut self, kind: Kind, mark: Mark) {
        match kind {
            Kind::Posts => self.posts = mark,
            Kind::Files => self.files = mark,
        }
    }

    pub(crate) fn raise(&mut self, kind: Kind, mark: Mark) {
        self.set(kind, self.of(kind).max(mark));
    }

    /// Where to feed from.
    pub(crate) fn with_overlap(self) -> Cursor {
        Cursor { posts: self.posts.with_overlap(), files: self.files.with_overlap() }
    }
}
