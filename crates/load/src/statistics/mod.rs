//! What may be said of numbers that vary: means with intervals, tests of a difference, the knee of a curve.
//!
//! Pure functions over slices. Randomness comes in as a seed, so that a report rendered twice says the same.

pub mod difference;
pub mod knee;

pub use difference::{Compared, Measure, Unit, compare};
pub use knee::{Knee, knee};

use serde::{Deserialize, Serialize};

/// A mean and the interval that holds the true one in 95 of 100 runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

/// Quantile of the normal distribution for 95 %, two-sided.
pub const Z95: f64 = 1.959_964;

/// Batches of a correlated series: enough for a spread, and each long enough to be independent of the next.
const BATCHES: usize = 10;

/// The mean of independent values; `None` of fewer than two.
pub fn estimate(values: &[f64]) -> Option<Estimate> {
    if values.len() < 2 {
        return None;
    }
    let half = t95(values.len() as f64 - 1.0) * (variance(values) / values.len() as f64).sqrt();
    let mean = mean(values);
    Some(Estimate { mean, low: mean - half, high: mean + half })
}

/// The mean of a series in time, whose neighbours are alike: of its batches, which are not.
pub fn estimate_of_series(values: &[f64]) -> Option<Estimate> {
    if values.len() < 2 * BATCHES {
        return estimate(values);
    }
    let batches: Vec<f64> = (0..BATCHES)
        .map(|batch| mean(&values[batch * values.len() / BATCHES..(batch + 1) * values.len() / BATCHES]))
        .collect();
    estimate(&batches).map(|found| {
        let shift = mean(values) - found.mean;
        Estimate { mean: found.mean + shift, low: found.low + shift, high: found.high + shift }
    })
}

pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The sample variance; 0 of a single value.
pub fn variance(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let mean = mean(values);
    values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (values.len() - 1) as f64
}

/// The middle value, after sorting; 0 of none.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        len if len % 2 == 1 => sorted[len / 2],
        len => (sorted[len / 2 - 1] + sorted[len / 2]) / 2.0,
    }
}

/// Student's t for 95 %, two-sided. The table's value below 30 degrees of freedom, an expansion above.
pub fn t95(freedom: f64) -> f64 {
    const TABLE: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ];
    // Welch's degrees of freedom are no whole number; rounding down keeps the interval wide enough.
    match freedom.floor() {
        whole if whole < 1.0 => f64::INFINITY,
        whole if whole <= 30.0 => TABLE[whole as usize - 1],
        _ => Z95 + (Z95.powi(3) + Z95) / (4.0 * freedom),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_students() {
        let found = estimate(&[1.0, 2.0, 3.0, 4.0, 5.0]).expect("five values");
        assert_eq!(found.mean, 3.0);
        assert!((found.high - 3.0 - 2.776 * (0.5_f64).sqrt()).abs() < 1e-9);
        assert_eq!(estimate(&[1.0]), None);
    }

    #[test]
    fn a_series_that_drifts_slowly_has_a_wider_interval_than_its_points_suggest() {
        let drift: Vec<f64> = (0..900).map(|at| 500.0 + 40.0 * (f64::from(at) / 60.0).sin()).collect();
        let naive = estimate(&drift).expect("values");
        let honest = estimate_of_series(&drift).expect("values");
        assert!(honest.high - honest.low > 3.0 * (naive.high - naive.low));
        assert!((honest.mean - mean(&drift)).abs() < 1e-9);
    }

    #[test]
    fn the_middle_is_found() {
        assert_eq!((median(&[3.0, 1.0, 2.0]), median(&[4.0, 1.0, 2.0, 3.0]), median(&[])), (2.0, 2.5, 0.0));
    }

    #[test]
    fn t_falls_towards_the_normal() {
        assert!(t95(1.0) > t95(5.0) && t95(30.0) > t95(31.0) && (t95(1e6) - Z95).abs() < 1e-4);
    }
}
