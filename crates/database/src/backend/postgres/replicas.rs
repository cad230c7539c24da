//! Replicas: servers that follow the writer's and answer reads that may be a moment old.
//!
//! Before the first such read of a call the writer's server is asked how far its log is durable, once for all calls that
//! ask at that time; the replica is asked whether it has come as far on the same timeline ([`super::position`]), and given
//! some milliseconds to. A replica that cannot is passed over for the writer's server, so an answer is never older than
//! the question. A watch looks at all replicas several times a second and leaves out those that are dead, far behind, or
//! left behind by a failover until they are back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use deadpool_postgres::{Object, Pool};
use metrics::Metrics;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::connect::{self, Use};
use super::failure::{failed, unreached};
use super::lag::Positions;
use super::position::{Position, REPLAYED, WRITTEN};
use super::protocol::Protocol;
use super::values::values;
use crate::error::{Error, Result};
use crate::options::PostgresOptions;
use crate::read_routing::Scope;
use crate::statement::Statement;
use crate::value::Value;

/// Replicas, at most; each has a label in the metrics.
const LABELS: [&str; 16] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"];
/// How often all replicas are looked at.
const WATCH_EVERY: Duration = Duration::from_millis(150);
/// A server that does not answer the watch within this is left out.
const WATCH_WAIT: Duration = Duration::from_secs(1);
/// Calls that may wait to hear the writer's position; each look answers all of them.
const ASKING_MAX: usize = 4_096;
/// Pauses in which a replica may catch up: a replica that follows closely is a few milliseconds behind.
const CATCH_UP_MS: [u64; 4] = [1, 2, 4, 8];

pub struct Replicas {
    all: Vec<Replica>,
    next: AtomicUsize,
    asking: mpsc::Sender<oneshot::Sender<Position>>,
    protocol: Protocol,
    metrics: Arc<Metrics>,
}

struct Replica {
    label: &'static str,
    pool: Pool,
    usable: AtomicBool,
}

impl Replicas {
    /// Makes the pools and starts the watch, which ends with the value; nothing when there are no replicas.
    ///
    /// # Errors
    /// [`Error::Open`] for a wrong address and for too many of them. Replicas that cannot be reached are left out.
    pub fn open(options: &PostgresOptions, writer: &Pool, metrics: &Arc<Metrics>) -> Result<Option<Arc<Replicas>>> {
        if options.readers.is_empty() {
            return Ok(None);
        }
        if options.readers.len() > LABELS.len() {
            return Err(Error::Open(format!("there can be {} replicas, not more", LABELS.len())));
        }
        let replica = |(address, label): (&String, &'static str)| {
            let pool = connect::pool(options, address, Use::Following, options.connections)?;
            Ok(Replica { label, pool, usable: AtomicBool::new(false) })
        };
        let all = options.readers.iter().zip(LABELS).map(replica).collect::<Result<_>>()?;
        let (asking, asked) = mpsc::channel(ASKING_MAX);
        let protocol = options.protocol();
        let replicas = Replicas { all, next: AtomicUsize::new(0), asking, protocol, metrics: metrics.clone() };
        let replicas = Arc::new(replicas);
        spawn(answer_positions(writer.clone(), asked, protocol));
        spawn(watch(Arc::downgrade(&replicas), options.reader_lag_max));
        Ok(Some(replicas))
    }

    /// The rows, from a replica; nothing when no replica can answer, and the writer's server has to.
    pub async fn read(&self, scope: &Scope, statement: &Statement, params: &[Value]) -> Option<Vec<Vec<Value>>> {
        let place = (*scope.replica.get_or_init(|| self.choose()).await)?;
        let replica = &self.all[place];
        let run = async {
            let connection = replica.connection().await?;
            let run = run(&connection, self.protocol, statement, params).await;
            run.inspect_err(|error| replica.note(error))
        };
        match run.await {
            Ok(rows) => {
                self.metrics.store.replica_reads.inc((replica.label,));
                Some(rows)
            }
            Err(error) => {
                // Replaying may break a read off; the writer's server answers then.
                tracing::debug!(replica = replica.label, %error, "a replica did not answer");
                None
            }
        }
    }

    /// A replica that has all that is durable by now.
    async fn choose(&self) -> Option<usize> {
        let first = self.next.fetch_add(1, Ordering::Relaxed);
        let order = (0..self.all.len()).map(|step| first.wrapping_add(step) % self.all.len());
        let place = order.into_iter().find(|place| self.all[*place].usable.load(Ordering::Relaxed))?;
        let wanted = self.written().await?;
        let replica = &self.all[place];
        let caught_up = async {
            let connection = replica.connection().await.ok()?;
            for pause in CATCH_UP_MS.into_iter().map(Some).chain([None]) {
                if position(&connection, self.protocol, &REPLAYED).await.ok()??.covers(wanted) {
                    return Some(place);
                }
                tokio::time::sleep(Duration::from_millis(pause?)).await;
            }
            None
        };
        let chosen = timeout(WATCH_WAIT, caught_up).await.ok().flatten();
        if chosen.is_none() {
            self.metrics.store.replica_misses.inc((replica.label,));
        }
        chosen
    }

