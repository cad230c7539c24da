//! The event log: what other nodes told and this one did not hear, read from the store.
//!
//! Each group of changes is logged by its own transaction ([`crate::commit`]) and read by [`crate::follow`], so whoever reads a node's rows knows all
//! that it ever told, also what it had no time left to tell. A node says each second how far its log is; from those marks
//! follows what was certainly heard, since a loss on the bus is noticed within seconds. What may be missing is read from
//! there: after a loss at once, and while the bus does not carry this node again and again, as the bus of last resort. What
//! was heard after all is known by the numbers of channels, by the stamps of events, or is found in the store.
//!
//! While rows are missing sockets are silent; only when they cannot be had do clients begin anew.

mod positions;

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bus::NodeId;
use bytes::{Buf, BufMut, Bytes};
use delivery::hub::{Event, Stamp};
use parking_lot::Mutex;
use store::nodes::Listed;
use tokio::sync::Notify;

use positions::Positions;

/// For so long after a reading began sockets may be told what it brought: as long as memory may be trusted after a proof,
/// so that whoever takes a right away without the bus waits long enough ([`bus::SILENCE_MS`]).
pub(crate) const FRESH: Duration = Duration::from_millis(bus::LEASE_MS);
/// For so long after this node renewed its entry the others count it among those that live.
const LISTED: Duration = Duration::from_millis(bus::MEMBERS_FRESH_MS);
/// How long it is remembered which events were heard, and how many: longer than a reading reaches back.
const HEARD_KEPT: Duration = Duration::from_secs(20);
const HEARD_LEN_MAX: usize = 131_072;

/// What this node has of the others' logs.
#[derive(Default)]
pub(crate) struct EventLog {
    pub positions: Mutex<Positions>,
    heard: Mutex<Heard>,
    pub wanted: Notify,
}

/// Events that were heard lately, on the bus or from the log.
#[derive(Default)]
struct Heard {
    known: HashSet<Stamp>,
    order: VecDeque<(Instant, Stamp)>,
}

impl Heard {
    /// Whether the event was not heard before; from now on it was.
    fn is_new(&mut self, event: &Event, now: Instant) -> bool {
        if event.stamp == Stamp::default() {
            return true;
        }
        if !self.known.insert(event.stamp) {
            return false;
        }
        self.order.push_back((now, event.stamp));
        while self.order.len() > HEARD_LEN_MAX || self.order.front().is_some_and(|(at, _)| now - *at > HEARD_KEPT) {
            let Some((_, oldest)) = self.order.pop_front() else { break };
            self.known.remove(&oldest);
        }
        true
    }
}

impl EventLog {
    /// The other nodes that live and how far their logs were since `began`.
    pub fn listed(&self, others: &[Listed], began: Instant) {
        self.positions.lock().listed(others, began);
    }

    /// Memory is trusted: a loss of what was told until some seconds ago would have been noticed.
    pub fn trusts(&self) {
        self.positions.lock().trusts(Instant::now());
    }

    /// Something may be missing: nothing is told until it was read.
    pub fn lose(&self) {
        self.positions.lock().lose();
        self.wanted.notify_one();
    }

    /// Makes sure that the log is read soon.
    pub fn want(&self) {
        self.wanted.notify_one();
    }

    /// Up to where all logs were heard for sure ([`Positions::floors`]).
    pub fn floors(&self, now: Instant) -> Option<(Vec<(NodeId, i64)>, Duration)> {
        self.positions.lock().floors(now)
    }

    /// Nodes that ended, all of whose rows were heard ([`Positions::over`]).
    pub fn over(&self) -> Vec<NodeId> {
        self.positions.lock().over(Instant::now())
    }

    /// The nodes whose rows may be there, besides this one's.
    pub fn peers(&self) -> Vec<NodeId> {
        self.positions.lock().peers()
    }

    /// Something may be missing.
    pub fn is_behind(&self) -> bool {
        self.positions.lock().is_behind
    }

    /// Whether all that was told until a moment ago was read, and the others know that this node lives: they wait for it
    /// when they take rights away.
    pub fn is_fresh(&self) -> bool {
        let positions = self.positions.lock();
        let is_within = |at: Option<Instant>, max| at.is_some_and(|at| at.elapsed() < max);
        is_within(positions.read_at, FRESH) && is_within(positions.listed_at, LISTED)
    }

    /// Those of the events that were not heard before.
    pub fn unheard(&self, mut events: Vec<Arc<Event>>) -> Vec<Arc<Event>> {
        if !events.is_empty() {
            let (mut heard, now) = (self.heard.lock(), Instant::now());
            events.retain(|event| heard.is_new(event, now));
        }
        events
    }
}

/// Adds a message to the body of a row.
pub fn put(log: &mut Vec<u8>, message: &Bytes) {
    log.put_u32(u32::try_from(message.len()).expect("a message fits into memory"));
    log.put_slice(message);
}

/// The messages of a row's body; nothing for one that is cut off.
pub fn messages(mut body: Bytes) -> impl Iterator<Item = Option<Bytes>> {
    std::iter::from_fn(move || {
        if body.is_empty() {
            return None;
        }
        let len = if body.len() >= 4 { body.get_u32() as usize } else { usize::MAX };
        if body.len() < len {
            body.clear();
            return Some(None);
        }
        Some(Some(body.split_to(len)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_its_messages() {
        let mut body = Vec::new();
        let said = [&b"one"[..], b"", b"three"].map(Bytes::from_static);
        said.iter().for_each(|message| put(&mut body, message));
        let read: Option<Vec<Bytes>> = messages(body.clone().into()).collect();
        assert_eq!(read.as_deref(), Some(&said[..]));
        body.pop();
        assert_eq!(messages(body.into()).collect::<Option<Vec<_>>>(), None, "cut off");
        assert_eq!(messages(Bytes::from_static(b"abc")).collect::<Option<Vec<_>>>(), None);
    }
}
