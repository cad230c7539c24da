//! Replay of a dead node's last seconds: the events of all nodes since it had certainly heard everything.
//!
//! All clients of a dead node miss nearly the same events. [`Aftermath`] therefore reads them once from the event logs
//! and serves every client's failover ([`crate::client_failover`]) from memory.

mod moves;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use base::Id;
use base::ids::{ChannelId, UserId};
use bus::NodeId;
use bytes::Bytes;
use delivery::hub::{Event, Stamp};
use node::Node;

use crate::event_log::messages;
use crate::gate::Part;
use crate::message::Message;
use crate::records::{Known, Served};
use moves::{Moves, Spot};

/// Rows of a log in one query.
const PAGE_LEN: i64 = 200;
/// Bytes of rows held for one dead node. Beyond this bound its clients do a full resync.
const BYTES_MAX: usize = 64 << 20;

/// The replays by dead node.
#[derive(Default)]
pub struct Aftermaths(pub HashMap<NodeId, Aftermath>);

impl Aftermaths {
    /// The replay for these records. One from other floors is replaced: the node lives, or lived longer than the first
    /// asker's records said, and either may begin too late for the other.
    pub fn of(&mut self, known: &Known) -> &mut Aftermath {
        let aftermath = self.0.entry(known.node).or_insert_with(|| Aftermath::new(known));
        if aftermath.floors != known.logs {
            *aftermath = Aftermath::new(known);
        }
        aftermath
    }
}

/// The events of all nodes, in order, since one node had certainly heard everything.
pub struct Aftermath {
    /// The position in each log from which reading begins.
    pub floors: Vec<(NodeId, i64)>,
    at: HashMap<NodeId, i64>,
    mark: Vec<u8>,
    /// When the last complete reading began.
    pub read_at: Option<Instant>,
    pub asked_at: Instant,
    /// For each shard of the node: how much was recorded of it ([`Known::served`]), and what of that is known.
    pub lately: HashMap<u16, (u64, Lately)>,
    told: Vec<Told>,
    /// Events read after those. Earlier changes of their channels may not have been read yet.
    pending: Vec<Told>,
    /// Indexes into `told`, by user, by channel, and for events to everybody.
    users: HashMap<UserId, Vec<usize>>,
    channels: HashMap<ChannelId, Vec<usize>>,
    others: Vec<usize>,
    /// Joins and leaves of channels, those of pending events included.
    moves: Moves,
    bytes: usize,
}

/// What the clients of a shard heard lately.
#[derive(Clone)]
pub struct Lately {
    /// The last events that the shard served.
    pub served: Arc<HashSet<Stamp>>,
    /// The changes after which the node began to listen to channels. Its clients loaded what came before.
    pub opened: Arc<HashMap<ChannelId, i64>>,
}

impl From<Served> for Lately {
    fn from(served: Served) -> Lately {
        Lately {
            served: Arc::new(served.stamps.into_iter().collect()),
            opened: Arc::new(served.opened.into_iter().collect()),
        }
    }
}

/// An event, the latest time at which it was published, and its place among the changes of a channel.
struct Told {
    at: Instant,
    event: Arc<Event>,
    change: Option<(ChannelId, Spot)>,
}

