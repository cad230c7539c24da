//! Runs that were drawn, not measured: what is there must be found, what is not must not.

use rand::Rng;

use super::*;

/// Eighty endpoints with their own means; every run is some percent faster or slower as a whole, every endpoint
/// has its own noise, and p99s swing more than means.
fn world(seed: u64, runs: usize, shift: impl Fn(usize) -> f64) -> Vec<Measure> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut noise = |width: f64| (0..6).map(|_| rng.random_range(-1.0..1.0)).sum::<f64>() / 6.0_f64.sqrt() * width;
    let weather: Vec<f64> = (0..2 * runs).map(|_| 1.0 + noise(0.02)).collect();
    let mut measures = Vec::new();
    for number in 0..80 {
        let level = 2.0 + 1.5 * number as f64;
        for (kind, factor, width) in [("mean", 1.0, 0.02), ("p99", 6.0, 0.08)] {
            let mut side = |from: usize, shift: f64| -> Vec<f64> {
                (0..runs).map(|run| (level * factor + shift) * weather[from + run] * (1.0 + noise(width))).collect()
            };
            let (base, new) = (side(0, 0.0), side(runs, shift(number)));
            measures.push(time(format!("endpoint{number} {kind}"), base, new));
        }
    }
    measures
}

fn time(name: String, base: Vec<f64>, new: Vec<f64>) -> Measure {
    Measure { name, unit: Unit::Ms, base, new, counted_in: 0 }
}

/// Shares of failures of forty endpoints with so many calls a run; each call fails by chance.
fn failures(seed: u64, runs: usize, calls: u64, share: impl Fn(usize, bool) -> f64) -> Vec<Measure> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut run = |share: f64| (0..calls).filter(|_| rng.random_bool(share)).count() as f64 / calls as f64 * 100.0;
    let measure = |number: usize| {
        let mut side = |is_new: bool| -> Vec<f64> { (0..runs).map(|_| run(share(number, is_new))).collect() };
        let (base, new) = (side(false), side(true));
        let counted_in = calls * 2 * runs as u64;
        Measure { name: format!("endpoint{number} failed"), unit: Unit::Percent, base, new, counted_in }
    };
    (0..40).map(measure).collect()
}

fn found(measures: &[Measure]) -> Vec<String> {
    compare(measures, 1).into_iter().filter(|one| one.changed).map(|one| one.name).collect()
}

#[test]
fn a_build_against_itself_finds_nothing_whatever_the_seed() {
    for seed in 0..20 {
        assert_eq!(found(&world(seed, 7, |_| 0.0)), Vec::<String>::new(), "seed {seed}");
    }
}

#[test]
fn two_milliseconds_in_one_endpoint_are_found_alone() {
    for seed in 0..10 {
        // The fifth endpoint takes 9.5 ms.
        let found = found(&world(seed, 7, |number| if number == 5 { 2.0 } else { 0.0 }));
        assert_eq!(found, ["endpoint5 mean"], "seed {seed}");
    }
}

#[test]
fn a_build_that_is_faster_everywhere_is_said_to_be() {
    let measures = world(3, 7, |number| -0.4 * (2.0 + 1.5 * number as f64));
    let found = compare(&measures, 1).into_iter().filter(|one| one.changed && one.delta < 0.0).count();
    assert!(found >= 80, "{found}");
}

#[test]
fn a_certain_change_below_one_percent_is_not_worth_a_word() {
    let base = vec![100.0, 100.01, 99.99, 100.0, 100.0, 100.0];
    let new = base.iter().map(|value| value + 0.5).collect();
    assert_eq!(found(&[time("a".into(), base, new)]), Vec::<String>::new());
}

#[test]
fn too_few_runs_cannot_decide() {
    assert!(!can_decide(6, 6));
    assert!(can_decide(7, 7));
    let measures = world(1, 3, |_| 50.0);
    assert_eq!(found(&measures), Vec::<String>::new());
}

#[test]
fn deals_are_all_different_and_as_many_as_there_are() {
    let all = deals(8, 4, 0);
    let distinct: std::collections::HashSet<_> = all.iter().collect();
    assert_eq!((all.len(), distinct.len()), (70, 70));
    assert!(all.iter().all(|deal| deal.iter().filter(|is| **is).count() == 4));
    assert_eq!(deals(24, 12, 0).len(), DEALS_MAX);
}

#[test]
fn the_interval_holds_the_true_difference() {
    let mut held = 0;
    for seed in 0..60 {
        let one = &compare(&world(seed, 7, |number| if number == 2 { 1.0 } else { 0.0 }), 1)[4];
        let (low, high) = one.delta_low.zip(one.delta_high).expect("seven runs have a spread");
        held += usize::from(low <= 1.0 && 1.0 <= high);
    }
    assert!(held >= 52, "{held}");
}

#[test]
fn failures_that_one_side_has_by_chance_are_no_change_and_hide_none() {
    for seed in 0..10 {
        let alike = failures(seed, 7, 300, |_, _| 0.001);
        assert_eq!(found(&alike), Vec::<String>::new(), "seed {seed}");
        let slower = world(seed, 7, |number| if number == 5 { 2.0 } else { 0.0 });
        assert_eq!(found(&[slower, alike].concat()), ["endpoint5 mean"], "seed {seed}");
    }
}

#[test]
fn an_endpoint_that_began_to_fail_is_found_alone() {
    for seed in 0..10 {
        let share = |number, is_new| if number == 3 && is_new { 0.1 } else { 0.001 };
        let measures = [world(seed, 7, |_| 0.0), failures(seed, 7, 300, share)].concat();
        assert_eq!(found(&measures), ["endpoint3 failed"], "seed {seed}");
    }
}

#[test]
fn a_single_run_of_a_side_has_no_interval() {
    let one = &compare(&[time("a".into(), vec![1.0], vec![2.0])], 1)[0];
    assert_eq!((one.delta, one.delta_low, one.delta_high, one.changed), (1.0, None, None, false));
}
