//! What must hold of all that the bus reads, whoever wrote it: for the crate that feeds it anything.

use bytes::{Bytes, BytesMut};

use crate::frame::Frame;
use crate::nats::{Garbled, Said, said};

/// A frame that is read is written and read as the same.
pub fn frame(bytes: &[u8]) {
    let Ok((from, frame)) = Frame::decode(Bytes::copy_from_slice(bytes)) else { return };
    let (head, body) = frame.clone().encode(from);
    let again = Frame::decode([&head[..], &body].concat().into());
    assert_eq!(again.ok(), Some((from, frame)));
}

/// What a NATS server says is the same however it is cut on its way.
pub fn nats(bytes: &[u8]) {
    let whole = all([bytes]);
    assert_eq!(whole, all(bytes.chunks(1)), "byte by byte");
    assert_eq!(whole, all(bytes.chunks(7)), "in pieces");
}

fn all<'b>(pieces: impl IntoIterator<Item = &'b [u8]>) -> Result<Vec<Said>, Garbled> {
    let (mut buffer, mut heard) = (BytesMut::new(), Vec::new());
    for piece in pieces {
        buffer.extend_from_slice(piece);
        while let Some(one) = said(&mut buffer)? {
            heard.push(one);
        }
    }
    Ok(heard)
}
