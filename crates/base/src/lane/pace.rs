//! How fast a lane is: what its jobs took of late, and what that means for whoever comes next.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A job counts for an eighth of what jobs take, all before it for the rest: a machine that turns slow or fast is known
/// after a dozen of jobs, and a single one that was held up changes little.
const WEIGHT: u64 = 8;

pub(super) struct Pace {
    running_max: u32,
    job_ns: AtomicU64,
}

impl Pace {
    pub(super) fn new(running_max: usize) -> Pace {
        Pace { running_max: u32::try_from(running_max).unwrap_or(u32::MAX), job_ns: AtomicU64::new(0) }
    }

    /// A job is believed to take so long.
    pub(super) fn expect(&self, job: Duration) {
        self.job_ns.store(nanos(job), Ordering::Relaxed);
    }

    /// A job took so long.
    pub(super) fn note(&self, took: Duration) {
        let job = self.job_ns.load(Ordering::Relaxed);
        // Of two that end at the very same time one may not count, which nobody notices.
        self.job_ns.store(job - job / WEIGHT + nanos(took) / WEIGHT, Ordering::Relaxed);
    }

    /// What a job takes.
    pub(super) fn job(&self) -> Duration {
        Duration::from_nanos(self.job_ns.load(Ordering::Relaxed))
    }

    /// How long a job waits that has so many before it in line, those not counted that run.
    pub(super) fn wait(&self, before: usize) -> Duration {
        let turns = u32::try_from(before).unwrap_or(u32::MAX).saturating_add(1);
        self.job().saturating_mul(turns) / self.running_max
    }
}

fn nanos(duration: Duration) -> u64 {
    // Centuries are not exceeded; the bound keeps sums of two within 64 bits.
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX).min(u64::MAX / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn pace(running_max: usize, job: Duration) -> Pace {
        let pace = Pace::new(running_max);
        pace.expect(job);
        pace
    }

    #[test]
    fn who_has_more_before_it_waits_longer_and_more_threads_shorten_it() {
        assert_eq!([0, 1, 9].map(|before| pace(1, SECOND).wait(before)), [SECOND, 2 * SECOND, 10 * SECOND]);
        assert_eq!([0, 1, 9].map(|before| pace(2, SECOND).wait(before)), [SECOND / 2, SECOND, 5 * SECOND]);
        assert!(pace(1, Duration::MAX).wait(usize::MAX) > SECOND, "and nothing overflows");
    }

    #[test]
    fn what_jobs_took_of_late_counts() {
        let pace = pace(1, SECOND);
        pace.note(9 * SECOND);
        assert_eq!(pace.job(), 2 * SECOND, "a single one counts for an eighth");
        (0..100).for_each(|_| pace.note(9 * SECOND));
        assert!(pace.job() > Duration::from_millis(8_999));
        (0..100).for_each(|_| pace.note(Duration::ZERO));
        assert!(pace.job() < Duration::from_millis(1));
    }
}
