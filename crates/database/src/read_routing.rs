//! How fresh a read must be.
//!
//! A read goes to the writer's server unless its caller is inside [`from_replica`]: then a server that follows may
//! answer, if it has all that was durable when the first such read was asked for. So nobody, on whichever node, reads
//! less than was acknowledged before, and what the caller wrote is there. What is kept beyond the call (caches, rights)
//! is read inside [`from_writer`]: what such a server does not have yet must not be remembered.

use std::future::Future;
use std::sync::Arc;

use tokio::sync::OnceCell;

tokio::task_local! {
    static SCOPE: Option<Arc<Scope>>;
}

/// The reads of one call that a replica may answer.
#[derive(Default)]
pub(crate) struct Scope {
    /// The place of the replica that has caught up; nothing when none did in time.
    pub replica: OnceCell<Option<usize>>,
}

/// Lets a replica answer the reads of `work`, those that it does itself and not in tasks that it starts.
pub async fn from_replica<F: Future>(work: F) -> F::Output {
    SCOPE.scope(Some(Arc::default()), work).await
}

/// Lets nobody but the writer's server answer the reads of `work`.
pub async fn from_writer<F: Future>(work: F) -> F::Output {
    match current() {
        Some(_) => SCOPE.scope(None, work).await,
        None => work.await,
    }
}

/// The innermost scope that a replica may answer in.
pub(crate) fn current() -> Option<Arc<Scope>> {
    SCOPE.try_with(Option::clone).ok().flatten()
}
