//! `metrics!`: a group of metrics, each declared once, its doc comment being the help text.
//!
//! A line reads `field: Kind = "exposed_name", ["label", ..], BUCKETS;`. The group becomes a struct with those
//! fields, and a list that the exposition, `docs/metrics.md` and the tests walk.

use crate::family::{Family, Labels};
use crate::value::{Counter, Gauge, Histogram, Number, Seconds, Type};

/// Seconds of requests and statements, the bounds that dashboards were made for.
pub const SECONDS: &[f64] = &[0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Seconds of what should take microseconds: a cache, a flush to disk.
pub const SHORT_SECONDS: &[f64] =
    &[0.000_01, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0];

/// Seconds in a line that lets nobody wait for longer than clients do.
pub const LINE_SECONDS: &[f64] = &[0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0];

/// How many things were done at once.
pub const SIZES: &[f64] = &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0];

/// Seconds that a client takes to show something.
pub const SCREEN_SECONDS: &[f64] = &[0.05, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 10.0, 20.0];

/// What is known of a metric without its values.
#[derive(Debug)]
pub struct Declaration {
    pub name: &'static str,
    pub help: &'static str,
    pub r#type: Type,
    pub labels: &'static [&'static str],
    /// How many labels the type has; a test compares it with `labels`.
    pub label_count: usize,
    pub buckets: &'static [f64],
}

/// Takes suffix, upper bound of a bucket, and value of a sample.
pub type Sample<'a> = &'a mut dyn FnMut(&str, Option<f64>, f64);

/// Takes the values of a series' labels, and what calls back with its samples.
pub type Series<'a> = &'a mut dyn FnMut(&[String], &dyn Fn(Sample));

/// A field of a group: a plain number or a family of them.
pub trait Metric {
    const TYPE: Type;
    const LABEL_COUNT: usize;

    fn create(buckets: &'static [f64]) -> Self;

    /// Calls `series` once for each series with the values of its labels.
    fn each(&self, series: Series);

    /// Values that found no series.
    fn lost(&self) -> u64 {
        0
    }
}

macro_rules! plain {
    ($($number:ty),+) => {$(
        impl Metric for $number {
            const TYPE: Type = <$number as Number>::TYPE;
            const LABEL_COUNT: usize = 0;

            fn create(buckets: &'static [f64]) -> Self {
                <$number as Number>::new(buckets)
            }

            fn each(&self, series: Series) {
                series(&[], &|sample| self.samples(sample));
            }
        }
    )+};
}
plain!(Counter, Gauge, Histogram, Seconds);

impl<L: Labels, N: Number, const MAX: usize> Metric for Family<L, N, MAX> {
    const TYPE: Type = N::TYPE;
    const LABEL_COUNT: usize = L::COUNT;

    fn create(buckets: &'static [f64]) -> Self {
        Family::new(buckets)
    }

    fn each(&self, series: Series) {
        Family::each(self, |key, number| {
            let mut values = Vec::with_capacity(L::COUNT);
            L::each(key, &mut |_, text| values.push(text.to_string()));
            series(&values, &|sample| number.samples(sample));
        });
    }

    fn lost(&self) -> u64 {
        Family::lost(self)
    }
}

macro_rules! metrics {
    (
        $(#[doc = $about:literal])+
        $group:ident {
            $(
                $(#[doc = $doc:literal])+
                $field:ident: $kind:ty = $name:literal $(, [$($label:literal),+])? $(, $buckets:ident)?;
            )+
        }
    ) => {
        $(#[doc = $about])+
        pub struct $group {
            $($(#[doc = $doc])+ pub $field: $kind,)+
        }

        impl $group {
            pub(crate) const ABOUT: &str = concat!($($about),+);

            pub(crate) const DECLARATIONS: &[$crate::declare::Declaration] = &[$(
                $crate::declare::Declaration {
                    name: $name,
                    help: concat!($($doc),+),
                    r#type: <$kind as $crate::declare::Metric>::TYPE,
                    labels: &[$($($label),+)?],
                    label_count: <$kind as $crate::declare::Metric>::LABEL_COUNT,
                    buckets: $crate::declare::metrics!(@buckets $($buckets)?),
                },
            )+];

            pub(crate) fn new() -> Self {
                Self {
                    $($field: $crate::declare::Metric::create($crate::declare::metrics!(@buckets $($buckets)?)),)+
                }
            }

            pub(crate) fn each(
                &self,
                metric: &mut dyn FnMut(&'static $crate::declare::Declaration, &dyn $crate::exposition::Exposed),
            ) {
                let mut declarations = Self::DECLARATIONS.iter();
                $(metric(declarations.next().expect("one declaration a field"), &self.$field);)+
            }
        }
    };
    (@buckets $buckets:ident) => { $crate::declare::$buckets };
    (@buckets) => { &[] };
}
pub(crate) use metrics;
