//! What of posts happens at a time: reminders, repeating notifications.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use super::{persistent, reminders};
use crate::app::App;

/// How often is looked; each look is a range of an index that is nearly always empty.
const EVERY: Duration = Duration::from_secs(30);

/// Starts looking for what is due, until the application is gone.
pub fn start(app: &Arc<App>) {
    let app = Arc::downgrade(app);
    crate::tasks::spawn("posts-due", async move {
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let Some(app) = app.upgrade() else { return };
            look(&app).await;
        }
    });
}

/// Does what is due by now; what fails is logged and due again at the next look.
pub async fn look(app: &Arc<App>) {
    if let Err(error) = reminders::deliver_due(app).await {
        tracing::warn!(error = %error.message, cause = %error.detailed, "reminders could not be delivered");
    }
    if let Err(error) = persistent::send_due(app).await {
        tracing::warn!(error = %error.message, cause = %error.detailed, "notifications could not be repeated");
    }
}
