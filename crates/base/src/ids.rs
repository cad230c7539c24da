//! Ids: 16 bytes inside, 26 characters outside.
//!
//! The outer form is z-base-32 (alphabet `ybndrfg8ejkmcpqxot1uwisza345h769`, no padding): the 128 bits make 26 characters
//! of which the last carries three bits and two zero bits. Ids made here follow the UUIDv7 layout, so that every index
//! grows at its right edge, and strictly increase within a process ([`IdMaker`]); ids made elsewhere are any 128 bits.
//!
//! Four texts are special. The empty text is [`Id::NONE`] (no thread, no team). Text of 26 letters and digits that is no
//! id (a character outside the alphabet, non-zero padding) is [`Id::UNKNOWN`], which names nothing, so that it is looked
//! up and not found. Everything else is malformed: [`Id::parse`] refuses it, and in a body it is [`Id::MALFORMED`].

use std::fmt;
use std::str;
use std::sync::Arc;

use parking_lot::Mutex;
use rand::RngCore;
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::clock::{Clock, Millis};

/// Characters of the outer form.
pub const ID_LEN: usize = 26;

const ALPHABET: &[u8; 32] = b"ybndrfg8ejkmcpqxot1uwisza345h769";

/// Value of each byte in the alphabet, 255 where there is none.
const VALUES: [u8; 256] = {
    let mut values = [255u8; 256];
    let mut at = 0;
    while at < 32 {
        values[ALPHABET[at] as usize] = at as u8;
        at += 1;
    }
    values
};

/// 128 bits that name one thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Id(pub [u8; 16]);

impl Id {
    /// Names no thing on purpose: the root of a root post, the team of a direct channel.
    pub const NONE: Id = Id([0; 16]);
    /// Names nothing that exists; what well-formed text that is no id becomes.
    pub const UNKNOWN: Id = Id([255; 16]);

    /// What text that is no id becomes in a body, so that handlers can refuse it.
    pub const MALFORMED: Id = Id([254; 16]);

    /// The id that `text` stands for; `None` unless it is empty or 26 letters and digits.
    pub fn parse(text: &str) -> Option<Id> {
        let bytes = text.as_bytes();
        if bytes.is_empty() {
            return Some(Id::NONE);
        }
        if bytes.len() != ID_LEN || !bytes.iter().all(u8::is_ascii_alphanumeric) {
            return None;
        }
        Some(decode(bytes).unwrap_or(Id::UNKNOWN))
    }

    pub fn is_none(self) -> bool {
        self == Id::NONE
    }

    /// True for an id that can name a thing: neither [`Id::NONE`] nor one that names nothing.
    pub fn is_some(self) -> bool {
        self.is_well_formed() && self != Id::UNKNOWN
    }

    /// True for what was written as an id, whether it can name a thing or not; false for empty and malformed text.
    pub fn is_well_formed(self) -> bool {
        !self.is_none() && self != Id::MALFORMED
    }

    /// When an [`IdMaker`] made it.
    pub fn made_at(self) -> Millis {
        (u128::from_be_bytes(self.0) >> 80) as Millis
    }

    /// An id before all that an [`IdMaker`] makes from that time on.
    pub fn first_at(at: Millis) -> Id {
        Id((time_bits(at) >> TAIL_BITS << 80).to_be_bytes())
    }

    /// The 26 characters. [`Id::NONE`] has an empty outer form; use `Display` for that.
    pub fn encode(self) -> [u8; ID_LEN] {
        let bits = u128::from_be_bytes(self.0);
        let mut out = [0u8; ID_LEN];
        for (at, slot) in out.iter_mut().enumerate().take(ID_LEN - 1) {
            *slot = ALPHABET[(bits >> (123 - 5 * at)) as usize & 31];
        }
        out[ID_LEN - 1] = ALPHABET[(bits << 2) as usize & 31];
        out
    }
}

fn decode(bytes: &[u8]) -> Option<Id> {
    let mut bits: u128 = 0;
    for &byte in &bytes[..ID_LEN - 1] {
        let value = VALUES[byte as usize];
        if value == 255 {
            return None;
        }
        bits = bits << 5 | u128::from(value);
    }
    let last = VALUES[bytes[ID_LEN - 1] as usize];
    if last == 255 || last & 3 != 0 {
        return None;
    }
    Some(Id((bits << 3 | u128::from(last >> 2)).to_be_bytes()))
}

