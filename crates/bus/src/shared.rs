//! What the handles and the runner share: wishes in bounded places, and what the runner found out.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use base::Clock;
use metrics::Metrics;
use parking_lot::Mutex;
use tokio::sync::{Notify, oneshot, watch};

use crate::listener::NodeId;
use crate::outbox::Outbox;
use crate::outcome::NodeSeen;
use crate::protocol::Now;
use crate::subject::Subject;

/// What the handles and the runner share. No lock is held for longer than a few instructions.
pub(crate) struct Shared {
    pub node: NodeId,
    pub name: String,
    pub about: String,
    pub has_members: bool,
    pub time: Time,
    pub metrics: Arc<Metrics>,
    pub wake: Notify,
    pub outbox: Mutex<Outbox>,
    pub interest: Mutex<Interest>,
    pub asks: AtomicUsize,
    pub lease: Lease,
    pub connected: AtomicBool,
    pub joined: watch::Sender<bool>,
    /// When it was heard last, and what is known of it.
    pub nodes: Mutex<Vec<(u64, NodeSeen)>>,
}

impl Shared {
    pub fn change_interest(&self, to: Subject, change: impl FnOnce(&mut u32)) {
        if to == Subject::Everyone {
            return;
        }
        let mut interest = self.interest.lock();
        let count = interest.counts.entry(to).or_default();
        let before = *count;
        change(count);
        let after = *count;
        if after == 0 {
            interest.counts.remove(&to);
        }
        if (before == 0) != (after == 0) {
            interest.changed.insert(to);
            drop(interest);
            self.wake.notify_one();
        }
    }
}

/// What this node wants to hear. Bounded by what its connected users belong to.
#[derive(Default)]
pub(crate) struct Interest {
    pub counts: HashMap<Subject, u32>,
    /// Subjects whose first interest came or whose last one went since the runner looked.
    pub changed: HashSet<Subject>,
    pub waiting: Vec<oneshot::Sender<()>>,
    pub closed: bool,
}

/// The two clocks: one that only goes forward, and the wall's, which tells of time in which the machine slept.
pub(crate) struct Time {
    pub began: Instant,
    pub clock: Clock,
}

impl Time {
    pub fn now(&self) -> Now {
        Now { mono: self.began.elapsed().as_millis() as u64, wall: self.clock.now() }
    }
}

/// Until when memory may be trusted, by both clocks.
#[derive(Default)]
pub(crate) struct Lease {
    mono: AtomicU64,
    wall: AtomicI64,
}

impl Lease {
    /// The wall's end goes first: between the two stores the shorter one holds.
    pub fn set(&self, until: u64, now: Now) {
        let left = until.saturating_sub(now.mono);
        self.wall.store(now.wall.saturating_add_unsigned(left), Ordering::Release);
        self.mono.store(until, Ordering::Release);
    }

    pub fn end(&self) {
        self.mono.store(0, Ordering::Release);
    }

    pub fn is_valid(&self, now: Now) -> bool {
        now.mono < self.mono.load(Ordering::Acquire) && now.wall < self.wall.load(Ordering::Acquire)
    }
}
