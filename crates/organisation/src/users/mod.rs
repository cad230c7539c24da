//! Accounts as they come, change and go, with what they have in teams and channels.

pub mod active;
pub mod bots;
pub mod create;
pub mod email;
pub mod expiries;
mod invitation;
pub mod magic_links;
pub mod names;
pub mod operator;
pub mod password;
mod removal;
pub mod update;
