//! The simulated network: what was sent arrives in the order of its sender, late, twice, or not at all.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use bytes::Bytes;
use rand::Rng;
use rand::rngs::StdRng;

/// Microseconds of true time.
pub type True = u64;

/// Index of a node in the world.
pub type Who = usize;

/// How bad it gets.
#[derive(Clone, Copy, Debug)]
pub struct Weather {
    pub loss: f64,
    pub doubled: f64,
    /// Chance that a frame takes up to `slow_ms` instead of a few milliseconds.
    pub slow: f64,
    pub slow_ms: u64,
}

/// What happens to a node.
#[derive(Debug)]
pub enum Event {
    Frame {
        from: Who,
        sent: True,
        from_connection: u64,
        bytes: Bytes,
    },
    Echo,
    Up,
    Tick,
    /// The node's server does something.
    Act,
    /// The store's answer to a question that began at that reading of the node's clock.
    Members {
        read_ms: u64,
        is_cut_off: bool,
    },
    /// Whether to renew the entry: a node that the bus does not reach lets it end beside one that it reaches.
    AskMembers,
}

#[derive(Debug)]
pub struct Due {
    pub at: True,
    pub order: u64,
    pub to: Who,
    /// The connection that the event came by; others do not know it.
    pub connection: Option<u64>,
    pub event: Event,
}

impl PartialEq for Due {
    fn eq(&self, other: &Self) -> bool {
        self.order == other.order
    }
}
impl Eq for Due {}
impl PartialOrd for Due {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Due {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.at, self.order).cmp(&(other.at, other.order))
    }
}

#[derive(Default)]
pub struct Network {
    queue: BinaryHeap<Reverse<Due>>,
    order: u64,
    /// When the last frame from one node to another arrives: none overtakes it.
    last: BTreeMap<(Who, Who), True>,
    pub blocked: BTreeSet<(Who, Who)>,
    /// Frames that a connection had not written when it was lost: those sent after.
    pub unwritten: BTreeMap<u64, True>,
}

impl Network {
    pub fn at(&mut self, at: True, to: Who, connection: Option<u64>, event: Event) {
        self.order += 1;
        self.queue.push(Reverse(Due { at, order: self.order, to, connection, event }));
    }

    /// An event that has to wait for a node that stalls keeps its place among the others.
    pub fn postpone(&mut self, due: Due, at: True) {
        self.queue.push(Reverse(Due { at, ..due }));
    }

    pub fn next(&mut self) -> Option<Due> {
        self.queue.pop().map(|Reverse(due)| due)
    }

    /// Sends a frame. `to` is a node with its connection.
    pub fn carry(
        &mut self,
        now: True,
        (from, from_connection): (Who, u64),
        (to, connection): (Who, u64),
        bytes: &Bytes,
        weather: Weather,
        rng: &mut StdRng,
    ) {
        if self.blocked.contains(&(from, to)) || rng.random_bool(weather.loss) {
            return;
        }
        let copies = 1 + usize::from(rng.random_bool(weather.doubled));
        for _ in 0..copies {
            let delay_ms = if rng.random_bool(weather.slow) { weather.slow_ms } else { 4 };
            let arrives = now + rng.random_range(50..=delay_ms * 1000);
            let last = self.last.entry((from, to)).or_default();
            *last = arrives.max(*last);
            let at = *last;
            let event = Event::Frame { from, sent: now, from_connection, bytes: bytes.clone() };
            self.at(at, to, Some(connection), event);
        }
    }

    /// Whether a frame was lost with its sender's connection.
    pub fn was_written(&self, connection: u64, sent: True) -> bool {
        self.unwritten.get(&connection).is_none_or(|from| sent < *from)
    }
}
