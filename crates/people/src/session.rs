//! Who a request is from: the token in it, the session it names, and whether the request may use it.
//!
//! The token comes in the cookie, the `Authorization` header, or (for OAuth alone) the query. The
//! store knows only its SHA-256. A session that came by cookie must prove that the server's own
//! page sent the request. What an application's token opens is in [`permissions::applications`].

use std::sync::Arc;

use http::{HeaderMap, Method, request::Parts};
use memory::TokenHash;
use node::error::{ApiError, Result};
use permissions::applications;
use request::App;
use request::call::Identity;
use request::permit::allowed;
use request::token::{Source, find_token, hash};
use wire::endpoints::{Access, Endpoint};
use wire::errors::ids;
use wire::sessions::{PROP_CSRF, Session};
use wire::users::User;

use crate::{activity, sessions};

/// The caller of a request, as its endpoint demands. `None` for strangers on open endpoints.
///
/// # Errors
/// 401 without a usable session where one is needed.
pub async fn identify(app: &Arc<App>, parts: &Parts, endpoint: &Endpoint) -> Result<Option<Identity>> {
    let needed = matches!(endpoint.access, Access::Session | Access::SessionNoMfa | Access::TrustedSession);
    let Some((token, source)) = find_token(parts) else {
        return if needed { Err(ApiError::session_expired()) } else { Ok(None) };
    };
    let Some(identity) = by_token(app, &token).await? else {
        return if needed { Err(ApiError::session_dead()) } else { Ok(None) };
    };
    if source == Source::Query && !identity.session.is_oauth {
        let text = "A token in the address is accepted from OAuth applications only.";
        return Err(ApiError::unauthorized(ids::API_CONTEXT_TOKEN_PROVIDED, text));
    }
    if source == Source::Cookie && is_checked(parts, endpoint) && !is_own_page(app, &parts.headers, &identity) {
        return if needed { Err(ApiError::session_dead()) } else { Ok(None) };
    }
    if matches!(endpoint.access, Access::Session | Access::TrustedSession) {
        must_have_mfa(app, &identity)?;
    }
    allowed(applications::reaches(&identity.session, endpoint))?;
    activity::used(app, &identity.session);
    Ok(Some(identity))
}

/// The session of a token and its user, unless it ended or the user is gone.
///
/// # Errors
/// When the store does not answer.
pub async fn by_token(app: &Arc<App>, token: &str) -> Result<Option<Identity>> {
    by_hash(app, hash(token)).await
}

/// Who a request that takes its time is from by now.
///
/// # Errors
/// 401 when its session ended meanwhile, or opens nothing any more.
pub async fn must_last(app: &Arc<App>, session: &Session) -> Result<Identity> {
    let identity = by_hash(app, session.token_hash).await?.ok_or_else(ApiError::session_dead)?;
    must_have_mfa(app, &identity)?;
    Ok(identity)
}

async fn by_hash(app: &Arc<App>, hash: TokenHash) -> Result<Option<Identity>> {
    let session = match app.world.session(&hash).await? {
        Some(session) => session,
        None => match Box::pin(crate::access_tokens::open(app, &hash)).await? {
            Some(session) => session,
            None => return Ok(None),
        },
    };
    if sessions::activity::is_over(app, &session) {
        return Ok(None);
    }
    let Some(user) = app.world.user(session.user_id).await? else { return Ok(None) };
    if !is_on(app, &session, &user) {
        return Ok(None);
    }
    let user = applications::within(&session, user);
    Ok(Some(Identity { session, user }))
}

/// Whether the server takes sessions of this kind by now: personal access tokens of people can be turned off, and so can
/// guests.
pub fn is_on(app: &App, session: &Session, user: &User) -> bool {
    let takes_token = !session.is_access_token() || user.is_bot || app.config().accounts.enable_access_tokens;
    takes_token && app.lets_in(user)
}

/// Whether another site could have made a browser send this request with its cookie.
fn is_checked(parts: &Parts, endpoint: &Endpoint) -> bool {
    let trusted = matches!(endpoint.access, Access::TrustedSession | Access::TrustedOpen);
    parts.method != Method::GET && !trusted
}

fn is_own_page(app: &App, headers: &HeaderMap, identity: &Identity) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let token = text("x-csrf-token");
    if !token.is_empty() && token == identity.session.prop(PROP_CSRF) {
        return true;
    }
    !app.config().service.strict_csrf && text("x-requested-with") == "XMLHttpRequest"
}

/// Whether the server asks anybody for a second factor.
pub fn asks_for_mfa(app: &App) -> bool {
    let config = app.config();
    config.accounts.enable_mfa && (config.accounts.enforce_mfa || config.guests.enforce_mfa)
}

/// Whether a session opens nothing before its user has set the second factor up that the server asks for.
pub fn lacks_mfa(app: &App, session: &Session, user: &User) -> bool {
    !session.is_access_token() && app.owes_mfa(user)
}

/// # Errors
/// 401 for who has to set up a second factor first.
pub fn must_have_mfa(app: &App, identity: &Identity) -> Result<()> {
    if lacks_mfa(app, &identity.session, &identity.user) {
        let text = "This server requires multi-factor authentication. Please set it up first.";
        return Err(ApiError::unauthorized(ids::API_CONTEXT_MFA_REQUIRED, text));
    }
    Ok(())
}
