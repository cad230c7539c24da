//! Group commit: the writer takes what waits (up to [`BATCH_LEN_MAX`] changes), runs it in one transaction, commits with
//! one fsync, and only then answers. While it syncs, the next group gathers: no timer is needed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use metrics::Metrics;
use tokio::sync::mpsc;

use super::prepared::Prepared;
use super::{execute, failed, sync, syncing};
use crate::backend::{BATCH_LEN_MAX, Job};
use crate::error::{Error, Result};
use crate::statement::Statement;
use crate::write::{Outcome, Write};

/// Whether commits wait for the disk: what is wanted, and what the connection does.
pub struct Syncing {
    is_deferred: bool,
    wanted: Arc<AtomicBool>,
}

impl Syncing {
    /// Of a connection that waits.
    pub fn new(wanted: Arc<AtomicBool>) -> Syncing {
        Syncing { is_deferred: false, wanted }
    }

    fn settle(&mut self, prepared: &Prepared<'_>) -> Result<()> {
        let wanted = self.wanted.load(Ordering::Relaxed);
        if wanted != self.is_deferred {
            syncing(prepared.connection, wanted).map_err(|error| failed("Sync", &error))?;
            if !wanted {
                sync(prepared.connection)?;
            }
            self.is_deferred = wanted;
        }
        Ok(())
    }
}

pub fn write_all(prepared: &Prepared<'_>, mut waiting: mpsc::Receiver<Job>, mut syncs: Syncing, metrics: &Metrics) {
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
        let outcomes = match syncs.settle(prepared) {
            Ok(()) => write_group(prepared, &group, metrics),
            Err(error) => refused(&group, &error),
        };
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
fn write_group(prepared: &Prepared<'_>, group: &[Job], metrics: &Metrics) -> Vec<Result<Outcome>> {
    let together = || group.iter().map(|job| write_one(prepared, &job.writes)).collect::<Result<Vec<_>>>();
    let apart = || group.iter().map(|job| write_apart(prepared, &job.writes)).collect();
    match transaction(prepared, metrics, together) {
        Ok(outcomes) => outcomes.into_iter().map(Ok).collect(),
        Err(error) if group.len() == 1 => vec![Err(error)],
        Err(_) => transaction(prepared, metrics, apart).unwrap_or_else(|error| {
            tracing::error!(%error, changes = group.len(), "a group of changes could not be committed");
            refused(group, &error)
        }),
    }
}

fn refused(group: &[Job], error: &Error) -> Vec<Result<Outcome>> {
    let cause = error.to_string();
    group.iter().map(|_| Err(Error::Database { statement: "Commit", cause: cause.clone() })).collect()
}

/// Commits what `work` does, or nothing of it when it fails.
fn transaction<T>(prepared: &Prepared<'_>, metrics: &Metrics, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let all = || {
        run(prepared, "BEGIN IMMEDIATE")?;
        let done = work()?;
        let began = Instant::now();
        run(prepared, "COMMIT")?;
        metrics.store.fsync_time.observe(began.elapsed().as_secs_f64());
        Ok(done)
    };
    all().inspect_err(|_| {
        // After a failed COMMIT the transaction may be open or closed; left open, the next BEGIN would fail too.
        if !prepared.connection.is_autocommit() {
            drop(run(prepared, "ROLLBACK"));
        }
    })
}

fn run(prepared: &Prepared<'_>, sql: &'static str) -> Result<()> {
    let run = |statement: &mut rusqlite::Statement<'_>| statement.raw_execute();
    prepared.with(&Statement::new(sql, sql), run).map(drop).map_err(|error| failed(sql, &error))
}

/// The writes of a change. When one fails, those before it are undone by whoever holds the transaction.
fn write_one(prepared: &Prepared<'_>, writes: &[Write]) -> Result<Outcome> {
    let steps = writes.iter().map(|write| execute(prepared, write)).collect::<Result<_>>()?;
    Ok(Outcome { steps })
}

/// The writes of a change in a savepoint: when one fails, the others of the group stand.
fn write_apart(prepared: &Prepared<'_>, writes: &[Write]) -> Result<Result<Outcome>> {
    run(prepared, "SAVEPOINT change")?;
    let outcome = write_one(prepared, writes);
    if outcome.is_err() {
        run(prepared, "ROLLBACK TO change")?;
    }
    run(prepared, "RELEASE change")?;
    Ok(outcome)
}
