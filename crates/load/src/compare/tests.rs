//! Comparisons of drawn runs: from full histograms, as agents report them.

use std::time::Duration;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use super::*;
use crate::agent::latency::Latency;
use crate::coordinator::steering::Supported;
use crate::report::html;
use crate::report::model::{Endpoint as Row, Times};

const ENDPOINTS: usize = 24;
const REPEATS: usize = 7;

/// A run of some endpoints with skewed latencies; `delayed` takes two milliseconds more.
fn run(side: Side, rng: &mut SmallRng, delayed: Option<usize>) -> Run {
    let weather = rng.random_range(0.98..1.02);
    let mut report = Report {
        supported: Some(Supported { users: rng.random_range(480..520), ..Supported::default() }),
        ..Report::default()
    };
    for number in 0..ENDPOINTS {
        let mut latency = Latency::default();
        for _ in 0..300 {
            // Skewed as latencies are: the mean is three times the least, and one in a hundred takes ten times.
            let tail = -(1.0 - rng.random_range(0.0..1.0_f64)).ln() * 2.0;
            let ms = (1.0 + number as f64 * 0.3) * (1.0 + tail) * weather;
            let delay = if delayed == Some(number) { 2.0 } else { 0.0 };
            latency.record(Duration::from_secs_f64((ms + delay) / 1_000.0));
        }
        let row = Row { times: Times::of(&latency), ..Row::default() };
        report.endpoints.insert(format!("GET /endpoint{number}"), row);
    }
    Run { side, report }
}

fn comparison(seed: u64, delayed: Option<usize>) -> Comparison {
    let mut rng = SmallRng::seed_from_u64(seed);
    let runs: Vec<Run> =
        order(REPEATS).into_iter().map(|side| run(side, &mut rng, delayed.filter(|_| side == Side::New))).collect();
    analyse("a comparison", ("base", "new"), &runs, 1)
}

#[test]
fn a_build_against_itself_finds_nothing_ten_times_out_of_ten() {
    for seed in 0..10 {
        let found = comparison(seed, None);
        let names: Vec<&String> = found.measures.iter().filter(|one| one.changed).map(|one| &one.name).collect();
        assert!(names.is_empty() && found.valid, "seed {seed}: {names:?} {:?}", found.complaints);
    }
}

#[test]
fn two_milliseconds_in_one_endpoint_are_found_and_nothing_else() {
    for seed in 0..10 {
        let found = comparison(100 + seed, Some(3));
        let names: Vec<&str> = found.worsened().iter().map(|one| one.name.as_str()).collect();
        assert!(names.contains(&"GET /endpoint3 · mean"), "seed {seed}: {names:?}");
        assert!(names.iter().all(|name| name.starts_with("GET /endpoint3 ")), "seed {seed}: {names:?}");
        assert!(found.improved().is_empty());
        let one = found.worsened()[0];
        assert!((1.0..3.0).contains(&one.delta), "{one:?}");
    }
}

#[test]
fn runs_alternate_so_that_nobody_always_comes_first() {
    assert_eq!(order(3), [Side::Base, Side::New, Side::New, Side::Base, Side::Base, Side::New]);
}

#[test]
fn too_few_runs_say_so() {
    let mut rng = SmallRng::seed_from_u64(1);
    let runs: Vec<Run> = order(2).into_iter().map(|side| run(side, &mut rng, None)).collect();
    let found = analyse("a comparison", ("base", "new"), &runs, 1);
    assert!(!found.valid && found.complaints[0].contains("repeat more often"), "{:?}", found.complaints);
    assert!(!analyse("none", ("base", "new"), &[], 1).valid);
}

#[test]
fn the_page_names_what_worsened() {
    let found = comparison(7, Some(3));
    let page = html::page(&document(&found));
    assert!(page.contains("GET /endpoint3 · mean") && page.contains("Worsened") && page.contains("supported users"));
}

#[test]
fn a_complaint_of_several_runs_is_told_once() {
    let run = |side, ms: u32| {
        let complaints = vec![format!("Generator lt0: one wake-up in a hundred came {ms} ms late")];
        Run { side, report: Report { complaints, ..Report::default() } }
    };
    let runs = [run(Side::Base, 46), run(Side::New, 5), run(Side::Base, 97), run(Side::New, 80)];
    let found = analyse("A", ("base", "new"), &runs, 1);
    let told: Vec<&String> = found.complaints.iter().filter(|one| one.contains("wake-up")).collect();
    assert_eq!(told, ["In 4 of 4 runs: Generator lt0: one wake-up in a hundred came 46 ms late"]);
}
