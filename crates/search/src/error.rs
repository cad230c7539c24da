//! Why the search does not do what it is asked for.

/// Why the index did not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("search index: {0}")]
    Index(#[from] tantivy::TantivyError),
    #[error("search index folder: {0}")]
    Folder(#[from] std::io::Error),
    /// What was queued could not be written; the log says why, and the cursor stayed where it was.
    #[error("the search index could not be written")]
    NotWritten,
    #[error("the search index is closed")]
    Closed,
    #[error("a search ended abnormally")]
    Aborted,
    /// The search server does not answer; it may later.
    #[error("the search server does not answer: {0}")]
    Unavailable(String),
    /// The search server answers something that was not expected.
    #[error("the search server refuses: {0}")]
    Refused(String),
    #[error(transparent)]
    Store(#[from] store::Error),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;
