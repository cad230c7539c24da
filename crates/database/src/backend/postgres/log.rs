//! The log of what the writer's commits mean to other processes: one row for each group, written by its transaction.
//!
//! A row names the one before it, so that a reader knows that none is missing. The rows of a writer become visible in the
//! order of their numbers, since it has one transaction at a time. The table may be emptied when the database crashes.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use base::Id;

use crate::error::Result;
use crate::statement::Statement;
use crate::value::Value;
use crate::write::{Logged, Outcome, Then, Write};

/// A statement that is sent again when its answer was lost may find its row.
pub static KEEP: Statement = Statement::new(
    "Commit",
    "INSERT INTO event_log (node, number, previous, logged_at, body) \
     VALUES ($1, $2, $3, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT), $4) \
     ON CONFLICT (node, number) DO NOTHING",
);

/// How far the log is.
#[derive(Debug)]
pub struct Log {
    pub writer: Id,
    number: AtomicI64,
    bytes: AtomicU64,
}

/// A row that is about to be written.
#[derive(Debug)]
pub struct Row {
    pub number: i64,
    previous: i64,
    body: Vec<u8>,
}

impl Log {
    pub fn new(writer: Id) -> Log {
        Log { writer, number: AtomicI64::new(0), bytes: AtomicU64::new(0) }
    }

    pub fn logged(&self) -> Logged {
        Logged { number: self.number.load(Ordering::Acquire), bytes: self.bytes.load(Ordering::Relaxed) }
    }

    /// The row with this number that says `body`; none when that is nothing.
    pub fn row(&self, number: i64, body: Vec<u8>) -> Option<Row> {
        let previous = self.number.load(Ordering::Relaxed);
        (!body.is_empty()).then_some(Row { number, previous, body })
    }

    /// The row stands.
    pub fn stands(&self, row: &Row) {
        self.bytes.fetch_add(row.body.len() as u64, Ordering::Relaxed);
        self.number.store(row.number, Ordering::Release);
    }
}

impl Row {
    pub fn params(&self, writer: Id) -> [Value; 4] {
        let body = Value::Bytes(self.body.clone());
        [Value::Id(writer), Value::Int(self.number), Value::Int(self.previous), body]
    }

    /// One statement, with its parameters, that makes a write and keeps the row: for a write that has no transaction.
    pub fn beside(&self, write: &Write, writer: Id) -> (Statement, Vec<Value>) {
        let mut sql = String::with_capacity(write.statement.sql.len() + KEEP.sql.len() + 32);
        sql.push_str("WITH logged AS (");
        let mut parts = KEEP.sql.split('$');
        sql.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let (number, rest) = part.split_at(1);
            let number = write.params.len() + number.parse::<usize>().expect("a number of one digit");
            sql.push_str(&format!("${number}{rest}"));
        }
        sql.push_str(") ");
        sql.push_str(&write.statement.sql);
        let mut params = write.params.clone();
        params.extend(self.params(writer));
        (Statement::composed(write.statement.name, sql), params)
    }
}

/// What the sequels of changes say once their statements did what `outcomes` tell.
pub fn said(sequels: &mut [Option<&mut Then>], outcomes: &[Result<Outcome>]) -> Vec<u8> {
    let mut body = Vec::new();
    for (sequel, outcome) in sequels.iter_mut().zip(outcomes) {
        let (Some(sequel), Ok(outcome)) = (sequel, outcome) else { continue };
        let len = body.len();
        // What one change says must not end the writer of all others.
        let say = std::panic::AssertUnwindSafe(|| sequel.log(outcome, &mut body));
        if std::panic::catch_unwind(say).is_err() {
            tracing::error!("encoding a change for the event log panicked");
            body.truncate(len);
        }
    }
    body
}
