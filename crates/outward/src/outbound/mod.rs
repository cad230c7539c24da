//! Outbound: HTTP calls that the server makes on somebody's behalf, to webhooks, commands and links.
//!
//! Who names the address may not be trusted with the server's own network, so every connection is
//! made to an address that was checked after its name was resolved ([`address`]), again on each
//! redirect. Time, body, redirects and the number of calls at once are bounded. Connections are
//! not kept: the peers are many and called rarely.

pub mod address;
mod tls;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use config::Config;
use futures_util::future::BoxFuture;
use http::header::{self, HeaderName, HeaderValue};
use http::{Method, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use metrics::Metrics;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use url::Url;

use address::Allowed;

/// Calls under way at once; each holds a socket and at most its body.
const RUNNING_MAX: usize = 64;
/// Calls that run or wait for their turn; more are refused.
const ACCEPTED_MAX: usize = 512;
/// Addresses of one host that are tried.
const ADDRESSES_MAX: usize = 4;
/// What an integration may answer: a post of the longest text with attachments is far below it.
pub const ANSWER_BYTES_MAX: usize = 1 << 20;

/// What becomes of an answer with more bytes than the caller wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Excess {
    /// The call fails.
    Refuse,
    /// The beginning is enough.
    Cut,
}

/// A call to make.
#[derive(Debug, Clone)]
pub struct Request {
    pub method: Method,
    pub url: Url,
    pub headers: Vec<(HeaderName, HeaderValue)>,
    pub body: Bytes,
    /// Bytes of the answer's body.
    pub answer_bytes_max: usize,
    pub excess: Excess,
    /// Redirects that are followed. A redirected call is a `GET`.
    pub redirects_max: usize,
    pub timeout: Duration,
    /// Where the configuration itself names the peer: a host that may be in the own network, and whose certificates
    /// are believed of it.
    pub named: Option<Named>,
}

/// A peer that the configuration names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub host: String,
    /// A PEM file of authorities, or the public ones when it is empty.
    pub authorities: String,
}

impl Request {
    pub fn get(url: Url, timeout: Duration) -> Request {
        let headers = Vec::new();
        let (answer_bytes_max, redirects_max) = (ANSWER_BYTES_MAX, 0);
        let (method, body, excess) = (Method::GET, Bytes::new(), Excess::Refuse);
        Request { method, url, headers, body, answer_bytes_max, excess, redirects_max, timeout, named: None }
    }

    pub fn post(url: Url, kind: &'static str, body: impl Into<Bytes>, timeout: Duration) -> Request {
        let headers = vec![(header::CONTENT_TYPE, HeaderValue::from_static(kind))];
        Request { method: Method::POST, headers, body: body.into(), ..Request::get(url, timeout) }
    }

    /// Adds a header; a value that no header can carry is left out.
    pub fn with(mut self, name: HeaderName, value: &str) -> Request {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.headers.push((name, value));
        }
        self
    }
}

/// What was answered.
#[derive(Debug, Clone)]
pub struct Answered {
    pub status: StatusCode,
    pub headers: http::HeaderMap,
    pub body: Bytes,
    /// Where the answer came from, after redirects.
    pub url: Url,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    #[error("the address is not an http address of a host")]
    BadAddress,
    #[error("{0} is inside the own network; integrations.allowed_internal_hosts does not name it")]
    Forbidden(String),
    #[error("too many calls wait")]
    Busy,
    #[error("no answer within {} s", .0.as_secs())]
    Late(Duration),
    #[error("the answer is longer than {0} bytes")]
    TooLong(usize),
    #[error("too many redirects")]
    Redirects,
    #[error("the call failed: {0}")]
    Io(String),
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Failed::Io(error.to_string())
    }
}

impl From<hyper::Error> for Failed {
    fn from(error: hyper::Error) -> Self {
        Failed::Io(error.to_string())
    }
}

/// Makes calls; one for the whole server.
pub struct Outbound {
    accepted: Semaphore,
    running: Semaphore,
    tls: tls::Connectors,
    metrics: Arc<Metrics>,
}

