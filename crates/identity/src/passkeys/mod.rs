//! Passkeys: signing in with a key that an authenticator keeps
//! ([0037](../../../../docs/decisions/0037-passkeys.md)).
//!
//! ```text
//!  challenge ── sealed ──▶ browser, authenticator ── credential ──▶ enrol: a passkey of the account
//!                                                               └─▶ sign_in: a session
//! ```
//!
//! A passkey is the only factor where the authenticator verifies the person, and the second one behind a password.
//! What an authenticator answers is verified by [`auth::webauthn`].

pub mod challenge;
pub mod enrol;
pub mod listing;
pub mod recovery;
pub mod sign_in;

use auth::webauthn::Site;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::StatusCode;
use node::error::{ApiError, Result};
use request::{App, Call};
use url::{Host, Url};
use wire::passkeys::{CredentialDescriptor, PUBLIC_KEY, Passkey};
use wire::users::User;

/// How long a passkey enrolment or a change of recovery codes needs no password after the sign-in.
const FRESH_MS: base::Millis = 10 * 60_000;

/// The site that passkeys are made for.
///
/// # Errors
/// 501 when passkeys are turned off, or the site's address is not one that browsers give passkeys to.
pub fn must_site(app: &App) -> Result<Site> {
    let config = app.config();
    let site = site(&config.service.site_url).filter(|_| config.accounts.enable_passkeys);
    site.ok_or_else(|| {
        let text = "This server takes no passkeys.";
        ApiError::new(StatusCode::NOT_IMPLEMENTED, "api.passkey.off.app_error", text)
    })
}

/// A name of a host over https, or `localhost`: browsers know no passkeys for numbers, nor for what anybody can read.
fn site(address: &str) -> Option<Site> {
    let url = Url::parse(address).ok()?;
    let Some(Host::Domain(host)) = url.host() else { return None };
    let is_safe = url.scheme() == "https" || url.scheme() == "http" && host == "localhost";
    is_safe.then(|| Site { rp_id: host.to_owned(), origin: url.origin().ascii_serialization() })
}

/// Refuses accounts whose owner another service knows: only that service says whether they may still come in. A
/// directory's accounts have a passkey as second factor, since the directory is asked for the password each time.
///
/// # Errors
/// 403 for those, and for bots.
fn must_sign_in_here(user: &User) -> Result<()> {
    if !user.is_bot && matches!(user.auth_service.as_str(), "" | people::sessions::outer::SERVICE) {
        return Ok(());
    }
    let text = "The account signs in by another service, which asks for the second factor.";
    Err(ApiError::forbidden("api.passkey.other_service.app_error", text))
}

/// The caller's own account, which a person must be using: neither a program nor an administrator makes passkeys or
/// recovery codes for somebody else.
///
/// # Errors
/// 403 for another account, and by the token of a program.
fn must_be_own(call: &Call) -> Result<base::ids::UserId> {
    let id = call.user_id()?;
    if id == call.my_id() && !call.session().is_access_token() {
        return Ok(id);
    }
    Err(ApiError::permissions())
}

/// Asks for the password, unless the session is fresh: who finds an open session makes no lasting way in.
///
/// # Errors
/// 401 for a wrong password, 403 without one.
async fn must_prove(call: &Call, user: &User, password: &str) -> Result<()> {
    if call.session().create_at + FRESH_MS > call.app.clock.now() {
        return Ok(());
    }
    let text = "Please confirm with your password, or sign in again.";
    let refused = || ApiError::forbidden("api.passkey.sign_in_again.app_error", text);
    if password.is_empty() || !user.auth_service.is_empty() {
        return Err(refused());
    }
    match organisation::users::password::is_right(call, user, password).await? {
        true => Ok(()),
        false => Err(ApiError::unauthorized("api.passkey.wrong_password.app_error", "The password is not right.")),
    }
}

/// The passkeys as browsers are told of them.
fn descriptors(passkeys: &[Passkey]) -> Vec<CredentialDescriptor> {
    let one = |passkey: &Passkey| CredentialDescriptor {
        kind: PUBLIC_KEY.to_owned(),
        id: encode(&passkey.credential_id),
        transports: passkey.transports.clone(),
    };
    passkeys.iter().map(one).collect()
}

fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// # Errors
/// 400 when a part of the credential is not base64url.
fn decode(text: &str) -> Result<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).map_err(|_| ApiError::body_param("credential"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_are_for_names_that_are_reached_safely() {
        let of = |address: &str| site(address).map(|site| (site.rp_id, site.origin));
        let chat = ("chat.example.test".to_owned(), "https://chat.example.test".to_owned());
        assert_eq!(of("https://chat.example.test"), Some(chat.clone()));
        assert_eq!(of("https://Chat.example.test:443/below"), Some(chat));
        let local = ("localhost".to_owned(), "http://localhost:8065".to_owned());
        assert_eq!(of("http://localhost:8065"), Some(local));
        for address in ["", "http://chat.example.test", "https://192.0.2.7", "https://[::1]", "ftp://localhost"] {
            assert_eq!(of(address), None, "{address}");
        }
    }
}
