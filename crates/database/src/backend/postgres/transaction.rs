//! One transaction of the writer: what it begins with, the changes, the end.
//!
//! Beginning, locks and statements go down the line together and their answers are awaited together; the end is sent
//! when all of them were well. The beginning leaves the writer's mark: a number that only this transaction writes, so
//! that after a lost answer the row tells whether the transaction stands (see [`super::group`]).

use std::borrow::Cow;
use std::future::Future;
use std::time::{Duration, Instant};

use base::Id;
use deadpool_postgres::ClientWrapper;
use futures_util::future::{join, join_all, join3, try_join_all};
use metrics::Metrics;
use tokio_postgres::Statement as Prepared;

use super::failure::{Failure, unavailable};
use super::log::{KEEP, Log, Row, said};
use super::protocol::{Protocol, copy_of};
use super::values::values;
use crate::error::{Error, Result};
use crate::statement::Statement;
use crate::value::Value;
use crate::write::{Outcome, Step, Then, Write};

const NAME: &str = "Commit";

/// Waits for a transaction of the same writer that an earlier connection may still be ending.
static MARK: Statement = Statement::new(
    NAME,
    "INSERT INTO commit_marks (node, number, marked_at) \
     VALUES ($1, $2, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)) \
     ON CONFLICT (node) DO UPDATE SET number = excluded.number, marked_at = excluded.marked_at",
);
static LOCK: Statement = Statement::new(NAME, "SELECT pg_advisory_xact_lock(key) FROM unnest($1::BIGINT[]) AS key");

/// What a writer puts down in each of its transactions.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub node: Id,
    pub number: i64,
}

/// How a transaction is run.
pub struct Transaction<'a> {
    pub client: &'a ClientWrapper,
    pub protocol: Protocol,
    /// Begins it.
    pub begin: &'a str,
    /// Whether its commit does not wait for the disk.
    pub is_deferred: bool,
    pub mark: Mark,
    /// What it locks, in order.
    pub keys: &'a [i64],
    /// A server that says nothing for so long is gone.
    pub silence_max: Duration,
    /// What its changes say to other processes is kept here.
    pub log: &'a Log,
    pub metrics: &'a Metrics,
}

/// What follows each change.
pub type Sequels<'a, 'b> = &'a mut [Option<&'b mut Then>];

/// What a transaction did, and what it logged.
pub type Done = (Vec<Result<Outcome>>, Option<Row>);

