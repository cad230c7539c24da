//! Posts: how they come into being, and what is told of them.
//!
//! [`submit`] takes what clients send; [`create`] is the one way any post comes into being: it leaves of the post what
//! its [`source`] may bring, asks
//! [`mentions`] whom the post calls and [`reply`] what it does to its thread, lets [`metadata`]
//! add what clients draw around it, and commits. [`system`] and [`ephemeral`] are the server's voice.
//!
//! [`access`] says who may see a post, [`list`] makes answers of posts; [`pages`], [`thread`], [`read`]
//! and [`flagged`] are the ways to ask. [`edit`], [`delete`], [`pins`] and [`reactions`] change what is there.

pub mod access;
mod auto_reply;
mod channel_links;
pub mod create;
pub mod delete;
pub mod edit;
pub mod ephemeral;
pub mod flagged;
pub mod history;
mod links;
pub mod list;
pub mod mentions;
pub mod metadata;
pub mod named;
pub mod pages;
pub mod pending;
pub mod permalinks;
pub mod persistent;
pub mod pins;
mod posted;
pub mod priority;
pub mod reactions;
pub mod read;
mod reply;
pub mod source;
pub mod submit;
pub mod system;
pub mod system_bot;
pub mod thread;
pub mod uncount;
pub mod unread;
pub mod window;
