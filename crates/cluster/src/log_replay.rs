//! Log replay: reads the other nodes' event logs whenever events may be missing, and removes old rows of this node's.

mod replay;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base::Id;
use bus::NodeId;
use delivery::hub::Pace;
use node::Node;
use store::{Logged, event_log};

use crate::cluster::Cluster;
use crate::event_log::messages;
use replay::Replay;

/// The interval of readings while the bus does not reach this node, or rows are missing.
const FOLLOW_EVERY: Duration = Duration::from_millis(200);
/// The pause between two readings on demand.
const READ_PAUSE: Duration = Duration::from_millis(20);
/// Rows read at a time.
const PAGE_LEN: i64 = 200;
/// How long a node keeps its rows, and how many bytes of them. They serve clients that reconnect.
const KEPT: Duration = Duration::from_secs(5 * 60);
const KEPT_BYTES: u64 = 64 << 20;
/// Rows of nodes that ended are removed when they are as old as this.
const OLD_MS: i64 = 10 * 60 * 1_000;
/// How often rows are removed, and how often those of nodes that ended.
const TIDY_EVERY: Duration = Duration::from_secs(10);
const TIDY_ALL_EVERY: Duration = Duration::from_secs(5 * 60);

/// Why a reading is incomplete.
enum Short {
    /// The database does not answer; the next reading tries again.
    Store(store::Error),
    /// Rows are gone or damaged; clients resync.
    Gone(&'static str),
}

impl From<store::Error> for Short {
    fn from(error: store::Error) -> Short {
        Short::Store(error)
    }
}

impl Cluster {
    /// Starts the task that reads the other nodes' logs and tidies this node's.
    pub(crate) fn follow_logs(self: &Arc<Self>, node: &Arc<Node>) {
        let (cluster, weak) = (self.clone(), Arc::downgrade(node));
        base::tasks::spawn("cluster-log", async move {
            let mut tidy = Tidy::default();
            loop {
                let carries = cluster.bus.cache_is_valid() && !cluster.log.is_behind();
                let pause = if carries { TIDY_EVERY } else { FOLLOW_EVERY };
                let is_wanted = tokio::time::timeout(pause, cluster.log.wanted.notified()).await.is_ok();
                let Some(node) = weak.upgrade() else { return };
                if is_wanted || !carries {
                    cluster.read_logs(&node).await;
                    tokio::time::sleep(READ_PAUSE).await;
                }
                tidy.pass(&node).await;
            }
        });
    }

    async fn read_logs(&self, node: &Arc<Node>) {
        let (began, losses) = (Instant::now(), self.log.positions.lock().losses);
        let read = self.read_rows(node, began).await;
        match read {
            Ok(()) => {}
            Err(Short::Store(error)) => {
                tracing::warn!(%error, "the event logs of other nodes cannot be read: sockets wait");
                return;
            }
            Err(Short::Gone(why)) => {
                tracing::warn!(why, "the event logs of other nodes are incomplete: clients resync");
                node.hub.restart_all(Pace::InTurn);
                // Nor are the caches: what the rows would have invalidated is not known.
                node.forget_everything();
                self.distrust();
                self.log.positions.lock().skip();
            }
        }
        self.log.was_read(began, losses);
    }

    async fn read_rows(&self, node: &Arc<Node>, began: Instant) -> Result<(), Short> {
        let mark = node.store.event_log_mark(node.ids.next::<Id>()).await?;
        self.log.answered();
        if !self.log.positions.lock().is_of(mark) {
            return Err(Short::Gone("the database was restarted or failed over"));
        }
        let mut replay = Replay::new(self, node);
        let wanted = self.log.positions.lock().wanted(began);
        for peer in wanted {
            if !peer.logs {
                return Err(Short::Gone("a node of an older version keeps no log"));
            }
            let at = self.read_peer(node, peer.node, peer.from, &mut replay).await?;
            if at < peer.until {
                return Err(Short::Gone("rows are missing at the end"));
            }
            self.log.positions.lock().read(peer.node, at);
        }
        replay.finish().await
    }

    /// Replays a node's rows after a number, and returns the number of the last row.
    async fn read_peer(&self, node: &Node, peer: NodeId, from: i64, replay: &mut Replay<'_>) -> Result<i64, Short> {
        let mut at = from;
        loop {
            let rows = node.store.event_log(peer.0, at, PAGE_LEN).await?;
            self.log.answered();
            let (len, asked) = (rows.len(), Instant::now());
            node.metrics.realtime.event_log_rows.add(len as u64);
            for row in rows {
                if row.previous > at {
                    return Err(Short::Gone("rows are missing"));
                }
                // The latest time that is possible: clients that got anything later do not get the row again.
                let age = Duration::from_millis(row.age_ms.max(0).unsigned_abs());
                let told_at = asked.checked_sub(age).unwrap_or(asked);
                for message in messages(row.body.into()) {
                    replay.take(message.ok_or(Short::Gone("a row cannot be read"))?, told_at);
                }
                at = row.number;
            }
            if len < PAGE_LEN as usize {
                return Ok(at);
            }
        }
    }
}

/// Removes rows that no client needs any more.
#[derive(Default)]
struct Tidy {
    /// Positions of this node's log by time.
    own: VecDeque<(Instant, Logged)>,
    all_at: Option<Instant>,
}

impl Tidy {
    async fn pass(&mut self, node: &Node) {
        let (now, logged) = (Instant::now(), node.store.logged());
        if self.own.back().is_some_and(|(at, _)| now - *at < TIDY_EVERY) {
            return;
        }
        self.own.push_back((now, logged));
        let is_over = |(at, then): &(Instant, Logged)| now - *at > KEPT || logged.bytes - then.bytes > KEPT_BYTES;
        let mut over = None;
        while let Some(first) = self.own.front().filter(|first| is_over(first)) {
            over = Some(first.1.number);
            self.own.pop_front();
        }
        let mut removed = Ok(());
        if let Some((number, writer)) = over.filter(|number| *number > 0).zip(node.store.writer()) {
            removed = node.store.write(event_log::forget(writer, number)).await.map(drop);
        }
        if self.all_at.is_none_or(|at| now - at > TIDY_ALL_EVERY) {
            self.all_at = Some(now);
            removed = removed.and(node.store.write(event_log::forget_old(OLD_MS)).await.map(drop));
        }
        if let Err(error) = removed {
            tracing::warn!(%error, "old rows of the event log could not be removed");
        }
    }
}
