//! Caches of the store: bounded memory, invalidated by the consequences of each change.
//!
//! [`World`] is the set of caches. Each has a bound in bytes and counts hits. A change calls `forget…` to invalidate an
//! entry, and the next reader loads it again. Nothing here knows callers, rights, or how other nodes hear of a change.

mod cached;
pub mod failed_attempts;
pub mod keyword_index;
mod listed;
pub mod schemes;
pub mod subscribers;
mod weigh;
pub mod windows;
mod world;

pub use cached::{CacheSize, Cached, Held, Weigh};
pub use keyword_index::KeywordIndex;
pub use listed::ListedUsers;
pub use subscribers::Subscribers;
pub use world::{
    EmojiNamed, GroupNamed, Memberships, OUTGOING_HOOKS_PER_TEAM_MAX, OutgoingHooks, Picture, PictureKey, Standing,
    TokenHash, World,
};
