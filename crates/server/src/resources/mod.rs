//! Resources: for each noun of the product, what can be done with it and who may.
//!
//! A handler reads top-down: who is it, may they, is it valid, write, announce, answer.

pub mod audits;
pub mod channels;
pub mod posts;
pub mod roles;
pub mod sessions;
pub mod system;
pub mod threads;
pub mod teams;
pub mod users;
