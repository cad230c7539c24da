//! The link over NATS: one connection, one reader, and no task or channel for a subscription.
//!
//! NATS' own protocol is a few verbs, so it is spoken here. A client library gives each subscription a queue and a
//! stream, a few kilobytes each, and a node with 30,000 connected users has 100,000 subscriptions; it would also hide
//! when exactly a connection was lost, which is what the [protocol](crate::protocol) has to know. Here a subscription
//! is one entry of a map. Connecting is in `connect`, reading in `read`.

mod address;
mod connect;
mod read;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Buf, BufMut, BytesMut};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;
use tokio_rustls::rustls::ClientConfig;

pub use self::address::AddressError;
pub(crate) use self::address::Addresses;
use self::connect::{Connection, Reading, Writing, connect};
pub(crate) use self::read::{Garbled, Said, next as said};
use crate::frame::Address;
use crate::link::{Event, Link};

/// Bytes that wait to be written before the outbox has to hold the rest, so that it can still shed.
const WRITE_ROOM: usize = 256 * 1024;

/// Read at once.
const READ_BYTES: usize = 64 * 1024;

/// Time to write the last frames of a node that leaves.
const FINISH_MAX: Duration = Duration::from_secs(2);

pub(crate) struct Nats {
    addresses: Addresses,
    tls: Arc<ClientConfig>,
    node_name: String,
    /// What every subject begins with: `muster.NAME.`
    prefix: String,
    state: State,
    reading: BytesMut,
    writing: BytesMut,
    /// Something was written that encryption may still hold back.
    is_unflushed: bool,
    payload_max: usize,
    subscriptions: HashMap<Address, u64>,
    last_subscription: u64,
}

