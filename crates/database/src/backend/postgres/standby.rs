//! Whether changes wait for a standby of the database.
//!
//! With `synchronous_standby_names` a COMMIT ends when a standby has it, too. While none of those named is there, it does
//! not end: the change stands on the writer's server, nobody may be told so, and reads go on as if nothing were. Asked
//! only while something takes long, so it costs nothing otherwise.

use std::convert::Infallible;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use deadpool_postgres::Pool;
use metrics::Metrics;
use tokio::time::{sleep, timeout};

/// A commit that takes so long waits for more than a disk; so often the database is asked for what.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How long the answer may take.
const ANSWER: Duration = Duration::from_secs(2);
/// What others of the same account wait for may be seen by it.
const WAITING: &str = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = CURRENT_USER AND pid <> pg_backend_pid()";

pub struct Standby {
    /// Connections for reads: they go on while writes wait.
    reads: Pool,
    is_awaited: AtomicBool,
    metrics: Arc<Metrics>,
}

impl Standby {
    pub fn new(reads: Pool, metrics: Arc<Metrics>) -> Arc<Standby> {
        Arc::new(Standby { reads, is_awaited: AtomicBool::new(false), metrics })
    }

    /// Whether changes wait for a standby now.
    pub fn is_awaited(&self) -> bool {
        self.is_awaited.load(Ordering::Relaxed)
    }

    /// Does what ends with a COMMIT, and finds out what it waits for when it takes long.
    pub async fn over<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        let done = tokio::select! {
            done = &mut work => done,
            never = self.watch() => match never {},
        };
        self.note(false);
        done
    }

    async fn watch(&self) -> Infallible {
        loop {
            sleep(LOOK_EVERY).await;
            match timeout(ANSWER, self.ask()).await {
                Ok(Ok(waiting)) => self.note(waiting > 0),
                // Whoever does not say what it waits for is not reached at all, and the change itself tells that.
                Ok(Err(cause)) => tracing::debug!(cause, "it is not known what a commit waits for"),
                Err(_) => tracing::debug!("it is not known what a commit waits for: the database says nothing"),
            }
        }
    }

    async fn ask(&self) -> Result<i64, String> {
        let connection = self.reads.get().await.map_err(|error| error.to_string())?;
        let row = connection.query_typed_one(WAITING, &[]).await.map_err(|error| error.to_string())?;
        row.try_get(0).map_err(|error| error.to_string())
    }

    fn note(&self, is_awaited: bool) {
        if self.is_awaited.swap(is_awaited, Ordering::Relaxed) == is_awaited {
            return;
        }
        self.metrics.store.waits_for_standby.set(i64::from(is_awaited));
        if is_awaited {
            tracing::error!("writes wait for a standby of the database: none in synchronous_standby_names is there");
        } else {
            tracing::info!("writes do not wait for a standby of the database any more");
        }
    }
}
