//! Threads: events about them say that something changed; the followed ones are loaded again.

use base::ids::PostId;
use wire::threads::Thread;

use super::State;

impl State {
    /// Takes a thread as it was loaded.
    pub(super) fn take_thread(&mut self, thread: Thread) {
        let id: PostId = thread.id;
        self.threads.insert(id, thread);
    }
}
