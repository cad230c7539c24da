//! Resume on any node: a client that comes back to another node than it left gets what the old node kept for it.
//!
//! A connection's id says which node made it. The new node takes an interest in all that concerns the user, so that it
//! gathers what is told from now on, and asks the old one for the connection: what waits for the client and what was
//! sent to it lately. What was told before the new one listened for this user, the old one must have heard. Of channels
//! the store says how far that is. What goes to a user, a team or everybody has no number there, but what a node tells
//! is heard in its order, answers among it ([`Cluster::hears_all`]). So the new node asks all others for a word, behind
//! which it hears what they tell the user; then the old one does, behind which it has heard what they told before. When
//! it learns later that something had been lost, it tells that the client has to begin anew ([`HandOvers`]). What both
//! have is heard once: every event of a cluster has a stamp. When the old node is gone or does not know all, what it
//! recorded elsewhere says how far the client had heard ([`crate::recover`]); where that is not known either, the client is
//! told in the protocol's way, with another connection that begins at 0.

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
use crate::message::{Message, Reader, put_events, put_looking};
use crate::records::{FLOORS, LATELY, RECORDED};

/// How long an answer may take.
const ANSWER_WAIT: Duration = Duration::from_secs(2);
/// How long the old node may take to give a connection away. Once it did, nobody else has it, so this is longer than
/// words and the store take, also on a busy machine. A node that dies meanwhile is not waited for.
const HAND_OVER_WAIT: Duration = Duration::from_secs(8);
/// How long the old node waits for changes that the store knows of, and for a word of the others: longer than a gate
/// does, and shorter than whoever asks.
const CATCH_UP_WAIT: Duration = Duration::from_secs(1);
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// How long it is remembered whose connection was handed over: a second longer than any loss stays unnoticed.
const REMEMBERED: Duration = Duration::from_millis(bus::GONE_MS + 1_000);
/// Connections that are remembered at a time; beyond them none is handed over. Two thousand a second leave a
/// node that ends.
const REMEMBERED_MAX: usize = 32_768;
/// Where in a connection's id its node stands.
const TAG: std::ops::Range<usize> = 14..16;

/// The kinds of questions.
const CONNECTION: u8 = 1;
const CONNECTED: u8 = 2;
/// Any answer will do. A node of an older release gives the empty one, which is as good.
const WORD: u8 = 3;

/// An id for a connection that this node makes.
pub fn tagged(mut id: ConnectionId, node: NodeId) -> ConnectionId {
    id.0.0[TAG].copy_from_slice(&node.0.0[TAG]);
    id
}

/// Whose connections this node gave away lately. Until a loss would have been noticed it listens for them still.
#[derive(Default)]
pub struct HandOvers(Mutex<VecDeque<(Instant, UserId)>>);

impl Cluster {
    /// False when there is no room.
    fn remember(&self, node: &Node, user: UserId) -> bool {
        let mut lately = self.hand_overs.0.lock();
        let has_room = lately.len() < REMEMBERED_MAX;
        if has_room {
            lately.push_back((Instant::now(), user));
            self.came(node, Place::User(user), 0);
        }
        has_room
    }

    /// Lets go of those whose connections were handed over and whom no loss concerns any more.
    pub(crate) fn forget_hand_overs(&self) {
        let mut lately = self.hand_overs.0.lock();
        let over = lately.partition_point(|(since, _)| since.elapsed() > REMEMBERED);
        lately.drain(..over).for_each(|(_, user)| self.went(Place::User(user)));
    }

    /// This node missed something that one user, or whoever, was to hear: whose connections it gave away lately begin
    /// anew where they are now.
    pub(crate) fn missed(&self, user: Option<UserId>) {
        let users: HashSet<UserId> = self.hand_overs.0.lock().iter().map(|(_, user)| *user).collect();
        for missed in users.into_iter().filter(|one| user.is_none_or(|user| user == *one)) {
            let message = Message::Facts { facts: vec![Fact::Missed(missed)], events: Vec::new() };
            self.publish(Subject::User(missed), None, &message);
        }
    }

