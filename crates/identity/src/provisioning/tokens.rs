//! Tokens of provisioning programs: made and revoked by administrators, shown once, kept as hashes. Whoever has one makes and
//! deactivates accounts, so a token is good for nothing else, and no other token is good for that.

use std::sync::Arc;

use base::tokens::long_secret;
use base::{Millis, ids::ProvisioningTokenId};
use http::{StatusCode, header};
use node::change::Change;
use node::error::{ApiError, Result};
use people::audits;
use permissions::Permission;
use request::{Answer, App, Call, Reply};
use sha2::{Digest, Sha256};
use wire::provisioning::{ProvisioningToken, ProvisioningTokenForm};

use crate::provisioning::reply::Refused;

/// Tokens at a time. An organisation has one program, and a second one while it moves.
const TOKENS_MAX: usize = 20;
/// A use is written at most so often.
const NOTE_EVERY_MS: Millis = 60_000;

/// The token of a request.
///
/// # Errors
/// 401 without one, and for one that is revoked.
pub async fn must_have(call: &Call) -> Result<ProvisioningToken, Refused> {
    let app = &call.app;
    let (kind, secret) = call.header(header::AUTHORIZATION.as_str()).split_once(' ').unwrap_or_default();
    let hash: [u8; 32] = Sha256::digest(secret.trim().as_bytes()).into();
    let found = match kind.eq_ignore_ascii_case("bearer") {
        true => app.store.provisioning_token_by_hash(&hash).await?,
        false => None,
    };
    let Some(token) = found else {
        let text = "This needs the token of a provisioning program.";
        return Err(Refused::new(StatusCode::UNAUTHORIZED, "", text));
    };
    let now = app.clock.now();
    if now - token.last_used_at >= NOTE_EVERY_MS {
        app.store.write(store::provisioning::use_token(token.id, now)).await?;
    }
    Ok(token)
}

/// Makes a token; its secret is in the answer and nowhere else.
///
/// # Errors
/// 400 for a description that cannot be, and when there are as many as may be.
pub async fn make(
    app: &Arc<App>,
    description: &str,
    note: impl FnOnce(&mut Change, &ProvisioningToken),
) -> Result<ProvisioningToken> {
    rules::tokens::must_be_description(description)?;
    if all(app).await?.len() >= TOKENS_MAX {
        let text = format!("There are {TOKENS_MAX} tokens already. Revoke one that is not needed.");
        return Err(ApiError::bad_request("api.provisioning.too_many.app_error", text));
    }
    let secret = long_secret();
    let token = ProvisioningToken {
        id: app.ids.next(),
        token_hash: Sha256::digest(secret.as_bytes()).into(),
        token: secret,
        description: description.to_owned(),
        create_at: app.clock.now(),
        last_used_at: 0,
    };
    let mut change = app.change();
    change.write(store::provisioning::insert_token(&token));
    note(&mut change, &token);
    change.commit().await?;
    Ok(token)
}

/// # Errors
/// When the store does not answer.
pub async fn all(app: &App) -> Result<Vec<ProvisioningToken>> {
    Ok(app.store.provisioning_tokens(TOKENS_MAX).await?)
}

/// Revokes a token: it is good for nothing from then on, at all nodes.
///
/// # Errors
/// 404 when there is none.
pub async fn revoke(app: &Arc<App>, id: ProvisioningTokenId, note: impl FnOnce(&mut Change)) -> Result<()> {
    let mut change = app.change();
    change.write(store::provisioning::remove_token(id));
    note(&mut change);
    match change.commit().await {
        Ok(_) => Ok(()),
        Err(store::Error::Unmet { .. }) => {
            Err(ApiError::not_found("api.provisioning.missing.app_error", "There is no such token."))
        }
        Err(error) => Err(error.into()),
    }
}

/// `POST /provisioning/tokens`
pub async fn create(mut call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let form: ProvisioningTokenForm = call.json("description").await?;
    let note =
        |change: &mut Change, token: &ProvisioningToken| audits::note(change, &call, &format!("token_id={}", token.id));
    let token = make(&call.app, form.description.trim(), note).await?;
    Ok(Reply::created(&token).with_text_header(header::CACHE_CONTROL, "no-store"))
}

/// `GET /provisioning/tokens`
pub async fn list(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    Ok(Reply::json(&all(&call.app).await?))
}

/// `DELETE /provisioning/tokens/{token_id}`
pub async fn remove(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let id: ProvisioningTokenId = call.id("token_id")?;
    revoke(&call.app, id, |change| audits::note(change, &call, &format!("token_id={id}"))).await?;
    Ok(Reply::ok())
}
