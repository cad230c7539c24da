//! Fills a server through its API: the administrator of an empty one, teams, channels, members, posts.
//!
//! `init` makes what a run needs at least; `generate` makes large worlds and goes on where it was broken off; `bulk`
//! writes them to a file for an import instead.

pub mod bulk;
pub mod door;
pub mod generate;
pub mod init;
pub mod pictures;

pub use door::Door;
