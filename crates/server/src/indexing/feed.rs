//! Feeding the engine from the store: the embedded index whenever it lacks something, an index that nodes share all the
//! time.

use std::sync::Arc;
use std::time::Duration;

use search::source::{Placed, page};
use search::{Engine, Feeder, Index, Kind, Progress, Shared};
use store::Store;

use crate::app::App;

/// Pause after the index could not be fed.
const RETRY_AFTER: Duration = Duration::from_secs(5);
/// The lease of the one node that feeds an index that nodes share.
const LEASE: &str = "search-index";
/// How often a node that does not feed asks whether it is to.
const OTHERS_PAUSE: Duration = Duration::from_secs(3);

/// Starts feeding the embedded index.
pub fn follow_all(engine: &Arc<Engine>, store: &Store) {
    if engine.embedded().is_some() {
        for kind in [Kind::Posts, Kind::Files] {
            base::tasks::spawn("index-follow", follow(engine.clone(), store.clone(), kind));
        }
    }
}

/// Starts feeding an index that nodes share, until the application is gone.
pub fn start(app: &Arc<App>) {
    if app.indexing.engine.shared().is_none() {
        return;
    }
    let app = Arc::downgrade(app);
    base::tasks::spawn("index-feed", async move {
        let mut feeder = Feeder::default();
        while let Some(app) = app.upgrade() {
            let every = Duration::from_millis(app.config().search.commit_interval_ms.into());
            let engine = app.indexing.engine.clone();
            let Some(shared) = engine.shared() else { return };
            let fed = turn(&app, shared, &mut feeder).await;
            // Held while it waits, the application would never end.
            drop(app);
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

/// Feeds the index for a while; nothing when another node does, or this one is kept out of such work. Should two do so
/// for a moment, both write what the store has.
async fn turn(app: &App, shared: &Shared, feeder: &mut Feeder) -> search::Result<Option<Progress>> {
    let lease = if app.config().jobs.run { app.leases.hold(LEASE).await } else { Ok(None) };
    match lease {
        Ok(Some(_)) => Ok(Some(shared.feed(feeder).await?)),
        Ok(None) => {
            shared.rest(feeder).await?;
            Ok(None)
        }
        Err(error) => {
            tracing::warn!(error = %error.message, cause = %error.detailed, "who feeds the search index is not known");
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
