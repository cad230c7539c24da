//! The search against servers that hold so many users, with noise and without.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use super::*;

struct Run {
    found: Found,
    ms: Millis,
    state: State,
}

/// What a world shows of so many users.
#[derive(Clone, Copy, Default)]
struct Sight {
    alert: bool,
    late: bool,
    fill: Option<f64>,
}

fn run(rules: &Rules, mut alert: impl FnMut(u32) -> bool) -> Run {
    look(rules, |active| Sight { alert: alert(active), ..Sight::default() })
}

/// Rounds are two seconds apart; users come 300 at a time, much as a server takes them in, and go at once.
fn look(rules: &Rules, mut sight: impl FnMut(u32) -> Sight) -> Run {
    let (mut state, mut at, mut active) = (State::default(), 0, 0_u32);
    for _ in 0..100_000 {
        let command;
        let Sight { alert, late, fill } = sight(active);
        (state, command) = step(rules, state, Observation { at, active: Some(active), alert, late, fill });
        match command {
            Command::Go(level) if active < level => active += (level - active).min(300),
            Command::Go(level) => active = level,
            Command::Wait => {}
            Command::Done(found) => return Run { found, ms: at, state },
        }
        at += 2_000;
    }
    panic!("the search ends");
}

/// As `make ceiling` looks: rates over 15 s, and minutes for all of it.
fn quick(users_max: u32) -> Rules {
    Rules {
        users_first: 500,
        range_ms: 15_000,
        hold_ms: 60_000,
        precision: 1.25,
        within_ms: Some(420_000),
        ..Rules::minutes(users_max)
    }
}

#[test]
fn a_sharp_knee_is_found_within_the_precision() {
    for knee in [3, 90, 217, 1_000, 7_777, 30_000] {
        let found = run(&Rules::minutes(50_000), |active| active > knee).found;
        assert!(found.supported <= knee, "{found:?} for {knee}");
        assert!(found.failed_at.is_some_and(|failed| failed > knee), "{found:?} for {knee}");
        assert!(f64::from(knee) <= (f64::from(found.supported) * 1.05).max(f64::from(found.supported) + 1.0));
    }
}

#[test]
fn it_takes_far_less_time_than_the_ramp() {
    let knee = 8_000;
    let ramp_ms = Millis::from(knee) / 8 * 2_000 + super::super::step::WINDOW_MS;
    let took = run(&Rules::minutes(50_000), |active| active > knee).ms;
    assert!(took * 5 < ramp_ms * 4, "{took} against {ramp_ms}");
}

#[test]
fn a_server_that_holds_everything_is_said_to() {
    let found = run(&Rules::minutes(1_000), |_| false).found;
    assert_eq!(found, Found { supported: 1_000, failed_at: None });
}

#[test]
fn a_server_that_holds_nobody_is_said_to() {
    assert_eq!(run(&Rules::minutes(1_000), |active| active > 0).found.supported, 0);
}

#[test]
fn a_noisy_knee_is_found_in_its_middle_whatever_the_seed() {
    for seed in 0..20 {
        let mut rng = SmallRng::seed_from_u64(seed);
        // The chance of an alert rises from 2 % to 98 % between 900 and 1,100 users.
        let found = run(&Rules::minutes(50_000), |active| {
            let chance = 1.0 / (1.0 + (-(f64::from(active) - 1_000.0) / 25.0).exp());
            rng.random_bool(chance)
        });
        assert!((800..=1_010).contains(&found.found.supported), "seed {seed}: {:?}", found.found);
    }
}

#[test]
fn rare_alerts_of_a_healthy_server_do_not_lower_the_answer() {
    let mut rng = SmallRng::seed_from_u64(7);
    let found = run(&Rules::minutes(2_000), |_| rng.random_bool(0.01)).found;
    assert_eq!(found.supported, 2_000);
}

#[test]
fn a_level_that_fails_only_when_held_is_given_up() {
    let rules = Rules::minutes(10_000);
    let mut rounds_over = 0;
    let found = run(&rules, |active| {
        rounds_over = if active > 950 { rounds_over + 1 } else { 0 };
        active > 1_000 || rounds_over > 120
    });
    assert!(found.found.supported <= 1_000, "{:?}", found.found);
}

#[test]
fn nothing_is_decided_without_status() {
    let rules = Rules::minutes(100);
    let seen = Observation { at: 0, active: None, alert: true, late: false, fill: None };
    let (state, command) = step(&rules, State::default(), seen);
    assert_eq!((state, command), (State::default(), Command::Wait));
}

