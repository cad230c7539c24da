//! Aftermath: what was told around the death of another node, read once from the logs for all of its clients.

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
use crate::records::Known;
use moves::{Moves, Spot};

/// Rows read at a time.
const PAGE_LEN: i64 = 200;
/// Bytes of rows that are kept of one dead node's time; with more its clients begin anew.
const BYTES_MAX: usize = 64 << 20;

/// What was told around the death of other nodes.
#[derive(Default)]
pub struct Aftermaths(pub tokio::sync::Mutex<HashMap<NodeId, Aftermath>>);

/// All that was told since a node had certainly heard everything, in order.
pub struct Aftermath {
    /// From where the logs are read, and how far each was.
    pub floors: Vec<(NodeId, i64)>,
    at: HashMap<NodeId, i64>,
    mark: Vec<u8>,
    /// When the last reading began that brought all.
    pub read_at: Option<Instant>,
    pub asked_at: Instant,
    /// What each shard of the node had served, and how much that ever was.
    pub served: HashMap<u16, (u64, Arc<HashSet<Stamp>>)>,
    told: Vec<Told>,
    /// Read behind that: changes of channels before them may not have been seen yet.
    pending: Vec<Told>,
    /// Where what concerns whom stands.
    users: HashMap<UserId, Vec<usize>>,
    channels: HashMap<ChannelId, Vec<usize>>,
    others: Vec<usize>,
    /// Who joined and left channels, also in what is pending.
    moves: Moves,
    bytes: usize,
}

/// An event, when it was told at the latest, and where it stands among the changes of a channel.
struct Told {
    at: Instant,
    event: Arc<Event>,
    change: Option<(ChannelId, Spot)>,
}

/// Rows are missing, too many, or cannot be read.
pub struct Unreadable(pub &'static str);

impl From<store::Error> for Unreadable {
    fn from(error: store::Error) -> Unreadable {
        tracing::warn!(%error, "the event log cannot be read");
        Unreadable("the database does not answer")
    }
}

impl Aftermath {
    pub fn new(known: &Known) -> Aftermath {
        Aftermath {
            floors: known.logs.clone(),
            at: known.logs.iter().copied().collect(),
            mark: known.mark.clone(),
            read_at: None,
            asked_at: Instant::now(),
            served: HashMap::new(),
            told: Vec::new(),
            pending: Vec::new(),
            users: HashMap::new(),
            channels: HashMap::new(),
            others: Vec::new(),
            moves: Moves::default(),
            bytes: 0,
        }
    }

    /// Reads what was logged since, `writers` among others.
    ///
    /// # Errors
    /// When that cannot be read, or not all of it.
    pub async fn read_on(&mut self, node: &Node, writers: &[NodeId]) -> Result<(), Unreadable> {
        let began = Instant::now();
        if node.store.event_log_mark(node.ids.next::<Id>()).await? != self.mark {
            return Err(Unreadable("the database was restarted or another one took over"));
        }
        self.read_logs(node, writers).await?;
        let seen = self.last_changes();
        // One log was read before the other: what precedes a change that was seen is there by now.
        self.read_logs(node, writers).await?;
        self.add(&seen);
        self.read_at = Some(began);
        Ok(())
    }

    /// Reads the rows of all nodes that are new.
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
                    return Err(Unreadable("it is too much"));
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

    /// The last change of each channel that was read.
    fn last_changes(&self) -> Seen {
        let mut seen = Seen { len: self.pending.len(), last: HashMap::new() };
        for (channel, (number, _)) in self.pending.iter().filter_map(|told| told.change) {
            let last = seen.last.entry(channel).or_default();
            *last = number.max(*last);
        }
        seen
    }

    /// Adds what had been seen, and the changes before it, in order.
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

    /// What concerns a user who belongs to these channels, and did when it was told.
    pub fn of<'c>(&self, user: UserId, channels: impl Iterator<Item = &'c ChannelId>) -> Vec<Arc<Event>> {
        let belonged = |place: &&usize| {
            self.told[**place].change.is_none_or(|(channel, spot)| self.moves.belonged(channel, user, spot))
        };
        let of_channels = channels.filter_map(|channel| self.channels.get(channel)).flatten().filter(belonged);
        let mut places: Vec<usize> =
            of_channels.chain(self.users.get(&user).into_iter().flatten()).chain(&self.others).copied().collect();
        places.sort_unstable();
        places.into_iter().map(|place| self.told[place].event.clone()).collect()
    }
}

/// What a reading brought.
struct Seen {
    len: usize,
    last: HashMap<ChannelId, i64>,
}

impl Seen {
    fn has(&self, channel: ChannelId, number: i64) -> bool {
        self.last.get(&channel).is_some_and(|last| number <= *last)
    }
}

/// By time, and the changes of a channel by their numbers.
fn sort(told: &mut Vec<Told>) {
    told.sort_by_key(|told| told.at);
    let mut places: HashMap<ChannelId, Vec<usize>> = HashMap::new();
    for (place, told) in told.iter().enumerate() {
        if let Some((channel, _)) = told.change {
            places.entry(channel).or_default().push(place);
        }
    }
    // Which of them stands at each place.
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

/// The events of a message, each with where it stands among the changes of a channel.
type Events = Vec<(Arc<Event>, Option<(ChannelId, Spot)>)>;

fn events(message: Bytes, node: &Node, moves: &mut Moves) -> Option<Events> {
    Some(match Message::decode(message, &node.world.listeners.want_all())? {
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
