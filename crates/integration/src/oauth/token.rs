//! Turning a code, or the token given for the purpose, into a token to act with.

use std::sync::Arc;

use base::ids::{OAuthAppId, SessionId};
use base::{Millis, tokens};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use http::{HeaderValue, header};
use node::change::Change;
use node::error::{ApiError, Result};
use permissions::applications;
use request::App;
use request::token::hash;
use request::{Answer, Call, Reply};
use sha2::{Digest, Sha256};
use store::oauth::{Code, Grant};
use store::secrets::Column;
use wire::oauth::{AccessTokenRequest, AccessTokenResponse, OAuthApp};
use wire::omit::StringMap;
use wire::sessions::{
    PROP_BROWSER, PROP_IS_GUEST, PROP_OAUTH_APP_ID, PROP_OAUTH_SCOPE, PROP_OS, PROP_PLATFORM, Session,
};
use wire::users::User;

use crate::oauth::{GRANTS_MAX, end, must_be_on};

/// Tokens that one user's applications of one kind hold at a time; the next one ends them all.
const GRANTS_KEPT_MAX: usize = 50;
const HOUR_MS: Millis = 60 * 60 * 1000;
/// How long what was used up is remembered: a month is as long as tokens last by default, and a replay later than
/// that is refused all the same.
const USED_KEPT_MS: Millis = 30 * 24 * HOUR_MS;

/// `POST /oauth/access_token`
pub async fn get_token(mut call: Call) -> Answer {
    must_be_on(&call.app)?;
    let form = read(&mut call).await?;
    let app = must_be_client(&call, &form).await?;
    let granted = match form.grant_type.as_str() {
        "authorization_code" => by_code(&call, &app, &form).await?,
        "refresh_token" => by_refresh(&call, &app, &form).await?,
        _ => return Err(refused("bad_grant")),
    };
    let answer = give(&call.app, &app, granted).await?;
    Ok(Reply::json(&answer)
        .with_header(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))
        .with_header(header::PRAGMA, HeaderValue::from_static("no-cache")))
}

/// What a code or a refresh token stands for.
struct Granted {
    user: Arc<User>,
    redirect_uri: String,
    scope: String,
    /// The code or the refresh token, as a hash.
    used: [u8; 32],
    family: [u8; 32],
    /// Uses it up.
    change: Change,
}

async fn read(call: &mut Call) -> Result<AccessTokenRequest> {
    let basic = call.header(header::AUTHORIZATION.as_str()).strip_prefix("Basic ").map(str::to_owned);
    let bytes = call.bytes().await?;
    form(basic.as_deref(), &bytes)
}

/// A form with the credentials that stand beside it, which outweigh those in it.
///
/// # Errors
/// 400 for an id that is none, and for credentials that cannot be read.
pub fn form(basic: Option<&str>, bytes: &[u8]) -> Result<AccessTokenRequest> {
    let mut form = AccessTokenRequest::default();
    let id = |text: &str| OAuthAppId::parse(text).ok_or_else(|| refused("bad_client_id"));
    for (key, value) in form_urlencoded::parse(bytes) {
        match &*key {
            "grant_type" => form.grant_type = value.into_owned(),
            "client_id" => form.client_id = id(&value)?,
            "client_secret" => form.client_secret = value.into_owned(),
            "code" => form.code = value.into_owned(),
            "redirect_uri" => form.redirect_uri = value.into_owned(),
            "refresh_token" => form.refresh_token = value.into_owned(),
            "code_verifier" => form.code_verifier = value.into_owned(),
            "resource" => form.resource = value.into_owned(),
            _ => {}
        }
    }
    if let Some(basic) = basic {
        let text = STANDARD.decode(basic.trim()).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let (client, secret) =
            text.as_deref().and_then(|text| text.split_once(':')).ok_or_else(|| refused("credentials"))?;
        form.client_id = id(client)?;
        form.client_secret = secret.to_owned();
    }
    Ok(form)
}

/// The application that asks: it shows its secret, unless it is one that cannot keep any.
async fn must_be_client(call: &Call, form: &AccessTokenRequest) -> Result<OAuthApp> {
    let app = call.app.store.oauth_app(form.client_id).await?.ok_or_else(|| refused("credentials"))?;
    let public = call.app.store.oauth_app_is_public(app.id).await?;
    let secret = call.app.secrets.open(Column::OAuthApp, app.id, &app.client_secret)?;
    // Compared as hashes: how far a guess was right cannot be timed.
    let knows = Sha256::digest(&form.client_secret) == Sha256::digest(&secret);
    if public && form.client_secret.is_empty() || knows && !secret.is_empty() {
        return Ok(app);
    }
    Err(refused("credentials"))
}

async fn by_code(call: &Call, app: &OAuthApp, form: &AccessTokenRequest) -> Result<Granted> {
    let now = call.app.clock.now();
    let used = hash(&form.code);
    let code = call.app.store.oauth_code(&used).await?;
    if code.is_none() {
        end_replayed(&call.app, app, &used).await?;
    }
    let code = code.filter(|code| code.client_id == app.id && now < code.create_at + code.expires_in * 1000);
    let code = code.ok_or_else(|| refused("expired_code"))?;
    if code.redirect_uri != form.redirect_uri {
        return Err(refused("redirect_uri"));
    }
    must_have_verifier(call, app, &code, &form.code_verifier).await?;
    let user = must_be_active(call, code.user_id).await?;
    let held = call.app.store.oauth_grants(user.id, app.id, GRANTS_MAX).await?;
    let mut change = call.app.change();
    change.write(store::oauth::remove_code(&code.hash));
    if held.len() >= GRANTS_KEPT_MAX {
        end(&mut change, &held);
    }
    let (redirect_uri, scope) = (code.redirect_uri, code.scope);
    Ok(Granted { user, redirect_uri, scope, used, family: used, change })
}

