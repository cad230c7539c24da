//! Cache validity: whether this node may use its caches.
//!
//! A node that the bus does not reach may hold rights that were revoked. The bus therefore grants a lease
//! ([`bus::Bus::cache_is_valid`]). Without it, what a node has read from the event logs of the others
//! ([`crate::event_log`]) counts for as long, since the rows invalidate what the bus would have. A request waits for the
//! reading under way if the last one is too old. If none comes, each request clears the caches and loads again: slow,
//! and correct. Concurrent requests share one load of roles, schemes and configuration. While a node cannot read those
//! logs, its sockets are silent; after a while it closes them.

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

/// How long silent sockets stay open when neither the bus nor the database reaches this node. Their clients then reconnect
/// to another node.
const CUT_OFF_MAX: Duration = Duration::from_millis(bus::GONE_MS);
/// The database reaches this node if it answered during this time. One under load may take seconds for an answer.
const ANSWERED_WITHIN: Duration = Duration::from_secs(5);
/// How long they stay open while one of the two does. A database that fails over, or is too slow for the readings of the
/// logs, is back by then, and no other node serves better.
const SILENT_MAX: Duration = Duration::from_secs(15);

/// How long a request waits for a reading of the logs. To clear the caches instead makes a slow database slower.
const READING_MAX: Duration = Duration::from_secs(5);

/// Whether the caches are valid.
#[derive(Default)]
pub struct CacheValidity {
    /// A message was lost since roles, schemes and configuration were read.
    stale: AtomicBool,
    /// The number of reloads that requests asked for, and the last one that is done.
    asked: AtomicU64,
    done: tokio::sync::Mutex<u64>,
    /// The lease has expired.
    lapsed: AtomicBool,
    /// Since when sockets are silent, and whether they were closed for it.
    silent: Mutex<Option<(Instant, Sockets)>>,
    /// A socket has events to send and waits for the lease.
    muted: AtomicBool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sockets {
    Open,
    Closed,
}

impl Cluster {
    /// Follows the lease: wakes sockets when it is back, and closes them when it stays away. Called periodically.
    pub(crate) fn look(&self, node: &Node) {
        let validity = &self.cache_validity;
        match self.bus.cache_is_valid() {
            true => {
                // Entries from meanwhile are valid if the logs were read until now.
                if validity.lapsed.swap(false, Ordering::SeqCst) && !self.log.is_fresh() {
                    validity.stale.store(true, Ordering::SeqCst);
                }
                self.log.trusts();
                if self.gates.lock().are_late(self.now()) {
                    self.log.want();
                }
            }
            false => {
                if !validity.lapsed.swap(true, Ordering::SeqCst) {
                    self.log.want();
                }
            }
        }
        let mut silent = validity.silent.lock();
        if self.hears() {
            *silent = None;
            if validity.muted.swap(false, Ordering::SeqCst) {
                node.hub.wake_all();
            }
            return;
        }
        let (since, sockets) = silent.get_or_insert_with(|| (Instant::now(), Sockets::Open));
        let is_reached = self.bus.is_connected() || self.log.was_answered(ANSWERED_WITHIN);
        let silent_max = if is_reached { SILENT_MAX } else { CUT_OFF_MAX };
        if *sockets == Sockets::Open && since.elapsed() >= silent_max {
            *sockets = Sockets::Closed;
            drop(silent);
            tracing::warn!(
                "this node may have missed changes of rights for too long: WebSocket connections are closed"
            );
            node.hub.restart_all(Pace::InTurn);
        }
    }

    /// Whether this node has everything that the others published until a moment ago: from the bus, or from their logs.
    fn hears(&self) -> bool {
        !self.log.is_behind() && (self.bus.cache_is_valid() || self.log.is_fresh())
    }

    /// Whether sockets may send. Otherwise this node may have missed that a user lost a right; it wakes the sockets once it
    /// knows.
    pub fn may_speak(&self) -> bool {
        let may = self.hears();
        if !may {
            self.cache_validity.muted.store(true, Ordering::SeqCst);
        }
        may
    }

    /// Handles a loss of messages: invalidates what they may have changed, and has the logs read.
    pub fn lose(self: &Arc<Self>, node: &Arc<Node>, what: Lost) {
        match what {
            Lost::Subject(Subject::Channel(channel)) => {
                // The sequence numbers tell whether anything is missing: right after subscribing the bus cannot know.
                let (cluster, node) = (self.clone(), node.clone());
                base::tasks::spawn("cluster-catch-up", async move { cluster.catch_up(&node, vec![channel]).await });
            }
            Lost::Subject(Subject::User(user)) => {
                self.log.lose();
                self.missed(Some(user));
            }
            Lost::Subject(ACTIVITY) => {}
            // The numbers of their batches tell what is missing.
            Lost::Subject(subject) if subject == records::subject(self.bus.node()) => {}
            Lost::Subject(Subject::Everyone | Subject::Team(_)) | Lost::Everything => {
                self.cache_validity.stale.store(true, Ordering::SeqCst);
                node.forget_everything();
                self.log.lose();
                self.missed(None);
            }
        }
    }

    /// Handles the loss of the last messages of a node that is gone: its rows tell what they may have changed. Nobody was
    /// told that such a change is done, since a node waits for the others before it answers.
    pub(crate) fn lose_of_gone(&self) {
        self.log.lose_of_gone();
        self.missed(None);
    }

    /// Waits until no node answers from cache entries older than this call. With the bus that holds at once; without it,
    /// caches depend on readings of the logs.
    pub async fn outlast_readings(&self) {
        if !self.bus.cache_is_valid() {
            tokio::time::sleep(FRESH).await;
        }
    }

    /// Has roles, schemes and configuration read again before the next request.
    pub(crate) fn distrust(&self) {
        self.cache_validity.stale.store(true, Ordering::SeqCst);
    }

    /// Makes the caches valid for a request: returns at once with a lease, and otherwise waits for a reading of the logs or
    /// reloads.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn refresh(&self, node: &Node) -> Result<()> {
        let validity = &self.cache_validity;
        let is_valid = || self.hears() || self.bus.cache_is_valid() && !self.log.is_uncleared();
        // A node that the others do not count as alive is not waited for, however much it reads.
        if !is_valid() && self.log.is_listed() {
            self.log.await_reading(READING_MAX, || is_valid() || !self.log.is_listed()).await;
        }
        if is_valid() && !validity.stale.load(Ordering::SeqCst) {
            return Ok(());
        }
        let mine = validity.asked.fetch_add(1, Ordering::SeqCst) + 1;
        let mut done = validity.done.lock().await;
        if *done >= mine {
            return Ok(());
        }
        // One reading serves every request that asked by now.
        let all = validity.asked.load(Ordering::SeqCst);
        validity.stale.store(false, Ordering::SeqCst);
        let read = self.reread(node).await;
        if read.is_err() {
            validity.stale.store(true, Ordering::SeqCst);
        } else {
            *done = all;
        }
        read
    }

    async fn reread(&self, node: &Node) -> Result<()> {
        self.log.cleared();
        node.forget_everything();
        let roles = node.store.roles().await?;
        node.roles.store(Arc::new(roles::table(&roles)));
        node.schemes.store(Arc::new(Schemes::load(&node.store).await?));
        settings::reread_stored(node).await
    }
}
