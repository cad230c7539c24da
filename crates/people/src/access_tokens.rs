//! Personal access tokens: a program signs in as the user who made one.
//!
//! A token opens a session of its own at its first use; that session ends with the token.

use std::sync::Arc;

use base::Millis;
use base::ids::AccessTokenId;
use base::tokens;
use memory::TokenHash;
use node::error::{ApiError, Result};
use permissions::Permission;
use request::App;
use request::permit::allowed;
use request::token::hash;
use request::{Answer, Call, Reply};
use store::access_tokens::Use;
use wire::errors::ids;
use wire::omit::StringMap;
use wire::sessions::{
    AccessToken, AccessTokenForm, AccessTokenRef, AccessTokenSearch, PROP_ACCESS_TOKEN_ID, PROP_IS_BOT, PROP_IS_GUEST,
    PROP_TYPE, Session, TYPE_ACCESS_TOKEN,
};
use wire::users::User;

use crate::audits;

/// Tokens of one user at a time.
const PER_USER_MAX: i64 = 500;
/// Tokens that a search answers with at most.
const FOUND_MAX: usize = 100;
/// How long a token's session lasts: as good as for ever (facts, data model §1.3).
const LASTS_MS: Millis = 100 * 365 * 24 * 60 * 60 * 1000;

/// `POST /users/{user_id}/tokens`
pub async fn create(mut call: Call) -> Answer {
    let owner = call.user_id()?;
    let form: AccessTokenForm = call.json("user_access_token").await?;
    must_be_on(&call.app)?;
    call.must(Permission::CreateUserAccessToken)?;
    let user = call.app.must_user(owner).await?;
    must_own(&call, &user)?;
    rules::tokens::must_be_description(&form.description)?;
    if call.app.store.access_tokens_count(owner).await? >= PER_USER_MAX {
        let text = format!("A user has at most {PER_USER_MAX} access tokens. Revoke one that is not needed.");
        return Err(ApiError::bad_request("app.user_access_token.save.too_many.app_error", text));
    }
    let secret = tokens::secret();
    let token = AccessToken {
        id: call.app.ids.next(),
        token_hash: hash(&secret),
        token: secret,
        user_id: owner,
        description: form.description,
        is_active: true,
    };
    let mut change = call.app.change();
    change.write(store::access_tokens::insert(&token));
    audits::note(&mut change, &call, &format!("token_id={}", token.id));
    change.commit().await?;
    Ok(Reply::json(&token))
}

/// Who administers bots administers their tokens, too; other people's are for administrators.
fn must_own(call: &Call, user: &User) -> Result<()> {
    let of_bot = user.is_bot && call.can(Permission::ManageOthersBots);
    call.must_cover(user)?;
    allowed(user.id == call.my_id() || of_bot || call.can(Permission::EditOtherUsers))
}

fn must_be_on(app: &App) -> Result<()> {
    if app.config().accounts.enable_access_tokens {
        return Ok(());
    }
    let text = "Personal access tokens are turned off on this server.";
    Err(ApiError::new(http::StatusCode::NOT_IMPLEMENTED, "app.user_access_token.disabled", text))
}

/// `GET /users/{user_id}/tokens`
pub async fn of_user(call: Call) -> Answer {
    let owner = call.user_id()?;
    call.must(Permission::ReadUserAccessToken)?;
    let user = call.app.must_user(owner).await?;
    must_own(&call, &user)?;
    let (page, limit) = (call.query().page(), call.query().per_page());
    Ok(Reply::json(&call.app.store.access_tokens_of(owner, limit, page.saturating_mul(limit)).await?))
}

/// `GET /users/tokens`
pub async fn list(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let (page, limit) = (call.query().page(), call.query().per_page());
    Ok(Reply::json(&call.app.store.access_tokens(limit, page.saturating_mul(limit)).await?))
}

/// `POST /users/tokens/search`
pub async fn search(mut call: Call) -> Answer {
    let form: AccessTokenSearch = call.json("user_access_token_search").await?;
    if form.term.is_empty() {
        return Err(ApiError::body_param("term"));
    }
    call.must(Permission::ManageSystem)?;
    Ok(Reply::json(&call.app.store.access_tokens_like(&form.term, FOUND_MAX).await?))
}

/// `GET /users/tokens/{token_id}`
pub async fn get(call: Call) -> Answer {
    let id = call.id("token_id")?;
    call.must(Permission::ReadUserAccessToken)?;
    Ok(Reply::json(&find(&call, id).await?))
}

