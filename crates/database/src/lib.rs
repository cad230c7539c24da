//! The database: values go in under statements, values come out as rows.
//!
//! A statement is a named constant, written once for both databases (see [`dialect`]). [`Database::rows`] reads. Writes
//! are values ([`Write`]): a caller collects those that belong together, and [`Database::commit`] makes them durable all
//! at once or not at all. One writer per process groups the commits that wait into one transaction and one fsync.
//!
//! Knows no noun: what is to be known of the tables is the [`Schema`] of the crate above, which makes nouns of rows, too.
//! Only `backend/` names a database driver.

mod accent;
mod backend;
mod bounded;
pub mod dialect;
pub mod error;
pub mod foreign;
mod handle;
mod migrate;
mod options;
mod read_routing;
mod schema;
pub mod statement;
pub mod value;
pub mod write;

pub use accent::Accent;
pub use backend::Vital;
pub use bounded::Bounded;
pub use error::{Error, Result};
pub use foreign::{Foreign, ForeignColumn};
pub use handle::Database;
pub use options::{Options, Pooler, PostgresOptions};
pub use read_routing::{from_replica, from_writer};
pub use schema::{Migration, Schema};
pub use statement::Statement;
pub use value::Value;
pub use write::{Logged, Outcome, Sequel, Then, Write};
