//! What users noticed of a server that stops, dies or falls silent, second by second.
//!
//! Only seconds in which something was noticed are kept, so that a quiet run costs nothing; who knows when a fault was
//! made adds up the seconds after it.

use std::collections::BTreeMap;

use base::Millis;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

/// Seconds that are kept: two hours in which something is noticed all the time. Whatever comes later counts for the
/// last one.
pub const SECONDS_MAX: usize = 7_200;
/// A post that was heard within this time was heard at once, as far as a person can tell.
pub const SILENT_US_MIN: u64 = 1_000_000;

/// What users noticed in some time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Noticed {
    /// Sockets that ended without the user's doing.
    pub lost: u64,
    /// Connections that came back and were greeted with another id: their clients begin anew.
    pub new_ids: u64,
    /// Connections that came back with the id they had, and missed nothing.
    pub resumed: u64,
    /// Numbers of events that were passed over within a connection.
    pub missing: u64,
    /// Pairs of post and member who was away when it was sent and never heard of it.
    pub unheard: u64,
    /// Longest time from the send of a post until a member heard it, or was told to begin anew, in milliseconds.
    pub silent_ms: u64,
    /// Requests without an answer, or with one of 500 and above.
    pub failed: u64,
    /// Clients that fetched anew what they show, after another id …
    pub refetches: u64,
    /// … and the requests that this took.
    pub refetched: u64,
}

impl Noticed {
    pub fn add(&mut self, other: &Noticed) {
        self.lost += other.lost;
        self.new_ids += other.new_ids;
        self.resumed += other.resumed;
        self.missing += other.missing;
        self.unheard += other.unheard;
        self.silent_ms = self.silent_ms.max(other.silent_ms);
        self.failed += other.failed;
        self.refetches += other.refetches;
        self.refetched += other.refetched;
    }
}

/// By the beginning of the second, in milliseconds of the epoch.
pub type BySecond = BTreeMap<Millis, Noticed>;

/// Adds what others noticed.
pub fn add(ours: &mut BySecond, theirs: &BySecond) {
    for (second, noticed) in theirs {
        ours.entry(*second).or_default().add(noticed);
    }
}

/// What was noticed from `from` until before `to`.
pub fn between(seconds: &BySecond, from: Millis, to: Millis) -> Noticed {
    let mut all = Noticed::default();
    if from < to {
        seconds.range(from..to).for_each(|(_, noticed)| all.add(noticed));
    }
    all
}

/// Collects while users act.
#[derive(Debug, Default)]
pub struct Notes {
    /// When the agent was made.
    began_at: Millis,
    seconds: Mutex<BySecond>,
}

impl Notes {
    /// Of an agent that was made at that time.
    pub fn since(began_at: Millis) -> Notes {
        Notes { began_at, ..Notes::default() }
    }

    /// Notes something that was noticed `at_us` after the agent was made.
    pub fn note(&self, at_us: u64, noticed: Noticed) {
        let mut seconds = self.seconds.lock();
        let at = self.began_at + (at_us / 1_000) as Millis;
        let mut second = at - at.rem_euclid(1_000);
        if seconds.len() >= SECONDS_MAX && !seconds.contains_key(&second) {
            second = seconds.last_key_value().map_or(second, |(last, _)| *last);
        }
        seconds.entry(second).or_default().add(&noticed);
    }

    pub fn by_second(&self) -> BySecond {
        self.seconds.lock().clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_noticed_is_found_by_its_second() {
        let notes = Notes::since(9_900);
        for (at_us, silent_ms) in [(1_200_000, 4_000), (1_900_000, 2_000), (5_200_000, 1_500)] {
            notes.note(at_us, Noticed { new_ids: 1, silent_ms, ..Noticed::default() });
        }
        let seconds = notes.by_second();
        assert_eq!(seconds.keys().copied().collect::<Vec<_>>(), [11_000, 15_000]);
        let early = between(&seconds, 11_000, 15_000);
        assert_eq!((early.new_ids, early.silent_ms), (2, 4_000));
        assert_eq!(between(&seconds, 16_000, 11_000), Noticed::default());
    }

    #[test]
    fn seconds_are_bounded_and_nothing_is_lost() {
        let notes = Notes::default();
        for second in 0..SECONDS_MAX as u64 + 5 {
            notes.note(second * 1_000_000, Noticed { failed: 1, ..Noticed::default() });
        }
        let seconds = notes.by_second();
        assert_eq!(seconds.len(), SECONDS_MAX);
        assert_eq!(between(&seconds, 0, Millis::MAX).failed, SECONDS_MAX as u64 + 5);
    }

    #[test]
    fn agents_add_up_by_the_second() {
        let of = |at, unheard| BySecond::from([(at, Noticed { unheard, ..Noticed::default() })]);
        let mut all = of(1_000, 2);
        add(&mut all, &of(1_000, 3));
        add(&mut all, &of(2_000, 1));
        assert_eq!(between(&all, 0, 3_000).unheard, 6);
        let told = serde_json::to_string(&all).expect("it is JSON");
        assert_eq!(serde_json::from_str::<BySecond>(&told).expect("it reads"), all);
    }
}
