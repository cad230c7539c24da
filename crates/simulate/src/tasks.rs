//! Tasks of the lab: named, and their panics are told.

use std::future::Future;
use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use tokio::task::JoinHandle;

/// Runs `work` on the runtime. A panic in it is logged under its name, never lost.
#[expect(clippy::disallowed_methods, reason = "this is the one place of the lab that starts tasks")]
pub fn spawn<T: Send + 'static>(name: &'static str, work: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
    tokio::spawn(async move {
        match AssertUnwindSafe(work).catch_unwind().await {
            Ok(value) => value,
            Err(panic) => {
                tracing::error!(task = name, "a task ended in a panic");
                std::panic::resume_unwind(panic)
            }
        }
    })
}
