//! Base against new: what changed, by how much, and how sure that is.
//!
//! Takes the reports of interleaved runs and gives a [`Comparison`], which [`document`] turns into the blocks
//! of a page. The statistics are [`crate::statistics::difference`]'s; what is measured is decided in [`measures`].

mod document;
mod measures;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::report::model::{Kind, Report};
use crate::report::numbers::short;
use crate::statistics::{Compared, Unit, compare, difference, mean};

pub use document::document;
pub use measures::LeftOut;

/// Which server a run was against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Base,
    New,
}

/// What every run of both sides was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Test {
    /// So many users for so long.
    #[default]
    Bounded,
    /// How many users are supported.
    Ceiling,
}

/// A run of the comparison.
#[derive(Clone, Debug)]
pub struct Run {
    pub side: Side,
    /// The database engine of both servers, where one was named.
    pub engine: String,
    pub report: Report,
}

impl Run {
    fn part(&self) -> (String, Test) {
        let test = if self.report.kind == Kind::Bounded { Test::Bounded } else { Test::Ceiling };
        (self.engine.clone(), test)
    }
}

/// The order of runs: base first and new first in turns, so that a machine that warms up or tires favours nobody.
pub fn order(repeats: usize) -> Vec<[Side; 2]> {
    (0..repeats).map(|round| if round % 2 == 0 { [Side::Base, Side::New] } else { [Side::New, Side::Base] }).collect()
}

/// What was found.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Comparison {
    pub title: String,
    pub base_label: String,
    pub new_label: String,
    pub valid: bool,
    /// Why it is not valid.
    pub complaints: Vec<String>,
    /// What a reader must know although it is.
    pub doubts: Vec<String>,
    pub parts: Vec<Part>,
}

/// One test against the servers on one database engine.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Part {
    pub engine: String,
    pub test: Test,
    pub base_url: String,
    pub new_url: String,
    pub base_runs: usize,
    pub new_runs: usize,
    /// Mean of all runs.
    pub users: f64,
    /// Of the part that counts, in the longest run.
    pub run_ms: i64,
    /// Mean and p99 of every endpoint that all runs called often enough, shares of failed requests, faults of delivery.
    pub measures: Vec<Compared>,
    pub supported: Option<Compared>,
    /// The usual spread of times between runs of one build, in percent of the value: median over the measures.
    pub usual_spread_percent: f64,
    pub base_delivery: Deliveries,
    pub new_delivery: Deliveries,
    pub left_out: Vec<LeftOut>,
}

/// Delivery of all runs of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Deliveries {
    pub sent: u64,
    pub expected: u64,
    pub lost: u64,
    pub duplicates: u64,
    pub out_of_order: u64,
    /// Acknowledged, and not in the store after the run.
    pub missing: u64,
}

/// Both sides of a part, as reports.
struct Sides<'a> {
    base: Vec<&'a Report>,
    new: Vec<&'a Report>,
}

impl<'a> Sides<'a> {
    fn all(&self) -> impl Iterator<Item = &'a Report> + '_ {
        self.base.iter().chain(&self.new).copied()
    }
}

/// Compares the runs, and tells what is `missing` of those that should be there. `seed` decides which deals are drawn
/// where there are too many to try all.
pub fn analyse(title: &str, labels: (&str, &str), runs: &[Run], missing: &[String], seed: u64) -> Comparison {
    let mut found = Comparison {
        title: title.into(),
        base_label: labels.0.into(),
        new_label: labels.1.into(),
        complaints: missing.to_vec(),
        ..Comparison::default()
    };
    let mut by_part: BTreeMap<(String, Test), Sides> = BTreeMap::new();
    for run in runs {
        let sides = by_part.entry(run.part()).or_insert_with(|| Sides { base: Vec::new(), new: Vec::new() });
        let side = if run.side == Side::Base { &mut sides.base } else { &mut sides.new };
        side.push(&run.report);
    }
    by_part.retain(|(engine, test), sides| {
        let is_whole = !sides.base.is_empty() && !sides.new.is_empty();
        if !is_whole {
            found.complaints.push(format!("{} has runs of one side only.", told(engine, *test)));
        }
        is_whole
    });
    if by_part.is_empty() {
        found.complaints.push("At least one run of each side is needed to say anything.".into());
        return found;
    }
    found.doubts.extend(cut_to_the_shortest(&mut by_part));
    // All parts are judged together: looking at two engines must not find twice as much by chance.
    let measures: Vec<_> = by_part.values().map(measures::of).collect();
    let family: Vec<_> = measures.iter().flat_map(|(measures, _)| measures.iter().cloned()).collect();
    let mut compared = compare(&family, seed).into_iter();
    for (((engine, test), sides), (measures, left_out)) in by_part.iter().zip(measures) {
        let mut part = Part { engine: engine.clone(), test: *test, left_out, ..Part::of(sides) };
        part.usual_spread_percent = measures::spread_percent(&measures);
        part.measures = compared.by_ref().take(measures.len()).collect();
        let users = part.measures.iter().position(|one| one.unit == Unit::Users);
        part.supported = users.map(|at| part.measures.remove(at));
        part.leave_out_what_fails();
        let place = if by_part.len() > 1 { format!("{}: ", part.told()) } else { String::new() };
        found.doubts.extend(measures::doubts(sides, labels).into_iter().map(|doubt| format!("{place}{doubt}")));
        found.parts.push(part);
    }
    found.complaints.extend(complaints(runs, by_part.values().next()));
    found.valid = found.complaints.is_empty();
    found
}

