//! PostgreSQL: a pool for reads and one writer task that groups commits.
//!
//! The writer sends a whole group of changes down one connection without waiting between
//! statements, in one transaction. When a change of the group fails, the transaction is rolled
//! back and the group runs again one change at a time, so that only the failing one fails.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base::Id;
use bytes::BytesMut;
use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime};
use futures_util::future::{join_all, try_join_all};
use metrics::Metrics;
use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_postgres::types::{Format, IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{NoTls, Row, error::SqlState};

use super::{BATCH_LEN_MAX, Job, QUEUE_LEN_MAX, transfer};
use crate::dialect;
use crate::error::{Error, Result};
use crate::migrate::Migration;
use crate::statement::Statement;
use crate::value::Value;
use crate::write::{Outcome, Step, Write};

/// Wait for a connection before a read is given up.
const POOL_WAIT: Duration = Duration::from_secs(10);

/// Names the lock under which one process at a time migrates ("muster" in ASCII).
const MIGRATION_LOCK: i64 = 0x6d75_7374_6572;

pub(crate) struct Postgres {
    pool: Pool,
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl Postgres {
    #[expect(clippy::disallowed_methods, reason = "the writer belongs to the store, which waits for it at the end")]
    pub async fn open(url: &str, connections: usize, metrics: Arc<Metrics>) -> Result<Postgres> {
        let config: tokio_postgres::Config =
            url.parse().map_err(|error| Error::Open(format!("the address of the database is wrong: {error}")))?;
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let pool = Pool::builder(Manager::from_config(config, NoTls, recycling))
            .max_size(connections.max(2))
            .wait_timeout(Some(POOL_WAIT))
            .create_timeout(Some(POOL_WAIT))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| Error::Open(error.to_string()))?;
        // Asked once at the start, so that a wrong address is said at once and not at the first request.
        drop(pool.get().await.map_err(|error| Error::Open(format!("cannot reach the database: {error}")))?);
        let (jobs, waiting) = mpsc::channel(QUEUE_LEN_MAX);
        let writer = tokio::spawn(write_groups(pool.clone(), waiting, metrics));
        Ok(Postgres { pool, jobs: Mutex::new(Some(jobs)), writer: Mutex::new(Some(writer)) })
    }

    pub fn jobs(&self) -> Option<mpsc::Sender<Job>> {
        self.jobs.lock().clone()
    }

    pub async fn read(&self, statement: &Statement, params: Vec<Value>) -> Result<Vec<Vec<Value>>> {
        let connection = self.connection(statement.name).await?;
        let prepared =
            connection.prepare_cached(&statement.sql).await.map_err(|error| failed(statement.name, &error))?;
        let rows =
            connection.query(&prepared, &borrowed(&params)).await.map_err(|error| failed(statement.name, &error))?;
        rows.iter().map(|row| values(statement.name, row)).collect()
    }

    pub async fn prepare(&self, statement: &Statement) -> Result<()> {
        let connection = self.connection(statement.name).await?;
        connection.prepare(&statement.sql).await.map(drop).map_err(|error| failed(statement.name, &error))
    }

    async fn connection(&self, name: &'static str) -> Result<Object> {
        self.pool.get().await.map_err(|error| Error::Database { statement: name, cause: error.to_string() })
    }

    pub async fn migrated(&self) -> Result<i64> {
        let connection = self.connection("Migrated").await?;
        let run = async {
            connection
                .batch_execute(
                    "CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)",
                )
                .await?;
            connection.query_one("SELECT COALESCE(MAX(version), 0) FROM migrations", &[]).await
        };
        let row = run.await.map_err(|error| Error::Open(format!("cannot read the schema version: {error}")))?;
        Ok(row.get(0))
    }

    /// Applies one migration under a lock; another node may have been faster.
    pub async fn migrate(&self, migration: &Migration, now: i64) -> Result<()> {
        let mut connection = self.connection("Migrate").await?;
        let run = async {
            let transaction = connection.transaction().await?;
            transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&MIGRATION_LOCK]).await?;
            let done =
                transaction.query_opt("SELECT 1 FROM migrations WHERE version = $1", &[&migration.version]).await?;
            if done.is_none() {
                transaction.batch_execute(&dialect::postgres_schema(migration.sql)).await?;
                let row: [&(dyn ToSql + Sync); 3] = [&migration.version, &migration.name, &now];
                transaction
                    .execute("INSERT INTO migrations (version, name, applied_at) VALUES ($1, $2, $3)", &row)
                    .await?;
            }
            transaction.commit().await
        };
        run.await.map_err(|error| Error::Open(format!("migration {} failed: {}", migration.name, said(&error))))
    }

    /// Copies all rows, as they are at one moment, into a file that has the tables.
    pub async fn copy_to(&self, path: PathBuf) -> Result<()> {
        transfer::to_file(&mut *self.connection("Backup").await?, path).await
    }

    /// Takes all rows from such a file; the tables must be empty.
    pub async fn fill_from(&self, path: PathBuf) -> Result<()> {
        transfer::from_file(&mut *self.connection("Restore").await?, path).await
    }

    pub async fn close(&self) {
        self.jobs.lock().take();
        let writer = self.writer.lock().take();
        if let Some(writer) = writer
            && writer.await.is_err()
        {
            tracing::error!("the store writer ended in a panic");
        }
        self.pool.close();
    }
}

