//! Resume on any node: a client that comes back to another node than it left gets what the old node kept for it.
//!
//! A connection's id says which node made it. The new node takes an interest in all that concerns the user, so that it
//! gathers what is told from now on, and asks the old one for the connection: what waits for the client and what was
//! sent to it lately. The old node gives it up after [`HAND_OVER_AFTER`], within which it hears what the new one heard
//! before it listened for this user. What both have is heard once: every event of a cluster has a stamp. When the old
//! node is gone or knows nothing, the client is told in the protocol's way, with another connection that begins at 0.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use base::Id;
use base::ids::{ConnectionId, UserId};
use bus::{AskError, NodeId};
use bytes::{BufMut, Bytes, BytesMut};
use futures_util::future::join_all;

use super::Cluster;
use super::message::{Reader, put_events};
use crate::app::App;
use crate::realtime::connection::{Handed, Looking};

/// How long an answer may take: a client waits as long for the first frame.
const ANSWER_WAIT: Duration = Duration::from_secs(2);
/// How long the old node goes on gathering; twenty times what a message takes.
const HAND_OVER_AFTER: Duration = Duration::from_millis(100);
/// Where in a connection's id its node stands.
const TAG: std::ops::Range<usize> = 14..16;

/// The kinds of questions.
const CONNECTION: u8 = 1;
const CONNECTED: u8 = 2;

/// An id for a connection that this node makes.
pub fn tagged(mut id: ConnectionId, node: NodeId) -> ConnectionId {
    id.0.0[TAG].copy_from_slice(&node.0.0[TAG]);
    id
}

impl Cluster {
    /// What another node kept for a client, which forgets it.
    pub async fn take_over(&self, user: UserId, id: ConnectionId) -> Option<Handed> {
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
            let asked = nodes.into_iter().map(|node| self.bus.ask(node, question.clone(), ANSWER_WAIT));
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
pub async fn answer(app: &Arc<App>, question: Bytes) -> Bytes {
    let want_all = Arc::default();
    let mut reader = Reader { bytes: question, want_all: &want_all };
    match reader.byte() {
        Some(CONNECTION) => {
            let (user, id) = (reader.id().map(UserId), reader.id().map(ConnectionId));
            let Some((user, id)) = user.zip(id).filter(|(user, id)| app.hub.find(*user, *id).is_some()) else {
                return Bytes::new();
            };
            tokio::time::sleep(HAND_OVER_AFTER).await;
            // What was kept while the bus did not reach this node has gaps that it will only report when it is back.
            if !app.cluster.as_ref().is_some_and(|cluster| cluster.bus.may_trust_memory()) {
                return Bytes::new();
            }
            app.hub.hand_over(user, id).map(encode).unwrap_or_default()
        }
        Some(CONNECTED) => {
            let connected = rest_of(&mut reader).filter(|user| app.hub.is_connected(*user));
            connected
                .fold(BytesMut::new(), |mut out, user| {
                    out.put_slice(&user.0.0);
                    out
                })
                .freeze()
        }
        _ => Bytes::new(),
    }
}

/// The users whose ids are left to read.
fn rest_of(reader: &mut Reader) -> impl Iterator<Item = UserId> {
    std::iter::from_fn(move || reader.id().map(UserId))
}

fn encode(handed: Handed) -> Bytes {
    let mut out = BytesMut::with_capacity(16 << 10);
    out.put_i64(handed.next_seq);
    let Looking { channel, thread_channel, threads_channel } = handed.looking;
    for place in [channel, thread_channel, threads_channel] {
        out.put_u8(u8::from(place.is_some()));
        out.put_slice(&place.unwrap_or_default().0.0);
    }
    put_events(&mut out, &handed.sent);
    put_events(&mut out, &handed.queue);
    out.freeze()
}

fn decode(bytes: Bytes) -> Option<Handed> {
    let want_all = Arc::default();
    let mut reader = Reader { bytes, want_all: &want_all };
    let next_seq = reader.number()?;
    let mut place = || {
        let said = reader.byte()? != 0;
        let channel: Id = reader.id()?;
        Some(said.then_some(channel.into()))
    };
    let looking = Looking { channel: place()?, thread_channel: place()?, threads_channel: place()? };
    let sent = reader.list(|reader| reader.event())?;
    let queue = reader.list(|reader| reader.event())?;
    Some(Handed { next_seq, looking, sent, queue })
}
