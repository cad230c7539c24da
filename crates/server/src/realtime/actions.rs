//! Actions: what a client asks over its socket.

use node::API_VERSION;
use std::collections::BTreeMap;
use std::sync::Arc;

use base::ids::{ChannelId, UserId};
use delivery::connection::Connection;
use metrics::{NotificationPlatform, NotificationType};
use node::error::{ApiError, Result};
use permissions::Permission;
use serde::Deserialize;
use wire::errors::{ErrorBody, ids};
use wire::events::{self, ActiveStatus, ClientRequest, Pong, PostedAck, Presence, Reply};
use wire::users::TypingForm;

use people::activity;
use people::users::known_among;
use people::{presence, session};
use request::App;
use request::call::Identity;

/// Users whose status one request may ask for.
const STATUSES_MAX: usize = 1_000;

/// Does what the request asks. `None` when the request gets no reply.
pub async fn act(
    app: &Arc<App>,
    identity: &Identity,
    connection: &Arc<Connection>,
    request: ClientRequest,
) -> Option<Reply> {
    if request.seq <= 0 {
        return Some(fail(0, ids::API_WEB_SOCKET_ROUTER_BAD_SEQ, 400, "The request has no usable number."));
    }
    let seq = request.seq;
    let done = match request.action.as_str() {
        "" => return Some(fail(seq, ids::API_WEB_SOCKET_ROUTER_NO_ACTION, 400, "The request names no action.")),
        // A client that is known already says its token again after a reconnect: nothing to do.
        events::ACTION_AUTHENTICATION_CHALLENGE => return None,
        events::ACTION_PING => Ok(Reply::with(seq, &pong(app))),
        events::ACTION_USER_TYPING => typing(app, identity, &request).await,
        events::ACTION_USER_UPDATE_ACTIVE_STATUS => active_status(app, identity, &request).await,
        events::ACTION_GET_STATUSES => recent_statuses(app, identity, seq).await,
        events::ACTION_GET_STATUSES_BY_IDS => statuses(app, identity, &request).await,
        events::ACTION_PRESENCE => Ok(look(connection, &request)),
        events::ACTION_POSTED_NOTIFY_ACK => Ok(shown(app, &request)),
        _ => return Some(fail(seq, ids::API_WEB_SOCKET_ROUTER_BAD_ACTION, 500, "There is no such action.")),
    };
    Some(done.unwrap_or_else(|error| Reply::fail(seq, error.body("", false))))
}

fn fail(seq: i64, id: &str, status_code: u16, message: &str) -> Reply {
    Reply::fail(seq, ErrorBody { id: id.into(), message: message.into(), status_code, ..ErrorBody::default() })
}

fn invalid(name: &str) -> ApiError {
    ApiError::bad_request(ids::API_WEBSOCKET_HANDLER_INVALID_PARAM, format!("Invalid or missing {name}."))
}

fn pong(app: &App) -> Pong {
    Pong { text: "pong".into(), version: API_VERSION.to_owned(), server_time: app.clock.now(), node_id: String::new() }
}

async fn typing(app: &Arc<App>, identity: &Identity, request: &ClientRequest) -> Result<Reply> {
    let form: TypingForm = request.read().map_err(|_| invalid("channel_id"))?;
    let me = session::must_last(app, &identity.session).await?.user;
    if !app.channel_rights(&me, form.channel_id).await?.contains(Permission::CreatePost) {
        return Err(invalid("channel_id"));
    }
    note_use(app, identity).await?;
    presence::announce_typing(app, identity.user.id, &form).await?;
    Ok(Reply::ok(request.seq))
}

/// Somebody is there, whose client may ask for nothing over HTTP for long.
async fn note_use(app: &Arc<App>, identity: &Identity) -> Result<()> {
    // What the socket knows of its session is as old as the socket.
    if let Some(session) = app.world.session(&identity.session.token_hash).await? {
        activity::used(app, &session);
    }
    Ok(())
}

