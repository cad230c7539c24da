//! What is said of an import: how far it is, and what it did.

use crate::bulk::left_out::LeftOut;
use crate::bulk::notes::Notes;

/// How far an import is, and what it did.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// The last line that is done.
    pub line: u64,
    /// All lines are done, and the next step makes the indexes that an empty store was filled without.
    pub is_indexing: bool,
    /// Bytes of lines that are done, and of all.
    pub read: u64,
    pub size: u64,
    /// Posts and replies that are new, and those that were there.
    pub posts: u64,
    pub posts_known: u64,
    pub teams: u64,
    pub channels: u64,
    pub users: u64,
    pub files: u64,
    pub warnings: u64,
    /// The first of them.
    pub warned: Vec<String>,
    /// Posts that were there and got something: files, properties, a pin.
    pub posts_changed: u64,
    /// Rows that the source has no more, where it sends records.
    pub gone: u64,
    /// What was read otherwise than the file has it.
    pub notes: Notes,
    /// What of the source is no line, or comes otherwise than it is there.
    pub left_out: LeftOut,
}
