//! The store: SQL and nothing but SQL.
//!
//! A statement is a named constant, written once for both databases (see [`dialect`]). Reads go
//! through [`Store::all`] and [`Store::one`]. Writes are values ([`Write`]): a noun's file turns
//! a change of that noun into statements with parameters, a caller collects those that belong
//! together, and [`Store::commit`] makes them durable all at once or not at all. One writer per
//! process groups the commits that wait into one transaction and one fsync.
//!
//! Knows no HTTP, no events and no permissions. Only `backend/` names a database driver.

mod backend;
pub mod devices;
pub mod dialect;
mod error;
mod freshness;
mod member_roles;
mod migrate;
mod options;
mod row;
mod statement;
mod value;
mod write;

pub mod access_tokens;
pub mod audits;
pub mod bookmarks;
pub mod bots;
pub mod channel_events;
pub mod channel_history;
pub mod channel_members;
pub mod channel_search;
pub mod channel_views;
pub mod channels;
pub mod commands;
pub mod drafts;
pub mod emoji;
pub mod exports;
pub mod figures;
pub mod files;
pub mod full_text;
pub mod groups;
pub mod imports;
pub mod incoming_webhooks;
pub mod jobs;
pub mod leases;
pub mod link_metadata;
pub mod memberships;
pub mod nodes;
pub mod notify_props;
pub mod oauth;
pub mod outgoing_webhooks;
pub mod pending_posts;
pub mod persistent_notifications;
pub mod post_order;
pub mod post_pages;
pub mod post_priorities;
pub mod posts;
pub mod preferences;
pub mod profile_attributes;
pub mod reactions;
pub mod reminders;
pub mod roles;
pub mod scheduled_posts;
pub mod schemes;
pub mod sessions;
pub mod sidebar;
pub mod statuses;
pub mod systems;
pub mod team_members;
pub mod teams;
pub mod terms;
pub mod thread_members;
pub mod thread_pages;
pub mod threads;
pub mod tokens;
pub mod uploads;
pub mod user_reports;
pub mod users;
pub mod users_list;
mod users_search;

/// The statements of every noun, for the test that prepares them.
pub static STATEMENTS: &[&[&Statement]] = &[
    access_tokens::ALL,
    audits::ALL,
    bookmarks::ALL,
    channel_events::ALL,
    pending_posts::ALL,
    channel_history::ALL,
    bots::ALL,
    channel_members::ALL,
    channel_search::ALL,
    channel_views::ALL,
    channels::ALL,
    commands::ALL,
    devices::ALL,
    memberships::ALL,
    nodes::ALL,
    notify_props::ALL,
    oauth::ALL,
    outgoing_webhooks::ALL,
    drafts::ALL,
    emoji::ALL,
    exports::ALL,
    figures::ALL,
    files::ALL,
    groups::ALL,
    imports::ALL,
    persistent_notifications::ALL,
    incoming_webhooks::ALL,
    jobs::ALL,
    leases::ALL,
    link_metadata::ALL,
    post_pages::ALL,
    post_priorities::ALL,
    posts::ALL,
    preferences::ALL,
    profile_attributes::ALL,
    reactions::ALL,
    reminders::ALL,
    roles::ALL,
    scheduled_posts::ALL,
    schemes::ALL,
    sessions::ALL,
    sidebar::ALL,
    statuses::ALL,
    systems::ALL,
    team_members::ALL,
    teams::ALL,
    terms::ALL,
    thread_members::ALL,
    thread_pages::ALL,
    threads::ALL,
    tokens::ALL,
    uploads::ALL,
    users::ALL,
    users_list::ALL,
];

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use base::Clock;
use metrics::Metrics;

use backend::Backend;
pub use error::{Error, Result};
pub use freshness::{from_reader, from_writer};
pub use options::{Options, Pooler, PostgresOptions};
pub use row::{Columns, FromRow};
pub use statement::Statement;
pub use value::Value;
pub use write::{Outcome, Write};

/// A handle on the database; clones share it.
#[derive(Clone)]
pub struct Store {
    backend: Arc<Backend>,
    metrics: Arc<Metrics>,
}

/// Runs on the writer, in commit order, after the change is durable and before the caller hears
/// of it. Must not block: it updates memory and hands events on.
pub type Then = Box<dyn FnOnce(&Outcome) + Send>;