impl fmt::Display for Id {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return Ok(());
        }
        let text = self.encode();
        out.pad(str::from_utf8(&text).expect("the alphabet is ASCII"))
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{self}")
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_none() {
            return serializer.serialize_str("");
        }
        let text = self.encode();
        serializer.serialize_str(str::from_utf8(&text).expect("the alphabet is ASCII"))
    }
}

impl<'de> Deserialize<'de> for Id {
    /// Malformed text becomes [`Id::MALFORMED`]: what to say about it is the handler's business.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_option(IdVisitor)
    }
}

/// Reads the text where it lies.
struct IdVisitor;

impl<'de> Visitor<'de> for IdVisitor {
    type Value = Id;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a string")
    }

    fn visit_str<E>(self, text: &str) -> Result<Id, E> {
        Ok(Id::parse(text).unwrap_or(Id::MALFORMED))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Id, D::Error> {
        deserializer.deserialize_str(self)
    }

    fn visit_none<E>(self) -> Result<Id, E> {
        Ok(Id::NONE)
    }

    fn visit_unit<E>(self) -> Result<Id, E> {
        Ok(Id::NONE)
    }
}

/// Declares ids of one kind each, so that a user's id is never taken for a channel's.
#[macro_export]
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $crate::Id);

        impl $name {
            pub const NONE: Self = Self($crate::Id::NONE);
            pub const UNKNOWN: Self = Self($crate::Id::UNKNOWN);

            /// See [`Id::parse`]($crate::Id::parse).
            pub fn parse(text: &str) -> Option<Self> {
                $crate::Id::parse(text).map(Self)
            }

            pub fn is_none(self) -> bool {
                self.0.is_none()
            }

            pub fn is_some(self) -> bool {
                self.0.is_some()
            }

            /// See [`Id::is_well_formed`]($crate::Id::is_well_formed).
            pub fn is_well_formed(self) -> bool {
                self.0.is_well_formed()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&self.0, out)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(out, "{}({})", stringify!($name), self.0)
            }
        }

        impl From<$crate::Id> for $name {
            fn from(id: $crate::Id) -> Self {
                Self(id)
            }
        }

        impl From<$name> for $crate::Id {
            fn from(id: $name) -> Self {
                id.0
            }
        }
    )+};
}

ids! {
    UserId;
    TeamId;
    ChannelId;
    PostId;
    FileId;
    EmojiId;
    SessionId;
    RoleId;
    SchemeId;
    GroupId;
    CommandId;
    HookId;
    BookmarkId;
    UploadId;
    JobId;
    /// A personal access token's record, not its secret.
    AccessTokenId;
    OAuthAppId;
    ScheduledPostId;
    PasskeyId;
    /// A remembered browser's record, not its secret.
    BrowserId;
    /// A provisioning program's token, not its secret.
    ProvisioningTokenId;
    ConnectionId;
}

/// Bits of an id that are neither time nor layout.
const TAIL_BITS: u32 = 74;
/// Bits of the tail behind the variant.
const LOW_BITS: u32 = 62;
/// Ids of one millisecond are at most so far apart, so that another process hardly makes the same.
const STEP_BITS: u32 = 32;

/// Makes time-ordered ids from a clock and randomness. Clones share what was made last.
///
/// Each id is greater than all before it, also within a millisecond and when the clock is set back: ids break the ties
/// of things that happened at the same time, and what was made later must stand behind.
#[derive(Clone)]
pub struct IdMaker {
    clock: Clock,
    /// The newest id without its layout bits: the time, then the tail.
    last: Arc<Mutex<u128>>,
}

impl IdMaker {
    pub fn new(clock: Clock) -> Self {
        IdMaker { clock, last: Arc::default() }
    }

    /// A new id in the UUIDv7 layout: 48 bits of milliseconds, version, 74 bits. These are random for the first id of a
    /// millisecond; each other lies a random step above the one before.
    pub fn next<T: From<Id>>(&self) -> T {
        let mut random = [0u8; 16];
        rand::rng().fill_bytes(&mut random);
        let random = u128::from_be_bytes(random);
        let fresh = time_bits(self.clock.now()) | random & low_mask(TAIL_BITS);
        let mut last = self.last.lock();
        *last = match fresh >> TAIL_BITS > *last >> TAIL_BITS {
            true => fresh,
            false => *last + 1 + (random & low_mask(STEP_BITS)),
        };
        T::from(layout(*last))
    }