#[test]
fn a_level_at_which_the_generator_was_late_is_not_carried() {
    let run = look(&Rules::minutes(50_000), |active| Sight { late: active > 900, ..Sight::default() });
    assert!((850..=900).contains(&run.found.supported), "{:?}", run.found);
    assert_eq!(run.state.fault(), Fault::Generator);
    let held = run.state.levels().last().expect("it was held");
    assert!(held.healthy && held.late == 0 && held.users == run.found.supported, "{held:?}");
}

#[test]
fn a_moment_in_which_the_host_withheld_the_processor_lowers_nothing() {
    let mut round = 0;
    let run = look(&quick(2_000), |_| {
        round += 1;
        // In the rates for as long as they reach back, once in a minute and a half.
        Sight { late: round % 45 < 8, ..Sight::default() }
    });
    assert_eq!(run.found, Found { supported: 2_000, failed_at: None }, "{:?}", run.state.levels());
    assert!(run.state.levels().iter().any(|level| level.late > 0), "{:?}", run.state.levels());
}

#[test]
fn what_fails_for_both_reasons_is_the_servers() {
    let run = look(&Rules::minutes(50_000), |active| Sight { late: active > 900, alert: active > 900, fill: None });
    assert_eq!(run.state.fault(), Fault::Server);
}

#[test]
fn a_late_generator_while_the_last_level_is_held_lowers_the_answer() {
    let mut rounds_over = 0;
    let run = look(&quick(10_000), |active| {
        rounds_over = if active > 3_800 { rounds_over + 1 } else { 0 };
        Sight { late: rounds_over > 40, alert: active > 4_500, ..Sight::default() }
    });
    let held = run.state.levels().last().expect("it was held");
    assert!(held.healthy && held.late == 0 && held.users <= 3_800, "{:?}", run.state.levels());
    assert!(run.state.has_found() && run.ms <= 420_000, "{} ms", run.ms);
}

/// The use of processors rises with the users, up to their limit at `knee`.
fn filling(knee: u32) -> impl FnMut(u32) -> Sight {
    move |active| {
        let fill = f64::from(active) / f64::from(knee);
        Sight { alert: fill >= 1.0, fill: Some(fill), ..Sight::default() }
    }
}

#[test]
fn an_answer_comes_within_the_time_wherever_the_knee_is() {
    for knee in [300, 700, 1_800, 4_000, 7_777, 9_999, 20_000] {
        let run = look(&quick(20_000), filling(knee));
        assert!(run.state.has_found() && run.ms <= 420_000, "{knee}: {} ms, {:?}", run.ms, run.state);
        assert!(run.found.supported < knee && run.found.supported * 4 > knee * 3, "{knee}: {:?}", run.found);
        // Nobody says how full they are: it takes longer to get there, and an answer is there all the same.
        let blind = look(&quick(20_000), |active| Sight { alert: active >= knee, ..Sight::default() });
        assert!(blind.state.has_found() && blind.ms <= 420_000, "{knee}: {} ms, {:?}", blind.ms, blind.state);
    }
}

#[test]
fn how_full_the_processors_are_tells_where_to_look() {
    let run = look(&quick(20_000), filling(8_000));
    assert!((7_000..8_000).contains(&run.found.supported), "{:?}", run.found);
    // 500, ten times as many, where they should be full, above it, and the hold.
    let levels: Vec<u32> = run.state.levels().iter().map(|level| level.users).collect();
    assert!(levels.len() <= 5 && levels[..3] == [500, 5_000, 7_200], "{levels:?}");
}

#[test]
fn a_search_whose_time_is_over_tells_what_was_healthy() {
    // Every level holds for a look, and none for longer.
    let mut rounds = 0;
    let run = look(&quick(1_000), |active| {
        rounds = if active == 0 { 0 } else { rounds + 1 };
        Sight { alert: rounds > 40, ..Sight::default() }
    });
    assert!(run.state.has_run_out() && !run.state.has_found());
    assert!(run.ms <= 422_000, "{} ms", run.ms);
    let judged = run.state.levels().iter().filter(|level| level.healthy).map(|level| level.users);
    let failed = run.found.failed_at.unwrap_or(u32::MAX);
    assert_eq!(run.found.supported, judged.filter(|users| *users < failed).max().unwrap_or(0));
}

#[test]
fn a_hold_that_fails_gives_up_more_each_time() {
    let mut state = State { level: 1_000, healthy_at: 1_000, ..State::default() };
    let mut given = Vec::new();
    for _ in 0..3 {
        fail(&mut state, Fault::Server);
        given.push(state.healthy_at);
        state.level = state.healthy_at;
    }
    assert_eq!(given, [930, 670, 335]);
}
