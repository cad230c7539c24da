//! Feeding the embedded index from the store, whenever it lacks something.

use std::sync::Arc;
use std::time::Duration;

use search::source::{Placed, page};
use search::{Engine, Index, Kind};
use store::Store;

/// Pause after the index could not be fed.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// Starts feeding the embedded index.
pub fn start(engine: &Arc<Engine>, store: &Store) {
    if engine.embedded().is_some() {
        for kind in [Kind::Posts, Kind::Files] {
            base::tasks::spawn("index-follow", follow(engine.clone(), store.clone(), kind));
        }
    }
}

/// Feeds the embedded index whenever it lacks something, first at the start.
async fn follow(engine: Arc<Engine>, store: Store, kind: Kind) {
    let Some(index) = engine.embedded() else { return };
    loop {
        index.fell_behind(kind).await;
        if let Err(error) = replay(index, &store, kind).await {
            tracing::warn!(?kind, error = %error, "the search index could not be fed and is tried again");
            tokio::time::sleep(RETRY_AFTER).await;
        }
    }
}

async fn replay(index: &Index, store: &Store, kind: Kind) -> search::Result<()> {
    let replay = index.replay(kind);
    let mut from = replay.cursor();
    loop {
        let changes = page(store, kind, from).await?;
        let Some((reached, _)) = changes.last() else { break };
        let reached = *reached;
        let changes = changes.into_iter().map(|(_, change): Placed| change);
        from = replay.feed(changes.collect(), reached).await?;
    }
    // When something was lost meanwhile, `fell_behind` says so at once and the feeding begins anew.
    replay.finish();
    Ok(())
}
