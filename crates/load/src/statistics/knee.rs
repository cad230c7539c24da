//! The knee of a saturation curve: where latency stops being flat and begins to climb.
//!
//! Two straight lines that meet are fitted by least squares; the place where they meet is the knee. A curve
//! that one line fits almost as well has none, and that is the answer then.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// Where the lines meet, with the interval of 95 of 100 resampled curves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Knee {
    pub users: f64,
    pub low: f64,
    pub high: f64,
    /// The fitted latency at the knee, and what each further user adds after it.
    pub at_knee: f64,
    pub slope_before: f64,
    pub slope_after: f64,
    /// Users at the ends of the fitted curve.
    pub from: f64,
    pub to: f64,
}

/// Fewer points are fitted by any two lines.
pub const POINTS_MIN: usize = 8;
const PLACES: usize = 60;
const RESAMPLES: usize = 200;
/// The broken line must leave at most this share of the straight line's error.
const BETTER_THAN: f64 = 0.6;

#[derive(Clone, Copy, Debug)]
struct Fit {
    place: f64,
    base: f64,
    before: f64,
    change: f64,
    error: f64,
}

/// Fits the curve of (users, latency); `None` when it has no knee.
pub fn knee(points: &[(f64, f64)], seed: u64) -> Option<Knee> {
    if points.len() < POINTS_MIN {
        return None;
    }
    let best = best_fit(points)?;
    let straight = straight_error(points);
    if best.change <= 0.0 || best.error > BETTER_THAN * straight {
        return None;
    }
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut places: Vec<f64> = (0..RESAMPLES)
        .filter_map(|_| {
            let drawn: Vec<_> = points.iter().map(|_| points[rng.random_range(0..points.len())]).collect();
            best_fit(&drawn).map(|fit| fit.place)
        })
        .collect();
    places.sort_by(f64::total_cmp);
    let at = |share: f64| places.get((places.len() as f64 * share) as usize).copied().unwrap_or(best.place);
    let (from, to) = ends(points);
    Some(Knee {
        users: best.place,
        low: at(0.025).min(best.place),
        high: at(0.975).max(best.place),
        at_knee: best.base + best.before * best.place,
        slope_before: best.before,
        slope_after: best.before + best.change,
        from,
        to,
    })
}

fn ends(points: &[(f64, f64)]) -> (f64, f64) {
    points.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(from, to), (x, _)| (from.min(*x), to.max(*x)))
}

fn best_fit(points: &[(f64, f64)]) -> Option<Fit> {
    let (from, to) = ends(points);
    let places = (1..PLACES).map(|at| from + (to - from) * at as f64 / PLACES as f64);
    places.filter_map(|place| fit(points, place)).min_by(|one, other| one.error.total_cmp(&other.error))
}

/// Least squares of `base + before·x + change·max(0, x − place)`.
fn fit(points: &[(f64, f64)], place: f64) -> Option<Fit> {
    let row = |x: f64| [1.0, x, (x - place).max(0.0)];
    let mut matrix = [[0.0_f64; 4]; 3];
    for &(x, y) in points {
        let row = row(x);
        for (into, left) in matrix.iter_mut().zip(row) {
            for (cell, right) in into.iter_mut().zip(row) {
                *cell += left * right;
            }
            into[3] += left * y;
        }
    }
    let [base, before, change] = solve(matrix)?;
    let error = points.iter().map(|&(x, y)| (base + before * x + change * (x - place).max(0.0) - y).powi(2)).sum();
    Some(Fit { place, base, before, change, error })
}

fn straight_error(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let (mean_x, mean_y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / n, y + point.1 / n));
    let spread: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    let slope = match spread {
        0.0 => 0.0,
        spread => points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum::<f64>() / spread,
    };
    points.iter().map(|(x, y)| (mean_y + slope * (x - mean_x) - y).powi(2)).sum()
}

/// Gauss with pivots; `None` when the rows say too little.
fn solve(mut rows: [[f64; 4]; 3]) -> Option<[f64; 3]> {
    for at in 0..3 {
        let pivot = (at..3).max_by(|&one, &other| rows[one][at].abs().total_cmp(&rows[other][at].abs()))?;
        rows.swap(at, pivot);
        if rows[at][at].abs() < 1e-9 {
            return None;
        }
        for below in at + 1..3 {
            let factor = rows[below][at] / rows[at][at];
            let above = rows[at];
            for (cell, from) in rows[below].iter_mut().zip(above) {
                *cell -= factor * from;
            }
        }
    }
    let mut found = [0.0; 3];
    for at in (0..3).rev() {
        let known: f64 = (at + 1..3).map(|later| rows[at][later] * found[later]).sum();
        found[at] = (rows[at][3] - known) / rows[at][at];
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(at: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
        let mut rng = SmallRng::seed_from_u64(3);
        (0..60).map(|step| f64::from(step) * 20.0).map(|x| (x, at(x) + rng.random_range(-1.0..1.0))).collect()
    }

    #[test]
    fn a_hockey_stick_is_fitted_where_it_bends() {
        let found = knee(&curve(|x| 5.0 + (x - 800.0).max(0.0) * 0.5), 1).expect("it bends");
        assert!((760.0..840.0).contains(&found.users), "{found:?}");
        assert!(found.low <= found.users && found.users <= found.high);
        assert!((found.slope_after - 0.5).abs() < 0.05);
    }

    #[test]
    fn a_straight_line_has_no_knee() {
        assert_eq!(knee(&curve(|x| 5.0 + x * 0.1), 1), None);
        assert_eq!(knee(&curve(|_| 5.0), 1), None);
    }

    #[test]
    fn a_curve_that_flattens_has_no_knee() {
        assert_eq!(knee(&curve(|x| x.min(500.0)), 1), None);
    }

    #[test]
    fn few_points_say_nothing() {
        assert_eq!(knee(&[(1.0, 1.0), (2.0, 2.0)], 1), None);
        assert_eq!(knee(&[(1.0, 1.0); 20], 1), None);
    }
}
