//! The bytes that travel between nodes. A frame is a head, and for messages a body that is handed through as it is.
//!
//! Numbers are big-endian. The first byte is the version: a node leaves alone what it cannot read and counts it, so
//! that a rolling upgrade may add kinds. Decoding refuses and never panics: the bus is a network.

use base::{Id, Millis};
use bytes::{Buf, BufMut, Bytes};

use crate::listener::NodeId;
use crate::subject::{SUBJECT_LEN, Subject};

/// Where a frame goes, and what can be subscribed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Address {
    Subject(Subject),
    Node(NodeId),
}

const VERSION: u8 = 1;

/// Most subjects that one heartbeat tells of; the interval ends early when they are reached. At 23 bytes each a
/// heartbeat stays under 100 kB.
pub(crate) const TOLD_MAX: usize = 4_096;

/// Longest name and description in a heartbeat.
const TEXT_BYTES_MAX: usize = 512;

/// One frame without its sender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// A message to everyone, with its number in the sender's chain.
    ToAll {
        number: u64,
        message: Bytes,
    },
    /// A message on another subject: the `index`th since the heartbeat `interval`. `gap_ms` after the one before, by
    /// which nodes of an older program judge what they need not have heard.
    Said {
        to: Subject,
        interval: u64,
        index: u32,
        gap_ms: u16,
        message: Bytes,
    },
    /// A message that may go missing: it has no number.
    Whispered {
        to: Subject,
        message: Bytes,
    },
    Heartbeat(Heartbeat),
    /// Answers a heartbeat: its `stamp`, how far the heartbeat's sender has been applied, and the own chain's last
    /// number.
    Answer {
        stamp: u64,
        applied: u64,
        number: u64,
    },
    Goodbye {
        number: u64,
    },
    /// Asks for a heartbeat soon. Nodes of an older program leave it alone and send one when it is time.
    Nudge,
    Ask {
        id: u64,
        question: Bytes,
    },
    /// Without `answer` when it was too large.
    Reply {
        id: u64,
        answer: Option<Bytes>,
    },
}

/// Tells that a node lives, and what it has said since the heartbeat before: so no loss stays unseen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heartbeat {
    pub number: u64,
    /// The heartbeat before, which began the interval that this one ends.
    pub ends: u64,
    /// The sender's clock, for the sender.
    pub stamp: u64,
    pub since: Millis,
    pub name: String,
    pub about: String,
    pub told: Vec<Told>,
}

/// How much was said on one subject in an interval, and how long ago the last of it at least, for nodes of an older
/// program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub subject: Subject,
    pub count: u32,
    pub age_ms: u16,
}

/// Bytes that are no frame of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a frame that this version reads")]
pub(crate) struct Unreadable;

type Result<T> = std::result::Result<T, Unreadable>;

impl Frame {
    /// Head and body.
    pub fn encode(self, from: NodeId) -> (Vec<u8>, Bytes) {
        let mut head = Vec::with_capacity(64);
        head.put_u8(VERSION);
        head.put_u8(self.kind());
        head.put_slice(&from.0.0);
        let mut body = Bytes::new();
        match self {
            Frame::ToAll { number, message } => {
                head.put_u64(number);
                body = message;
            }
            Frame::Said { to, interval, index, gap_ms, message } => {
                head.put_slice(&to.to_bytes());
                head.put_u64(interval);
                head.put_u32(index);
                head.put_u16(gap_ms);
                body = message;
            }
            Frame::Whispered { to, message } => {
                head.put_slice(&to.to_bytes());
                body = message;
            }
            Frame::Heartbeat(heartbeat) => heartbeat.encode(&mut head),
            Frame::Answer { stamp, applied, number } => {
                head.put_u64(stamp);
                head.put_u64(applied);
                head.put_u64(number);
            }
            Frame::Goodbye { number } => head.put_u64(number),
            Frame::Nudge => {}
            Frame::Ask { id, question } => {
                head.put_u64(id);
                body = question;
            }
            Frame::Reply { id, answer } => {
                head.put_u64(id);
                head.put_u8(u8::from(answer.is_some()));
                body = answer.unwrap_or_default();
            }
        }
        (head, body)
    }

