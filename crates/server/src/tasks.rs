//! Tasks that run beside the requests: named, and their panics are told.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use tokio::task::JoinHandle;

use crate::app::App;
use crate::error::Result;

/// Runs `work` on the runtime. A panic in it is logged under its name, never lost.
#[expect(clippy::disallowed_methods, reason = "this is the one place that starts tasks")]
pub fn spawn<T: Send + 'static>(name: &'static str, work: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
    // In a box of its own: the runtime moves what it is given three times, and the states of some work are kilobytes.
    let watched = AssertUnwindSafe(Box::pin(work)).catch_unwind().map(move |done| {
        done.unwrap_or_else(|panic| {
            tracing::error!(task = name, "a task ended in a panic");
            std::panic::resume_unwind(panic)
        })
    });
    tokio::spawn(watched)
}

/// Does `work` now and then, one run at a time, as long as the application lives. A run that fails is logged; the
/// next one comes all the same.
pub fn every<F: Future<Output = Result<()>> + Send>(
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
