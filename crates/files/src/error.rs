//! What can go wrong with stored objects, told apart by what the caller does next.

use std::io;

/// An object store's refusal or failure.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("no such object")]
    NotFound,
    #[error("not a path of an object")]
    BadPath,
    /// The range begins behind the end of an object of `size` bytes.
    #[error("range outside of an object of {size} bytes")]
    RangeOutside { size: u64 },
    /// An append would leave a hole: `size` bytes are there.
    #[error("append behind the end of an object of {size} bytes")]
    Gap { size: u64 },
    /// Somebody else appends to this object right now.
    #[error("object is being appended to")]
    Busy,
    /// The store does not answer; it may in a moment.
    #[error("{action}: the object store cannot be reached: {reason}")]
    Unreachable { action: &'static str, reason: String },
    /// The store itself failed.
    #[error("{action}: {source}")]
    Store { action: &'static str, source: io::Error },
}

impl FileError {
    /// Wraps an error about one object with what was being done; a missing file is
    /// [`FileError::NotFound`].
    pub(crate) fn doing(action: &'static str) -> impl Fn(io::Error) -> FileError {
        move |source| match source.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => FileError::NotFound,
            _ => FileError::Store { action, source },
        }
    }

    /// The same where nothing is looked for: a missing folder is the store's failure.
    pub(crate) fn failing(action: &'static str) -> impl Fn(io::Error) -> FileError {
        move |source| FileError::Store { action, source }
    }
}
