//! Events from server to clients, and requests and replies over the same socket.
//!
//! An event is encoded once, as `{"event":..,"data":..,"broadcast":..`, and shared by every socket
//! that receives it; [`EncodedEvent::frame`] adds what differs per socket. Encoding a `posted`
//! event takes about as long as encoding its post; framing it is one copy of its bytes.

use bytes::{BufMut, Bytes, BytesMut};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use base::ids::{ChannelId, TeamId, UserId};

use crate::omit;

mod data;
mod names;
mod requests;
mod views;

pub use data::*;
pub use names::EventName;
pub use requests::*;
pub use views::*;

/// Who an event is for. Empty fields do not restrict; with none set it is for everyone.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Broadcast {
    pub omit_users: Option<std::collections::BTreeMap<UserId, bool>>,
    pub user_id: UserId,
    pub channel_id: ChannelId,
    pub team_id: TeamId,
    pub connection_id: String,
    pub omit_connection_id: String,
    /// The variant for those who may not see everything; system administrators are skipped.
    #[serde(skip_serializing_if = "omit::off")]
    pub contains_sanitized_data: bool,
    /// The variant for system administrators alone.
    #[serde(skip_serializing_if = "omit::off")]
    pub contains_sensitive_data: bool,
}

impl Broadcast {
    pub fn everyone() -> Broadcast {
        Broadcast::default()
    }

    pub fn to_user(user_id: UserId) -> Broadcast {
        Broadcast { user_id, ..Broadcast::default() }
    }

    pub fn to_channel(channel_id: ChannelId) -> Broadcast {
        Broadcast { channel_id, ..Broadcast::default() }
    }

    pub fn to_team(team_id: TeamId) -> Broadcast {
        Broadcast { team_id, ..Broadcast::default() }
    }

    /// The same audience without one user.
    pub fn without(mut self, user: UserId) -> Broadcast {
        self.omit_users.get_or_insert_default().insert(user, true);
        self
    }

    /// The same audience without the connection whose request caused the event: by its id where the event is for that
    /// user alone, and else by what stands for it.
    pub fn without_connection(mut self, connection_id: impl Into<String>) -> Broadcast {
        self.omit_connection_id = connection_id.into();
        self
    }

    pub fn omits(&self, user: UserId) -> bool {
        self.omit_users.as_ref().is_some_and(|users| users.contains_key(&user))
    }

    /// Whether ids say all: nearly every event is for a user, a channel, a team or everyone.
    fn is_by_ids(&self) -> bool {
        self.omit_users.is_none()
            && self.connection_id.is_empty()
            && self.omit_connection_id.is_empty()
            && !self.contains_sanitized_data
            && !self.contains_sensitive_data
    }