impl Store {
    /// Opens the database and brings its schema up to date.
    ///
    /// # Errors
    /// When it cannot be reached, is newer by more than a release, or a migration fails.
    pub async fn open(options: &Options, clock: &Clock, metrics: Arc<Metrics>) -> Result<Store> {
        let backend = Arc::new(Backend::open(options, clock, metrics.clone()).await?);
        let store = Store { backend, metrics };
        migrate::run(&store, clock).await?;
        store.backend.forget_writers().await?;
        Ok(store)
    }

    /// All rows of a query.
    pub async fn all<T: FromRow>(&self, statement: &Statement, params: Vec<Value>) -> Result<Vec<T>> {
        let rows = self.rows(statement, params).await?;
        rows.into_iter().map(|row| T::from_row(&mut Columns::new(row))).collect()
    }

    /// The first row of a query, if there is one.
    pub async fn one<T: FromRow>(&self, statement: &Statement, params: Vec<Value>) -> Result<Option<T>> {
        let rows = self.rows(statement, params).await?;
        rows.into_iter().next().map(|row| T::from_row(&mut Columns::new(row))).transpose()
    }

    /// All rows of a statement that must be answered however much waits for the database.
    async fn vital<T: FromRow>(&self, statement: &Statement, params: Vec<Value>) -> Result<Vec<T>> {
        let began = Instant::now();
        let rows = Box::pin(self.backend.vital(statement, params)).await;
        self.metrics.db_store_time(statement.name, rows.is_ok(), began.elapsed().as_secs_f64());
        rows?.into_iter().map(|row| T::from_row(&mut Columns::new(row))).collect()
    }

    async fn rows(&self, statement: &Statement, params: Vec<Value>) -> Result<Vec<Vec<Value>>> {
        let began = Instant::now();
        let _traced = tracing::trace_span!(target: "trace", "store", method = statement.name);
        // In a box: a read waits for another thread anyway, and every request that may read would carry its state.
        let rows = Box::pin(self.backend.read(statement, params)).await;
        self.metrics.db_store_time(statement.name, rows.is_ok(), began.elapsed().as_secs_f64());
        rows
    }

    /// Makes all `writes` durable, or none; then runs `then`; then answers.
    ///
    /// # Errors
    /// [`Error::Conflict`] when a unique key is taken, [`Error::Unmet`] when a statement that had to change
    /// a row changed none, [`Error::Busy`] when the queue of waiting changes is full. After [`Error::Unavailable`] it is
    /// not known whether the change was made: all of it or nothing.
    pub async fn commit(&self, writes: Vec<Write>, then: Option<Then>) -> Result<Outcome> {
        let name = writes.first().map_or("Empty", |write| write.statement.name);
        let began = Instant::now();
        let _traced = tracing::trace_span!(target: "trace", "store", method = name);
        let outcome = self.backend.commit(writes, then).await;
        self.metrics.db_store_time(name, outcome.is_ok(), began.elapsed().as_secs_f64());
        outcome
    }

    /// Commits one write with nothing to run after it.
    pub async fn write(&self, write: Write) -> Result<Outcome> {
        self.commit(vec![write], None).await
    }

    /// Changes that wait for the writer, 4,096 at most.
    pub fn writes_waiting(&self) -> usize {
        self.backend.writes_waiting()
    }

    /// Whether there are servers that may answer in the place of the writer's: see [`from_reader`].
    pub fn has_readers(&self) -> bool {
        self.backend.has_readers()
    }

    /// Answers when the database does.
    pub async fn health(&self) -> Result<()> {
        self.rows(&HEALTH, vec![]).await.map(drop)
    }

    /// `"sqlite"` or `"postgres"`, as clients are told.
    pub fn driver(&self) -> &'static str {
        self.backend.driver()
    }

    /// The number of the newest migration this program knows, and so the schema's version once it runs.
    pub fn schema_version(&self) -> i64 {
        migrate::newest()
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
            Store::open(&options, &Clock::system(), self.metrics.clone()).await?.close().await;
        }
        self.backend.copy_to(path).await
    }

    /// Fills an empty database from a file that [`Store::copy_to`] made and that is at this program's schema.
    /// PostgreSQL only: on SQLite the file is the database.
    ///
    /// # Errors
    /// [`Error::Open`] when the database is not empty; when the file cannot be read.
    pub async fn fill_from(&self, path: PathBuf) -> Result<()> {
        self.backend.fill_from(path).await
    }
}

static HEALTH: Statement = Statement::new("Health", "SELECT 1");
