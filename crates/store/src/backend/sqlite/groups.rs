//! Group commit: the writer takes what waits (up to [`BATCH_LEN_MAX`] changes), runs it in one transaction, commits with
//! one fsync, and only then answers. While it syncs, the next group gathers: no timer is needed.

use std::time::Instant;

use metrics::Metrics;
use rusqlite::Connection;
use tokio::sync::mpsc;

use super::{execute, failed};
use crate::backend::{BATCH_LEN_MAX, Job};
use crate::error::{Error, Result};
use crate::write::{Outcome, Write};

pub fn write_all(connection: &Connection, mut waiting: mpsc::Receiver<Job>, metrics: &Metrics) {
    let mut group = Vec::with_capacity(BATCH_LEN_MAX);
    while let Some(first) = waiting.blocking_recv() {
        group.push(first);
        while group.len() < BATCH_LEN_MAX {
            match waiting.try_recv() {
                Ok(job) => group.push(job),
                Err(_) => break,
            }
        }
        let began = Instant::now();
        let size = group.len();
        let outcomes = write_group(connection, &group, metrics);
        metrics.commit_group(size, began.elapsed().as_secs_f64());
        for (job, outcome) in group.drain(..).zip(outcomes) {
            job.finish(outcome);
        }
    }
}

/// One transaction for the whole group; the outcome of each change.
///
/// A savepoint costs a copy of every page that a change touches, and nearly every change succeeds: so the group is
/// tried without, and done again with a savepoint for each change when one of them failed.
fn write_group(connection: &Connection, group: &[Job], metrics: &Metrics) -> Vec<Result<Outcome>> {
    let together = || group.iter().map(|job| write_one(connection, &job.writes)).collect::<Result<Vec<_>>>();
    let apart = || group.iter().map(|job| write_apart(connection, &job.writes)).collect();
    match transaction(connection, metrics, together) {
        Ok(outcomes) => outcomes.into_iter().map(Ok).collect(),
        Err(error) if group.len() == 1 => vec![Err(error)],
        Err(_) => transaction(connection, metrics, apart).unwrap_or_else(|error| {
            tracing::error!(%error, changes = group.len(), "a group of changes could not be committed");
            let cause = error.to_string();
            group.iter().map(|_| Err(Error::Database { statement: "Commit", cause: cause.clone() })).collect()
        }),
    }
}

/// Commits what `work` does, or nothing of it when it fails.
fn transaction<T>(connection: &Connection, metrics: &Metrics, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let all = || {
        run(connection, "BEGIN IMMEDIATE")?;
        let done = work()?;
        let began = Instant::now();
        run(connection, "COMMIT")?;
        metrics.store.fsync_time.observe(began.elapsed().as_secs_f64());
        Ok(done)
    };
    all().inspect_err(|_| {
        // After a failed COMMIT the transaction may be open or closed; left open, the next BEGIN would fail too.
        if !connection.is_autocommit() {
            drop(run(connection, "ROLLBACK"));
        }
    })
}

fn run(connection: &Connection, sql: &'static str) -> Result<()> {
    let run = || connection.prepare_cached(sql)?.execute([]);
    run().map(drop).map_err(|error| failed(sql, &error))
}

/// The writes of a change. When one fails, those before it are undone by whoever holds the transaction.
fn write_one(connection: &Connection, writes: &[Write]) -> Result<Outcome> {
    let steps = writes.iter().map(|write| execute(connection, write)).collect::<Result<_>>()?;
    Ok(Outcome { steps })
}

/// The writes of a change in a savepoint: when one fails, the others of the group stand.
fn write_apart(connection: &Connection, writes: &[Write]) -> Result<Result<Outcome>> {
    run(connection, "SAVEPOINT change")?;
    let outcome = write_one(connection, writes);
    if outcome.is_err() {
        run(connection, "ROLLBACK TO change")?;
    }
    run(connection, "RELEASE change")?;
    Ok(outcome)
}
