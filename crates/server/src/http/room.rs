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

/// Room for connections. Clones share it.
#[derive(Clone)]
pub struct Room {
    places: Arc<Semaphore>,
}

/// Kept while a connection is open, by whoever has it.
#[derive(Clone)]
pub struct Place(
    #[expect(dead_code, reason = "it is given back when the last holder is gone")] Arc<OwnedSemaphorePermit>,
);

impl Room {
    pub fn new(connections_max: usize) -> Room {
        Room { places: Arc::new(Semaphore::new(connections_max.min(Semaphore::MAX_PERMITS))) }
    }

    /// As much as the system allows this process, whose limit is raised as far as it may be.
    pub fn of_process() -> Room {
        let limits = getrlimit(Resource::Nofile);
        // Where raising is refused, what is granted already holds.
        let raised = setrlimit(Resource::Nofile, Rlimit { current: limits.maximum, ..limits }).is_ok();
        let files = if raised { limits.maximum } else { limits.current };
        let connections_max = connections_max(files);
        tracing::info!(connections_max, "room for connections");
        Room::new(usize::try_from(connections_max).unwrap_or(usize::MAX))
    }

    /// A place, while there is one.
    pub fn take(&self) -> Option<Place> {
        self.places.clone().try_acquire_owned().ok().map(|place| Place(Arc::new(place)))
    }
}

/// Connections for a number of files; no number is no bound.
fn connections_max(files: Option<u64>) -> u64 {
    files.map_or(u64::MAX, |files| files.saturating_sub(OTHER_FILES).max(files / CONNECTIONS_SHARE_MIN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_files_are_left_for_the_rest() {
        assert_eq!(
            [256, 1_024, 20_000, 200_000].map(|files| connections_max(Some(files))),
            [128, 512, 19_000, 199_000]
        );
        assert_eq!(connections_max(None), u64::MAX);
    }

    #[test]
    fn a_place_is_free_again_when_nobody_has_it() {
        let room = Room::new(1);
        let place = room.take().expect("there is room");
        let kept = place.clone();
        assert!(room.take().is_none());
        drop(place);
        assert!(room.take().is_none(), "somebody has it still");
        drop(kept);
        assert!(room.take().is_some());
    }
}
