//! How far a reader is behind, in time, from how far the writer's server was when.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// What is remembered: at the pace of [`super::readers`] two minutes, far more than any reader may lag.
const SAMPLES_MAX: usize = 800;

/// Positions of the writer's server, oldest first, and when each was reached.
#[derive(Default)]
pub struct Positions(VecDeque<(Instant, u64)>);

impl Positions {
    /// Notes where the writer's server is. Positions that it has stayed at are kept once, at their first time.
    pub fn note(&mut self, at: Instant, position: u64) {
        if self.0.back().is_some_and(|(_, last)| *last >= position) {
            // After a failover the new server may be behind the old one: what the old one did beyond is no measure.
            self.0.retain(|(_, known)| *known <= position);
            if self.0.back().is_some_and(|(_, last)| *last == position) {
                return;
            }
        }
        if self.0.len() == SAMPLES_MAX {
            self.0.pop_front();
        }
        self.0.push_back((at, position));
    }

    /// For how long the first position that a reader has not reached has been there.
    pub fn behind(&self, now: Instant, position: u64) -> Duration {
        let missed = self.0.iter().find(|(_, known)| *known > position);
        missed.map_or(Duration::ZERO, |(at, _)| now.saturating_duration_since(*at))
    }

    /// By how many bytes of the log a reader is behind.
    pub fn bytes_behind(&self, position: u64) -> u64 {
        self.0.back().map_or(0, |(_, last)| last.saturating_sub(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_is_as_late_as_the_oldest_position_it_misses() {
        let (begin, mut positions) = (Instant::now(), Positions::default());
        let at = |seconds| begin + Duration::from_secs(seconds);
        assert_eq!(positions.behind(begin, 0), Duration::ZERO);
        for (second, position) in [(0, 100), (1, 100), (2, 200), (3, 300)] {
            positions.note(at(second), position);
        }
        assert_eq!(positions.behind(at(10), 300), Duration::ZERO);
        assert_eq!(positions.behind(at(10), 250), Duration::from_secs(7));
        assert_eq!(positions.behind(at(10), 100), Duration::from_secs(8));
        assert_eq!(positions.behind(at(10), 0), Duration::from_secs(10));
        assert_eq!(positions.bytes_behind(250), 50);
    }

    #[test]
    fn a_new_writer_that_is_behind_the_old_one_is_the_measure() {
        let (begin, mut positions) = (Instant::now(), Positions::default());
        positions.note(begin, 100);
        positions.note(begin, 500);
        positions.note(begin + Duration::from_secs(1), 200);
        assert_eq!(positions.behind(begin + Duration::from_secs(5), 200), Duration::ZERO);
        assert_eq!(positions.behind(begin + Duration::from_secs(5), 100), Duration::from_secs(4));
    }

    #[test]
    fn memory_is_bounded() {
        let mut positions = Positions::default();
        (0..2_000).for_each(|position| positions.note(Instant::now(), position));
        assert_eq!(positions.0.len(), SAMPLES_MAX);
    }
}
