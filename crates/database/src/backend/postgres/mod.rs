//! PostgreSQL: pools for reads, on the writer's server ([`connect`]) and on those that follow it ([`replicas`]), and one
//! writer task that groups commits ([`group`]).
//!
//! Any number of nodes may share a database: the order in which they lock is the same ([`locks`]), and a lost connection
//! or a failover is survived without losing or doubling a change. Statements and values go through [`protocol`] and
//! [`values`]; what an error means is decided in [`failure`].

mod connect;
mod failure;
mod group;
mod lag;
mod locks;
mod log;
mod position;
mod protocol;
mod replicas;
mod standby;
mod tls;
mod transaction;
mod values;

use std::future::Future;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use base::{Clock, Id, IdMaker};
use deadpool_postgres::{ClientWrapper, Object, Pool};
use metrics::Metrics;
use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::{Job, QUEUE_LEN_MAX, Vital, transfer};
use crate::dialect;
use crate::error::{Error, Result};
use crate::options::PostgresOptions;
use crate::read_routing;
use crate::schema::{Migration, Schema};
use crate::statement::Statement;
use crate::value::Value;
use crate::write::Logged;
use connect::Use;
use failure::{is_too_slow, said, unavailable, unreached};
use group::Writer;
use log::Log;
use protocol::Protocol;
use replicas::Replicas;
use standby::Standby;
use transaction::Mark;

pub(super) use failure::failed;
pub(super) use tls::Said;
pub(super) use values::{borrowed, values};

/// Names the lock under which one process at a time migrates ("muster" in ASCII).
const MIGRATION_LOCK: i64 = 0x6d75_7374_6572;
/// A read whose connection was lost is asked again, after these pauses: a server that restarts is back within seconds,
/// and the caller is better told than kept.
const READ_AGAIN_MS: [u64; 2] = [50, 500];
/// What a read may take beyond what the server allows it, until the server is held for dead.
const SILENCE: Duration = Duration::from_secs(2);
/// How often somebody who waits for longer than a standby is waited for looks whether it is one.
const LATE_LOOK: Duration = Duration::from_millis(250);
/// How often pools are looked through for connections that are too old or unused.
const TIDY_EVERY: Duration = Duration::from_secs(15);
/// Marks of writers that have been gone for so long are removed when a node starts.
const MARKS_KEPT_MS: i64 = 7 * 24 * 60 * 60 * 1000;

pub(crate) struct Postgres {
    pool: Pool,
    /// Connections for what must not wait behind reads and changes; opened when they are first needed.
    leases: Pool,
    logs: Pool,
    protocol: Protocol,
    query_timeout: Duration,
    patience: Duration,
    standby_wait: Duration,
    standby: Arc<Standby>,
    replicas: Option<Arc<Replicas>>,
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    tidying: JoinHandle<()>,
    metrics: Arc<Metrics>,
    /// The store is about to end.
    closing: Arc<AtomicBool>,
    log: Arc<Log>,
    is_deferred: Arc<AtomicBool>,
}

impl Postgres {
    #[expect(clippy::disallowed_methods, reason = "the tasks belong to the store, which ends them")]
    pub async fn open(options: &PostgresOptions, clock: &Clock, metrics: Arc<Metrics>) -> Result<Postgres> {
        let pool = connect::pool(options, &options.url, Use::Reading, options.connections.max(2))?;
        // Asked once at the start, so that a wrong address is said at once and not at the first request.
        let first = pool.get().await.map_err(|error| unreached("Open", &error));
        drop(first.map_err(|error| Error::Open(format!("cannot reach the database: {error}")))?);
        let (jobs, waiting) = mpsc::channel(QUEUE_LEN_MAX);
        let closing = Arc::<AtomicBool>::default();
        let standby = Standby::new(pool.clone(), metrics.clone());
        let is_deferred = Arc::<AtomicBool>::default();
        let log = Arc::new(Log::new(IdMaker::new(clock.clone()).next()));
        let writer = Writer {
            pool: connect::pool(options, &options.url, Use::Writing, 1)?,
            reads: pool.clone(),
            protocol: options.protocol(),
            begin: options.begin(),
            is_deferred: is_deferred.clone(),
            patience: options.write_timeout,
            mark: Mark { node: log.writer, number: 0 },
            log: log.clone(),
            closing: closing.clone(),
            standby: standby.clone(),
            metrics: metrics.clone(),
        };
        let replicas = Replicas::open(options, &pool, &metrics)?;
        let tidying = tokio::spawn(tidy(options.clone(), pool.clone(), replicas.clone(), metrics.clone()));
        Ok(Postgres {
            pool,
            leases: connect::pool(options, &options.url, Use::Reading, 1)?,
            // One for the readings, and one for the replay of a dead node's last seconds.
            logs: connect::pool(options, &options.url, Use::Reading, 2)?,
            protocol: options.protocol(),
            query_timeout: options.query_timeout,
            patience: options.write_timeout,
            standby_wait: options.standby_wait,
            standby,
            replicas,
            jobs: Mutex::new(Some(jobs)),
            writer: Mutex::new(Some(tokio::spawn(writer.run(waiting)))),
            tidying,
            metrics,
            closing,
            log,
            is_deferred,
        })
    }

