//! Changes and their consequences in one process.
//!
//! A [`change`] is the only way to write what clients see, and the only way to publish it. Its consequences
//! ([`consequence`]) invalidate caches, publish events to the hub, update the search index, and reach other nodes
//! through a port ([`others`]). [`rights`] authorizes requests, events, schedules and jobs alike. Nothing here knows
//! requests, sockets or a noun of the API.

pub mod change;
pub mod consequence;
pub mod error;
pub mod feeding;
mod indexed;
pub mod indexing;
pub mod leases;
mod node;
pub mod others;
pub mod rights;
pub mod roles;
pub mod settings;

pub use node::{API_VERSION, Node, Parts};
