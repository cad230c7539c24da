//! Opening a session: what every way of signing in ends with.

use base::tokens;
use http::{HeaderName, header};
use memory::subscribers::Kind;
use node::change::Change;
use node::consequence::Fact;
use node::error::{ApiError, Result};
use request::token::{COOKIE_CSRF, COOKIE_TOKEN, COOKIE_USER, hash};
use request::{App, Call, Reply};
use url::Url;
use wire::omit::StringMap;
use wire::sessions::{
    PROP_BROWSER, PROP_CSRF, PROP_IS_GUEST, PROP_IS_MOBILE, PROP_IS_OAUTH_USER, PROP_IS_SAML, PROP_OS, PROP_PLATFORM,
    Session,
};
use wire::users::{MAGIC_LINK, User};

use crate::audits;
use crate::sessions::agent::Agent;
use crate::sessions::{PER_USER_MAX, cookie_path, guesses, length_ms};

/// How a session is opened.
#[derive(Default)]
pub struct Opening<'a> {
    pub device_id: &'a str,
    /// Also where neither device nor program say so.
    pub is_mobile: bool,
    /// What the session remembers besides.
    pub props: Vec<(&'static str, String)>,
    /// What is written with the session, or not at all.
    pub writes: Vec<store::Write>,
    /// What the audit trail says of it; empty for a password.
    pub by: String,
}

/// The error of a session that would be opened for something that is used up.
pub const TWICE: &str = "api.user.login.used.app_error";

/// Opens a session for `user`, who has proven to be it, and answers as clients expect of a sign-in: the account, the
/// token in a header and, for browsers, in cookies.
///
/// # Errors
/// As [`open_session`].
pub async fn open(call: &Call, mut user: User, opening: Opening<'_>) -> Result<Reply> {
    let session = open_session(call, &user, opening).await?;
    // An earlier sign-in counts as a change of the account from here on.
    user.update_at = user.update_at.max(user.last_login);
    let reply = Reply::json(&user.for_self()).with_text_header(HeaderName::from_static("token"), &session.token);
    Ok(if call.header("x-requested-with") == "XMLHttpRequest" { with_cookies(call, reply, &session) } else { reply })
}

/// Opens a session for `user`, who has proven to be it.
///
/// # Errors
/// [`TWICE`] when something that is to be written with it cannot be written again, and when the store does not answer.
pub async fn open_session(call: &Call, user: &User, opening: Opening<'_>) -> Result<Session> {
    let app = &call.app;
    must_not_be_over(app, user).await?;
    let session = new_session(call, user, &opening);
    let (device_id, by) = (opening.device_id, if opening.by.is_empty() { "success" } else { &opening.by });
    let mut change = app.change();
    for write in opening.writes {
        change.write(write);
    }
    change.write(store::users::set_login(user.id, app.clock.now()));
    change.end_sessions(store::sessions::remove_surplus(user.id, PER_USER_MAX - 1));
    change.write(store::sessions::insert(&session));
    if !device_id.is_empty() {
        take_device(&mut change, device_id, &session);
        change.fact(Fact::Subscribed(user.id, Kind::of(device_id)));
    }
    audits::note_as(&mut change, call, &session, guesses::SIGN_IN, by);
    if user.last_login > 0 || user.failed_attempts > 0 {
        change.user_changed(user.id);
    }
    match change.commit().await {
        Ok(_) => Ok(session),
        Err(store::Error::Conflict { .. } | store::Error::Unmet { .. }) => {
            Err(ApiError::unauthorized(TWICE, "This sign-in was finished already."))
        }
        Err(error) => Err(error.into()),
    }
}

/// # Errors
/// 401 for accounts whose time has come, also before the job puts them out of use.
pub async fn must_not_be_over(app: &App, user: &User) -> Result<()> {
    match app.store.expiry_of(user.id).await? {
        Some(expires_at) if expires_at <= app.clock.now() => {
            let text = "The account has ended. Please ask an administrator.";
            Err(ApiError::unauthorized("api.user.login.expired.app_error", text))
        }
        _ => Ok(()),
    }
}

