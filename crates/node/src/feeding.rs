//! Feeding an index that nodes share from the store: by one node, all the time.

use std::sync::Arc;
use std::time::Duration;

use search::{Feeder, Progress, Shared};

use crate::node::Node;

/// Pause after the index could not be fed.
const RETRY_AFTER: Duration = Duration::from_secs(5);
/// The lease of the one node that feeds an index that nodes share.
const LEASE: &str = "search-index";
/// How often a node that does not feed asks whether it is to.
const OTHERS_PAUSE: Duration = Duration::from_secs(3);

/// Starts feeding an index that nodes share, until the application is gone.
pub fn start(node: &Arc<Node>) {
    if node.indexing.engine.shared().is_none() {
        return;
    }
    let node = Arc::downgrade(node);
    base::tasks::spawn("index-feed", async move {
        let mut feeder = Feeder::default();
        while let Some(node) = node.upgrade() {
            let every = Duration::from_millis(node.config().search.commit_interval_ms.into());
            let engine = node.indexing.engine.clone();
            let Some(shared) = engine.shared() else { return };
            let fed = turn(&node, shared, &mut feeder).await;
            // Held while it waits, the application would never end.
            drop(node);
            match fed {
                Ok(Some(Progress::More)) => {}
                Ok(Some(Progress::Done)) => pause(shared, every).await,
                Ok(None) => tokio::time::sleep(OTHERS_PAUSE).await,
                Err(error) => {
                    tracing::warn!(%error, "the search index could not be fed and is tried again");
                    tokio::time::sleep(RETRY_AFTER).await;
                }
            }
        }
    });
}

/// Feeds the index for a while; nothing when another node does, or this one is kept out of such work. Should two do so
/// for a moment, both write what the store has.
async fn turn(node: &Node, shared: &Shared, feeder: &mut Feeder) -> search::Result<Option<Progress>> {
    let lease = if node.config().jobs.run { node.leases.hold(LEASE).await } else { Ok(None) };
    match lease {
        Ok(Some(_)) => Ok(Some(shared.feed(feeder).await?)),
        Ok(None) => {
            shared.rest(feeder).await?;
            Ok(None)
        }
        Err(error) => {
            tracing::warn!(error = %error.message, cause = %error.detailed, "the lease of the index cannot be read");
            Ok(None)
        }
    }
}

/// A change of this node is written at once, together with those that come while it is; and so that bulks are worth
/// it, not before a tenth of the time.
async fn pause(shared: &Shared, every: Duration) {
    tokio::time::sleep(every / 10).await;
    shared.wait(every).await;
}
