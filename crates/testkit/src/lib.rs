//! For tests: a whole server in the process, people who use it, and the proof that events tell all.
//!
//! The server is the real one on a database of its own of either kind, with files and index in a temporary folder,
//! on a port of the loopback that the system chooses. Only password hashing is made cheap.

pub mod app;
pub mod database;
pub mod verify;

pub use app::{Person, Server, TestApp};
pub use database::Database;
pub use verify::verify_change;
