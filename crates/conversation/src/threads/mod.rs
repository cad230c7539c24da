//! Threads as their followers see them: lists, following, and what was read.
//!
//! Replies make threads (see [`crate::posts::create`]); here is what their followers do with them.

pub mod follow;
pub mod gone;
pub mod pages;
pub mod read;
pub mod readers;
pub mod updated;
mod view;
