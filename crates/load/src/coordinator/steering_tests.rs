//! What a run decides, round by round.

use super::*;

fn seen(at: Millis, active: u32, alert: bool) -> Seen {
    Seen { at, active: Some(active), alert, ..Seen::default() }
}

fn bounded(users: u32) -> Steering {
    Steering::new(Goal::Bounded { users, duration_ms: 10_000, ramp: step::Rules::default() }, 2_000)
}

fn unbounded(within_ms: Option<Millis>) -> Steering {
    let rules = step::Rules { users_max: 10_000, ..step::Rules::default() };
    Steering::new(Goal::Unbounded { rules, within_ms }, 2_000)
}

/// Users of each round of a loop, of a server that alerts above `knee`, until it ends by itself.
fn timeline(steering: &mut Steering, knee: u32) -> Vec<(Millis, u32)> {
    let (mut active, mut at, mut timeline) = (0, 0, Vec::new());
    loop {
        timeline.push((at, active));
        match steering.decide(seen(at, active, active > knee)) {
            Decision::Add(more) => active += more,
            Decision::Remove(fewer) => active -= fewer,
            Decision::Wait => {}
            Decision::Done => return timeline,
        }
        at += 2_000;
    }
}

#[test]
fn a_bounded_run_counts_from_when_all_are_there() {
    let mut steering = bounded(16);
    assert_eq!(steering.decide(seen(2_000, 0, false)), Decision::Add(8));
    assert_eq!(steering.decide(seen(4_000, 8, true)), Decision::Add(8));
    assert_eq!((steering.counted_from(), steering.phase()), (None, "users arrive"));
    assert_eq!(steering.decide(seen(6_000, 16, true)), Decision::Wait);
    assert_eq!((steering.counted_from(), steering.left_ms(8_000)), (Some(6_000), Some(8_000)));
    assert_eq!(steering.decide(seen(16_000, 16, false)), Decision::Done);
}

#[test]
fn users_at_the_door_do_not_count() {
    let mut steering = bounded(16);
    let at_door = |at, arriving| Seen { arriving, ..seen(at, 16, false) };
    steering.decide(at_door(2_000, 16));
    steering.decide(at_door(30_000, 4));
    assert_eq!(steering.counted_from(), None);
    steering.decide(at_door(32_000, 0));
    assert_eq!(steering.counted_from(), Some(32_000));
    // Four who never come: from the last that came, a minute is long enough.
    let mut steering = bounded(16);
    for at in (2_000..100_000).step_by(2_000) {
        steering.decide(at_door(at, if at < 10_000 { 16 } else { 4 }));
    }
    assert_eq!(steering.counted_from(), Some(70_000));
}

#[test]
fn a_level_waits_for_its_users_before_it_is_judged() {
    let rules = search::Rules { users_first: 100, ..search::Rules::minutes(1_000) };
    let settle_ms = rules.settle_ms();
    let mut steering = Steering::new(Goal::Search(rules), 2_000);
    let (mut active, mut at) = (0, 2_000);
    while at < 40_000 + settle_ms {
        let arriving = if at < 40_000 { active } else { 0 };
        if let Decision::Add(more) = steering.decide(Seen { arriving, ..seen(at, active, true) }) {
            active += more;
        }
        at += 2_000;
    }
    assert_eq!((active, steering.levels().len()), (100, 0));
}

#[test]
fn a_level_that_the_server_cannot_take_in_fails() {
    let rules = search::Rules { users_first: 100, ..search::Rules::minutes(1_000) };
    let mut steering = Steering::new(Goal::Search(rules), 2_000);
    let (mut active, mut at) = (0, 2_000);
    // Its users come, but so slowly that the ramp never gets stuck.
    while steering.levels().is_empty() && at < 600_000 {
        let arriving = if active < 100 { active } else { 90 - (at / 20_000) as u32 };
        if let Decision::Add(more) = steering.decide(Seen { arriving, ..seen(at, active, true) }) {
            active += more;
        }
        at += 2_000;
    }
    let failed = steering.levels().first().expect("it was judged");
    assert!(!failed.healthy && failed.users == 100, "{failed:?}");
}

#[test]
fn a_ramp_that_is_stuck_counts_from_there() {
    let mut steering = bounded(1_000);
    for at in (2_000..90_000).step_by(2_000) {
        steering.decide(seen(at, 100, false));
    }
    assert_eq!(steering.counted_from(), Some(62_000));
}

