//! Signing out: the session ends here, and the answer says where it ends at the service that opened it.

use http::header;
use request::{Answer, Call, Reply};
use serde::Serialize;
use wire::sessions::PROP_SSO_SERVICE;

use crate::{logout, saml};

/// Answer of `POST /users/logout`.
#[derive(Serialize)]
struct SignedOut {
    status: &'static str,
    /// Where the browser goes to sign out at the provider as well.
    logout_url: String,
}

/// `POST /users/logout`: ends the session here, and says where it ends at the provider.
pub async fn sign_out(call: Call) -> Answer {
    let there = match call.identity.as_ref().map(|identity| &identity.session) {
        Some(session) => match session.prop(PROP_SSO_SERVICE) {
            "" => None,
            saml::SERVICE => saml::logout::address(&call, session).await,
            service => logout::address(&call, service).await,
        },
        None => None,
    };
    let forgotten = logout::hint_forgotten(&call);
    let reply = people::sessions::login::logout(call).await?;
    let Some(logout_url) = there else { return Ok(reply) };
    let body = Reply::json(&SignedOut { status: "OK", logout_url });
    Ok(Reply { headers: reply.headers, ..body }.with_text_header(header::SET_COOKIE, &forgotten))
}
