//! Fan-out of events from a node's changes to the connections of its users.
//!
//! [`hub`] knows which users are connected and where they belong. It hands each event to the connections of its
//! audience. A [`connection`] has a bounded queue, numbers its events, and keeps the last ones for a reconnect. Nothing
//! here knows sockets, requests or the store: the owner of a socket takes frames from its connection.

pub mod connection;
mod event;
pub mod hub;
mod people;
pub mod records;
mod shard;
mod shown_present;
mod visibility;

pub use shown_present::{Absences, RETURN_WAIT};
