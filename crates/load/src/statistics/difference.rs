//! Is one build different from another? A permutation test over whole runs, for all measures at once.
//!
//! The unit is a run: values inside a run are alike, and only runs can be exchanged. For each way to deal the
//! labels "base" and "new" to the runs, the largest statistic of all measures is noted; a measure's adjusted
//! p is the share of those that reach its own. With a hundred measures nothing is found by looking often
//! enough, and seven runs of each side suffice where a correction by counting would ask for dozens.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use super::{mean, median, t95, variance};

/// Values of one measure, a value per run.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    pub name: String,
    pub unit: Unit,
    pub base: Vec<f64>,
    pub new: Vec<f64>,
    /// What a share was counted in, over all runs; 0 of what is no share.
    pub counted_in: u64,
}

/// What a measure's values are. Measures of one unit vary alike from run to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Of a time, in milliseconds.
    #[default]
    Ms,
    /// Of a share, from 0 to 100.
    Percent,
    Users,
}

/// What the runs say about a measure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    pub name: String,
    pub unit: Unit,
    pub base: f64,
    pub new: f64,
    pub delta: f64,
    /// 95 % interval of `delta`, for this measure alone; `None` where a side has a single run.
    pub delta_low: Option<f64>,
    pub delta_high: Option<f64>,
    /// `delta` in percent of `base`; 0 where `base` is.
    pub percent: f64,
    /// `delta` in standard deviations between runs (Hedges' g).
    pub effect: f64,
    /// Adjusted for all measures together.
    pub p: f64,
    pub changed: bool,
}

/// Chance that a comparison of a build with itself finds anything at all.
pub const ALPHA: f64 = 0.001;
/// A smaller change is of no use to anybody, however certain.
pub const PERCENT_MIN: f64 = 1.0;
/// Ways to deal that are tried one by one; of more, this many are drawn.
const DEALS_MAX: usize = 20_000;

/// Whether this many runs of each side can show a change at all.
pub fn can_decide(base: usize, new: usize) -> bool {
    2.0 / ways(base + new, base) <= ALPHA
}

/// Compares all measures. Each must have as many values as there are runs of its side.
pub fn compare(measures: &[Measure], seed: u64) -> Vec<Compared> {
    let Some(first) = measures.first() else { return Vec::new() };
    let (base, runs) = (first.base.len(), first.base.len() + first.new.len());
    let all: Vec<Vec<f64>> = measures.iter().map(|one| [one.base.as_slice(), &one.new].concat()).collect();
    let floors = floors(measures, &all);
    let statistic = |values: &[f64], floor: f64, is_base: &[bool]| {
        let ((left, of_left), (right, of_right)) = both_sides(values, is_base);
        (right - left).abs() / ((of_left + of_right).sqrt() + floor)
    };
    let dealt: Vec<bool> = (0..runs).map(|run| run < base).collect();
    let each = |deal: &[bool]| -> Vec<f64> {
        all.iter().zip(&floors).map(|(values, floor)| statistic(values, *floor, deal)).collect()
    };
    let observed = each(&dealt);
    let highest: Vec<f64> =
        deals(runs, base, seed).iter().map(|deal| each(deal).into_iter().fold(0.0, f64::max)).collect();
    let adjusted = |own: f64| {
        // Rounding must not make the deal that was observed differ from itself.
        highest.iter().filter(|high| **high >= own * (1.0 - 1e-9)).count() as f64 / highest.len() as f64
    };
    measures.iter().zip(observed).map(|(one, own)| describe(one, adjusted(own))).collect()
}

/// What is added to the spread of each measure. One whose few runs happen to agree would have a huge statistic
/// otherwise: the usual spread of its unit steadies it, and of a share what chance alone does to counts. A few failures
/// that lie in some runs by luck would else outdo every true change under some deal.
fn floors(measures: &[Measure], all: &[Vec<f64>]) -> Vec<f64> {
    let mut spreads: BTreeMap<Unit, Vec<f64>> = BTreeMap::new();
    for one in measures.iter().filter(|one| one.counted_in == 0) {
        spreads.entry(one.unit).or_default().push(relative_spread(one));
    }
    let usual = |unit: Unit| spreads.get(&unit).map_or(0.0, |spreads| median(spreads)).max(1e-6);
    let floor = |(one, values): (&Measure, &Vec<f64>)| {
        let level = mean(values).abs().max(1e-9);
        // Shares of failures are mostly nothing at all, and tell no spread of their own: that of times stands for it.
        let unit = if one.counted_in == 0 { one.unit } else { Unit::Ms };
        let steady = usual(unit) * level / (values.len() as f64).sqrt();
        let share = (level / 100.0).min(1.0);
        let luck = (share * (1.0 - share) / one.counted_in.max(1) as f64).sqrt() * 100.0;
        if one.counted_in == 0 { steady } else { steady.max(luck) }
    };
    measures.iter().zip(all).map(floor).collect()
}