/// Why the logs cannot be replayed: rows are missing, too many, or damaged, or the database does not answer.
pub struct Unreadable(pub &'static str);

impl From<store::Error> for Unreadable {
    fn from(error: store::Error) -> Unreadable {
        tracing::warn!(%error, "the event log cannot be read");
        Unreadable("the database does not answer")
    }
}

impl Aftermath {
    fn new(known: &Known) -> Aftermath {
        Aftermath {
            floors: known.logs.clone(),
            at: known.logs.iter().copied().collect(),
            mark: known.mark.clone(),
            read_at: None,
            asked_at: Instant::now(),
            lately: HashMap::new(),
            told: Vec::new(),
            pending: Vec::new(),
            users: HashMap::new(),
            channels: HashMap::new(),
            others: Vec::new(),
            moves: Moves::default(),
            bytes: 0,
        }
    }

    /// Reads the rows that were logged since the last call, by `writers` and by every node read before.
    ///
    /// # Errors
    /// When a row is missing or damaged, the rows exceed [`BYTES_MAX`], or the database fails or was restarted.
    pub async fn read_on(&mut self, node: &Node, writers: &[NodeId]) -> Result<(), Unreadable> {
        let began = Instant::now();
        if node.store.event_log_mark(node.ids.next::<Id>()).await? != self.mark {
            return Err(Unreadable("the database was restarted or failed over"));
        }
        self.read_logs(node, writers).await?;
        let seen = self.last_changes();
        // The logs are read one after the other. The second pass has every change that precedes one of the first pass.
        self.read_logs(node, writers).await?;
        self.add(&seen);
        self.read_at = Some(began);
        Ok(())
    }

    /// Reads the new rows of all nodes.
    async fn read_logs(&mut self, node: &Node, writers: &[NodeId]) -> Result<(), Unreadable> {
        let all: HashSet<NodeId> = self.at.keys().chain(writers).copied().collect();
        for writer in all {
            self.read_log(node, writer).await?;
        }
        Ok(())
    }

    async fn read_log(&mut self, node: &Node, writer: NodeId) -> Result<(), Unreadable> {
        let mut at = self.at.get(&writer).copied().unwrap_or(0);
        loop {
            let rows = node.store.event_log(writer.0, at, PAGE_LEN).await?;
            let (len, asked) = (rows.len(), Instant::now());
            node.metrics.realtime.event_log_rows.add(len as u64);
            for row in rows {
                if row.previous > at {
                    return Err(Unreadable("rows are missing"));
                }
                self.bytes += row.body.len();
                if self.bytes > BYTES_MAX {
                    return Err(Unreadable("the rows exceed the memory bound"));
                }
                let age = Duration::from_millis(row.age_ms.max(0).unsigned_abs());
                let told_at = asked.checked_sub(age).unwrap_or(asked);
                for message in messages(row.body.into()) {
                    let events = message.and_then(|message| events(message, node, &mut self.moves));
                    let events = events.ok_or(Unreadable("a row is damaged"))?;
                    self.pending.extend(events.into_iter().map(|(event, change)| Told { at: told_at, event, change }));
                }
                at = row.number;
            }
            self.at.insert(writer, at);
            if len < PAGE_LEN as usize {
                return Ok(());
            }
        }
    }

    /// The number of the last change that was read, by channel.
    fn last_changes(&self) -> Seen {
        let mut seen = Seen { len: self.pending.len(), last: HashMap::new() };
        for (channel, (number, _)) in self.pending.iter().filter_map(|told| told.change) {
            let last = seen.last.entry(channel).or_default();
            *last = number.max(*last);
        }
        seen
    }

    /// Moves events from `pending` to `told`, in order: those that `seen` counts, and the changes that precede them.
    fn add(&mut self, seen: &Seen) {
        let is_before = |told: &Told| told.change.is_some_and(|(channel, (number, _))| seen.has(channel, number));
        let (mut new, mut pending) = (Vec::new(), Vec::new());
        for (at, told) in std::mem::take(&mut self.pending).into_iter().enumerate() {
            if at < seen.len || is_before(&told) { new.push(told) } else { pending.push(told) }
        }
        self.pending = pending;
        sort(&mut new);
        for told in new {
            let (at, to) = (self.told.len(), &told.event.encoded.broadcast);
            match to {
                _ if to.user_id.is_some() => self.users.entry(to.user_id).or_default().push(at),
                _ if to.channel_id.is_some() => self.channels.entry(to.channel_id).or_default().push(at),
                _ => self.others.push(at),
            }
            self.told.push(told);
        }
    }

    /// The events for a user, in order. `channels` are those of the user now; events of a channel count only from
    /// times when the user was a member and the node listened.
    pub fn of<'c>(
        &self,
        user: UserId,
        channels: impl Iterator<Item = &'c ChannelId>,
        lately: &Lately,
    ) -> impl Iterator<Item = Arc<Event>> {
        let belonged = |place: &&usize| {
            self.told[**place].change.is_none_or(|(channel, spot)| {
                let is_before = lately.opened.get(&channel).is_some_and(|opened| spot.0 <= *opened);
                !is_before && self.moves.belonged(channel, user, spot)
            })
        };
        let of_channels = channels.filter_map(|channel| self.channels.get(channel)).flatten().filter(belonged);
        let mut places: Vec<usize> =
            of_channels.chain(self.users.get(&user).into_iter().flatten()).chain(&self.others).copied().collect();
        places.sort_unstable();
        places.into_iter().map(|place| self.told[place].event.clone())
    }
}

/// How far a pass over the logs got: the number of pending events, and the last change of each channel.
struct Seen {
    len: usize,
    last: HashMap<ChannelId, i64>,
}

impl Seen {
    fn has(&self, channel: ChannelId, number: i64) -> bool {
        self.last.get(&channel).is_some_and(|last| number <= *last)
    }
}

/// Sorts by time, and the changes of one channel by their sequence numbers.
fn sort(told: &mut Vec<Told>) {
    told.sort_by_key(|told| told.at);
    let mut places: HashMap<ChannelId, Vec<usize>> = HashMap::new();
    for (place, told) in told.iter().enumerate() {
        if let Some((channel, _)) = told.change {
            places.entry(channel).or_default().push(place);
        }
    }
    // The index of the event that belongs at each place.
    let mut order: Vec<usize> = (0..told.len()).collect();
    for places in places.into_values() {
        let mut sorted = places.clone();
        sorted.sort_by_key(|place| told[*place].change);
        for (place, from) in places.into_iter().zip(sorted) {
            order[place] = from;
        }
    }
    let mut old: Vec<Option<Told>> = std::mem::take(told).into_iter().map(Some).collect();
    told.extend(order.into_iter().filter_map(|from| old[from].take()));
}

/// The events of a message, each with its place among the changes of a channel.
type Events = Vec<(Arc<Event>, Option<(ChannelId, Spot)>)>;

fn events(message: Bytes, node: &Node, moves: &mut Moves) -> Option<Events> {
    Some(match Message::decode(message, &node.world.keyword_index.want_all())? {
        Message::Facts { events, .. } | Message::Events { events, .. } => {
            events.into_iter().map(|event| (event, None)).collect()
        }
        Message::Unit(unit) => {
            let (channel, number, mut told) = (unit.channel, unit.number, Vec::new());
            for (at, part) in unit.parts.into_iter().enumerate() {
                match part {
                    Part::Event(event) | Part::Beside(event) => told.push((event, Some((channel, (number, at))))),
                    Part::Joined(user) => moves.add(channel, user, (number, at), true),
                    Part::Left(user) => moves.add(channel, user, (number, at), false),
                }
            }
            told
        }
    })
}
