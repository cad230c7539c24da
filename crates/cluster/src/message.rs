//! Messages between nodes, as bytes.
//!
//! Events travel as they were encoded for clients, with little around them; facts, which are few, as JSON, so that a
//! node of the next release may say something that this one does not know. What cannot be read is no message: the
//! reader then treats it as lost. Big numbers first, lengths in front, every length checked.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use base::Id;
use base::ids::{ChannelId, UserId};
use bytes::{Buf, BufMut, Bytes, BytesMut};
use delivery::connection::OpenViews;
use delivery::hub::{About, Event, Personal, Private, Readers, Stamp, Within};
use node::consequence::Fact;
use wire::events::{EncodedEvent, Extra};

use crate::gate::{Part, Unit};

/// The first byte of every message; another one is of another release.
const VERSION: u8 = 1;
/// Bytes of a message: what a NATS server takes unless it is told otherwise. Larger ones are told as lost.
pub const MESSAGE_BYTES_MAX: usize = 1 << 20;
/// Events, parts or people in one message: more than fit.
const LEN_MAX: usize = 65_536;

/// What one node tells others.
#[derive(Debug)]
pub enum Message {
    /// For every node: what follows one commit besides what concerns a channel.
    Facts { facts: Vec<Fact>, events: Vec<Arc<Event>> },
    /// What one commit means to one channel.
    Unit(Unit),
    /// Events for some; behind a change of a channel, when they come from the same commit.
    Events { after: Option<(ChannelId, i64)>, events: Vec<Arc<Event>> },
}

/// Parts of an event that are there.
mod has {
    pub const SHOWN_TO: u8 = 1;
    pub const PRIVATE: u8 = 2;
    pub const ABOUT: u8 = 4;
    /// Beside [`PRIVATE`]: everybody but guests may read the channel. A node that does not know it tells members alone.
    pub const OPEN: u8 = 8;
    pub const WITHIN: u8 = 16;
    /// Beside [`PRIVATE`]: administrators alone may read the channel. A node that does not know it tells members.
    pub const CLOSED: u8 = 32;
}

