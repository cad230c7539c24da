//! Packed answers: how they are asked for, and what is made of them when somebody reads one.
//!
//! The reference tool's transport asks for gzip with each request and unpacks what comes. It would not with a range or a
//! `HEAD`, and users send neither. Servers pack only for who asks, so leaving this out would measure a cheaper server.

use std::io::Read;

use bytes::Bytes;
use flate2::bufread::MultiGzDecoder;
use http::{HeaderMap, HeaderValue, header};

use super::{ANSWER_BYTES_MAX, Failure};

/// What requests ask for.
pub const WANTED: HeaderValue = HeaderValue::from_static("gzip");
/// A byte of deflate stands for at most this many.
const RATIO_MAX: usize = 1_032;

/// Whether a body came packed.
pub fn is_packed(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_ENCODING).is_some_and(|encoding| encoding.as_bytes().eq_ignore_ascii_case(b"gzip"))
}

/// Unpacks a body.
///
/// # Errors
/// [`Failure::Oversized`] above [`ANSWER_BYTES_MAX`], [`Failure::Unreadable`] for what is no gzip.
pub fn unpack(template: &'static str, packed: &[u8]) -> Result<Bytes, Failure> {
    let mut body = Vec::with_capacity(told_length(packed));
    let mut unpacking = MultiGzDecoder::new(packed).take(ANSWER_BYTES_MAX as u64 + 1);
    unpacking.read_to_end(&mut body).map_err(|error| Failure::unreadable(template, &error))?;
    if body.len() > ANSWER_BYTES_MAX { Err(Failure::Oversized { template }) } else { Ok(body.into()) }
}

/// The length that the last four bytes tell, as far as it can be true.
fn told_length(packed: &[u8]) -> usize {
    let told = packed.last_chunk::<4>().map_or(0, |last| u32::from_le_bytes(*last) as usize);
    told.min(packed.len().saturating_mul(RATIO_MAX)).min(ANSWER_BYTES_MAX)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use http::StatusCode;
    use serde_json::{Value, json};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;
    use crate::meter::Meter;
    use crate::net::{Call, Net, Reply};
    use crate::tasks;

    const PLAIN: &[u8] = br#"{"id":"plain","message":"nobody asked for gzip"}"#;

    fn packed(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).expect("writing to memory");
        encoder.finish().expect("writing to memory")
    }

    /// Asks a server that answers `body` as gzip to those who ask for it, and plainly to others.
    async fn asked(status: StatusCode, body: Vec<u8>) -> Result<Reply, Failure> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port is free");
        let address = listener.local_addr().expect("it listens");
        tasks::spawn("packing server", async move {
            let (mut stream, _) = listener.accept().await.expect("somebody comes");
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                head.push(stream.read_u8().await.expect("a request has an end"));
            }
            let wanted = String::from_utf8_lossy(&head).to_lowercase().contains("\r\naccept-encoding: gzip\r\n");
            let (encoding, body) = if wanted { ("gzip", &*body) } else { ("identity", PLAIN) };
            let length = body.len();
            let head = format!("HTTP/1.1 {status}\r\ncontent-encoding: {encoding}\r\ncontent-length: {length}\r\n\r\n");
            stream.write_all(&[head.as_bytes(), body].concat()).await.expect("the asker waits");
        });
        let net = Net::new(&format!("http://{address}"), 1, &[], &tls::Trust::default()).expect("no roots are needed");
        net.send(&Meter::default(), Call::plain(http::Method::GET, "/posts", &[], ""), None).await
    }

    #[tokio::test]
    async fn packed_answers_are_asked_for_and_read() {
        let said = json!({"message": "word ".repeat(1_000)});
        let reply = asked(StatusCode::OK, packed(said.to_string().as_bytes())).await.expect("it is answered");
        assert!(reply.received.len() < 200, "{} bytes came", reply.received.len());
        assert_eq!(reply.json::<Value>().expect("it reads"), said);
        assert_eq!(reply.json::<Value>().expect("it reads twice"), said);
    }

    #[tokio::test]
    async fn a_packed_refusal_tells_its_reason() {
        let body = packed(br#"{"id":"api.some.error","message":"No."}"#);
        let Err(failure) = asked(StatusCode::FORBIDDEN, body).await else { panic!("it is refused") };
        assert_eq!((failure.id(), failure.message()), ("api.some.error", "No."));
    }

    #[tokio::test]
    async fn a_bomb_is_refused_when_somebody_reads_it() {
        let bomb = packed(&vec![b' '; ANSWER_BYTES_MAX + 1]);
        assert!(bomb.len() < ANSWER_BYTES_MAX / 100);
        let reply = asked(StatusCode::OK, bomb).await.expect("what nobody reads does no harm");
        let Err(failure) = reply.body() else { panic!("it is too long") };
        assert_eq!(failure.to_string(), "/posts: the answer is longer than 32 MiB when it is unpacked");
        assert_eq!(failure.label(), "/posts oversized");
    }

    #[tokio::test]
    async fn what_is_no_gzip_does_not_read() {
        let reply = asked(StatusCode::OK, b"no gzip".to_vec()).await.expect("it is answered");
        assert!(matches!(reply.body(), Err(Failure::Unreadable { .. })));
    }
}
