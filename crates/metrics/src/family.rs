//! One metric with labels: a bounded table of series, found by one integer without a lock.
//!
//! A lookup is a multiplication, a load and a compare. A series comes to be with the first value and stays.
//! When the table is full, values of further series are counted in [`Family::lost`] and shown as
//! `muster_metrics_lost_values`, so that a label that grows without bound is noticed instead of eating memory.

use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::label::{CODE_BITS, Label};
use crate::value::Number;

/// Series of a metric that says nothing else, at most.
pub const SERIES_MAX: usize = 256;

/// Steps from a key's place in the table before it counts as full.
const PROBES_MAX: usize = 32;

/// The place of one series, filled once with its key and number.
type Slot<N> = OnceLock<Box<(u64, N)>>;

/// The values of all labels of a series as one key.
pub trait Labels: Copy + 'static {
    const COUNT: usize;

    fn key(self) -> u64;

    /// Calls `label` with the place and text of each value.
    fn each(key: u64, label: &mut dyn FnMut(usize, &str));
}

macro_rules! tuple {
    ($count:literal: $($label:ident $place:tt),+) => {
        impl<$($label: Label + 'static),+> Labels for ($($label,)+) {
            const COUNT: usize = $count;

            fn key(self) -> u64 {
                0 $(| (self.$place.code() << ($place * CODE_BITS)))+
            }

            fn each(key: u64, label: &mut dyn FnMut(usize, &str)) {
                let mut text = String::new();
                $(
                    text.clear();
                    $label::write((key >> ($place * CODE_BITS)) & ((1 << CODE_BITS) - 1), &mut text);
                    label($place, &text);
                )+
            }
        }
    };
}
tuple!(1: A 0);
tuple!(2: A 0, B 1);
tuple!(3: A 0, B 1, C 2);
tuple!(4: A 0, B 1, C 2, D 3);
tuple!(5: A 0, B 1, C 2, D 3, E 4);

/// The series of one metric, `MAX` at most, a power of two.
pub struct Family<L, N, const MAX: usize = SERIES_MAX> {
    bounds: &'static [f64],
    series: Box<[Slot<N>]>,
    lost: AtomicU64,
    labels: PhantomData<fn(L)>,
}

impl<L: Labels, N: Number, const MAX: usize> Family<L, N, MAX> {
    pub(crate) fn new(bounds: &'static [f64]) -> Self {
        let series = (0..MAX).map(|_| OnceLock::new()).collect();
        Family { bounds, series, lost: AtomicU64::new(0), labels: PhantomData }
    }

    /// The series with these labels; none when the table is full.
    pub fn get(&self, labels: L) -> Option<&N> {
        let key = labels.key();
        let start = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - MAX.ilog2())) as usize;
        for step in 0..PROBES_MAX {
            let slot = &self.series[(start + step) % MAX];
            let (held, number) = &**slot.get_or_init(|| Box::new((key, N::new(self.bounds))));
            if *held == key {
                return Some(number);
            }
        }
        self.lost.fetch_add(1, Relaxed);
        None
    }

    /// Values that found no place.
    pub fn lost(&self) -> u64 {
        self.lost.load(Relaxed)
    }

    pub(crate) fn each(&self, mut series: impl FnMut(u64, &N)) {
        let mut held: Vec<&(u64, N)> = self.series.iter().filter_map(OnceLock::get).map(|held| &**held).collect();
        held.sort_by_key(|(key, _)| *key);
        for (key, number) in held {
            series(*key, number);
        }
    }
}

impl<L: Labels, const MAX: usize> Family<L, crate::value::Counter, MAX> {
    pub fn inc(&self, labels: L) {
        self.add(labels, 1);
    }

    pub fn add(&self, labels: L, by: u64) {
        if let Some(counter) = self.get(labels) {
            counter.add(by);
        }
    }
}

impl<L: Labels, const MAX: usize> Family<L, crate::value::Gauge, MAX> {
    pub fn set(&self, labels: L, to: i64) {
        if let Some(gauge) = self.get(labels) {
            gauge.set(to);
        }
    }

    pub fn shift(&self, labels: L, by: i64) {
        if let Some(gauge) = self.get(labels) {
            gauge.add(by);
        }
    }
}

impl<L: Labels, const MAX: usize> Family<L, crate::value::Histogram, MAX> {
    pub fn observe(&self, labels: L, value: f64) {
        if let Some(histogram) = self.get(labels) {
            histogram.observe(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Counter;

    #[test]
    fn each_combination_of_labels_is_a_series() {
        let family = Family::<(&'static str, u16), Counter>::new(&[]);
        family.inc(("a", 200));
        family.inc(("a", 404));
        family.inc(("a", 200));
        let mut seen = Vec::new();
        family.each(|key, counter| {
            let mut labels = Vec::new();
            <(&'static str, u16)>::each(key, &mut |_, text| labels.push(text.to_string()));
            seen.push((labels.join(" "), counter.get()));
        });
        seen.sort();
        assert_eq!(seen, [("a 200".into(), 2), ("a 404".into(), 1)]);
    }

    #[test]
    fn a_full_table_counts_what_it_loses() {
        let family = Family::<(u16, u16), Counter>::new(&[]);
        for n in 0..SERIES_MAX as u16 + 100 {
            family.inc((n % 4096, n / 4096));
        }
        let mut held = 0;
        family.each(|_, _| held += 1);
        assert!(held <= SERIES_MAX && family.lost() >= 100);
    }
}
