//! For tests: a whole server in the process, people who use it, and the proof that events tell all.
//!
//! The server is the real one on a database of its own of either kind, with files and index in a temporary folder,
//! on a port of the loopback that the system chooses. Only password hashing is made cheap.

pub mod app;
pub mod authenticator;
pub mod cluster;
pub mod database;
pub mod directory;
pub mod provider;
pub mod simulation;
pub mod verify;

pub use app::{Person, Server, TestApp};
pub use cluster::Wires;
pub use database::{Database, ForeignDatabase, ForeignMariadb};
pub use verify::verify_change;

/// A PNG of one pixel.
pub const PICTURE: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8,
    6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89, 0, 0, 0, 0x0a, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0, 1, 0, 0, 5, 0, 1,
    0x0d, 0x0a, 0x2d, 0xb4, 0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
];
