//! OAuth: applications that users let in, and the server as the place where they do.
//!
//! [`apps`] registers applications, [`register`] lets them register themselves, [`authorize`] asks
//! the user and gives out a code, [`token`] turns codes into tokens. A token is a session's; the
//! store keeps hashes of codes and tokens only.

pub mod apps;
pub mod authorize;
pub mod register;
pub mod token;

use base::ids::OAuthAppId;
use node::change::Change;
use node::error::{ApiError, Result};
use store::oauth::Grant;
use wire::errors::ids;
use wire::oauth::OAuthApp;

use request::App;

/// Tokens that one user gives one application, and that are ended together.
const GRANTS_MAX: usize = 1_000;

fn must_be_on(app: &App) -> Result<()> {
    if app.config().integrations.enable_oauth_provider {
        return Ok(());
    }
    let text = "This server is no OAuth provider.";
    let id = "api.oauth.register_oauth_app.turn_off.app_error";
    Err(ApiError::new(http::StatusCode::NOT_IMPLEMENTED, id, text))
}

async fn find(app: &App, id: OAuthAppId) -> Result<OAuthApp> {
    let missing = || ApiError::not_found(ids::APP_OAUTH_GET_APP_FIND, "There is no such application.");
    app.store.oauth_app(id).await?.ok_or_else(missing)
}

/// Ends grants and the sessions that they are.
fn end(change: &mut Change, grants: &[Grant]) {
    for grant in grants {
        change.write(store::oauth::end_grant(&grant.token_hash));
        change.end_sessions(store::sessions::remove_by_token(&grant.token_hash));
    }
}
