//! Base against new: what changed, by how much, and how sure that is.
//!
//! Takes the reports of interleaved runs and gives a [`Comparison`], which [`document`] turns into the blocks
//! of a page. The statistics are [`crate::statistics::difference`]'s; here is decided what is measured.

mod document;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::report::model::Report;
use crate::report::numbers::short;
use crate::statistics::{Compared, Endpoint, compare, difference, mean};

pub use document::document;

/// Which server a run was against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Base,
    New,
}

/// A run of the comparison.
#[derive(Clone, Debug)]
pub struct Run {
    pub side: Side,
    pub report: Report,
}

/// The order of runs: base first and new first in turns, so that a machine that warms up or tires favours nobody.
pub fn order(repeats: usize) -> Vec<Side> {
    (0..repeats)
        .flat_map(|round| if round % 2 == 0 { [Side::Base, Side::New] } else { [Side::New, Side::Base] })
        .collect()
}

/// What was found.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Comparison {
    pub title: String,
    pub base_label: String,
    pub new_label: String,
    pub database: String,
    pub valid: bool,
    pub complaints: Vec<String>,
    pub base_runs: usize,
    pub new_runs: usize,
    /// Mean and p99 of every endpoint that both sides have, and the share of failed requests.
    pub measures: Vec<Compared>,
    pub supported: Option<Compared>,
    /// The usual spread between runs of one build, in percent of the value: median over the measures.
    pub usual_spread_percent: f64,
    pub base_url: String,
    pub new_url: String,
    pub users: f64,
    pub run_ms: i64,
}

/// Calls of an endpoint in a run, below which its p99 is a matter of luck.
const CALLS_MIN: u64 = 100;
/// Calls below which even its mean is.
const CALLS_MIN_MEAN: u64 = 20;

/// Compares the runs. `seed` decides which deals are drawn where there are too many to try all.
pub fn analyse(title: &str, labels: (&str, &str), runs: &[Run], seed: u64) -> Comparison {
    let of = |side: Side| runs.iter().filter(move |run| run.side == side).map(|run| &run.report).collect::<Vec<_>>();
    let (base, new) = (of(Side::Base), of(Side::New));
    let mut found = Comparison {
        title: title.into(),
        base_label: labels.0.into(),
        new_label: labels.1.into(),
        base_runs: base.len(),
        new_runs: new.len(),
        base_url: base.first().map(|report| report.setup.url.clone()).unwrap_or_default(),
        new_url: new.first().map(|report| report.setup.url.clone()).unwrap_or_default(),
        ..Comparison::default()
    };
    if base.len() < 2 || new.len() < 2 {
        found.complaints.push("At least two runs of each side are needed to say anything.".into());
        return found;
    }
    let users: Vec<f64> = runs.iter().map(|run| run.report.users.mean).collect();
    found.users = mean(&users);
    found.run_ms = runs.iter().map(|run| run.report.ended_at - run.report.counted_from).max().unwrap_or_default();
    let measures = measures(&base, &new);
    found.usual_spread_percent = spread_percent(&measures);
    found.measures = compare(&measures, seed);
    found.supported = supported(&base, &new, seed);
    found.complaints = complaints(runs, base.len(), new.len());
    found.valid = found.complaints.is_empty();
    found
}

/// One value per run: mean and p99 of each endpoint that every run called often enough.
fn measures(base: &[&Report], new: &[&Report]) -> Vec<Endpoint> {
    let names: BTreeSet<&String> = base.iter().chain(new).flat_map(|report| report.endpoints.keys()).collect();
    let mut measures = Vec::new();
    for name in names {
        let calls = |report: &&Report| report.endpoints.get(name).map_or(0, |endpoint| endpoint.times.count);
        let least = base.iter().chain(new).map(calls).min().unwrap_or_default();
        let values = |side: &[&Report], value: fn(&crate::report::model::Times) -> f64| -> Vec<f64> {
            side.iter().map(|report| value(&report.endpoints[name].times)).collect()
        };
        if least >= CALLS_MIN_MEAN {
            let mean = |times: &crate::report::model::Times| times.mean_ms;
            measures.push(Endpoint {
                name: format!("{name} · mean"),
                base: values(base, mean),
                new: values(new, mean),
            });
        }
        if least >= CALLS_MIN {
            let p99 = |times: &crate::report::model::Times| times.p99_ms;
            measures.push(Endpoint { name: format!("{name} · p99"), base: values(base, p99), new: values(new, p99) });
        }
    }
    measures
}

fn spread_percent(measures: &[Endpoint]) -> f64 {
    let of = |values: &[f64]| crate::statistics::variance(values).sqrt() / mean(values).max(1e-9) * 100.0;
    let spreads: Vec<f64> = measures.iter().flat_map(|one| [of(&one.base), of(&one.new)]).collect();
    crate::statistics::median(&spreads)
}

fn supported(base: &[&Report], new: &[&Report], seed: u64) -> Option<Compared> {
    let users = |side: &[&Report]| -> Option<Vec<f64>> {
        side.iter().map(|report| report.supported.as_ref().map(|found| f64::from(found.users))).collect()
    };
    let one = Endpoint { name: "supported users".into(), base: users(base)?, new: users(new)? };
    compare(&[one], seed).pop()
}

fn complaints(runs: &[Run], base: usize, new: usize) -> Vec<String> {
    let mut found = Vec::new();
    if !difference::can_decide(base, new) {
        found.push(format!(
            "{base} and {new} runs cannot show a change at a chance of error of {}: repeat more often.",
            short(difference::ALPHA)
        ));
    }
    // The same complaint with another number is the same complaint: the first that was met stands for all.
    let mut seen: BTreeMap<String, (usize, &str)> = BTreeMap::new();
    for complaint in runs.iter().flat_map(|run| &run.report.complaints) {
        let kind = complaint.chars().filter(|one| !one.is_ascii_digit() && !matches!(one, '.' | ',')).collect();
        seen.entry(kind).or_insert((0, complaint)).0 += 1;
    }
    let all = runs.len();
    found.extend(seen.into_values().map(|(times, complaint)| format!("In {times} of {all} runs: {complaint}")));
    found
}

impl Comparison {
    /// Measures that changed, the worst first.
    pub fn worsened(&self) -> Vec<&Compared> {
        let mut rows: Vec<&Compared> = self.measures.iter().filter(|one| one.changed && one.delta > 0.0).collect();
        rows.sort_by(|one, other| other.percent.total_cmp(&one.percent));
        rows
    }

    /// Measures that changed, the best first.
    pub fn improved(&self) -> Vec<&Compared> {
        let mut rows: Vec<&Compared> = self.measures.iter().filter(|one| one.changed && one.delta < 0.0).collect();
        rows.sort_by(|one, other| one.percent.total_cmp(&other.percent));
        rows
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
