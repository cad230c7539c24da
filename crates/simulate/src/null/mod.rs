//! A server that answers what simulated users ask and keeps nothing: the generator is measured against it, and what a
//! user asks is recorded from it.
//!
//! Its world is arithmetic: user `n` is in both teams and in eight of the channels, a channel shows twenty posts of ten
//! authors. A post goes out as an event to the members who are connected, so that receivers cost what they cost. User 0,
//! as whom every name without a number signs in, is an administrator. Who is called `new…` has to sign up and is in no
//! team: how far those have come is all that is remembered.

mod answers;
mod recording;
mod sockets;

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use parking_lot::Mutex;
use tokio::net::TcpListener;

pub use answers::id;
pub use recording::Recording;

use crate::tasks;

/// Largest body that is read: an attachment.
const BODY_BYTES_MAX: usize = 4 << 20;

/// How large its world is.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub users: u64,
    pub channels: u64,
}

pub struct NullServer {
    size: Size,
    sockets: sockets::Sockets,
    requests: AtomicU64,
    posts: AtomicU64,
    newcomers: Mutex<HashMap<u64, Stage>>,
    record: Mutex<Option<Recording>>,
}

/// How far somebody has come who was not there at first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    SignedUp,
    InTeams,
}

type Reply = Response<Full<Bytes>>;

impl NullServer {
    /// Serves until the process ends; returns where.
    ///
    /// # Errors
    /// When the address cannot be listened on.
    pub async fn start(listen: SocketAddr, size: Size) -> std::io::Result<(Arc<NullServer>, SocketAddr)> {
        let listener = TcpListener::bind(listen).await?;
        let address = listener.local_addr()?;
        let server = Arc::new(NullServer {
            size,
            sockets: sockets::Sockets::default(),
            requests: AtomicU64::new(0),
            posts: AtomicU64::new(0),
            newcomers: Mutex::default(),
            record: Mutex::default(),
        });
        let accepting = server.clone();
        tasks::spawn("null server", async move {
            loop {
                let Ok((stream, _)) = listener.accept().await else { continue };
                drop(stream.set_nodelay(true));
                let server = accepting.clone();
                tasks::spawn("null connection", async move {
                    let service = service_fn(move |request| answer(server.clone(), request));
                    let http = hyper::server::conn::http1::Builder::new();
                    drop(http.serve_connection(TokioIo::new(stream), service).with_upgrades().await);
                });
            }
        });
        Ok((server, address))
    }

    pub fn requests(&self) -> u64 {
        self.requests.load(Relaxed)
    }

    pub fn events(&self) -> u64 {
        self.sockets.sent()
    }

    /// Records from now on, beginning anew.
    pub fn record(&self) {
        *self.record.lock() = Some(Recording::default());
    }

    /// What was asked since [`NullServer::record`].
    pub fn recorded(&self) -> Recording {
        self.record.lock().clone().unwrap_or_default()
    }

    /// Sends an event to the sockets of a user: an object without its last brace and number.
    pub fn tell(&self, user: u64, event: &str) {
        self.sockets.send(event, |one| one == user);
    }

    fn note(&self, what: impl FnOnce(&mut Recording)) {
        if let Some(recording) = &mut *self.record.lock() {
            what(recording);
        }
    }
}

async fn answer(server: Arc<NullServer>, request: Request<Incoming>) -> Result<Reply, Infallible> {
    server.requests.fetch_add(1, Relaxed);
    let (parts, body) = request.into_parts();
    if parts.uri.path() == "/api/v4/websocket" {
        server.note(|recording| recording.opened(&parts));
        return Ok(sockets::upgrade(&server, &mut Request::from_parts(parts, body)));
    }
    let body = Limited::new(body, BODY_BYTES_MAX).collect().await;
    let body = body.map(http_body_util::Collected::to_bytes).unwrap_or_default();
    server.note(|recording| recording.request(&parts, &body));
    let mut reply = answers::answer(&server, &parts, &body);
    if reply.status() == StatusCode::OK && reply.headers().is_empty() {
        reply.headers_mut().insert("content-type", http::HeaderValue::from_static("application/json"));
    }
    Ok(reply)
}
