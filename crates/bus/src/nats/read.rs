//! Reads what a NATS server says: lines, and after `MSG` as many bytes as it announces.

use bytes::{Buf, Bytes, BytesMut};

/// Longest line. Only the first one, the server's description of itself, is longer than a few hundred bytes.
const LINE_MAX: usize = 64 * 1024;

/// Largest message that is taken; servers refuse to be set higher.
const PAYLOAD_MAX: usize = 64 * 1024 * 1024;

/// One thing that the server says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    Info(Bytes),
    Message(Bytes),
    Ping,
    Pong,
    Ok,
    Error(String),
}

/// What comes is not the protocol of NATS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("what answers there is not NATS")]
pub(crate) struct Garbled;

/// Takes the first whole thing out of `buffer`; `None` when there is none yet.
///
/// # Errors
/// When it cannot be from NATS.
pub(crate) fn next(buffer: &mut BytesMut) -> Result<Option<Said>, Garbled> {
    let Some(end) = buffer.iter().take(LINE_MAX).position(|byte| *byte == b'\n') else {
        return if buffer.len() >= LINE_MAX { Err(Garbled) } else { Ok(None) };
    };
    let line = buffer[..end].trim_ascii();
    let (verb, rest) = match line.iter().position(u8::is_ascii_whitespace) {
        Some(at) => (&line[..at], line[at..].trim_ascii()),
        None => (line, &line[..0]),
    };
    let said = match verb {
        b"MSG" => {
            let len = rest.rsplit(u8::is_ascii_whitespace).next().and_then(number).ok_or(Garbled)?;
            return message(buffer, end + 1, len);
        }
        b"PING" => Said::Ping,
        b"PONG" => Said::Pong,
        b"+OK" => Said::Ok,
        b"-ERR" => Said::Error(String::from_utf8_lossy(rest).trim_matches('\'').to_owned()),
        b"INFO" => Said::Info(Bytes::copy_from_slice(rest)),
        _ => return Err(Garbled),
    };
    buffer.advance(end + 1);
    Ok(Some(said))
}

fn message(buffer: &mut BytesMut, head: usize, len: usize) -> Result<Option<Said>, Garbled> {
    let whole = head + len + 2;
    if buffer.len() < whole {
        buffer.reserve(whole - buffer.len());
        return Ok(None);
    }
    if &buffer[whole - 2..whole] != b"\r\n" {
        return Err(Garbled);
    }
    buffer.advance(head);
    // A copy of its own: whoever keeps a message must not keep all that was read with it.
    let payload = Bytes::copy_from_slice(&buffer[..len]);
    buffer.advance(len + 2);
    Ok(Some(Said::Message(payload)))
}

fn number(text: &[u8]) -> Option<usize> {
    std::str::from_utf8(text).ok()?.parse().ok().filter(|len| *len <= PAYLOAD_MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all(mut buffer: BytesMut) -> Result<Vec<Said>, Garbled> {
        let mut said = Vec::new();
        while let Some(one) = next(&mut buffer)? {
            said.push(one);
        }
        Ok(said)
    }

    const SESSION: &[u8] =
        b"INFO {\"max_payload\":1048576} \r\nPING\r\n+OK\r\nMSG muster.a.all 1 5\r\na\r\nbc\r\nPONG\r\n\
        MSG a.b 22 reply.to 0\r\n\r\n-ERR 'Slow Consumer'\r\n";

    #[test]
    fn a_session_is_read() {
        let said = all(BytesMut::from(SESSION)).expect("NATS");
        let expected = [
            Said::Info(Bytes::from_static(b"{\"max_payload\":1048576}")),
            Said::Ping,
            Said::Ok,
            Said::Message(Bytes::from_static(b"a\r\nbc")),
            Said::Pong,
            Said::Message(Bytes::new()),
            Said::Error("Slow Consumer".to_owned()),
        ];
        assert_eq!(said, expected);
    }

    #[test]
    fn another_protocol_is_noticed() {
        for text in ["HTTP/1.1 400 Bad Request\r\n", "MSG a 1 x\r\n", "MSG a 1 2\r\nabcd", "MSG a 1 99999999999\r\n"] {
            assert_eq!(all(BytesMut::from(text)), Err(Garbled), "{text}");
        }
        assert_eq!(all(BytesMut::from(&[b'a'; LINE_MAX][..])), Err(Garbled));
    }

    proptest! {
        #[test]
        fn a_session_is_read_the_same_in_pieces(cuts in proptest::collection::vec(0..SESSION.len(), 0..6)) {
            let mut cuts = cuts;
            cuts.sort_unstable();
            let (mut buffer, mut said, mut at) = (BytesMut::new(), Vec::new(), 0);
            for cut in cuts.into_iter().chain([SESSION.len()]) {
                buffer.extend_from_slice(&SESSION[at..cut]);
                at = cut;
                while let Some(one) = next(&mut buffer).expect("NATS") {
                    said.push(one);
                }
            }
            prop_assert_eq!(said, all(BytesMut::from(SESSION)).expect("NATS"));
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            _ = all(BytesMut::from(&bytes[..]));
        }
    }
}
