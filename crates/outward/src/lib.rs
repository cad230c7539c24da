//! Outward: mail, and calls to programs of others, whose addresses are checked after they are resolved.
//!
//! Both have a bounded number under way and waiting, and a bounded time. Nothing here knows requests.

pub mod mail;
pub mod outbound;
