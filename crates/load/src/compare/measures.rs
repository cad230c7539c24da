//! What is compared: a value for each run of each measure, and what cannot be compared, with the reason.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::Sides;
use crate::report::model::{Endpoint, Report, Requests, Times};
use crate::report::numbers::short;
use crate::statistics::{Measure, Unit, mean, median, variance};

/// Calls of an endpoint in a run, below which its p99 is a matter of luck.
const CALLS_MIN: u64 = 100;
/// Calls below which even its mean is, and its share of failures.
const CALLS_MIN_MEAN: u64 = 20;
/// Percent of 5xx, timeouts and broken connections from which on the published tests call a server unhealthy.
const FAILED_DOUBTFUL: f64 = 0.025;

/// What comes before this in a measure's name is the endpoint.
const SEPARATOR: &str = " · ";

const ALL_REQUESTS: &str = "All requests";
const DELIVERY: &str = "Delivery";

/// Something that was not compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LeftOut {
    pub name: String,
    pub why: String,
}

/// The endpoint of a measure's name.
pub fn endpoint(name: &str) -> &str {
    name.split_once(SEPARATOR).map_or(name, |(endpoint, _)| endpoint)
}

/// Whether a measure is of the requests of all endpoints.
pub fn is_of_all(name: &str) -> bool {
    endpoint(name) == ALL_REQUESTS
}

/// Whether a measure is a fault of delivery.
pub fn is_delivery(name: &str) -> bool {
    endpoint(name) == DELIVERY
}

/// All measures of a part, and what is left out of it.
pub fn of(sides: &Sides) -> (Vec<Measure>, Vec<LeftOut>) {
    let mut measures: Vec<Measure> = supported(sides).into_iter().collect();
    measures.extend(of_all_requests(sides));
    measures.extend(of_delivery(sides));
    let mut left_out = Vec::new();
    for name in names(sides) {
        let calls = |report: &Report| called(report, name);
        let least = sides.all().map(calls).min().unwrap_or_default();
        let time = |kind: &str, value: fn(&Times) -> f64| {
            let of = |report: &Report| report.endpoints.get(name).map_or(0.0, |endpoint| value(&endpoint.times));
            measure(sides, format!("{name}{SEPARATOR}{kind}"), Unit::Ms, of)
        };
        if least >= CALLS_MIN_MEAN {
            measures.push(time("mean", |times| times.mean_ms));
            let failed = |report: &Report| report.endpoints.get(name).map_or(0, failures);
            let name = format!("{name}{SEPARATOR}failed");
            measures.extend(share(sides, name, failed, calls).filter(has_failures));
        }
        if least >= CALLS_MIN {
            measures.push(time("p99", |times| times.p99_ms));
        }
        left_out.extend(why_not(sides, name, least).map(|why| LeftOut { name: name.to_owned(), why }));
    }
    (measures, left_out)
}

fn names<'a>(sides: &Sides<'a>) -> BTreeSet<&'a str> {
    sides.all().flat_map(|report| report.endpoints.keys().map(String::as_str)).collect()
}

fn called(report: &Report, name: &str) -> u64 {
    report.endpoints.get(name).map_or(0, |endpoint| endpoint.times.count)
}

/// Calls of an endpoint that had no good answer.
fn failures(endpoint: &Endpoint) -> u64 {
    endpoint.errors.values().sum::<u64>() + endpoint.timeouts + endpoint.broken
}

/// Requests that a sound server answers: 4xx may be the caller's fault.
fn unanswered(requests: &Requests) -> u64 {
    requests.server_errors + requests.timeouts + requests.broken
}

fn measure(sides: &Sides, name: String, unit: Unit, of: impl Fn(&Report) -> f64) -> Measure {
    let values = |side: &[&Report]| side.iter().map(|report| of(report)).collect();
    Measure { name, unit, base: values(&sides.base), new: values(&sides.new), counted_in: 0 }
}

/// A share in percent; none where nothing was counted.
fn share(
    sides: &Sides,
    name: String,
    part: impl Fn(&Report) -> u64,
    whole: impl Fn(&Report) -> u64,
) -> Option<Measure> {
    let counted_in = sides.all().map(&whole).sum();
    let of = |report: &Report| part(report) as f64 / whole(report).max(1) as f64 * 100.0;
    (counted_in > 0).then(|| Measure { counted_in, ..measure(sides, name, Unit::Percent, of) })
}

