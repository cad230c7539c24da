//! What programs post to an incoming webhook: JSON, or JSON in a form's field `payload`.

use std::sync::Arc;

use base::ids::HookId;
use http::{HeaderValue, StatusCode, header};
use permissions::Permission;
use wire::channels::Channel;
use wire::errors::ids;
use wire::users::User;
use wire::webhooks::{IncomingHook, IncomingHookForm};

use super::voice::{self, DEFAULT_NAME, Mask, Said};
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::http::{Answer, Call, Reply};
use crate::permit::allowed;
use crate::resources::channels::direct;

/// The form field that carries the JSON.
const PAYLOAD: &str = "payload";
/// Programs that answer take it for success.
const DONE: &str = "ok";

/// `POST /hooks/{hook_id}`
pub async fn receive(mut call: Call) -> Answer {
    let config = call.app.config().integrations.clone();
    if !config.enable_incoming_webhooks {
        let text = "Incoming webhooks are turned off.";
        let id = "web.incoming_webhook.disabled.app_error";
        return Err(ApiError::new(StatusCode::NOT_IMPLEMENTED, id, text));
    }
    let id: HookId = call.id("hook_id")?;
    let unknown = || refused(StatusCode::BAD_REQUEST, "There is no such webhook.");
    let hook = call.app.store.incoming_webhook(id).await?.ok_or_else(unknown)?;
    let form: IncomingHookForm = read(&mut call).await?;
    if form.text.is_empty() && form.attachments.is_empty() {
        return Err(refused(StatusCode::BAD_REQUEST, "A webhook's post needs a text or attachments."));
    }
    let author = call.app.world.user(hook.user_id).await?.filter(|user| user.is_active());
    let author = author.ok_or_else(|| refused(StatusCode::FORBIDDEN, "The webhook's owner is gone."))?;
    let channel = target(&call.app, &hook, &author, &form.channel_name).await?;
    rules::posts::must_not_be_system_type(&form.kind)?;
    let first = |given: &str, own: &str| if given.is_empty() { own.to_owned() } else { given.to_owned() };
    let username = first(&first(&form.username, &hook.username), DEFAULT_NAME);
    let icon_url = first(&form.icon_url, &hook.icon_url);
    let mask = Mask {
        username: &username,
        icon_url: &icon_url,
        icon_emoji: &form.icon_emoji,
        display_name: &hook.display_name,
    };
    let said = Said {
        channel_id: channel.id,
        text: form.text,
        kind: form.kind,
        props: voice::props(&call.app, &form.props, mask),
        attachments: form.attachments,
        priority: form.priority,
        ..Said::default()
    };
    voice::say(&call.app, &author, said).await?;
    Ok(Reply::bytes(HeaderValue::from_static("text/plain"), DONE))
}

/// The form, however it is wrapped.
pub async fn read<T: serde::de::DeserializeOwned>(call: &mut Call) -> Result<T> {
    let kind = call.header(header::CONTENT_TYPE.as_str()).to_owned();
    let bytes = call.bytes().await?;
    let broken = |cause: String| {
        let text = "The request could not be read.";
        ApiError::bad_request(ids::WEB_INCOMING_WEBHOOK_DECODE, text).because(cause)
    };
    let media = kind.split(';').next().unwrap_or_default().trim();
    let payload = match media {
        "application/x-www-form-urlencoded" => {
            let found = form_urlencoded::parse(&bytes).find(|(key, _)| key == PAYLOAD);
            found.map(|(_, value)| value.into_owned().into_bytes()).unwrap_or_default()
        }
        "multipart/form-data" => multipart(&kind, bytes).await.map_err(|error| broken(error.to_string()))?,
        _ => bytes.to_vec(),
    };
    serde_json::from_slice(&payload).map_err(|error| broken(error.to_string()))
}

async fn multipart(kind: &str, bytes: bytes::Bytes) -> multer::Result<Vec<u8>> {
    let boundary = multer::parse_boundary(kind)?;
    let stream = futures_util::stream::once(async move { Ok::<_, std::convert::Infallible>(bytes) });
    let mut parts = multer::Multipart::new(stream, boundary);
    while let Some(field) = parts.next_field().await? {
        if field.name() == Some(PAYLOAD) {
            return Ok(field.bytes().await?.to_vec());
        }
    }
    Ok(Vec::new())
}

/// Where the post goes: the webhook's channel, another of its team, or a direct message.
async fn target(app: &Arc<App>, hook: &IncomingHook, author: &User, name: &str) -> Result<Arc<Channel>> {
    let unknown = |what: &str| refused(StatusCode::NOT_FOUND, format!("There is no such {what}."));
    let channel = if let Some(username) = name.strip_prefix('@') {
        let user = app.store.user_by_username(&username.to_lowercase()).await?.ok_or_else(|| unknown("user"))?;
        must_roam(hook)?;
        Arc::new(direct::open(app, author.id, user.id).await?)
    } else if name.is_empty() {
        app.world.channel(hook.channel_id).await?.ok_or_else(|| unknown("channel"))?
    } else {
        let name = name.strip_prefix('#').unwrap_or(name).to_lowercase();
        let found = app.store.channel_by_name(hook.team_id, &name).await?;
        Arc::new(found.ok_or_else(|| unknown("channel"))?)
    };
    if channel.id != hook.channel_id {
        must_roam(hook)?;
    }
    let rights = app.channel_rights(author, channel.id).await?;
    let reads = rights.contains(Permission::ReadChannelContent);
    allowed(reads || channel.is_open() && rights.contains(Permission::ReadPublicChannel))?;
    Ok(channel)
}

fn must_roam(hook: &IncomingHook) -> Result<()> {
    if !hook.channel_locked {
        return Ok(());
    }
    let text = "The webhook is held to its channel.";
    Err(ApiError::forbidden("web.incoming_webhook.channel_locked.app_error", text))
}

fn refused(status: StatusCode, text: impl Into<String>) -> ApiError {
    ApiError::new(status, ids::WEB_INCOMING_WEBHOOK_GENERAL, text)
}
