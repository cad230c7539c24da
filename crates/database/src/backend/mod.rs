//! The two databases behind one face, and those of other programs ([`foreign`]).

pub(crate) mod foreign;
mod postgres;
mod sqlite;
mod transfer;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use base::{Clock, Id};
use futures_util::future::BoxFuture;
use metrics::Metrics;
use tokio::sync::{mpsc, oneshot};

use crate::error::{Error, Result};
use crate::options::Options;
use crate::schema::{Migration, Schema};
use crate::statement::Statement;
use crate::value::Value;
use crate::write::{Logged, Outcome, Then, Write};

/// Changes that may wait for the writer. At 15,000 changes a second this is a quarter of a second of work; a caller
/// beyond it is told that the database is busy.
pub(crate) const QUEUE_LEN_MAX: usize = 4_096;

/// Changes that share one transaction at most: bounds the time a transaction is open to some milliseconds.
pub(crate) const BATCH_LEN_MAX: usize = 512;

/// What must not wait behind reads and changes. Each kind has connections of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vital {
    /// Which nodes live.
    Lease,
    /// What other nodes published.
    Log,
}

/// The rows of a query, once they are there.
type Reading<'a> = BoxFuture<'a, Result<Vec<Vec<Value>>>>;

pub(crate) enum Backend {
    Sqlite(sqlite::Sqlite),
    Postgres(postgres::Postgres),
}

/// A change on its way to the writer.
pub(crate) struct Job {
    pub writes: Vec<Write>,
    pub queued: Instant,
    pub then: Option<Then>,
    answer: oneshot::Sender<Result<Outcome>>,
}

impl Job {
    pub fn new(writes: Vec<Write>, then: Option<Then>) -> (Job, oneshot::Receiver<Result<Outcome>>) {
        let (answer, outcome) = oneshot::channel();
        (Job { writes, queued: Instant::now(), then, answer }, outcome)
    }

    /// Runs what follows a durable change and answers its caller.
    pub fn finish(self, outcome: Result<Outcome>) {
        if let (Ok(outcome), Some(then)) = (&outcome, self.then) {
            // What follows one change must not end the writer of all others.
            let follow = std::panic::AssertUnwindSafe(|| then.follow(outcome));
            if std::panic::catch_unwind(follow).is_err() {
                tracing::error!("the consequences of a durable change panicked");
            }
        }
        // The caller may have gone away; the change stands all the same.
        drop(self.answer.send(outcome));
    }
}

impl Backend {
    pub async fn open(options: &Options, clock: &Clock, metrics: Arc<Metrics>) -> Result<Backend> {
        Ok(match options {
            Options::Sqlite { path, readers } => Backend::Sqlite(sqlite::Sqlite::open(path, *readers, metrics)?),
            Options::Postgres(options) => Backend::Postgres(postgres::Postgres::open(options, clock, metrics).await?),
        })
    }

