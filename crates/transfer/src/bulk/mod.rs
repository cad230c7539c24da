//! The bulk format: the history of a server as one JSON object a line, alone or in a zip with what is attached.
//!
//! [`line`] is what a line may say, [`check`] what it must; a [`source`] is read into batches ([`gather`]) within
//! bounds, a [`file`] line by line; [`target`] writes one. What other programs write otherwise is read all the same by
//! [`repair`], [`lower`] and [`entries`], and said in [`notes`]; what cannot be brought along is said in [`left_out`]. What becomes of lines is [`crate::imports`], where they come from [`crate::exports`].

pub mod archive;
pub mod check;
mod entries;
pub mod file;
pub mod folder;
pub mod gather;
pub mod left_out;
pub mod line;
mod lines;
mod lower;
pub mod notes;
pub mod object;
pub mod repair;
pub mod settings;
pub mod source;
pub mod target;

use node::error::ApiError;

/// The one version of the format.
pub const VERSION: i64 = 1;
/// The longest line, in bytes.
pub const LINE_BYTES_MAX: usize = 16 << 20;
/// The folder of a zip that holds what lines name by a path.
pub const DATA: &str = "data";

/// A line that cannot be: which, and why.
#[derive(Debug, Clone)]
pub struct Failed {
    /// Counted from 1; 0 when it is the file as a whole.
    pub line: u64,
    pub error: ApiError,
}

impl Failed {
    /// The file as a whole cannot be used.
    pub fn whole(error: ApiError) -> Failed {
        Failed { line: 0, error }
    }

    /// As [`Result::map_err`] takes it.
    pub fn at(line: u64) -> impl Fn(ApiError) -> Failed {
        move |error| Failed { line, error }
    }
}

impl From<ApiError> for Failed {
    fn from(error: ApiError) -> Failed {
        Failed::whole(error)
    }
}

impl From<store::Error> for Failed {
    fn from(error: store::Error) -> Failed {
        Failed::whole(error.into())
    }
}

impl From<files::FileError> for Failed {
    fn from(error: files::FileError) -> Failed {
        Failed::whole(error.into())
    }
}

impl std::fmt::Display for Failed {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.line > 0 {
            write!(out, "line {}: ", self.line)?;
        }
        write!(out, "{} ({})", self.error.message, self.error.id)?;
        if self.error.detailed.is_empty() { Ok(()) } else { write!(out, ": {}", self.error.detailed) }
    }
}

impl std::error::Error for Failed {}
