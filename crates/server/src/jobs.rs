//! Jobs: what the server does by itself, now and then.
//!
//! One line per job: name, period, work. Each noun keeps its own work; this is the list. What is done to the data all
//! nodes share is done by one node of them ([`node::leases`]); what a node keeps of its own, by each.

use std::sync::Arc;
use std::time::Duration;

use base::tasks::spawn;
use node::error::Result;

use conversation::{files, linked, posts, scheduled_posts};
use identity::ldap::sync;
use notification::{notify, phones};
use organisation::statuses;
use people::presence;
use people::{sessions, statistics};
use request::App;
use request::secrets;
use transfer::bulk::folder::Folder;
use transfer::jobs::{message_export, retention};
use transfer::runner;

/// How often it is asked whether users of a node that ended are to be written off.
const PRESENCE_LOOK: Duration = Duration::from_secs(5);
/// The shortest time that mails can be gathered for.
const FIVE_SECONDS: Duration = Duration::from_secs(5);
const HALF_A_MINUTE: Duration = Duration::from_secs(30);
const MINUTE: Duration = Duration::from_secs(60);
const FIVE_MINUTES: Duration = Duration::from_secs(5 * 60);
const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A lease is prolonged so often while it lasts: two tries may fail.
const RENEWALS: u32 = 3;

/// Starts all of them.
pub fn start(app: &Arc<App>) {
    every(app, "forget-detached-connections", MINUTE, |app| async move {
        app.hub.forget_detached(app.clock.now());
        Ok(())
    });
    every(app, "settle-presence", PRESENCE_LOOK, presence::settle_due);
    every(app, "settle-quiet-presence", MINUTE, presence::settle_quiet);
    every(app, "count-active-users", FIVE_MINUTES, |app| async move { statistics::count_active_users(&app).await });
    every(app, "send-gathered-mails", FIVE_SECONDS, notify::mail::send_due);
    every(app, "renew-leases", app.leases.lasts() / RENEWALS, |app| async move { app.leases.renew().await });
    every_once(app, "clean-link-metadata", DAY, linked::clean);
    every_once(app, "sweep-unattached-files", HOUR, files::sweep::sweep);
    every_once(app, "sweep-unfinished-writes", HOUR, files::sweep::sweep_unfinished);
    every_once(app, "clean-pending-posts", HOUR, posts::pending::clean);
    every_once(app, "sweep-drafts-without-root", HOUR, sweep_drafts);
    every_once(app, "clean-post-calls", HOUR, conversation::mention_counters::clean);
    every_once(app, "clean-sessions", HOUR, clean_sessions);
    every_once(app, "end-expired-accounts", HALF_A_MINUTE, organisation::users::expiries::end_due);
    every_once(app, "end-unused-sessions", FIVE_MINUTES, sessions::activity::end_unused);
    every_once(app, "tell-phones-of-ended-sessions", FIVE_MINUTES, phones::ended::tell);
    every_once(app, retention::SCHEDULE, MINUTE, retention::schedule);
    every_once(app, sync::SCHEDULE, MINUTE, sync::schedule);
    every_once(app, "clean-jobs", HOUR, |app| async move {
        message_export::expire(&app).await?;
        runner::clean(app).await
    });
    every_once(app, "clean-imports-and-exports", DAY, clean_bulk_files);
    every_once(app, "send-scheduled-posts", HALF_A_MINUTE, scheduled_posts::due::send_due);
    every_once(app, "posts-due", HALF_A_MINUTE, organisation::due::look);
    every_once(app, "seal-secrets", DAY, secrets::seal_all);
    every_once(app, "end-do-not-disturb", MINUTE, statuses::end_dnd);
}

/// Does `work` now and then on one of the nodes that do such work, as [`every`] does.
pub fn every_once<F: Future<Output = Result<()>> + Send + 'static>(
    app: &Arc<App>,
    name: &'static str,
    period: Duration,
    work: impl Fn(Arc<App>) -> F + Copy + Send + Sync + 'static,
) {
    every(app, name, period, move |app| async move { once(app, name, work).await });
}

/// Does `work` if this node does such work and holds the lease of that name.
///
/// # Errors
/// What the work fails with, and when the store does not answer.
pub async fn once<F: Future<Output = Result<()>>>(
    app: Arc<App>,
    name: &'static str,
    work: impl FnOnce(Arc<App>) -> F,
) -> Result<()> {
    let is_here = app.config().jobs.run && app.leases.hold(name).await?.is_some();
    if is_here { work(app).await } else { Ok(()) }
}

/// Drafts of threads that were deleted. They are not listed any more.
async fn sweep_drafts(app: Arc<App>) -> Result<()> {
    app.store.write(store::drafts::remove_rootless()).await?;
    Ok(())
}

/// Files of imports and exports that are older than the configuration keeps them.
async fn clean_bulk_files(app: Arc<App>) -> Result<()> {
    let removed = Folder::Imports.expire(&app).await? + Folder::Exports.expire(&app).await?;
    if removed > 0 {
        tracing::info!(removed, "old imports and exports are removed");
    }
    Ok(())
}

/// Sessions that ended long enough ago that nobody asks about them.
async fn clean_sessions(app: Arc<App>) -> Result<()> {
    const KEPT_MS: i64 = 24 * 60 * 60 * 1000;
    app.store.write(store::sessions::clean(app.clock.now() - KEPT_MS)).await?;
    Ok(())
}

/// Does `work` now and then, one run at a time, as long as the application lives. A run that fails is logged; the
/// next one comes all the same.
fn every<F: Future<Output = Result<()>> + Send>(
    app: &Arc<App>,
    name: &'static str,
    period: Duration,
    work: impl Fn(Arc<App>) -> F + Send + Sync + 'static,
) {
    let app = Arc::downgrade(app);
    spawn(name, async move {
        let mut ticks = tokio::time::interval(period);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let Some(app) = app.upgrade() else { return };
            if let Err(error) = work(app).await {
                tracing::warn!(job = name, error = %error.message, cause = %error.detailed, "a periodic job failed");
            }
        }
    });
}
