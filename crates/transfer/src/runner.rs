//! The runner: takes jobs that wait, so many at once, and ends them as they went.
//!
//! It is woken when a job is put in the queue here, and looks by itself for those of other nodes. A job that runs is a
//! lease of its node, which prolongs it; where the node died, or lost the database for long, another begins the job
//! again, and what the first one still writes of it is refused.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use base::Millis;
use base::ids::JobId;
use futures_util::FutureExt;
use node::error::{ApiError, Result};
use permissions::Permission;
use store::Write;
use store::leases::Fence;
use tokio::sync::{Notify, Semaphore};
use wire::jobs::{CANCELED, ERROR, Job, PENDING, SUCCESS};
use wire::omit::StringMap;

use request::App;

/// Jobs that run at a time: they are slow, and requests come first.
const RUNNING_MAX: usize = 2;
/// How often is looked without being woken (facts: the original's watcher).
const EVERY: Duration = Duration::from_secs(15);
/// A job of a node of an older version, which takes no lease, runs nowhere when nothing was heard of it for so long.
const SILENCE_MS_MAX: Millis = 5 * 60 * 1000;
/// A lease is prolonged so often while it lasts: two tries may fail.
const RENEWALS: u32 = 3;
/// What a job's error leaves in its data: its words, and its id, by which clients tell it in other languages.
const ERROR_KEY: &str = "error";
const ERROR_ID_KEY: &str = "error_id";
const DAY_MS: Millis = 24 * 60 * 60 * 1000;

type Work = fn(Arc<App>, Running) -> Pin<Box<dyn Future<Output = Result<StringMap>> + Send>>;

/// A kind of job: who may see it, start it and cancel it, and what it does.
pub struct Kind {
    pub name: &'static str,
    pub read: Permission,
    pub create: Permission,
    pub manage: Permission,
    /// Does the work; what it returns is added to the job's data.
    pub work: Work,
}

/// The queue's bell, the places of those that run, and what there is to run.
pub struct Jobs {
    bell: Notify,
    places: Arc<Semaphore>,
    kinds: Vec<&'static Kind>,
}

impl Jobs {
    pub fn new(kinds: &[&'static [Kind]]) -> Jobs {
        let kinds = kinds.iter().flat_map(|kinds| kinds.iter()).collect();
        Jobs { bell: Notify::new(), places: Arc::new(Semaphore::new(RUNNING_MAX)), kinds }
    }

    /// All kinds.
    pub fn kinds(&self) -> impl Iterator<Item = &'static Kind> {
        self.kinds.iter().copied()
    }

    /// The kind of this name.
    pub fn kind(&self, name: &str) -> Option<&'static Kind> {
        self.kinds().find(|kind| kind.name == name)
    }

    /// Lets the runner look at once.
    pub fn wake(&self) {
        self.bell.notify_one();
    }
}

/// A job under way, as its work sees it.
pub struct Running {
    app: Arc<App>,
    pub job: Job,
    fence: Fence,
}

impl Running {
    /// A value of the job's data; empty when there is none.
    pub fn text(&self, name: &str) -> &str {
        self.job.data.as_ref().and_then(|data| data.get(name)).map_or("", String::as_str)
    }

    /// Keeps a value in the job's data; it is written when the work next says how far it is, and stays whatever the
    /// work ends with.
    pub fn leave(&mut self, name: &str, value: String) {
        self.job.data.get_or_insert_default().insert(name.to_owned(), value);
    }

    /// Says how far the work is, in percent.
    ///
    /// # Errors
    /// When the job is to stop; the work ends then.
    pub async fn reached(&mut self, percent: i64) -> Result<()> {
        self.job.progress = percent.clamp(0, 100);
        self.job.last_activity_at = self.app.clock.now();
        match self.app.store.write(store::jobs::progress(&self.job, self.fence)).await {
            Ok(_) => Ok(()),
            Err(store::Error::Unmet { .. }) => Err(stopped()),
            Err(error) => Err(error.into()),
        }
    }

    /// A write that ends the job well, for a change that must not be made twice: it fails that change when the job is to
    /// stop, or another node has begun it again. The work has nothing left to do but to end with `found`, too.
    pub fn finish(&self, found: &StringMap) -> Write {
        let mut over = self.job.clone();
        over.last_activity_at = self.app.clock.now();
        succeed(&mut over, found.clone());
        store::jobs::finish_with(&over, self.fence)
    }
}

const STOPPED: &str = "app.job.stopped";

/// What the work of a job that is to stop ends with.
pub fn stopped() -> ApiError {
    ApiError::bad_request(STOPPED, "The job was cancelled.")
}

/// Starts looking for jobs, until the application is gone.
pub fn start(app: &Arc<App>) {
    let app = Arc::downgrade(app);
    base::tasks::spawn("jobs", async move {
        loop {
            let Some(app) = app.upgrade() else { return };
            if app.config().jobs.run
                && let Err(error) = look(&app).await
            {
                tracing::warn!(error = %error.message, cause = %error.detailed, "jobs could not be looked for");
            }
            let jobs = app.of::<Arc<Jobs>>().clone();
            // Held while it waits, the application would never end.
            drop(app);
            // Running out of time and being woken are one and the same: there may be work.
            let _ = tokio::time::timeout(EVERY, jobs.bell.notified()).await;
        }
    });
}

