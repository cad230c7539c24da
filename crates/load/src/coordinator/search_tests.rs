//! The search against servers that hold so many users, with noise and without.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use super::*;

struct Run {
    found: Found,
    ms: Millis,
}

/// Rounds are two seconds apart; users come and go eight at a time, much as agents add them.
fn run(rules: &Rules, mut alert: impl FnMut(u32) -> bool) -> Run {
    let (mut state, mut at, mut active) = (State::default(), 0, 0_u32);
    for _ in 0..100_000 {
        let command;
        (state, command) = step(rules, state, Observation { at, active: Some(active), alert: alert(active) });
        match command {
            Command::Go(level) if active < level => active += (level - active).min(64),
            Command::Go(level) => active -= (active - level).min(64),
            Command::Wait => {}
            Command::Done(found) => return Run { found, ms: at },
        }
        at += 2_000;
    }
    panic!("the search ends");
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
    let (state, command) = step(&rules, State::default(), Observation { at: 0, active: None, alert: true });
    assert_eq!((state, command), (State::default(), Command::Wait));
}
