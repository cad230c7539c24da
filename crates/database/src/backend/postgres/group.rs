//! The writer: one task that groups the changes that wait, and does not let go of them before it is known what became
//! of them.
//!
//! A group is one transaction; when a change of it fails, the group runs again with a savepoint for each change, so that
//! only the failing one fails. Deadlocks and a lost connection undo the whole group, and it is tried again as long as
//! its callers wait. An answer to COMMIT that is lost is looked up by the mark that the transaction left
//! ([`Mark`]): the group is neither dropped nor done twice, also when a standby took over meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use deadpool_postgres::{Object, Pool};
use metrics::Metrics;
use tokio::sync::mpsc;

use super::failure::{Failure, failed, unavailable, unreached};
use super::locks::{Batch, batches};
use super::log::Log;
use super::protocol::Protocol;
use super::standby::Standby;
use super::transaction::{Done, Mark, Sequels, Transaction};
use super::values::values;
use crate::backend::{BATCH_LEN_MAX, Job};
use crate::error::Result;
use crate::statement::Statement;
use crate::value::Value;
use crate::write::{Then, Write};

/// The first and the longest pause between two tries: soon after a deadlock, a few times a second for a lost server.
const PAUSE_MIN: Duration = Duration::from_millis(10);
const PAUSE_MAX: Duration = Duration::from_millis(400);
/// What a store that closes waits for a lost answer.
const CLOSING_WAIT: Duration = Duration::from_secs(5);

/// Waits for the transaction in question if it is still under way, and changes nothing.
static ASK: Statement = Statement::new(
    "Commit",
    "INSERT INTO commit_marks (node, number, marked_at) \
     VALUES ($1, 0, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)) \
     ON CONFLICT (node) DO UPDATE SET marked_at = excluded.marked_at RETURNING number",
);

pub struct Writer {
    /// One connection, to whichever server takes writes.
    pub pool: Pool,
    /// Connections for reads, which lead to the same server.
    pub reads: Pool,
    pub protocol: Protocol,
    /// Begins a transaction.
    pub begin: String,
    /// Whether commits do not wait for the disk.
    pub is_deferred: Arc<AtomicBool>,
    /// How long the caller of a change waits.
    pub patience: Duration,
    pub mark: Mark,
    pub closing: Arc<AtomicBool>,
    pub standby: Arc<Standby>,
    pub log: Arc<Log>,
    pub metrics: Arc<Metrics>,
}

/// What became of a transaction whose answer was lost.
enum Settled {
    Stands,
    Undone,
    /// The store closes and the database does not come back.
    Untold,
}

impl Writer {
    /// Writes until nobody can hand in changes any more.
    pub async fn run(mut self, mut waiting: mpsc::Receiver<Job>) {
        let mut group = Vec::with_capacity(BATCH_LEN_MAX);
        while waiting.recv_many(&mut group, BATCH_LEN_MAX).await > 0 {
            for batch in batches(group.drain(..)) {
                self.write(batch).await;
            }
        }
    }

    async fn write(&mut self, Batch { mut jobs, keys }: Batch) {
        let mut pause = PAUSE_MIN;
        loop {
            self.refuse_late(&mut jobs);
            if jobs.is_empty() {
                return;
            }
            let began = Instant::now();
            let (changes, mut sequels): (Vec<&[Write]>, Vec<_>) =
                jobs.iter_mut().map(|job| (&job.writes[..], job.then.as_mut())).unzip();
            let standby = self.standby.clone();
            match standby.over(self.attempt(&changes, &mut sequels, &keys)).await {
                Ok(done) => {
                    self.metrics.commit_group(jobs.len(), began.elapsed().as_secs_f64());
                    return self.finish(jobs, done);
                }
                Err(Failure::Unknown(done)) => match standby.over(self.settle()).await {
                    Settled::Stands => return self.finish(jobs, done),
                    Settled::Undone => {}
                    Settled::Untold => return give_up(jobs),
                },
                Err(Failure::Change(error) | Failure::Again(error) | Failure::Lost(error)) => {
                    tracing::warn!(%error, changes = jobs.len(), "a group of changes is tried again");
                }
            }
            self.metrics.store.commit_retries.inc();
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(PAUSE_MAX);
        }
    }

    /// Answers those whose callers do not wait any more; nothing of theirs was done.
    fn refuse_late(&self, jobs: &mut Vec<Job>) {
        if jobs.iter().any(|job| job.queued.elapsed() >= self.patience) {
            let (late, rest) = std::mem::take(jobs).into_iter().partition(|job| job.queued.elapsed() >= self.patience);
            *jobs = rest;
            for job in late {
                job.finish(Err(unavailable("Commit", "the database could not be reached in time".to_owned())));
            }
        }
    }

