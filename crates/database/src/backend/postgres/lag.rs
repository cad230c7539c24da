//! How far a replica is behind, in time, from how far the writer's server was when.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::position::Position;

/// What is remembered: at the pace of [`super::replicas`] two minutes, far more than any replica may lag.
const SAMPLES_MAX: usize = 800;

/// Positions of the writer's server, oldest first, and when each was reached.
#[derive(Default)]
pub struct Positions {
    /// That of the writer's server; 0, which none has, while it was never heard of.
    timeline: u32,
    /// Places in the log, on whichever timeline they were reached.
    reached: VecDeque<(Instant, u64)>,
}

impl Positions {
    /// Notes where the writer's server is. Positions that it has stayed at are kept once, at their first time.
    pub fn note(&mut self, at: Instant, Position { timeline, bytes }: Position) {
        self.timeline = timeline;
        if self.reached.back().is_some_and(|(_, last)| *last >= bytes) {
            // After a failover the new server may be behind the old one: what the old one did beyond is no measure.
            self.reached.retain(|(_, known)| *known <= bytes);
            if self.reached.back().is_some_and(|(_, last)| *last == bytes) {
                return;
            }
        }
        if self.reached.len() == SAMPLES_MAX {
            self.reached.pop_front();
        }
        self.reached.push_back((at, bytes));
    }

    /// For how long the first position that a replica has not reached has been there; nothing when the replica is not on
    /// the writer's timeline, where no time would tell how far it is.
    pub fn behind(&self, now: Instant, replica: Position) -> Option<Duration> {
        let missed = || self.reached.iter().find(|(_, known)| *known > replica.bytes);
        let since = || missed().map_or(Duration::ZERO, |(at, _)| now.saturating_duration_since(*at));
        (replica.timeline == self.timeline).then(since)
    }

    /// By how many bytes of the log a replica on the writer's timeline is behind.
    pub fn bytes_behind(&self, replica: Position) -> Option<u64> {
        let (_, last) = self.reached.back().filter(|_| replica.timeline == self.timeline)?;
        Some(last.saturating_sub(replica.bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(timeline: u32, bytes: u64) -> Position {
        Position { timeline, bytes }
    }

    #[test]
    fn a_replica_is_as_late_as_the_oldest_position_it_misses() {
        let (begin, mut positions) = (Instant::now(), Positions::default());
        let at = |seconds| begin + Duration::from_secs(seconds);
        assert_eq!(positions.behind(begin, on(1, 0)), None, "nothing is known of the writer");
        for (second, bytes) in [(0, 100), (1, 100), (2, 200), (3, 300)] {
            positions.note(at(second), on(1, bytes));
        }
        let behind = |bytes| positions.behind(at(10), on(1, bytes)).map(|lag| lag.as_secs());
        assert_eq!([300, 250, 100, 0].map(behind), [Some(0), Some(7), Some(8), Some(10)]);
        assert_eq!(positions.bytes_behind(on(1, 250)), Some(50));
    }

    #[test]
    fn a_new_writer_that_is_behind_the_old_one_is_the_measure() {
        let (begin, mut positions) = (Instant::now(), Positions::default());
        positions.note(begin, on(1, 100));
        positions.note(begin, on(1, 500));
        positions.note(begin + Duration::from_secs(1), on(2, 200));
        let behind = |replica| positions.behind(begin + Duration::from_secs(5), replica).map(|lag| lag.as_secs());
        assert_eq!(behind(on(2, 200)), Some(0));
        assert_eq!(behind(on(2, 100)), Some(4));
        assert_eq!(behind(on(1, 400)), None, "left behind by the failover, ahead of the new writer");
        assert_eq!(positions.bytes_behind(on(1, 400)), None);
    }

    #[test]
    fn memory_is_bounded() {
        let mut positions = Positions::default();
        (0..2_000).for_each(|bytes| positions.note(Instant::now(), on(1, bytes)));
        assert_eq!(positions.reached.len(), SAMPLES_MAX);
    }
}