    /// How far the log of the writer's server is durable.
    async fn written(&self) -> Option<Position> {
        let (answer, position) = oneshot::channel();
        self.asking.try_send(answer).ok()?;
        timeout(WATCH_WAIT, position).await.ok()?.ok()
    }

    async fn look(&self, positions: &mut Positions, lag_max: Duration) {
        if let Some(written) = self.written().await {
            positions.note(Instant::now(), written);
        }
        let looks = self.all.iter().map(|replica| async {
            let replayed = async {
                let connection = replica.connection().await?;
                position(&connection, self.protocol, &REPLAYED).await.inspect_err(|error| replica.note(error))
            };
            timeout(WATCH_WAIT, replayed).await.ok().and_then(Result::ok).flatten()
        });
        let found = futures_util::future::join_all(looks).await;
        for (replica, replayed) in self.all.iter().zip(found) {
            let lag = replayed.and_then(|position| positions.behind(Instant::now(), position));
            replica.set_usable(lag, lag_max);
            let (bytes, seconds) = (replayed.and_then(|position| positions.bytes_behind(position)), lag);
            let bytes = bytes.map_or(-1, |bytes| i64::try_from(bytes).unwrap_or(i64::MAX));
            self.metrics.store.replica_lag_abs.set((replica.label,), bytes);
            let seconds = seconds.map_or(-1, |lag| i64::try_from(lag.as_secs()).unwrap_or(i64::MAX));
            self.metrics.store.replica_lag_time.set((replica.label,), seconds);
        }
        let open: usize = self.all.iter().map(|replica| replica.pool.status().size).sum();
        self.metrics.store.replica_connections.set(i64::try_from(open).unwrap_or(i64::MAX));
    }

    /// The pools, for those who shrink them.
    pub fn pools(&self) -> impl Iterator<Item = &Pool> {
        self.all.iter().map(|replica| &replica.pool)
    }
}

impl Replica {
    async fn connection(&self) -> Result<Object> {
        self.pool.get().await.map_err(|error| unreached("Replica", &error))
    }

    /// Drops what leads to a server that is gone.
    fn note(&self, error: &Error) {
        if matches!(error, Error::Unavailable { .. }) {
            self.pool.retain(|_, _| false);
        }
    }

    fn set_usable(&self, lag: Option<Duration>, lag_max: Duration) {
        let usable = lag.is_some_and(|lag| lag <= lag_max);
        if self.usable.swap(usable, Ordering::Relaxed) != usable {
            let lag_ms = lag.map(|lag| lag.as_millis());
            match usable {
                true => tracing::info!(replica = self.label, "a replica takes part"),
                false => tracing::warn!(
                    replica = self.label,
                    lag_ms,
                    "a replica is left out: it is dead, far behind, or does not follow the writer"
                ),
            }
        }
    }
}

async fn run(client: &Object, protocol: Protocol, statement: &Statement, params: &[Value]) -> Result<Vec<Vec<Value>>> {
    let run = async {
        let prepared = protocol.prepare(client, statement).await?;
        Protocol::run(client, statement, prepared.as_ref(), params).await
    };
    let ran = run.await.map_err(|error| failed(statement.name, &error))?;
    ran.rows.iter().map(|row| values(statement.name, row)).collect()
}

async fn position(client: &Object, protocol: Protocol, statement: &Statement) -> Result<Option<Position>> {
    Ok(Position::of(&run(client, protocol, statement, &[]).await?))
}

/// Tells all who wait how far the writer's server is, one look at a time. Whoever is not told goes to that server.
async fn answer_positions(writer: Pool, mut asked: mpsc::Receiver<oneshot::Sender<Position>>, protocol: Protocol) {
    let mut waiting = Vec::new();
    while asked.recv_many(&mut waiting, ASKING_MAX).await > 0 {
        let look = async { position(&writer.get().await.ok()?, protocol, &WRITTEN).await.ok()? };
        let found = timeout(WATCH_WAIT, look).await.ok().flatten();
        for answer in waiting.drain(..) {
            if let Some(position) = found {
                // Who asked may have gone away.
                let _ = answer.send(position);
            }
        }
    }
}

async fn watch(replicas: std::sync::Weak<Replicas>, lag_max: Duration) {
    let mut positions = Positions::default();
    let mut ticks = interval(WATCH_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let Some(replicas) = replicas.upgrade() else { return };
        replicas.look(&mut positions, lag_max).await;
    }
}

#[expect(clippy::disallowed_methods, reason = "both tasks end when the replicas are dropped")]
fn spawn(work: impl Future<Output = ()> + Send + 'static) {
    drop(tokio::spawn(work));
}
