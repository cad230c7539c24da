//! Posts and files that are older than the configuration keeps them, removed for good.
//!
//! A post goes by its own age; the root of a thread stays as long as a reply of it does, so that no reply stands alone.
//! Nobody is told, except of mentions that are unread no longer: clients learn of it when they load the channel again.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::Millis;
use base::ids::{FileId, PostId};
use conversation::{files, removal};
use node::error::{ApiError, Result};
use request::App;
use request::{Answer, Call, Reply};
use store::post_pages::Page;
use wire::jobs::Job;
use wire::omit::StringMap;
use wire::retention::GlobalRetention;

use crate::jobs::manage::enqueue;
use crate::runner::Running;

pub const KIND: &str = "data_retention";
/// The lease of who puts it in the queue.
pub const SCHEDULE: &str = "schedule-retention";
const MINUTE_MS: Millis = 60 * 1000;
const HOUR_MS: Millis = 60 * MINUTE_MS;
const DAY_MS: Millis = 24 * HOUR_MS;

/// `GET /data_retention/policy`: answers with the retention policy, by which clients hide what is about to be deleted.
pub async fn policy(call: Call) -> Answer {
    let (config, now) = (call.app.config(), call.app.clock.now());
    let cutoff = |hours: u32| now - Millis::from(hours) * HOUR_MS;
    Ok(Reply::json(&GlobalRetention {
        message_deletion_enabled: config.retention.enable_posts,
        file_deletion_enabled: config.retention.enable_files,
        message_retention_cutoff: cutoff(config.retention.posts_h),
        file_retention_cutoff: cutoff(config.retention.files_h),
    }))
}

/// # Errors
/// When nothing is to be removed by the configuration, when the store does not answer, and when the job is to stop.
pub async fn run(app: Arc<App>, mut running: Running) -> Result<StringMap> {
    let config = app.config().retention.clone();
    if !config.enable_posts && !config.enable_files {
        let text = "The configuration keeps posts and files for ever.";
        return Err(ApiError::bad_request("app.job.data_retention.off", text));
    }
    // So many rows go in one change that those of others come between.
    let batch_len = usize::try_from(config.batch_size).unwrap_or(usize::MAX).min(removal::BATCH_LEN);
    let (mut posts, mut files) = (0, 0);
    if config.enable_posts {
        let before = app.clock.now() - Millis::from(config.posts_h) * HOUR_MS;
        let pinned = if config.keep_pinned { store::posts::Old::Unpinned } else { store::posts::Old::All };
        posts = remove_posts(&app, &mut running, (before, pinned), batch_len).await?;
    }
    if config.enable_files {
        let before = app.clock.now() - Millis::from(config.files_h) * HOUR_MS;
        files = remove_files(&app, &mut running, before, batch_len).await?;
    }
    Ok([("posts", posts), ("files", files)].map(|(name, figure)| (name.to_owned(), figure.to_string())).into())
}

async fn remove_posts(
    app: &Arc<App>,
    running: &mut Running,
    (before, which): (Millis, store::posts::Old),
    batch_len: usize,
) -> Result<usize> {
    let (mut after, mut done) = (PostId::NONE, 0);
    loop {
        let old = app.store.posts_old(after, before, which, batch_len).await?;
        let Some(last) = old.last() else { return Ok(done) };
        after = *last;
        removal::posts_among_others(app, &old).await?;
        done += old.len();
        running.reached(0).await?;
    }
}

async fn remove_files(app: &Arc<App>, running: &mut Running, before: Millis, batch_len: usize) -> Result<usize> {
    let (mut after, mut done) = (FileId::NONE, 0);
    loop {
        let old = app.store.files_old(after, before, batch_len).await?;
        let Some(last) = old.last() else { return Ok(done) };
        after = last.id;
        let ids: Vec<FileId> = old.iter().map(|file| file.id).collect();
        let mut change = app.change();
        change.write(store::files::remove(&ids));
        for channel in old.iter().map(|file| file.channel_id).collect::<BTreeSet<_>>() {
            change.posts_changed(channel);
        }
        change.index_files(ids);
        change.commit().await?;
        files::save::discard(app, &old).await;
        done += old.len();
        running.reached(0).await?;
    }
}

/// Puts the job of the day in the queue once its time has come.
///
/// # Errors
/// When the store does not answer.
pub async fn schedule(app: Arc<App>) -> Result<()> {
    let config = app.config();
    if !config.jobs.schedule || !config.retention.enable_posts && !config.retention.enable_files {
        return Ok(());
    }
    let now = app.clock.now();
    let Some(due) = last_due(now, &config.retention.start_time) else { return Ok(()) };
    let newest = app.store.jobs_of_kinds(&[KIND.to_owned()], "", Page::first(1)).await?;
    if newest.first().is_some_and(|job: &Job| job.create_at >= due) {
        return Ok(());
    }
    let Some(lease) = app.leases.hold(SCHEDULE).await? else { return Ok(()) };
    let mut change = app.change();
    enqueue(&mut change, app.of(), KIND, StringMap::default());
    if let Some(guard) = lease.guard() {
        change.write(guard);
    }
    match change.commit().await {
        // Another node took over and does it.
        Ok(_) | Err(store::Error::Unmet { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// The last time that it was this time of the day (UTC).
fn last_due(now: Millis, time: &str) -> Option<Millis> {
    let (hour, minute) = time.split_once(':')?;
    let at = hour.parse::<Millis>().ok()? * HOUR_MS + minute.parse::<Millis>().ok()? * MINUTE_MS;
    let today = now - now.rem_euclid(DAY_MS) + at;
    Some(if today <= now { today } else { today - DAY_MS })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_the_day_is_todays_or_yesterdays() {
        let noon = 20_000 * DAY_MS + 12 * HOUR_MS;
        assert_eq!(last_due(noon, "02:30"), Some(20_000 * DAY_MS + 2 * HOUR_MS + 30 * MINUTE_MS));
        assert_eq!(last_due(noon, "12:00"), Some(noon));
        assert_eq!(last_due(noon, "12:01"), Some(noon - DAY_MS + MINUTE_MS));
    }
}
