//! Delivery: events from a node's changes to the connections of its users.
//!
//! [`hub`] knows who is connected and who belongs where, and hands each event to the connections it is for; a
//! [`connection`] queues within bounds, numbers and remembers what it sent. Nothing here knows sockets, requests or the
//! store: whoever serves a socket takes frames from its connection.

mod absences;
pub mod connection;
mod event;
pub mod hub;
mod people;
mod rank;
pub mod records;
mod shard;

pub use absences::{Absences, RETURN_WAIT};
