//! Links to files for people without an account, when the server is set so.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use node::error::{ApiError, Result};
use permissions::Permission;
use request::App;
use request::{Answer, Call, Reply};
use sha2::Sha256;
use wire::errors::ids;
use wire::files::{FileInfo, FileLink};

use crate::files::must_read;

/// Under this name the key lies in the database, sealed, unless the configuration has one.
const SALT: &str = "PublicLinkSalt";

pub async fn get_link(call: Call) -> Answer {
    must_be_enabled(&call)?;
    let file = must_read(&call).await?;
    call.must_in_channel(file.channel_id, Permission::GetPublicLink).await?;
    if file.post_id.is_none() {
        let text = "Only files of posts have links.";
        return Err(ApiError::bad_request("api.file.get_public_link.no_post.app_error", text));
    }
    let site = call.app.config().service.site_url.trim_end_matches('/').to_owned();
    let hash = URL_SAFE_NO_PAD.encode(seal(&call.app, &file).await?.finalize().into_bytes());
    Ok(Reply::json(&FileLink { link: format!("{site}/files/{}/public?h={hash}", file.id) }))
}

/// # Errors
/// 403 when there are no such links.
pub fn must_be_enabled(call: &Call) -> Result<()> {
    if call.app.config().files.enable_public_link {
        return Ok(());
    }
    Err(ApiError::forbidden(ids::API_FILE_GET_PUBLIC_LINK_DISABLED, "Public links are turned off on this server."))
}

/// # Errors
/// 400 when the link was not made here.
pub async fn must_know(call: &Call, file: &FileInfo) -> Result<()> {
    let hash = URL_SAFE_NO_PAD.decode(call.query().text("h")).unwrap_or_default();
    let known = seal(&call.app, file).await?.verify_slice(&hash).is_ok();
    let text = "This is no link to a file of this server.";
    if known { Ok(()) } else { Err(ApiError::bad_request("api.file.get_public_link.invalid.app_error", text)) }
}

/// # Errors
/// 404 for files of archived channels, where those are shown to nobody.
pub async fn must_be_shown(call: &Call, file: &FileInfo) -> Result<()> {
    let channel = call.app.world.channel(file.channel_id).await?;
    let is_hidden =
        channel.is_some_and(|channel| channel.is_archived()) && !call.app.config().team.view_archived_channels;
    if is_hidden { Err(ApiError::not_found(ids::APP_FILE_INFO_GET, "There is no such file.")) } else { Ok(()) }
}

/// What only this server can make of a file's id.
async fn seal(app: &App, file: &FileInfo) -> Result<Hmac<Sha256>> {
    let configured = app.config().files.public_link_salt.reveal().to_owned();
    let salt = if configured.is_empty() { made_salt(app).await? } else { configured };
    let mut mac = Hmac::<Sha256>::new_from_slice(salt.as_bytes()).expect("keys of any length are fine");
    mac.update(&file.id.0.encode());
    Ok(mac)
}

async fn made_salt(app: &App) -> Result<String> {
    app.secrets.own(&app.store, SALT, base::tokens::secret).await
}
