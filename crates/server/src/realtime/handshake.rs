//! How a socket begins: which pages may open one, what the client wants to go on with, and who it is.

use std::sync::Arc;

use base::ids::ConnectionId;
use futures_util::StreamExt;
use http::header;
use metrics::OriginClient;
use people::session;
use request::App;
use request::call::Identity;
use request::origin::origin_of;
use request::token::{Source, find_token};
use request::{Call, Query};
use tokio_tungstenite::tungstenite::protocol::Message;
use wire::events::ClientRequest;

use crate::http::cors::{self, Credentials};
use crate::realtime::socket::Socket;

/// What a client says in the query when it opens a socket.
pub(super) struct Opening {
    pub resume: Option<(ConnectionId, i64)>,
    pub posted_ack: bool,
    pub origin: OriginClient,
}

/// Whose page opens the socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Page {
    /// Our own, that of a site whose cookies count, or no page at all.
    Trusted,
    /// Another site's that may call the server and says its token itself: cookies come along with whatever page is open.
    Foreign,
    Refused,
}

/// Browsers name the page's origin; it must be this host, or one that the configuration lets in.
pub(super) fn page_of(call: &Call) -> Page {
    let Some(origin) = call.headers().get(header::ORIGIN).filter(|origin| !origin.is_empty()) else {
        return Page::Trusted;
    };
    let (origin, host) = (origin.to_str().unwrap_or_default(), call.header(header::HOST.as_str()));
    if origin.split_once("://").is_some_and(|(_, rest)| rest.eq_ignore_ascii_case(host)) {
        return Page::Trusted;
    }
    match cors::lets_in(&call.app.config(), call.headers()) {
        Some(Credentials::Taken) => Page::Trusted,
        Some(Credentials::Refused) => Page::Foreign,
        None => Page::Refused,
    }
}

/// Who the upgrade itself says it is from.
pub(super) fn identity(call: &Call, page: Page) -> Option<Identity> {
    let by_cookie = find_token(&call.parts).is_some_and(|(_, source)| source == Source::Cookie);
    call.identity.clone().filter(|_| page == Page::Trusted || !by_cookie)
}

/// `None` when the client wants to resume but does not say readably what.
pub(super) fn read_opening(call: &Call) -> Option<Opening> {
    let query = call.query();
    let posted_ack = query.flag("posted_ack");
    let origin = origin_of(call.headers());
    Some(Opening { resume: resumed(&query)?, posted_ack, origin })
}

/// The connection that a client goes on with, and the number of the event that it expects. `None` when it does not say
/// that readably.
pub fn resumed(query: &Query) -> Option<Option<(ConnectionId, i64)>> {
    let connection_id = query.text("connection_id");
    if connection_id.is_empty() {
        return Some(None);
    }
    Some(Some((ConnectionId::parse(connection_id)?, query.int("sequence_number")?)))
}

/// Waits for the message that names a token. Other messages get no answer.
pub(super) async fn authenticate(app: &Arc<App>, socket: &mut Socket) -> Option<(Identity, i64)> {
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let request: ClientRequest = wire::json::read(text.as_bytes()).ok()?;
        if request.action != wire::events::ACTION_AUTHENTICATION_CHALLENGE {
            continue;
        }
        let token = request.data.get("token").and_then(|token| token.as_str())?;
        let identity = session::by_token(app, token).await.ok().flatten()?;
        return session::must_have_mfa(app, &identity).is_ok().then_some((identity, request.seq));
    }
    None
}

/// `None` when the session opens nothing any more: the server asks for a second factor that its user lacks by now, or takes
/// no personal access tokens any more.
pub(super) async fn may_go_on(app: &Arc<App>, identity: &Identity) -> Option<()> {
    if !session::is_on(app, &identity.session, &identity.user) {
        return None;
    }
    if !session::asks_for_mfa(app) {
        return Some(());
    }
    // In a box: every socket would keep room for it, and it is needed where a second factor is asked for.
    let user = Box::pin(app.world.user(identity.user.id)).await.ok()??;
    (!session::lacks_mfa(app, &identity.session, &user)).then_some(())
}