    fn kind(&self) -> u8 {
        match self {
            Frame::ToAll { .. } => 0,
            Frame::Said { .. } => 1,
            Frame::Whispered { .. } => 2,
            Frame::Heartbeat(_) => 3,
            Frame::Answer { .. } => 4,
            Frame::Goodbye { .. } => 5,
            Frame::Ask { .. } => 6,
            Frame::Reply { .. } => 7,
            Frame::Nudge => 8,
        }
    }

    /// Sender and frame. Messages share the memory of `bytes`.
    ///
    /// # Errors
    /// When they are no frame of this version.
    pub fn decode(mut bytes: Bytes) -> Result<(NodeId, Frame)> {
        let bytes = &mut bytes;
        if u8_of(bytes)? != VERSION {
            return Err(Unreadable);
        }
        let kind = u8_of(bytes)?;
        let from = NodeId(Id(array(bytes)?));
        let frame = match kind {
            0 => Frame::ToAll { number: u64_of(bytes)?, message: rest(bytes) },
            1 => Frame::Said {
                to: subject(bytes)?,
                interval: u64_of(bytes)?,
                index: u32::from_be_bytes(array(bytes)?),
                gap_ms: u16_of(bytes)?,
                message: rest(bytes),
            },
            2 => Frame::Whispered { to: subject(bytes)?, message: rest(bytes) },
            3 => Frame::Heartbeat(Heartbeat::decode(bytes)?),
            4 => Frame::Answer { stamp: u64_of(bytes)?, applied: u64_of(bytes)?, number: u64_of(bytes)? },
            5 => Frame::Goodbye { number: u64_of(bytes)? },
            6 => Frame::Ask { id: u64_of(bytes)?, question: rest(bytes) },
            7 => Frame::Reply { id: u64_of(bytes)?, answer: (u8_of(bytes)? == 1).then(|| rest(bytes)) },
            8 => Frame::Nudge,
            _ => return Err(Unreadable),
        };
        Ok((from, frame))
    }
}

impl Heartbeat {
    fn encode(&self, head: &mut Vec<u8>) {
        head.put_u64(self.number);
        head.put_u64(self.ends);
        head.put_u64(self.stamp);
        head.put_i64(self.since);
        for text in [&self.name, &self.about] {
            head.put_u16(text.len() as u16);
            head.put_slice(text.as_bytes());
        }
        head.put_u16(self.told.len() as u16);
        for told in &self.told {
            head.put_slice(&told.subject.to_bytes());
            head.put_u32(told.count);
            head.put_u16(told.age_ms);
        }
    }

    fn decode(bytes: &mut Bytes) -> Result<Heartbeat> {
        let (number, ends, stamp) = (u64_of(bytes)?, u64_of(bytes)?, u64_of(bytes)?);
        let since = i64::from_be_bytes(array(bytes)?);
        let (name, about) = (text(bytes)?, text(bytes)?);
        let count = usize::from(u16_of(bytes)?);
        if count > TOLD_MAX {
            return Err(Unreadable);
        }
        let mut told = Vec::with_capacity(count);
        for _ in 0..count {
            let subject = subject(bytes)?;
            told.push(Told { subject, count: u32::from_be_bytes(array(bytes)?), age_ms: u16_of(bytes)? });
        }
        Ok(Heartbeat { number, ends, stamp, since, name, about, told })
    }
}

fn array<const N: usize>(bytes: &mut Bytes) -> Result<[u8; N]> {
    let (array, _) = bytes.split_first_chunk::<N>().ok_or(Unreadable)?;
    let array = *array;
    bytes.advance(N);
    Ok(array)
}