fn relative_spread(one: &Measure) -> f64 {
    let pooled = (variance(&one.base) + variance(&one.new)) / 2.0;
    pooled.sqrt() / mean(&one.base).abs().max(1e-9)
}

/// Mean of each side, and the variance of that mean.
fn both_sides(values: &[f64], is_base: &[bool]) -> ((f64, f64), (f64, f64)) {
    // Differences to the first value keep the digits that squares of the values themselves would lose.
    let origin = values[0];
    let side = |wanted: bool| {
        let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for (value, _) in values.iter().zip(is_base).filter(|(_, is)| **is == wanted) {
            let from_origin = value - origin;
            (n, sum, squares) = (n + 1.0, sum + from_origin, squares + from_origin * from_origin);
        }
        let variance = if n > 1.0 { ((squares - sum * sum / n) / (n - 1.0)).max(0.0) } else { 0.0 };
        (origin + sum / n, variance / n)
    };
    (side(true), side(false))
}

fn describe(one: &Measure, p: f64) -> Compared {
    let (base, new) = (mean(&one.base), mean(&one.new));
    let (left, right) = (one.base.len() as f64, one.new.len() as f64);
    let (of_base, of_new) = (variance(&one.base) / left, variance(&one.new) / right);
    let delta = new - base;
    // Welch's degrees of freedom.
    let freedom = match of_base.powi(2) / (left - 1.0) + of_new.powi(2) / (right - 1.0) {
        0.0 => left + right - 2.0,
        below => (of_base + of_new).powi(2) / below,
    };
    let has_spread = left > 1.0 && right > 1.0;
    let half = has_spread.then(|| t95(freedom.max(1.0)) * (of_base + of_new).sqrt());
    let pooled = ((variance(&one.base) + variance(&one.new)) / 2.0).sqrt();
    let small_sample = 1.0 - 3.0 / (4.0 * (left + right) - 9.0);
    let percent = if base == 0.0 { 0.0 } else { delta / base * 100.0 };
    Compared {
        name: one.name.clone(),
        unit: one.unit,
        base,
        new,
        delta,
        delta_low: half.map(|half| delta - half),
        delta_high: half.map(|half| delta + half),
        percent,
        effect: if pooled == 0.0 { 0.0 } else { delta / pooled * small_sample },
        p,
        changed: p <= ALPHA && (percent.abs() >= PERCENT_MIN || (base == 0.0 && delta != 0.0)),
    }
}

fn ways(runs: usize, chosen: usize) -> f64 {
    (0..chosen).map(|at| (runs - at) as f64 / (at + 1) as f64).product()
}

/// Every way to deal the labels, or a sample of them that holds the observed one.
fn deals(runs: usize, base: usize, seed: u64) -> Vec<Vec<bool>> {
    if ways(runs, base) <= DEALS_MAX as f64 {
        let mut all = Vec::new();
        deal_on(&mut Vec::with_capacity(runs), runs, base, &mut all);
        return all;
    }
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut deal: Vec<bool> = (0..runs).map(|run| run < base).collect();
    let mut drawn = vec![deal.clone()];
    drawn.extend((1..DEALS_MAX).map(|_| {
        deal.shuffle(&mut rng);
        deal.clone()
    }));
    drawn
}

fn deal_on(begun: &mut Vec<bool>, runs: usize, base: usize, all: &mut Vec<Vec<bool>>) {
    if begun.len() == runs {
        all.push(begun.clone());
        return;
    }
    let left = runs - begun.len();
    for is_base in [true, false] {
        let fits = if is_base { base > 0 } else { left > base };
        if fits {
            begun.push(is_base);
            deal_on(begun, runs, base - usize::from(is_base), all);
            begun.pop();
        }
    }
}

#[cfg(test)]
#[path = "difference_tests.rs"]
mod tests;
