//! Comparisons of drawn runs: from full histograms, as agents report them.

use std::time::Duration;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use super::*;
use crate::coordinator::steering::Supported;
use crate::report::document::Block;
use crate::report::html;
use crate::report::model::{Delivery, Endpoint as Row, Requests, Times};
use simulate::latency::Latency;

const ENDPOINTS: usize = 24;
const REPEATS: usize = 7;
const CALLS: u64 = 300;

/// How a build differs from the one that all others are like.
#[derive(Clone, Copy)]
struct Build {
    /// This endpoint takes two milliseconds more.
    delayed: Option<usize>,
    /// This endpoint answers 500, in no time, so often.
    failing: Option<(usize, f64)>,
    users: u32,
    lost: u64,
}

const SOUND: Build = Build { delayed: None, failing: None, users: 500, lost: 0 };

/// A run of some endpoints with skewed latencies.
fn run(side: Side, rng: &mut SmallRng, build: Build) -> Run {
    let weather = rng.random_range(0.98..1.02);
    let users = build.users - 20 + rng.random_range(0..40);
    let delivery = Delivery { sent: 500, expected: 20_000, lost: build.lost, ..Delivery::default() };
    let supported = Some(Supported { users, ..Supported::default() });
    let mut report = Report { kind: Kind::Search, supported, delivery, ..Report::default() };
    let mut requests = Requests::default();
    for number in 0..ENDPOINTS {
        let (mut latency, mut row) = (Latency::default(), Row::default());
        for _ in 0..CALLS {
            // Skewed as latencies are: the mean is three times the least, and one in a hundred takes ten times.
            let tail = -(1.0 - rng.random_range(0.0..1.0_f64)).ln() * 2.0;
            let ms = (1.0 + number as f64 * 0.3) * (1.0 + tail) * weather;
            let delay = if build.delayed == Some(number) { 2.0 } else { 0.0 };
            let share = build.failing.map_or(0.0, |(place, share)| if place == number { share } else { 0.0 });
            // One in two hundred is refused on every build, as reactions are.
            let (status, ms) = match rng.random_range(0.0..1.0) {
                luck if luck < share => (Some(500), 0.1),
                luck if luck > 0.995 => (Some(400), ms + delay),
                _ => (None, ms + delay),
            };
            status.into_iter().for_each(|status| *row.errors.entry(status).or_default() += 1);
            latency.record(Duration::from_secs_f64(ms / 1_000.0));
        }
        requests.times.count += CALLS;
        requests.errors += row.errors.values().sum::<u64>();
        requests.server_errors += row.errors.get(&500).copied().unwrap_or_default();
        row.times = Times::of(&latency);
        report.endpoints.insert(format!("GET /endpoint{number}"), row);
    }
    Run { side, engine: String::new(), report: Report { requests, ..report } }
}

fn runs(seed: u64, new: Build) -> Vec<Run> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let build = |side| if side == Side::New { new } else { SOUND };
    order(REPEATS).concat().into_iter().map(|side| run(side, &mut rng, build(side))).collect()
}

fn comparison(seed: u64, new: Build) -> Comparison {
    analyse("a comparison", ("base", "new"), &runs(seed, new), &[], 1)
}

fn names(rows: &[&Compared]) -> Vec<String> {
    rows.iter().map(|one| one.name.clone()).collect()
}

fn verdict(found: &Comparison) -> String {
    let said = document(found).into_iter().find_map(|block| match block {
        Block::Verdict(_, text) => Some(text),
        _ => None,
    });
    said.expect("every comparison has a verdict")
}

#[test]
fn a_build_against_itself_finds_nothing_ten_times_out_of_ten() {
    for seed in 0..10 {
        let found = comparison(seed, SOUND);
        let part = &found.parts[0];
        let names = [names(&part.worsened()), names(&part.improved())].concat();
        assert!(names.is_empty() && found.valid, "seed {seed}: {names:?} {:?}", found.complaints);
        assert_eq!(
            (verdict(&found), found.doubts.len()),
            ("No difference between base and new beyond the usual variance.".to_owned(), 0)
        );
    }
}

