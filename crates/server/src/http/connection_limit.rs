//! Limits open connections to the process's file limit, less the files that other work needs.
//!
//! A connection keeps its permit until it ends, also as a WebSocket. A client without a permit is refused at once: a
//! proxy asks another node, a client comes back later. A queue would look like a server that hangs. A higher limit
//! would leave uploads and searches without files.

use std::sync::Arc;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Files for the database, the index, uploads and downloads under way, and calls to other servers.
const OTHER_FILES: u64 = 1_000;
/// Where the system grants fewer than twice as many, half of all are for connections.
const CONNECTIONS_SHARE_MIN: u64 = 2;

/// The limit of open connections. Clones share it.
#[derive(Clone)]
pub struct ConnectionLimit {
    permits: Arc<Semaphore>,
}

/// The permit of one open connection. Clones share it.
#[derive(Clone)]
pub struct Permit(
    #[expect(dead_code, reason = "it is given back when the last holder is gone")] Arc<OwnedSemaphorePermit>,
);

impl ConnectionLimit {
    pub fn new(connections_max: usize) -> ConnectionLimit {
        ConnectionLimit { permits: Arc::new(Semaphore::new(connections_max.min(Semaphore::MAX_PERMITS))) }
    }

    /// The limit that the system allows this process, after raising its file limit as far as possible.
    pub fn of_process() -> ConnectionLimit {
        let limits = getrlimit(Resource::Nofile);
        // Where the system refuses to raise it, the present limit counts.
        let raised = setrlimit(Resource::Nofile, Rlimit { current: limits.maximum, ..limits }).is_ok();
        let files = if raised { limits.maximum } else { limits.current };
        let connections_max = connections_max(files);
        tracing::info!(connections_max, "the limit of open connections");
        ConnectionLimit::new(usize::try_from(connections_max).unwrap_or(usize::MAX))
    }

    /// Takes a permit; `None` when the limit is reached.
    pub fn take(&self) -> Option<Permit> {
        self.permits.clone().try_acquire_owned().ok().map(|permit| Permit(Arc::new(permit)))
    }
}

/// The limit for a number of files; `None` means no limit.
fn connections_max(files: Option<u64>) -> u64 {
    files.map_or(u64::MAX, |files| files.saturating_sub(OTHER_FILES).max(files / CONNECTIONS_SHARE_MIN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_files_are_left_for_other_work() {
        assert_eq!(
            [256, 1_024, 20_000, 200_000].map(|files| connections_max(Some(files))),
            [128, 512, 19_000, 199_000]
        );
        assert_eq!(connections_max(None), u64::MAX);
    }

    #[test]
    fn a_permit_is_free_when_its_last_clone_is_gone() {
        let limit = ConnectionLimit::new(1);
        let permit = limit.take().expect("a permit");
        let kept = permit.clone();
        assert!(limit.take().is_none());
        drop(permit);
        assert!(limit.take().is_none(), "a clone is left");
        drop(kept);
        assert!(limit.take().is_some());
    }
}
