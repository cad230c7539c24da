//! The two databases behind one face.

mod postgres;
mod sqlite;
mod transfer;

use std::path::PathBuf;
use std::sync::Arc;

use metrics::Metrics;

use crate::error::{Error, Result};
use crate::migrate::Migration;
use crate::statement::Statement;
use crate::value::Value;
use crate::write::{Outcome, Write};
use crate::{Options, Then};

/// Changes that may wait for the writer. At 15,000 changes a second this is a quarter of a second of work; a caller
/// beyond it is told that the database is busy.
pub(crate) const QUEUE_LEN_MAX: usize = 4_096;

/// Changes that share one transaction at most: bounds the time a transaction is open to some milliseconds.
pub(crate) const BATCH_LEN_MAX: usize = 512;

pub(crate) enum Backend {
    Sqlite(sqlite::Sqlite),
    Postgres(postgres::Postgres),
}

/// A change on its way to the writer.
pub(crate) struct Job {
    pub writes: Vec<Write>,
    pub then: Option<Then>,
    pub answer: tokio::sync::oneshot::Sender<Result<Outcome>>,
}

impl Job {
    /// Runs what follows a durable change and answers its caller.
    pub fn finish(self, outcome: Result<Outcome>) {
        if let (Ok(outcome), Some(then)) = (&outcome, self.then) {
            // What follows one change must not end the writer of all others.
            let follow = std::panic::AssertUnwindSafe(|| then(outcome));
            if std::panic::catch_unwind(follow).is_err() {
                tracing::error!("what follows a durable change ended in a panic");
            }
        }
        // The caller may have gone away; the change stands all the same.
        drop(self.answer.send(outcome));
    }
}

impl Backend {
    pub async fn open(options: &Options, metrics: Arc<Metrics>) -> Result<Backend> {
        Ok(match options {
            Options::Sqlite { path, readers } => Backend::Sqlite(sqlite::Sqlite::open(path, *readers, metrics)?),
            Options::Postgres { url, connections } => {
                Backend::Postgres(postgres::Postgres::open(url, *connections, metrics).await?)
            }
        })
    }

    pub fn driver(&self) -> &'static str {
        match self {
            Backend::Sqlite(_) => "sqlite",
            Backend::Postgres(_) => "postgres",
        }
    }

    pub async fn read(&self, statement: &Statement, params: Vec<Value>) -> Result<Vec<Vec<Value>>> {
        match self {
            Backend::Sqlite(sqlite) => sqlite.read(statement, params).await,
            Backend::Postgres(postgres) => postgres.read(statement, params).await,
        }
    }

    pub async fn commit(&self, writes: Vec<Write>, then: Option<Then>) -> Result<Outcome> {
        let (answer, outcome) = tokio::sync::oneshot::channel();
        let job = Job { writes, then, answer };
        let jobs = match self {
            Backend::Sqlite(sqlite) => sqlite.jobs(),
            Backend::Postgres(postgres) => postgres.jobs(),
        };
        let Some(jobs) = jobs else { return Err(closed()) };
        jobs.try_send(job).map_err(|_| Error::Busy)?;
        drop(jobs);
        outcome.await.unwrap_or_else(|_| Err(closed()))
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

    pub async fn copy_to(&self, path: PathBuf) -> Result<()> {
        match self {
            Backend::Sqlite(sqlite) => sqlite.copy_to(path).await,
            Backend::Postgres(postgres) => postgres.copy_to(path).await,
        }
    }

    pub async fn fill_from(&self, path: PathBuf) -> Result<()> {
        match self {
            Backend::Sqlite(_) => Err(Error::Unsupported("a file of SQLite is copied as it is")),
            Backend::Postgres(postgres) => postgres.fill_from(path).await,
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
