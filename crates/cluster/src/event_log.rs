//! The event log: finds and reads, in the database, the events of other nodes that the bus lost.
//!
//! The transaction of each group commit writes one row with its messages ([`crate::commit`]). A node's rows therefore
//! hold everything that it ever published, even what it had no time to send. [`crate::log_replay`] reads them:
//!
//! - Each node publishes once a second how far its log is (a mark). A loss on the bus is noticed within seconds, so the
//!   marks from before that time tell what was certainly heard.
//! - Rows after those marks are read at once after a loss, and repeatedly while the bus does not reach this node.
//! - Events that arrived anyway are recognised by the sequence numbers of channels and by their stamps.
//!
//! Sockets are silent while rows are missing. Clients resync only when the rows cannot be read.

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

/// For so long after a reading began, sockets may send what it brought. It equals the cache lease, so a node that revokes
/// a right without the bus waits long enough ([`bus::SILENCE_MS`]).
pub(crate) const FRESH: Duration = Duration::from_millis(bus::LEASE_MS);
/// For so long after this node renewed its entry, the others count it as alive.
const LISTED: Duration = Duration::from_millis(bus::MEMBERS_FRESH_MS);
/// How long the stamps of heard events are kept, and how many: longer than a reading reaches back.
const HEARD_KEPT: Duration = Duration::from_secs(20);
const HEARD_LEN_MAX: usize = 131_072;

/// This node's view of the other nodes' logs.
#[derive(Default)]
pub(crate) struct EventLog {
    pub positions: Mutex<Positions>,
    heard: Mutex<Heard>,
    pub wanted: Notify,
    /// A reading is complete.
    read: Notify,
}

/// Stamps of events that this node heard lately, from the bus or the log.
#[derive(Default)]
struct Heard {
    known: HashSet<Stamp>,
    order: VecDeque<(Instant, Stamp)>,
}

impl Heard {
    /// Notes the event; true if it was not heard before.
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
    /// Notes the other live nodes, and the positions of their logs at `began`.
    pub fn listed(&self, others: &[Listed], began: Instant) {
        self.positions.lock().listed(others, began);
    }

    /// Notes that the cache lease holds: a loss until some seconds ago would have been noticed.
    pub fn trusts(&self) {
        self.positions.lock().trusts(Instant::now());
    }

    /// Notes that events may be missing: sockets are silent until the log was read.
    pub fn lose(&self) {
        self.positions.lock().lose();
        self.wanted.notify_one();
    }

    /// The same for what a node published last that is gone. The caches are not cleared: the rows invalidate them.
    pub fn lose_of_gone(&self) {
        let mut positions = self.positions.lock();
        positions.is_uncleared = true;
        positions.lose();
        drop(positions);
        self.want();
    }

    /// Notes that the caches were cleared.
    pub fn cleared(&self) {
        self.positions.lock().is_uncleared = false;
    }

    /// Whether caches wait for a reading, though the bus carries everything since.
    pub fn is_uncleared(&self) -> bool {
        self.positions.lock().is_uncleared
    }

    /// Has the log read soon.
    pub fn want(&self) {
        self.wanted.notify_one();
    }

    /// The positions up to which all logs were certainly heard ([`Positions::floors`]).
    pub fn floors(&self, now: Instant) -> Option<(Vec<(NodeId, i64)>, Duration)> {
        self.positions.lock().floors(now)
    }

    /// Nodes that ended and whose rows were all heard ([`Positions::over`]).
    pub fn over(&self) -> Vec<NodeId> {
        self.positions.lock().over(Instant::now())
    }

    /// The other nodes that may have rows which a dead node had not heard ([`Positions::writers`]).
    pub fn writers(&self, dead: NodeId, named: &[(NodeId, i64)]) -> Vec<NodeId> {
        self.positions.lock().writers(dead, named)
    }

    /// Notes a complete reading that `began` then and saw all but the losses after so many.
    pub fn was_read(&self, began: Instant, losses: u64) {
        let mut positions = self.positions.lock();
        positions.read_at = Some(began);
        positions.is_behind &= positions.losses != losses;
        positions.is_uncleared &= positions.is_behind;
        drop(positions);
        self.read.notify_waiters();
    }

    /// Waits until `is_enough` after a reading, for `max` at most.
    pub async fn await_reading(&self, max: Duration, is_enough: impl Fn() -> bool) {
        let readings = async {
            loop {
                let mut read = std::pin::pin!(self.read.notified());
                // From here on a reading is noticed, also one between the question and the wait.
                read.as_mut().enable();
                if is_enough() {
                    return;
                }
                read.await;
            }
        };
        drop(tokio::time::timeout(max, readings).await);
    }

    /// Whether a reading finds what a node published last: its log is known, and the others count this node as alive.
    pub fn has_rows_of(&self, node: NodeId) -> bool {
        self.is_listed() && self.positions.lock().has_log_of(node)
    }

    /// Whether events may be missing.
    pub fn is_behind(&self) -> bool {
        self.positions.lock().is_behind
    }

    /// Whether this node read everything until a moment ago and the others count it as alive. They then wait for it when
    /// they revoke a right.
    pub fn is_fresh(&self) -> bool {
        self.is_listed() && self.positions.lock().read_at.is_some_and(|at| at.elapsed() < FRESH)
    }

    /// Whether the others count this node as alive.
    pub fn is_listed(&self) -> bool {
        self.positions.lock().listed_at.is_some_and(|at| at.elapsed() < LISTED)
    }

    /// Notes that the database answered a reading.
    pub fn answered(&self) {
        self.positions.lock().answered_at = Some(Instant::now());
    }

    /// Whether the database answered a reading during the last `max`.
    pub fn was_answered(&self, max: Duration) -> bool {
        self.positions.lock().answered_at.is_some_and(|at| at.elapsed() < max)
    }

    /// The events that were not heard before.
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

/// The messages of a row's body; `None` for a message that is cut off.
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
