//! A report of an invented run, looked at from all sides.

use std::time::Duration;

use super::super::document::document;
use super::super::{html, markdown};
use super::*;
use crate::coordinator::search::Level;
use crate::coordinator::steering::Supported;
use crate::coordinator::trial::Fault;
use simulate::results::{self, Results};

pub fn outcome() -> Outcome {
    let mut endpoint = results::Endpoint::default();
    (1..=1_000).for_each(|ms| endpoint.latency.record(Duration::from_millis(ms)));
    let told = Results {
        agent: "lt0".into(),
        endpoints: [("GET /users/me".to_owned(), endpoint)].into(),
        ..Results::default()
    };
    let record = Record { description: "Mean".into(), alerts: true, over: 3, judged: 9, ..Record::default() };
    Outcome {
        started_at: 0,
        counted_from: 60_000,
        ended_at: 160_000,
        supported: Some(Supported {
            users: 500,
            low: 480.0,
            high: Some(520.0),
            is_final: true,
            ..Supported::default()
        }),
        timeline: (0..80).map(|round| (round * 2_000, (round * 10) as u32)).collect(),
        records: vec![record.clone()],
        counted_records: vec![record],
        counted: Totals::of(std::slice::from_ref(&told)),
        whole: Totals::of(&[told]),
        ..Outcome::default()
    }
}

async fn report(outcome: &Outcome) -> Report {
    build(About { kind: Kind::Search, title: "A run".into(), ..About::default() }, outcome, &mut Source::own(vec![]))
        .await
}

#[tokio::test]
async fn the_numbers_of_the_run_are_in_the_report() {
    let report = report(&outcome()).await;
    assert_eq!((report.requests.times.count, report.requests.per_second), (1_000, 10.0));
    let times = &report.endpoints["GET /users/me"].times;
    assert!(times.p99_low_ms < times.p99_ms && times.p99_ms < times.p99_high_ms, "{times:?}");
    assert_eq!(report.stopped_by, ["Mean"]);
    assert!(report.valid, "{:?}", report.complaints);
}

#[tokio::test]
async fn results_json_has_the_promised_places_and_reads_back() {
    let value = serde_json::to_value(report(&outcome()).await).expect("it is JSON");
    for path in [
        "/delivery/lost",
        "/delivery/duplicates",
        "/delivery/out_of_order",
        "/endpoints/GET ~1users~1me/p99_ms",
        "/health/0/threshold",
        "/generator/healthy",
        "/supported/users",
        "/valid",
    ] {
        assert!(value.pointer(path).is_some(), "{path}");
    }
    let back: Report = serde_json::from_value(value).expect("it reads back");
    assert_eq!(back.title, "A run");
}

#[tokio::test]
async fn page_and_markdown_hold_the_same_numbers() {
    let report = report(&outcome()).await;
    let blocks = document(&report);
    let (page, text) = (html::page(&blocks), markdown::write(&blocks).text);
    for said in ["500 users are supported", "GET /users/me", "p99 (95 %)", "Health metrics", "Simulated users at work"]
    {
        assert!(page.contains(said) && text.contains(said), "{said}");
    }
}

#[tokio::test]
async fn health_is_told_of_the_part_that_counts_beside_the_whole_run() {
    let limit = |max, over| Record { threshold: 85.0, judged: 9, mean: 70.5, max, over, ..Record::default() };
    let outcome = Outcome { records: vec![limit(99.5, 2)], counted_records: vec![limit(82.26, 0)], ..outcome() };
    let text = markdown::write(&document(&report(&outcome).await)).text;
    assert!(text.contains("| 85 | 70.5 | 82.3 | 99.5 | 2 of 9 |"), "{text}");
}

#[tokio::test]
async fn an_action_that_nobody_performed_is_told_with_its_reason_and_leaves_the_run_valid() {
    let idle = results::Action { skipped: [("no threads".to_owned(), 300)].into(), ..results::Action::default() };
    let actions = [("ViewThread".to_owned(), idle)].into();
    let told = Results { agent: "lt0".into(), actions, ..Results::default() };
    let mut counted = outcome().counted;
    counted.actions = Totals::of(&[told]).actions;
    let report = report(&Outcome { counted, ..outcome() }).await;
    assert!(report.valid && report.warnings.len() == 1, "{:?} {:?}", report.complaints, report.warnings);
    let text = markdown::write(&document(&report)).text;
    assert!(text.contains("ViewThread was skipped 300 of 300 times"), "{text}");
    assert!(text.contains("| ViewThread | no threads | 300 |"), "{text}");
}

