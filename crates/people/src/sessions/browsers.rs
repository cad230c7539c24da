//! Remembered browsers: for some days they sign in by password without the second factor.
//!
//! The browser keeps a secret in a cookie that no script reads, and the store its hash. It is good for one account, and in
//! place of the second factor at a sign-in alone. All browsers of an account are forgotten with a new password, when the
//! second factor changes, and when all sessions end.

use base::{Millis, tokens};
use node::error::{ApiError, Result};
use request::permit::accounts::Part;
use request::token::cookie;
use request::{Answer, App, Call, Reply};
use store::Write;
use wire::browsers::Browser;
use wire::users::User;

use crate::audits;
use crate::one_time::hash;
use crate::sessions::agent::Agent;
use crate::sessions::{cookie_path, guard, secure};

/// What cookies are called, with the account's id behind it: people share browsers.
const COOKIE: &str = "MUSTER_BROWSER_";
/// Browsers of one account; another one takes the place of the oldest.
const PER_USER_MAX: usize = 20;
const DAY_MS: Millis = 24 * 60 * 60 * 1000;

fn lasts_ms(app: &App) -> Millis {
    Millis::from(app.config().accounts.remember_browser_days) * DAY_MS
}

fn cookie_name(call: &Call, user: &User) -> String {
    format!("{}{COOKIE}{}", guard(call), user.id)
}

/// The browser of a call, if it is remembered for the account.
///
/// # Errors
/// When the store does not answer.
pub async fn find(call: &Call, user: &User) -> Result<Option<Browser>> {
    let (app, lasts_ms) = (&call.app, lasts_ms(&call.app));
    let Some(secret) = cookie(call.headers(), &cookie_name(call, user)).filter(|_| lasts_ms > 0) else {
        return Ok(None);
    };
    let found = app.store.browser_by_hash(&hash(secret)).await?;
    let is_good = |browser: &Browser| {
        browser.user_id == user.id
            && browser.create_at >= user.last_password_update
            && app.clock.now() < browser.create_at + lasts_ms
    };
    Ok(found.filter(is_good))
}

/// A browser that is remembered from now on.
pub struct Remembered {
    /// They belong to the session that is opened.
    pub writes: Vec<Write>,
    /// The value of `Set-Cookie`.
    pub cookie: String,
}

/// Remembers the browser of a call, where the server does and the account has a second factor.
pub fn remember(call: &Call, user: &User) -> Option<Remembered> {
    let (app, lasts_ms) = (&call.app, lasts_ms(&call.app));
    if lasts_ms == 0 || !app.config().accounts.enable_mfa || !user.has_second_factor() {
        return None;
    }
    let (secret, now) = (tokens::long_secret(), app.clock.now());
    let agent = Agent::parse(call.header(http::header::USER_AGENT.as_str()));
    let browser = Browser {
        id: app.ids.next(),
        user_id: user.id,
        token_hash: hash(&secret),
        name: agent.browser,
        os: agent.os.to_owned(),
        create_at: now,
        last_used_at: now,
    };
    let writes = vec![
        store::browsers::remove_older(now - lasts_ms),
        store::browsers::remove_surplus(user.id, PER_USER_MAX - 1),
        store::browsers::insert(&browser),
    ];
    let (name, path) = (cookie_name(call, user), cookie_path(app));
    let (lasts_s, secure) = (lasts_ms / 1000, secure(call));
    let cookie = format!("{name}={secret}; Path={path}; Max-Age={lasts_s}; HttpOnly; SameSite=Lax{secure}");
    Some(Remembered { writes, cookie })
}

/// `GET /users/{user_id}/browsers`: those that are remembered, the newest first.
pub async fn list(call: Call) -> Answer {
    let user = call.must_act_on(Part::SignIn).await?;
    let after = call.app.clock.now() - lasts_ms(&call.app);
    Ok(Reply::json(&call.app.store.browsers_of(user, after, PER_USER_MAX).await?))
}

/// `DELETE /users/{user_id}/browsers/{browser_id}`: it is asked for the second factor again.
pub async fn forget(call: Call) -> Answer {
    let user = call.must_act_on(Part::SignIn).await?;
    let id = call.id("browser_id")?;
    let mut change = call.app.change();
    change.write(store::browsers::remove(user, id));
    audits::note(&mut change, &call, &format!("user_id={user} browser_id={id}"));
    match change.commit().await {
        Ok(_) => Ok(Reply::ok()),
        Err(store::Error::Unmet { .. }) => {
            Err(ApiError::not_found("api.browser.missing.app_error", "This browser is not remembered."))
        }
        Err(error) => Err(error.into()),
    }
}
