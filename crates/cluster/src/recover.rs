//! Recover: a client whose node died goes on at this one.
//!
//! What its node had served, and what of that the client had not received, a third node has recorded
//! ([`crate::records`]); what there was to serve the event log says, from where its node had certainly heard all. The
//! difference is what the client misses; what it may read of that is asked of the hub now, as for any event. Nothing rests
//! on the node being dead: one that is only silent learns that its connection went on elsewhere, from the log at the
//! latest, before its sockets speak again.
//!
//! All clients of a dead node miss nearly the same, so that is read once ([`Aftermath`]).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use base::Id;
use base::ids::{ChannelId, ConnectionId, UserId};
use bus::NodeId;
use bytes::{BufMut, Bytes, BytesMut};
use delivery::connection::{AWAY_LEN_MAX, Handed, Looking};
use delivery::hub::{DETACHED_MS_MAX, Event, Stamp};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use node::Node;
use node::change::Change;
use node::consequence::Fact;

use crate::cluster::Cluster;
use crate::event_log::messages;
use crate::gate::Part;
use crate::message::Message;
use crate::records::{Known, Served};
use crate::resume::{RECORDED, SERVED};

/// How long the other nodes are asked what they recorded; the dead one does not answer.
const ANSWER_WAIT: Duration = Duration::from_millis(500);
/// Rows read at a time.
const PAGE_LEN: i64 = 200;
/// Bytes of rows that are kept of one dead node's time; with more its clients begin anew.
const BYTES_MAX: usize = 64 << 20;
/// How long rows are kept after somebody asked for them: as long as clients are waited for.
const KEPT: Duration = Duration::from_millis(DETACHED_MS_MAX as u64);

/// How often it is asked again what was recorded, while that still grows.
const ASKED_MAX: usize = 4;

/// What was told around the death of other nodes.
#[derive(Default)]
pub struct Aftermaths(tokio::sync::Mutex<HashMap<NodeId, Aftermath>>);

/// All that was told since a node had certainly heard everything, in order.
struct Aftermath {
    /// From where the logs are read, and how far each was.
    floors: Vec<(NodeId, i64)>,
    at: HashMap<NodeId, i64>,
    mark: Vec<u8>,
    /// When the last reading began that brought all.
    read_at: Option<Instant>,
    asked_at: Instant,
    /// What each shard of the node had served, and how much that ever was.
    served: HashMap<u16, (u64, Arc<HashSet<Stamp>>)>,
    told: Vec<Told>,
    /// Read behind that: changes of channels before them may not have been seen yet.
    pending: Vec<Told>,
    /// Where what concerns whom stands.
    users: HashMap<UserId, Vec<usize>>,
    channels: HashMap<ChannelId, Vec<usize>>,
    others: Vec<usize>,
    bytes: usize,
}

/// An event, when it was told at the latest, and which change of a channel it came with.
struct Told {
    at: Instant,
    event: Arc<Event>,
    change: Option<(ChannelId, i64)>,
}