impl Message {
    /// Calls `name` with the name of each event that the message carries, and once with `facts` if it carries such.
    pub fn each_name(&self, mut name: impl FnMut(&'static str)) {
        let events = match self {
            Message::Facts { facts, events } => {
                if !facts.is_empty() {
                    name("facts");
                }
                events
            }
            Message::Unit(unit) => {
                for part in &unit.parts {
                    if let Part::Event(event) = part {
                        name(event.encoded.name.as_str());
                    }
                }
                return;
            }
            Message::Events { events, .. } => events,
        };
        events.iter().for_each(|event| name(event.encoded.name.as_str()));
    }

    /// Whether a caller may rely on what it tells once it is answered.
    pub fn must_be_known(&self) -> bool {
        match self {
            Message::Facts { facts, .. } => facts.iter().any(|fact| !fact.may_be_late()),
            Message::Unit(_) | Message::Events { .. } => false,
        }
    }

    pub fn encode(&self) -> Bytes {
        let mut out = BytesMut::with_capacity(1024);
        out.put_u8(VERSION);
        match self {
            Message::Facts { facts, events } => {
                out.put_u8(0);
                put_bytes(&mut out, &serde_json::to_vec(facts).expect("facts are JSON"));
                put_events(&mut out, events);
            }
            Message::Unit(unit) => {
                out.put_u8(1);
                out.put_slice(&unit.channel.0.0);
                out.put_i64(unit.number);
                put_parts(&mut out, &unit.parts);
            }
            Message::Events { after, events } => {
                out.put_u8(2);
                let (channel, number) = after.unwrap_or_default();
                out.put_slice(&channel.0.0);
                out.put_i64(number);
                put_events(&mut out, events);
            }
        }
        out.freeze()
    }

    /// The message, unless it is of another release or damaged. `want_all` are those whom this node knows to want every
    /// post.
    pub fn decode(bytes: Bytes, want_all: &Arc<HashSet<UserId>>) -> Option<Message> {
        let mut bytes = Reader { bytes, want_all };
        if bytes.byte()? != VERSION {
            return None;
        }
        let message = match bytes.byte()? {
            0 => {
                let facts = serde_json::from_slice(&bytes.slice()?).ok()?;
                Message::Facts { facts, events: bytes.list(|reader| reader.event())? }
            }
            1 => {
                let (channel, number) = (ChannelId(bytes.id()?), bytes.number()?);
                Message::Unit(Unit { channel, number, parts: bytes.list(|reader| reader.part())? })
            }
            2 => {
                let (channel, number) = (ChannelId(bytes.id()?), bytes.number()?);
                let after = (number > 0).then_some((channel, number));
                Message::Events { after, events: bytes.list(|reader| reader.event())? }
            }
            _ => return None,
        };
        bytes.bytes.is_empty().then_some(message)
    }
}

fn put_parts(out: &mut BytesMut, parts: &[Part]) {
    let told = || parts.iter().filter(|part| !matches!(part, Part::Beside(_)));
    put_len(out, told().count());
    for part in told() {
        match part {
            Part::Joined(user) => {
                out.put_u8(0);
                out.put_slice(&user.0.0);
            }
            Part::Left(user) => {
                out.put_u8(1);
                out.put_slice(&user.0.0);
            }
            Part::Event(event) | Part::Beside(event) => {
                out.put_u8(2);
                put_event(out, event);
            }
        }
    }
}

pub fn put_events(out: &mut BytesMut, events: &[Arc<Event>]) {
    put_len(out, events.len());
    for event in events {
        put_event(out, event);
    }
}

fn put_event(out: &mut BytesMut, event: &Event) {
    put_encoded(out, &event.encoded);
    out.put_u128(event.stamp.0);
    put_len(out, event.personal.len());
    for (user, personal) in &event.personal {
        out.put_slice(&user.0.0);
        put_bytes(out, personal.extra.bytes());
        put_bytes(out, personal.extra_to_ack.bytes());
    }
    let flag = |yes: bool, flag: u8| if yes { flag } else { 0 };
    out.put_u8(
        flag(event.shown_to.is_some(), has::SHOWN_TO)
            | flag(event.private.is_some(), has::PRIVATE)
            | event.private.as_ref().map_or(0, |private| match private.readers {
                Readers::Members => 0,
                Readers::AllButGuests => has::OPEN,
                Readers::Administrators => has::CLOSED,
            })
            | flag(event.about.is_some(), has::ABOUT)
            | flag(event.within.is_some(), has::WITHIN),
    );
    if let Some(private) = &event.private {
        out.put_slice(&private.channel.0.0);
        put_encoded(out, &private.fuller.encoded);
    }
    if let Some(about) = &event.about {
        out.put_slice(&about.user.0.0);
        put_len(out, about.channels.len());
        about.channels.iter().for_each(|channel| out.put_slice(&channel.0.0));
    }
    if let Some(within) = event.within {
        out.put_slice(&within.channel.0.0);
        out.put_u8(match within.readers {
            Readers::Members => 0,
            Readers::AllButGuests => 1,
            Readers::Administrators => 2,
        });
    }
}

/// Where a client says that it looks.
pub fn put_open_views(out: &mut BytesMut, open_views: &OpenViews) {
    let OpenViews { channel, thread_channel, threads_channel } = open_views;
    for place in [channel, thread_channel, threads_channel] {
        out.put_u8(u8::from(place.is_some()));
        out.put_slice(&place.unwrap_or_default().0.0);
    }
}

fn put_encoded(out: &mut BytesMut, encoded: &EncodedEvent) {
    let (head, data_end) = encoded.parts();
    put_bytes(out, head);
    put_len(out, data_end);
}

fn put_bytes(out: &mut BytesMut, bytes: &[u8]) {
    put_len(out, bytes.len());
    out.put_slice(bytes);
}

pub fn put_len(out: &mut BytesMut, len: usize) {
    out.put_u32(u32::try_from(len).expect("what is told fits into memory"));
}

/// Bytes that are read from the front.
pub struct Reader<'r> {
    pub bytes: Bytes,
    pub want_all: &'r Arc<HashSet<UserId>>,
}

