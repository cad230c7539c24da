//! Hashing on a lane of its own: a login storm delays logins, not messages.

use std::sync::Arc;

use base::{Lane, LaneError, LaneSize, LaneWatch};

use crate::password::{Hasher, PasswordTooLong, StoredHash};

/// Logins that wait for each one that is hashed; at a quarter of a second, the last waits 25 s, just within the half
/// minute that clients wait for an answer. Who is turned away tries again and costs more than who waits.
const WAITING_PER_RUNNING: usize = 100;

/// Why there is no answer about a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HashError {
    /// Too many wait ([`LaneError::Full`]: answer "try again later"), or a hash was lost.
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
    pub fn new(hasher: Hasher, cores: usize) -> Self {
        let running_max = (cores / 2).max(1);
        let waiting_max = running_max * WAITING_PER_RUNNING;
        HashLane { hasher, lane: Lane::new("passwords", LaneSize { running_max, waiting_max }) }
    }

    /// The same lane, heard by `watch`.
    pub fn watched_by(self, watch: Arc<dyn LaneWatch>) -> Self {
        HashLane { lane: self.lane.watched_by(watch), ..self }
    }

    /// The text to store for a new password.
    pub async fn hash(&self, password: String) -> Result<String, HashError> {
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

    /// Callers that wait for a core right now.
    pub fn waiting(&self) -> usize {
        self.lane.waiting()
    }
}

fn verify(hasher: Hasher, password: &str, stored: Option<&str>) -> Verified {
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
        assert_eq!(lane(1).hash("x".repeat(73)).await, Err(HashError::TooLong(PasswordTooLong)));
    }

    #[tokio::test]
    async fn a_storm_is_refused_beyond_the_queue() {
        let lane = lane(200_000);
        let mut attempts = tokio::task::JoinSet::new();
        for _ in 0..1 + WAITING_PER_RUNNING + 5 {
            let lane = lane.clone();
            attempts.spawn(async move { lane.verify("x".into(), None).await });
        }
        // Refusals come at once, long before the first hash is done.
        for _ in 0..5 {
            let answer = attempts.join_next().await.expect("an attempt").expect("not cancelled");
            assert_eq!(answer, Err(HashError::Lane(LaneError::Full { lane: "passwords" })));
        }
    }
}
