//! The node: changes and what follows them, in one process.
//!
//! A [`change`] is the only way to write what clients see, and the only way to tell them of it. What follows it
//! ([`consequence`]) makes memory forget, goes to the hub, to the index, and by a port ([`others`]) to the other nodes.
//! [`rights`] answers who may see or do what, for requests, events, schedules and jobs alike. Nothing here knows
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
