//! Sockets of the null server: who is connected, and the events that go to them.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use http::{Request, Response, StatusCode, header};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper_util::rt::TokioIo;
use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use super::{NullServer, Reply, answers};
use crate::tasks;

/// Events that wait for a slow socket; the rest are dropped.
const QUEUE_MAX: usize = 64;

/// An event without its number: what stands before it.
type Unnumbered = Arc<str>;

#[derive(Default)]
pub struct Sockets {
    by_user: Mutex<HashMap<u64, Vec<mpsc::Sender<Unnumbered>>>>,
    sent: AtomicU64,
}

impl Sockets {
    pub fn sent(&self) -> u64 {
        self.sent.load(Relaxed)
    }

    /// Sends an event to the connected users who pass.
    pub fn send(&self, event: &str, mut passes: impl FnMut(u64) -> bool) {
        let event: Unnumbered = event.into();
        let mut by_user = self.by_user.lock();
        for (user, queues) in by_user.iter_mut().filter(|(user, _)| passes(**user)) {
            queues.retain(|queue| !queue.is_closed());
            for queue in queues {
                if queue.try_send(event.clone()).is_err() {
                    tracing::debug!(user, "a slow socket lost an event");
                }
            }
            self.sent.fetch_add(1, Relaxed);
        }
    }
}

pub fn upgrade(server: &Arc<NullServer>, request: &mut Request<Incoming>) -> Reply {
    let user = answers::caller(request.headers());
    let key = request.headers().get("sec-websocket-key").map(|key| derive_accept_key(key.as_bytes()));
    let (Some(user), Some(key)) = (user, key) else {
        let mut refused = Response::new(Full::default());
        *refused.status_mut() = StatusCode::BAD_REQUEST;
        return refused;
    };
    let (upgraded, server) = (hyper::upgrade::on(request), server.clone());
    tasks::spawn("null socket", async move {
        let Ok(upgraded) = upgraded.await else { return };
        let (queue, events) = mpsc::channel(QUEUE_MAX);
        server.sockets.by_user.lock().entry(user).or_default().push(queue);
        let config = WebSocketConfig::default().read_buffer_size(1_024).write_buffer_size(0);
        let stream = WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config)).await;
        serve(&server, stream, events).await;
    });
    let reply = Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(header::CONNECTION, "Upgrade")
        .header(header::UPGRADE, "websocket")
        .header("sec-websocket-accept", key);
    reply.body(Full::<Bytes>::default()).expect("the headers of an upgrade are headers")
}

async fn serve(
    server: &NullServer,
    mut stream: WebSocketStream<TokioIo<hyper::upgrade::Upgraded>>,
    mut events: mpsc::Receiver<Unnumbered>,
) {
    let mut seq = 0;
    let hello = r#"{"event":"hello","data":{"connection_id":"nullnullnullnullnullnullnn"},"broadcast":{}"#;
    if stream.send(numbered(hello, &mut seq)).await.is_err() {
        return;
    }
    loop {
        tokio::select! {
            message = stream.next() => match message {
                Some(Ok(Message::Text(text))) => server.note(|recording| recording.said(&text)),
                Some(Ok(_)) => {}
                _ => return,
            },
            event = events.recv() => {
                let Some(event) = event else { return };
                if stream.send(numbered(&event, &mut seq)).await.is_err() {
                    return;
                }
            }
        }
    }
}

fn numbered(event: &str, seq: &mut i64) -> Message {
    let text = format!("{event},\"seq\":{seq}}}");
    *seq += 1;
    Message::Text(text.into())
}
