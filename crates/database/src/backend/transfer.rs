//! Moves all rows between PostgreSQL and a file of SQLite, for backups that fit either database.
//!
//! Both have the same tables, made by the same migrations; which tables and columns there are is
//! read from the file. One side reads, the other writes, and a short queue of batches is between
//! them, so memory does not grow with the database.

use std::path::{Path, PathBuf};

use futures_util::future::try_join_all;
use rusqlite::{Connection, OpenFlags};
use tokio::sync::mpsc;
use tokio_postgres::{Client, IsolationLevel};

use super::{postgres, sqlite};
use crate::error::{Error, Result};
use crate::schema::Schema;
use crate::value::Value;

/// Rows that travel at once. A post is a few hundred bytes, its longest some 100 KiB.
const BATCH_LEN: usize = 256;
/// Batches between the two sides.
const BATCHES_WAITING_MAX: usize = 4;
/// What the backends keep in a database: the tables' history, and the commits of writers.
const OWN_TABLES: [&str; 2] = ["migrations", "commit_marks"];
const NAME: &str = "Transfer";

/// A table and its columns, in one order for both sides.
#[derive(Clone)]
struct Table {
    name: String,
    columns: Vec<String>,
}

impl Table {
    fn select(&self) -> String {
        format!("SELECT {} FROM {}", self.columns.join(", "), self.name)
    }

    fn insert(&self, mark: char) -> String {
        let values: Vec<String> = (1..=self.columns.len()).map(|at| format!("{mark}{at}")).collect();
        format!("INSERT INTO {} ({}) VALUES ({})", self.name, self.columns.join(", "), values.join(", "))
    }
}

/// Rows of one table, by its place in the list.
type Batch = (usize, Vec<Vec<Value>>);

/// Copies what the database holds at one moment into a file that has the tables and no rows.
///
/// # Errors
/// When either side fails.
pub async fn to_file(client: &mut Client, path: PathBuf, schema: &'static Schema) -> Result<()> {
    let tables = tables_of(&path, schema).await?;
    let (sender, receiver) = mpsc::channel(BATCHES_WAITING_MAX);
    let writing = {
        let tables = tables.clone();
        on_thread(move || write_file(&path, &tables, receiver))
    };
    let (read, written) = tokio::join!(read_database(client, &tables, sender), writing);
    // When the file cannot be written, its error says why reading ended.
    written.and(read)
}

/// Copies what a file holds into a database that has the tables and no rows; all of it or nothing.
///
/// # Errors
/// [`Error::Open`] when the database is not empty; when either side fails.
pub async fn from_file(client: &mut Client, path: PathBuf, schema: &'static Schema) -> Result<()> {
    let tables = tables_of(&path, schema).await?;
    let (sender, receiver) = mpsc::channel(BATCHES_WAITING_MAX);
    let reading = {
        let tables = tables.clone();
        on_thread(move || read_file(&path, &tables, &sender))
    };
    let (written, read) = tokio::join!(write_database(client, &tables, receiver), reading);
    written.and(read)
}

async fn on_thread<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| Err(broken(&error)))
}

async fn tables_of(path: &Path, schema: &'static Schema) -> Result<Vec<Table>> {
    let path = path.to_owned();
    on_thread(move || {
        let list = |connection: &Connection| {
            let mut names = connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")?;
            let names = names.query_map([], |row| row.get::<_, String>(0))?;
            let mut columns = connection.prepare("SELECT name FROM pragma_table_info(?1) ORDER BY cid")?;
            let mut tables = Vec::new();
            for name in names {
                let name = name?;
                // SQLite's own are such as its statistics.
                if name.starts_with("sqlite_") || OWN_TABLES.contains(&&name[..]) || !schema.is_copied(&name) {
                    continue;
                }
                let columns = columns.query_map([&name], |row| row.get(0))?.collect::<Result<_, _>>()?;
                tables.push(Table { name, columns });
            }
            Ok(tables)
        };
        list(&open(&path, OpenFlags::SQLITE_OPEN_READ_ONLY)?).map_err(|error: rusqlite::Error| broken(&error))
    })
    .await
}

