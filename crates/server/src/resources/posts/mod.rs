//! Posts: how they come into being, and what is told of them.
//!
//! [`submit`] takes what clients send; [`create`] is the one way any post comes into being: it asks
//! [`mentions`] whom the post calls and [`reply`] what it does to its thread, lets [`metadata`]
//! add what clients draw around it, and commits. [`system`] and [`ephemeral`] are the server's voice.

pub mod create;
pub mod ephemeral;
pub mod mentions;
pub mod metadata;
pub mod pending;
mod posted;
mod reply;
pub mod submit;
pub mod system;