    /// Writes it as JSON. What ids say is written as it is, a fifth of the work.
    fn put(&self, out: &mut Vec<u8>) {
        if !self.is_by_ids() {
            return serde_json::to_writer(out, self).expect("wire types are JSON");
        }
        let ids = [
            (r#"{"omit_users":null,"user_id":""#, self.user_id.0),
            (r#"","channel_id":""#, self.channel_id.0),
            (r#"","team_id":""#, self.team_id.0),
        ];
        for (before, id) in ids {
            out.extend_from_slice(before.as_bytes());
            if !id.is_none() {
                out.extend_from_slice(&id.encode());
            }
        }
        out.extend_from_slice(br#"","connection_id":"","omit_connection_id":""}"#);
    }
}

/// A value that travels as a string of JSON inside JSON, as most event data do.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JsonText(pub String);

impl JsonText {
    /// # Panics
    /// When the value is no JSON, as a map with keys that are no text. Wire types all are.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> JsonText {
        JsonText(serde_json::to_string(value).expect("wire types are JSON"))
    }

    /// # Errors
    /// When the text is no JSON of that type.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(&self.0)
    }
}

/// An event ready to be sent to any number of sockets. Cloning shares the bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct EncodedEvent {
    pub name: EventName,
    pub broadcast: Broadcast,
    /// The frame up to, and without, `,"seq":`.
    head: Bytes,
    /// Where the closing brace of `data` stands in `head`.
    data_end: usize,
}

/// Room for most events; a short post takes some 1,000 bytes.
const HEAD_LEN: usize = 1_536;

/// Room for `,"seq":`, nineteen digits, a sign and the closing brace.
const SEQ_LEN_MAX: usize = 28;

impl EncodedEvent {
    /// Encodes an event. `data` must serialise to an object; [`NoData`] is the empty one.
    ///
    /// # Panics
    /// When `data` is no JSON object: wire types all are.
    pub fn new<T: Serialize>(name: EventName, data: &T, broadcast: Broadcast) -> EncodedEvent {
        // A vector: serde_json writes a piece of text into it in one step, and there are 150 in an event with a post.
        let mut head = Vec::with_capacity(HEAD_LEN);
        head.extend_from_slice(br#"{"event":""#);
        head.extend_from_slice(name.as_str().as_bytes());
        head.extend_from_slice(br#"","data":"#);
        serde_json::to_writer(&mut head, data).expect("wire types are JSON");
        let data_end = head.len() - 1;
        assert_eq!(head[data_end], b'}', "data of {} is an object", name.as_str());
        head.extend_from_slice(br#","broadcast":"#);
        broadcast.put(&mut head);
        EncodedEvent { name, broadcast, head: Bytes::from(head), data_end }
    }

    /// The event from its shared bytes, as another node sends them; `None` when they are not those of an event.
    pub fn from_head(head: Bytes, data_end: usize) -> Option<EncodedEvent> {
        let broadcast = head.get(data_end..)?.strip_prefix(br#"},"broadcast":"#)?;
        let broadcast = serde_json::from_slice(broadcast).ok()?;
        let name = head.strip_prefix(br#"{"event":""#)?;
        let name = &name[..name.iter().position(|byte| *byte == b'"')?];
        let name = EventName::parse(std::str::from_utf8(name).ok()?)?;
        Some(EncodedEvent { name, broadcast, head, data_end })
    }

    /// The shared bytes, and where in them the data end.
    pub fn parts(&self) -> (&Bytes, usize) {
        (&self.head, self.data_end)
    }

    /// The frame for one socket.
    pub fn frame(&self, seq: i64) -> Bytes {
        let mut frame = BytesMut::with_capacity(self.head.len() + SEQ_LEN_MAX);
        frame.put_slice(&self.head);
        put_seq(&mut frame, seq);
        frame.freeze()
    }

    /// The same event as one user is told it, who is told more than the others.
    pub fn with(&self, extra: &Extra) -> EncodedEvent {
        let mut head = BytesMut::with_capacity(self.head.len() + extra.0.len() + 1);
        let data_end = self.put_data(&mut head, extra);
        head.put_slice(&self.head[self.data_end..]);
        EncodedEvent { name: self.name, broadcast: self.broadcast.clone(), head: head.freeze(), data_end }
    }

    /// The frame for one socket whose user is told more than the others, as who is mentioned is.
    pub fn frame_with(&self, extra: &Extra, seq: i64) -> Bytes {
        if extra.0.is_empty() {
            return self.frame(seq);
        }
        let mut frame = BytesMut::with_capacity(self.head.len() + extra.0.len() + 1 + SEQ_LEN_MAX);
        self.put_data(&mut frame, extra);
        frame.put_slice(&self.head[self.data_end..]);
        put_seq(&mut frame, seq);
        frame.freeze()
    }

    /// The frame up to the closing brace of the data, with more in them; where that brace will stand.
    fn put_data(&self, out: &mut BytesMut, extra: &Extra) -> usize {
        out.put_slice(&self.head[..self.data_end]);
        if !extra.0.is_empty() {
            if self.head[self.data_end - 1] != b'{' {
                out.put_u8(b',');
            }
            out.put_slice(&extra.0);
        }
        out.len()
    }
}

fn put_seq(frame: &mut BytesMut, seq: i64) {
    use std::fmt::Write;
    write!(frame, r#","seq":{seq}}}"#).expect("memory does not fail to write");
}

/// Members of `data` for one recipient, encoded: `"mentions":"[\"id\"]"` without braces.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Extra(Bytes);

impl Extra {
    /// What one recipient of `posted` or `post_edited` is told beyond the others.
    pub fn of(recipient: &ForRecipient) -> Extra {
        let object = Bytes::from(serde_json::to_vec(recipient).expect("wire types are JSON"));
        Extra(object.slice(1..object.len() - 1))
    }

    pub fn bytes(&self) -> &Bytes {
        &self.0
    }

    /// What another node encoded.
    pub fn from_bytes(bytes: Bytes) -> Extra {
        Extra(bytes)
    }
}

/// An event as a client reads it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    pub event: String,
    #[serde(default, deserialize_with = "omit::null_as_default")]
    pub data: omit::JsonMap,
    #[serde(default)]
    pub broadcast: Broadcast,
    #[serde(default)]
    pub seq: i64,
}

impl Event {
    /// The name, unless this version does not know it.
    pub fn name(&self) -> Option<EventName> {
        EventName::parse(&self.event)
    }

    /// The data as the type that the name calls for.
    ///
    /// # Errors
    /// When the data are not of that type.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        T::deserialize(serde_json::Value::Object(self.data.clone()))
    }
}

#[cfg(test)]
mod tests;
