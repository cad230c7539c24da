//! Connection handover: a client that reconnects to another node gets its queue and resume buffer from the old node.
//!
//! A connection's id names the node that made it.
//!
//! 1. The new node subscribes to all that the user needs, so it collects every event from now on.
//! 2. It asks all other nodes for a word. A node's messages arrive in order, so after the word it hears everything that
//!    they publish for the user ([`Cluster::hears_all`]).
//! 3. It asks the old node for the connection. The old node must have heard everything from before step 1. It asks all
//!    others for a word too, and compares its channels with the sequence numbers in the store.
//! 4. Events that both nodes have are delivered once: each has a stamp.
//!
//! When the old node learns later that it had missed something, it makes the client resync ([`HandOvers`]). When it is
//! gone or knows too little, its delivery records at another node serve ([`crate::client_failover`]). Without those the client
//! resyncs: the protocol gives it another connection, which begins at 0.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use base::ids::{ChannelId, ConnectionId, UserId};
use bus::{AskError, NodeId, Subject};
use bytes::{BufMut, Bytes, BytesMut};
use delivery::connection::Handed;
use delivery::hub::Place;
use futures_util::future::join_all;
use node::Node;
use node::consequence::Fact;
use parking_lot::Mutex;

use crate::cluster::Cluster;
use crate::interest::NUMBERS_LEN_MAX;
use crate::message::{Message, Reader, put_events, put_len, put_open_views};
use crate::records::{FLOORS, LATELY, RECORDED};

/// How long an answer may take.
const ANSWER_WAIT: Duration = Duration::from_secs(2);
/// How long the old node may take to hand a connection over. Afterwards no other node has it, so the bound exceeds what
/// words and the store take, even on a busy machine. The wait ends early when the old node dies.
const HAND_OVER_WAIT: Duration = Duration::from_secs(8);
/// How long the old node waits for changes that the store has, and for the other nodes' words: longer than a gate waits,
/// and less than the new node waits.
const CATCH_UP_WAIT: Duration = Duration::from_secs(1);
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// How long a handover is remembered: a second longer than a loss can stay unnoticed.
const REMEMBERED: Duration = Duration::from_millis(bus::GONE_MS + 1_000);
/// Handovers remembered at a time; beyond them no connection is handed over. A node that drains hands over two thousand a
/// second.
const REMEMBERED_MAX: usize = 32_768;
/// The bytes of a connection's id that name its node.
const TAG: std::ops::Range<usize> = 14..16;

/// The kinds of questions.
const CONNECTION: u8 = 1;
const CONNECTED: u8 = 2;
/// Asks for a word: any answer will do. A node of an older version answers with no bytes, which is as good.
const WORD: u8 = 3;

/// An id for a connection that this node makes.
pub fn tagged(mut id: ConnectionId, node: NodeId) -> ConnectionId {
    id.0.0[TAG].copy_from_slice(&node.0.0[TAG]);
    id
}

/// Users whose connections this node handed over lately. It stays subscribed for them until a loss would be noticed.
#[derive(Default)]
pub struct HandOvers(Mutex<VecDeque<(Instant, UserId)>>);

impl Cluster {
    /// Remembers a handover; false when the bound is reached.
    fn remember(&self, node: &Node, user: UserId) -> bool {
        let mut lately = self.hand_overs.0.lock();
        let has_room = lately.len() < REMEMBERED_MAX;
        if has_room {
            lately.push_back((Instant::now(), user));
            self.came(node, Place::User(user), 0);
        }
        has_room
    }

    /// Forgets handovers that no loss can concern any more, and their subscriptions.
    pub(crate) fn forget_hand_overs(&self, node: &Node) {
        let mut lately = self.hand_overs.0.lock();
        let over = lately.partition_point(|(since, _)| since.elapsed() > REMEMBERED);
        lately.drain(..over).for_each(|(_, user)| self.went(node, Place::User(user)));
    }