/// A device has one session: others of its person end, and those of other people are told nothing on it any more.
pub fn take_device(change: &mut Change, device: &str, session: &Session) {
    change.end_sessions(store::sessions::remove_of_device(device, session.user_id, session.id));
    change.sessions_changed(store::sessions::leave_device(device, session.user_id));
}

fn new_session(call: &Call, user: &User, opening: &Opening<'_>) -> Session {
    let app = &call.app;
    let agent = Agent::parse(call.header(header::USER_AGENT.as_str()));
    let is_mobile = opening.is_mobile || !opening.device_id.is_empty() || agent.is_mobile_app;
    let flag = |yes: bool| if yes { "true" } else { "false" }.to_owned();
    let mut props = StringMap::from([
        (PROP_PLATFORM.to_owned(), agent.platform.to_owned()),
        (PROP_OS.to_owned(), agent.os.to_owned()),
        (PROP_BROWSER.to_owned(), agent.browser),
        (PROP_CSRF.to_owned(), tokens::secret()),
        (PROP_IS_MOBILE.to_owned(), flag(is_mobile)),
        (PROP_IS_SAML.to_owned(), flag(user.auth_service == "saml")),
        (PROP_IS_OAUTH_USER.to_owned(), flag(is_of_service(user))),
        (PROP_IS_GUEST.to_owned(), flag(user.is_guest())),
    ]);
    props.extend(opening.props.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
    let (now, token) = (app.clock.now(), tokens::secret());
    let mut session = Session {
        id: app.ids.next(),
        token_hash: hash(&token),
        token,
        create_at: now,
        last_activity_at: now,
        user_id: user.id,
        device_id: opening.device_id.to_owned(),
        roles: user.roles.clone(),
        props,
        ..Session::default()
    };
    session.expires_at = now + length_ms(app, &session);
    session
}

/// Whether another service signs the account in, other than those that have marks of their own.
fn is_of_service(user: &User) -> bool {
    !matches!(user.auth_service.as_str(), "" | "email" | "ldap" | "saml" | MAGIC_LINK)
}

/// Adds the three cookies of a browser's session.
pub fn with_cookies(call: &Call, reply: Reply, session: &Session) -> Reply {
    let shared = cookie_attributes(call, session);
    let user = format!("{COOKIE_USER}={}{shared}", session.user_id);
    let csrf = format!("{COOKIE_CSRF}={}{shared}", session.prop(PROP_CSRF));
    reply
        .with_text_header(header::SET_COOKIE, &token_cookie(call, session))
        .with_text_header(header::SET_COOKIE, &user)
        .with_text_header(header::SET_COOKIE, &csrf)
}

/// The cookie of the token itself, which is out of reach of scripts.
pub fn token_cookie(call: &Call, session: &Session) -> String {
    format!("{COOKIE_TOKEN}={}{}; HttpOnly", session.token, cookie_attributes(call, session))
}

fn cookie_attributes(call: &Call, session: &Session) -> String {
    let is_embedded = request::token::cookie(call.headers(), "MMEMBED") == Some("1");
    let config = call.app.config();
    let site = Url::parse(&config.service.site_url).ok();
    let mut text = format!("; Path={}; Max-Age={}", cookie_path(&call.app), length_ms(&call.app, session) / 1000);
    let host = site.as_ref().and_then(Url::host_str).filter(|_| config.service.allow_cookies_for_subdomains);
    if let Some(host) = host {
        text.push_str("; Domain=");
        text.push_str(host);
    }
    let is_secure = call.is_encrypted() || site.is_some_and(|url| url.scheme() == "https");
    // With a step from another site to a page here a browser brings the cookie along, and never with what pages of other
    // sites send or show. A client that is embedded in another site's page says so, and has it everywhere, which browsers
    // allow over encrypted connections alone.
    text.push_str(match (is_secure, is_embedded) {
        (true, true) => "; Secure; SameSite=None",
        (true, false) => "; Secure; SameSite=Lax",
        (false, _) => "; SameSite=Lax",
    });
    text
}