#[test]
fn two_milliseconds_in_one_endpoint_are_found_and_nothing_else() {
    for seed in 0..10 {
        let found = comparison(100 + seed, Build { delayed: Some(3), ..SOUND });
        let part = &found.parts[0];
        let names = names(&part.worsened());
        assert!(names.iter().any(|name| name == "GET /endpoint3 · mean"), "seed {seed}: {names:?}");
        assert!(names.iter().all(|name| name.starts_with("GET /endpoint3 ")), "seed {seed}: {names:?}");
        assert!(part.improved().is_empty());
        let one = part.worsened()[0];
        assert!((1.0..3.0).contains(&one.delta), "{one:?}");
    }
}

#[test]
fn a_build_that_refuses_quickly_is_not_faster() {
    for seed in 0..5 {
        let found = comparison(seed, Build { failing: Some((3, 0.4)), ..SOUND });
        let part = &found.parts[0];
        let worsened = names(&part.worsened());
        assert!(worsened.contains(&"GET /endpoint3 · failed".into()), "seed {seed}: {worsened:?}");
        assert!(worsened.contains(&"All requests · 5xx, timeouts, broken".into()), "seed {seed}: {worsened:?}");
        assert_eq!(names(&part.improved()), Vec::<String>::new(), "seed {seed}");
        let said = verdict(&found);
        assert!(
            said.contains("more failures, All requests · 5xx, timeouts, broken 0 %") && !said.contains("faster"),
            "{said}"
        );
        assert!(part.left_out.iter().any(|one| one.name == "GET /endpoint3 · mean" && one.why.contains("fail")));
        assert!(
            found.doubts.iter().any(|one| one.contains("of the requests to new ended with 5xx")),
            "{:?}",
            found.doubts
        );
    }
}

#[test]
fn fewer_supported_users_are_a_change_for_the_worse() {
    for seed in 0..5 {
        let found = comparison(seed, Build { users: 420, ..SOUND });
        let part = &found.parts[0];
        assert_eq!(names(&part.worsened()), ["Supported users"], "seed {seed}");
        let said = verdict(&found);
        assert!(said.starts_with("new against base: fewer users supported, "), "{said}");
    }
    let found = comparison(1, Build { users: 600, ..SOUND });
    assert_eq!(names(&found.parts[0].improved()), ["Supported users"]);
}

#[test]
fn lost_posts_have_a_row_and_a_word() {
    let found = comparison(1, Build { lost: 40, ..SOUND });
    let part = &found.parts[0];
    assert_eq!((part.base_delivery.lost, part.new_delivery.lost), (0, 7 * 40));
    assert_eq!(names(&part.worsened()), ["Delivery · lost"]);
    assert!(verdict(&found).contains("worse delivery, Delivery · lost 0 % → 0.2 %"), "{}", verdict(&found));
    assert!(html::page(&document(&found)).contains("Pairs of post and receiver"));
}

#[test]
fn what_is_not_compared_is_told_with_the_reason() {
    let mut runs = runs(1, SOUND);
    for run in &mut runs {
        let times =
            |count| Row { times: Times { count, mean_ms: 1.0, p99_ms: 2.0, ..Times::default() }, ..Row::default() };
        run.report.endpoints.insert("GET /rare".into(), times(5));
        run.report.endpoints.insert("GET /some".into(), times(40));
        if run.side == Side::Base {
            run.report.endpoints.insert("GET /gone".into(), times(200));
        }
    }
    let found = analyse("A", ("base", "new"), &runs, &[], 1);
    let told: Vec<String> = found.parts[0].left_out.iter().map(|one| format!("{}: {}", one.name, one.why)).collect();
    assert_eq!(
        told,
        [
            "GET /gone: 1400 times called on base, never on new",
            "GET /rare: a run has 5 calls, 20 are needed",
            "GET /some: p99: a run has 40 calls, 100 are needed",
        ]
    );
    assert!(found.doubts[0].contains("No user of new ever came to call GET /gone"), "{:?}", found.doubts);
}