/// Takes what waits while there are places.
async fn look(app: &Arc<App>) -> Result<()> {
    let jobs = app.of::<Arc<Jobs>>();
    let kinds: Vec<String> = jobs.kinds.iter().map(|kind| kind.name.to_owned()).collect();
    revive(app).await?;
    for job in app.store.jobs_with_status(PENDING, &kinds, RUNNING_MAX).await? {
        let Ok(place) = jobs.places.clone().try_acquire_owned() else { return Ok(()) };
        let Some(kind) = jobs.kind(&job.kind) else { continue };
        let (node, lasts_ms) = (app.leases.node(), app.leases.lasts_ms());
        let fence = match app.store.write(store::jobs::take(job.id, node, lasts_ms, app.clock.now())).await {
            Err(store::Error::Unmet { .. }) => continue,
            taken => store::jobs::taken(&taken?, 0)?,
        };
        let app = app.clone();
        base::tasks::spawn("job", async move {
            app.metrics.system.jobs_active.shift((kind.name,), 1);
            run(&app, kind, job, fence).await;
            app.metrics.system.jobs_active.shift((kind.name,), -1);
            drop(place);
            app.of::<Arc<Jobs>>().wake();
        });
    }
    Ok(())
}

/// Puts jobs back whose node does not prolong them any more.
async fn revive(app: &App) -> Result<()> {
    let before = app.clock.now() - SILENCE_MS_MAX;
    if app.store.has_stale_jobs(before).await? {
        app.store.commit(store::jobs::revive(before).into(), None).await?;
    }
    Ok(())
}

/// Forgets jobs that are over for as long as the configuration says.
///
/// # Errors
/// When the store does not answer.
pub async fn clean(app: Arc<App>) -> Result<()> {
    let kept_days = app.config().jobs.cleanup_after_d;
    if kept_days >= 0 {
        app.store.write(store::jobs::clean(app.clock.now() - kept_days * DAY_MS)).await?;
    }
    Ok(())
}

/// Does one job and writes down how it went.
async fn run(app: &Arc<App>, kind: &Kind, job: Job, fence: Fence) {
    let mut over = job.clone();
    let work = (kind.work)(app.clone(), Running { app: app.clone(), job, fence });
    let outcome = tokio::select! {
        outcome = AssertUnwindSafe(work).catch_unwind() => outcome.unwrap_or_else(|_| Err(panicked())),
        () = keep(app, over.id, fence) => {
            tracing::warn!(job.id = %over.id, job.kind = over.kind, "a job goes on elsewhere");
            return;
        }
    };
    over.last_activity_at = app.clock.now();
    if outcome.is_err() {
        over.data = left(app, &over).await;
    }
    match outcome {
        Ok(found) => succeed(&mut over, found),
        Err(error) if error.id == STOPPED => CANCELED.clone_into(&mut over.status),
        Err(error) => {
            let (id, cause) = (&error.id, &error.detailed);
            tracing::error!(
                job.id = %over.id, job.kind = over.kind, error.id = %id, error = %error.message, %cause, "a job failed"
            );
            let why = [(ERROR_KEY, error.message), (ERROR_ID_KEY, error.id.into())];
            over.data.get_or_insert_default().extend(why.map(|(name, value)| (name.to_owned(), value)));
            ERROR.clone_into(&mut over.status);
        }
    }
    if let Err(error) = app.store.write(store::jobs::finish(&over, fence)).await {
        // It is begun again when its lease is over.
        tracing::error!(job.id = %over.id, %error, "the end of a job could not be written down");
    }
}

fn succeed(job: &mut Job, found: StringMap) {
    job.data.get_or_insert_default().extend(found);
    job.progress = 100;
    SUCCESS.clone_into(&mut job.status);
}

/// What the work left in the data of a job that failed.
async fn left(app: &App, job: &Job) -> Option<StringMap> {
    match app.store.job(job.id).await {
        Ok(stored) => stored.and_then(|stored| stored.data),
        Err(error) => {
            tracing::warn!(job.id = %job.id, %error, "the leftovers of a job could not be read");
            job.data.clone()
        }
    }
}

/// Prolongs the lease of a job until it is another node's, or over.
async fn keep(app: &App, job: JobId, fence: Fence) {
    loop {
        tokio::time::sleep(app.leases.lasts() / RENEWALS).await;
        match app.store.write(store::jobs::renew(job, fence, app.leases.lasts_ms())).await {
            Ok(_) => {}
            Err(store::Error::Unmet { .. }) => return,
            // What the work writes says whether the job is still this node's.
            Err(error) => tracing::warn!(job.id = %job, %error, "the lease of a job could not be prolonged"),
        }
    }
}

/// Begun again it would most likely do the same.
fn panicked() -> ApiError {
    ApiError::internal("app.job.panicked", "Something went wrong inside the server.")
}
