//! Memory: what a node holds of the store, bounded, and forgotten by the facts that follow changes.
//!
//! [`World`] is the set of caches; each names its bound in bytes and counts hits. Nothing here knows who asks, what a
//! caller may, or how other nodes are told: the server's changes call `forget…`, and the next reader loads anew.

mod cached;
pub mod listeners;
pub mod schemes;
pub mod subscribers;
pub mod tries;
mod weigh;
pub mod windows;
mod world;

pub use cached::{CacheSize, Cached, Weigh};
pub use listeners::Listeners;
pub use subscribers::Subscribers;
pub use world::{
    EmojiNamed, GroupNamed, Memberships, OUTGOING_HOOKS_PER_TEAM_MAX, OutgoingHooks, Picture, PictureKey, Standing,
    TokenHash, World,
};
