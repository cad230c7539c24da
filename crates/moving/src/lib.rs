//! Moving in: what other programs keep, read as lines of the bulk format, which [`transfer`] writes down.
//!
//! A source is an [`transfer::bulk::source::Origin`]: it sends the same lines in the same order each time, so that an import
//! that was killed goes on behind its mark. What it names gets ids made of the source's own ([`ids`]), so that a second
//! run finds what the first one made. Files of a source are a [`tree`]; nothing of it is ever written by its name.

mod accounts;
mod at;
mod channels;
mod code;
pub mod ids;
pub mod items;
mod lenient;
mod lines;
pub mod mattermost;
pub mod names;
mod posts;
pub mod rocketchat;
pub mod slack;
mod tar;
pub mod tree;
pub mod zulip;

pub use lines::Options;
