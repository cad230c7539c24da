//! Messages of the directory, as bytes (X.690), looked at before the library reads them.
//!
//! The library reads values in values by recursion: a message that nests deeply would end the process. So each passes here
//! first, within bounds of length and depth. What messages mean is not known here; they go on to
//! [`connection`](super::connection) over a pair of sockets.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::UnixStream;

/// Bytes of one message: all members of a large group are in one.
const MESSAGE_BYTES_MAX: usize = 64 << 20;
/// Values in values; an entry has five.
const DEPTH_MAX: usize = 16;
/// Of a tag: values are in it.
const CONSTRUCTED: u8 = 0x20;

/// A value: its tag, and what is in it.
pub type Value<'a> = (u8, &'a [u8]);

/// The first value of some bytes, and what is behind it; nothing when it is not all there.
pub fn split(bytes: &[u8]) -> Option<(Value<'_>, &[u8])> {
    let (at, len) = header(bytes)?;
    let value = bytes.get(at..at.checked_add(len)?)?;
    Some(((bytes[0], value), &bytes[at + len..]))
}

/// Where the first value's content begins, and how long it is.
fn header(bytes: &[u8]) -> Option<(usize, usize)> {
    let first = *bytes.get(1)?;
    if first < 0x80 {
        return Some((2, first.into()));
    }
    let at = 2 + usize::from(first & 0x7f);
    let len = bytes.get(2..at)?.iter().try_fold(0_usize, |len, byte| len.checked_mul(256)?.checked_add((*byte).into()));
    Some((at, len?))
}

/// Whether bytes are whole values, with no more values in values than there can be.
pub fn are_shallow(bytes: &[u8]) -> bool {
    let mut open = vec![bytes];
    while let Some(rest) = open.pop() {
        if rest.is_empty() {
            continue;
        }
        let Some(((tag, value), rest)) = split(rest) else { return false };
        open.push(rest);
        if tag & CONSTRUCTED != 0 {
            open.push(value);
        }
        if open.len() > DEPTH_MAX {
            return false;
        }
    }
    true
}

/// Reads the next message into `message`; false at the end.
///
/// # Errors
/// When the connection breaks, or what comes is no message within the bounds.
pub async fn read(from: &mut (impl AsyncRead + Unpin), message: &mut Vec<u8>) -> io::Result<bool> {
    message.resize(2, 0);
    if from.read(&mut message[..1]).await? == 0 {
        return Ok(false);
    }
    from.read_exact(&mut message[1..]).await?;
    if message[1] >= 0x80 {
        let count = usize::from(message[1] & 0x7f);
        message.resize(2 + count, 0);
        from.read_exact(&mut message[2..]).await?;
    }
    let len = header(message).map(|(_, len)| len).filter(|len| *len <= MESSAGE_BYTES_MAX);
    let len = len.ok_or_else(|| unlike("a message is longer than messages may be"))?;
    // Memory grows with what comes, and not with what is said to come.
    if from.take(len as u64).read_to_end(message).await? < len {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    if are_shallow(message) { Ok(true) } else { Err(unlike("a message has another form than messages have")) }
}

fn unlike(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

/// A socket that leads to the directory by these checks. The connection ends when that is closed, or with the first message
/// that is none.
///
/// # Errors
/// When this machine has no more sockets.
pub fn checked(stream: impl AsyncRead + AsyncWrite + Send + 'static) -> io::Result<std::os::unix::net::UnixStream> {
    let (near, far) = UnixStream::pair()?;
    base::tasks::spawn("ldap-messages", async move {
        let (from, mut to) = tokio::io::split(stream);
        let (mut questions, answers) = near.into_split();
        let ended = tokio::select! {
            ended = tokio::io::copy(&mut questions, &mut to) => ended.map(drop),
            ended = pass(BufReader::new(from), answers) => ended,
        };
        if let Err(error) = ended {
            tracing::warn!(%error, "a connection to the directory ended");
        }
    });
    far.into_std()
}

async fn pass(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin) -> io::Result<()> {
    let mut message = Vec::new();
    while read(&mut from, &mut message).await? {
        to.write_all(&message).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested(depth: usize) -> Vec<u8> {
        (0..depth).fold(Vec::new(), |value, _| {
            let len = u32::try_from(value.len()).expect("small").to_be_bytes();
            [&[0x30, 0x84][..], &len[..], &value[..]].concat()
        })
    }

    #[test]
    fn what_nests_deeply_or_is_not_all_there_is_no_message() {
        assert!(are_shallow(&[]) && are_shallow(&[0x30, 0]) && are_shallow(&[0x30, 3, 2, 1, 1, 4, 0]));
        assert!(are_shallow(&nested(DEPTH_MAX - 1)) && !are_shallow(&nested(DEPTH_MAX + 1)));
        assert!(!are_shallow(&nested(5_000)));
        for not in [&[0x30][..], &[0x30, 1], &[0x30, 3, 4, 2, 1], &[4, 0x89, 1, 1, 1, 1, 1, 1, 1, 1, 1], &[4, 0xff]] {
            assert!(!are_shallow(not), "{not:?}");
        }
    }

    #[tokio::test]
    async fn messages_are_read_one_by_one_and_within_bounds() {
        let mut from = &[0x30, 3, 2, 1, 1, 0x30, 0x81, 0, 0x30, 0x84, 0xff, 0xff, 0xff, 0xff][..];
        let mut message = Vec::new();
        assert!(read(&mut from, &mut message).await.expect("a message") && message == [0x30, 3, 2, 1, 1]);
        assert!(read(&mut from, &mut message).await.expect("a message") && message == [0x30, 0x81, 0]);
        let long = read(&mut from, &mut message).await.expect_err("too long");
        assert_eq!(long.kind(), io::ErrorKind::InvalidData);
        assert!(!read(&mut &[][..], &mut message).await.expect("the end"));
        assert!(read(&mut &[0x30, 3, 2][..], &mut message).await.is_err());
    }
}
