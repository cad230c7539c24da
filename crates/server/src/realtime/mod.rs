//! Realtime: from connections to sockets.
//!
//! [`delivery`] hands each event to the connections it is for; a connection begins or goes on by [`arrival`], and a
//! [`socket`] moves its frames;
//! [`actions`] are what clients ask over it; [`people::presence`] says who is there. A node that ends takes leave of its
//! clients ([`draining`]); one that is alone keeps their connections for the next start ([`saved_connections`]).

pub mod actions;
pub mod arrival;
pub mod draining;
pub mod handshake;
pub mod saved_connections;
pub mod socket;
