//! A connection that costs the load generator as little as it can: requests are bytes made
//! beforehand, answers are read up to their length and not parsed further.

use std::io;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// One keep-alive connection.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// What came back.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    /// The ETag; empty when it has none.
    pub fn etag(&self) -> String {
        let line = self.head.lines().find(|line| line.to_ascii_lowercase().starts_with("etag:"));
        line.and_then(|line| line.split_once(':')).map(|(_, value)| value.trim().to_owned()).unwrap_or_default()
    }
}

impl Connection {
    pub async fn open(address: &str) -> io::Result<Connection> {
        Ok(Connection::over(TcpStream::connect(address).await?))
    }

    pub fn over(stream: TcpStream) -> Connection {
        drop(stream.set_nodelay(true));
        Connection { stream, buffer: Vec::with_capacity(64 * 1024) }
    }

    pub async fn get(&mut self, path: &str, token: &str) -> io::Result<Answer> {
        self.send(&request("GET", path, token, "", "")).await
    }

    pub async fn post(&mut self, path: &str, token: &str, body: &str) -> io::Result<Answer> {
        self.send(&request("POST", path, token, "", body)).await
    }

    /// Sends a request and reads the whole answer.
    pub async fn send(&mut self, request: &[u8]) -> io::Result<Answer> {
        let (status, head, length) = self.exchange(request).await?;
        let text = String::from_utf8_lossy(&self.buffer[..head]).into_owned();
        Ok(Answer { status, head: text, body: self.buffer[head..head + length].to_vec() })
    }

    /// Sends a request, reads the whole answer, tells only its status.
    pub async fn hit(&mut self, request: &[u8]) -> io::Result<u16> {
        Ok(self.exchange(request).await?.0)
    }

    async fn exchange(&mut self, request: &[u8]) -> io::Result<(u16, usize, usize)> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let mut known: Option<(u16, usize, usize)> = None;
        loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if known.is_none() {
                known = head_of(&self.buffer);
            }
            if let Some((status, head, length)) = known
                && self.buffer.len() >= head + length
            {
                return Ok((status, head, length));
            }
        }
    }
}

/// Status, length of the head, length of the body.
fn head_of(bytes: &[u8]) -> Option<(u16, usize, usize)> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&bytes[..end]).ok()?;
    let status = head.get(9..12)?.parse().ok()?;
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
    });
    Some((status, end, length.unwrap_or(0)))
}

/// A request's bytes.
pub fn request(method: &str, path: &str, token: &str, headers: &str, body: &str) -> Vec<u8> {
    let mut text = format!("{method} {path} HTTP/1.1\r\nHost: bench\r\n{headers}");
    if !token.is_empty() {
        text.push_str(&format!("Authorization: Bearer {token}\r\n"));
    }
    if !body.is_empty() {
        text.push_str(&format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len()));
    }
    text.push_str("\r\n");
    text.push_str(body);
    text.into_bytes()
}