fn open(path: &Path, flags: OpenFlags) -> Result<Connection> {
    Connection::open_with_flags(path, flags).map_err(|error| broken(&error))
}

fn read_file(path: &Path, tables: &[Table], sender: &mpsc::Sender<Batch>) -> Result<()> {
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    for (at, table) in tables.iter().enumerate() {
        let mut statement = connection.prepare(&table.select()).map_err(|error| broken(&error))?;
        let mut rows = statement.raw_query();
        let mut batch = Vec::with_capacity(BATCH_LEN);
        while let Some(row) = rows.next().map_err(|error| broken(&error))? {
            batch.push(sqlite::values(row, table.columns.len()).map_err(|error| broken(&error))?);
            if batch.len() == BATCH_LEN && !send(sender, at, &mut batch) {
                return Ok(());
            }
        }
        if !batch.is_empty() && !send(sender, at, &mut batch) {
            return Ok(());
        }
    }
    Ok(())
}

/// False when the other side gave up; it says why.
fn send(sender: &mpsc::Sender<Batch>, at: usize, batch: &mut Vec<Vec<Value>>) -> bool {
    sender.blocking_send((at, std::mem::take(batch))).is_ok()
}

fn write_file(path: &Path, tables: &[Table], mut receiver: mpsc::Receiver<Batch>) -> Result<()> {
    let mut connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let mut write = || {
        let transaction = connection.transaction()?;
        while let Some((at, rows)) = receiver.blocking_recv() {
            let mut insert = transaction.prepare_cached(&tables[at].insert('?'))?;
            for row in &rows {
                sqlite::bind(&mut insert, row)?;
                insert.raw_execute()?;
            }
        }
        transaction.commit()
    };
    write().map_err(|error: rusqlite::Error| broken(&error))
}

async fn read_database(client: &mut Client, tables: &[Table], sender: mpsc::Sender<Batch>) -> Result<()> {
    // Everything is read as it was at one moment, while the server goes on writing.
    let transaction = client.build_transaction().isolation_level(IsolationLevel::RepeatableRead).read_only(true);
    let transaction = transaction.start().await.map_err(|error| broken(&error))?;
    for (at, table) in tables.iter().enumerate() {
        let portal = transaction.bind(&table.select(), &[]).await.map_err(|error| postgres::failed(NAME, &error))?;
        loop {
            let rows = transaction.query_portal(&portal, BATCH_LEN as i32).await;
            let rows = rows.map_err(|error| postgres::failed(NAME, &error))?;
            if rows.is_empty() {
                break;
            }
            let rows = rows.iter().map(|row| postgres::values(NAME, row)).collect::<Result<Vec<_>>>()?;
            if sender.send((at, rows)).await.is_err() {
                // The other side gave up; it says why.
                return Ok(());
            }
        }
    }
    Ok(())
}

async fn write_database(client: &mut Client, tables: &[Table], mut receiver: mpsc::Receiver<Batch>) -> Result<()> {
    let transaction = client.transaction().await.map_err(|error| broken(&error))?;
    for table in tables {
        let any = transaction.query_opt(&format!("SELECT 1 FROM {} LIMIT 1", table.name), &[]).await;
        if any.map_err(|error| postgres::failed(NAME, &error))?.is_some() {
            return Err(Error::Open(format!("the database is not empty: there are rows in {}", table.name)));
        }
    }
    let mut prepared = None;
    while let Some((at, rows)) = receiver.recv().await {
        let insert = match prepared.take() {
            Some((of, insert)) if of == at => insert,
            _ => transaction.prepare(&tables[at].insert('$')).await.map_err(|error| postgres::failed(NAME, &error))?,
        };
        let inserting = rows.iter().map(|row| {
            let (transaction, insert, params) = (&transaction, &insert, postgres::borrowed(row));
            async move { transaction.execute(insert, &params).await }
        });
        try_join_all(inserting).await.map_err(|error| postgres::failed(NAME, &error))?;
        prepared = Some((at, insert));
    }
    transaction.commit().await.map_err(|error| broken(&error))
}

fn broken(error: &dyn std::fmt::Display) -> Error {
    Error::Database { statement: NAME, cause: error.to_string() }
}
