//! The delivery records that this node keeps for others: the events that they served in the last seconds, and for each of
//! their connections the events queued last. Pure: callers pass the time.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use base::ids::{ConnectionId, UserId};
use bus::NodeId;
use delivery::connection::SENT_LEN_MAX;
use delivery::hub::{DETACHED_MS_MAX, Stamp};
use delivery::records::Record;
use parking_lot::Mutex;

use super::{Batch, Floors};

/// How long a served event is kept, counted back from the node's last message.
const SERVED_KEPT: Duration = Duration::from_secs(20);
/// Served events kept for one shard; they fit into one answer. Beyond this bound its clients resync.
const SERVED_LEN_MAX: usize = 50_000;
/// The greatest age of usable floors: [`SERVED_KEPT`], less a margin for messages on their way.
const FLOORS_AGE_MAX: Duration = Duration::from_secs(15);
/// How much older than the last record floors may be. They arrive each second.
const FLOORS_LATE_MAX: Duration = Duration::from_secs(4);
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
    /// How many events the shard had served.
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
    /// How many it ever served.
    pub len: u64,
    pub stamps: Vec<Stamp>,
}

struct Peer {
    number: u64,
    began: Instant,
    heard_at: Instant,
    floors: Option<(Instant, Floors)>,
    places: HashMap<ConnectionId, (u16, u32)>,
    shards: HashMap<u16, Shard>,
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
        peer.floors = Some((now, floors));
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
        let shard = peers.get(&node)?.shards.get(&shard).filter(|shard| !shard.is_full)?;
        Some(Served { len: shard.served_len, stamps: shard.served.iter().map(|(_, stamp)| *stamp).collect() })
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
        Peer { number: 0, began: now, heard_at: now, floors: None, places, shards }
    }

    fn take(&mut self, number: u16, record: Record, now: Instant) {
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
        }
    }

    fn known(&self, node: NodeId, user: UserId, id: ConnectionId, expected: i64) -> Option<Known> {
        let (number, place) = self.places.get(&id)?;
        let shard = self.shards.get(number)?;
        let recorded = shard.connections.get(place).filter(|recorded| recorded.user == user)?;
        let (said_at, floors) = self.floors.as_ref()?;
        let age = Duration::from_millis(floors.age_ms);
        let is_late = self.heard_at.saturating_duration_since(*said_at) > FLOORS_LATE_MAX;
        // Records reach back beyond the floors, so every event served after them is known here.
        let is_whole = said_at.checked_sub(age).is_some_and(|first| first >= self.began);
        if is_late || age > FLOORS_AGE_MAX || !is_whole {
            return None;
        }
        let unheard_len = usize::try_from(recorded.next.checked_sub(expected)?).ok()?;
        let heard_len = recorded.queued.len().checked_sub(unheard_len)?;
        let (mark, logs) = (floors.mark.clone(), floors.logs.clone());
        let unheard = recorded.queued.iter().skip(heard_len).copied().collect();
        Some(Known { node, shard: *number, served: shard.served_len, mark, logs, unheard })
    }
}

impl Shard {
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
mod tests {
    use base::Id;

    use super::*;

    const NODE: NodeId = NodeId(Id([7; 16]));
    const ID: ConnectionId = ConnectionId(Id([1; 16]));
    const USER: UserId = UserId(Id([2; 16]));

    fn stands(next: i64) -> Record {
        Record::Stands { place: 0, id: ID, user: USER, next }
    }

    fn served(stamp: u128) -> [Record; 2] {
        [Record::Queued { place: 0 }, Record::Served { stamp: Stamp(stamp) }]
    }

    fn take(kept: &Kept, number: u64, records: impl IntoIterator<Item = Record>, now: Instant) {
        kept.take(NODE, Batch { number, shard: 0, records: records.into_iter().collect() }, now);
    }

    fn floors(number: u64, age_ms: u64) -> Floors {
        Floors { number, age_ms, mark: vec![1], logs: vec![(NODE, 5)] }
    }

    fn after(began: Instant, seconds: u64) -> Instant {
        began + Duration::from_secs(seconds)
    }

