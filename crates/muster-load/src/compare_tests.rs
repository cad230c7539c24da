//! Plans of comparisons, and what becomes of runs that do not go as planned.

use clap::Parser;

use super::*;

#[derive(Parser)]
struct Command {
    #[command(flatten)]
    arguments: Arguments,
}

fn arguments(words: &[&str]) -> Arguments {
    Command::try_parse_from([&["compare"], words].concat()).expect("these flags are right").arguments
}

const TWO_ENGINES: [&str; 4] = ["--pair", "postgresql=http://a,http://b", "--pair", "sqlite=http://c,http://d"];

fn names(planned: &[Planned]) -> Vec<String> {
    planned.iter().map(Planned::name).collect()
}

#[test]
fn every_engine_has_its_turn_in_every_round() {
    let words = [&TWO_ENGINES[..], &["--repeats", "2", "--warm-ups", "0"]].concat();
    let planned = plan(&arguments(&words)).expect("a plan");
    assert_eq!(
        names(&planned),
        [
            "000-postgresql-base",
            "001-postgresql-new",
            "002-sqlite-base",
            "003-sqlite-new",
            "004-postgresql-new",
            "005-postgresql-base",
            "006-sqlite-new",
            "007-sqlite-base",
        ]
    );
    assert_eq!(planned[6].server.url, "http://d");
    assert!(plan(&arguments(&[&TWO_ENGINES[..], &["--pair", "sqlite=http://e,http://f"]].concat())).is_err());
}

#[test]
fn both_tests_are_run_one_after_the_other() {
    let words = ["--base-url", "http://a", "--new-url", "http://b", "--test", "both", "--repeats", "1"];
    let planned = plan(&arguments(&words)).expect("a plan");
    let told: Vec<(Test, bool)> = planned.iter().map(|one| (one.test, one.counts)).collect();
    let round = |counts| [Test::Bounded, Test::Bounded, Test::Ceiling, Test::Ceiling].map(|test| (test, counts));
    assert_eq!(told, [round(false), round(true)].concat());
    assert_eq!(names(&planned)[5], "005-new");
}

#[test]
fn a_pair_takes_the_place_of_the_addresses() {
    let words = [&TWO_ENGINES[..], &["--base-url", "http://a", "--new-url", "http://b"]].concat();
    assert!(Command::try_parse_from([&["compare"], &words[..]].concat()).is_err());
    assert!(Command::try_parse_from(["compare"]).is_err(), "no server is named");
}

#[tokio::test]
async fn what_was_measured_stays_when_a_run_cannot_begin() {
    let words = ["--base-url", "http://a", "--new-url", "http://b", "--repeats", "3", "--warm-ups", "1"];
    let planned = plan(&arguments(&words)).expect("a plan");
    let found = gather(&planned, async |one| match one.number {
        5 => Err("connection refused".into()),
        _ => Ok(Report::default()),
    })
    .await;
    assert_eq!(found.runs.len(), 3, "the warm-ups do not count");
    assert_eq!(
        found.missing,
        ["Run 005-base against http://a could not begin: connection refused. 3 of 6 runs are there."]
    );
}

#[tokio::test]
async fn a_run_that_was_broken_off_does_not_count_now_and_not_later() {
    let words = ["--base-url", "http://a", "--new-url", "http://b", "--repeats", "2", "--warm-ups", "0"];
    let planned = plan(&arguments(&words)).expect("a plan");
    let report = |one: &Planned| Report { partial: one.number == 2, ..Report::default() };
    let found = gather(&planned, async |one| Ok(report(one))).await;
    assert_eq!((found.runs.len(), found.missing.len()), (2, 1));

    let dir = tempfile::tempdir().expect("a folder");
    for one in &planned[..3] {
        let place = dir.path().join(one.name());
        folder::prepare(&place).expect("a folder");
        folder::write(&place, &report(one)).expect("written");
    }
    folder::prepare(&dir.path().join("003-postgresql-new")).expect("a folder without results");
    let again = read_runs(dir.path()).expect("runs");
    assert_eq!(again.runs.iter().map(|run| run.side).collect::<Vec<_>>(), [Side::Base, Side::New]);
    assert_eq!(again.missing[0], "Run 002-new was broken off.");
    assert!(again.missing[1].starts_with("Run 003-postgresql-new cannot be read"), "{:?}", again.missing);
}

#[test]
fn folders_tell_engine_and_side() {
    let told = |name: &str| side_of(name).map(|(engine, side)| format!("{engine} {side:?}"));
    assert_eq!(told("003-base").as_deref(), Some(" Base"));
    assert_eq!(told("003-postgresql-17-new").as_deref(), Some("postgresql-17 New"));
    assert_eq!((told("notes"), told("003-renew"), told("x-base")), (None, None, None));
}
