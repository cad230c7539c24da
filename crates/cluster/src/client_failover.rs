//! Failover of a client: a client whose node died continues at this node.
//!
//! 1. Another node holds the delivery records of the dead one ([`crate::records`]): the events that it served, and those
//!    of them that the client had not received.
//! 2. The event logs hold every event that there was to serve ([`Aftermath`]).
//! 3. The difference is what the client misses. The hub selects from it what the client may read now.
//!
//! The node need not be dead. A node that was only silent learns that its connection moved, from the log at the latest,
//! before its sockets send again.

use std::sync::Arc;
use std::time::{Duration, Instant};

use base::ids::{ConnectionId, UserId};
use bus::NodeId;
use bytes::{BufMut, BytesMut};
use delivery::connection::{AWAY_LEN_MAX, Handed, OpenViews};
use delivery::hub::{DETACHED_MS_MAX, Event, Stamp};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use node::Node;
use node::change::Change;
use node::consequence::Fact;

use crate::aftermath::{Lately, Unreadable};
use crate::cluster::Cluster;
use crate::records::{Known, LATELY, RECORDED, Served};

/// How long the other nodes have to answer a question about their records. The dead node never does.
const ANSWER_WAIT: Duration = Duration::from_millis(500);
/// How long a replay is held after its last use: as long as a connection waits for its client.
const KEPT: Duration = Duration::from_millis(DETACHED_MS_MAX as u64);

/// Tries to read records that still grow meanwhile.
const ASKED_MAX: usize = 4;

impl Cluster {
    /// The state with which a client continues here when its old node does not hand the connection over. The client
    /// expects the event `expected` next. The hub has the connection already, and this node has subscribed to all that
    /// the user needs. `None` when some events may be missing: the client then does a full resync.
    pub async fn recover(&self, node: &Arc<Node>, user: UserId, id: ConnectionId, expected: i64) -> Option<Handed> {
        let (known, lately) = self.recorded(user, id, expected).await?;
        let missed = match self.missed_by(node, user, &known, &lately).await {
            Ok(missed) => missed,
            Err(Unreadable(why)) => {
                tracing::warn!(why, "the events that a dead node's clients missed are unknown: they resync");
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
            tracing::warn!(%error, "a client's move to this node cannot be committed: it resyncs");
            return None;
        }
        self.kept.moved(id, self.bus.node());
        let (open_views, served) = (OpenViews::default(), lately.served);
        Some(Handed { next_seq: expected, open_views, sent: Vec::new(), queue, served })
    }

    /// The records of a connection, from this node or another, and what the clients of its shard had heard by then.
    async fn recorded(&self, user: UserId, id: ConnectionId, expected: i64) -> Option<(Known, Lately)> {
        for _ in 0..ASKED_MAX {
            let (keeper, known) = self.known(user, id, expected).await?;
            let mut aftermaths = self.aftermaths.lock().await;
            let aftermath = aftermaths.of(&known);
            if aftermath.lately.get(&known.shard).is_none_or(|(len, _)| *len != known.served) {
                let served = self.served(keeper, &known).await?;
                aftermath.lately.insert(known.shard, (served.len, served.into()));
            }
            // The node may live, and may have served more in between.
            if let Some((len, lately)) = aftermath.lately.get(&known.shard)
                && *len == known.served
            {
                return Some((known, lately.clone()));
            }
        }
        None
    }

    /// The records of a connection, and the node that keeps them, which is `None` for this node.
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
        question.put_u8(LATELY);
        question.put_slice(&known.node.0.0);
        question.put_u16(known.shard);
        Served::decode(self.bus.ask(keeper, question.freeze(), ANSWER_WAIT).await.ok()?)
    }

    /// The user's events after the floors of the dead node, less those that the client received there.
    async fn missed_by(
        &self,
        node: &Node,
        user: UserId,
        known: &Known,
        lately: &Lately,
    ) -> Result<Vec<Arc<Event>>, Unreadable> {
        let memberships = node.world.memberships(user).await?;
        let began = Instant::now();
        let mut aftermaths = self.aftermaths.lock().await;
        aftermaths.0.retain(|_, aftermath| aftermath.asked_at.elapsed() < KEPT);
        let aftermath = aftermaths.of(known);
        aftermath.asked_at = began;
        // A caller that waited for the lock needs no reading of its own if one began after its question.
        let writers: Vec<NodeId> =
            self.log.writers(known.node, &known.logs).into_iter().chain([self.bus.node()]).collect();
        if aftermath.read_at.is_none_or(|read| read < began)
            && let Err(why) = aftermath.read_on(node, &writers).await
        {
            aftermaths.0.remove(&known.node);
            return Err(why);
        }
        let is_missed = |stamp: Stamp| !lately.served.contains(&stamp) || known.unheard.contains(&stamp);
        Ok(aftermath.of(user, memberships.channels.keys(), lately).filter(|event| is_missed(event.stamp)).collect())
    }
}
