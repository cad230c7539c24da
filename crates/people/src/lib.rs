//! Users and what is known of them: accounts, sessions, groups, roles, presence.
//!
//! [`session`] authenticates the caller of a request. Nothing here knows posts or channels.

pub mod access_tokens;
pub mod activity;
pub mod audits;
pub mod groups;
pub mod not_implemented;
pub mod one_time;
pub mod presence;
pub mod profile_attributes;
pub mod roles;
pub mod schemes;
pub mod session;
pub mod sessions;
pub mod statistics;
pub mod subscriptions;
pub mod users;