fn has_failures(one: &Measure) -> bool {
    one.base.iter().chain(&one.new).any(|share| *share > 0.0)
}

fn supported(sides: &Sides) -> Option<Measure> {
    let is_everywhere = sides.all().all(|report| report.supported.is_some());
    let users = |report: &Report| report.supported.as_ref().map_or(0.0, |found| f64::from(found.users));
    is_everywhere.then(|| measure(sides, "Supported users".into(), Unit::Users, users))
}

/// Failures of all endpoints together: they are told even where there are none.
fn of_all_requests(sides: &Sides) -> Vec<Measure> {
    let name = |kind: &str| format!("{ALL_REQUESTS}{SEPARATOR}{kind}");
    let asked = |report: &Report| report.requests.times.count;
    let refused = |report: &Report| report.requests.errors.saturating_sub(report.requests.server_errors);
    let failed = share(sides, name("5xx, timeouts, broken"), |report| unanswered(&report.requests), asked);
    failed.into_iter().chain(share(sides, name("4xx"), refused, asked)).collect()
}

fn of_delivery(sides: &Sides) -> Vec<Measure> {
    let name = |kind: &str| format!("{DELIVERY}{SEPARATOR}{kind}");
    let expected = |report: &Report| report.delivery.expected;
    let faults = [
        share(sides, name("lost"), |report| report.delivery.lost, expected),
        share(sides, name("twice"), |report| report.delivery.duplicates, expected),
        share(sides, name("out of order"), |report| report.delivery.out_of_order, expected),
    ];
    faults.into_iter().flatten().filter(has_failures).collect()
}

/// Why an endpoint, or its p99, is not compared.
fn why_not(sides: &Sides, name: &str, least: u64) -> Option<String> {
    let called_by = |side: &[&Report]| side.iter().map(|report| called(report, name)).sum::<u64>();
    let (base, new) = (called_by(&sides.base), called_by(&sides.new));
    match (least, base, new) {
        (CALLS_MIN.., ..) => None,
        (CALLS_MIN_MEAN.., ..) => Some(format!("p99: a run has {least} calls, {CALLS_MIN} are needed")),
        (_, 0, new) => Some(format!("never called on base, {new} times on new")),
        (_, base, 0) => Some(format!("{base} times called on base, never on new")),
        _ => Some(format!("a run has {least} calls, {CALLS_MIN_MEAN} are needed")),
    }
}

/// What a reader must know of a part that is no change: requests that failed on both sides alike, and endpoints that
/// only one side was asked for.
pub fn doubts(sides: &Sides, labels: (&str, &str)) -> Vec<String> {
    let mut found = Vec::new();
    for (label, side) in [(labels.0, &sides.base), (labels.1, &sides.new)] {
        let (failed, asked) = side.iter().fold((0, 0), |(failed, asked), report| {
            (failed + unanswered(&report.requests), asked + report.requests.times.count)
        });
        let percent = failed as f64 / asked.max(1) as f64 * 100.0;
        if percent >= FAILED_DOUBTFUL {
            found.push(format!(
                "{} % of the requests to {label} ended with 5xx, a timeout or a broken connection, and the published tests \
                 allow {FAILED_DOUBTFUL} %. Times contain theirs, which may be short.",
                short(percent)
            ));
        }
    }
    for name in names(sides) {
        let least = |side: &[&Report]| side.iter().map(|report| called(report, name)).min().unwrap_or_default();
        let none = |side: &[&Report]| side.iter().all(|report| called(report, name) == 0);
        for (label, often, never) in [(labels.1, &sides.base, &sides.new), (labels.0, &sides.new, &sides.base)] {
            if least(often) >= CALLS_MIN_MEAN && none(never) {
                found.push(format!("No user of {label} ever came to call {name}, and those of the other build did."));
            }
        }
    }
    found
}

/// The usual spread of times between runs of one build, in percent: the median over the measures.
pub fn spread_percent(measures: &[Measure]) -> f64 {
    let of = |values: &[f64]| variance(values).sqrt() / mean(values).max(1e-9) * 100.0;
    let times = measures.iter().filter(|one| one.unit == Unit::Ms);
    let spreads: Vec<f64> = times.flat_map(|one| [of(&one.base), of(&one.new)]).collect();
    median(&spreads)
}