#[test]
fn parts_are_told_apart_and_share_one_verdict() {
    let on = |engine: &str, runs: Vec<Run>| -> Vec<Run> {
        runs.into_iter().map(|run| Run { engine: engine.into(), ..run }).collect()
    };
    let slower = Build { delayed: Some(3), ..SOUND };
    let mut runs = [on("postgresql", runs(1, slower)), on("sqlite", runs(2, SOUND))].concat();
    for run in &mut runs {
        run.report.supported = None;
        run.report.kind = Kind::Bounded;
    }
    let found = analyse("A", ("base", "new"), &runs, &[], 1);
    let parts: Vec<(String, usize)> = found.parts.iter().map(|part| (part.told(), part.worsened().len())).collect();
    assert!(parts[0].0 == "postgresql, bounded" && parts[0].1 > 0, "{parts:?}");
    assert_eq!(parts[1], ("sqlite, bounded".to_owned(), 0));
    let said = verdict(&found);
    assert!(said.starts_with("new against base (postgresql, bounded): slower in"), "{said}");
    assert!(said.contains("No difference (sqlite, bounded)."), "{said}");
    assert!(html::page(&document(&found)).contains("Worsened: postgresql, bounded"));
}

#[test]
fn what_is_there_is_compared_and_what_is_missing_is_said() {
    let mut runs = runs(1, SOUND);
    runs.truncate(3);
    let found = analyse("A", ("base", "new"), &runs, &["Run 3 could not begin".into()], 1);
    assert!(!found.valid && found.complaints[0] == "Run 3 could not begin", "{:?}", found.complaints);
    assert!(found.complaints[1].contains("repeat more often"), "{:?}", found.complaints);
    assert!(!found.parts[0].measures.is_empty());
    assert!(html::page(&document(&found)).contains("Everything that was compared"));
}

#[test]
fn one_side_alone_is_no_comparison() {
    let mut runs = runs(1, SOUND);
    runs.retain(|run| run.side == Side::Base);
    let found = analyse("A", ("base", "new"), &runs, &[], 1);
    assert!(!found.valid && found.parts.is_empty(), "{:?}", found.complaints);
    assert_eq!(verdict(&found), "new was not compared with base. The comparison is not valid.");
    assert!(!analyse("none", ("base", "new"), &[], &[], 1).valid);
}

#[test]
fn runs_alternate_so_that_nobody_always_comes_first() {
    assert_eq!(order(3).concat(), [Side::Base, Side::New, Side::New, Side::Base, Side::Base, Side::New]);
}

#[test]
fn the_page_names_what_worsened() {
    let found = comparison(7, Build { delayed: Some(3), ..SOUND });
    let page = html::page(&document(&found));
    assert!(page.contains("GET /endpoint3 · mean") && page.contains("Worsened") && page.contains("supported users"));
}

#[test]
fn a_complaint_of_several_runs_is_told_once_and_with_its_side() {
    let run = |side, text: String| {
        let report = Report { complaints: vec![text], ..Report::default() };
        Run { side, engine: String::new(), report }
    };
    let late = |ms: u32| format!("Generator lt0: one wake-up in a hundred came {ms} ms late");
    let runs = [
        run(Side::Base, late(46)),
        run(Side::New, late(5)),
        run(Side::Base, late(97)),
        run(Side::New, late(80)),
        run(Side::New, "Delivery: 1 lost".into()),
    ];
    let found = analyse("A", ("base", "new"), &runs, &[], 1);
    let told: Vec<&String> = found.complaints.iter().filter(|one| one.starts_with("In ")).collect();
    assert_eq!(
        told,
        [
            "In 1 of 5 runs, all of new: Delivery: 1 lost",
            "In 4 of 5 runs: Generator lt0: one wake-up in a hundred came 46 ms late"
        ]
    );
}