#[test]
fn a_search_that_is_broken_off_tells_its_bracket() {
    let mut steering = Steering::new(Goal::Search(search::Rules::minutes(10_000)), 2_000);
    let (mut active, mut at) = (0, 0);
    while steering.levels().len() < 6 {
        match steering.decide(seen(at, active, active > 500)) {
            Decision::Add(more) => active += more,
            Decision::Remove(fewer) => active -= fewer,
            _ => {}
        }
        at += 2_000;
    }
    let found = steering.supported(&[]).expect("a bracket");
    assert!(!found.is_final && found.low <= 500.0 && found.high.is_some_and(|high| high > 500.0), "{found:?}");
}

#[test]
fn the_published_loop_has_an_interval_around_its_mean() {
    let mut steering = unbounded(None);
    let timeline = timeline(&mut steering, 300);
    let found = steering.supported(&timeline).expect("it was found");
    let users = f64::from(found.users);
    assert!(found.is_final && found.low <= users + 0.5 && found.high.is_some_and(|high| users - 0.5 <= high));
}

#[test]
fn alerts_while_users_come_quickly_are_those_of_their_coming() {
    let rules = search::Rules { users_first: 9_000, ..search::Rules::minutes(9_000) };
    let mut steering = Steering::new(Goal::Search(rules), 2_000);
    let (mut active, mut at, mut there) = (0, 2_000, 0_u32);
    // A hundred a second, for a minute and a half, with every processor busy.
    while steering.levels().is_empty() && at < 600_000 {
        there = (there + 200).min(active);
        let arriving = active - there;
        let alert = arriving > 0;
        if let Decision::Add(more) = steering.decide(Seen { arriving, ..seen(at, active, alert) }) {
            active += more;
        }
        at += 2_000;
    }
    let judged = steering.levels().first().expect("it was judged");
    assert!(judged.healthy && judged.users == 9_000, "{judged:?}");
}

#[test]
fn users_who_come_after_others_left_are_waited_for() {
    let mut arrivals = Arrivals::default();
    let of = |at, arriving| Seen { at, arriving, ..Seen::default() };
    assert!(arrivals.have_come(15_000, of(2_000, 0)));
    assert!(arrivals.have_come(11_000, of(100_000, 0)));
    // Fewer than there once were, and still at the door.
    assert!(!arrivals.have_come(12_800, of(102_000, 1_800)));
}

#[test]
fn a_loop_whose_time_is_over_tells_what_it_knows() {
    let mut steering = unbounded(Some(600_000));
    let met_the_knee = timeline(&mut steering, 300);
    assert_eq!(met_the_knee.last().map(|(at, _)| *at), Some(600_000));
    let found = steering.supported(&met_the_knee).expect("a mean");
    assert!(
        !found.is_final && (290..310).contains(&found.users) && found.method.contains("time was over"),
        "{found:?}"
    );
    let mut steering = unbounded(Some(60_000));
    let climbed = timeline(&mut steering, 300);
    let found = steering.supported(&climbed).expect("as many as there were");
    assert_eq!((found.users, found.high, found.is_final), (240, None, false));
}

#[test]
fn the_time_left_is_told_where_it_is_known() {
    // Two rounds until all of the 16 are asked for; how long they sign in, nobody knows.
    let mut steering = bounded(16);
    steering.decide(seen(2_000, 0, false));
    assert_eq!(steering.left_ms(2_000), Some(14_000));
    steering.decide(seen(4_000, 8, false));
    assert_eq!(steering.left_ms(4_000), Some(12_000));
    steering.decide(Seen { arriving: 16, ..seen(6_000, 16, false) });
    assert_eq!(steering.left_ms(6_000), None);
    let mut steering = unbounded(None);
    steering.decide(seen(2_000, 0, false));
    assert_eq!(steering.left_ms(4_000), None);
    let mut steering = unbounded(Some(60_000));
    steering.decide(seen(2_000, 0, false));
    assert_eq!(steering.left_ms(4_000), Some(58_000));
}

#[test]
fn a_search_tells_the_rest_of_its_hold_and_of_its_time() {
    let rules = |within_ms| search::Rules { users_first: 100, within_ms, ..search::Rules::minutes(100) };
    for (within_ms, before) in [(None, None), (Some(3_600_000), Some(3_598_000))] {
        let mut steering = Steering::new(Goal::Search(rules(within_ms)), 2_000);
        steering.decide(seen(2_000, 0, false));
        assert_eq!(steering.left_ms(4_000), before);
        let (mut active, mut at) = (0, 4_000);
        while steering.phase() != "holding" {
            if let Decision::Add(more) = steering.decide(seen(at, active, false)) {
                active += more;
            }
            at += 2_000;
        }
        assert_eq!(steering.left_ms(at), Some(300_000 - 2_000));
    }
}
