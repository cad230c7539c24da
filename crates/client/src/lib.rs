//! A client of the API for tests and simulated users: requests, the socket, and the state that a
//! client keeps of the world by its events.
//!
//! It knows a server by the contract in `wire` alone, and so works with any server of the API.

mod error;
pub mod rest;
pub mod socket;
pub mod state;

pub use error::{Error, Result};
pub use rest::{Answer, Rest};
pub use socket::Socket;