impl Outbound {
    pub fn new(metrics: &Arc<Metrics>) -> Self {
        let (accepted, running) = (Semaphore::new(ACCEPTED_MAX), Semaphore::new(RUNNING_MAX));
        Outbound { accepted, running, tls: tls::Connectors::new(), metrics: metrics.clone() }
    }

    /// Calls that wait for their turn.
    pub fn waiting(&self) -> usize {
        let running = RUNNING_MAX - self.running.available_permits();
        (ACCEPTED_MAX - self.accepted.available_permits()).saturating_sub(running)
    }

    /// Makes a call and waits for the whole answer. In a box, so that it is compiled here with its HTTP client, and not in
    /// each crate that calls.
    ///
    /// # Errors
    /// When the address may not be called, the peer does not answer as HTTP in time, or answers too much.
    pub fn call<'a>(&'a self, config: &'a Config, request: Request) -> BoxFuture<'a, Result<Answered, Failed>> {
        Box::pin(self.in_turn(config, request))
    }

    async fn in_turn(&self, config: &Config, request: Request) -> Result<Answered, Failed> {
        let place = self.accepted.try_acquire();
        let _place = place.map_err(|_| {
            self.metrics.system.queue_drops.inc(("calls",));
            Failed::Busy
        })?;
        let timeout = request.timeout;
        let made = async {
            let _turn = self.running.acquire().await.map_err(|_| Failed::Busy)?;
            self.follow(config, request).await
        };
        tokio::time::timeout(timeout, made).await.unwrap_or(Err(Failed::Late(timeout)))
    }

    async fn follow(&self, config: &Config, mut request: Request) -> Result<Answered, Failed> {
        let mut allowed = Allowed::parse(&config.integrations.allowed_internal_hosts);
        let mut connector = self.tls.of(config.integrations.insecure_outgoing);
        if let Some(named) = &request.named {
            allowed.add_host(&named.host);
            // What lets people in is checked, whatever is set for integrations.
            connector = match named.authorities.as_str() {
                "" => self.tls.of(false),
                file => tls::Connectors::trusting(file).map_err(Failed::Io)?,
            };
        }
        loop {
            let answered = once(&allowed, &connector, &request).await?;
            let target = answered.headers.get(header::LOCATION).and_then(|value| value.to_str().ok());
            let Some(target) = target.filter(|_| answered.status.is_redirection()) else { return Ok(answered) };
            if request.redirects_max == 0 {
                return Err(Failed::Redirects);
            }
            let url = request.url.join(target).map_err(|_| Failed::BadAddress)?;
            if url.origin() != request.url.origin() {
                // Secrets are for the host that they were given to.
                request.headers.retain(|(name, _)| *name != header::AUTHORIZATION);
            }
            request.headers.retain(|(name, _)| *name != header::CONTENT_TYPE);
            let (method, body, redirects_max) = (Method::GET, Bytes::new(), request.redirects_max - 1);
            request = Request { method, url, body, redirects_max, ..request };
        }
    }
}

/// One exchange over a connection of its own.
async fn once(
    allowed: &Allowed,
    connector: &tokio_rustls::TlsConnector,
    request: &Request,
) -> Result<Answered, Failed> {
    let host = request.url.host_str().ok_or(Failed::BadAddress)?.to_owned();
    let port = request.url.port_or_known_default().ok_or(Failed::BadAddress)?;
    if !matches!(request.url.scheme(), "http" | "https") {
        return Err(Failed::BadAddress);
    }
    let stream = connect(allowed, &request.url, &host, port).await?;
    if request.url.scheme() == "http" {
        return exchange(stream, request).await;
    }
    let name = rustls::pki_types::ServerName::try_from(host.trim_matches(['[', ']']).to_owned());
    let name = name.map_err(|_| Failed::BadAddress)?;
    exchange(connector.connect(name, stream).await?, request).await
}

async fn connect(allowed: &Allowed, url: &Url, host: &str, port: u16) -> Result<TcpStream, Failed> {
    let addresses = address::resolve(url, port).await?;
    let mut failed = Failed::Forbidden(host.to_owned());
    let permitted = addresses.into_iter().filter(|address| allowed.permits(host, address.ip()));
    for address in permitted.take(ADDRESSES_MAX) {
        match TcpStream::connect(address).await {
            Ok(stream) => return Ok(stream),
            Err(error) => failed = error.into(),
        }
    }
    Err(failed)
}