    /// Says from the next transaction on whether commits wait for the disk.
    pub fn defer_syncs(&self, is_deferred: bool) {
        self.is_deferred.store(is_deferred, Ordering::Relaxed);
    }

    pub fn jobs(&self) -> Option<mpsc::Sender<Job>> {
        self.jobs.lock().clone()
    }

    pub fn writer(&self) -> Id {
        self.log.writer
    }

    pub fn logged(&self) -> Logged {
        self.log.logged()
    }

    /// Waits for the outcome of a change as long as its caller does: shorter while it waits for a standby.
    pub async fn in_time<T>(&self, outcome: impl Future<Output = T>) -> Option<T> {
        let mut outcome = pin!(outcome);
        let until = Instant::now() + self.patience;
        let mut wait = self.standby_wait.min(self.patience);
        loop {
            if let Ok(told) = timeout(wait, &mut outcome).await {
                return Some(told);
            }
            let left = until.saturating_duration_since(Instant::now());
            if self.standby.is_awaited() || left.is_zero() {
                return None;
            }
            wait = LATE_LOOK.min(left);
        }
    }

    /// What the caller of a change is told whose outcome did not come in time.
    pub fn late(&self) -> Error {
        let cause = match self.standby.is_awaited() {
            true => "the change waits for a standby of the database that is not there, and may have been kept",
            false => "the database did not say in time whether the change was made",
        };
        Error::InDoubt { cause }
    }

    /// Whether changes wait for a standby now.
    pub fn waits_for_standby(&self) -> bool {
        self.standby.is_awaited()
    }

    pub fn has_replicas(&self) -> bool {
        self.replicas.is_some()
    }

    pub async fn read(&self, statement: &Statement, params: &[Value]) -> Result<Vec<Vec<Value>>> {
        if let Some(replicas) = &self.replicas
            && let Some(scope) = read_routing::current()
            && let Some(rows) = replicas.read(&scope, statement, params).await
        {
            return Ok(rows);
        }
        for pause in READ_AGAIN_MS {
            match self.read_once(statement, params).await {
                Err(Error::Unavailable { cause, .. }) => {
                    tracing::debug!(statement = statement.name, cause, "a read is tried again");
                    tokio::time::sleep(Duration::from_millis(pause)).await;
                }
                told => return told,
            }
        }
        self.read_once(statement, params).await
    }

    async fn read_once(&self, statement: &Statement, params: &[Value]) -> Result<Vec<Vec<Value>>> {
        let connection = self.connection(statement.name).await?;
        self.run(&self.pool, connection, self.query_timeout + SILENCE, (statement, params)).await
    }

    /// Asks on a connection of its own. A lease is not waited for: whoever needs it asks again.
    pub async fn vital(&self, of: Vital, statement: &Statement, params: &[Value]) -> Result<Vec<Vec<Value>>> {
        let (pool, patience) = match of {
            Vital::Lease => (&self.leases, SILENCE),
            Vital::Log => (&self.logs, self.query_timeout + SILENCE),
        };
        let connection = pool.get().await.map_err(|error| unreached(statement.name, &error))?;
        self.run(pool, connection, patience, (statement, params)).await
    }

    async fn run(
        &self,
        pool: &Pool,
        connection: Object,
        patience: Duration,
        (statement, params): (&Statement, &[Value]),
    ) -> Result<Vec<Vec<Value>>> {
        let name = statement.name;
        let run = async {
            let prepared = self.protocol.prepare(&connection, statement).await?;
            Protocol::run(&connection, statement, prepared.as_ref(), params).await
        };
        let ran = match timeout(patience, run).await {
            Ok(Ok(ran)) => ran,
            Ok(Err(error)) if is_too_slow(&error) => {
                let cause = format!("took longer than {} s", self.query_timeout.as_secs());
                return Err(Error::Database { statement: name, cause });
            }
            Ok(Err(error)) => return Err(without(pool, connection, failed(name, &error))),
            Err(_) => return Err(without(pool, connection, unavailable(name, "the database says nothing".to_owned()))),
        };
        ran.rows.iter().map(|row| values(name, row)).collect()
    }

    pub async fn prepare(&self, statement: &Statement) -> Result<()> {
        let connection = self.connection(statement.name).await?;
        connection.prepare(&statement.sql).await.map(drop).map_err(|error| failed(statement.name, &error))
    }

    async fn connection(&self, name: &'static str) -> Result<Object> {
        let began = Instant::now();
        let connection = self.pool.get().await.map_err(|error| unreached(name, &error));
        self.metrics.store.connection_wait.observe(began.elapsed().as_secs_f64());
        connection
    }

