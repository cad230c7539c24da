//! Sends this node's delivery records to their keeper: another node that holds them ([`crate::records`]). Once a second
//! the keeper also gets this node's position in each event log.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use base::Id;
use bus::NodeId;
use bytes::{BufMut, BytesMut};
use delivery::records::{Record, Recorder};
use node::Node;

use crate::cluster::Cluster;
use crate::message::Reader;
use crate::records::{FLOORS, Floors};

/// The interval at which the keeper gets the positions.
const TELL_EVERY: Duration = Duration::from_secs(1);
/// Events that were committed here so long ago have reached the clients here.
const OWN_AFTER: Duration = Duration::from_secs(3);
/// After a log was emptied, its rows may be incomplete for so long without a trace.
const MARKED_AFTER: Duration = Duration::from_secs(20);
/// The answer of a keeper that has all records.
const WHOLE: u8 = 1;
/// The answer of a keeper that lacks some records.
const PARTIAL: u8 = 2;

/// Passes the hub's records on to the bus.
struct Passing(Weak<Cluster>);

impl Recorder for Passing {
    fn record(&self, shard: u16, records: Vec<Record>) {
        let Some(cluster) = self.0.upgrade() else { return };
        cluster.sending.send(&cluster.bus, shard, &records);
    }
}

/// State of the task that reports to the keeper.
#[derive(Default)]
struct Telling {
    /// Positions of this node's own log by time, beginning [`OWN_AFTER`] ago.
    own: VecDeque<(Instant, i64)>,
    /// Nodes of an older version, which keep no records.
    unable: HashSet<NodeId>,
    /// The last rows of nodes that ended.
    over: Vec<(NodeId, i64)>,
    mark: Vec<u8>,
    /// When the logs were replaced, as after a restart of the database; `None` for those of this node's start.
    marked_at: Option<Instant>,
}

impl Telling {
    /// Reads the position of this node's log, the logs' mark, and the last rows of nodes that ended.
    async fn look(&mut self, cluster: &Cluster, node: &Node) -> store::Result<()> {
        self.own.push_back((Instant::now(), node.store.logged().number));
        while self.own.get(1).is_some_and(|(at, _)| at.elapsed() >= OWN_AFTER) {
            self.own.pop_front();
        }
        self.over.clear();
        for one in cluster.log.over() {
            self.over.push((one, node.store.event_log_last(one.0).await?));
        }
        let mark = node.store.event_log_mark(node.ids.next::<Id>()).await?;
        if self.mark != mark {
            self.marked_at = (!self.mark.is_empty()).then(Instant::now);
            self.mark = mark;
        }
        Ok(())
    }

    /// The positions to report. `None` while the cache lease is lost: the last floors then hold for some seconds.
    fn floors(&self, cluster: &Cluster) -> Option<Floors> {
        let (own_at, own) = *self.own.front()?;
        let is_settled = self.marked_at.is_none_or(|at| at.elapsed() > MARKED_AFTER);
        let (mut logs, age) = cluster.log.floors(Instant::now())?;
        // A node that ended since the last look has no floor yet.
        let is_whole = cluster.log.over().iter().all(|over| self.over.iter().any(|(node, _)| node == over));
        if !is_settled || !is_whole || !cluster.bus.cache_is_valid() {
            return None;
        }
        logs.extend(self.over.iter().copied().chain([(cluster.bus.node(), own)]));
        let age_ms = u64::try_from(age.max(own_at.elapsed()).as_millis()).unwrap_or(u64::MAX);
        Some(Floors { number: 0, age_ms, mark: self.mark.clone(), logs })
    }
}

impl Cluster {
    /// Starts the task that keeps this node's delivery records at another node.
    pub(crate) fn send_records(self: &Arc<Self>, node: &Arc<Node>) {
        let (cluster, weak) = (self.clone(), Arc::downgrade(node));
        base::tasks::spawn("cluster-records", async move {
            let mut telling = Telling::default();
            loop {
                tokio::time::sleep(TELL_EVERY).await;
                let Some(node) = weak.upgrade().filter(|node| node.store.writer().is_some()) else { return };
                cluster.kept.forget_silent(Instant::now());
                match telling.look(&cluster, &node).await {
                    Ok(()) => cluster.tell_keeper(&node, &mut telling).await,
                    Err(error) => tracing::debug!(%error, "the mark of the event log cannot be read"),
                }
            }
        });
    }

    async fn tell_keeper(self: &Arc<Self>, node: &Arc<Node>, telling: &mut Telling) {
        let Some(keeper) = self.keeper(&telling.unable).filter(|_| self.bus.is_connected()) else {
            self.sending.end();
            return node.hub.end_records();
        };
        if self.sending.keeper() != Some(keeper) {
            self.begin_sending(node, keeper);
        }
        let Some(mut floors) = telling.floors(self) else { return };
        // Everything up to the floors is recorded first, and its records leave before the floors.
        node.hub.served().await;
        node.hub.flush_records();
        let Some(number) = self.sending.number() else { return };
        floors.number = number;
        let mut question = BytesMut::from(&[FLOORS][..]);
        floors.encode(&mut question);
        match self.bus.ask(keeper, question.freeze(), TELL_EVERY).await.as_deref() {
            Ok([WHOLE]) | Err(_) => {}
            Ok([PARTIAL]) => self.begin_sending(node, keeper),
            Ok(_) => drop(telling.unable.insert(keeper)),
        }
    }

    /// The node behind this one, of those that can.
    fn keeper(&self, unable: &HashSet<NodeId>) -> Option<NodeId> {
        let mut nodes: Vec<NodeId> = self.bus.nodes().into_iter().map(|node| node.id).collect();
        nodes.retain(|node| !unable.contains(node));
        nodes.sort_unstable();
        let own = self.bus.node();
        nodes.iter().find(|node| **node > own).or(nodes.first()).copied()
    }

    fn begin_sending(self: &Arc<Self>, node: &Arc<Node>, keeper: NodeId) {
        self.sending.begin(&self.bus, keeper);
        node.hub.begin_records(Arc::new(Passing(Arc::downgrade(self))));
    }

    /// A question of a node whose records are kept here.
    pub(crate) fn hear_floors(&self, from: NodeId, question: &mut Reader) -> BytesMut {
        let mut answer = BytesMut::new();
        if let Some(floors) = Floors::decode(question) {
            answer.put_u8(if self.kept.take_floors(from, floors, Instant::now()) { WHOLE } else { PARTIAL });
        }
        answer
    }
}