fn u8_of(bytes: &mut Bytes) -> Result<u8> {
    array::<1>(bytes).map(|[byte]| byte)
}

fn u16_of(bytes: &mut Bytes) -> Result<u16> {
    array(bytes).map(u16::from_be_bytes)
}

fn u64_of(bytes: &mut Bytes) -> Result<u64> {
    array(bytes).map(u64::from_be_bytes)
}

fn subject(bytes: &mut Bytes) -> Result<Subject> {
    Subject::from_bytes(array::<SUBJECT_LEN>(bytes)?).ok_or(Unreadable)
}

fn text(bytes: &mut Bytes) -> Result<String> {
    let len = usize::from(u16_of(bytes)?);
    if len > TEXT_BYTES_MAX || len > bytes.len() {
        return Err(Unreadable);
    }
    String::from_utf8(bytes.split_to(len).to_vec()).map_err(|_| Unreadable)
}

fn rest(bytes: &mut Bytes) -> Bytes {
    std::mem::take(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn subjects() -> impl Strategy<Value = Subject> {
        (0u8..4, any::<[u8; 16]>()).prop_map(|(kind, id)| {
            let mut bytes = [kind; SUBJECT_LEN];
            if kind > 0 {
                bytes[1..].copy_from_slice(&id);
            }
            Subject::from_bytes(bytes).expect("a known kind")
        })
    }

    fn messages() -> impl Strategy<Value = Bytes> {
        proptest::collection::vec(any::<u8>(), 0..40).prop_map(Bytes::from)
    }

    fn heartbeats() -> impl Strategy<Value = Frame> {
        let told = (subjects(), any::<u32>(), any::<u16>()).prop_map(|(subject, count, age_ms)| Told {
            subject,
            count,
            age_ms,
        });
        let told = proptest::collection::vec(told, 0..20);
        (any::<(u64, u64, u64, i64)>(), "\\PC{0,20}", "\\PC{0,20}", told).prop_map(|(numbers, name, about, told)| {
            let (number, ends, stamp, since) = numbers;
            Frame::Heartbeat(Heartbeat { number, ends, stamp, since, name, about, told })
        })
    }

    fn frames() -> impl Strategy<Value = Frame> {
        prop_oneof![
            (any::<u64>(), messages()).prop_map(|(number, message)| Frame::ToAll { number, message }),
            (subjects(), any::<(u64, u32, u16)>(), messages()).prop_map(|(to, (interval, index, gap_ms), message)| {
                Frame::Said { to, interval, index, gap_ms, message }
            }),
            (subjects(), messages()).prop_map(|(to, message)| Frame::Whispered { to, message }),
            heartbeats(),
            any::<(u64, u64, u64)>().prop_map(|(stamp, applied, number)| Frame::Answer { stamp, applied, number }),
            any::<u64>().prop_map(|number| Frame::Goodbye { number }),
            Just(Frame::Nudge),
            (any::<u64>(), messages()).prop_map(|(id, question)| Frame::Ask { id, question }),
            (any::<u64>(), proptest::option::of(messages())).prop_map(|(id, answer)| Frame::Reply { id, answer }),
        ]
    }

    proptest! {
        #[test]
        fn frames_survive_their_bytes(frame in frames(), from: [u8; 16]) {
            let from = NodeId(Id(from));
            let (mut bytes, body) = frame.clone().encode(from);
            bytes.extend_from_slice(&body);
            prop_assert_eq!(Frame::decode(bytes.into()), Ok((from, frame)));
        }

        #[test]
        fn no_bytes_make_it_panic(mut bytes in proptest::collection::vec(any::<u8>(), 0..200), kind in 0u8..10) {
            _ = Frame::decode(bytes.clone().into());
            if bytes.len() > 2 {
                bytes[..2].copy_from_slice(&[VERSION, kind]);
                _ = Frame::decode(bytes.into());
            }
        }
    }
}