    /// Gives a connection to another node, unless this one may have missed something of what its client was to hear.
    async fn hand_over(&self, node: &Arc<Node>, user: UserId, id: ConnectionId) -> store::Result<Option<Handed>> {
        if node.hub.find(user, id).is_none() {
            return Ok(None);
        }
        let (hears_all, has_caught_up) = tokio::join!(self.hears_all(), self.has_caught_up(node, user));
        // What was kept while the bus did not reach this node has gaps that it will only report when it is back.
        if !hears_all || !has_caught_up? || !self.bus.may_trust_memory() || self.log.is_behind() {
            return Ok(None);
        }
        Ok(if self.remember(node, user) { node.hub.hand_over(user, id).await } else { None })
    }

    /// Makes sure that what the other nodes told before was heard here, or is known to be lost, and that what they tell
    /// from now on reaches this node, as far as it has subscribed. False when one of them says nothing. A bus of several
    /// servers carries each node's words in order, and a question no faster than the subscription before it.
    async fn hears_all(&self) -> bool {
        let nodes = self.bus.nodes().into_iter();
        let asked = nodes.map(|node| self.bus.ask(node.id, Bytes::from_static(&[WORD]), CATCH_UP_WAIT));
        join_all(asked).await.iter().all(Result::is_ok)
    }

    /// Whether the gates of all channels of a user have let through what the store knows of.
    async fn has_caught_up(&self, node: &Node, user: UserId) -> store::Result<bool> {
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

    /// What another node kept for a client, which forgets it.
    pub async fn take_over(&self, user: UserId, id: ConnectionId) -> Option<Handed> {
        if !self.hears_all().await {
            return None;
        }
        let mut question = BytesMut::with_capacity(33);
        question.put_u8(CONNECTION);
        question.put_slice(&user.0.0);
        question.put_slice(&id.0.0);
        let question = question.freeze();
        let made_it = |node: &NodeId| node.0.0[TAG] == id.0.0[TAG];
        // A connection that was handed over already is where its client was last; that is seldom.
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

    /// Whether the user has a socket on another node; one that does not answer has none.
    pub async fn is_connected_elsewhere(&self, user: UserId) -> bool {
        self.connected_elsewhere(&[user]).await.into_iter().flatten().any(|connected| !connected.is_empty())
    }

    /// Those of the users who have a socket on another node, by each of those nodes.
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

/// Answers another node. The empty answer says no.
pub async fn answer(node: &Arc<Node>, cluster: &Cluster, from: NodeId, question: Bytes) -> Bytes {
    let want_all = Arc::default();
    let mut reader = Reader { bytes: question, want_all: &want_all };
    match reader.byte() {
        Some(CONNECTION) => {
            let (user, id) = (reader.id().map(UserId), reader.id().map(ConnectionId));
            let Some((user, id)) = user.zip(id) else { return Bytes::new() };
            match cluster.hand_over(node, user, id).await {
                Ok(handed) => handed.map(encode).unwrap_or_default(),
                Err(error) => {
                    tracing::warn!(%error, "what a client that went elsewhere has to know is not known: it begins anew");
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

/// The users whose ids are left to read.
fn rest_of(reader: &mut Reader) -> impl Iterator<Item = UserId> {
    std::iter::from_fn(move || reader.id().map(UserId))
}

/// A connection as a message.
pub fn encode(handed: Handed) -> Bytes {
    let mut out = BytesMut::with_capacity(16 << 10);
    out.put_i64(handed.next_seq);
    put_looking(&mut out, &handed.looking);
    put_events(&mut out, &handed.sent);
    put_events(&mut out, &handed.queue);
    out.freeze()
}

/// The connection that a message brings, unless it is damaged.
pub fn decode(bytes: Bytes) -> Option<Handed> {
    let want_all = Arc::default();
    let mut reader = Reader { bytes, want_all: &want_all };
    let next_seq = reader.number()?;
    let looking = reader.looking()?;
    let sent = reader.list(|reader| reader.event())?;
    let queue = reader.list(|reader| reader.event())?;
    Some(Handed { next_seq, looking, sent, queue, served: Arc::default() })
}
