//! Trials: an administrator or a user asks the server to show that something works.

use std::time::Duration;

use ::files::FileStore;
use config::FileDriver;
use conversation::files::bucket;
use conversation::posts::create;
use conversation::posts::new::{NewPost, SetOnline};
use conversation::posts::system_bot;
use conversation::source::Source;
use http::StatusCode;
use node::error::ApiError;
use organisation::channels;
use outward::outbound::{Failed, Request};
use permissions::Permission;
use request::{Answer, Call, Reply};
use serde::Deserialize;
use serde_json::Value;
use url::Url;
use wire::posts::{PROP_FORCE_NOTIFICATION, Post};

use crate::resources::settings;

/// A server that is reached at all answers its ping sooner.
const PING_TIMEOUT: Duration = Duration::from_secs(10);
/// Bytes of a ping's answer.
const PING_BYTES_MAX: usize = 16 * 1024;
const PING: &str = "/api/v4/system/ping";

/// `POST /notifications/test`: sends the caller a message of the system's account, which notifies whatever the settings.
pub async fn notification(call: Call) -> Answer {
    let app = &call.app;
    let bot = system_bot::find(app).await?;
    let channel = channels::direct::open(app, bot.id, call.my_id()).await?;
    let message = "If you received this test notification, it worked!".to_owned();
    let mut post = Post { channel_id: channel.id, message, ..Post::default() };
    // Whoever asks for it wants to see it, whatever else is muted.
    post.props.insert(PROP_FORCE_NOTIFICATION.into(), "test".into());
    create::create(app, NewPost { author: bot, post, source: Source::Server, set_online: SetOnline::No }).await?;
    Ok(Reply::ok())
}

/// Body of `POST /site_url/test`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct SiteForm {
    pub site_url: String,
}

/// `POST /site_url/test`: asks whether a server of this API answers at an address. The call goes where the server's
/// calls may go, and what is there is not told beyond yes or no.
pub async fn site_url(mut call: Call) -> Answer {
    let form: SiteForm = call.json("site_url").await?;
    call.must(Permission::TestSiteUrl)?;
    let base = form.site_url.trim_end_matches('/');
    let url = Url::parse(&format!("{base}{PING}")).ok().filter(|url| url.has_host() && !base.is_empty());
    let url = url.ok_or_else(|| ApiError::body_param("site_url"))?;
    let request = Request { answer_bytes_max: PING_BYTES_MAX, ..Request::get(url, PING_TIMEOUT) };
    match call.app.call_out(request).await {
        Ok(answered) if answered.status == StatusCode::OK => Ok(Reply::ok()),
        Ok(answered) => Err(unreached().because(answered.status)),
        // Who may try addresses may also allow them.
        Err(error @ Failed::Forbidden(_)) => Err(ApiError { message: error.to_string(), ..unreached() }),
        Err(error) => Err(unreached().because(error)),
    }
}

fn unreached() -> ApiError {
    ApiError::bad_request("app.admin.test_site_url.failure", "No server of this kind answers at the address.")
}

/// `POST /file/s3_test`: whether files can be kept as the body's settings say, which are not put in force; as those in
/// force say where there is none.
pub async fn files(mut call: Call) -> Answer {
    let body: Value = call.json_or_default("config").await?;
    if !body.is_null() && body.get("FileSettings").is_none() {
        let text = "The settings to test are missing.";
        return Err(ApiError::bad_request("api.file.test_connection_s3_settings_nil.app_error", text));
    }
    call.must(Permission::TestS3)?;
    let tried = settings::tried(&call.app, &body)?;
    match tried.files.driver {
        FileDriver::Local => {
            call.app.files.health().await?;
            Ok(Reply::ok())
        }
        FileDriver::S3 => {
            // The few bytes of the trial never wait on disk, so the folder is not made.
            let spool = std::env::temp_dir().join("muster-spool");
            let bucket =
                bucket::of(&tried.files).map_err(|error| unusable_bucket(format!("files.s3_ca_file: {error}")))?;
            let tried = FileStore::s3(&bucket, &call.app.clock, spool);
            tried.health().await.map_err(unusable_bucket)?;
            Ok(Reply::ok())
        }
    }
}

/// A caller who may try a bucket may also choose it, and so sees the store's own words.
fn unusable_bucket(error: impl std::fmt::Display) -> ApiError {
    let text = format!("Files cannot be kept there: {error}.");
    ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "api.file.test_connection.app_error", text)
}