async fn exchange<S>(stream: S, request: &Request) -> Result<Answered, Failed>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let driver = base::tasks::spawn("outbound-connection", async move {
        // Its end is the exchange's: what went wrong is told there.
        let _ = connection.await;
    });
    let _stop = StopOnDrop(driver);
    let mut built = http::Request::builder()
        .method(&request.method)
        .uri(&request.url[url::Position::BeforePath..url::Position::AfterQuery])
        .header(header::HOST, host_header(&request.url))
        .header(header::USER_AGENT, "Muster");
    for (name, value) in &request.headers {
        built = built.header(name, value);
    }
    let built = built.body(Full::new(request.body.clone())).map_err(|error| Failed::Io(error.to_string()))?;
    let (parts, body) = sender.send_request(built).await?.into_parts();
    let body = read_body(body, request.answer_bytes_max, request.excess).await?;
    Ok(Answered { status: parts.status, headers: parts.headers, body, url: request.url.clone() })
}

async fn read_body(mut body: Incoming, bytes_max: usize, excess: Excess) -> Result<Bytes, Failed> {
    let mut whole = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let Ok(part) = frame?.into_data() else { continue };
        let room = bytes_max - whole.len();
        if part.len() > room && excess == Excess::Refuse {
            return Err(Failed::TooLong(bytes_max));
        }
        whole.extend_from_slice(&part[..part.len().min(room)]);
        if whole.len() == bytes_max && excess == Excess::Cut {
            break;
        }
    }
    Ok(whole.freeze())
}

fn host_header(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// Ends the task that drives a connection when nobody waits for its answer any more.
struct StopOnDrop(tokio::task::JoinHandle<()>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    async fn answering(answer: &'static str) -> Url {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        base::tasks::spawn("test-peer", async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut buffer = [0; 4096];
                let _ = stream.read(&mut buffer).await;
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        });
        Url::parse(&format!("http://127.0.0.1:{port}/x?y=1")).expect("a URL")
    }

    fn config(hosts: &str) -> Config {
        let mut config = Config::default();
        config.integrations.allowed_internal_hosts = hosts.to_owned();
        config
    }

    const SECONDS: Duration = Duration::from_secs(5);

    #[tokio::test]
    async fn an_own_address_is_called_only_where_it_is_named() {
        let url = answering("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi").await;
        let outbound = Outbound::new(&Metrics::new());
        let refused = outbound.call(&config(""), Request::get(url.clone(), SECONDS)).await;
        assert!(matches!(refused, Err(Failed::Forbidden(_))), "{refused:?}");
        let answered = outbound.call(&config("127.0.0.1"), Request::get(url, SECONDS)).await.expect("an answer");
        assert_eq!((answered.status, &answered.body[..]), (StatusCode::OK, &b"hi"[..]));
    }

    #[tokio::test]
    async fn a_redirect_into_the_own_network_is_refused() {
        let url = answering("HTTP/1.1 302 Found\r\nlocation: http://[::1]:1/\r\ncontent-length: 0\r\n\r\n").await;
        let request = Request { redirects_max: 3, ..Request::get(url, SECONDS) };
        let refused = Outbound::new(&Metrics::new()).call(&config("127.0.0.1"), request).await;
        assert!(matches!(refused, Err(Failed::Forbidden(_))), "{refused:?}");
    }

    #[tokio::test]
    async fn an_answer_without_end_is_cut_off() {
        let url = answering("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nlong").await;
        let request = Request { answer_bytes_max: 3, ..Request::get(url, SECONDS) };
        let refused = Outbound::new(&Metrics::new()).call(&config("127.0.0.1"), request.clone()).await;
        assert!(matches!(refused, Err(Failed::TooLong(3))), "{refused:?}");
        let cut = Request { excess: Excess::Cut, ..request };
        let answered = Outbound::new(&Metrics::new()).call(&config("127.0.0.1"), cut).await.expect("the beginning");
        assert_eq!(&answered.body[..], b"lon");
    }
}
