//! Applications that register themselves (RFC 7591), where the configuration lets them; at a rate, and so many of them.

use std::time::Duration;

use base::ids::{OAuthAppId, UserId};
use base::tokens;
use http::StatusCode;
use node::error::{ApiError, Result};
use request::rate::Fixed;
use request::rate::Limiter;
use request::{Answer, Call, Reply};
use serde::{Deserialize, Serialize};
use store::oauth::Client;
use store::secrets::Column;
use wire::oauth::OAuthApp;

use crate::oauth::apps::must_be_valid;
use crate::oauth::must_be_on;

const NO_SECRET: &str = "none";
const SECRET_IN_FORM: &str = "client_secret_post";

/// Registrations from one address.
const RATE: Fixed = Fixed { interval: Duration::from_secs(2 * 60), burst: 19 };
/// Applications that registered themselves and were not removed since.
const APPS_MAX: i64 = 10_000;

/// What an application says of itself.
#[derive(Debug, Deserialize)]
struct Registration {
    #[serde(default)]
    redirect_uris: Vec<String>,
    client_name: Option<String>,
    client_uri: Option<String>,
    logo_uri: Option<String>,
    token_endpoint_auth_method: Option<String>,
}

/// What it is told.
#[derive(Debug, Serialize)]
struct Registered<'a> {
    client_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    client_secret: Option<&'a str>,
    client_id_issued_at: i64,
    redirect_uris: &'a [String],
    token_endpoint_auth_method: &'a str,
    grant_types: [&'a str; 2],
    response_types: [&'a str; 1],
    scope: &'a str,
    client_name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    client_uri: &'a str,
}

/// `POST /oauth/apps/register`
pub async fn register(mut call: Call) -> Answer {
    must_be_on(&call.app)?;
    must_be_allowed(&call)?;
    if let Err(refused) = call.app.of::<Limiter>().take_fixed(&call, RATE) {
        call.app.metrics.http.rate_limited.inc();
        return Ok(refused.reply());
    }
    must_have_room(&call).await?;
    let form: Registration = call.json("client_registration_request").await?;
    let method = form.token_endpoint_auth_method.unwrap_or_else(|| SECRET_IN_FORM.to_owned());
    let client = match method.as_str() {
        NO_SECRET => Client::Public,
        SECRET_IN_FORM | "client_secret_basic" => Client::Confidential,
        _ => return Err(ApiError::body_param("token_endpoint_auth_method")),
    };
    let now = call.app.clock.now();
    let first = form.redirect_uris.first().cloned().unwrap_or_default();
    let id: OAuthAppId = call.app.ids.next();
    let secret = (client == Client::Confidential).then(tokens::secret);
    let app = OAuthApp {
        id,
        creator_id: UserId::NONE,
        create_at: now,
        update_at: now,
        client_secret: call.app.secrets.seal(Column::OAuthApp, id, secret.as_deref().unwrap_or_default()),
        name: form.client_name.unwrap_or_else(|| "Unnamed application".to_owned()),
        icon_url: form.logo_uri.unwrap_or_default(),
        homepage: form.client_uri.unwrap_or(first),
        callback_urls: form.redirect_uris,
        is_dynamically_registered: true,
        ..OAuthApp::default()
    };
    must_be_valid(&app)?;
    call.app.store.write(store::oauth::insert(&app, client)).await?;
    Ok(Reply::created(&Registered {
        client_id: app.id.to_string(),
        client_secret: secret.as_deref(),
        client_id_issued_at: now / 1000,
        redirect_uris: &app.callback_urls,
        token_endpoint_auth_method: &method,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        scope: "user",
        client_name: &app.name,
        client_uri: &app.homepage,
    }))
}

/// Who needs no account to add a row must not add them for ever.
async fn must_have_room(call: &Call) -> Result<()> {
    if call.app.store.oauth_apps_self_registered().await? < APPS_MAX {
        return Ok(());
    }
    tracing::error!(apps = APPS_MAX, "the limit of self-registered applications is reached: remove unused ones");
    let text = "Too many applications have registered themselves here.";
    Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "api.oauth.register_client.too_many.app_error", text))
}

fn must_be_allowed(call: &Call) -> Result<()> {
    if call.app.config().integrations.enable_dynamic_clients {
        return Ok(());
    }
    let text = "This server does not let applications register themselves.";
    Err(ApiError::forbidden("api.oauth.register_client.dynamic_disabled.app_error", text))
}
