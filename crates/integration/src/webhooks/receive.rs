//! What programs post to an incoming webhook: JSON, or JSON in a form's field `payload`.

use std::sync::Arc;

use base::ids::{ChannelId, HookId};
use http::{HeaderValue, StatusCode, header};
use node::error::{ApiError, Result};
use organisation::channels::direct;
use permissions::Permission;
use request::App;
use request::call::media;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use wire::channels::Channel;
use wire::errors::ids;
use wire::users::User;
use wire::webhooks::{IncomingHook, IncomingHookForm};

use crate::webhooks::voice;
use crate::webhooks::voice::{DEFAULT_NAME, Mask, Said};

/// The form field that carries the JSON.
const PAYLOAD: &str = "payload";
const FORM: &str = "application/x-www-form-urlencoded";
const MULTIPART: &str = "multipart/form-data";
/// Programs that answer take it for success.
const DONE: &str = "ok";

/// `POST /hooks/{hook_id}`
pub async fn receive(mut call: Call) -> Answer {
    // What cannot be read is refused first; what else is wrong has one id, whatever it is.
    let form: IncomingHookForm = read(&mut call).await?;
    let posted = post(&call, form).await;
    posted.map_err(|error| match error.status.is_client_error() || error.status == StatusCode::NOT_IMPLEMENTED {
        true => ApiError { id: ids::WEB_INCOMING_WEBHOOK_GENERAL.into(), ..error },
        false => error,
    })?;
    Ok(Reply::bytes(HeaderValue::from_static("text/plain"), DONE))
}

async fn post(call: &Call, form: IncomingHookForm) -> Result<()> {
    if !call.app.config().integrations.enable_incoming_webhooks {
        return Err(refused(StatusCode::NOT_IMPLEMENTED, "Incoming webhooks are turned off."));
    }
    let unknown = || refused(StatusCode::BAD_REQUEST, "There is no such webhook.");
    let id: HookId = call.id("hook_id").map_err(|_| unknown())?;
    let hook = call.app.store.incoming_webhook(id).await?.ok_or_else(unknown)?;
    if form.text.is_empty() && form.attachments.is_empty() {
        return Err(refused(StatusCode::BAD_REQUEST, "A webhook's post needs a text or attachments."));
    }
    let author = call.app.world.user(hook.user_id).await?.filter(|user| user.is_active());
    let author = author.ok_or_else(|| refused(StatusCode::FORBIDDEN, "The webhook's owner is gone."))?;
    let channel = target(&call.app, &hook, &author, form.channel_name.trim()).await?;
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
        props: voice::props(&call.app, &form.props, mask).await?,
        attachments: form.attachments,
        priority: form.priority,
        ..Said::default()
    };
    voice::say(&call.app, &author, said).await
}

/// The form, however it is wrapped.
async fn read<T: serde::de::DeserializeOwned>(call: &mut Call) -> Result<T> {
    let kind = call.header(header::CONTENT_TYPE.as_str()).to_owned();
    let bytes = call.bytes().await?;
    unwrapped(&kind, bytes, call.query().text(PAYLOAD)).await
}

/// The form in a body of that type; a form without its field has it in the address.
///
/// # Errors
/// 400 when it cannot be read.
pub async fn unwrapped<T: serde::de::DeserializeOwned>(kind: &str, bytes: bytes::Bytes, in_address: &str) -> Result<T> {
    let broken = |cause: String| {
        let text = "The request could not be read.";
        ApiError::bad_request(ids::WEB_INCOMING_WEBHOOK_DECODE, text).because(cause)
    };
    let payload = match media(kind).as_str() {
        FORM => {
            let found = form_urlencoded::parse(&bytes).find(|(key, _)| key == PAYLOAD);
            found.map(|(_, value)| value.into_owned().into_bytes())
        }
        MULTIPART => Some(multipart(kind, bytes).await.map_err(|error| broken(error.to_string()))?),
        _ => return wire::json::read_loose(&bytes).map_err(|error| broken(error.to_string())),
    };
    let payload = payload.filter(|payload| !payload.is_empty());
    let payload = payload.unwrap_or_else(|| in_address.as_bytes().to_vec());
    wire::json::read_loose(&payload).map_err(|error| broken(error.to_string()))
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
        match app.store.channel_by_name(hook.team_id, &name).await? {
            Some(found) => Arc::new(found),
            // Programs that know a channel by its id may say so.
            None => of_team(app, hook, &name).await?.ok_or_else(|| unknown("channel"))?,
        }
    };
    if channel.id != hook.channel_id {
        must_roam(hook)?;
    }
    let rights = app.channel_rights(author, channel.id).await?;
    let reads = rights.contains(Permission::ReadChannelContent);
    allowed(reads || channel.is_open() && rights.contains(Permission::ReadPublicChannel))?;
    allowed(app.can_speak(author, &channel).await?)?;
    Ok(channel)
}

/// The channel of the webhook's team that has this id.
async fn of_team(app: &Arc<App>, hook: &IncomingHook, id: &str) -> Result<Option<Arc<Channel>>> {
    let Some(id) = ChannelId::parse(id).filter(|id| id.is_some()) else { return Ok(None) };
    Ok(app.world.channel(id).await?.filter(|channel| channel.team_id == hook.team_id))
}

fn must_roam(hook: &IncomingHook) -> Result<()> {
    if !hook.channel_locked {
        return Ok(());
    }
    Err(refused(StatusCode::FORBIDDEN, "The webhook is held to its channel."))
}

fn refused(status: StatusCode, text: impl Into<String>) -> ApiError {
    ApiError::new(status, ids::WEB_INCOMING_WEBHOOK_GENERAL, text)
}
