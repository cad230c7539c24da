//! A socket: moves frames between one WebSocket and its connection.
//!
//! Buffers are small on purpose (a library's defaults take 130 KiB a socket), and what happens seldom is boxed. Frames
//! that wait together leave in one write. A client authenticates at the upgrade, or with its first message.

use std::sync::Arc;
use std::time::Duration;

use delivery::connection::{Connection, Life};
use futures_util::{SinkExt, StreamExt};
use http::{HeaderValue, Response, StatusCode, header};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use node::error::ApiError;
use people::presence;
use people::session;
use request::App;
use request::Reply;
use request::call::Identity;
use request::reply::{Content, JSON, whole};
use request::{Answer, Call};
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Message, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Utf8Bytes};
use wire::errors::ids;
use wire::events::{ClientRequest, Reply as SocketReply};

use crate::http::connection_limit::Permit;
use crate::realtime::actions;
use crate::realtime::arrival::connect;
use crate::realtime::handshake::{Opening, Page, authenticate, identity, may_go_on, page_of, read_opening};

/// Bytes of one message from a client (facts §1).
const MESSAGE_BYTES_MAX: usize = 8_192;
const READ_BUFFER_BYTES: usize = 1_024;
const WRITE_BUFFER_BYTES: usize = 2_048;
/// A client that did not authenticate by then is dropped (facts §1.1).
const AUTHENTICATION_WAIT: Duration = Duration::from_secs(5);
/// Proxies drop idle sockets at 60 to 100 s; this keeps them open (facts §1.1).
const PING_EVERY: Duration = Duration::from_secs(60);
/// Nothing heard for so long: the client is gone (facts §1.1).
const SILENCE_MAX: Duration = Duration::from_secs(100);
/// A write that takes longer has no reader (facts §1.1).
const WRITE_WAIT: Duration = Duration::from_secs(30);
/// A client that does not take a farewell is left without.
const GOODBYE_WAIT: Duration = Duration::from_secs(1);
/// Frames written before the socket is flushed and read again.
const WRITE_TURN_LEN_MAX: usize = 64;

pub(super) type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// `GET /websocket`: answers 101 and serves the socket from a task of its own.
pub async fn open(mut call: Call) -> Answer {
    let refused = || {
        let text = "This address is for WebSocket connections: the request is no upgrade, or comes from another site.";
        // The kind is that of all refusals of the API; clients look at the status alone.
        Ok(Reply::bytes(JSON, text).with_status(StatusCode::BAD_REQUEST))
    };
    let is_upgrade = call.header(header::UPGRADE.as_str()).eq_ignore_ascii_case("websocket");
    let key = call.header(header::SEC_WEBSOCKET_KEY.as_str()).to_owned();
    if !is_upgrade || key.is_empty() {
        return refused();
    }
    let page = page_of(&call);
    if page == Page::Refused {
        let text = "The connection comes from another site.";
        return Err(ApiError::bad_request(ids::API_WEB_SOCKET_CONNECT_UPGRADE, text));
    }
    let identity = identity(&call, page);
    if let Some(identity) = &identity {
        session::must_have_mfa(&call.app, identity)?;
    }
    let Some(upgrade) = call.parts.extensions.remove::<OnUpgrade>() else { return refused() };
    if call.app.hub.is_leaving() || call.app.cluster.as_ref().is_some_and(|cluster| !cluster.may_speak()) {
        // What a socket is told rests on memory; the client tries again, perhaps at another node.
        return Err(ApiError::busy());
    }
    let permit = call.parts.extensions.remove::<Permit>();
    let opening = read_opening(&call);
    let app = call.app.clone();
    base::tasks::spawn("websocket", async move {
        if let Ok(upgraded) = upgrade.await {
            serve(app, upgraded, identity, opening).await;
        }
        drop(permit);
    });
    let response = Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(header::CONNECTION, HeaderValue::from_static("Upgrade"))
        .header(header::UPGRADE, HeaderValue::from_static("websocket"))
        .header(header::SEC_WEBSOCKET_ACCEPT, derive_accept_key(key.as_bytes()))
        .body(whole(bytes::Bytes::new()))
        .map_err(|error| ApiError::internal(ids::API_WEB_SOCKET_CONNECT_UPGRADE, error.to_string()))?;
    Ok(Reply::new(StatusCode::SWITCHING_PROTOCOLS, Content::Raw(Box::new(response))))
}

/// What a client may send at a time.
pub fn bounds() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(WRITE_BUFFER_BYTES)
        .max_message_size(Some(MESSAGE_BYTES_MAX))
        .max_frame_size(Some(MESSAGE_BYTES_MAX))
}