type Steps<'a> = &'a [&'a [Write]];

impl Transaction<'_> {
    /// All changes as one: the first that fails undoes the others.
    ///
    /// # Errors
    /// As [`Failure`] tells.
    pub async fn together(&self, changes: Steps<'_>, sequels: Sequels<'_, '_>) -> Result<Done, Failure> {
        let logs = sequels.iter().flatten().any(|sequel| sequel.logs());
        let prepared = self.in_time(self.prepare(changes, logs)).await?;
        let writes = changes.iter().flat_map(|change| change.iter());
        let running = join_all(writes.zip(&prepared).map(|(write, prepared)| self.execute(write, prepared.as_ref())));
        let steps = self.in_time(async {
            // Every answer is read, so that the first error is the real one and not "transaction is aborted".
            let (begun, steps) = join(self.begin(), running).await;
            begun?;
            steps.into_iter().collect::<Result<Vec<Step>, Failure>>()
        });
        match steps.await {
            Ok(steps) => {
                let mut steps = steps.into_iter();
                let of = |change: &&[Write]| Ok(Outcome { steps: steps.by_ref().take(change.len()).collect() });
                self.commit(changes.iter().map(of).collect(), sequels).await
            }
            Err(failure) => Err(self.rolled_back(failure).await),
        }
    }

    /// One change that is [plain](Write::plain), without a transaction around it.
    ///
    /// # Errors
    /// As [`Failure`] tells; one that is lost may have been made.
    pub async fn plain(&self, write: &Write, sequel: Option<&mut Then>) -> Result<Done, Failure> {
        let row = self.log.row(self.mark.number, said(&mut [sequel], &[Ok(Outcome::default())]));
        let step = self.in_time(async {
            match &row {
                None => {
                    let prepared = self.prepare_one(write.statement).await?;
                    self.execute(write, prepared.as_ref()).await
                }
                Some(row) => {
                    let (statement, params) = row.beside(write, self.mark.node);
                    let prepared = self.prepare_one(&statement).await?;
                    self.execute_as(&statement, prepared.as_ref(), &params, write.must).await
                }
            }
        });
        step.await.map(|step| (vec![Ok(Outcome { steps: vec![step] })], row))
    }

    /// Each change with a savepoint of its own: one that fails undoes itself alone.
    ///
    /// # Errors
    /// As [`Failure`] tells, but for [`Failure::Change`], which is the outcome of a change.
    pub async fn apart(&self, changes: Steps<'_>, sequels: Sequels<'_, '_>) -> Result<Done, Failure> {
        let logs = sequels.iter().flatten().any(|sequel| sequel.logs());
        let each = async {
            self.prepare(&[], logs).await?;
            self.begin().await?;
            let mut outcomes = Vec::with_capacity(changes.len());
            for change in changes {
                outcomes.push(self.alone(change).await?);
            }
            Ok(outcomes)
        };
        match self.in_time(each).await {
            Ok(outcomes) => self.commit(outcomes, sequels).await,
            Err(failure) => Err(self.rolled_back(failure).await),
        }
    }

    async fn alone(&self, change: &[Write]) -> Result<Result<Outcome>, Failure> {
        self.send("SAVEPOINT change").await?;
        let steps = async {
            let prepared = self.prepare(&[change], false).await?;
            let running = change.iter().zip(&prepared).map(|(write, prepared)| self.execute(write, prepared.as_ref()));
            join_all(running).await.into_iter().collect::<Result<Vec<Step>, Failure>>()
        };
        match steps.await {
            Ok(steps) => self.send("RELEASE change").await.map(|()| Ok(Outcome { steps })),
            Err(Failure::Change(error)) => self.send("ROLLBACK TO change; RELEASE change").await.map(|()| Err(error)),
            Err(failure) => Err(failure),
        }
    }

    /// What precedes the changes.
    async fn begin(&self) -> Result<(), Failure> {
        let mark = [Value::Id(self.mark.node), Value::Int(self.mark.number)];
        let keys = [Value::Ints(self.keys.to_vec())];
        let locked = async { if self.keys.is_empty() { Ok(()) } else { self.run(&LOCK, &keys).await } };
        let begin = match self.is_deferred {
            false => Cow::Borrowed(self.begin),
            true => Cow::Owned(format!("{}; SET LOCAL synchronous_commit TO OFF", self.begin)),
        };
        let (begun, marked, locked) = join3(self.send(&begin), self.run(&MARK, &mark), locked).await;
        begun.and(marked).and(locked)
    }

    /// The end, and with it what the changes say to other processes.
    async fn commit(&self, outcomes: Vec<Result<Outcome>>, sequels: Sequels<'_, '_>) -> Result<Done, Failure> {
        let row = self.log.row(self.mark.number, said(sequels, &outcomes));
        let params = row.as_ref().map(|row| row.params(self.mark.node));
        let logged = async {
            match &params {
                Some(params) => self.run(&KEEP, params).await,
                None => Ok(()),
            }
        };
        let began = Instant::now();
        // A row that cannot be written undoes the transaction, and then its end is answered as if all were well.
        let both = self.in_time(async { Ok(join(logged, self.send("COMMIT")).await) });
        let ended = both.await.and_then(|(logged, ended)| if matches!(ended, Ok(())) { logged } else { ended });
        match ended {
            Ok(()) => {
                self.metrics.store.fsync_time.observe(began.elapsed().as_secs_f64());
                Ok((outcomes, row))
            }
            Err(Failure::Lost(error)) => {
                tracing::warn!(%error, "the answer to a commit was lost");
                Err(Failure::Unknown((outcomes, row)))
            }
            Err(failure) => Err(failure),
        }
    }

    /// Undoes the transaction; when that cannot be said to the server, the connection is of no use any more.
    async fn rolled_back(&self, failure: Failure) -> Failure {
        if matches!(failure, Failure::Lost(_)) {
            return failure;
        }
        match self.in_time(self.send("ROLLBACK")).await {
            Ok(()) => failure,
            Err(Failure::Change(error) | Failure::Again(error)) => Failure::Lost(error),
            Err(lost) => lost,
        }
    }

    async fn in_time<T>(&self, work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
        match tokio::time::timeout(self.silence_max, work).await {
            Ok(done) => done,
            Err(_) => Err(Failure::Lost(unavailable(NAME, "the database says nothing".to_owned()))),
        }
    }

    async fn send(&self, sql: &str) -> Result<(), Failure> {
        self.client.batch_execute(sql).await.map_err(|error| Failure::of(NAME, &error))
    }

    async fn run(&self, statement: &Statement, params: &[Value]) -> Result<(), Failure> {
        let run = async {
            let prepared = self.protocol.prepare(self.client, statement).await?;
            Protocol::run(self.client, statement, prepared.as_ref(), params).await
        };
        run.await.map(drop).map_err(|error| Failure::of(statement.name, &error))
    }

    async fn prepare(&self, changes: Steps<'_>, logs: bool) -> Result<Vec<Option<Prepared>>, Failure> {
        // Those of the beginning and the end as well: once it began, nothing may wait for an answer of its own.
        let keep = logs.then_some(&KEEP);
        let own = [&MARK, &LOCK].into_iter().chain(keep).map(|statement| self.prepare_one(statement));
        let writes = changes.iter().flat_map(|change| change.iter()).map(|write| self.prepare_of(write));
        let (own, writes) = join(try_join_all(own), try_join_all(writes)).await;
        own.and(writes)
    }

    async fn prepare_of(&self, write: &Write) -> Result<Option<Prepared>, Failure> {
        if !write.rows.is_empty() {
            self.prepare_one(&copy_of(write.statement)).await?;
        }
        self.prepare_one(write.statement).await
    }

    async fn prepare_one(&self, statement: &Statement) -> Result<Option<Prepared>, Failure> {
        let prepared = self.protocol.prepare(self.client, statement).await;
        prepared.map_err(|error| Failure::of(statement.name, &error))
    }

    async fn execute(&self, write: &Write, prepared: Option<&Prepared>) -> Result<Step, Failure> {
        if !write.rows.is_empty() {
            let inserted = self.protocol.insert(self.client, write.statement, &write.rows).await;
            let changed = inserted.map_err(|error| Failure::of(write.statement.name, &error))?;
            return Ok(Step { changed, rows: Vec::new() });
        }
        self.execute_as(write.statement, prepared, &write.params, write.must).await
    }

    async fn execute_as(
        &self,
        statement: &Statement,
        prepared: Option<&Prepared>,
        params: &[Value],
        must: bool,
    ) -> Result<Step, Failure> {
        let name = statement.name;
        let ran = Protocol::run(self.client, statement, prepared, params).await;
        let ran = ran.map_err(|error| Failure::of(name, &error))?;
        if must && ran.changed == 0 {
            return Err(Failure::Change(Error::Unmet { statement: name }));
        }
        let rows = ran.rows.iter().map(|row| values(name, row)).collect::<Result<_>>().map_err(Failure::Change)?;
        Ok(Step { changed: ran.changed, rows })
    }
}