    /// The version of the schema. Waits for a node that is just migrating.
    pub async fn migrated(&self) -> Result<i64> {
        let mut connection = self.connection("Migrated").await?;
        let run = async {
            let transaction = connection.transaction().await?;
            transaction.batch_execute(&format!("{UNHURRIED}; SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")).await?;
            transaction
                .batch_execute(
                    "CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)",
                )
                .await?;
            let version = transaction.query_typed_one("SELECT COALESCE(MAX(version), 0) FROM migrations", &[]).await?;
            transaction.commit().await?;
            version.try_get(0)
        };
        run.await.map_err(|error| Error::Open(format!("cannot read the schema version: {}", said(&error))))
    }

    /// Applies one migration under a lock; another node may have been faster.
    pub async fn migrate(&self, migration: &Migration, now: i64) -> Result<()> {
        let mut connection = self.connection("Migrate").await?;
        let (version, name) = (Value::Int(migration.version), Value::Text(migration.name.to_owned()));
        let run = async {
            let transaction = connection.transaction().await?;
            transaction.batch_execute(&format!("{UNHURRIED}; SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")).await?;
            let row = values::typed(std::slice::from_ref(&version));
            let done = transaction.query_typed_opt("SELECT 1 FROM migrations WHERE version = $1", &row).await?;
            if done.is_none() {
                transaction.batch_execute(&dialect::postgres_schema(migration.sql)).await?;
                let row = [version.clone(), name, Value::Int(now)];
                let insert = "INSERT INTO migrations (version, name, applied_at) VALUES ($1, $2, $3)";
                transaction.execute_typed(insert, &values::typed(&row)).await?;
            }
            transaction.commit().await
        };
        run.await.map_err(|error| Error::Open(format!("migration {} failed: {}", migration.name, said(&error))))
    }

    /// Makes tables outside of the migrations, one node at a time.
    pub async fn make(&self, tables: &str) -> Result<()> {
        let mut connection = self.connection("Make").await?;
        let run = async {
            let transaction = connection.transaction().await?;
            transaction.batch_execute(&format!("{UNHURRIED}; SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")).await?;
            transaction.batch_execute(tables).await?;
            transaction.commit().await
        };
        run.await.map_err(|error| Error::Open(format!("tables could not be made: {}", said(&error))))
    }

    /// Forgets writers that have been gone for long.
    pub async fn forget_writers(&self) -> Result<()> {
        let connection = self.connection("Commit").await?;
        let sql = format!(
            "DELETE FROM commit_marks \
             WHERE marked_at < CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) - {MARKS_KEPT_MS}"
        );
        connection.batch_execute(&sql).await.map_err(|error| failed("Commit", &error))
    }

    /// Copies all rows, as they are at one moment, into a file that has the tables.
    pub async fn copy_to(&self, path: PathBuf, schema: &'static Schema) -> Result<()> {
        let mut connection = self.unhurried("Backup").await?;
        transfer::to_file(&mut connection, path, schema).await
    }

    /// Takes all rows from such a file; the tables must be empty.
    pub async fn fill_from(&self, path: PathBuf, schema: &'static Schema) -> Result<()> {
        let mut connection = self.unhurried("Restore").await?;
        transfer::from_file(&mut connection, path, schema).await
    }

    /// A connection whose statements may take their time. It does not go back to the others.
    async fn unhurried(&self, name: &'static str) -> Result<ClientWrapper> {
        let connection = self.connection(name).await?;
        if self.protocol == Protocol::Named {
            connection.batch_execute("SET statement_timeout = 0").await.map_err(|error| failed(name, &error))?;
        }
        Ok(Object::take(connection))
    }

    pub async fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        self.jobs.lock().take();
        let writer = self.writer.lock().take();
        if let Some(writer) = writer
            && writer.await.is_err()
        {
            tracing::error!("the store writer ended in a panic");
        }
        self.tidying.abort();
        self.leases.close();
        self.logs.close();
        self.pool.close();
    }
}

/// Drops the connection if the error says that it is of no use, and with it all that lead to the same server.
fn without(pool: &Pool, connection: Object, error: Error) -> Error {
    if matches!(error, Error::Unavailable { .. }) {
        drop(Object::take(connection));
        pool.retain(|_, _| false);
    }
    error
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.tidying.abort();
    }
}

/// Migrations take as long as they take.
const UNHURRIED: &str = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0";

/// Closes connections that are too old or unused, and counts those that are open.
async fn tidy(options: PostgresOptions, pool: Pool, replicas: Option<Arc<Replicas>>, metrics: Arc<Metrics>) {
    let mut ticks = interval(TIDY_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        for pool in std::iter::once(&pool).chain(replicas.iter().flat_map(|replicas| replicas.pools())) {
            pool.retain(|_, use_of| use_of.last_used() < options.idle_max && use_of.age() < options.lifetime_max);
        }
        // The writer's is one more.
        metrics.store.master_connections.set(i64::try_from(pool.status().size + 1).unwrap_or(i64::MAX));
    }
}
