//! Full-text search of posts and files, in one of several engines.
//!
//! | engine | where | fed |
//! |---|---|---|
//! | [`Index`] | beside the server, the default | each node tells its own of each change |
//! | [`target::Database`] | the database's full text | one node follows the store |
//! | [`OpenSearch`] | OpenSearch or Elasticsearch | one node follows the store |
//!
//! All cut texts by the same rules (`words`), so the same search finds the same in each. An index is derived data:
//! everything in it can be read again from the store, so it is allowed to fall behind, to be lost and to be thrown
//! away. It knows no rights and no names: who asks says which channels count ([`SearchScope`]) and reads the posts
//! found from the store.
//!
//! Into the embedded index go changes, through a bounded queue to one thread (`indexer`). A post that does
//! not fit is refused at once rather than making its author wait; the index then says that it
//! [fell behind](Index::fell_behind), and its owner feeds it from the store again, from the
//! [`Cursor`] that is committed together with the documents:
//!
//! ```text
//! loop {
//!     let replay = index.replay(Kind::Posts);
//!     let mut from = replay.cursor();
//!     while let page @ [.., last] = store.changed_after(from) { from = replay.feed(page, last).await? }
//!     if replay.finish() { index.fell_behind(Kind::Posts).await }
//! }
//! ```
//!
//! Out of every engine come ids, newest first. In the embedded index and on a search server documents lie in that order
//! inside of every segment, so a search stops as soon as its page is full: its cost does not grow with history.

mod ask;
mod changes;
mod cursor;
mod engine;
mod error;
mod feeder;
mod index;
mod indexed_versions;
mod indexer;
mod known;
mod newest;
mod open;
mod opensearch;
mod query;
mod scan;
mod schema;
mod shared;
pub mod source;
mod stems;
pub mod target;
mod words;

#[cfg(test)]
mod model;
#[cfg(test)]
mod tests;

pub use changes::{Change, FileDoc, PostDoc, TEXT_BYTES_MAX};
pub use cursor::{Cursor, Kind, Mark};
pub use engine::Engine;
pub use error::{Error, Result};
pub use feeder::{Build, Feeder, Progress};
pub use index::{Behind, Index, Page, Replay};
pub use opensearch::{OpenSearch, Options, fuzzed};
pub use query::SearchScope;
pub use shared::{Fallback, Shared};
pub use target::Target;
