//! SQLite: one writer thread that owns its connection and groups commits ([`groups`]), and a few connections that read
//! ([`readers`]).

mod groups;
mod prepared;
mod readers;

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use metrics::Metrics;
use parking_lot::Mutex;
use rusqlite::config::DbConfig;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::{ToSqlOutput, Value as SqlValue, ValueRef};
use rusqlite::{Connection, OpenFlags, ToSql};
use tokio::sync::mpsc;

use self::groups::Syncing;
use self::prepared::Prepared;
use self::readers::Readers;
use super::{Job, QUEUE_LEN_MAX};
use crate::dialect;
use crate::error::{Error, Result};
use crate::schema::Migration;
use crate::statement::Statement;
use crate::value::Value;
use crate::write::{Step, Write};

/// Statements put together at run time that the writer keeps prepared.
const COMPOSED_KEPT: usize = 128;

/// Page cache of one reader, in KiB; SQLite's own unit is a negative number of KiB.
const READER_CACHE_KIB: i64 = 4_096;
const WRITER_CACHE_KIB: i64 = 16_384;
/// The same while syncs are deferred, and what tables and indexes are made with.
const FILLING_CACHE_KIB: i64 = 65_536;

/// Pages of the log before they are copied into the database: what changes again and again until then is copied once.
/// 16 MiB, and as many as one part of SQLite's index of the log holds (4,062), so that readers look into one part.
const LOG_PAGES: i64 = 4_000;
/// The same while syncs are deferred: 128 MiB.
const FILLING_LOG_PAGES: i64 = 32_000;

pub(crate) struct Sqlite {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    readers: Arc<Readers>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    path: PathBuf,
    /// Whether commits do not wait for the disk.
    is_deferred: Arc<AtomicBool>,
}

impl Sqlite {
    pub fn open(path: &Path, readers: usize, metrics: Arc<Metrics>) -> Result<Sqlite> {
        let writer =
            connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE, WRITER_CACHE_KIB)?;
        writer.pragma_update(None, "journal_mode", "WAL").map_err(|error| opening(path, &error))?;
        syncing(&writer, false).map_err(|error| opening(path, &error))?;
        metrics.store.master_connections.set(i64::try_from(1 + readers.max(1)).unwrap_or(i64::MAX));
        let (jobs, waiting) = mpsc::channel(QUEUE_LEN_MAX);
        let is_deferred = Arc::<AtomicBool>::default();
        let syncs = Syncing::new(is_deferred.clone());
        let write = move || groups::write_all(&Prepared::on(&writer), waiting, syncs, &metrics);
        let mut threads = vec![spawn("store-writer", write)?];
        let connections = (0..readers.max(1))
            .map(|_| connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY, READER_CACHE_KIB))
            .collect::<Result<_>>()?;
        let (readers, reading) = Readers::start(connections, |work| spawn("store-reader", work))?;
        threads.extend(reading);
        let (jobs, threads) = (Mutex::new(Some(jobs)), Mutex::new(threads));
        Ok(Sqlite { jobs, readers, threads, path: path.to_owned(), is_deferred })
    }

    /// Says from the next group of changes on whether commits wait for the disk.
    pub fn defer_syncs(&self, is_deferred: bool) {
        self.is_deferred.store(is_deferred, Ordering::Relaxed);
    }

    pub fn jobs(&self) -> Option<mpsc::Sender<Job>> {
        self.jobs.lock().clone()
    }

    pub async fn read(&self, statement: &Statement, params: Vec<Value>) -> Result<Vec<Vec<Value>>> {
        self.readers.read(statement, params).await
    }

    pub async fn prepare(&self, statement: &Statement) -> Result<()> {
        let (name, sql) = (statement.name, statement.sql.clone());
        self.readers
            .later(name, move |reader| {
                reader.connection.prepare(&dialect::sqlite(&sql)).map(drop).map_err(|error| failed(name, &error))
            })
            .await
    }

    pub fn migrated(&self) -> Result<i64> {
        let connection = self.schema_connection(READER_CACHE_KIB)?;
        connection
            .query_row("SELECT COALESCE(MAX(version), 0) FROM migrations", [], |row| row.get(0))
            .map_err(|error| opening(&self.path, &error))
    }

    pub fn migrate(&self, migration: &Migration, now: i64) -> Result<()> {
        let mut connection = self.schema_connection(READER_CACHE_KIB)?;
        let apply = |connection: &mut Connection| {
            let transaction = connection.transaction()?;
            transaction.execute_batch(&dialect::sqlite_schema(migration.sql))?;
            transaction.execute(
                "INSERT INTO migrations (version, name, applied_at) VALUES (?1, ?2, ?3)",
                (migration.version, migration.name, now),
            )?;
            transaction.commit()
        };
        apply(&mut connection).map_err(|error| Error::Open(format!("migration {} failed: {error}", migration.name)))
    }

    pub fn make(&self, tables: &str) -> Result<()> {
        self.schema_connection(FILLING_CACHE_KIB)?.execute_batch(tables).map_err(|error| opening(&self.path, &error))
    }

    fn schema_connection(&self, cache_kib: i64) -> Result<Connection> {
        let connection = connect(&self.path, OpenFlags::SQLITE_OPEN_READ_WRITE, cache_kib)?;
        connection
            .execute_batch(
                "CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)",
            )
            .map_err(|error| opening(&self.path, &error))?;
        Ok(connection)
    }

    pub async fn copy_to(&self, path: PathBuf) -> Result<()> {
        self.readers
            .later("Backup", move |reader| {
                reader
                    .connection
                    .backup("main", &path, None::<fn(rusqlite::backup::Progress)>)
                    .map_err(|error| failed("Backup", &error))
            })
            .await
    }

    pub async fn close(&self) {
        self.jobs.lock().take();
        self.readers.end();
        let (threads, readers) = (std::mem::take(&mut *self.threads.lock()), self.readers.clone());
        let joined = tokio::task::spawn_blocking(move || {
            let panics = threads.into_iter().filter_map(|thread| thread.join().err()).count();
            readers.close();
            panics
        });
        if joined.await.unwrap_or(1) > 0 {
            tracing::error!("a store thread ended in a panic");
        }
    }
}