/// The token, which must be one that the caller may handle.
async fn find(call: &Call, id: AccessTokenId) -> Result<AccessToken> {
    let token = call.app.store.access_token(id).await?.ok_or_else(missing)?;
    let owner = call.app.must_user(token.user_id).await?;
    must_own(call, &owner)?;
    Ok(token)
}

fn missing() -> ApiError {
    ApiError::not_found(ids::APP_USER_ACCESS_TOKEN_GET_BY_USER, "There is no such access token.")
}

/// The token of the body, for who has the right. A body that names none is refused first, as on other routes.
async fn named(call: &mut Call, right: Permission) -> Result<AccessToken> {
    let form: AccessTokenRef = call.json("token_id").await?;
    if form.token_id.is_none() {
        return Err(ApiError::body_param("token_id"));
    }
    call.must(right)?;
    find(call, form.token_id).await
}

/// `POST /users/tokens/revoke`
pub async fn revoke(mut call: Call) -> Answer {
    let token = named(&mut call, Permission::RevokeUserAccessToken).await?;
    end(&call, &token, store::access_tokens::remove(token.id)).await
}

/// `POST /users/tokens/disable`
pub async fn disable(mut call: Call) -> Answer {
    let token = named(&mut call, Permission::RevokeUserAccessToken).await?;
    end(&call, &token, store::access_tokens::set_active(token.id, Use::Refused)).await
}

/// `POST /users/tokens/enable`
pub async fn enable(mut call: Call) -> Answer {
    let token = named(&mut call, Permission::CreateUserAccessToken).await?;
    let mut change = call.app.change();
    change.write(store::access_tokens::set_active(token.id, Use::Allowed));
    audits::note(&mut change, &call, &format!("token_id={}", token.id));
    commit(change).await
}

/// Writes the end of the token, and of the session that it opened.
async fn end(call: &Call, token: &AccessToken, write: store::Write) -> Answer {
    let mut change = call.app.change();
    change.write(write);
    change.end_sessions(store::sessions::remove_by_token(&token.token_hash));
    audits::note(&mut change, call, &format!("token_id={}", token.id));
    commit(change).await
}

async fn commit(change: node::change::Change) -> Answer {
    match change.commit().await {
        Ok(_) => Ok(Reply::ok()),
        Err(store::Error::Unmet { .. }) => Err(missing()),
        Err(error) => Err(error.into()),
    }
}

/// Opens the session of an access token that is used for the first time. `None` when there is no such token, or it
/// is not to be used.
///
/// # Errors
/// When the store does not answer.
pub async fn open(app: &Arc<App>, token_hash: &TokenHash) -> Result<Option<Arc<Session>>> {
    let Some(token) = app.store.access_token_by_hash(token_hash).await? else { return Ok(None) };
    let Some(user) = app.world.user(token.user_id).await? else { return Ok(None) };
    let session = new_session(app, &token, &user);
    if !token.is_active || !user.is_active() || !crate::session::is_on(app, &session, &user) {
        return Ok(None);
    }
    let mut change = app.change();
    // Fails when the token was revoked meanwhile, so that no session outlives it.
    change.write(store::access_tokens::still_active(token.id));
    change.write(store::sessions::insert(&session));
    match change.commit().await {
        Ok(_) => {}
        Err(store::Error::Unmet { .. }) => return Ok(None),
        // Another call with the same token was first: its session serves both.
        Err(store::Error::Conflict { .. }) => {}
        Err(error) => return Err(error.into()),
    }
    Ok(app.world.session(token_hash).await?)
}

fn new_session(app: &App, token: &AccessToken, user: &User) -> Session {
    let now = app.clock.now();
    let mut props = StringMap::from([
        (PROP_TYPE.to_owned(), TYPE_ACCESS_TOKEN.to_owned()),
        (PROP_ACCESS_TOKEN_ID.to_owned(), token.id.to_string()),
        (PROP_IS_GUEST.to_owned(), user.is_guest().to_string()),
    ]);
    if user.is_bot {
        props.insert(PROP_IS_BOT.to_owned(), true.to_string());
    }
    Session {
        id: app.ids.next(),
        token_hash: token.token_hash,
        create_at: now,
        expires_at: now + LASTS_MS,
        last_activity_at: now,
        user_id: user.id,
        roles: user.roles.clone(),
        props,
        ..Session::default()
    }
}
