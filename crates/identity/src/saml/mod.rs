//! SAML 2.0: this server as a service provider ([0038](../../../../docs/decisions/0038-saml.md)).
//!
//! ```text
//!  begin ── cookie, redirect ──▶ provider ── answer ──▶ answer ── code ──▶ complete ── account, session ──▶ handover
//! ```
//!
//! 1. [`begin`] redirects the browser to the provider with a request. A sealed cookie keeps the attempt.
//! 2. [`answer`] receives what the provider posts through the browser. It reads the assertion and keeps it for a moment.
//! 3. [`complete`] continues in the browser that began: the post comes from another site, so browsers leave cookies out.
//! 4. [`person`] says who it is. Account, session and return are those of all services ([`crate::accounts`],
//!    [`crate::handover`]).
//! 5. [`logout`] signs people out at both.
//!
//! Below them is what has no I/O. [`xml`] reads a message within bounds, [`c14n`] makes the bytes that are signed,
//! [`signature`] checks them and [`encryption`] opens assertions; [`response`] checks what an answer says.
//! [`certificates`] keeps keys, [`metadata`] describes this server and reads descriptions of providers.

pub mod answer;
pub mod begin;
pub mod c14n;
pub mod certificate;
pub mod certificates;
pub mod complete;
pub mod encryption;
pub mod logout;
pub mod metadata;
pub mod person;
pub mod reset;
pub mod response;
pub mod signature;
pub mod xml;

use std::sync::Arc;

use config::Config;
use request::App;

use crate::refusal::{Refusal, Why};

/// What accounts are marked with.
pub const SERVICE: &str = "saml";
/// Where the provider sends answers, below the address of the site.
pub const PATH: &str = "/login/sso/saml";

pub(crate) const PROTOCOL: &str = "urn:oasis:names:tc:SAML:2.0:protocol";
pub(crate) const ASSERTION: &str = "urn:oasis:names:tc:SAML:2.0:assertion";

/// The configuration of a server that signs people in by SAML.
///
/// # Errors
/// [`Why::Unknown`] when it does not.
pub fn configured(app: &App) -> Result<Arc<Config>, Refusal> {
    let config = Arc::clone(&app.config());
    if config.saml.enable { Ok(config) } else { Err(Refusal::new(Why::Unknown, "saml.enable is off")) }
}

/// Where the provider sends answers: what is set, or the address of this site.
///
/// # Errors
/// [`Why::Misconfigured`] when neither is.
pub fn receiver(config: &Config) -> Result<String, Refusal> {
    if !config.saml.assertion_consumer_service_url.is_empty() {
        return Ok(config.saml.assertion_consumer_service_url.clone());
    }
    match config.service.site_url.as_str() {
        "" => {
            Err(Refusal::new(Why::Misconfigured, "service.site_url is not set: the provider sends people back to it"))
        }
        site => Ok(format!("{site}{PATH}")),
    }
}

/// What this server calls itself: what is set, or the address that receives answers.
///
/// # Errors
/// As [`receiver`].
pub fn identifier(config: &Config) -> Result<String, Refusal> {
    match config.saml.service_provider_identifier.as_str() {
        "" => receiver(config),
        set => Ok(set.to_owned()),
    }
}
