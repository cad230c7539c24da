//! The handle on the database: reads, changes, and what is done with the whole of it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use base::{Clock, Id};
use metrics::Metrics;

use crate::backend::{Backend, Vital};
use crate::error::Result;
use crate::migrate;
use crate::options::Options;
use crate::schema::{Migration, Schema};
use crate::statement::Statement;
use crate::value::Value;
use crate::write::{Logged, Outcome, Then, Write};

/// A handle on the database; clones share it.
#[derive(Clone)]
pub struct Database {
    backend: Arc<Backend>,
    schema: &'static Schema,
    metrics: Arc<Metrics>,
}

impl Database {
    /// Opens the database and brings its tables up to date.
    ///
    /// # Errors
    /// When it cannot be reached, is newer by more than a release, or a migration fails.
    pub async fn open(
        options: &Options,
        schema: &'static Schema,
        clock: &Clock,
        metrics: Arc<Metrics>,
    ) -> Result<Database> {
        let database = Database::connect(options, schema, clock, metrics).await?;
        database.migrate(clock).await?;
        database.backend.forget_writers().await?;
        Ok(database)
    }

    /// Opens the database with whatever tables it has.
    ///
    /// # Errors
    /// When it cannot be reached.
    pub async fn connect(
        options: &Options,
        schema: &'static Schema,
        clock: &Clock,
        metrics: Arc<Metrics>,
    ) -> Result<Database> {
        let backend = Arc::new(Backend::open(options, clock, metrics.clone()).await?);
        Ok(Database { backend, schema, metrics })
    }

    /// Brings the tables up to date.
    ///
    /// # Errors
    /// When they are newer by more than a release, or a migration fails.
    pub async fn migrate(&self, clock: &Clock) -> Result<()> {
        migrate::run(self, self.schema, clock).await
    }

    /// The version of the tables. Waits for a node that is just migrating.
    pub async fn migrated(&self) -> Result<i64> {
        self.backend.migrated().await
    }

    /// Applies one migration.
    ///
    /// # Errors
    /// What the database says of it; then nothing was changed.
    pub async fn apply(&self, migration: &Migration, now: i64) -> Result<()> {
        self.backend.migrate(migration, now).await
    }

    /// Makes tables outside of the migrations, in the words of each database.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn make(&self, sqlite: &str, postgres: &str) -> Result<()> {
        self.backend.make(sqlite, postgres).await
    }

    /// As [`Database::rows`], ahead of whatever waits for the database.
    pub async fn vital_rows(&self, of: Vital, statement: &Statement, params: Vec<Value>) -> Result<Vec<Vec<Value>>> {
        let began = Instant::now();
        let rows = self.backend.vital(of, statement, params).await;
        self.metrics.db_store_time(statement.name, rows.is_ok(), began.elapsed().as_secs_f64());
        rows
    }

    /// All rows of a query.
    pub async fn rows(&self, statement: &Statement, params: Vec<Value>) -> Result<Vec<Vec<Value>>> {
        let began = Instant::now();
        let _traced = tracing::trace_span!(target: "trace", "store", method = statement.name);
        let rows = self.backend.read(statement, params).await;
        self.metrics.db_store_time(statement.name, rows.is_ok(), began.elapsed().as_secs_f64());
        rows
    }

    /// Makes all `writes` durable, or none; then runs `then`; then answers.
    ///
    /// # Errors
    /// [`Conflict`](crate::Error::Conflict) when a unique key is taken, [`Unmet`](crate::Error::Unmet) when a statement
    /// that had to change a row changed none, [`Busy`](crate::Error::Busy) when the queue of waiting changes is full.
    /// After [`Unavailable`](crate::Error::Unavailable) it is not known whether the change was made: all of it or
    /// nothing.
    pub async fn commit(&self, writes: Vec<Write>, then: Option<Then>) -> Result<Outcome> {
        let name = writes.first().map_or("Empty", |write| write.statement.name);
        let began = Instant::now();
        let _traced = tracing::trace_span!(target: "trace", "store", method = name);
        let outcome = self.backend.commit(writes, then).await;
        self.metrics.db_store_time(name, outcome.is_ok(), began.elapsed().as_secs_f64());
        outcome
    }

    /// From now on commits do not wait for the disk: for who fills a database and notes in each commit how far he is. A
    /// crash of the machine may lose the newest commits then, never one of those before.
    pub fn defer_syncs(&self) {
        self.backend.defer_syncs(true);
    }

    /// Makes all commits durable, and from now on they wait for the disk again.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn sync(&self) -> Result<()> {
        self.backend.defer_syncs(false);
        self.commit(Vec::new(), None).await.map(drop)
    }

    /// Commits one write with nothing to run after it.
    pub async fn write(&self, write: Write) -> Result<Outcome> {
        self.commit(vec![write], None).await
    }

    /// Under which name the writer keeps what it logs; none on SQLite, which logs nothing.
    pub fn writer(&self) -> Option<Id> {
        self.backend.writer()
    }

    /// How far the writer's log is.
    pub fn logged(&self) -> Logged {
        self.backend.logged()
    }

    /// Changes that wait for the writer, 4,096 at most.
    pub fn writes_waiting(&self) -> usize {
        self.backend.writes_waiting()
    }

    /// Whether there are servers that may answer in the place of the writer's: see [`from_replica`](crate::from_replica).
    pub fn has_replicas(&self) -> bool {
        self.backend.has_replicas()
    }

    /// Answers when the database does.
    pub async fn health(&self) -> Result<()> {
        self.rows(&HEALTH, vec![]).await.map(drop)
    }

    /// Whether changes wait for a standby of the database that is not there; reads go on meanwhile.
    pub fn waits_for_standby(&self) -> bool {
        self.backend.waits_for_standby()
    }

    /// `"sqlite"` or `"postgres"`, as clients are told.
    pub fn driver(&self) -> &'static str {
        self.backend.driver()
    }

    /// The number of the newest migration this program knows, and so the schema's version once it runs.
    pub fn schema_version(&self) -> i64 {
        self.schema.newest()
    }

    /// Waits until accepted changes are durable, then closes the connections.
    pub async fn close(&self) {
        self.backend.close().await;
    }

    /// Prepares a statement without running it, on a connection of its own.
    ///
    /// # Errors
    /// What the database says of the text.
    pub async fn prepare(&self, statement: &Statement) -> Result<()> {
        self.backend.prepare(statement).await
    }

    /// Copies the whole database, as it is at one moment, into a new file of SQLite while it is in use.
    ///
    /// # Errors
    /// When the file cannot be made or the database read.
    pub async fn copy_to(&self, path: PathBuf) -> Result<()> {
        if self.driver() == "postgres" {
            // Opening makes the tables.
            let options = Options::Sqlite { path: path.clone(), readers: 1 };
            Database::open(&options, self.schema, &Clock::system(), self.metrics.clone()).await?.close().await;
        }
        self.backend.copy_to(path, self.schema).await
    }

    /// Fills an empty database from a file that [`Database::copy_to`] made and that is at this program's schema.
    /// PostgreSQL only: on SQLite the file is the database.
    ///
    /// # Errors
    /// [`Error::Open`](crate::Error::Open) when the database is not empty; when the file cannot be read.
    pub async fn fill_from(&self, path: PathBuf) -> Result<()> {
        self.backend.fill_from(path, self.schema).await
    }
}

static HEALTH: Statement = Statement::new("Health", "SELECT 1");