    #[test]
    fn what_was_queued_and_not_received_is_known() {
        let (kept, began) = (Kept::default(), Instant::now());
        let later = after(began, 8);
        take(&kept, 0, [stands(1)], began);
        take(&kept, 1, served(8).into_iter().chain(served(9)), later);
        take(&kept, 2, [Record::Served { stamp: Stamp(10) }], later);
        assert_eq!(kept.known(USER, ID, 1), None, "floors are not known");
        assert!(kept.take_floors(NODE, floors(3, 6_000), later));
        let unheard = |expected| kept.known(USER, ID, expected).map(|known| known.unheard);
        assert_eq!(unheard(1), Some(vec![Stamp(8), Stamp(9)]));
        assert_eq!(unheard(2), Some(vec![Stamp(9)]));
        assert_eq!(unheard(3), Some(vec![]));
        assert_eq!((unheard(0), unheard(4)), (None, None), "before what is known, and behind it");
        assert_eq!((unheard(i64::MIN), unheard(i64::MAX)), (None, None));
        assert_eq!(kept.known(UserId::default(), ID, 1), None, "of another user");
        let known = kept.known(USER, ID, 3).expect("it is known");
        let lately = kept.served(NODE, known.shard).expect("it is known");
        assert_eq!((known.served, lately.len), (3, 3));
        assert_eq!(lately.stamps, [Stamp(8), Stamp(9), Stamp(10)]);
        take(&kept, 3, [Record::Ended { place: 0 }], later);
        assert_eq!(unheard(3), None);
    }

    #[test]
    fn a_node_is_known_when_all_is_that_it_served_behind_its_floors() {
        let (kept, began) = (Kept::default(), Instant::now());
        let is_known = || kept.known(USER, ID, 40).is_some();
        take(&kept, 0, [stands(40)], began);
        assert!(kept.take_floors(NODE, floors(1, 6_000), after(began, 5)) && !is_known());
        assert!(kept.take_floors(NODE, floors(1, 6_000), after(began, 7)) && is_known());
        assert!(kept.take_floors(NODE, floors(1, 16_000), after(began, 30)) && !is_known(), "they lie too far back");
        assert!(kept.take_floors(NODE, floors(1, 6_000), after(began, 31)) && is_known());
        take(&kept, 1, served(1), after(began, 36));
        assert!(!is_known(), "they were not told any more");
    }

    #[test]
    fn after_a_gap_nothing_is_known_until_it_begins_anew() {
        let (kept, began) = (Kept::default(), Instant::now());
        take(&kept, 0, [stands(1)], began);
        assert!(!kept.take_floors(NODE, floors(3, 6_000), began), "two are missing");
        take(&kept, 0, [stands(1)], began);
        take(&kept, 2, served(8), began);
        assert!(!kept.take_floors(NODE, floors(3, 6_000), began));
        take(&kept, 0, [stands(1)], began);
        let later = after(began, 8);
        assert!(kept.take_floors(NODE, floors(1, 6_000), later) && kept.known(USER, ID, 1).is_some());
        kept.forget_silent(later + NODE_KEPT);
        assert_eq!(kept.known(USER, ID, 1), None);
    }

    #[test]
    fn one_that_went_on_elsewhere_is_known_there_alone() {
        let (kept, began, other) = (Kept::default(), Instant::now(), NodeId(Id([8; 16])));
        let later = after(began, 8);
        for (node, next) in [(NODE, 5), (other, 7)] {
            let records = vec![stands(next)];
            kept.take(node, Batch { number: 0, shard: 0, records }, began);
            assert!(kept.take_floors(node, floors(1, 6_000), later));
        }
        kept.moved(ID, other);
        let known = |expected| kept.known(USER, ID, expected).map(|known| known.node);
        assert_eq!((known(5), known(7)), (None, Some(other)));
    }

    #[test]
    fn what_was_served_is_kept_for_seconds_before_the_last_word() {
        let (kept, began) = (Kept::default(), Instant::now());
        take(&kept, 0, served(1), began);
        take(&kept, 1, served(2), began + SERVED_KEPT + Duration::from_secs(1));
        let lately = kept.served(NODE, 0).map(|served| (served.len, served.stamps));
        assert_eq!(lately, Some((2, vec![Stamp(2)])));
    }
}
