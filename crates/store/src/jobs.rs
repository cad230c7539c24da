//! Jobs: slow work as rows, so that it outlives the process that began it. A row that is being worked on is a lease, by
//! the database's time: its node prolongs it, and one that is not prolonged any more is begun again, on any node. The
//! fence grows each time, and what a node writes of a job names it: who comes late writes nothing.

use base::Millis;
use base::ids::JobId;
use wire::jobs::{CANCEL_REQUESTED, CANCELED, ERROR, IN_PROGRESS, Job, PENDING, SUCCESS, WARNING};
use wire::omit::StringMap;

use crate::error::Result;
use crate::leases::{Fence, now};
use crate::post_pages::Page;
use crate::row::{Columns, FromRow, Returned};
use crate::value::json;
use crate::{Outcome, Store, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT j.id, j.kind, j.priority, j.create_at, j.start_at, j.last_activity_at, j.status, j.progress, \
             j.data FROM jobs j ",
            $rest
        )
    };
}

crate::statements! {
    INSERT = "JobStore.Save" =>
        "INSERT INTO jobs (id, kind, priority, create_at, start_at, last_activity_at, status, progress, data) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    /// Of several nodes that see it, one takes it.
    TAKE = "JobStore.UpdateStatusOptimistically" =>
        concat!(
            "UPDATE jobs SET status = $3, start_at = $4, last_activity_at = $4, node = $5, fence = fence + 1, \
                held_until = ", now!(), " + $6 WHERE id = $1 AND status = $2 RETURNING fence"
        );
    RENEW = "JobStore.Renew" =>
        concat!("UPDATE jobs SET held_until = ", now!(), " + $3 WHERE id = $1 AND fence = $2 AND status = ANY($4)");
    PROGRESS = "JobStore.UpdateOptimistically" =>
        "UPDATE jobs SET progress = $3, last_activity_at = $4, data = $5 WHERE id = $1 AND status = $2 AND fence = $6";
    FINISH = "JobStore.Finish" =>
        "UPDATE jobs SET status = $2, progress = $3, last_activity_at = $4, data = $5, held_until = 0 \
         WHERE id = $1 AND status = ANY($6) AND fence = $7";
    SET_STATUS = "JobStore.UpdateStatus" =>
        "UPDATE jobs SET status = $3, last_activity_at = $4 WHERE id = $1 AND status = ANY($2)";
    SET_DATA = "JobStore.UpdateData" => "UPDATE jobs SET data = $2 WHERE id = $1";
    /// Index jobs_status.
    STALE = "JobStore.GetStale" =>
        concat!(
            "SELECT COUNT(*) FROM jobs WHERE status = $1 AND (held_until > 0 AND held_until < ", now!(),
            " OR held_until = 0 AND last_activity_at < $2)"
        );
    /// Index jobs_status.
    REVIVE = "JobStore.ResetStale" =>
        concat!(
            "UPDATE jobs SET status = $2, progress = 0, held_until = 0 WHERE status = $1 \
                AND (held_until > 0 AND held_until < ", now!(), " OR held_until = 0 AND last_activity_at < $3)"
        );
    /// Index jobs_status.
    CLEAN = "JobStore.Cleanup" => "DELETE FROM jobs WHERE status = ANY($1) AND create_at < $2";
    BY_ID = "JobStore.Get" => select!("WHERE j.id = $1");
    /// Index jobs_status.
    WITH_STATUS = "JobStore.GetAllByStatus" =>
        select!("WHERE j.status = $1 AND j.kind = ANY($2) ORDER BY j.create_at, j.id LIMIT $3");
    /// Index jobs_kind.
    OF_KINDS = "JobStore.GetAllByTypesPage" =>
        select!("WHERE j.kind = ANY($1) ORDER BY j.create_at DESC, j.id DESC LIMIT $2 OFFSET $3");
    /// Index jobs_status.
    OF_KINDS_WITH_STATUS = "JobStore.GetAllByTypesAndStatusesPage" =>
        select!("WHERE j.status = $4 AND j.kind = ANY($1) ORDER BY j.create_at DESC, j.id DESC LIMIT $2 OFFSET $3");
}

impl FromRow for Job {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Job {
            id: row.id()?,
            kind: row.text()?,
            priority: row.int()?,
            create_at: row.int()?,
            start_at: row.int()?,
            last_activity_at: row.int()?,
            status: row.text()?,
            progress: row.int()?,
            data: row.json::<Option<StringMap>>()?,
        })
    }
}

pub fn insert(job: &Job) -> Write {
    let params = params![
        job.id,
        &job.kind,
        job.priority,
        job.create_at,
        job.start_at,
        job.last_activity_at,
        &job.status,
        job.progress,
        json(&job.data),
    ];
    Write::must(&INSERT, params)
}

