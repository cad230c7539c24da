//! What a valid name, text or entity is, and which error says that one is not.
//!
//! Pure functions over borrowed text: no request, no store, no configuration beyond what is passed
//! in. Each refuses with the id that clients of the protocol know. Whether a name is taken, a user
//! exists or the caller may, is decided elsewhere: handlers call these after the permission check
//! and before the write.
//!
//! Lengths count characters (Unicode scalar values) where people type text, bytes where a column
//! or an algorithm sets the limit.

pub mod bookmarks;
pub mod bots;
pub mod categories;
pub mod channels;
pub mod commands;
pub mod drafts;
pub mod emoji;
pub mod groups;
pub mod hooks;
mod invalid;
pub mod oauth;
pub mod posts;
pub mod preferences;
pub mod profile_attributes;
pub mod reactions;
pub mod roles;
pub mod schemes;
pub mod statuses;
pub mod teams;
mod text;
pub mod tokens;
pub mod uploads;
pub mod users;

pub use invalid::{Checked, Invalid};
