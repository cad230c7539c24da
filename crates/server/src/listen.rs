//! Listening: accepts connections within bounds, speaks HTTP on them, and drains them at the end.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use http::{HeaderMap, header};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use request::App;
use request::transport::Way;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;

use crate::dispatch::{Line, dispatch};
use crate::http::connection_limit::{ConnectionLimit, Permit};
use crate::http::timeouts::{Pulse, Timeouts, Watched};
use crate::realtime::draining::leave;

/// Time for the handshake of an encrypted connection.
const TLS_WAIT: Duration = Duration::from_secs(10);

/// Pause after the system refused to accept, as it does when files run out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Bytes of a connection's read buffer at first; it grows with what is read.
const READ_BUFFER_BYTES: usize = 8 * 1024;

/// Serves until `stop` turns true. Then clients move on, while requests on open connections are still answered, and the
/// last ones get `drain` to finish.
///
/// A proxy may send a request on a connection at the moment at which it is closed, and sends nothing but reads twice. So a
/// connection is closed behind an answer ([`dispatch`] says so), and only who asked nothing while clients moved is closed
/// at the end.
pub async fn serve(
    app: Arc<App>,
    listener: TcpListener,
    tls: Option<TlsAcceptor>,
    connection_limit: ConnectionLimit,
    mut stop: watch::Receiver<bool>,
    drain: Duration,
) {
    let graceful = GracefulShutdown::new();
    let begin = |stream: TcpStream, peer: SocketAddr| {
        let Some(permit) = connection_limit.take() else {
            app.metrics.system.queue_drops.add(("connections",), 1);
            tracing::debug!(%peer, "a connection is refused: the limit is reached");
            return;
        };
        drop(stream.set_nodelay(true));
        let (app, tls, watcher) = (app.clone(), tls.clone(), graceful.watcher());
        base::tasks::spawn("connection", async move {
            match tls {
                None => speak(app, (stream, Way::Plain), peer, permit, watcher).await,
                Some(tls) => match tokio::time::timeout(TLS_WAIT, tls.accept(stream)).await {
                    Ok(Ok(stream)) => speak(app, (stream, Way::Encrypted), peer, permit, watcher).await,
                    _ => tracing::debug!(%peer, "the handshake failed"),
                },
            }
        });
    };
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        match accepted {
            Ok((stream, peer)) => begin(stream, peer),
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    for (stream, peer) in waiting(listener) {
        begin(stream, peer);
    }
    leave(&app).await;
    if tokio::time::timeout(drain, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish in time");
    }
}

/// Closes a listener, and answers the connections that the system had accepted for it: their requests may be there.
fn waiting(listener: TcpListener) -> Vec<(TcpStream, SocketAddr)> {
    let Ok(listener) = listener.into_std() else { return Vec::new() };
    let accepted = std::iter::from_fn(|| listener.accept().ok());
    accepted.filter_map(|(stream, peer)| Some((nonblocking(stream)?, peer))).collect()
}

fn nonblocking(stream: std::net::TcpStream) -> Option<TcpStream> {
    stream.set_nonblocking(true).ok()?;
    TcpStream::from_std(stream).ok()
}

async fn speak<S>(app: Arc<App>, (stream, way): (S, Way), peer: SocketAddr, permit: Permit, watcher: Watcher)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let (pulse, timeouts) = (Pulse::begin(), Timeouts::of(&app.config()));
    let stream = Watched { stream, pulse: pulse.clone() };
    let builder = speaking(TokioExecutor::new());
    let watched = pulse.clone();
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        if request.headers().contains_key(header::UPGRADE) {
            // A request that becomes a WebSocket takes the permit with it.
            request.extensions_mut().insert(permit.clone());
        }
        let line = Line { peer: real_peer(&app, &request, peer.ip()), way, busy: watched.request() };
        dispatch(app.clone(), request, line)
    });
    let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service).into_owned();
    tokio::select! {
        ended = watcher.watch(connection) => if let Err(error) = ended {
            tracing::debug!(%peer, %error, "a connection ended early");
        },
        () = timeouts.end(&pulse) => tracing::debug!(%peer, "a connection timed out"),
    }
}

/// What speaks HTTP of either version on a connection, within the bounds of every listener.
pub fn speaking<E>(executor: E) -> Builder<E> {
    let mut builder = Builder::new(executor);
    // The idle timeout bounds a slow head as well.
    builder.http1().timer(TokioTimer::new()).header_read_timeout(None).max_buf_size(READ_BUFFER_BYTES * 8);
    builder.http2().timer(TokioTimer::new());
    builder
}

/// The caller's address; behind a proxy that the configuration trusts, the one it names.
fn real_peer(app: &App, request: &hyper::Request<Incoming>, peer: IpAddr) -> IpAddr {
    let config = app.config();
    let mut names = config.service.trusted_proxy_ip_headers.iter();
    names.find_map(|name| named_peer(request.headers(), name)).unwrap_or(peer)
}

/// The address that the nearest proxy wrote into a header: the last one. What stands before it is what the client sent, or
/// says it is.
fn named_peer(headers: &HeaderMap, name: &str) -> Option<IpAddr> {
    let value = headers.get_all(name).into_iter().next_back()?.to_str().ok()?;
    let last = value.rsplit(',').next()?.trim();
    // Some write the port as well.
    last.parse().ok().or_else(|| last.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_client_writes_before_the_proxy_is_not_believed() {
        let named = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append("x-forwarded-for", http::HeaderValue::from_static(value));
            }
            named_peer(&headers, "X-Forwarded-For").map(|peer| peer.to_string())
        };
        let client = Some("203.0.113.7".to_owned());
        for values in [
            &["203.0.113.7"][..],
            &["198.51.100.1, 203.0.113.7"],
            &["not an address, 203.0.113.7"],
            &["198.51.100.1", "203.0.113.7"],
            &["203.0.113.7:4711"],
        ] {
            assert_eq!(named(values), client, "{values:?}");
        }
        assert_eq!(named(&["[2001:db8::1]:443"]), Some("2001:db8::1".to_owned()));
        assert_eq!((named(&[]), named(&["203.0.113.7, unknown"])), (None, None));
    }
}