impl Reader<'_> {
    pub fn byte(&mut self) -> Option<u8> {
        (self.bytes.remaining() >= 1).then(|| self.bytes.get_u8())
    }

    pub fn short(&mut self) -> Option<u16> {
        (self.bytes.remaining() >= 2).then(|| self.bytes.get_u16())
    }

    pub fn word(&mut self) -> Option<u32> {
        (self.bytes.remaining() >= 4).then(|| self.bytes.get_u32())
    }

    pub fn number(&mut self) -> Option<i64> {
        (self.bytes.remaining() >= 8).then(|| self.bytes.get_i64())
    }

    pub fn id(&mut self) -> Option<Id> {
        (self.bytes.remaining() >= 16).then(|| {
            let mut id = [0; 16];
            self.bytes.copy_to_slice(&mut id);
            Id(id)
        })
    }

    pub fn stamp(&mut self) -> Option<Stamp> {
        self.id().map(|Id(bytes)| Stamp(u128::from_be_bytes(bytes)))
    }

    pub fn open_views(&mut self) -> Option<OpenViews> {
        let mut place = || {
            let said = self.byte()? != 0;
            let channel: Id = self.id()?;
            Some(said.then_some(ChannelId(channel)))
        };
        Some(OpenViews { channel: place()?, thread_channel: place()?, threads_channel: place()? })
    }

    pub fn count(&mut self) -> Option<usize> {
        self.word().map(|word| word as usize)
    }

    pub fn slice(&mut self) -> Option<Bytes> {
        let len = self.count()?;
        (self.bytes.remaining() >= len).then(|| self.bytes.split_to(len))
    }

    pub fn list<T>(&mut self, one: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let len = self.count().filter(|len| *len <= LEN_MAX)?;
        (0..len).map(|_| one(self)).collect()
    }

    fn part(&mut self) -> Option<Part> {
        Some(match self.byte()? {
            0 => Part::Joined(UserId(self.id()?)),
            1 => Part::Left(UserId(self.id()?)),
            2 => Part::Event(self.event()?),
            _ => return None,
        })
    }

    pub fn event(&mut self) -> Option<Arc<Event>> {
        let encoded = self.encoded()?;
        let stamp = self.stamp()?;
        let personal: HashMap<UserId, Personal> = self.list(|reader| reader.personal())?.into_iter().collect();
        let flags = self.byte()?;
        let shown_to = (flags & has::SHOWN_TO != 0).then(|| self.want_all.clone());
        let private = match flags & has::PRIVATE {
            0 => None,
            _ => {
                let channel = ChannelId(self.id()?);
                let plain = Event::plain(self.encoded()?);
                let fuller = Event { personal: personal.clone(), shown_to: shown_to.clone(), stamp, ..plain };
                let readers = match flags & (has::OPEN | has::CLOSED) {
                    has::OPEN => Readers::AllButGuests,
                    0 => Readers::Members,
                    _ => Readers::Administrators,
                };
                Some(Private { channel, readers, fuller: Arc::new(fuller) })
            }
        };
        let about = match flags & has::ABOUT {
            0 => None,
            _ => {
                let user = UserId(self.id()?);
                let channels = self.list(|reader| reader.id().map(ChannelId))?.into_iter().collect();
                Some(Arc::new(About { user, channels }))
            }
        };
        let within = match flags & has::WITHIN {
            0 => None,
            _ => Some(self.within()?),
        };
        Some(Arc::new(Event { encoded, personal, private, shown_to, about, within, stamp }))
    }

    fn within(&mut self) -> Option<Within> {
        let channel = ChannelId(self.id()?);
        let readers = match self.byte()? {
            0 => Readers::Members,
            1 => Readers::AllButGuests,
            2 => Readers::Administrators,
            _ => return None,
        };
        Some(Within { channel, readers })
    }

    fn personal(&mut self) -> Option<(UserId, Personal)> {
        let user = UserId(self.id()?);
        let (extra, extra_to_ack) = (Extra::from_bytes(self.slice()?), Extra::from_bytes(self.slice()?));
        Some((user, Personal { extra, extra_to_ack }))
    }

    fn encoded(&mut self) -> Option<EncodedEvent> {
        let head = self.slice()?;
        let data_end = self.count()?;
        EncodedEvent::from_head(head, data_end)
    }
}

#[cfg(test)]
mod tests;
