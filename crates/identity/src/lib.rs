//! Sign-in by OpenID Connect, by SAML ([`saml`]) or by a directory ([`ldap`]), with the accounts that an organisation already has
//! ([0032](../../../docs/decisions/0032-sign-in-by-openid-connect.md)).
//!
//! ```text
//!  begin ── cookie, redirect ──▶ provider ── code, state ──▶ complete ── account, session ──▶ handover
//! ```
//!
//! 1. [`begin`] redirects the browser to the provider. A sealed cookie keeps the attempt ([`attempt`]).
//! 2. [`complete`] receives the authorization code and exchanges it for tokens (`exchange`).
//! 3. [`jwt`] verifies the signature with a key of the provider ([`directory`]). [`claims`] checks what the token says.
//! 4. [`accounts`] finds or creates the account, and [`complete`] opens the session.
//! 5. [`handover`] brings the session to where the sign-in began.
//!
//! A [`refusal`] says why a sign-in failed. [`switch`] moves accounts from one way to another. [`passkeys`] need nobody else.
//! [`trial`] tests the connection to a service, and previews the account that a person would get.

pub mod accounts;
pub mod asking;
pub mod attempt;
pub mod begin;
pub mod claims;
pub mod complete;
pub mod directory;
mod exchange;
mod gone;
pub mod handover;
pub mod jwt;
pub mod ldap;
mod link;
pub mod logout;
pub mod passkeys;
mod pictures;
pub mod provisioning;
pub mod refusal;
pub mod saml;
pub mod sign_out;
pub mod switch;
pub mod trial;

use config::Provider;
use request::App;

use crate::refusal::{Refusal, Why};

/// The provider of a name, complete.
///
/// # Errors
/// [`Why::Unknown`] when the configuration has none of this name.
pub fn provider(app: &App, service: &str) -> Result<Provider, Refusal> {
    let config = app.config();
    let found = config.sign_in.providers.iter().find(|provider| provider.name == service);
    found.map(Provider::complete).ok_or_else(|| Refusal::new(Why::Unknown, service))
}

/// Where the provider sends people back to. It has the form that this protocol's servers are registered by.
pub(crate) fn callback(app: &App, service: &str) -> String {
    format!("{}/signup/{service}/complete", app.config().service.site_url)
}
