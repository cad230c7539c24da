//! Realtime: from connections to sockets.
//!
//! [`delivery`] hands each event to the connections it is for; a [`socket`] moves the frames of one connection;
//! [`actions`] are what clients ask over it; [`people::presence`] says who is there. A node that ends takes leave of its
//! clients ([`leaving`]); one that is alone keeps their connections for the next start ([`kept`]).

pub mod actions;
pub mod handshake;
pub mod kept;
pub mod leaving;
pub mod socket;
