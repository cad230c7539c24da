//! Opens a connection to NATS, and does not give up: one server after the other, with longer and longer pauses.

use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::ClientConfig;
use tokio_rustls::rustls::pki_types::ServerName;

use super::address::{Addresses, Credentials, Server};
use super::read::{self, Garbled, Said};

/// A server that takes longer to answer is not waited for.
const CONNECT_MAX: Duration = Duration::from_secs(2);

/// The first pause, and what doubling it ends at: a NATS that restarts is found again within a second or two.
const PAUSE_MIN: Duration = Duration::from_millis(100);
const PAUSE_MAX: Duration = Duration::from_secs(2);

/// A failure is told when it is the first, and then every so many: about once a minute.
const TELL_EVERY: u32 = 30;

/// A connection with or without TLS.
pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {
    /// The halves to read from and to write to, which one task polls.
    fn split(self: Box<Self>) -> (Reading, Writing);
}

pub(super) type Reading = Box<dyn AsyncRead + Send + Unpin>;
pub(super) type Writing = Box<dyn AsyncWrite + Send + Unpin>;

impl Stream for TcpStream {
    fn split(self: Box<Self>) -> (Reading, Writing) {
        let (read, write) = (*self).into_split();
        (Box::new(read), Box::new(write))
    }
}

impl Stream for tokio_rustls::client::TlsStream<TcpStream> {
    fn split(self: Box<Self>) -> (Reading, Writing) {
        let (read, write) = tokio::io::split(*self);
        (Box::new(read), Box::new(write))
    }
}

pub(super) struct Connection {
    pub stream: Box<dyn Stream>,
    /// What the server said beyond its greeting.
    pub rest: BytesMut,
    /// Largest message that it takes.
    pub payload_max: usize,
}

#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error(transparent)]
    Network(#[from] std::io::Error),
    #[error(transparent)]
    NotNats(#[from] Garbled),
    #[error("it does not answer within {} s", CONNECT_MAX.as_secs())]
    Silent,
    #[error("it offers no TLS; write nats:// for a bus in a private network, or give it a certificate")]
    Plain,
    #[error("its name cannot stand in a certificate")]
    Nameless,
    #[error("TLS fails: {0}; is the authority of its certificate in cluster.bus_ca_file?")]
    Tls(std::io::Error),
    #[error("it says {0:?}{advice}", advice = if .0.contains("Authorization") { "; check cluster.bus_token" } else { "" })]
    Says(String),
}

/// What a server says of itself.
#[derive(Deserialize)]
struct Info {
    #[serde(default = "payload_default")]
    max_payload: usize,
    #[serde(default)]
    tls_required: bool,
    #[serde(default)]
    tls_available: bool,
}

fn payload_default() -> usize {
    1_048_576
}

/// What this node says of itself.
#[derive(Serialize)]
struct Hello<'a> {
    verbose: bool,
    pedantic: bool,
    tls_required: bool,
    name: &'a str,
    lang: &'static str,
    version: &'static str,
    protocol: u8,
    /// What this node publishes does not come back to it.
    echo: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    auth_token: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    user: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pass: Option<&'a str>,
}

/// Connects, however long it takes.
pub(super) async fn connect(addresses: Addresses, tls: Arc<ClientConfig>, node_name: String) -> Connection {
    let mut pause = PAUSE_MIN;
    let mut failures = 0;
    loop {
        for server in &addresses.0 {
            let attempt = timeout(CONNECT_MAX, open(server, &tls, &node_name)).await.unwrap_or(Err(Refused::Silent));
            match attempt {
                Ok(connection) => {
                    tracing::info!(bus.host = server.host, bus.port = server.port, "connected to the bus");
                    return connection;
                }
                Err(problem) if failures % TELL_EVERY == 0 => tracing::error!(
                    bus.host = server.host,
                    bus.port = server.port,
                    %problem,
                    "the bus is not reached: nodes do not hear each other, and rights are read from the database each \
                     time. Start NATS, or correct cluster.bus_url; it is tried again and again"
                ),
                Err(_) => {}
            }
        }
        failures += 1;
        // Between half and whole, so that nodes that lost the same server do not come back at the same moment.
        sleep(pause.mul_f64(0.5 + 0.5 * rand::random::<f64>())).await;
        pause = (pause * 2).min(PAUSE_MAX);
    }
}

async fn open(server: &Server, tls: &Arc<ClientConfig>, node_name: &str) -> Result<Connection, Refused> {
    let mut plain = TcpStream::connect((server.host.as_str(), server.port)).await?;
    plain.set_nodelay(true)?;
    let mut buffer = BytesMut::with_capacity(4096);
    let info = match hear(&mut plain, &mut buffer).await? {
        Said::Info(info) => describe(&info)?,
        Said::Error(problem) => return Err(Refused::Says(problem)),
        _ => return Err(Garbled.into()),
    };
    let is_encrypted = server.must_encrypt || info.tls_required;
    let mut stream: Box<dyn Stream> = if is_encrypted {
        if !info.tls_required && !info.tls_available {
            return Err(Refused::Plain);
        }
        // What came before the encryption and was not asked for is of somebody in between.
        if !buffer.is_empty() {
            return Err(Garbled.into());
        }
        let name = ServerName::try_from(server.host.clone()).map_err(|_| Refused::Nameless)?;
        Box::new(TlsConnector::from(tls.clone()).connect(name, plain).await.map_err(Refused::Tls)?)
    } else {
        Box::new(plain)
    };
    stream.write_all(&greeting(server, is_encrypted, node_name)).await?;
    stream.flush().await?;
    loop {
        match hear(&mut stream, &mut buffer).await? {
            Said::Pong => return Ok(Connection { stream, rest: buffer, payload_max: info.max_payload }),
            Said::Error(problem) => return Err(Refused::Says(problem)),
            Said::Ping => {
                stream.write_all(b"PONG\r\n").await?;
                stream.flush().await?;
            }
            Said::Info(_) | Said::Ok | Said::Message(_) => {}
        }
    }
}

fn describe(info: &Bytes) -> Result<Info, Refused> {
    serde_json::from_slice(info).map_err(|_| Garbled.into())
}

/// Who this node is, and a ping whose answer tells that it may come in.
fn greeting(server: &Server, is_encrypted: bool, node_name: &str) -> Vec<u8> {
    let (auth_token, user, pass) = match &server.credentials {
        Credentials::None => (None, None, None),
        Credentials::Token(token) => (Some(token.as_str()), None, None),
        Credentials::Password { user, password } => (None, Some(user.as_str()), Some(password.as_str())),
    };
    let hello = Hello {
        verbose: false,
        pedantic: false,
        tls_required: is_encrypted,
        name: node_name,
        lang: "rust",
        version: env!("CARGO_PKG_VERSION"),
        protocol: 1,
        echo: false,
        auth_token,
        user,
        pass,
    };
    let hello = serde_json::to_string(&hello).expect("texts and booleans are JSON");
    format!("CONNECT {hello}\r\nPING\r\n").into_bytes()
}

async fn hear(stream: &mut (impl AsyncRead + Unpin), buffer: &mut BytesMut) -> Result<Said, Refused> {
    loop {
        if let Some(said) = read::next(buffer)? {
            return Ok(said);
        }
        if stream.read_buf(buffer).await? == 0 {
            return Err(std::io::Error::from(std::io::ErrorKind::UnexpectedEof).into());
        }
    }
}