    /// Makes clients whose connections were handed over lately resync, since this node missed an event for `user`; `None`
    /// is an event for anyone.
    pub(crate) fn missed(&self, user: Option<UserId>) {
        let users: HashSet<UserId> = self.hand_overs.0.lock().iter().map(|(_, user)| *user).collect();
        for missed in users.into_iter().filter(|one| user.is_none_or(|user| user == *one)) {
            let message = Message::Facts { facts: vec![Fact::Missed(missed)], events: Vec::new() };
            self.publish(Subject::User(missed), None, &message);
        }
    }

    /// Hands a connection over to another node. `None` when this node does not have it, or may have missed an event for it.
    async fn hand_over(
        &self,
        node: &Arc<Node>,
        (user, id): (UserId, ConnectionId),
        expected: i64,
    ) -> store::Result<Option<Handed>> {
        if node.hub.find(user, id).is_none() {
            return Ok(None);
        }
        let (hears_all, has_caught_up) = tokio::join!(self.hears_all(), self.has_caught_up(node, user));
        // Queues that were filled while the bus did not reach this node have gaps, which show only when the bus is back.
        if !hears_all || !has_caught_up? || !self.bus.cache_is_valid() || self.log.is_behind() {
            return Ok(None);
        }
        Ok(if self.remember(node, user) { node.hub.hand_over(user, id, expected).await } else { None })
    }

    /// Asks every other node for a word. Then this node has heard what they published before, or knows of the loss, and
    /// its subscriptions reach what they publish from now on. False when a node does not answer. A bus of several servers
    /// carries each node's messages in order, and a question no faster than the subscription before it.
    async fn hears_all(&self) -> bool {
        let nodes = self.bus.nodes().into_iter();
        let asked = nodes.map(|node| self.bus.ask(node.id, Bytes::from_static(&[WORD]), CATCH_UP_WAIT));
        join_all(asked).await.iter().all(Result::is_ok)
    }