#[tokio::test]
async fn a_broken_off_run_is_partial_and_not_valid() {
    let report = report(&Outcome { broken_off: Some("it was stopped by hand".into()), ..outcome() }).await;
    assert!(report.partial && !report.valid);
    assert!(html::page(&document(&report)).contains("stopped by hand"));
}

#[test]
fn processors_that_others_used_are_named_where_processors_stopped_it() {
    let busy = |description: &str, query: &str| Record {
        description: description.into(),
        query: query.into(),
        alerts: true,
        over: 1,
        ..Record::default()
    };
    let records = vec![busy("Processors", "rate(node_cpu_seconds_total[1m])"), busy("Errors", "rate(errors[1m])")];
    let outcome = Outcome { records, ..Outcome::default() };
    let said = "Processors, of which other programs than the server and the generators took 0.7 cores";
    assert_eq!(stopped_by(&outcome, Some(0.7)), [said, "Errors"]);
    assert_eq!(stopped_by(&outcome, Some(0.1)), ["Processors", "Errors"]);
}

#[test]
fn what_others_used_is_the_rest_of_the_machine() {
    let used = ServerUse { cores: Some(0.5), bytes: None, host_cores: Some(1.5), is_apart: false };
    let generator = results::Generator { cpu_seconds: 20.0, ..results::Generator::default() };
    let counted = Totals::of(&[Results { agent: "lt0".into(), generator, ..Results::default() }]);
    let span = Span { from: 0, counted_from: 60_000, to: 160_000 };
    assert!((others_cores(&used, &counted, span).expect("one machine") - 0.8).abs() < 1e-9);
    let apart = ServerUse { is_apart: true, ..used };
    assert!((others_cores(&apart, &counted, span).expect("cores of its own") - 1.0).abs() < 1e-9);
    assert_eq!(others_cores(&ServerUse { host_cores: None, ..apart }, &counted, span), None);
}

#[tokio::test]
async fn what_stopped_a_search_is_what_stood_over_its_limit_at_the_level_that_failed() {
    let level = |users, healthy, over: &str| Level { users, healthy, over: vec![over.into()], ..Level::default() };
    let levels =
        vec![level(400, true, ""), level(900, false, "Memory"), level(520, false, "Timeouts"), level(500, true, "")];
    let found = report(&Outcome { levels, ..outcome() }).await;
    assert_eq!(found.stopped_by, ["Timeouts"]);
    assert!(html::page(&document(&found)).contains("It was stopped by: Timeouts."));
}

#[tokio::test]
async fn a_generator_that_was_late_before_the_part_that_counts_was_not_late_in_it() {
    let late = |late_starts| {
        let generator = results::Generator { starts: 1_000, late_starts, ..results::Generator::default() };
        Totals::of(&[Results { agent: "lt0".into(), generator, ..Results::default() }])
    };
    let calm = Outcome {
        whole: late(400),
        counted: Totals { generators: late(0).generators, ..outcome().counted },
        ..outcome()
    };
    let calm = report(&calm).await;
    assert!(calm.valid, "{:?}", calm.complaints);
    let busy = report(&Outcome { counted: late(400), ..outcome() }).await;
    assert!(busy.complaints.iter().any(|one| one.contains("40.0 %")), "{:?}", busy.complaints);
}

#[tokio::test]
async fn a_search_that_the_generator_ended_says_whose_limit_it_was() {
    let supported = Supported { fault: Fault::Generator, ..outcome().supported.expect("a number") };
    let found = report(&Outcome { supported: Some(supported), ..outcome() }).await;
    let said = |report: &Report| html::page(&document(report));
    assert!(said(&found).contains("At least 500 users"), "another machine was full");
    let setup = Setup { shares_cores: true, ..found.setup.clone() };
    let page = said(&Report { setup, ..found });
    assert!(page.contains("500 users are supported") && page.contains("share"), "this one was");
}
