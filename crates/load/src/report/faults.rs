//! The faults of a run and what clients noticed of each: in `results.json`, in a section, and as marks on the charts.
//!
//! What is noticed from the beginning of a fault until that of the next counts for it: faults that are to be told apart
//! need some time between them, a minute where posts are to be heard that were sent meanwhile.

use base::Millis;
use serde::{Deserialize, Serialize};

use super::chart::{Chart, Line, thin};
use super::document::{Block, Table, Tone};
use super::model::Report;
use super::numbers::{count, duration, short};
use super::queries::Span;
use crate::coordinator::run::Outcome;
use simulate::results::noticed::{BySecond, Noticed, between};
use topology::faults::Made;

/// What was broken on purpose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FaultsReport {
    /// In the part that counts, before the first fault.
    pub before: Noticed,
    pub faults: Vec<FaultReport>,
}

/// One fault.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FaultReport {
    /// As it was ordered: `stop app-1 at 30s`.
    pub fault: String,
    pub began_at: Millis,
    pub done_at: Millis,
    pub undone_from: Option<Millis>,
    pub undone_at: Option<Millis>,
    /// What of it did not succeed.
    pub trouble: Option<String>,
    /// Until the next fault began, or the run ended.
    pub noticed: Noticed,
}

/// The faults of a run; none where nothing was broken on purpose.
pub fn of(outcome: &Outcome) -> Option<FaultsReport> {
    let noticed = &outcome.whole.noticed;
    let first = second(outcome.faults.first()?.began_at);
    let faults = outcome.faults.iter().enumerate().map(|(at, made)| {
        // What is still unheard when the users stop is told after the end.
        let until = outcome.faults.get(at + 1).map_or(Millis::MAX, |next| second(next.began_at));
        FaultReport {
            fault: made.words.clone(),
            began_at: made.began_at,
            done_at: made.done_at,
            undone_from: made.undone_from,
            undone_at: made.undone_at,
            trouble: made.trouble.clone(),
            noticed: between(noticed, second(made.began_at), until),
        }
    });
    Some(FaultsReport { before: between(noticed, second(outcome.counted_from), first), faults: faults.collect() })
}

/// The beginning of the second in which something was.
fn second(at: Millis) -> Millis {
    at - at.rem_euclid(1_000)
}

/// One figure of what was noticed.
type Count = fn(&Noticed) -> u64;

/// What clients noticed over the time of the run; none where they noticed nothing.
pub fn chart(noticed: &BySecond, span: Span) -> Option<Chart> {
    if noticed.is_empty() || span.to <= span.from {
        return None;
    }
    let step_ms = span.step_ms();
    let of: [(&str, Count); 4] = [
        ("new ids", |one| one.new_ids),
        ("resumed", |one| one.resumed),
        ("unheard posts", |one| one.unheard),
        ("failed requests", |one| one.failed),
    ];
    let from = second(span.from);
    let steps = usize::try_from((span.to - from) / step_ms + 1).unwrap_or_default();
    let parts: Vec<(f64, Noticed)> = (0..steps as Millis)
        .map(|step| (from + step * step_ms, from + (step + 1) * step_ms))
        .map(|(start, end)| (span.minutes(start.max(span.from)), between(noticed, start, end)))
        .collect();
    let seconds = step_ms as f64 / 1_000.0;
    let line = |(name, value): (&str, Count)| {
        let points: Vec<(f64, f64)> =
            parts.iter().map(|(minute, noticed)| (*minute, value(noticed) as f64 / seconds)).collect();
        Line { name: name.into(), points: thin(&points), dots: false }
    };
    Some(Chart {
        id: "noticed".into(),
        title: "What clients noticed".into(),
        unit: "/s".into(),
        across: "min".into(),
        lines: of.into_iter().map(line).collect(),
        counted: span.counted(),
        note: "A post counts as unheard when its receiver was told to begin anew; failed are requests without an answer, or \
               with one of 500 and above."
            .into(),
        ..Chart::default()
    })
}

/// Marks the faults on every chart over time.
pub fn mark(charts: &mut [Chart], faults: &[Made], span: Span) {
    let marks: Vec<(f64, String)> =
        faults.iter().map(|made| (span.minutes(made.began_at), made.words.clone())).collect();
    for chart in charts.iter_mut().filter(|chart| chart.across == "min") {
        chart.faults.clone_from(&marks);
    }
}

const HEAD: [&str; 12] = [
    "",
    "Fault",
    "After",
    "Took, s",
    "Lost sockets",
    "New ids",
    "Resumed",
    "Numbers missing",
    "Unheard posts",
    "Longest silence, s",
    "Failed requests",
    "Fetched anew (requests)",
];

