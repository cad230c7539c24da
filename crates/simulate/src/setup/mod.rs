//! Fills a server through its API: the administrator of an empty one, teams, channels, members, posts.
//!
//! `size` says how large a world is and `plan` what it consists of. `generate` makes it and goes on where it was broken
//! off; `init` makes what a run needs at least; `bulk` writes a world to a file for an import instead.

pub mod authors;
pub mod bulk;
pub mod caller;
#[cfg(test)]
pub(crate) mod fake_server;
pub mod generate;
pub mod init;
pub mod pictures;
pub mod plan;
pub mod size;

use std::path::PathBuf;

pub use caller::Caller;

use crate::net::Failure;

/// Who administers the server.
#[derive(Clone, Copy)]
pub struct Administrator<'a> {
    pub login: &'a str,
    pub password: &'a str,
}

/// One phase's progress.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub phase: &'static str,
    pub done: u64,
    pub of: u64,
}

/// Why a world is not there.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    #[error("{0}")]
    Server(#[from] Failure),
    /// The numbers do not hold together.
    #[error("{0}")]
    Size(String),
    #[error("{}: {error}", path.display())]
    State { path: PathBuf, error: String },
}
