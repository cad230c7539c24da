//! Opens sockets of users: `ws` and `wss`, from one of several source addresses, with small buffers.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use http::HeaderValue;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpSocket;
use tokio_rustls::TlsConnector;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use super::Trust;

/// Bytes a socket reads at once: an event with a short post. The library's default is 128 KiB.
const READ_BYTES: usize = 1_024;
/// Largest event that is taken: a post of 16,383 characters, escaped twice.
const EVENT_BYTES_MAX: usize = 1 << 20;
const DIAL_TIMEOUT: Duration = Duration::from_secs(5);

/// Either kind of stream below a socket.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

pub type Socket = WebSocketStream<Box<dyn Stream>>;

/// Where sockets go and where they come from.
pub struct Dial {
    base: String,
    host: String,
    port: u16,
    tls: Option<TlsConnector>,
    local: Vec<IpAddr>,
    next: AtomicUsize,
}

impl Dial {
    /// `server` reads `ws://127.0.0.1:8065`.
    ///
    /// # Errors
    /// When it reads otherwise.
    pub fn new(server: &str, local: &[IpAddr], trust: &Trust) -> Result<Dial, String> {
        let uri: http::Uri = server.parse().map_err(|error| format!("{server}: {error}"))?;
        let is_safe = uri.scheme_str() == Some("wss");
        if !is_safe && uri.scheme_str() != Some("ws") {
            return Err(format!("{server} does not begin with ws:// or wss://"));
        }
        let host = uri.host().ok_or_else(|| format!("{server} names no host"))?.to_owned();
        let port = uri.port_u16().unwrap_or(if is_safe { 443 } else { 80 });
        let tls = is_safe.then(|| TlsConnector::from(Arc::new(super::client_config(trust.clone()))));
        let (local, next) = (local.to_vec(), AtomicUsize::new(0));
        Ok(Dial { base: server.trim_end_matches('/').to_owned(), host, port, tls, local, next })
    }

    /// Opens a socket for a session; `query` names the conversation that is taken up again.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn open(&self, query: &str, token: HeaderValue) -> Result<Socket, String> {
        tokio::time::timeout(DIAL_TIMEOUT, self.dial(query, token)).await.map_err(|_| "no answer in time".to_owned())?
    }

    async fn dial(&self, query: &str, token: HeaderValue) -> Result<Socket, String> {
        let stream = self.connect().await.map_err(|error| error.to_string())?;
        let address = format!("{}/api/v4/websocket?{query}", self.base);
        let mut request = address.into_client_request().map_err(|error| error.to_string())?;
        request.headers_mut().insert("authorization", token);
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BYTES)
            .write_buffer_size(0)
            .max_message_size(Some(EVENT_BYTES_MAX));
        let opened = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await;
        opened.map(|(socket, _)| socket).map_err(|error| error.to_string())
    }

    async fn connect(&self) -> io::Result<Box<dyn Stream>> {
        let mut found = tokio::net::lookup_host((self.host.as_str(), self.port)).await?;
        let address: SocketAddr = found.next().ok_or(io::ErrorKind::NotFound)?;
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        if !self.local.is_empty() {
            let at = self.next.fetch_add(1, Ordering::Relaxed) % self.local.len();
            choose_port_at_connect(&socket)?;
            socket.bind(SocketAddr::new(self.local[at], 0))?;
        }
        let stream = socket.connect(address).await?;
        stream.set_nodelay(true)?;
        let Some(tls) = &self.tls else { return Ok(Box::new(stream)) };
        let name = ServerName::try_from(self.host.clone()).map_err(io::Error::other)?;
        Ok(Box::new(tls.connect(name, stream).await?))
    }
}

/// Lets the kernel choose the port once it knows the other end. A port chosen before belongs to the address alone; when few
/// of them are left, the kernel searches for one through all of them, for each connection.
#[cfg(target_os = "linux")]
fn choose_port_at_connect(socket: &TcpSocket) -> io::Result<()> {
    use nix::sys::socket::{setsockopt, sockopt::IpBindAddressNoPort};
    Ok(setsockopt(socket, IpBindAddressNoPort, &true)?)
}

#[cfg(not(target_os = "linux"))]
fn choose_port_at_connect(_: &TcpSocket) -> io::Result<()> {
    Ok(())
}
