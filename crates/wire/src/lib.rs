//! What travels: types, endpoints, events, the error body, and how JSON of others is read ([`json`]). Pure data, no I/O.
//!
//! Every type serialises as clients of the original API expect, which fields are left out
//! included. One noun is one file; the same name carries its SQL in the store, its behaviour in
//! the server and its reducer in the client. Request bodies ignore unknown fields and default
//! missing ones: what is wrong with a value is the handler's business.

pub mod attachments;
pub mod audits;
pub mod bookmarks;
pub mod bots;
pub mod browsers;
pub mod channels;
pub mod commands;
pub mod drafts;
pub mod emoji;
pub mod endpoints;
pub mod errors;
pub mod events;
pub mod expiries;
pub mod files;
pub mod gifs;
pub mod groups;
pub mod jobs;
pub mod json;
pub mod oauth;
pub mod omit;
pub mod passkeys;
pub mod posts;
pub mod preferences;
pub mod profile_attributes;
pub mod provisioning;
pub mod push;
pub mod reactions;
pub mod reports;
pub mod retention;
pub mod roles;
pub mod scheduled_posts;
pub mod schemes;
pub mod search;
pub mod sessions;
pub mod sidebar;
pub mod statuses;
pub mod system;
pub mod teams;
pub mod threads;
pub mod trials;
pub mod users;
pub mod webhooks;

pub use errors::ErrorBody;
pub use omit::{JsonMap, StringMap};
