//! What a service of somebody else is asked by the server: one request over HTTP/1.1, read by hand.

use tokio::io::AsyncReadExt;

const REQUEST_BYTES_MAX: usize = 16 << 10;

/// A request.
#[derive(Debug)]
pub struct Asked {
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Asked {
    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }
}

/// Reads a request to its end; `None` when it is none.
pub async fn read(stream: &mut (impl AsyncReadExt + Unpin)) -> Option<Asked> {
    let mut bytes = Vec::new();
    loop {
        let mut part = [0; 4096];
        let count = stream.read(&mut part).await.ok()?;
        bytes.extend_from_slice(&part[..count]);
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        if let Some(end) = end {
            let head = String::from_utf8(bytes[..end].to_vec()).ok()?;
            let mut lines = head.split("\r\n");
            let path = lines.next()?.split(' ').nth(1)?.to_owned();
            let headers: Vec<(String, String)> = lines
                .filter_map(|line| line.split_once(": "))
                .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
                .collect();
            let asked = Asked { path, headers, body: bytes[end + 4..].to_vec() };
            if asked.header("content-length") == asked.body.len().to_string() {
                return Some(asked);
            }
        }
        if count == 0 || bytes.len() > REQUEST_BYTES_MAX {
            return None;
        }
    }
}