/// Begins a job that waits; fails with [`crate::Error::Unmet`] when somebody else did, or it was cancelled.
pub fn take(id: JobId, node: &str, lasts_ms: Millis, now: Millis) -> Write {
    Write::must(&TAKE, params![id, PENDING, IN_PROGRESS, now, node, lasts_ms])
}

/// The fence that [`take`] came to.
///
/// # Errors
/// When the outcome is that of another write.
pub fn taken(outcome: &Outcome, at: usize) -> Result<Fence> {
    let fences: Vec<Fence> = outcome.rows(at)?;
    fences.first().copied().ok_or(crate::Error::Unmet { statement: TAKE.name })
}

/// Prolongs a job's lease; fails with [`crate::Error::Unmet`] when another node has begun it again, or it is over.
pub fn renew(id: JobId, fence: Fence, lasts_ms: Millis) -> Write {
    Write::must(&RENEW, params![id, fence.0, lasts_ms, running()])
}

/// Says how far a job is; fails with [`crate::Error::Unmet`] when it is to stop, or another node has begun it again.
pub fn progress(job: &Job, fence: Fence) -> Write {
    let params = params![job.id, IN_PROGRESS, job.progress, job.last_activity_at, json(&job.data), fence.0];
    Write::must(&PROGRESS, params)
}

/// Ends a job that runs, as its `status` says, unless another node has begun it again. One that is over stays as it is.
pub fn finish(job: &Job, fence: Fence) -> Write {
    let (data, progress) = (json(&job.data), job.progress);
    let params = params![job.id, &job.status, progress, job.last_activity_at, data, running(), fence.0];
    Write::new(&FINISH, params)
}

/// Ends a job in the change of what it does last; fails with [`crate::Error::Unmet`] when it is to stop, or another node
/// has begun it again.
pub fn finish_with(job: &Job, fence: Fence) -> Write {
    let (data, progress, from) = (json(&job.data), job.progress, vec![IN_PROGRESS.to_owned()]);
    let params = params![job.id, &job.status, progress, job.last_activity_at, data, from, fence.0];
    Write::must(&FINISH, params)
}

fn running() -> Vec<String> {
    vec![IN_PROGRESS.to_owned(), CANCEL_REQUESTED.to_owned()]
}

/// Moves a job from one of some statuses to another; fails with [`crate::Error::Unmet`] when it has none of them.
pub fn set_status(id: JobId, from: &[&str], to: &str, now: Millis) -> Write {
    let from: Vec<String> = from.iter().map(|status| (*status).to_owned()).collect();
    Write::must(&SET_STATUS, params![id, from, to, now])
}

/// Replaces what is known of a job that is over.
pub fn set_data(id: JobId, data: &StringMap) -> Write {
    Write::new(&SET_DATA, params![id, json(&Some(data))])
}

/// Lets jobs begin again whose lease is over, and ends those that were to be cancelled. Nodes of older versions take no
/// lease: for theirs, nothing was heard since `before`.
pub fn revive(before: Millis) -> [Write; 2] {
    [
        Write::new(&REVIVE, params![IN_PROGRESS, PENDING, before]),
        Write::new(&REVIVE, params![CANCEL_REQUESTED, CANCELED, before]),
    ]
}

/// Forgets jobs that are over and were made before `before`.
pub fn clean(before: Millis) -> Write {
    let over: Vec<String> = [SUCCESS, ERROR, CANCELED, WARNING].map(str::to_owned).into();
    Write::new(&CLEAN, params![over, before])
}

impl Store {
    /// Whether there are jobs that [`revive`] is for.
    pub async fn has_stale_jobs(&self, before: Millis) -> Result<bool> {
        for status in [IN_PROGRESS, CANCEL_REQUESTED] {
            let stale: Option<i64> = self.one(&STALE, params![status, before]).await?;
            if stale.unwrap_or_default() > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub async fn job(&self, id: JobId) -> Result<Option<Job>> {
        self.one(&BY_ID, params![id]).await
    }

    /// Jobs of some kinds in a status, oldest first.
    pub async fn jobs_with_status(&self, status: &str, kinds: &[String], limit: usize) -> Result<Vec<Job>> {
        self.all(&WITH_STATUS, params![status, kinds, limit]).await
    }

    /// Jobs of some kinds, newest first; an empty status is any.
    pub async fn jobs_of_kinds(&self, kinds: &[String], status: &str, page: Page) -> Result<Vec<Job>> {
        if status.is_empty() {
            return self.all(&OF_KINDS, params![kinds, page.limit, page.offset]).await;
        }
        self.all(&OF_KINDS_WITH_STATUS, params![kinds, page.limit, page.offset, status]).await
    }
}