    async fn attempt(&mut self, changes: &[&[Write]], sequels: Sequels<'_, '_>, keys: &[i64]) -> Result<Done, Failure> {
        let connection = self.pool.get().await.map_err(|error| Failure::Lost(unreached("Commit", &error)))?;
        // Behind a pooler a statement alone would have no time limit.
        let is_direct = self.protocol == Protocol::Named;
        let transaction = self.transaction(&connection, keys);
        let mut done = match (changes, &mut *sequels) {
            ([[write]], [sequel]) if write.is_plain && is_direct && is_foretold(sequel.as_deref()) => {
                transaction.plain(write, sequel.as_deref_mut()).await
            }
            (_, sequels) => transaction.together(changes, sequels).await,
        };
        if let Err(Failure::Change(error)) = done {
            if changes.len() == 1 {
                return Ok((vec![Err(error)], None));
            }
            done = self.transaction(&connection, keys).apart(changes, sequels).await;
        }
        if let Err(Failure::Lost(_) | Failure::Unknown(_)) = done {
            self.leave(connection);
        }
        done
    }

    /// A transaction with a number of its own.
    fn transaction<'a>(&'a mut self, connection: &'a Object, keys: &'a [i64]) -> Transaction<'a> {
        self.mark.number += 1;
        Transaction {
            client: connection,
            protocol: self.protocol,
            begin: &self.begin,
            is_deferred: self.is_deferred.load(Ordering::Relaxed),
            mark: self.mark,
            keys,
            silence_max: self.patience,
            log: &self.log,
            metrics: &self.metrics,
        }
    }

    fn finish(&self, jobs: Vec<Job>, (outcomes, row): Done) {
        if let Some(row) = row {
            self.log.stands(&row);
        }
        for (job, outcome) in jobs.into_iter().zip(outcomes) {
            job.finish(outcome);
        }
    }

    /// Drops a connection, and those for reads that nobody uses: they lead to the same server.
    fn leave(&self, connection: Object) {
        drop(Object::take(connection));
        self.reads.retain(|_, _| false);
    }

    /// Finds out whether the last transaction stands, however long that takes: who would do it again without knowing
    /// might do it twice.
    async fn settle(&self) -> Settled {
        let (began, mut pause) = (Instant::now(), PAUSE_MIN);
        loop {
            match tokio::time::timeout(self.patience, self.marked()).await {
                Ok(Ok(number)) if number == self.mark.number => return Settled::Stands,
                Ok(Ok(_)) => return Settled::Undone,
                Ok(Err(error)) => tracing::warn!(%error, "it is not known yet whether a commit stands"),
                Err(_) => {
                    tracing::warn!("it is not known yet whether a commit stands: the database says nothing");
                    self.pool.retain(|_, _| false);
                }
            }
            if self.closing.load(Ordering::Relaxed) && began.elapsed() > CLOSING_WAIT {
                return Settled::Untold;
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(PAUSE_MAX);
        }
    }

    /// The number of this writer's last transaction that stands.
    async fn marked(&self) -> Result<i64> {
        let connection = self.pool.get().await.map_err(|error| unreached(ASK.name, &error))?;
        let run = async {
            let prepared = self.protocol.prepare(&connection, &ASK).await?;
            Protocol::run(&connection, &ASK, prepared.as_ref(), &[Value::Id(self.mark.node)]).await
        };
        let ran = run.await.map_err(|error| failed(ASK.name, &error));
        let rows = ran.map(|ran| ran.rows.iter().map(|row| values(ASK.name, row)).collect::<Result<Vec<_>>>());
        match rows {
            Ok(rows) => Ok(match rows?.first().map(Vec::as_slice) {
                Some([Value::Int(number)]) => *number,
                _ => 0,
            }),
            Err(error) => {
                self.leave(connection);
                Err(error)
            }
        }
    }
}

/// Whether what a change says is known before its statement ran.
fn is_foretold(sequel: Option<&Then>) -> bool {
    sequel.is_none_or(|sequel| !sequel.reads_outcome())
}

fn give_up(jobs: Vec<Job>) {
    tracing::error!(changes = jobs.len(), "the store closes without knowing whether the last commit stands");
    for job in jobs {
        job.finish(Err(unavailable("Commit", "it is not known whether the change was made".to_owned())));
    }
}
