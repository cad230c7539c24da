//! Jobs: what the server does by itself, now and then.
//!
//! One line per job: name, period, work. Each noun keeps its own work; this is the list.

use std::sync::Arc;
use std::time::Duration;

use crate::app::App;
use crate::error::Result;
use crate::tasks::every;

const HALF_A_MINUTE: Duration = Duration::from_secs(30);
const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Starts all of them.
pub fn start(app: &Arc<App>) {
    every(app, "forget-detached-connections", MINUTE, |app| async move {
        app.hub.forget_detached(app.clock.now());
        Ok(())
    });
    every(app, "clean-link-metadata", DAY, crate::resources::linked::clean);
    every(app, "sweep-unattached-files", HOUR, crate::resources::files::sweep::sweep);
    every(app, "sweep-drafts-without-root", HOUR, sweep_drafts);
    every(app, "clean-sessions", HOUR, clean_sessions);
    every(app, "schedule-retention", MINUTE, crate::resources::jobs::retention::schedule);
    every(app, "clean-jobs", HOUR, crate::resources::jobs::runner::clean);
    every(app, "send-scheduled-posts", HALF_A_MINUTE, crate::resources::scheduled_posts::due::send_due);
}

/// Drafts of threads that were deleted. They are not listed any more.
async fn sweep_drafts(app: Arc<App>) -> Result<()> {
    app.store.write(store::drafts::remove_rootless()).await?;
    Ok(())
}

/// Sessions that ended long enough ago that nobody asks about them.
async fn clean_sessions(app: Arc<App>) -> Result<()> {
    const KEPT_MS: i64 = 24 * 60 * 60 * 1000;
    app.store.write(store::sessions::clean(app.clock.now() - KEPT_MS)).await?;
    Ok(())
}