/// Runs are dealt to the sides in all parts alike, so each part must have as many. What was too many.
fn cut_to_the_shortest(parts: &mut BTreeMap<(String, Test), Sides>) -> Vec<String> {
    let base = parts.values().map(|sides| sides.base.len()).min().unwrap_or_default();
    let new = parts.values().map(|sides| sides.new.len()).min().unwrap_or_default();
    let mut said = Vec::new();
    for ((engine, test), sides) in parts.iter_mut() {
        let further = sides.base.len() - base + sides.new.len() - new;
        if further > 0 {
            said.push(format!("{further} runs of {} are left out: another part has fewer.", told(engine, *test)));
        }
        sides.base.truncate(base);
        sides.new.truncate(new);
    }
    said
}

fn complaints(runs: &[Run], sides: Option<&Sides>) -> Vec<String> {
    let mut found = Vec::new();
    let (base, new) = sides.map_or((0, 0), |sides| (sides.base.len(), sides.new.len()));
    if !difference::can_decide(base, new) {
        found.push(format!(
            "{base} and {new} runs cannot show a change at a chance of error of {}: repeat more often.",
            short(difference::ALPHA)
        ));
    }
    // The same complaint with another number is the same complaint: the first that was met stands for all.
    let mut seen: BTreeMap<String, (usize, &str, BTreeSet<Side>)> = BTreeMap::new();
    for run in runs {
        for complaint in &run.report.complaints {
            let kind = complaint.chars().filter(|one| !one.is_ascii_digit() && !matches!(one, '.' | ',')).collect();
            let (times, _, sides) = seen.entry(kind).or_insert((0, complaint, BTreeSet::new()));
            *times += 1;
            sides.insert(run.side);
        }
    }
    let all = runs.len();
    found.extend(seen.into_values().map(|(times, complaint, sides)| {
        let whose = match sides.into_iter().collect::<Vec<_>>()[..] {
            [Side::Base] => ", all of base",
            [Side::New] => ", all of new",
            _ => "",
        };
        format!("In {times} of {all} runs{whose}: {complaint}")
    }));
    found
}

/// A part in words: `postgresql, bounded`.
fn told(engine: &str, test: Test) -> String {
    let test = if test == Test::Bounded { "bounded" } else { "ceiling" };
    if engine.is_empty() { test.to_owned() } else { format!("{engine}, {test}") }
}

impl Part {
    fn of(sides: &Sides) -> Part {
        let users: Vec<f64> = sides.all().map(|report| report.users.mean).collect();
        let url = |side: &[&Report]| side.first().map(|report| report.setup.url.clone()).unwrap_or_default();
        Part {
            base_url: url(&sides.base),
            new_url: url(&sides.new),
            base_runs: sides.base.len(),
            new_runs: sides.new.len(),
            users: mean(&users),
            run_ms: sides.all().map(|report| report.ended_at - report.counted_from).max().unwrap_or_default(),
            base_delivery: Deliveries::of(&sides.base),
            new_delivery: Deliveries::of(&sides.new),
            ..Part::default()
        }
    }

    /// The part in words: `postgresql, bounded`.
    pub fn told(&self) -> String {
        told(&self.engine, self.test)
    }

    /// Measures that changed for the worse, the worst first.
    pub fn worsened(&self) -> Vec<&Compared> {
        self.changed(is_worse)
    }

    /// Measures that changed for the better, the best first. Times of endpoints that fail more often are not among them:
    /// to refuse is quick.
    pub fn improved(&self) -> Vec<&Compared> {
        self.changed(|one| !is_worse(one) && !self.is_bought(one))
    }

    /// Whether a time is shorter, and more of the endpoint's calls fail.
    fn is_bought(&self, one: &Compared) -> bool {
        let is_shorter = one.unit == Unit::Ms && one.changed && !is_worse(one);
        is_shorter
            && self.measures.iter().any(|other| {
                let fails_more = other.unit == Unit::Percent && other.changed && is_worse(other);
                fails_more && measures::endpoint(&other.name) == measures::endpoint(&one.name)
            })
    }

    /// What a reader wants first comes first: users, then failures and delivery, then times.
    fn changed(&self, wanted: impl Fn(&Compared) -> bool) -> Vec<&Compared> {
        let all = self.supported.iter().chain(&self.measures);
        let mut rows: Vec<&Compared> = all.filter(|one| one.changed && wanted(one)).collect();
        rows.sort_by(|one, other| {
            other
                .unit
                .cmp(&one.unit)
                .then(other.percent.abs().total_cmp(&one.percent.abs()))
                .then(one.name.cmp(&other.name))
        });
        rows
    }

    fn leave_out_what_fails(&mut self) {
        let left_out = |one: &Compared| {
            let why = "faster, but more of its calls fail".into();
            self.is_bought(one).then(|| LeftOut { name: one.name.clone(), why })
        };
        let rows: Vec<LeftOut> = self.measures.iter().filter_map(left_out).collect();
        self.left_out.extend(rows);
    }
}

/// Fewer users are worse, and more of everything else.
fn is_worse(one: &Compared) -> bool {
    if one.unit == Unit::Users { one.delta < 0.0 } else { one.delta > 0.0 }
}

impl Deliveries {
    fn of(side: &[&Report]) -> Deliveries {
        let mut sum = Deliveries::default();
        for report in side {
            let found = &report.delivery;
            sum.sent += found.sent;
            sum.expected += found.expected;
            sum.lost += found.lost;
            sum.duplicates += found.duplicates;
            sum.out_of_order += found.out_of_order;
            sum.missing += found.audit.as_ref().map_or(0, |audit| audit.missing);
        }
        sum
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
