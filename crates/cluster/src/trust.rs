//! Cache validity: whether this node may use its caches.
//!
//! A node that the bus does not reach may hold rights that were revoked. The bus therefore grants a lease
//! ([`bus::Bus::may_trust_memory`]). Without it, what a node has read from the event logs of the others
//! ([`crate::event_log`]) counts for as long, since the rows invalidate what the bus would have. With neither, every
//! request clears the caches and loads again: slow, and correct. Concurrent requests share one load of roles, schemes
//! and configuration. While a node cannot read those logs, its sockets are silent; after a while it closes them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bus::{Lost, Subject};
use delivery::hub::Pace;
use memory::schemes::Schemes;
use node::Node;
use node::error::Result;
use node::{roles, settings};
use parking_lot::Mutex;

use crate::cluster::{ACTIVITY, Cluster};
use crate::event_log::FRESH;
use crate::records;

/// How long silent sockets are kept without the bus: whoever is served by another node hears again.
const CUT_OFF_MAX: Duration = Duration::from_millis(bus::GONE_MS);
/// How long they are kept while the bus is there: a database that fails over is back by then, and nobody is better off
/// elsewhere.
const SILENT_MAX: Duration = Duration::from_secs(15);

/// What is known of the own memory.
#[derive(Default)]
pub struct Trust {
    /// Something was lost since roles, schemes and configuration were read.
    stale: AtomicBool,
    /// Readings asked for, and the last that is done.
    asked: AtomicU64,
    done: tokio::sync::Mutex<u64>,
    /// The lease is over.
    lapsed: AtomicBool,
    /// Since when sockets are silent, and whether they were closed for that.
    silent: Mutex<Option<(Instant, Sockets)>>,
    /// Some socket waits for the lease to say what it has to say.
    muted: AtomicBool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sockets {
    Open,
    Closed,
}

impl Cluster {
    /// Looks what became of the trust. Called now and then.
    pub(crate) fn look(&self, node: &Node) {
        let trust = &self.trust;
        match self.bus.may_trust_memory() {
            true => {
                // What was remembered meanwhile is true if the logs were read until now.
                if trust.lapsed.swap(false, Ordering::SeqCst) && !self.log.is_fresh() {
                    trust.stale.store(true, Ordering::SeqCst);
                }
                self.log.trusts();
                if self.gates.lock().are_late(self.now()) {
                    self.log.want();
                }
            }
            false => {
                if !trust.lapsed.swap(true, Ordering::SeqCst) {
                    self.log.want();
                }
            }
        }
        let mut silent = trust.silent.lock();
        if self.hears() {
            *silent = None;
            if trust.muted.swap(false, Ordering::SeqCst) {
                node.hub.wake_all();
            }
            return;
        }
        let (since, sockets) = silent.get_or_insert_with(|| (Instant::now(), Sockets::Open));
        let silent_max = if self.bus.is_connected() { SILENT_MAX } else { CUT_OFF_MAX };
        if *sockets == Sockets::Open && since.elapsed() >= silent_max {
            *sockets = Sockets::Closed;
            drop(silent);
            tracing::warn!("neither the bus nor the database reaches this node: WebSocket connections are closed");
            node.hub.restart_all(Pace::InTurn);
        }
    }

    /// Whether all that the other nodes told until a moment ago is known here: from the bus, or from their logs.
    fn hears(&self) -> bool {
        !self.log.is_behind() && (self.bus.may_trust_memory() || self.log.is_fresh())
    }

    /// Whether sockets may be told what waits for them. Else it is not known whether somebody lost the right to hear it;
    /// the sockets are woken when it is.
    pub fn may_speak(&self) -> bool {
        let may = self.hears();
        if !may {
            self.trust.muted.store(true, Ordering::SeqCst);
        }
        may
    }

    /// Messages may be missing: what they would have changed is forgotten here and now.
    pub fn lose(self: &Arc<Self>, node: &Arc<Node>, what: Lost) {
        match what {
            Lost::Subject(Subject::Channel(channel)) => {
                // The numbers say whether anything is missing: right after subscribing the bus cannot know.
                let (cluster, node) = (self.clone(), node.clone());
                base::tasks::spawn("cluster-catch-up", async move { cluster.catch_up(&node, vec![channel]).await });
            }
            Lost::Subject(Subject::User(user)) => {
                self.log.lose();
                self.missed(Some(user));
            }
            Lost::Subject(ACTIVITY) => {}
            // Their numbers say what is missing.
            Lost::Subject(subject) if subject == records::subject(self.bus.node()) => {}
            Lost::Subject(Subject::Everyone | Subject::Team(_)) | Lost::Everything => {
                self.trust.stale.store(true, Ordering::SeqCst);
                node.forget_everything();
                self.log.lose();
                self.missed(None);
            }
        }
    }

    /// Waits until no node answers from memory that is older than this call. While the bus carries the nodes that is so;
    /// without it, caches rest on readings of the logs.
    pub async fn outlast_readings(&self) {
        if !self.bus.may_trust_memory() {
            tokio::time::sleep(FRESH).await;
        }
    }

    /// Roles, schemes and configuration are read again before the next request.
    pub(crate) fn distrust(&self) {
        self.trust.stale.store(true, Ordering::SeqCst);
    }

    /// Makes sure that what a request is about to read from memory is true now.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn refresh(&self, node: &Node) -> Result<()> {
        let trust = &self.trust;
        if (self.bus.may_trust_memory() || self.hears()) && !trust.stale.load(Ordering::SeqCst) {
            return Ok(());
        }
        let mine = trust.asked.fetch_add(1, Ordering::SeqCst) + 1;
        let mut done = trust.done.lock().await;
        if *done >= mine {
            return Ok(());
        }
        // All who asked by now are served by what is read from here on.
        let all = trust.asked.load(Ordering::SeqCst);
        trust.stale.store(false, Ordering::SeqCst);
        let read = self.reread(node).await;
        if read.is_err() {
            trust.stale.store(true, Ordering::SeqCst);
        } else {
            *done = all;
        }
        read
    }

    async fn reread(&self, node: &Node) -> Result<()> {
        node.forget_everything();
        let roles = node.store.roles().await?;
        node.roles.store(Arc::new(roles::table(&roles)));
        node.schemes.store(Arc::new(Schemes::load(&node.store).await?));
        settings::reread_stored(node).await
    }
}