/// Ends what came from a code or a refresh token that is shown again: one of two who have it was never meant to
/// (RFC 6749 §4.1.2, RFC 9700 §4.14.2). Which of them came first is not known, so both lose.
async fn end_replayed(app: &Arc<App>, client: &OAuthApp, used: &[u8; 32]) -> Result<()> {
    let Some(family) = app.store.oauth_family_of_used(used).await? else { return Ok(()) };
    tracing::warn!(oauth_app.id = %client.id, "a used code or refresh token was shown again: what it gave is ended");
    let mut change = app.change();
    // One application cannot end what another one was given. Both writes are of one transaction: no refresh gets away
    // between them.
    change.end_sessions(store::sessions::remove_of_oauth_family(&family, client.id));
    change.write(store::oauth::remove_family(&family, client.id));
    change.commit().await?;
    Ok(())
}

async fn must_have_verifier(call: &Call, app: &OAuthApp, code: &Code, verifier: &str) -> Result<()> {
    let matches = if code.code_challenge.is_empty() {
        verifier.is_empty() && !call.app.store.oauth_app_is_public(app.id).await?
    } else {
        challenge(verifier) == code.code_challenge
    };
    if matches { Ok(()) } else { Err(refused("code_verifier")) }
}

/// What a verifier is known by beforehand (RFC 7636 §4.2).
fn challenge(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier))
}

async fn by_refresh(call: &Call, app: &OAuthApp, form: &AccessTokenRequest) -> Result<Granted> {
    let used = hash(&form.refresh_token);
    let grant = call.app.store.oauth_grant_by_refresh(&used).await?;
    if grant.is_none() {
        end_replayed(&call.app, app, &used).await?;
    }
    let grant = grant.filter(|grant| grant.client_id == app.id).ok_or_else(|| refused("refresh_token"))?;
    let user = must_be_active(call, grant.user_id).await?;
    let mut change = call.app.change();
    change.write(store::oauth::remove_grant(&grant.token_hash));
    change.end_sessions(store::sessions::remove_by_token(&grant.token_hash));
    let (redirect_uri, scope) = (grant.redirect_uri, grant.scope);
    Ok(Granted { user, redirect_uri, scope, used, family: grant.family, change })
}

async fn must_be_active(call: &Call, id: base::ids::UserId) -> Result<Arc<User>> {
    let user = call.app.world.user(id).await?.filter(|user| user.is_active());
    user.ok_or_else(|| refused("internal_user"))
}

/// Opens the session that the token is.
async fn give(app: &Arc<App>, client: &OAuthApp, granted: Granted) -> Result<AccessTokenResponse> {
    let Granted { user, redirect_uri, scope, used, family, mut change } = granted;
    // Judged anew at each refresh: an application may be trusted no more.
    let scope = applications::granted(client, &scope);
    let (token, refresh_token) = (tokens::secret(), tokens::secret());
    let lasts_ms = Millis::from(app.config().session.sso_length_h) * HOUR_MS;
    let now = app.clock.now();
    let mut session = Session {
        id: app.ids.next::<SessionId>(),
        token_hash: hash(&token),
        create_at: now,
        expires_at: now + lasts_ms,
        last_activity_at: now,
        user_id: user.id,
        roles: user.roles.clone(),
        is_oauth: true,
        props: StringMap::from([
            (PROP_PLATFORM.to_owned(), client.name.clone()),
            (PROP_OS.to_owned(), "OAuth2".to_owned()),
            (PROP_BROWSER.to_owned(), "OAuth2".to_owned()),
            (PROP_OAUTH_APP_ID.to_owned(), client.id.to_string()),
            (PROP_IS_GUEST.to_owned(), user.is_guest().to_string()),
        ]),
        ..Session::default()
    };
    if applications::is_admins(&scope) {
        session.props.insert(PROP_OAUTH_SCOPE.to_owned(), applications::ADMIN.to_owned());
    }
    let grant = Grant {
        token_hash: session.token_hash,
        refresh_hash: hash(&refresh_token),
        client_id: client.id,
        user_id: user.id,
        redirect_uri,
        expires_at: session.expires_at,
        scope: scope.clone(),
        family,
    };
    change.write(store::oauth::clean_used(now - USED_KEPT_MS));
    change.write(store::oauth::insert_used(&used, &family, now));
    change.write(store::sessions::insert(&session));
    change.write(store::oauth::insert_grant(&grant));
    match change.commit().await {
        Ok(_) => {}
        // Somebody else used the code, or the token, at the same time.
        Err(store::Error::Unmet { .. }) => {
            end_replayed(app, client, &used).await?;
            return Err(refused("expired_code"));
        }
        Err(error) => return Err(error.into()),
    }
    Ok(AccessTokenResponse {
        access_token: token,
        token_type: "bearer".to_owned(),
        expires_in: lasts_ms / 1000,
        scope,
        refresh_token,
        id_token: String::new(),
    })
}

fn refused(what: &str) -> ApiError {
    let id = format!("api.oauth.get_access_token.{what}.app_error");
    ApiError::new(http::StatusCode::BAD_REQUEST, id, "The application was not given a token.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_is_that_of_the_standard() {
        // The example of RFC 7636, appendix B.
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        assert_eq!(challenge(verifier), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }
}
