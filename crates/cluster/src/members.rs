//! Membership: which nodes are alive, according to the database.
//!
//! In a partition, each half would take the other for dead and continue alone. The database is one place, so it
//! decides. Each node that the bus reaches renews its entry there. A listed node that is not heard ends the cache
//! lease of every node that does not hear it.
//!
//! A node without the bus lets its entry expire beside a node that has it. It uses no cache from then on, so no node has
//! to wait for it. When every node has lost the bus, all keep renewing, and use their caches as long as they read each
//! other's event logs. A change is answered after the others' silence, which is longer than a reading may be old.

use std::sync::Arc;
use std::time::{Duration, Instant};

use base::Millis;
use bus::{MEMBERS_LISTED_MS, NodeId};
use node::Node;
use store::Store;

use crate::cluster::Cluster;

/// The interval at which a node renews its entry: two renewals may fail before the cache lease ends.
const RENEW_EVERY: Duration = Duration::from_secs(1);
/// The interval of reading the entries while the cache lease waits for them.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// Entries that have not been renewed for so long are removed when a node starts.
const KEPT_MS: Millis = 60 * 60 * 1000;

impl Cluster {
    /// Tells the bus from here on who lives, as long as the application does.
    pub(crate) fn watch_members(self: &Arc<Self>, node: &Arc<Node>) {
        let (cluster, weak) = (self.clone(), Arc::downgrade(node));
        base::tasks::spawn("cluster-members", async move {
            if let Some(node) = weak.upgrade()
                && let Err(error) = node.store.forget_nodes(KEPT_MS).await
            {
                tracing::warn!(%error, "entries of nodes that ended long ago could not be removed");
            }
            let mut fails = false;
            loop {
                let Some(node) = weak.upgrade() else { return };
                let renewed = cluster.renew(&node.store).await;
                if let Err(error) = &renewed
                    && !fails
                {
                    tracing::warn!(%error, "the list of live nodes cannot be read: the caches are not used without it");
                }
                fails = renewed.is_err();
                drop(node);
                let pause = if cluster.bus.cache_is_valid() { RENEW_EVERY } else { LOOK_EVERY };
                tokio::time::sleep(pause).await;
            }
        });
    }

    /// Says goodbye to the other nodes, none of which has to wait for this one then.
    pub async fn leave(&self, store: &Store) {
        self.bus.leave().await;
        if let Err(error) = store.remove_node(self.bus.node().0).await {
            tracing::warn!(%error, "a node that starts now waits until the entry of this one has ended");
        }
    }

    async fn renew(&self, store: &Store) -> store::Result<()> {
        let began = Instant::now();
        let listed_ms = Millis::try_from(MEMBERS_LISTED_MS).unwrap_or(Millis::MAX);
        let node = self.bus.node().0;
        let others = if self.bus.is_connected() {
            Some(store.renew_node(node, listed_ms).await?)
        } else {
            store.renew_cut_off_node(node, listed_ms).await?
        };
        if let Some(others) = others {
            self.log.listed(&others, began);
            self.bus.members(others.into_iter().map(|other| NodeId(other.node)).collect(), began);
        }
        Ok(())
    }
}