    /// Lets the following ids be later than `at`, as when another process made something then.
    pub fn observe(&self, at: Millis) {
        let mut last = self.last.lock();
        *last = (*last).max(time_bits(at) | low_mask(TAIL_BITS - 1));
    }
}

const fn low_mask(bits: u32) -> u128 {
    (1 << bits) - 1
}

fn time_bits(at: Millis) -> u128 {
    (at.max(0) as u128 & low_mask(48)) << TAIL_BITS
}

fn layout(bits: u128) -> Id {
    let high = bits >> TAIL_BITS << 80 | 0x7 << 76 | (bits >> LOW_BITS & 0xfff) << 64;
    Id((high | 0b10 << LOW_BITS | bits & low_mask(LOW_BITS)).to_be_bytes())
}

#[cfg(test)]
mod tests {
    use serde::de::value::{Error as ValueError, StrDeserializer};

    use super::*;

    #[test]
    fn text_and_bytes_go_both_ways() {
        let maker = IdMaker::new(Clock::fixed(1_700_000_000_000));
        assert!((0..1000).map(|_| maker.next::<Id>()).all(|id| Id::parse(&id.to_string()) == Some(id)));
    }

    #[test]
    fn the_first_id_of_a_time_is_between_those_before_and_after() {
        let clock = Clock::fixed(1_700_000_000_000);
        let maker = IdMaker::new(clock.clone());
        let before: Id = maker.next();
        clock.advance(1);
        let first = Id::first_at(clock.now());
        assert!(before < first && first < maker.next() && first.made_at() == clock.now());
    }

    #[test]
    fn the_four_special_texts() {
        assert_eq!(Id::parse(""), Some(Id::NONE));
        assert_eq!(Id::parse("nosuchnosuchnosuchnosuch11"), Some(Id::UNKNOWN), "non-zero padding");
        assert_eq!(Id::parse("vvvvvvvvvvvvvvvvvvvvvvvvvv"), Some(Id::UNKNOWN), "outside the alphabet");
        assert_eq!((Id::parse("short"), Id::parse("has-a-dash-in-the-middle-x")), (None, None));
        let read = |text: &str| Id::deserialize(StrDeserializer::<ValueError>::new(text)).expect("any text is read");
        assert_eq!((read("short"), read("")), (Id::MALFORMED, Id::NONE));
        assert!(Id::UNKNOWN.is_well_formed() && !Id::MALFORMED.is_well_formed() && !Id::MALFORMED.is_some());
    }

    #[test]
    fn ids_of_one_millisecond_strictly_increase() {
        let maker = IdMaker::new(Clock::fixed(1_700_000_000_000));
        let ids: Vec<Id> = (0..1_000).map(|_| maker.next()).collect();
        assert!(ids.is_sorted_by(|one, next| one < next));
        assert!(ids.iter().all(|id| id.made_at() == 1_700_000_000_000));
        assert!(ids.iter().all(|id| id.0[6] >> 4 == 7 && id.0[8] >> 6 == 2), "the layout stays UUIDv7");
    }

    #[test]
    fn ids_increase_when_the_clock_is_set_back() {
        let clock = Clock::fixed(1_700_000_000_000);
        let maker = IdMaker::new(clock.clone());
        let first: Id = maker.next();
        clock.advance(-5_000);
        let second: Id = maker.next();
        assert!(first < second && second.made_at() == first.made_at());
    }

    #[test]
    fn ids_are_later_than_what_was_observed() {
        let maker = IdMaker::new(Clock::fixed(1_700_000_000_000));
        maker.observe(1_700_000_000_007);
        let next: Id = maker.next();
        assert_eq!(next.made_at(), 1_700_000_000_007);
        maker.observe(1_600_000_000_000);
        assert!(next < maker.next());
    }

    #[test]
    fn threads_that_share_a_maker_see_each_id_grow() {
        let maker = IdMaker::new(Clock::system());
        let made = || (0..2_000).map(|_| maker.clone().next()).collect::<Vec<Id>>();
        let mut all: Vec<Id> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(made)).collect();
            threads
                .into_iter()
                .flat_map(|thread| {
                    let ids = thread.join().expect("a thread that makes ids");
                    assert!(ids.is_sorted_by(|one, next| one < next));
                    ids
                })
                .collect()
        });
        all.sort_unstable();
        assert!(all.len() == 8_000 && all.is_sorted_by(|one, next| one < next));
    }
}
