//! Realtime: events from changes to sockets.
//!
//! [`hub`] knows who is connected and who belongs where, and hands each event to the connections
//! it is for; a [`connection`] queues within bounds, numbers and remembers what it sent; a
//! [`socket`] moves frames; [`actions`] are what clients ask over it.

pub mod actions;
pub mod handshake;
pub mod presence;
pub mod socket;