async fn write_groups(pool: Pool, mut waiting: mpsc::Receiver<Job>, metrics: Arc<Metrics>) {
    let mut group = Vec::with_capacity(BATCH_LEN_MAX);
    while waiting.recv_many(&mut group, BATCH_LEN_MAX).await > 0 {
        let began = Instant::now();
        let size = group.len();
        let changes: Vec<Vec<Write>> = group.iter_mut().map(|job: &mut Job| std::mem::take(&mut job.writes)).collect();
        let outcomes = write_group(&pool, &changes).await;
        metrics.commit_group(size, began.elapsed().as_secs_f64());
        for (job, outcome) in group.drain(..).zip(outcomes) {
            job.finish(outcome);
        }
    }
}

async fn write_group(pool: &Pool, changes: &[Vec<Write>]) -> Vec<Result<Outcome>> {
    let mut connection = match pool.get().await {
        Ok(connection) => connection,
        Err(error) => {
            let cause = error.to_string();
            return changes
                .iter()
                .map(|_| Err(Error::Database { statement: "Commit", cause: cause.clone() }))
                .collect();
        }
    };
    match transact(&mut connection, changes).await {
        Ok(outcomes) => outcomes.into_iter().map(Ok).collect(),
        Err(error) if changes.len() == 1 => vec![Err(error)],
        Err(_) => {
            let mut outcomes = Vec::with_capacity(changes.len());
            for change in changes {
                let outcome = transact(&mut connection, std::slice::from_ref(change)).await;
                outcomes.push(outcome.map(|mut only| only.remove(0)));
            }
            outcomes
        }
    }
}

/// Runs all changes in one transaction, pipelined; the first error rolls all of it back.
async fn transact(connection: &mut Object, changes: &[Vec<Write>]) -> Result<Vec<Outcome>> {
    let name = changes.first().and_then(|change| change.first()).map_or("Empty", |write| write.statement.name);
    let transaction = connection.transaction().await.map_err(|error| failed(name, &error))?;
    let writes = || changes.iter().flat_map(|change| change.iter());
    let prepared = try_join_all(writes().map(|write| async {
        let sql = &write.statement.sql;
        transaction.prepare_cached(sql).await.map_err(|error| failed(write.statement.name, &error))
    }))
    .await?;
    let running = writes().zip(&prepared).map(|(write, prepared)| {
        let transaction = &transaction;
        async move { execute(transaction, write, prepared).await }
    });
    let mut steps = Vec::with_capacity(prepared.len());
    // Every answer is read, so that the first error is the real one and not "transaction is aborted".
    for step in join_all(running).await {
        steps.push(step?);
    }
    transaction.commit().await.map_err(|error| failed(name, &error))?;
    let mut steps = steps.into_iter();
    Ok(changes.iter().map(|change| Outcome { steps: steps.by_ref().take(change.len()).collect() }).collect())
}

