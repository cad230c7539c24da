//! Records: which events were served, and for which connection they were queued. Another node keeps them, so that it can say how far a client had heard when
//! this node dies.
//!
//! They gather beside the shard while it serves, and leave it after each of its turns. Nothing gathers while nobody keeps
//! them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use base::ids::{ChannelId, ConnectionId, UserId};
use parking_lot::Mutex;

use crate::event::Stamp;

/// What another node has to know, in its order. Places tell the connections of a shard apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Record {
    /// From here on the connection is known: the event that is queued for it next has the number `next`.
    Stands { place: u32, id: ConnectionId, user: UserId, next: i64 },
    /// An event was queued for the connection, and has the next number: the one that is served next.
    Queued { place: u32 },
    /// The shard served an event: it was queued for all whom it is for.
    Served { stamp: Stamp },
    /// The connection ends here.
    Ended { place: u32 },
    /// Nobody here listened to the channel before its change `number`: clients find the changes until then in what they
    /// load.
    Opened { channel: ChannelId, number: i64 },
}

/// Whoever passes records on.
pub trait Recorder: Send + Sync {
    /// Records of a shard, behind those of the calls before. Must not wait, nor ask anything of the hub.
    fn record(&self, shard: u16, records: Vec<Record>);
}

/// Records of one shard that are to be passed on.
#[derive(Default)]
pub struct Records {
    is_on: AtomicBool,
    places: AtomicU32,
    gathered: Mutex<Vec<Record>>,
}

impl Records {
    /// From here on records gather; what is told before is not among them.
    pub(crate) fn begin(&self) {
        self.gathered.lock().clear();
        self.is_on.store(true, Ordering::SeqCst);
    }

    pub(crate) fn end(&self) {
        self.is_on.store(false, Ordering::SeqCst);
        *self.gathered.lock() = Vec::new();
    }

    /// The shard served an event.
    pub(crate) fn served(&self, stamp: Stamp) {
        self.push(Record::Served { stamp });
    }

    fn push(&self, record: Record) {
        if self.is_on.load(Ordering::SeqCst) {
            self.gathered.lock().push(record);
        }
    }

    /// Passes on what has gathered.
    pub(crate) fn flush(&self, shard: u16, recorder: &dyn Recorder) {
        let mut gathered = self.gathered.lock();
        if !gathered.is_empty() {
            // Under the lock, so that what two tasks pass on keeps its order.
            recorder.record(shard, std::mem::take(&mut gathered));
        }
    }
}

/// Where a connection is recorded.
pub(crate) struct Place {
    records: Arc<Records>,
    number: u32,
}

impl Place {
    pub fn new(records: &Arc<Records>) -> Place {
        Place { records: records.clone(), number: records.places.fetch_add(1, Ordering::Relaxed) }
    }

    pub fn stands(&self, id: ConnectionId, user: UserId, next: i64) {
        self.records.push(Record::Stands { place: self.number, id, user, next });
    }

    pub fn queued(&self) {
        self.records.push(Record::Queued { place: self.number });
    }

    pub fn ended(&self) {
        self.records.push(Record::Ended { place: self.number });
    }
}
