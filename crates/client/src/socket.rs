//! The socket: events in order, requests with their replies, and coming back without loss.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::{Message, WebSocketConfig};
use wire::events::{ClientRequest, Event, EventName, Hello, Reply};

use crate::error::{Error, Result};
use crate::rest::Rest;

/// Buffers of a socket: a simulated user must not cost the 128 KiB that the library takes by default.
const BUFFER_BYTES: usize = 2_048;

/// An open socket of one caller.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    /// Names the conversation, so that it can be resumed on another socket.
    pub connection_id: String,
    /// The number the next event must have.
    pub next_seq: i64,
    asked: i64,
    waiting: std::collections::VecDeque<Event>,
}

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Frame {
    Event(Event),
    Reply(Reply),
}

impl Socket {
    /// Opens a new conversation and waits for its `hello`.
    ///
    /// # Errors
    /// When the server refuses the session or cannot be reached.
    pub async fn open(rest: &Rest) -> Result<Socket> {
        let mut socket = Socket::connect(rest, "").await?;
        let hello = socket.event(Duration::from_secs(10)).await?;
        if hello.name() != Some(EventName::Hello) {
            return Err(Error::Connection(format!("the first event is {}", hello.event)));
        }
        let hello: Hello = hello.read().map_err(|error| Error::Connection(error.to_string()))?;
        socket.connection_id = hello.connection_id;
        Ok(socket)
    }

    /// Takes a conversation up again where this one stands.
    ///
    /// # Errors
    /// When the server cannot be reached.
    pub async fn resume(self, rest: &Rest) -> Result<Socket> {
        let Socket { stream, connection_id, next_seq, asked, .. } = self;
        drop(stream);
        let socket = Socket::go_on(rest, &connection_id, next_seq).await?;
        Ok(Socket { asked, ..socket })
    }

    /// Takes up the conversation of that id, whose next event must have the number `next_seq`.
    ///
    /// # Errors
    /// When the server cannot be reached.
    pub async fn go_on(rest: &Rest, connection_id: &str, next_seq: i64) -> Result<Socket> {
        let query = format!("?connection_id={connection_id}&sequence_number={next_seq}");
        let socket = Socket::connect(rest, &query).await?;
        Ok(Socket { connection_id: connection_id.to_owned(), next_seq, ..socket })
    }

    async fn connect(rest: &Rest, query: &str) -> Result<Socket> {
        let lost = |error: &dyn std::fmt::Display| Error::Connection(error.to_string());
        let authority = rest.base().trim_start_matches("http://").to_owned();
        let address = format!("ws://{authority}/api/v4/websocket{query}");
        let mut request = address.into_client_request().map_err(|error| lost(&error))?;
        let bearer = format!("Bearer {}", rest.token()).parse().map_err(|_| Error::Connection("token".into()))?;
        request.headers_mut().insert("authorization", bearer);
        let stream = TcpStream::connect(&authority).await?;
        let config = WebSocketConfig::default().read_buffer_size(BUFFER_BYTES).write_buffer_size(0);
        let (stream, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config))
            .await
            .map_err(|error| lost(&error))?;
        let waiting = std::collections::VecDeque::new();
        Ok(Socket { stream, connection_id: String::new(), next_seq: 0, asked: 0, waiting })
    }

    /// The next event.
    ///
    /// # Errors
    /// When none comes within `wait`, when one is missing in between, or when the socket is closed.
    pub async fn event(&mut self, wait: Duration) -> Result<Event> {
        if let Some(event) = self.waiting.pop_front() {
            return Ok(event);
        }
        loop {
            match self.frame(wait).await? {
                Frame::Event(event) => return Ok(event),
                Frame::Reply(_) => {}
            }
        }
    }

    /// Asks something over the socket; events that come before the reply are kept.
    ///
    /// # Errors
    /// When no reply comes within `wait`.
    pub async fn ask(&mut self, action: &str, data: wire::JsonMap, wait: Duration) -> Result<Reply> {
        self.asked += 1;
        let request = ClientRequest { seq: self.asked, action: action.into(), data };
        let text = serde_json::to_string(&request).map_err(|error| Error::Connection(error.to_string()))?;
        self.stream.send(Message::Text(text.into())).await.map_err(|error| Error::Connection(error.to_string()))?;
        loop {
            match self.frame(wait).await? {
                Frame::Reply(reply) if reply.seq_reply == self.asked => return Ok(reply),
                Frame::Reply(_) => {}
                Frame::Event(event) => self.waiting.push_back(event),
            }
        }
    }

    async fn frame(&mut self, wait: Duration) -> Result<Frame> {
        let late = || Error::Connection("nothing came in time".into());
        loop {
            let message = tokio::time::timeout(wait, self.stream.next()).await.map_err(|_| late())?;
            let message = message.ok_or_else(|| Error::Connection("the socket is closed".into()))?;
            let text = match message.map_err(|error| Error::Connection(error.to_string()))? {
                Message::Text(text) => text,
                Message::Close(_) => return Err(Error::Connection("the socket is closed".into())),
                _ => continue,
            };
            let frame = serde_json::from_str(&text).map_err(|error| Error::Connection(format!("{error}: {text}")))?;
            if let Frame::Event(event) = &frame {
                if event.seq != self.next_seq {
                    return Err(Error::Connection(format!("event {} came, {} was due", event.seq, self.next_seq)));
                }
                self.next_seq += 1;
            }
            return Ok(frame);
        }
    }
}
