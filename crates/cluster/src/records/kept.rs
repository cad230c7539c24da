//! The delivery records that this node keeps for others: the events that they served in the last seconds, and for each of
//! their connections the events queued last. Pure: callers pass the time.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use base::ids::{ChannelId, ConnectionId, UserId};
use bus::NodeId;
use delivery::connection::SENT_LEN_MAX;
use delivery::hub::{DETACHED_MS_MAX, Stamp};
use delivery::records::Record;
use parking_lot::Mutex;

use super::{Batch, Floors};

/// How long a served event is kept, counted back from the node's last message.
const SERVED_KEPT: Duration = Duration::from_secs(20);
/// Served events kept for one shard. Beyond this bound its clients resync.
const SERVED_LEN_MAX: usize = 50_000;
/// Channels that a node began to listen to, kept as long. They fit into one answer beside the served events.
const OPENED_LEN_MAX: usize = 5_000;
/// How far before the node's last message usable floors reach back: [`SERVED_KEPT`], less a margin for messages on their
/// way.
const REACH_MAX: Duration = Duration::from_secs(19);
/// How long the records of a silent node are kept: as long as a connection waits for its client.
const NODE_KEPT: Duration = Duration::from_millis(DETACHED_MS_MAX as u64);

/// The records of other nodes.
#[derive(Default)]
pub struct Kept(Mutex<HashMap<NodeId, Peer>>);

/// The records of one connection.
#[derive(Debug, PartialEq, Eq)]
pub struct Known {
    pub node: NodeId,
    pub shard: u16,
    /// How many events the shard had served, and channels the node had begun to listen to.
    pub served: u64,
    /// Identifies the database of the logs; `logs` are the node's floors in them.
    pub mark: Vec<u8>,
    pub logs: Vec<(NodeId, i64)>,
    /// Events that were queued for the client and that it did not receive.
    pub unheard: Vec<Stamp>,
}

/// The last events that a shard of another node served, at least all after its floors.
#[derive(Debug, PartialEq, Eq)]
pub struct Served {
    /// How many it ever served, and channels the node ever began to listen to.
    pub len: u64,
    pub stamps: Vec<Stamp>,
    /// The changes after which the node began to listen to channels.
    pub opened: Vec<(ChannelId, i64)>,
}

struct Peer {
    number: u64,
    began: Instant,
    heard_at: Instant,
    /// The last ones by time, ascending. All that they reach back to is in `served`.
    floors: VecDeque<(Instant, Floors)>,
    places: HashMap<ConnectionId, (u16, u32)>,
    shards: HashMap<u16, Shard>,
    opened_len: u64,
    opened: VecDeque<(Instant, ChannelId, i64)>,
}

#[derive(Default)]
struct Shard {
    served_len: u64,
    served: VecDeque<(Instant, Stamp)>,
    /// The connections that get the event that is served next.
    queued: Vec<u32>,
    connections: HashMap<u32, Recorded>,
    is_full: bool,
}

struct Recorded {
    id: ConnectionId,
    user: UserId,
    next: i64,
    /// The events queued last, up to the one before `next`: as many as a resume buffer holds.
    queued: VecDeque<Stamp>,
}

impl Kept {
    /// Takes records of another node. A gap in their numbers drops all records of that node.
    pub fn take(&self, from: NodeId, batch: Batch, now: Instant) {
        let mut peers = self.0.lock();
        if batch.number == 0 {
            peers.insert(from, Peer::new(now));
        }
        let Some(peer) = peers.get_mut(&from) else { return };
        if batch.number != peer.number {
            peers.remove(&from);
            return;
        }
        peer.number += 1;
        peer.heard_at = now;
        batch.records.into_iter().for_each(|record| peer.take(batch.shard, record, now));
    }

    /// Takes the floors of a node. False when some of its records are missing here.
    pub fn take_floors(&self, from: NodeId, floors: Floors, now: Instant) -> bool {
        let mut peers = self.0.lock();
        let Some(peer) = peers.get_mut(&from).filter(|peer| peer.number >= floors.number) else {
            peers.remove(&from);
            return false;
        };
        peer.heard_at = now;
        if peer.floors.back().is_some_and(|(_, last)| last.mark != floors.mark) {
            peer.floors.clear();
        }
        peer.floors.push_back((now, floors));
        while peer.floors.front().is_some_and(|floors| !peer.reaches(floors)) {
            peer.floors.pop_front();
        }
        peer.shards.values_mut().for_each(|shard| shard.forget_old(now));
        true
    }

    /// The records of a user's connection; its client expects the event `expected` next. Where several nodes had the
    /// connection one after the other, the latest counts.
    pub fn known(&self, user: UserId, id: ConnectionId, expected: i64) -> Option<Known> {
        let peers = self.0.lock();
        let known =
            peers.iter().filter_map(|(node, peer)| Some((peer.heard_at, peer.known(*node, user, id, expected)?)));
        known.max_by_key(|(heard_at, _)| *heard_at).map(|(_, known)| known)
    }

    /// The events that a shard of a node served last.
    pub fn served(&self, node: NodeId, shard: u16) -> Option<Served> {
        let peers = self.0.lock();
        let peer = peers.get(&node).filter(|peer| peer.opened.len() <= OPENED_LEN_MAX)?;
        let shard = peer.shards.get(&shard).filter(|shard| !shard.is_full)?;
        let stamps = shard.served.iter().map(|(_, stamp)| *stamp).collect();
        let opened = peer.opened.iter().map(|(_, channel, number)| (*channel, *number)).collect();
        Some(Served { len: peer.len_of(shard), stamps, opened })
    }

