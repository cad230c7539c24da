//! Hashing on a lane of its own: a login storm delays logins, not messages.

use std::sync::Arc;
use std::time::Duration;

use base::{Lane, LaneError, LaneSize, LaneWatch};

use crate::password::{Hasher, PASSWORD_BYTES_MAX, PasswordTooLong, StoredHash};

/// Clients wait for an answer for half a minute. A tenth of that is for the way there and back, and for hashes that turn
/// out slower than those before them. Who is turned away tries again and costs more than who waits.
const ANSWER_WITHIN: Duration = Duration::from_secs(27);
/// Callers that wait, however fast the machine: 32 threads at a tenth of a second a hash answer them in 26 s. Each holds
/// less than half a kilobyte here, so all together 4 MB.
const WAITING_MAX: usize = 8_192;

/// Why there is no answer about a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HashError {
    /// Too many wait to be answered in time ([`LaneError::Full`]: answer "try again later"), or a hash was lost.
    #[error(transparent)]
    Lane(#[from] LaneError),
    #[error(transparent)]
    TooLong(#[from] PasswordTooLong),
}

/// What verifying a password found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verified {
    Wrong,
    Right,
    /// Right, and here is a stronger hash to store instead of the old one.
    Renewed(String),
}

impl Verified {
    pub fn is_right(&self) -> bool {
        *self != Verified::Wrong
    }
}

/// Hashes and verifies passwords on half of the cores. Clones are the same lane.
#[derive(Clone)]
pub struct HashLane {
    hasher: Hasher,
    lane: Lane,
}

impl HashLane {
    /// A lane that knows how long a hash takes here: people sign in all at once when a server has just started.
    pub fn new(hasher: Hasher, cores: usize) -> Self {
        let size = LaneSize { running_max: (cores / 2).max(1), waiting_max: WAITING_MAX };
        let lane = Lane::new("passwords", size).patient(ANSWER_WITHIN);
        lane.expect(hasher.duration());
        HashLane { hasher, lane }
    }

    /// The same lane, heard by `watch`.
    pub fn watched_by(self, watch: Arc<dyn LaneWatch>) -> Self {
        HashLane { lane: self.lane.watched_by(watch), ..self }
    }

    /// The text to store for a new password.
    ///
    /// # Errors
    /// [`HashError`].
    pub async fn hash(&self, password: String) -> Result<String, HashError> {
        if password.len() > PASSWORD_BYTES_MAX {
            return Err(PasswordTooLong.into());
        }
        let hasher = self.hasher;
        Ok(self.lane.run(move || hasher.hash(&password)).await??)
    }

    /// Compares a password with what is stored, `None` or an unknown form where there is no such
    /// user or no password: that takes as long as a wrong password.
    ///
    /// # Errors
    /// [`HashError::Lane`].
    pub async fn verify(&self, password: String, stored: Option<String>) -> Result<Verified, HashError> {
        let hasher = self.hasher;
        Ok(self.lane.run(move || verify(hasher, &password, stored.as_deref())).await?)
    }

    /// The lane itself, for work as slow as a hash that is to wait in the same line.
    pub fn lane(&self) -> &Lane {
        &self.lane
    }

    /// Callers that wait for a core right now.
    pub fn waiting(&self) -> usize {
        self.lane.waiting()
    }
}

fn verify(hasher: Hasher, password: &str, stored: Option<&str>) -> Verified {
    // What is too long matches nothing, but takes as long: were it quick, it would tell who has an account, and the line
    // would believe that passwords are.
    let stored = stored.filter(|_| password.len() <= PASSWORD_BYTES_MAX);
    let Some(stored) = stored.and_then(|text| StoredHash::parse(text).ok()) else {
        hasher.pretend(password);
        return Verified::Wrong;
    };
    if !stored.matches(password) {
        return Verified::Wrong;
    }
    if !stored.needs_rehash(&hasher) {
        return Verified::Right;
    }
    // A password that matched is short enough; were it not, the old hash stays good.
    hasher.hash(password).map_or(Verified::Right, Verified::Renewed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lane(rounds: u32) -> HashLane {
        HashLane::new(Hasher::with_rounds(rounds), 1)
    }

    #[tokio::test]
    async fn right_and_wrong_are_told_apart() {
        let lane = lane(1);
        let stored = lane.hash("secret".into()).await.expect("hashed");
        assert_eq!(lane.verify("secret".into(), Some(stored.clone())).await, Ok(Verified::Right));
        assert_eq!(lane.verify("secreT".into(), Some(stored)).await, Ok(Verified::Wrong));
        assert_eq!(lane.verify("secret".into(), None).await, Ok(Verified::Wrong));
        assert_eq!(lane.verify(String::new(), Some(String::new())).await, Ok(Verified::Wrong));
    }

    #[tokio::test]
    async fn a_right_password_renews_a_weak_hash() {
        let weak = lane(1).hash("secret".into()).await.expect("hashed");
        let strong = lane(2);
        let Ok(Verified::Renewed(renewed)) = strong.verify("secret".into(), Some(weak)).await else {
            panic!("the hash was weak");
        };
        assert_eq!(strong.verify("secret".into(), Some(renewed)).await, Ok(Verified::Right));
    }

    #[tokio::test]
    async fn a_long_password_is_refused() {
        let lane = lane(1);
        assert_eq!(lane.hash("x".repeat(73)).await, Err(HashError::TooLong(PasswordTooLong)));
        let stored = lane.hash("x".repeat(72)).await.expect("hashed");
        assert_eq!(lane.verify("x".repeat(73), Some(stored)).await, Ok(Verified::Wrong));
    }

    #[tokio::test]
    async fn a_storm_waits_as_far_as_it_can_be_answered_in_time() {
        let lane = lane(1);
        let (release, held) = std::sync::mpsc::channel::<()>();
        let (running, runs) = tokio::sync::oneshot::channel();
        let mut attempts = tokio::task::JoinSet::new();
        let first = lane.lane.clone();
        attempts.spawn(async move {
            let job = move || running.send(()).is_ok() && held.recv().is_ok();
            first.run(job).await.map(|_| Verified::Wrong).map_err(HashError::from)
        });
        runs.await.expect("a thread is free");
        lane.lane.expect(Duration::from_millis(100));
        let storm = 500;
        for _ in 0..storm {
            let lane = lane.clone();
            attempts.spawn(async move { lane.verify("x".into(), None).await });
        }
        // The last of those who wait begins after 26.9 s and is answered after 27; the others hear at once.
        let waiting = 269;
        let wait = Some(Duration::from_secs(27));
        for _ in 0..storm - waiting {
            let answer = attempts.join_next().await.expect("an attempt").expect("not cancelled");
            assert_eq!(answer, Err(HashError::Lane(LaneError::Full { lane: "passwords", wait })));
        }
        assert_eq!(lane.waiting(), waiting);
        drop(release);
        while let Some(answer) = attempts.join_next().await {
            assert_eq!(answer.expect("not cancelled"), Ok(Verified::Wrong));
        }
    }

    #[test]
    fn who_waits_costs_little_memory() {
        let lane = lane(1);
        let waiting = lane.verify("secret".into(), Some(String::new()));
        assert!(size_of_val(&waiting) <= 512, "{}", size_of_val(&waiting));
    }
}
