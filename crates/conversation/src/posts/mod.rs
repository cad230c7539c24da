//! Posts: how they come into being, and what is told of them.
//!
//! [`submit`] takes what clients send; [`create`] is the one way any post comes into being: it leaves of the post what
//! its [`crate::source`] may bring, asks [`crate::mentions`] whom the post calls and [`reply`] what it does to its thread,
//! lets [`crate::shown`] add what clients draw around it, and commits. Programs hear of it by [`heard`]. [`system`] and [`ephemeral`] are the server's voice.
//!
//! [`pages`], [`thread`], [`read`] and [`flagged`] are the ways to ask; [`crate::access`] says who may see a post. [`edit`], [`delete`], [`pins`] and [`reactions`] change what is there.

mod auto_reply;
pub mod create;
pub mod delete;
pub mod edit;
pub mod ephemeral;
pub mod flagged;
mod gathered;
pub mod heard;
mod hint;
pub mod history;
mod links;
pub mod new;
pub mod pages;
pub mod pending;
pub mod persistent;
pub mod pins;
mod posted;
pub mod reactions;
pub mod read;
mod reply;
pub mod submit;
pub mod system;
pub mod system_bot;
pub mod thread;
pub mod unread;
pub mod window;
