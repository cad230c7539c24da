//! Absences: who may be shown as present without being there.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use base::Millis;
use base::ids::UserId;
use parking_lot::Mutex;

/// How long those whose node ended are waited for. Clients come back after 3 to 5 s, and when they are refused then,
/// after as long again (facts, WebSocket §1).
pub const RETURN_WAIT: Duration = Duration::from_secs(15);

/// Users without a socket who are looked after, at some 40 bytes each. Beyond them who is online by requests alone
/// stays so until a node starts or ends.
const WATCHED_MAX: usize = 65_536;

/// Who may be shown as present without being there.
pub struct Absences {
    /// When a node ended that could not say who left.
    since: Mutex<Option<Instant>>,
    /// Who is online by requests to this node, and when that is over unless more of them come.
    watched: Mutex<HashMap<UserId, Millis>>,
}

impl Default for Absences {
    /// A start comes after an end that may have been sudden.
    fn default() -> Absences {
        Absences { since: Mutex::new(Some(Instant::now())), watched: Mutex::default() }
    }
}

impl Absences {
    /// A node ended.
    pub fn suspect(&self) {
        *self.since.lock() = Some(Instant::now());
    }

    /// Since when somebody may be gone, once those who come back have had time to.
    pub fn due(&self) -> Option<Instant> {
        self.since.lock().filter(|since| since.elapsed() >= RETURN_WAIT)
    }

    /// Whoever was gone since then is written off.
    pub fn is_settled(&self, since: Instant) {
        let mut latest = self.since.lock();
        if *latest == Some(since) {
            *latest = None;
        }
    }

    /// Looks after a user who is online without a socket.
    pub fn watch(&self, user: UserId, until: Millis) {
        let mut watched = self.watched.lock();
        if watched.len() < WATCHED_MAX || watched.contains_key(&user) {
            watched.insert(user, until);
        }
    }

    /// Users whose time is over.
    pub fn over(&self, now: Millis) -> Vec<UserId> {
        self.watched.lock().iter().filter(|(_, until)| **until <= now).map(|(user, _)| *user).collect()
    }

    /// Gives up on those of the users who were not seen since.
    pub fn unwatch(&self, users: &[UserId], now: Millis) {
        let mut watched = self.watched.lock();
        for user in users {
            if watched.get(user).is_some_and(|until| *until <= now) {
                watched.remove(user);
            }
        }
    }
}