impl Drop for Sqlite {
    /// The threads hold what they work on, so they must be told.
    fn drop(&mut self) {
        self.readers.end();
    }
}

/// Starts a thread of the store. What runs on it may start tasks of the caller's runtime.
fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>> {
    let runtime = tokio::runtime::Handle::try_current().ok();
    std::thread::Builder::new()
        .name(name.to_owned())
        .spawn(move || {
            let _entered = runtime.as_ref().map(tokio::runtime::Handle::enter);
            work();
        })
        .map_err(|error| Error::Open(format!("no thread for the store: {error}")))
}

fn connect(path: &Path, flags: OpenFlags, cache_kib: i64) -> Result<Connection> {
    let open = || {
        let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        connection.busy_timeout(Duration::from_secs(10))?;
        connection.pragma_update(None, "cache_size", -cache_kib)?;
        connection.pragma_update(None, "foreign_keys", false)?;
        // Without it a statement whose parameters may matter to the plan is prepared again each time it is bound.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        connection.set_prepared_statement_cache_capacity(COMPOSED_KEPT);
        rusqlite::vtab::array::load_module(&connection)?;
        let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
        connection.create_scalar_function("folded", 1, flags, |context| {
            Ok(context.get::<Option<String>>(0)?.map(|text| text.to_lowercase()))
        })?;
        Ok(connection)
    };
    open().map_err(|error: rusqlite::Error| opening(path, &error))
}

/// Sets what a commit of the writer waits for. Deferred, the log is synced only before it is copied into the database, so
/// that a crash of the machine loses the newest commits at most.
fn syncing(writer: &Connection, is_deferred: bool) -> rusqlite::Result<()> {
    let (synchronous, cache_kib, log_pages) = match is_deferred {
        false => ("FULL", WRITER_CACHE_KIB, LOG_PAGES),
        true => ("NORMAL", FILLING_CACHE_KIB, FILLING_LOG_PAGES),
    };
    writer.pragma_update(None, "synchronous", synchronous)?;
    writer.pragma_update(None, "cache_size", -cache_kib)?;
    writer.pragma_update(None, "wal_autocheckpoint", log_pages)
}

/// Copies all of the log into the database, and syncs both.
fn sync(writer: &Connection) -> Result<()> {
    let is_busy = writer.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0));
    match is_busy.map_err(|error| failed("Sync", &error))? {
        false => Ok(()),
        true => Err(Error::Database { statement: "Sync", cause: "somebody reads for too long".to_owned() }),
    }
}

fn opening(path: &Path, error: &rusqlite::Error) -> Error {
    Error::Open(format!("cannot open the database {}: {error}", path.display()))
}

