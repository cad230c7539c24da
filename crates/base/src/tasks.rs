//! Tasks that run beside the requests: named, and their panics are told.

use std::future::Future;
use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use tokio::task::JoinHandle;

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
