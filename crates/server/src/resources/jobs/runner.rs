//! The runner: takes jobs that wait, so many at once, and ends them as they went.
//!
//! It is woken when a job is put in the queue here, and looks by itself for those of other nodes.

use std::sync::Arc;
use std::time::Duration;

use base::Millis;
use tokio::sync::{Notify, Semaphore};
use wire::jobs::{CANCEL_REQUESTED, CANCELED, ERROR, IN_PROGRESS, Job, PENDING, SUCCESS};
use wire::omit::StringMap;

use super::{KINDS, Kind, kind};
use crate::app::App;
use crate::error::{ApiError, Result};

/// Jobs that run at a time: they are slow, and requests come first.
const RUNNING_MAX: usize = 2;
/// How often is looked without being woken (facts: the original's watcher).
const EVERY: Duration = Duration::from_secs(15);
/// A job of which nothing was heard for so long runs nowhere: each says something at least every few seconds.
const SILENCE_MS_MAX: Millis = 5 * 60 * 1000;
/// Jobs that are looked at for that; more than run at a time on all nodes.
const REVIVED_MAX: usize = 100;
/// What a job's error leaves in its data.
const ERROR_KEY: &str = "error";
const DAY_MS: Millis = 24 * 60 * 60 * 1000;

/// The queue's bell, and the places of those that run.
pub struct Jobs {
    bell: Notify,
    places: Arc<Semaphore>,
}

impl Default for Jobs {
    fn default() -> Jobs {
        Jobs { bell: Notify::new(), places: Arc::new(Semaphore::new(RUNNING_MAX)) }
    }
}

impl Jobs {
    /// Lets the runner look at once.
    pub fn wake(&self) {
        self.bell.notify_one();
    }
}

/// A job under way, as its work sees it.
pub struct Running {
    app: Arc<App>,
    pub job: Job,
}

impl Running {
    /// A value of the job's data; empty when there is none.
    pub fn text(&self, name: &str) -> &str {
        self.job.data.as_ref().and_then(|data| data.get(name)).map_or("", String::as_str)
    }

    /// Says how far the work is, in percent.
    ///
    /// # Errors
    /// When the job is to stop; the work ends then.
    pub async fn reached(&mut self, percent: i64) -> Result<()> {
        self.job.progress = percent.clamp(0, 100);
        self.job.last_activity_at = self.app.clock.now();
        match self.app.store.write(store::jobs::progress(&self.job)).await {
            Ok(_) => Ok(()),
            Err(store::Error::Unmet { .. }) => Err(ApiError::bad_request(STOPPED, "The job was cancelled.")),
            Err(error) => Err(error.into()),
        }
    }
}

const STOPPED: &str = "app.job.stopped";

/// Starts looking for jobs, until the application is gone.
pub fn start(app: &Arc<App>) {
    let app = Arc::downgrade(app);
    crate::tasks::spawn("jobs", async move {
        loop {
            let Some(app) = app.upgrade() else { return };
            if app.config().jobs.run
                && let Err(error) = look(&app).await
            {
                tracing::warn!(error = %error.message, cause = %error.detailed, "jobs could not be looked for");
            }
            let jobs = app.jobs.clone();
            // Held while it waits, the application would never end.
            drop(app);
            // Running out of time and being woken are one and the same: there may be work.
            let _ = tokio::time::timeout(EVERY, jobs.bell.notified()).await;
        }
    });
}

/// Takes what waits while there are places.
async fn look(app: &Arc<App>) -> Result<()> {
    let kinds: Vec<String> = KINDS.iter().map(|kind| kind.name.to_owned()).collect();
    revive(app, &kinds).await?;
    for job in app.store.jobs_with_status(PENDING, &kinds, RUNNING_MAX).await? {
        let Ok(place) = app.jobs.places.clone().try_acquire_owned() else { return Ok(()) };
        let Some(kind) = kind(&job.kind) else { continue };
        match app.store.write(store::jobs::take(job.id, app.clock.now())).await {
            Err(store::Error::Unmet { .. }) => continue,
            other => drop(other?),
        }
        let app = app.clone();
        crate::tasks::spawn("job", async move {
            run(&app, kind, job).await;
            drop(place);
            app.jobs.wake();
        });
    }
    Ok(())
}

/// Puts jobs back of which nothing was heard for long: their process ended.
async fn revive(app: &App, kinds: &[String]) -> Result<()> {
    let before = app.clock.now() - SILENCE_MS_MAX;
    for status in [IN_PROGRESS, CANCEL_REQUESTED] {
        let running = app.store.jobs_with_status(status, kinds, REVIVED_MAX).await?;
        if running.iter().any(|job| job.last_activity_at < before) {
            app.store.commit(store::jobs::revive(before).into(), None).await?;
        }
    }
    Ok(())
}

/// Forgets jobs that are over for as long as the configuration says.
///
/// # Errors
/// When the store does not answer.
pub async fn clean(app: Arc<App>) -> Result<()> {
    super::message_export::expire(&app).await?;
    let kept_days = app.config().jobs.cleanup_after_d;
    if kept_days >= 0 {
        app.store.write(store::jobs::clean(app.clock.now() - kept_days * DAY_MS)).await?;
    }
    Ok(())
}

/// Does one job and writes down how it went.
async fn run(app: &Arc<App>, kind: &Kind, job: Job) {
    let mut over = job.clone();
    let outcome = (kind.work)(app.clone(), Running { app: app.clone(), job }).await;
    over.last_activity_at = app.clock.now();
    let data: &mut StringMap = over.data.get_or_insert_default();
    match outcome {
        Ok(found) => {
            data.extend(found);
            over.progress = 100;
            SUCCESS.clone_into(&mut over.status);
        }
        Err(error) if error.id == STOPPED => CANCELED.clone_into(&mut over.status),
        Err(error) => {
            tracing::error!(job.id = %over.id, job.kind = over.kind, cause = %error.detailed, "a job failed");
            data.insert(ERROR_KEY.into(), error.message);
            ERROR.clone_into(&mut over.status);
        }
    }
    if let Err(error) = app.store.write(store::jobs::finish(&over)).await {
        // It is begun again when nothing was heard of it for a while.
        tracing::error!(job.id = %over.id, %error, "the end of a job could not be written down");
    }
}