fn execute(prepared: &Prepared<'_>, write: &Write) -> Result<Step> {
    let name = write.statement.name;
    let insert = |statement: &mut rusqlite::Statement<'_>| -> rusqlite::Result<u64> {
        let mut changed = 0;
        for row in &write.rows {
            bind(statement, row)?;
            changed += statement.raw_execute()? as u64;
        }
        Ok(changed)
    };
    let run = |statement: &mut rusqlite::Statement<'_>| {
        if !write.rows.is_empty() {
            return Ok(Step { changed: insert(statement)?, rows: Vec::new() });
        }
        bind(statement, &write.params)?;
        if statement.column_count() > 0 {
            let rows = collect(statement)?;
            return Ok(Step { changed: rows.len() as u64, rows });
        }
        let changed = statement.raw_execute()? as u64;
        Ok(Step { changed, rows: Vec::new() })
    };
    let step = prepared.with(write.statement, run).map_err(|error| failed(name, &error))?;
    if write.must && step.changed == 0 {
        return Err(Error::Unmet { statement: name });
    }
    Ok(step)
}

pub(super) fn bind(statement: &mut rusqlite::Statement<'_>, params: &[Value]) -> rusqlite::Result<()> {
    for (at, value) in params.iter().enumerate() {
        statement.raw_bind_parameter(at + 1, Bound(value))?;
    }
    Ok(())
}

fn collect(statement: &mut rusqlite::Statement<'_>) -> rusqlite::Result<Vec<Vec<Value>>> {
    let width = statement.column_count();
    let mut rows = statement.raw_query();
    let mut out = Vec::new();
    while let Some(row) = rows.next()? {
        out.push(values(row, width)?);
    }
    Ok(out)
}

pub(super) fn values(row: &rusqlite::Row<'_>, width: usize) -> rusqlite::Result<Vec<Value>> {
    let mut values = Vec::with_capacity(width);
    for at in 0..width {
        values.push(match row.get_ref(at)? {
            ValueRef::Null => Value::Null,
            ValueRef::Integer(value) => Value::Int(value),
            ValueRef::Real(value) => Value::Int(value as i64),
            ValueRef::Text(text) => Value::Text(text_of(text)),
            ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
        });
    }
    Ok(values)
}

/// Bytes as text. The lossy way walks from byte to byte, also where nothing is lost, which is everywhere.
fn text_of(bytes: &[u8]) -> String {
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes).into_owned(), str::to_owned)
}

/// A value as SQLite takes it; lists become pointers for `rarray`.
struct Bound<'a>(&'a Value);

impl ToSql for Bound<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self.0 {
            Value::Null => ToSqlOutput::Owned(SqlValue::Null),
            Value::Int(value) => ToSqlOutput::Owned(SqlValue::Integer(*value)),
            Value::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Value::Bytes(bytes) => ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
            Value::Id(id) => ToSqlOutput::Borrowed(ValueRef::Blob(&id.0)),
            Value::Ids(ids) => list(ids.iter().map(|id| SqlValue::Blob(id.0.to_vec()))),
            Value::Texts(texts) => list(texts.iter().map(|text| SqlValue::Text(text.clone()))),
            Value::Ints(ints) => list(ints.iter().map(|int| SqlValue::Integer(*int))),
        })
    }
}

/// The pointer that `rarray` takes; it keeps the list alive until the statement is bound anew.
fn list(values: impl Iterator<Item = SqlValue>) -> ToSqlOutput<'static> {
    let list: rusqlite::vtab::array::Array = Rc::new(values.collect());
    match list.to_sql() {
        Ok(ToSqlOutput::Pointer(pointer)) => ToSqlOutput::Pointer(pointer),
        _ => ToSqlOutput::Owned(SqlValue::Null),
    }
}

fn failed(statement: &'static str, error: &rusqlite::Error) -> Error {
    if let rusqlite::Error::SqliteFailure(code, Some(text)) = error
        && code.code == rusqlite::ErrorCode::ConstraintViolation
        && let Some(columns) = text.strip_prefix("UNIQUE constraint failed: ")
    {
        return Error::Conflict { key: conflict_key(columns) };
    }
    Error::Database { statement, cause: error.to_string() }
}

/// `channels.team_id, channels.name` → `channels.team_id+name`.
fn conflict_key(columns: &str) -> String {
    let mut key = String::new();
    for column in columns.split(", ") {
        match column.split_once('.') {
            Some((_, name)) if !key.is_empty() => {
                key.push('+');
                key.push_str(name);
            }
            _ => key.push_str(column),
        }
    }
    key
}