async fn execute(
    transaction: &deadpool_postgres::Transaction<'_>,
    write: &Write,
    prepared: &tokio_postgres::Statement,
) -> Result<Step> {
    let name = write.statement.name;
    let params = borrowed(&write.params);
    let step = if prepared.columns().is_empty() {
        let changed = transaction.execute(prepared, &params).await.map_err(|error| failed(name, &error))?;
        Step { changed, rows: Vec::new() }
    } else {
        let rows = transaction.query(prepared, &params).await.map_err(|error| failed(name, &error))?;
        let rows = rows.iter().map(|row| values(name, row)).collect::<Result<Vec<_>>>()?;
        Step { changed: rows.len() as u64, rows }
    };
    if write.must && step.changed == 0 {
        return Err(Error::Unmet { statement: name });
    }
    Ok(step)
}

pub(super) fn borrowed(params: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    params.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

pub(super) fn values(name: &'static str, row: &Row) -> Result<Vec<Value>> {
    let read = |at: usize, kind: &Type| -> Result<Value, tokio_postgres::Error> {
        Ok(match *kind {
            Type::INT8 => row.try_get::<_, Option<i64>>(at)?.map_or(Value::Null, Value::Int),
            Type::INT4 => row.try_get::<_, Option<i32>>(at)?.map_or(Value::Null, |value| Value::Int(value.into())),
            Type::BOOL => row.try_get::<_, Option<bool>>(at)?.map_or(Value::Null, |value| Value::Int(value.into())),
            Type::BYTEA => row.try_get::<_, Option<Vec<u8>>>(at)?.map_or(Value::Null, Value::Bytes),
            _ => row.try_get::<_, Option<String>>(at)?.map_or(Value::Null, Value::Text),
        })
    };
    row.columns()
        .iter()
        .enumerate()
        .map(|(at, column)| read(at, column.type_()).map_err(|error| failed(name, &error)))
        .collect()
}

type Encoded = std::result::Result<IsNull, Box<dyn std::error::Error + Sync + Send>>;

impl ToSql for Value {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Encoded {
        let ids = |ids: &[Id]| ids.iter().map(|id| id.0.to_vec()).collect::<Vec<_>>();
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Int(value) if *kind == Type::INT4 => i32::try_from(*value)?.to_sql(kind, out),
            Value::Int(value) if *kind == Type::BOOL => (*value != 0).to_sql(kind, out),
            Value::Int(value) => value.to_sql(&Type::INT8, out),
            Value::Text(text) => text.to_sql(&Type::TEXT, out),
            Value::Bytes(bytes) => bytes.to_sql(&Type::BYTEA, out),
            Value::Id(id) => id.0.as_slice().to_sql(&Type::BYTEA, out),
            Value::Ids(list) => ids(list).to_sql(&Type::BYTEA_ARRAY, out),
            Value::Texts(texts) => texts.to_sql(&Type::TEXT_ARRAY, out),
            Value::Ints(ints) => ints.to_sql(&Type::INT8_ARRAY, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    fn encode_format(&self, _: &Type) -> Format {
        Format::Binary
    }

    to_sql_checked!();
}

fn said(error: &tokio_postgres::Error) -> String {
    error.as_db_error().map_or_else(|| error.to_string(), |told| told.message().to_owned())
}

pub(super) fn failed(statement: &'static str, error: &tokio_postgres::Error) -> Error {
    if let Some(told) = error.as_db_error()
        && *told.code() == SqlState::UNIQUE_VIOLATION
    {
        return Error::Conflict { key: conflict_key(told.table().unwrap_or(""), told.detail().unwrap_or("")) };
    }
    Error::Database { statement, cause: said(error) }
}

/// `channels` and `Key (team_id, name)=(…) already exists.` → `channels.team_id+name`.
fn conflict_key(table: &str, detail: &str) -> String {
    let columns =
        detail.strip_prefix("Key (").and_then(|rest| rest.split_once(")=(")).map_or("", |(columns, _)| columns);
    format!("{table}.{}", columns.replace(", ", "+"))
}