    /// Waits until this node has delivered every change that the store has of a user's channels; false after
    /// [`CATCH_UP_WAIT`].
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn has_caught_up(&self, node: &Node, user: UserId) -> store::Result<bool> {
        let places = node.store.channel_standings(user).await?;
        let channels: Vec<ChannelId> = places.into_iter().map(|standing| standing.place).collect();
        let mut numbers = Vec::with_capacity(channels.len());
        for some in channels.chunks(NUMBERS_LEN_MAX) {
            numbers.extend(node.store.channel_event_numbers(some).await?);
        }
        let began = Instant::now();
        loop {
            {
                let gates = self.gates.lock();
                numbers.retain(|(channel, number)| !gates.has_let_through(*channel, *number));
            }
            if numbers.is_empty() || began.elapsed() > CATCH_UP_WAIT {
                return Ok(numbers.is_empty());
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Takes a client's connection from another node, which drops it. The client expects the event `expected` next.
    pub async fn take_over(&self, user: UserId, id: ConnectionId, expected: i64) -> Option<Handed> {
        if !self.hears_all().await {
            return None;
        }
        let mut question = BytesMut::with_capacity(41);
        question.put_u8(CONNECTION);
        question.put_slice(&user.0.0);
        question.put_slice(&id.0.0);
        question.put_i64(expected);
        let question = question.freeze();
        let made_it = |node: &NodeId| node.0.0[TAG] == id.0.0[TAG];
        // A connection that was handed over before is at the node where its client was last. That is rare.
        let nodes = self.bus.nodes().into_iter().map(|node| node.id);
        let (first, others): (Vec<_>, Vec<_>) = nodes.partition(made_it);
        for nodes in [first, others] {
            let asked = nodes.into_iter().map(|node| self.bus.ask(node, question.clone(), HAND_OVER_WAIT));
            for answer in join_all(asked).await.into_iter().flatten() {
                if let Some(handed) = decode(answer) {
                    return Some(handed);
                }
            }
        }
        None
    }

    /// Whether the user has a socket on another node. A node that does not answer counts as having none.
    pub async fn is_connected_elsewhere(&self, user: UserId) -> bool {
        self.connected_elsewhere(&[user]).await.into_iter().flatten().any(|connected| !connected.is_empty())
    }

    /// The users with a socket on another node, one set for each node.
    pub async fn connected_elsewhere(&self, users: &[UserId]) -> Vec<Result<HashSet<UserId>, AskError>> {
        let mut question = BytesMut::with_capacity(1 + 16 * users.len());
        question.put_u8(CONNECTED);
        users.iter().for_each(|user| question.put_slice(&user.0.0));
        let question = question.freeze();
        let nodes = self.bus.nodes();
        let asked = nodes.iter().map(|node| self.bus.ask(node.id, question.clone(), ANSWER_WAIT));
        let read = |answer: Bytes| rest_of(&mut Reader { bytes: answer, want_all: &Arc::default() }).collect();
        join_all(asked).await.into_iter().map(|answer| answer.map(read)).collect()
    }
}

/// Answers the question of another node. No bytes mean no.
pub async fn answer(node: &Arc<Node>, cluster: &Cluster, from: NodeId, question: Bytes) -> Bytes {
    let want_all = Arc::default();
    let mut reader = Reader { bytes: question, want_all: &want_all };
    match reader.byte() {
        Some(CONNECTION) => {
            let (user, id) = (reader.id().map(UserId), reader.id().map(ConnectionId));
            let Some(whose) = user.zip(id) else { return Bytes::new() };
            // A node of an older version does not say it, and takes all.
            let expected = reader.number().unwrap_or(0);
            match cluster.hand_over(node, whose, expected).await {
                Ok(handed) => handed.map(encode).unwrap_or_default(),
                Err(error) => {
                    tracing::warn!(%error, "a connection cannot be handed over: its client resyncs");
                    Bytes::new()
                }
            }
        }
        Some(CONNECTED) => {
            let connected = rest_of(&mut reader).filter(|user| node.hub.is_connected(*user));
            connected
                .fold(BytesMut::new(), |mut out, user| {
                    out.put_slice(&user.0.0);
                    out
                })
                .freeze()
        }
        Some(RECORDED) => {
            let (user, id) = (reader.id().map(UserId), reader.id().map(ConnectionId));
            let Some(((user, id), expected)) = user.zip(id).zip(reader.number()) else { return Bytes::new() };
            let known = cluster.kept.known(user, id, expected);
            known.map(|known| known.encode()).unwrap_or_default()
        }
        Some(LATELY) => {
            let (node, shard) = (reader.id().map(NodeId), reader.short());
            let served = node.zip(shard).and_then(|(node, shard)| cluster.kept.served(node, shard));
            served.map(|served| served.encode()).unwrap_or_default()
        }
        Some(FLOORS) => cluster.hear_floors(from, &mut reader).freeze(),
        _ => Bytes::new(),
    }
}

/// The users whose ids are unread.
fn rest_of(reader: &mut Reader) -> impl Iterator<Item = UserId> {
    std::iter::from_fn(move || reader.id().map(UserId))
}

/// Encodes a connection as a message.
pub fn encode(handed: Handed) -> Bytes {
    let mut out = BytesMut::with_capacity(16 << 10);
    out.put_i64(handed.next_seq);
    put_open_views(&mut out, &handed.open_views);
    put_events(&mut out, &handed.sent);
    put_events(&mut out, &handed.queue);
    put_len(&mut out, handed.served.len());
    handed.served.iter().for_each(|stamp| out.put_u128(stamp.0));
    out.freeze()
}

/// Decodes a connection, unless the message is damaged.
pub fn decode(bytes: Bytes) -> Option<Handed> {
    let want_all = Arc::default();
    let mut reader = Reader { bytes, want_all: &want_all };
    let next_seq = reader.number()?;
    let open_views = reader.open_views()?;
    let sent = reader.list(|reader| reader.event())?;
    let queue = reader.list(|reader| reader.event())?;
    // A node of an older version ends here.
    let served = reader.list(|reader| reader.stamp()).unwrap_or_default();
    Some(Handed { next_seq, open_views, sent, queue, served: Arc::new(served.into_iter().collect()) })
}
