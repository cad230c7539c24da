//! What clients read of the configuration, before and after they sign in.

use node::API_VERSION;
use request::App;
use request::{Answer, Call, Reply};
use std::collections::BTreeMap;

use base::tokens;
use config::{Audience, Runtime};
use node::error::{ApiError, Result};
use tokio::sync::OnceCell;
use wire::errors::ids;

use crate::web_push::WebPush;

/// The server's identity, made at the first start: mobile clients name their database after it.
const IDENTITY: &str = "DiagnosticId";
const INSTALLED_AT: &str = "InstallationDate";

/// What never changes once it is there: read once, and asked for by everybody who signs in.
#[derive(Default)]
pub struct Lasting {
    identity: OnceCell<String>,
    installed_at: OnceCell<i64>,
}

/// `GET /config/client`: answers with the client's settings; a session gets more of them.
pub async fn get(call: Call) -> Answer {
    let audience = if call.identity.is_some() { Audience::Member } else { Audience::Anyone };
    Ok(Reply::json(&flat(&call.app, audience).await?))
}

/// `GET /license/client`: answers with the state of a server without licences.
pub async fn license(call: Call) -> Answer {
    match call.query().text("format") {
        "old" => Ok(Reply::json(&config::license_client())),
        "" => {
            let text = "The format of the answer is missing: format=old.";
            Err(ApiError::bad_request(ids::API_LICENSE_CLIENT_OLD_FORMAT, text))
        }
        _ => Err(ApiError::url_param("format")),
    }
}

/// The flat map that an audience reads.
///
/// # Errors
/// When the store does not answer.
pub async fn flat(app: &App, audience: Audience) -> Result<BTreeMap<String, String>> {
    let runtime = Runtime {
        version: API_VERSION.to_owned(),
        build_number: env!("CARGO_PKG_VERSION").to_owned(),
        build_date: String::new(),
        build_hash: String::new(),
        diagnostic_id: identity(app).await?,
        // Members have accounts.
        no_accounts: audience == Audience::Anyone && !app.store.has_users().await?,
        installation_date: installed_at(app).await?,
        schema_version: u32::try_from(app.store.schema_version()).unwrap_or_default(),
        signing_public_key: app.of::<WebPush>().identity.public_der(),
        web_push_public_key: app.of::<WebPush>().identity.public().to_owned(),
    };
    Ok(config::client_config(&app.config(), &runtime, audience))
}

/// The server's identity.
///
/// # Errors
/// When the store does not answer.
pub async fn identity(app: &App) -> Result<String> {
    app.of::<Lasting>().identity.get_or_try_init(|| app.kept(IDENTITY, tokens::secret)).await.cloned()
}

async fn installed_at(app: &App) -> Result<i64> {
    let read = || async {
        let now = app.clock.now();
        let text = app.kept(INSTALLED_AT, || now.to_string()).await?;
        Ok(text.parse().unwrap_or(now))
    };
    app.of::<Lasting>().installed_at.get_or_try_init(read).await.copied()
}
