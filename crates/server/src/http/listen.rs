//! Listening: accepts connections within bounds, speaks HTTP on them, and drains them at the end.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio_rustls::TlsAcceptor;

use super::dispatch::dispatch;
use crate::app::App;

/// Open connections at most: below the 20,000 files that a process may usually open, with room for the store, the
/// index and uploads. Further clients wait in the kernel's queue.
const CONNECTIONS_MAX: usize = 19_000;

/// Time to send the head of a request.
const HEADER_WAIT: Duration = Duration::from_secs(30);

/// Time for the handshake of an encrypted connection.
const TLS_WAIT: Duration = Duration::from_secs(10);

/// Pause after the system refused to accept, as it does when files run out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Bytes of a connection's read buffer at first; it grows with what is read.
const READ_BUFFER_BYTES: usize = 8 * 1024;

/// Serves until `stop` turns true, then lets open requests finish for `drain`.
pub async fn serve(
    app: Arc<App>,
    listener: TcpListener,
    tls: Option<TlsAcceptor>,
    mut stop: watch::Receiver<bool>,
    drain: Duration,
) {
    let graceful = GracefulShutdown::new();
    let permits = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    loop {
        let permit = permits.clone().acquire_owned().await.expect("the semaphore is never closed");
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        drop(stream.set_nodelay(true));
        let (app, tls, watcher) = (app.clone(), tls.clone(), graceful.watcher());
        crate::tasks::spawn("connection", async move {
            match tls {
                None => speak(app, stream, peer, watcher).await,
                Some(tls) => match tokio::time::timeout(TLS_WAIT, tls.accept(stream)).await {
                    Ok(Ok(stream)) => speak(app, stream, peer, watcher).await,
                    _ => tracing::debug!(%peer, "the handshake failed"),
                },
            }
            drop(permit);
        });
    }
    app.hub.close_everything();
    if tokio::time::timeout(drain, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish in time");
    }
}

async fn speak<S>(app: Arc<App>, stream: S, peer: SocketAddr, watcher: Watcher)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEADER_WAIT).max_buf_size(READ_BUFFER_BYTES * 8);
    builder.http2().timer(TokioTimer::new());
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let app = app.clone();
        let peer = real_peer(&app, &request, peer.ip());
        async move { Ok::<_, std::convert::Infallible>(dispatch(app, request, peer).await) }
    });
    let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service).into_owned();
    if let Err(error) = watcher.watch(connection).await {
        tracing::debug!(%peer, %error, "a connection ended early");
    }
}

/// The caller's address; behind a proxy that the configuration trusts, the one it names.
fn real_peer(app: &App, request: &hyper::Request<Incoming>, peer: IpAddr) -> IpAddr {
    let config = app.config();
    let named = config.service.trusted_proxy_ip_headers.iter().find_map(|name| {
        let value = request.headers().get(name.as_str())?.to_str().ok()?;
        value.split(',').next()?.trim().parse().ok()
    });
    named.unwrap_or(peer)
}
