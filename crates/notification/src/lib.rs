//! Notification: what a durable post means to people who are not there, by mail, to browsers and to phones.
//!
//! [`notify`] says whom it concerns and who wants to know, by which way; each takes a place in a bounded queue.

pub mod audience;
pub mod client_settings;
pub mod collapsed;
pub mod delivery_queue;
pub mod notify;
pub mod phones;
pub mod web_push;
