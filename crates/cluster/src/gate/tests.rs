//! What gates let through, and what they tell as lost.

use super::*;
use base::Id;
use proptest::prelude::*;
use wire::events::{Broadcast, EncodedEvent, EventName};

const CHANNEL: ChannelId = ChannelId(Id([7; 16]));

fn unit(number: i64) -> Unit {
    Unit { channel: CHANNEL, number, parts: Vec::new() }
}

fn joining(number: i64) -> Unit {
    Unit { parts: vec![Part::Joined(UserId::default())], ..unit(number) }
}

/// The numbers that were let through, -1 for a loss and -2 for who came late.
fn names(out: &[Released]) -> Vec<i64> {
    let name = |one: &Released| match one {
        Released::Unit(unit) => unit.number,
        Released::Events(_) => 0,
        Released::Lost(_) => -1,
        Released::Late(..) => -2,
    };
    out.iter().map(name).collect()
}

#[test]
fn what_comes_too_early_waits_for_what_was_committed_before() {
    let (mut gates, mut out) = (Gates::default(), Vec::new());
    gates.open(CHANNEL, 4);
    gates.offer(unit(6), 0, &mut out);
    gates.offer_after((CHANNEL, 6), Vec::new(), 0, &mut out);
    assert!(out.is_empty());
    gates.offer(unit(5), 10, &mut out);
    assert_eq!(names(&out), [5, 6]);
}

#[test]
fn what_waits_goes_on_when_the_last_one_leaves() {
    let (mut gates, mut out) = (Gates::default(), Vec::new());
    gates.open(CHANNEL, 4);
    let removed =
        EncodedEvent::new(EventName::UserRemoved, &serde_json::json!({}), Broadcast::to_user(UserId::default()));
    gates.offer_after((CHANNEL, 6), vec![Arc::new(Event::plain(removed))], 0, &mut out);
    gates.offer(joining(8), 0, &mut out);
    assert!(out.is_empty());
    gates.close(CHANNEL, &mut out);
    assert_eq!(names(&out), [0, 8]);
    assert!(!gates.is_open(CHANNEL));
    out.clear();
    gates.close(CHANNEL, &mut out);
    gates.expire(WAIT_MS_MAX, &mut out);
    assert!(out.is_empty());
}

#[test]
fn what_does_not_come_in_time_is_told() {
    let (mut gates, mut out) = (Gates::default(), Vec::new());
    gates.open(CHANNEL, 4);
    gates.offer(unit(6), 0, &mut out);
    gates.expire(WAIT_MS_MAX - 1, &mut out);
    assert!(out.is_empty());
    gates.expire(WAIT_MS_MAX, &mut out);
    assert_eq!(names(&out), [-1, 6]);
    out.clear();
    gates.offer(unit(5), WAIT_MS_MAX, &mut out);
    gates.offer(unit(7), WAIT_MS_MAX, &mut out);
    assert_eq!(names(&out), [7]);
}

#[test]
fn what_only_the_store_knows_of_is_told() {
    let (mut gates, mut out) = (Gates::default(), Vec::new());
    gates.open(CHANNEL, 4);
    gates.expect(CHANNEL, 4, 0, &mut out);
    gates.expect(CHANNEL, 5, 0, &mut out);
    gates.offer(unit(5), 1, &mut out);
    gates.expire(WAIT_MS_MAX, &mut out);
    assert_eq!(names(&out), [5]);
    gates.expect(CHANNEL, 6, 300, &mut out);
    gates.expire(300 + WAIT_MS_MAX, &mut out);
    assert_eq!(names(&out), [5, -1]);
}

#[test]
fn without_a_gate_each_change_passes_once() {
    let (mut gates, mut out) = (Gates::default(), Vec::new());
    gates.offer(unit(1), 0, &mut out);
    gates.offer(unit(1), 0, &mut out);
    gates.offer(unit(2), 0, &mut out);
    assert_eq!(names(&out), [1, 2]);
    gates.open(CHANNEL, 1);
    gates.offer(unit(2), 0, &mut out);
    gates.offer(unit(3), 0, &mut out);
    assert_eq!(names(&out), [1, 2, 3]);
}