    /// Drops what nodes other than `to` recorded of a connection, since it moved there.
    pub fn moved(&self, id: ConnectionId, to: NodeId) {
        for (_, peer) in self.0.lock().iter_mut().filter(|(node, _)| **node != to) {
            if let Some((shard, place)) = peer.places.remove(&id)
                && let Some(shard) = peer.shards.get_mut(&shard)
            {
                shard.connections.remove(&place);
            }
        }
    }

    /// Drops the records of nodes that were silent for so long that no client comes back.
    pub fn forget_silent(&self, now: Instant) {
        self.0.lock().retain(|_, peer| now.saturating_duration_since(peer.heard_at) < NODE_KEPT);
    }
}

impl Peer {
    fn new(now: Instant) -> Peer {
        let (places, shards) = (HashMap::new(), HashMap::new());
        let (floors, opened) = (VecDeque::new(), VecDeque::new());
        Peer { number: 0, began: now, heard_at: now, floors, places, shards, opened_len: 0, opened }
    }

    /// How much is recorded that decides what a client of a shard has missed.
    fn len_of(&self, shard: &Shard) -> u64 {
        shard.served_len + self.opened_len
    }

    fn open(&mut self, channel: ChannelId, number: i64, now: Instant) {
        self.opened_len += 1;
        self.opened.push_back((now, channel, number));
        let is_old = |(at, ..): &(Instant, ChannelId, i64)| now.saturating_duration_since(*at) > SERVED_KEPT;
        while self.opened.front().is_some_and(is_old) || self.opened.len() > OPENED_LEN_MAX + 1 {
            self.opened.pop_front();
        }
    }

    fn take(&mut self, number: u16, record: Record, now: Instant) {
        if let Record::Opened { channel, number } = record {
            return self.open(channel, number, now);
        }
        let shard = self.shards.entry(number).or_default();
        match record {
            Record::Stands { place, id, user, next } => {
                self.places.insert(id, (number, place));
                // `next` counts the event that is being served already.
                shard.queued.retain(|one| *one != place);
                shard.connections.insert(place, Recorded { id, user, next, queued: VecDeque::new() });
            }
            Record::Served { stamp } => shard.serve(stamp, now),
            Record::Queued { place } => shard.queued.push(place),
            Record::Ended { place } => {
                if let Some(recorded) = shard.connections.remove(&place)
                    && self.places.get(&recorded.id) == Some(&(number, place))
                {
                    self.places.remove(&recorded.id);
                }
            }
            Record::Opened { .. } => {}
        }
    }

    fn known(&self, node: NodeId, user: UserId, id: ConnectionId, expected: i64) -> Option<Known> {
        let (number, place) = self.places.get(&id)?;
        let shard = self.shards.get(number)?;
        let recorded = shard.connections.get(place).filter(|recorded| recorded.user == user)?;
        let unheard_len = usize::try_from(recorded.next.checked_sub(expected)?).ok()?;
        let heard_len = recorded.queued.len().checked_sub(unheard_len)?;
        let unheard: Vec<Stamp> = recorded.queued.iter().skip(heard_len).copied().collect();
        // The logs are read from the first floors on, so that they bring what was queued long before the last ones.
        let (said_at, floors) = self.floors.iter().find(|floors| self.reaches(floors))?;
        if let Some(first) = unheard.iter().find(|stamp| **stamp != Stamp::default())
            && !shard.served_after(*said_at, *first)
        {
            return None;
        }
        let (mark, logs) = (floors.mark.clone(), floors.logs.clone());
        Some(Known { node, shard: *number, served: self.len_of(shard), mark, logs, unheard })
    }

    /// Whether every event served after these floors is in the records.
    fn reaches(&self, (said_at, floors): &(Instant, Floors)) -> bool {
        let first = said_at.checked_sub(Duration::from_millis(floors.age_ms));
        first.is_some_and(|first| first >= self.began && self.heard_at.saturating_duration_since(first) <= REACH_MAX)
    }
}

impl Shard {
    /// Whether the event was served after these floors arrived. An event that was served before may precede them.
    fn served_after(&self, floors: Instant, stamp: Stamp) -> bool {
        self.served.iter().rev().take_while(|(at, _)| *at > floors).any(|(_, served)| *served == stamp)
    }

    fn serve(&mut self, stamp: Stamp, now: Instant) {
        self.served_len += 1;
        for place in std::mem::take(&mut self.queued) {
            if let Some(recorded) = self.connections.get_mut(&place) {
                recorded.queue(stamp);
            }
        }
        if stamp != Stamp::default() {
            self.served.push_back((now, stamp));
        }
        self.forget_old(now);
        self.is_full = self.served.len() > SERVED_LEN_MAX;
        if self.is_full {
            self.served.pop_front();
        }
    }

    fn forget_old(&mut self, now: Instant) {
        while self.served.front().is_some_and(|(at, _)| now.saturating_duration_since(*at) > SERVED_KEPT) {
            self.served.pop_front();
        }
    }
}

impl Recorded {
    fn queue(&mut self, stamp: Stamp) {
        self.next += 1;
        if self.queued.len() == SENT_LEN_MAX {
            self.queued.pop_front();
        }
        self.queued.push_back(stamp);
    }
}

#[cfg(test)]
mod tests;
