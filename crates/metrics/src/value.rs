//! The three kinds of number: counters, gauges and histograms.
//!
//! Each is a few atomics, so recording takes no lock and no memory. [`crate::exposition`] reads them.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

/// How a metric's kind is called in the exposition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Counter,
    Gauge,
    Histogram,
}

/// A number that can be exposed, with or without labels around it.
pub trait Number: Send + Sync + 'static {
    const TYPE: Type;

    /// `bounds` are a histogram's upper bounds, and empty for the others.
    fn new(bounds: &'static [f64]) -> Self;

    /// Calls `sample` with suffix, upper bound of a bucket, and value of each sample.
    fn samples(&self, sample: &mut dyn FnMut(&str, Option<f64>, f64));
}

/// Only ever grows.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    pub fn inc(&self) {
        self.add(1);
    }

    pub fn add(&self, by: u64) {
        self.0.fetch_add(by, Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

impl Number for Counter {
    const TYPE: Type = Type::Counter;

    fn new(_: &'static [f64]) -> Self {
        Counter::default()
    }

    fn samples(&self, sample: &mut dyn FnMut(&str, Option<f64>, f64)) {
        sample("", None, self.get() as f64);
    }
}

/// A counter of seconds, read elsewhere (by the kernel) or added up here.
#[derive(Debug, Default)]
pub struct Seconds(AtomicU64);

impl Seconds {
    pub fn set(&self, seconds: f64) {
        self.0.store(seconds.to_bits(), Relaxed);
    }

    pub fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Relaxed))
    }
}

impl Number for Seconds {
    const TYPE: Type = Type::Counter;

    fn new(_: &'static [f64]) -> Self {
        Seconds::default()
    }

    fn samples(&self, sample: &mut dyn FnMut(&str, Option<f64>, f64)) {
        sample("", None, self.get());
    }
}

/// Goes up and down.
#[derive(Debug, Default)]
pub struct Gauge(AtomicI64);

impl Gauge {
    pub fn set(&self, to: i64) {
        self.0.store(to, Relaxed);
    }

    pub fn add(&self, by: i64) {
        self.0.fetch_add(by, Relaxed);
    }

    pub fn inc(&self) {
        self.add(1);
    }

    pub fn dec(&self) {
        self.add(-1);
    }

    pub fn get(&self) -> i64 {
        self.0.load(Relaxed)
    }
}

impl Number for Gauge {
    const TYPE: Type = Type::Gauge;

    fn new(_: &'static [f64]) -> Self {
        Gauge::default()
    }

    fn samples(&self, sample: &mut dyn FnMut(&str, Option<f64>, f64)) {
        sample("", None, self.get() as f64);
    }
}

/// Counts values by size. The sum is kept in billionths: 584 years of seconds fit.
#[derive(Debug)]
pub struct Histogram {
    bounds: &'static [f64],
    /// One more than bounds: the last has what is larger than all.
    buckets: Box<[AtomicU64]>,
    sum_billionths: AtomicU64,
}

const BILLION: f64 = 1e9;

impl Histogram {
    /// Values that are negative or no number count as 0: a clock that went backwards must not poison the sum.
    pub fn observe(&self, value: f64) {
        let value = if value > 0.0 { value } else { 0.0 };
        // At most a dozen bounds: a scan beats a binary search.
        let bucket = self.bounds.iter().position(|&bound| value <= bound).unwrap_or(self.bounds.len());
        self.buckets[bucket].fetch_add(1, Relaxed);
        self.sum_billionths.fetch_add((value * BILLION) as u64, Relaxed);
    }

    pub fn count(&self) -> u64 {
        self.buckets.iter().map(|bucket| bucket.load(Relaxed)).sum()
    }

    pub fn sum(&self) -> f64 {
        self.sum_billionths.load(Relaxed) as f64 / BILLION
    }
}

impl Number for Histogram {
    const TYPE: Type = Type::Histogram;

    fn new(bounds: &'static [f64]) -> Self {
        let buckets = (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect();
        Histogram { bounds, buckets, sum_billionths: AtomicU64::new(0) }
    }

    fn samples(&self, sample: &mut dyn FnMut(&str, Option<f64>, f64)) {
        // The sum is read first: a value observed meanwhile then shows up in the count only, never the reverse.
        let sum = self.sum();
        let mut below = 0;
        for (bucket, bound) in self.buckets.iter().zip(self.bounds.iter().copied().chain([f64::INFINITY])) {
            below += bucket.load(Relaxed);
            sample("_bucket", Some(bound), below as f64);
        }
        sample("_sum", None, sum);
        sample("_count", None, below as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_on_a_bound_counts_below_it() {
        let histogram = Histogram::new(&[1.0, 2.0]);
        histogram.observe(1.0);
        histogram.observe(1.5);
        histogram.observe(9.0);
        let mut buckets = Vec::new();
        histogram.samples(&mut |suffix, bound, value| buckets.push((suffix.to_string(), bound, value)));
        assert_eq!(buckets[0].2, 1.0);
        assert_eq!(buckets[1].2, 2.0);
        assert_eq!(buckets[2], ("_bucket".into(), Some(f64::INFINITY), 3.0));
        assert_eq!(buckets[3], ("_sum".into(), None, 11.5));
        assert_eq!(buckets[4], ("_count".into(), None, 3.0));
    }

    #[test]
    fn no_number_and_negative_ones_count_as_zero() {
        let histogram = Histogram::new(&[1.0]);
        histogram.observe(f64::NAN);
        histogram.observe(-5.0);
        assert_eq!((histogram.count(), histogram.sum()), (2, 0.0));
    }
}
