//! The loop against worlds that are written down: a server that holds so many users, and metrics that fail.

use super::*;

/// A server that alerts above `knee` users, seen every two seconds, until the loop ends or `rounds` are over.
struct World {
    rules: Rules,
    state: State,
    at: Millis,
    active: u32,
    commands: Vec<Command>,
}

impl World {
    fn new(rules: Rules) -> World {
        World { rules, state: State::default(), at: 0, active: 0, commands: Vec::new() }
    }

    fn round(&mut self, alert: bool) -> Command {
        self.see(Observation { at: self.at, active: Some(self.active), alert })
    }

    fn see(&mut self, seen: Observation) -> Command {
        let (state, command) = step(&self.rules, std::mem::take(&mut self.state), seen);
        self.state = state;
        match command {
            Command::Add(more) => self.active += more,
            Command::Remove(fewer) => self.active -= fewer,
            Command::Wait(_) | Command::Done(_) => {}
        }
        self.at += 2_000;
        self.commands.push(command);
        command
    }

    fn until_done(&mut self, rounds: usize, mut alert: impl FnMut(&World) -> bool) -> Option<u32> {
        for _ in 0..rounds {
            let alert = alert(self);
            if let Command::Done(supported) = self.round(alert) {
                return Some(supported);
            }
        }
        None
    }
}

fn rules(users_max: u32) -> Rules {
    Rules { users_max, ..Rules::default() }
}

#[test]
fn it_climbs_eight_users_a_round_until_the_first_alert() {
    let mut world = World::new(rules(1_000));
    for _ in 0..5 {
        assert_eq!(world.round(false), Command::Add(8));
    }
    assert_eq!(world.active, 40);
}

#[test]
fn the_last_users_are_added_singly_and_then_it_waits() {
    let mut world = World::new(rules(20));
    let seen: Vec<Command> = (0..4).map(|_| world.round(false)).collect();
    assert_eq!(seen, [Command::Add(8), Command::Add(8), Command::Add(4), Command::Wait(Why::Full)]);
}

#[test]
fn a_bounded_test_never_ends_by_itself() {
    let mut world = World::new(rules(100));
    assert_eq!(world.until_done(5_000, |_| false), None);
    assert_eq!(world.active, 100);
}

#[test]
fn an_overshoot_is_taken_back_while_the_alert_stands() {
    let mut world = World::new(rules(1_000));
    for _ in 0..20 {
        world.round(false);
    }
    for _ in 0..6 {
        assert_eq!(world.round(true), Command::Remove(8));
    }
    assert_eq!(world.active, 112);
}

#[test]
fn after_an_alert_it_rests_before_it_adds_again() {
    let mut world = World::new(Rules { rest_ms: 6_000, ..rules(1_000) });
    world.round(false);
    world.round(true);
    let after: Vec<Command> = (0..4).map(|_| world.round(false)).collect();
    assert_eq!(after[0], Command::Wait(Why::Resting));
    assert!(after.contains(&Command::Add(8)), "it recovers: {after:?}");
}

#[test]
fn metrics_that_rest_longer_than_actions_are_waited_for() {
    let rules = Rules { rest_ms: 4_000, ..rules(1_000) };
    let state = State { last_alert: Some(10_000), last_action: Some(2_000), samples: VecDeque::new() };
    let (_, command) = step(&rules, state, Observation { at: 12_000, active: Some(80), alert: false });
    assert_eq!(command, Command::Wait(Why::Stabilizing));
}

#[test]
fn an_alert_without_users_takes_nobody_away() {
    let mut world = World::new(rules(100));
    assert_eq!(world.round(true), Command::Wait(Why::Empty));
}

#[test]
fn the_knee_is_found_half_an_hour_after_the_first_alert() {
    let mut world = World::new(rules(10_000));
    let supported = world.until_done(3_000, |world| world.active > 500).expect("it stands still");
    assert!((488..=512).contains(&supported), "{supported}");
    let climbed_ms = 2_000 * 500 / 8;
    assert!(world.at >= climbed_ms + WINDOW_MS && world.at < climbed_ms + WINDOW_MS + 60_000, "{}", world.at);
}

#[test]
fn it_does_not_end_while_the_number_falls() {
    let mut world = World::new(rules(100_000));
    for _ in 0..9_000 {
        world.round(false);
    }
    // Four users a second are taken away for 36 minutes: the slope is far over the rule.
    let fell = world.until_done(1_080, |_| true);
    assert_eq!(fell, None);
}

#[test]
fn flapping_metrics_end_near_the_middle_of_their_swing() {
    let mut world = World::new(rules(10_000));
    let mut round = 0;
    let supported = world.until_done(4_000, |world| {
        round += 1;
        world.active > 400 + if round % 20 < 10 { 80 } else { 0 }
    });
    let supported = supported.expect("a bounded swing has no slope");
    assert!((395..=490).contains(&supported), "{supported}");
}

#[test]
fn missing_metrics_are_no_alert() {
    // The monitor leaves out what has no value, so that the loop sees health.
    let mut world = World::new(rules(16));
    assert_eq!(world.round(false), Command::Add(8));
}

#[test]
fn a_round_without_status_does_nothing_and_is_no_sample() {
    let mut world = World::new(rules(1_000));
    world.round(true);
    let before = world.state.samples.len();
    let command = world.see(Observation { at: world.at, active: None, alert: true });
    assert_eq!(command, Command::Wait(Why::NoStatus));
    assert_eq!(world.state.samples.len(), before);
}

#[test]
fn a_lost_agent_is_climbed_out_of() {
    let mut world = World::new(rules(10_000));
    for _ in 0..100 {
        let alert = world.active > 500;
        world.round(alert);
    }
    world.active /= 2;
    let supported = world.until_done(3_000, |world| world.active > 500).expect("it recovers");
    assert!((480..=512).contains(&supported), "{supported}");
}

#[test]
fn memory_is_bounded_by_two_windows() {
    let mut world = World::new(Rules { window_ms: 60_000, slope_max: 0.0, ..rules(10_000) });
    let mut most = 0;
    for _ in 0..2_000 {
        let alert = world.active > 300;
        world.round(alert);
        most = most.max(world.state.samples.len());
    }
    assert!(most <= 64, "{most}");
}

#[test]
fn the_window_tells_mean_and_slope() {
    let mut world = World::new(rules(1_000));
    world.active = 100;
    for _ in 0..3 {
        let seen = Observation { at: world.at, active: Some(world.active), alert: true };
        (world.state, _) = step(&world.rules, world.state.clone(), seen);
        world.at += 1_000;
        world.active += 10;
    }
    let window = world.state.window(&world.rules).expect("there was an alert");
    assert_eq!((window.mean, window.slope, window.is_whole), (110.0, 10.0, false));
}