enum State {
    Connecting(BoxFuture<'static, Connection>),
    Connected(Reading, Writing),
    /// The end was noticed, and has to be told.
    Ended,
}

/// Why a connection ended.
#[derive(Debug, thiserror::Error)]
enum Ended {
    #[error(transparent)]
    Network(#[from] std::io::Error),
    #[error(transparent)]
    Garbled(#[from] Garbled),
    #[error("the server closed it")]
    Closed,
}

impl Nats {
    pub fn new(addresses: Addresses, tls: ClientConfig, cluster: &str, node_name: &str) -> Self {
        let tls = Arc::new(tls);
        Nats {
            state: State::Connecting(connect(addresses.clone(), tls.clone(), node_name.to_owned()).boxed()),
            addresses,
            tls,
            node_name: node_name.to_owned(),
            prefix: format!("muster.{}.", token(cluster)),
            reading: BytesMut::new(),
            writing: BytesMut::new(),
            is_unflushed: false,
            payload_max: 0,
            subscriptions: HashMap::new(),
            last_subscription: 0,
        }
    }

    fn connecting(&self) -> State {
        State::Connecting(connect(self.addresses.clone(), self.tls.clone(), self.node_name.clone()).boxed())
    }

    fn start(&mut self, connection: Connection) {
        let (read, write) = connection.stream.split();
        self.state = State::Connected(read, write);
        self.reading = connection.rest;
        self.writing.clear();
        self.is_unflushed = false;
        self.payload_max = connection.payload_max;
        self.subscriptions.clear();
    }

    fn is_connected(&self) -> bool {
        matches!(self.state, State::Connected(..))
    }

    /// What the server said, when it is an event; the rest is answered.
    fn understand(&mut self) -> Result<Option<Event>, Ended> {
        while let Some(said) = read::next(&mut self.reading)? {
            match said {
                Said::Message(frame) => return Ok(Some(Event::Frame(frame))),
                Said::Pong => return Ok(Some(Event::Echo)),
                Said::Ping => self.writing.put_slice(b"PONG\r\n"),
                // It closes the connection when it cannot go on, and that is seen.
                Said::Error(problem) => tracing::warn!(problem, "the bus complains"),
                Said::Info(_) | Said::Ok => {}
            }
        }
        Ok(None)
    }

    /// Reads and writes until there is an event.
    async fn carry(&mut self) -> Result<Event, Ended> {
        loop {
            if let Some(event) = self.understand()? {
                return Ok(event);
            }
            let State::Connected(read, write) = &mut self.state else { return Err(Ended::Closed) };
            self.reading.reserve(READ_BYTES);
            tokio::select! {
                got = read.read_buf(&mut self.reading) => if got? == 0 {
                    return Err(Ended::Closed);
                },
                wrote = write_or_flush(write, &self.writing), if self.is_unflushed || !self.writing.is_empty() => {
                    let (was_full, wrote) = (self.writing.len() >= WRITE_ROOM, wrote?);
                    self.writing.advance(wrote);
                    self.is_unflushed = wrote > 0;
                    if was_full && self.writing.len() < WRITE_ROOM {
                        return Ok(Event::Room);
                    }
                }
            }
        }
    }

    fn put_subject(&mut self, to: Address) {
        self.writing.put_slice(self.prefix.as_bytes());
        let (kind, id) = match to {
            Address::Subject(subject) => (subject.kind(), subject.id()),
            Address::Node(node) => ("node", node.0),
        };
        self.writing.put_slice(kind.as_bytes());
        if !id.is_none() {
            self.writing.put_u8(b'.');
            self.writing.put_slice(&id.encode());
        }
    }
}

impl Link for Nats {
    async fn next(&mut self) -> Event {
        match &mut self.state {
            State::Ended => {
                self.state = self.connecting();
                Event::Down
            }
            State::Connecting(connecting) => {
                let connection = connecting.await;
                self.start(connection);
                Event::Up
            }
            State::Connected(..) => match self.carry().await {
                Ok(event) => event,
                Err(problem) => {
                    tracing::warn!(%problem, "the connection to the bus is lost");
                    self.state = self.connecting();
                    Event::Down
                }
            },
        }
    }

    fn send(&mut self, to: Address, head: &[u8], body: &[u8]) {
        if !self.is_connected() {
            return;
        }
        let len = head.len() + body.len();
        if len > self.payload_max {
            // It has its number, so whoever misses it is told.
            tracing::error!(bytes = len, max = self.payload_max, "NATS does not take a message; raise its max_payload");
            return;
        }
        self.writing.put_slice(b"PUB ");
        self.put_subject(to);
        write!(self.writing, " {len}\r\n").expect("memory takes all");
        self.writing.put_slice(head);
        self.writing.put_slice(body);
        self.writing.put_slice(b"\r\n");
    }

    fn subscribe(&mut self, to: Address) {
        if !self.is_connected() {
            return;
        }
        self.last_subscription += 1;
        let number = self.last_subscription;
        self.subscriptions.insert(to, number);
        self.writing.put_slice(b"SUB ");
        self.put_subject(to);
        write!(self.writing, " {number}\r\n").expect("memory takes all");
    }

    fn unsubscribe(&mut self, to: Address) {
        if let Some(number) = self.subscriptions.remove(&to)
            && self.is_connected()
        {
            write!(self.writing, "UNSUB {number}\r\n").expect("memory takes all");
        }
    }

    fn probe(&mut self) {
        if self.is_connected() {
            self.writing.put_slice(b"PING\r\n");
        }
    }

    fn hang_up(&mut self) {
        if self.is_connected() {
            tracing::warn!("the bus does not answer any more; connecting again");
            self.state = State::Ended;
        }
    }

    fn has_room(&self) -> bool {
        // Without a connection nothing is kept: the protocol drops what comes, and says so later.
        !self.is_connected() || self.writing.len() < WRITE_ROOM
    }

    async fn finish(&mut self) {
        let State::Connected(_, write) = &mut self.state else { return };
        let written = timeout(FINISH_MAX, async {
            write.write_all(&self.writing).await?;
            write.shutdown().await
        });
        // Who cannot be told goodbye finds out by silence.
        if !matches!(written.await, Ok(Ok(()))) {
            tracing::warn!("the bus did not take this node's goodbye");
        }
    }
}

/// Writes some of what waits; when nothing does, lets go of what encryption holds back. Dropping it loses nothing.
async fn write_or_flush(write: &mut Writing, waiting: &[u8]) -> std::io::Result<usize> {
    if waiting.is_empty() {
        write.flush().await?;
        return Ok(0);
    }
    match write.write(waiting).await? {
        0 => Err(std::io::ErrorKind::WriteZero.into()),
        wrote => Ok(wrote),
    }
}

/// The cluster's name as one token of a subject: other characters than letters, digits, `-` and `_` in hexadecimal.
fn token(name: &str) -> String {
    let mut token = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_' {
            token.push(char::from(byte));
        } else {
            write!(token, "={byte:02x}").expect("memory takes all");
        }
    }
    if token.is_empty() { "muster".to_owned() } else { token }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_clusters_stay_apart_as_tokens() {
        assert_eq!(token("chat-1_eu"), "chat-1_eu");
        assert_eq!(token("a.b >*"), "a=2eb=20=3e=2a");
        assert_ne!(token("a.b"), token("a b"));
        assert_eq!(token(""), "muster");
    }
}