pub fn section(report: &Report) -> Vec<Block> {
    let Some(FaultsReport { before, faults }) = &report.faults else { return Vec::new() };
    let mut table = Table { numbers_from: 2, ..Table::new(&HEAD) };
    table.push(row([String::new(), "before the first".into(), String::new(), String::new()], before));
    for (at, fault) in faults.iter().enumerate() {
        let after = duration(fault.began_at - report.counted_from);
        let took = short((fault.done_at - fault.began_at) as f64 / 1_000.0);
        let cells = row([(at + 1).to_string(), fault.fault.clone(), after, took], &fault.noticed);
        let is_felt = fault.noticed.new_ids + fault.noticed.unheard + fault.noticed.failed > 0;
        table.push_toned(cells, if is_felt { Tone::Bad } else { Tone::Plain });
    }
    let text = "What clients noticed from a fault until the next. New ids: clients that came back and had to begin anew. \
                Unheard posts: pairs of a post and a member who was away then and never heard it. Longest silence: from \
                the send of a post until a member heard it, or was told to begin anew, where that took a second or more. \
                The numbers stand on the charts where the faults began.";
    let mut blocks = vec![Block::heading("Faults"), Block::Table(table), Block::Text(text.into())];
    let troubles: Vec<String> = faults
        .iter()
        .filter_map(|fault| Some(format!("`{}` did not succeed: {}", fault.fault, fault.trouble.as_ref()?)))
        .collect();
    if !troubles.is_empty() {
        blocks.push(Block::List(troubles));
    }
    blocks
}

fn row(named: [String; 4], noticed: &Noticed) -> Vec<String> {
    let mut cells = named.to_vec();
    cells.extend([noticed.lost, noticed.new_ids, noticed.resumed, noticed.missing, noticed.unheard].map(count));
    cells.push(short(noticed.silent_ms as f64 / 1_000.0));
    cells.push(count(noticed.failed));
    cells.push(format!("{} ({})", count(noticed.refetches), count(noticed.refetched)));
    cells
}

#[cfg(test)]
mod tests {
    use super::super::chart::Place;
    use super::*;

    fn made(words: &str, began_at: Millis) -> Made {
        let words = words.to_owned();
        Made { words, began_at, done_at: began_at + 500, undone_from: None, undone_at: None, trouble: None }
    }

    fn outcome() -> Outcome {
        let new_ids = |new_ids| Noticed { new_ids, ..Noticed::default() };
        let mut outcome = Outcome { started_at: 0, counted_from: 10_000, ended_at: 60_000, ..Outcome::default() };
        outcome.whole.noticed = BySecond::from([
            (3_000, new_ids(100)),
            (12_000, new_ids(1)),
            (20_000, Noticed { silent_ms: 4_300, unheard: 7, ..new_ids(2) }),
            (39_000, new_ids(4)),
            (40_000, Noticed { resumed: 8, ..Noticed::default() }),
            (61_000, Noticed { unheard: 9, ..Noticed::default() }),
        ]);
        outcome.faults = vec![made("kill app-1 at 10s", 20_400), made("restart app-2 at 30s", 40_900)];
        outcome
    }

    #[test]
    fn what_was_noticed_belongs_to_the_last_fault_before_it() {
        let found = of(&outcome()).expect("there were faults");
        assert_eq!(found.before.new_ids, 1, "arrivals do not count");
        let noticed: Vec<Noticed> = found.faults.iter().map(|fault| fault.noticed).collect();
        assert_eq!((noticed[0].new_ids, noticed[0].unheard, noticed[0].silent_ms), (6, 7, 4_300));
        assert_eq!((noticed[1].new_ids, noticed[1].resumed, noticed[1].unheard), (0, 8, 9));
        assert_eq!(of(&Outcome::default()), None);
    }

    #[test]
    fn the_table_has_a_row_for_each_fault_and_names_its_trouble() {
        let mut found = of(&outcome()).expect("there were faults");
        found.faults[1].trouble = Some("it did not come".into());
        let report = Report { faults: Some(found), counted_from: 10_000, ..Report::default() };
        let blocks = section(&report);
        let Block::Table(table) = &blocks[1] else { panic!("a table") };
        assert_eq!(table.rows.len(), 3);
        assert_eq!(table.rows[1].cells[4..], ["0", "6", "0", "0", "7", "4.3", "0", "0 (0)"]);
        assert_eq!((table.rows[1].tone, table.rows[2].tone), (Tone::Bad, Tone::Bad));
        assert_eq!(blocks[3], Block::List(vec!["`restart app-2 at 30s` did not succeed: it did not come".into()]));
        assert!(section(&Report::default()).is_empty());
    }

    #[test]
    fn faults_are_marked_on_charts_over_time() {
        let outcome = outcome();
        let span = Span { from: 0, counted_from: 10_000, to: 60_000 };
        let mut charts = vec![chart(&outcome.whole.noticed, span).expect("something was noticed")];
        charts.push(Chart { across: "users".into(), ..Chart::default() });
        mark(&mut charts, &outcome.faults, span);
        assert!(charts[1].faults.is_empty(), "its axis is no time");
        let svg = charts[0].svg(Place::Page);
        assert_eq!(svg.matches("class=\"fault\"").count(), 2, "{svg}");
        assert!(svg.contains("<title>kill app-1 at 10s</title>"));
        let new_ids = &charts[0].lines[0];
        assert!(new_ids.points.contains(&(12.0 / 60.0, 1.0)), "{:?}", new_ids.points);
        assert!(chart(&BySecond::new(), span).is_none());
    }
}
