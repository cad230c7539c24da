//! A directory (LDAP, Active Directory): signing in by it, and accounts and groups that follow it
//! ([0034](../../../../docs/decisions/0034-directories.md)).
//!
//! ```text
//!  sign_in ──┐                                       ┌── accounts ── users
//!            ├── connection ── filter, entry ── person
//!  sync ─────┘                                       └── groups ── teams, channels
//! ```
//!
//! [`connection`] speaks with the directory, within bounds of time and number; [`dial`] leads there, by [`frames`], which
//! checks the form of what comes. What it is asked is put together in
//! [`filter`], and what it answers is read in [`entry`]; both are pure. [`sign_in`] checks a name and a password,
//! [`sync`] is the job that brings everything up to date, and [`trial`] says in words what is wrong.

pub mod accounts;
pub mod connection;
pub mod dial;
pub mod entry;
pub mod fault;
pub mod filter;
pub mod frames;
pub mod groups;
pub mod linking;
pub mod migration;
pub mod persons;
pub mod places;
pub mod report;
pub mod sign_in;
pub mod sync;
pub mod trial;

use std::sync::Arc;

use request::App;

use crate::ldap::fault::Fault;

/// What accounts and groups of a directory are marked with.
pub const SERVICE: &str = "ldap";

/// The settings of a directory that is used and can be asked.
///
/// # Errors
/// [`Fault::Off`] when none is used.
pub fn settings(app: &App) -> Result<Arc<config::Config>, Fault> {
    let config = app.config().clone();
    if config.ldap.is_used() { Ok(config) } else { Err(Fault::Off) }
}
