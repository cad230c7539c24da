//! Conversation: posts, threads, drafts, files and emoji: what is said, and how it is shown.
//!
//! One function makes a post from any source ([`posts::create`]).

pub mod access;
pub mod drafts;
pub mod emoji;
pub mod files;
pub mod gifs;
pub mod image_proxy;
pub mod interactive;
pub mod linked;
pub mod mention_counters;
pub mod mentions;
pub mod named;
pub mod posts;
pub mod received;
pub mod removal;
pub mod scheduled_posts;
pub mod seen;
pub mod shown;
pub mod source;
pub mod system_emoji;
pub mod threads;
pub mod unsent;