async fn serve(app: Arc<App>, upgraded: Upgraded, identity: Option<Identity>, opening: Option<Opening>) {
    let mut socket = WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(bounds())).await;
    let Some(opening) = opening else { return };
    let (identity, challenge) = match identity {
        Some(identity) => (identity, None),
        None => match timeout(AUTHENTICATION_WAIT, Box::pin(authenticate(&app, &mut socket))).await {
            Ok(Some((identity, seq))) => (identity, Some(seq)),
            _ => return,
        },
    };
    let number = app.hub.socket_number();
    let user = identity.user.id;
    let Some(connection) = Box::pin(connect(&app, &identity, &opening, number)).await else { return };
    app.metrics.http.websockets.shift((opening.origin,), 1);
    if let Err(error) = Box::pin(presence::active(&app, user)).await {
        tracing::warn!(%error.message, "the status of a connecting user could not be kept");
    }
    let mut pump = Pump { app: &app, socket, connection: &connection, identity, number, heard: Instant::now() };
    pump.run(challenge).await;
    Box::pin(pump.say_goodbye()).await;
    app.metrics.http.websockets.shift((opening.origin,), -1);
    let is_parted = matches!(connection.life(), Life::Detached(_));
    connection.detach(number, app.clock.now());
    if connection.life() == Life::Closed {
        app.hub.remove(&connection);
    }
    if is_parted || connection.restarts_after().is_some() {
        Box::pin(tokio::time::sleep(delivery::RETURN_WAIT)).await;
    }
    if let Err(error) = Box::pin(presence::gone(&app, user)).await {
        tracing::warn!(%error.message, "the status of a leaving user could not be kept");
    }
}

/// The loop of one open socket.
struct Pump<'a> {
    app: &'a Arc<App>,
    socket: Socket,
    connection: &'a Arc<Connection>,
    identity: Identity,
    number: u64,
    heard: Instant,
}

impl Pump<'_> {
    async fn run(&mut self, challenge: Option<i64>) {
        if self.write_waiting().await.is_none() {
            return;
        }
        if let Some(seq) = challenge
            && self.reply(SocketReply::ok(seq)).await.is_none()
        {
            return;
        }
        let mut ping = tokio::time::interval_at(Instant::now() + PING_EVERY, PING_EVERY);
        loop {
            let open = tokio::select! {
                message = self.socket.next() => match message {
                    Some(Ok(message)) => self.read(message).await,
                    _ => None,
                },
                () = self.connection.wake.notified() => self.write_waiting().await,
                _ = ping.tick() => self.ping().await,
            };
            if open.is_none() {
                return;
            }
        }
    }

    /// Tells a client whose connection or socket the server ended that it ended, when its turn has come.
    async fn say_goodbye(&mut self) {
        if matches!(self.connection.life(), Life::Attached(_)) {
            return;
        }
        let turn = Instant::now() + self.connection.restarts_after().unwrap_or_default();
        while Instant::now() < turn {
            match timeout_at(turn, self.socket.next()).await {
                Err(_) => break,
                Ok(None | Some(Err(_) | Ok(Message::Close(_)))) => return,
                Ok(Some(Ok(_))) => {} // It is not answered any more.
            }
        }
        let frame = CloseFrame { code: CloseCode::Away, reason: Utf8Bytes::from_static("") };
        drop(timeout(GOODBYE_WAIT, self.socket.close(Some(frame))).await);
    }

    async fn read(&mut self, message: Message) -> Option<()> {
        self.heard = Instant::now();
        match message {
            Message::Text(text) => {
                let request: ClientRequest = wire::json::read(text.as_bytes()).ok()?;
                self.act(request).await
            }
            Message::Close(_) => {
                // The library answers the close frame itself when it is flushed.
                drop(timeout(WRITE_WAIT, self.socket.flush()).await);
                None
            }
            Message::Pong(_) | Message::Ping(_) => Some(()),
            Message::Binary(_) | Message::Frame(_) => None,
        }
    }

    async fn act(&mut self, request: ClientRequest) -> Option<()> {
        may_go_on(self.app, &self.identity).await?;
        let reply = Box::pin(actions::act(self.app, &self.identity, self.connection, request)).await;
        match reply {
            Some(reply) => self.reply(reply).await,
            None => Some(()),
        }
    }

    async fn reply(&mut self, reply: SocketReply) -> Option<()> {
        let text = serde_json::to_string(&reply).ok()?;
        self.send(Message::Text(text.into())).await
    }

    /// Writes what waits, in turns; `None` when the connection is over.
    async fn write_waiting(&mut self) -> Option<()> {
        may_go_on(self.app, &self.identity).await?;
        while self.app.cluster.as_ref().is_none_or(|cluster| cluster.may_speak()) {
            let (mut written, mut bytes) = (0, 0);
            while written < WRITE_TURN_LEN_MAX {
                let Some(frame) = self.connection.next_frame(self.number) else { break };
                let text = Utf8Bytes::try_from(frame).ok()?;
                bytes += text.len() as u64;
                timeout(WRITE_WAIT, self.socket.feed(Message::Text(text))).await.ok()?.ok()?;
                written += 1;
            }
            if written > 0 {
                timeout(WRITE_WAIT, self.socket.flush()).await.ok()?.ok()?;
                let counted = &self.app.metrics.realtime;
                counted.frames_per_write.observe(written as f64);
                counted.socket_bytes.add(bytes);
            }
            if written < WRITE_TURN_LEN_MAX {
                break;
            }
        }
        (self.connection.life() == Life::Attached(self.number)).then_some(())
    }

    async fn ping(&mut self) -> Option<()> {
        if self.heard.elapsed() > SILENCE_MAX || self.connection.session().is_expired(self.app.clock.now()) {
            return None;
        }
        self.send(Message::Ping(Bytes::new())).await
    }

    async fn send(&mut self, message: Message) -> Option<()> {
        timeout(WRITE_WAIT, self.socket.send(message)).await.ok()?.ok()
    }
}
