//! Sessions: signing in and out, what is signed in where, and how long it lasts.

pub mod activity;
pub mod agent;
pub mod browsers;
pub mod ending;
pub mod guesses;
pub mod listing;
pub mod login;
pub mod mfa;
pub mod opening;
pub mod outer;
pub mod recovery;

use base::Millis;
use wire::sessions::{PROP_IS_OAUTH_USER, PROP_IS_SAML, Session};

use request::token::COOKIE_TOKEN;
use request::{App, Call};

const HOUR_MS: Millis = 60 * 60 * 1000;
/// A session is extended when this share of its length has passed since the last time (facts, data model §1.3).
const EXTEND_AFTER_PERCENT: Millis = 1;
const EXTEND_AFTER_MS_MAX: Millis = 24 * HOUR_MS;
const EXTEND_AFTER_MS_MIN: Millis = 5 * 60 * 1000;

/// Bytes of a device's name or a program's version that are kept.
pub const DEVICE_LEN_MAX: usize = 512;
/// Sessions of one user at a time; opening another ends the one used longest ago.
const PER_USER_MAX: usize = 500;

/// The `Set-Cookie` value that ends a session's cookie.
pub fn cleared_cookie(app: &App) -> String {
    format!("{COOKIE_TOKEN}=; Path={}; Max-Age=0; HttpOnly", cookie_path(app))
}

/// The path under which the site lives.
pub fn cookie_path(app: &App) -> String {
    let config = app.config();
    let site = url::Url::parse(&config.service.site_url);
    site.map_or_else(|_| "/".to_owned(), |url| url.path().to_owned())
}

/// What makes a cookie one of this host alone (RFC 6265bis §4.1.3.2).
pub const HOST_ONLY: &str = "__Host-";

/// The prefix of a cookie that no other host may set; empty where people do not come encrypted.
pub fn guard(call: &Call) -> &'static str {
    let is_whole_host = cookie_path(&call.app) == "/";
    if is_whole_host && !secure(call).is_empty() { HOST_ONLY } else { "" }
}

/// `; Secure` where people come encrypted.
pub fn secure(call: &Call) -> &'static str {
    let site_is = call.app.config().service.site_url.starts_with("https://");
    if call.is_encrypted() || site_is { "; Secure" } else { "" }
}

/// Hours that a session of this kind lasts, in milliseconds.
pub fn length_ms(app: &App, session: &Session) -> Millis {
    let config = app.config();
    let is_of_service = [PROP_IS_OAUTH_USER, PROP_IS_SAML].iter().any(|name| session.prop(name) == "true");
    let hours = match (session.is_mobile(), is_of_service) {
        (true, _) => config.session.mobile_length_h,
        (false, true) => config.session.sso_length_h,
        (false, false) => config.session.web_length_h,
    };
    Millis::from(hours) * HOUR_MS
}