/// Rows are missing, too many, or cannot be read.
struct Unreadable(&'static str);

impl From<store::Error> for Unreadable {
    fn from(error: store::Error) -> Unreadable {
        tracing::warn!(%error, "the event log cannot be read");
        Unreadable("the database does not answer")
    }
}

impl Cluster {
    /// What a client misses whose node does not give its connection away, and who expects the event `expected` next. The
    /// connection is in the hub already, and its node has taken an interest in all that concerns the user. Nothing when
    /// it is not known whether that is all.
    pub async fn recover(&self, node: &Arc<Node>, user: UserId, id: ConnectionId, expected: i64) -> Option<Handed> {
        let (known, served) = self.recorded(user, id, expected).await?;
        let missed = match self.missed_by(node, user, &known, &served).await {
            Ok(missed) => missed,
            Err(Unreadable(why)) => {
                tracing::warn!(why, "what the clients of a dead node missed is not known: they begin anew");
                return None;
            }
        };
        let queue = node.hub.select(user, id, missed).await;
        if queue.len() > AWAY_LEN_MAX {
            return None;
        }
        let mut change = Change::new(node);
        change.fact(Fact::Moved { user, connection: id, to: self.bus.node().0 });
        if let Err(error) = change.commit().await {
            tracing::warn!(%error, "that a client went on here cannot be told: it begins anew");
            return None;
        }
        self.kept.forget(id);
        Some(Handed { next_seq: expected, looking: Looking::default(), sent: Vec::new(), queue, served })
    }

    /// What was recorded of a connection, here or elsewhere, and what its shard had served then.
    async fn recorded(&self, user: UserId, id: ConnectionId, expected: i64) -> Option<(Known, Arc<HashSet<Stamp>>)> {
        for _ in 0..ASKED_MAX {
            let (keeper, known) = self.known(user, id, expected).await?;
            let mut aftermaths = self.aftermaths.0.lock().await;
            let aftermath = aftermaths.entry(known.node).or_insert_with(|| Aftermath::new(&known));
            if aftermath.floors != known.logs {
                // The node lives, or did for longer than the one who asked first knew.
                *aftermath = Aftermath::new(&known);
            }
            if aftermath.served.get(&known.shard).is_none_or(|(len, _)| *len != known.served) {
                let served = self.served(keeper, &known).await?;
                aftermath.served.insert(known.shard, (served.len, Arc::new(served.stamps.into_iter().collect())));
            }
            // The node may live and have served more in between.
            if let Some((len, served)) = aftermath.served.get(&known.shard)
                && *len == known.served
            {
                return Some((known, served.clone()));
            }
        }
        None
    }

    /// What is known of a connection, and where; nothing for this node.
    async fn known(&self, user: UserId, id: ConnectionId, expected: i64) -> Option<(Option<NodeId>, Known)> {
        if let Some(known) = self.kept.known(user, id, expected) {
            return Some((None, known));
        }
        let mut question = BytesMut::with_capacity(41);
        question.put_u8(RECORDED);
        question.put_slice(&user.0.0);
        question.put_slice(&id.0.0);
        question.put_i64(expected);
        let question = question.freeze();
        let asked = self.bus.nodes().into_iter().map(async |node| {
            let answer = self.bus.ask(node.id, question.clone(), ANSWER_WAIT).await;
            (node.id, answer)
        });
        let mut answers: FuturesUnordered<_> = asked.collect();
        while let Some((keeper, answer)) = answers.next().await {
            if let Some(known) = answer.ok().and_then(Known::decode) {
                return Some((Some(keeper), known));
            }
        }
        None
    }

    async fn served(&self, keeper: Option<NodeId>, known: &Known) -> Option<Served> {
        let Some(keeper) = keeper else { return self.kept.served(known.node, known.shard) };
        let mut question = BytesMut::with_capacity(19);
        question.put_u8(SERVED);
        question.put_slice(&known.node.0.0);
        question.put_u16(known.shard);
        Served::decode(self.bus.ask(keeper, question.freeze(), ANSWER_WAIT).await.ok()?)
    }

    /// All that concerns a user behind the floors of the node that died, unless it was served there and received.
    async fn missed_by(
        &self,
        node: &Node,
        user: UserId,
        known: &Known,
        served: &HashSet<Stamp>,
    ) -> Result<Vec<Arc<Event>>, Unreadable> {
        let memberships = node.world.memberships(user).await?;
        let began = Instant::now();
        let mut aftermaths = self.aftermaths.0.lock().await;
        aftermaths.retain(|_, aftermath| aftermath.asked_at.elapsed() < KEPT);
        let aftermath = aftermaths.entry(known.node).or_insert_with(|| Aftermath::new(known));
        aftermath.asked_at = began;
        // Who waited for the lock is served by what was read meanwhile.
        if aftermath.read_at.is_none_or(|read| read < began)
            && let Err(why) = self.read_on(node, aftermath).await
        {
            aftermaths.remove(&known.node);
            return Err(why);
        }
        let mut missed = aftermath.of(user, memberships.channels.keys());
        let is_missed = |stamp: &Stamp| !served.contains(stamp) || known.unheard.contains(stamp);
        missed.retain(|event| is_missed(&event.stamp));
        Ok(missed)
    }

    /// Reads what was logged since.
    async fn read_on(&self, node: &Node, aftermath: &mut Aftermath) -> Result<(), Unreadable> {
        let began = Instant::now();
        if node.store.event_log_mark(node.ids.next::<Id>()).await? != aftermath.mark {
            return Err(Unreadable("the database was restarted or another one took over"));
        }
        aftermath.read_logs(self, node).await?;
        let seen = aftermath.last_changes();
        // One log was read before the other: what precedes a change that was seen is there by now.
        aftermath.read_logs(self, node).await?;
        aftermath.add(&seen);
        aftermath.read_at = Some(began);
        Ok(())
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
            served: HashMap::new(),
            told: Vec::new(),
            pending: Vec::new(),
            users: HashMap::new(),
            channels: HashMap::new(),
            others: Vec::new(),
            bytes: 0,
        }
    }

    /// Reads the rows of all nodes that are new.
    async fn read_logs(&mut self, cluster: &Cluster, node: &Node) -> Result<(), Unreadable> {
        let known = self.at.keys().copied().chain(cluster.log.peers()).chain([cluster.bus.node()]);
        for writer in known.collect::<HashSet<NodeId>>() {
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
                    let events =
                        message.and_then(|message| events(message, node)).ok_or(Unreadable("a row is damaged"))?;
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
        for (channel, number) in self.pending.iter().filter_map(|told| told.change) {
            let last = seen.last.entry(channel).or_default();
            *last = number.max(*last);
        }
        seen
    }

    /// Adds what had been seen, and the changes before it, in order.
    fn add(&mut self, seen: &Seen) {
        let is_before = |told: &Told| told.change.is_some_and(|(channel, number)| seen.has(channel, number));
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

    /// What concerns a user who belongs to these channels.
    fn of<'c>(&self, user: UserId, channels: impl Iterator<Item = &'c ChannelId>) -> Vec<Arc<Event>> {
        let of_channels = channels.filter_map(|channel| self.channels.get(channel));
        let all = of_channels.chain(self.users.get(&user)).chain([&self.others]);
        let mut places: Vec<usize> = all.flatten().copied().collect();
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

/// The events of a message, each with the change of a channel that it came with.
type Events = Vec<(Arc<Event>, Option<(ChannelId, i64)>)>;

fn events(message: Bytes, node: &Node) -> Option<Events> {
    Some(match Message::decode(message, &node.world.listeners.want_all())? {
        Message::Facts { events, .. } | Message::Events { events, .. } => {
            events.into_iter().map(|event| (event, None)).collect()
        }
        Message::Unit(unit) => {
            let change = (unit.channel, unit.number);
            let told = unit.parts.into_iter().filter_map(|part| match part {
                Part::Event(event) | Part::Beside(event) => Some((event, Some(change))),
                Part::Joined(_) | Part::Left(_) => None,
            });
            told.collect()
        }
    })
}
