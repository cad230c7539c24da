//! Simulated users: what they know, their session, their socket, and their life from sign-in to sign-out.
//!
//! `life` draws actions and has `actions` perform them; `socket` takes the events meanwhile. All users of an agent share
//! one [`lab::Lab`].

pub mod catch_up;
pub mod events;
pub mod lab;
pub mod link;
pub mod login;
pub mod memory;
pub mod message;
pub mod poll;
pub mod session;
pub mod socket;
pub mod view;
pub mod world;

pub use lab::Lab;
pub use session::{Actor, Session};
