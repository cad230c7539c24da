//! Realtime: from connections to sockets.
//!
//! [`delivery`] hands each event to the connections it is for; a [`socket`] moves the frames of one connection;
//! [`actions`] are what clients ask over it; [`people::presence`] says who is there.

pub mod actions;
pub mod handshake;
pub mod socket;
