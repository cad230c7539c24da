//! Domains of addresses that accounts may have.

use node::error::{ApiError, Result};
use request::App;
use wire::errors::ids;
use wire::users::User;

/// Whose account it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Member,
    Guest,
}

impl Kind {
    pub fn of(user: &User) -> Kind {
        if user.is_guest() { Kind::Guest } else { Kind::Member }
    }
}

/// The domains of the addresses that such accounts may have. Guests are from outside: they have domains of their own.
pub fn domains(app: &App, kind: Kind) -> String {
    let config = app.config();
    match kind {
        Kind::Member => config.accounts.domains.clone(),
        Kind::Guest => config.guests.domains.clone(),
    }
}

/// # Errors
/// 400 when `domains` (separated by spaces or commas) names some, and not the one of the address.
pub fn must_be_of_domain(email: &str, domains: &str) -> Result<()> {
    if rules::users::is_of_domain(email, domains) {
        return Ok(());
    }
    let text = "Addresses of this domain cannot have an account here.";
    Err(ApiError::bad_request(ids::API_USER_CREATE_USER_ACCEPTED_DOMAIN, text))
}
