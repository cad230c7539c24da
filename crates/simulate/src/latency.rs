//! Durations as they are kept and sent: a histogram of microseconds that keeps three digits.
//!
//! In JSON it is `{"count", "sum_us", "max_us", "buckets": [[us, count], ..]}`, so that a report can be made again
//! from the raw numbers without this program.

use std::time::Duration;

use hdrhistogram::Histogram;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Longest duration that is told apart; requests give up after 5 s, a whole action may scroll for a minute.
const MAX_US: u64 = 300_000_000;
const DIGITS: u8 = 3;

/// A distribution of durations.
#[derive(Clone, Debug)]
pub struct Latency {
    histogram: Histogram<u64>,
    sum_us: u64,
}

impl Default for Latency {
    fn default() -> Self {
        // Grows as far as it must: most of a hundred endpoints answer within milliseconds.
        let mut histogram = Histogram::new(DIGITS).expect("three digits are allowed");
        histogram.auto(true);
        Latency { histogram, sum_us: 0 }
    }
}

impl Latency {
    pub fn record(&mut self, duration: Duration) {
        self.record_us(duration.as_micros().min(u128::from(MAX_US)) as u64, 1);
    }

    fn record_us(&mut self, us: u64, count: u64) {
        self.sum_us = self.sum_us.saturating_add(us.saturating_mul(count));
        self.histogram.record_n(us.min(MAX_US), count).expect("the histogram grows by itself");
    }

    pub fn count(&self) -> u64 {
        self.histogram.len()
    }

    /// The exact mean in milliseconds; 0 when nothing was recorded.
    pub fn mean_ms(&self) -> f64 {
        if self.count() == 0 { 0.0 } else { self.sum_us as f64 / self.count() as f64 / 1_000.0 }
    }

    /// Milliseconds that a share of all stayed below: `quantile_ms(0.99)`; 0 when nothing was recorded.
    pub fn quantile_ms(&self, share: f64) -> f64 {
        self.histogram.value_at_quantile(share) as f64 / 1_000.0
    }

    /// How many were at most so many seconds, to the histogram's three digits.
    pub fn count_up_to(&self, seconds: f64) -> u64 {
        self.histogram.count_between(0, (seconds * 1e6) as u64)
    }

    pub fn max_ms(&self) -> f64 {
        self.histogram.max() as f64 / 1_000.0
    }

    /// Adds what another agent recorded.
    pub fn add(&mut self, other: &Latency) {
        self.histogram.add(&other.histogram).expect("the histogram grows by itself");
        self.sum_us = self.sum_us.saturating_add(other.sum_us);
    }

    /// What was recorded after `earlier`, an older state of this same distribution.
    ///
    /// Where an agent was restarted in between, `earlier` is no older state: the whole is returned.
    pub fn since(&self, earlier: &Latency) -> Latency {
        let mut rest = self.clone();
        if rest.histogram.subtract(&earlier.histogram).is_err() {
            return self.clone();
        }
        rest.sum_us = self.sum_us.saturating_sub(earlier.sum_us);
        rest
    }

    /// Recorded values in microseconds with how often each came, in rising order.
    pub fn buckets(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.histogram.iter_recorded().map(|step| (step.value_iterated_to(), step.count_at_value()))
    }
}

#[derive(Serialize, Deserialize)]
struct Plain {
    count: u64,
    sum_us: u64,
    max_us: u64,
    buckets: Vec<(u64, u64)>,
}

impl Serialize for Latency {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let buckets = self.buckets().collect();
        let max_us = self.histogram.max();
        Plain { count: self.count(), sum_us: self.sum_us, max_us, buckets }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Latency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let plain = Plain::deserialize(deserializer)?;
        let mut latency = Latency::default();
        for (us, count) in plain.buckets {
            latency.record_us(us.min(MAX_US), count);
        }
        latency.sum_us = plain.sum_us;
        Ok(latency)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(millis: &[u64]) -> Latency {
        let mut latency = Latency::default();
        millis.iter().for_each(|ms| latency.record(Duration::from_millis(*ms)));
        latency
    }

    #[test]
    fn mean_is_exact_and_quantiles_keep_three_digits() {
        let latency = of(&(1..=1_000).collect::<Vec<_>>());
        assert_eq!(latency.mean_ms(), 500.5);
        assert!((latency.quantile_ms(0.99) - 990.0).abs() < 1.0, "{}", latency.quantile_ms(0.99));
    }

    #[test]
    fn json_keeps_the_distribution() {
        let before = of(&[1, 5, 5, 250, 4_999]);
        let text = serde_json::to_string(&before).expect("a latency is JSON");
        let after: Latency = serde_json::from_str(&text).expect("what was written reads");
        assert_eq!(after.buckets().collect::<Vec<_>>(), before.buckets().collect::<Vec<_>>());
        assert_eq!(after.mean_ms(), before.mean_ms());
    }

    #[test]
    fn the_difference_of_two_states_is_what_came_between() {
        let earlier = of(&[1, 2, 3]);
        let mut later = earlier.clone();
        later.add(&of(&[70, 80]));
        assert_eq!(later.since(&earlier).count(), 2);
        assert_eq!(later.since(&earlier).mean_ms(), 75.0);
    }

    #[test]
    fn an_agent_that_began_anew_is_taken_whole() {
        assert_eq!(of(&[9]).since(&of(&[1, 2, 3])).count(), 1);
    }
}