#[test]
fn who_is_let_in_by_what_comes_too_late_is_told_once() {
    let (mut gates, mut out) = (Gates::default(), Vec::new());
    gates.open(CHANNEL, 4);
    gates.offer(joining(5), 0, &mut out);
    gates.offer(joining(5), 0, &mut out);
    assert_eq!(names(&out), [5], "it came in time, by two subjects");
    gates.offer(unit(8), 0, &mut out);
    gates.expire(WAIT_MS_MAX, &mut out);
    assert_eq!(names(&out), [5, -1, 8]);
    gates.offer(unit(6), 0, &mut out);
    gates.offer(joining(7), 0, &mut out);
    gates.offer(joining(7), 0, &mut out);
    assert_eq!(names(&out), [5, -1, 8, -2]);
}

#[test]
fn what_the_store_knows_before_the_bus_lets_somebody_in_all_the_same() {
    let (mut gates, mut out) = (Gates::default(), Vec::new());
    gates.open(CHANNEL, 6);
    gates.offer(unit(5), 0, &mut out);
    gates.offer(joining(6), 0, &mut out);
    assert_eq!(names(&out), [-2]);
}

#[test]
fn without_a_gate_too_nobody_is_let_in_behind_what_follows() {
    let (mut gates, mut out) = (Gates::default(), Vec::new());
    gates.offer(unit(8), 0, &mut out);
    gates.offer(joining(6), 0, &mut out);
    assert_eq!(names(&out), [8, 6, -1]);
}

#[test]
fn who_joins_where_somebody_just_connects_is_owed_all_that_follows() {
    let (mut gates, mut out) = (Gates::default(), Vec::new());
    gates.offer(joining(5), 0, &mut out);
    assert!(gates.admit(CHANNEL, 5, &mut out), "the store is to be asked");
    gates.open(CHANNEL, 6);
    gates.offer(unit(6), 0, &mut out);
    assert_eq!(names(&out), [5, 6]);
    let (mut gates, mut out) = (Gates::default(), Vec::new());
    gates.offer(joining(5), 0, &mut out);
    gates.open(CHANNEL, 6);
    assert!(!gates.admit(CHANNEL, 5, &mut out));
    assert_eq!(names(&out), [5, -1], "the gate was set up in between");
}

#[test]
fn who_is_put_out_by_what_missed_its_turn_may_be_in_again() {
    let leaving = |number| Unit { parts: vec![Part::Left(UserId::default())], ..unit(number) };
    let (mut gates, mut out) = (Gates::default(), Vec::new());
    gates.open(CHANNEL, 4);
    gates.offer(leaving(5), 0, &mut out);
    gates.offer(unit(7), 0, &mut out);
    gates.expire(WAIT_MS_MAX, &mut out);
    assert_eq!([5, 6, 8].map(|number| gates.turn(CHANNEL, number)), [Turn::Taken, Turn::Missed, Turn::ToCome]);
}

proptest! {
    /// Whatever the bus does, what comes out rises, and a number that is left out is told with what follows it.
    #[test]
    fn the_order_is_that_of_the_numbers(steps in prop::collection::vec((0i64..40, 0i64..120), 1..200)) {
        let (mut gates, mut now, mut last) = (Gates::default(), 0, 0);
        gates.open(CHANNEL, 0);
        for (number, later) in steps {
            now += later;
            let mut out = Vec::new();
            if number == 0 {
                gates.expire(now, &mut out);
            } else {
                gates.offer(unit(number), now, &mut out);
            }
            // What is lost concerns all that one step lets through: clients begin anew behind it.
            let told = names(&out).contains(&-1);
            for name in names(&out).into_iter().filter(|name| *name > 0) {
                prop_assert!(name > last);
                prop_assert!(name == last + 1 || told, "{name} follows {last} and nobody was told");
                last = name;
            }
        }
    }
}
