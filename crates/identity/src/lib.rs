//! Identity: signing in by what an organisation has already, by OpenID Connect
//! ([0032](../../../docs/decisions/0032-sign-in-by-openid-connect.md)).
//!
//! ```text
//!  begin ── cookie, redirect ──▶ provider ── code, state ──▶ complete ── account, session ──▶ handover
//! ```
//!
//! [`begin`] sends a browser to the provider and keeps what was begun sealed in a cookie ([`attempt`]). [`complete`] gets
//! the code back, has it exchanged (`exchange`), believes the token only when a key of the provider signed it
//! ([`jwt`], [`directory`]) and it says what it must ([`claims`]), finds or makes the account ([`accounts`]), and opens
//! the session, which [`handover`] brings to where the sign-in was begun. What goes wrong is a [`refusal`].

pub mod accounts;
pub mod asking;
pub mod attempt;
pub mod begin;
pub mod claims;
pub mod complete;
pub mod directory;
mod exchange;
pub mod handover;
pub mod jwt;
pub mod logout;
mod pictures;
pub mod refusal;

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