    pub fn driver(&self) -> &'static str {
        match self {
            Backend::Sqlite(_) => "sqlite",
            Backend::Postgres(_) => "postgres",
        }
    }

    /// In a box: a read waits for another thread anyway, and every request that may read would carry its state. Its code
    /// is compiled here alone, too, and not in each crate that reads.
    pub fn read<'a>(&'a self, statement: &'a Statement, params: Vec<Value>) -> Reading<'a> {
        Box::pin(async move {
            match self {
                Backend::Sqlite(sqlite) => sqlite.read(statement, params).await,
                Backend::Postgres(postgres) => postgres.read(statement, &params).await,
            }
        })
    }

    /// As [`Backend::read`], ahead of what waits for a connection.
    pub fn vital<'a>(&'a self, of: Vital, statement: &'a Statement, params: Vec<Value>) -> Reading<'a> {
        Box::pin(async move {
            match self {
                Backend::Sqlite(sqlite) => sqlite.read(statement, params).await,
                Backend::Postgres(postgres) => postgres.vital(of, statement, &params).await,
            }
        })
    }

    pub async fn commit(&self, writes: Vec<Write>, then: Option<Then>) -> Result<Outcome> {
        let (job, outcome) = Job::new(writes, then);
        let Some(jobs) = self.jobs() else { return Err(closed()) };
        jobs.try_send(job).map_err(|_| Error::Busy)?;
        drop(jobs);
        let told = match self {
            Backend::Sqlite(_) => outcome.await,
            // A change that outlasts its caller may still be made: its consequences happen then, and the caller, who
            // was told that it is not known, finds it done.
            Backend::Postgres(postgres) => match postgres.in_time(outcome).await {
                Some(told) => told,
                None => return Err(postgres.late()),
            },
        };
        told.unwrap_or_else(|_| Err(closed()))
    }

    /// Says whether commits do not wait for the disk. The next change takes it up, with or without writes.
    pub fn defer_syncs(&self, is_deferred: bool) {
        match self {
            Backend::Sqlite(sqlite) => sqlite.defer_syncs(is_deferred),
            Backend::Postgres(postgres) => postgres.defer_syncs(is_deferred),
        }
    }

    /// Changes that wait for the writer.
    pub fn writes_waiting(&self) -> usize {
        self.jobs().map_or(0, |jobs| jobs.max_capacity() - jobs.capacity())
    }

    /// Under which name the writer marks its commits and keeps what it logs; none on SQLite, which logs nothing.
    pub fn writer(&self) -> Option<Id> {
        match self {
            Backend::Sqlite(_) => None,
            Backend::Postgres(postgres) => Some(postgres.writer()),
        }
    }

    /// The number of the newest row that the writer logged, and the bytes of all its rows.
    pub fn logged(&self) -> Logged {
        match self {
            Backend::Sqlite(_) => Logged::default(),
            Backend::Postgres(postgres) => postgres.logged(),
        }
    }

    fn jobs(&self) -> Option<mpsc::Sender<Job>> {
        match self {
            Backend::Sqlite(sqlite) => sqlite.jobs(),
            Backend::Postgres(postgres) => postgres.jobs(),
        }
    }

    /// Whether some reads may be answered by a server that follows the writer's.
    pub fn has_replicas(&self) -> bool {
        match self {
            Backend::Sqlite(_) => false,
            Backend::Postgres(postgres) => postgres.has_replicas(),
        }
    }

    /// Whether changes wait for a standby of the database that is not there.
    pub fn waits_for_standby(&self) -> bool {
        match self {
            Backend::Sqlite(_) => false,
            Backend::Postgres(postgres) => postgres.waits_for_standby(),
        }
    }

    /// Removes what writers of the past left for themselves.
    pub async fn forget_writers(&self) -> Result<()> {
        match self {
            Backend::Sqlite(_) => Ok(()),
            Backend::Postgres(postgres) => postgres.forget_writers().await,
        }
    }

    pub async fn prepare(&self, statement: &Statement) -> Result<()> {
        match self {
            Backend::Sqlite(sqlite) => sqlite.prepare(statement).await,
            Backend::Postgres(postgres) => postgres.prepare(statement).await,
        }
    }

    pub async fn migrated(&self) -> Result<i64> {
        match self {
            Backend::Sqlite(sqlite) => sqlite.migrated(),
            Backend::Postgres(postgres) => postgres.migrated().await,
        }
    }

    pub async fn migrate(&self, migration: &Migration, now: i64) -> Result<()> {
        match self {
            Backend::Sqlite(sqlite) => sqlite.migrate(migration, now),
            Backend::Postgres(postgres) => postgres.migrate(migration, now).await,
        }
    }

    /// Makes tables outside of the migrations, in the words of each database.
    pub async fn make(&self, sqlite: &str, postgres: &str) -> Result<()> {
        match self {
            Backend::Sqlite(backend) => backend.make(sqlite),
            Backend::Postgres(backend) => backend.make(postgres).await,
        }
    }

    pub async fn copy_to(&self, path: PathBuf, schema: &'static Schema) -> Result<()> {
        match self {
            Backend::Sqlite(sqlite) => sqlite.copy_to(path).await,
            Backend::Postgres(postgres) => postgres.copy_to(path, schema).await,
        }
    }

    pub async fn fill_from(&self, path: PathBuf, schema: &'static Schema) -> Result<()> {
        match self {
            Backend::Sqlite(_) => Err(Error::Unsupported("a file of SQLite is copied as it is")),
            Backend::Postgres(postgres) => postgres.fill_from(path, schema).await,
        }
    }

    pub async fn close(&self) {
        match self {
            Backend::Sqlite(sqlite) => sqlite.close().await,
            Backend::Postgres(postgres) => postgres.close().await,
        }
    }
}

fn closed() -> Error {
    Error::Database { statement: "Commit", cause: "the store is closed".to_owned() }
}
