//! Recover: a client whose node died goes on at this one.
//!
//! What its node had served, and what of that the client had not received, a third node has recorded
//! ([`crate::records`]); what there was to serve the event log says, from where its node had certainly heard all. The
//! difference is what the client misses; what it may read of that is asked of the hub now, as for any event. Nothing rests
//! on the node being dead: one that is only silent learns that its connection went on elsewhere, from the log at the
//! latest, before its sockets speak again.
//!
//! All clients of a dead node miss nearly the same, so that is read once ([`Aftermath`]).

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base::ids::{ConnectionId, UserId};
use bus::NodeId;
use bytes::{BufMut, BytesMut};
use delivery::connection::{AWAY_LEN_MAX, Handed, Looking};
use delivery::hub::{DETACHED_MS_MAX, Event, Stamp};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use node::Node;
use node::change::Change;
use node::consequence::Fact;

use crate::aftermath::{Aftermath, Unreadable};
use crate::cluster::Cluster;
use crate::records::{Known, LATELY, RECORDED, Served};

/// How long the other nodes are asked what they recorded; the dead one does not answer.
const ANSWER_WAIT: Duration = Duration::from_millis(500);
/// How long rows are kept after somebody asked for them: as long as clients are waited for.
const KEPT: Duration = Duration::from_millis(DETACHED_MS_MAX as u64);

/// How often it is asked again what was recorded, while that still grows.
const ASKED_MAX: usize = 4;

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
        self.kept.moved(id, self.bus.node());
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
        question.put_u8(LATELY);
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
        let writers: Vec<NodeId> = self.log.peers().into_iter().chain([self.bus.node()]).collect();
        if aftermath.read_at.is_none_or(|read| read < began)
            && let Err(why) = aftermath.read_on(node, &writers).await
        {
            aftermaths.remove(&known.node);
            return Err(why);
        }
        let mut missed = aftermath.of(user, memberships.channels.keys());
        let is_missed = |stamp: &Stamp| !served.contains(stamp) || known.unheard.contains(stamp);
        missed.retain(|event| is_missed(&event.stamp));
        Ok(missed)
    }
}