async fn active_status(app: &Arc<App>, identity: &Identity, request: &ClientRequest) -> Result<Reply> {
    let form: ActiveStatus = request.read().map_err(|_| invalid("user_is_active"))?;
    match form.user_is_active {
        Some(true) => {
            note_use(app, identity).await?;
            presence::active(app, identity.user.id).await?;
        }
        Some(false) => presence::away(app, identity.user.id, form.manual).await?,
        None => return Err(invalid("user_is_active")),
    }
    Ok(Reply::ok(request.seq))
}

/// Statuses of those who were here lately, as far as the caller may know of them.
async fn recent_statuses(app: &Arc<App>, identity: &Identity, seq: i64) -> Result<Reply> {
    // What the socket knows of its user is as old as the socket.
    let me = session::must_last(app, &identity.session).await?.user;
    let mut recent = app.world.known_statuses(STATUSES_MAX);
    let known = known_among(app, &me, recent.keys().copied().collect()).await?;
    recent.retain(|user, _| known.binary_search(user).is_ok());
    Ok(Reply::with(seq, &recent))
}

/// Whose statuses are wanted. Text that names nobody is told again as it was written.
#[derive(Deserialize)]
struct Wanted {
    user_ids: Option<Vec<String>>,
}

async fn statuses(app: &Arc<App>, identity: &Identity, request: &ClientRequest) -> Result<Reply> {
    let form: Wanted = request.read().map_err(|_| invalid("user_ids"))?;
    let mut wanted = form.user_ids.filter(|wanted| !wanted.is_empty()).ok_or_else(|| invalid("user_ids"))?;
    wanted.truncate(STATUSES_MAX);
    let me = session::must_last(app, &identity.session).await?.user;
    let users: Vec<UserId> = wanted.iter().map(|text| UserId::parse(text).unwrap_or(UserId::UNKNOWN)).collect();
    let known = known_among(app, &me, users.clone()).await?;
    let found = app.world.statuses_of(&known).await?;
    let found: BTreeMap<UserId, &str> = found.iter().map(|status| (status.user_id, status.status.as_str())).collect();
    let told = wanted.iter().zip(&users).filter_map(|(text, user)| Some((text.as_str(), *found.get(user)?)));
    Ok(Reply::with(request.seq, &told.collect::<BTreeMap<&str, &str>>()))
}

/// A client says what became of a notification.
fn shown(app: &App, request: &ClientRequest) -> Reply {
    if app.config().metrics.enable_notification_metrics
        && let Ok(ack) = request.read::<PostedAck>()
    {
        let counted = &app.metrics.content;
        let label = (NotificationType::Websocket, platform_of(&ack.user_agent));
        counted.notifications_acknowledged.inc(label);
        match ack.status.as_str() {
            "success" => counted.notifications_delivered.inc(label),
            "error" => counted.notifications_failed.inc(label),
            "not_sent" => counted.notifications_not_sent.inc(label),
            "unsupported" => counted.notifications_unsupported.inc(label),
            _ => {}
        }
    }
    Reply::ok(request.seq)
}

fn platform_of(user_agent: &str) -> NotificationPlatform {
    if user_agent.contains("Mattermost/") {
        NotificationPlatform::Desktop
    } else if user_agent.starts_with("Mozilla/") {
        NotificationPlatform::Web
    } else {
        NotificationPlatform::Other
    }
}

fn look(connection: &Connection, request: &ClientRequest) -> Reply {
    let presence: Presence = request.read().unwrap_or_default();
    let channel = |text: &str| ChannelId::parse(text).unwrap_or_default();
    connection.change_open_views(|open_views| {
        if let Some(shown) = &presence.channel_id {
            open_views.channel = Some(channel(shown));
        }
        if let Some(thread) = &presence.thread_channel_id {
            let place =
                if presence.is_thread_view { &mut open_views.threads_channel } else { &mut open_views.thread_channel };
            *place = Some(channel(thread));
        }
    });
    Reply::ok(request.seq)
}
