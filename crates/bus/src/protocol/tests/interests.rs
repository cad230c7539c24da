//! From when on a loss on a subject is one.

use super::*;

#[test]
fn what_was_said_before_the_interest_is_not_missed() {
    let (mut one, mut other) = pair();
    one.say(channel(), "before");
    drop(one.frames());
    one.pass(20);
    other.pass(20);
    follow(&mut other, &mut one);
    one.say(channel(), "after");
    one.pass(BEAT_MS);
    talk(&mut one, &mut other);
    assert_eq!(other.told(), ["after"]);
}

/// A node without processor time to spare hears everything late, itself as well.
#[test]
fn what_was_said_before_the_interest_is_not_missed_however_late_the_next_is_heard() {
    let (mut one, mut other) = pair();
    one.say(channel(), "before");
    drop(one.frames());
    other.step(Input::Interest { subject: channel(), wanted: true });
    talk(&mut other, &mut one);
    one.say(channel(), "after");
    let message = one.frames();
    one.pass(BEAT_MS);
    let heartbeat = one.frames();
    other.pass(300);
    other.hear(message);
    other.pass(BEAT_MS);
    other.hear(heartbeat);
    assert_eq!(other.told(), ["after"]);
}

#[test]
fn an_interest_is_active_when_each_node_has_begun_another_interval() {
    let (mut one, mut other) = pair();
    one.say(channel(), "before");
    drop(one.frames());
    one.pass(HURRY_MS);
    other.step(Input::Interest { subject: channel(), wanted: true });
    other.step(Input::Wait(7));
    let nudge = other.frames();
    assert!(!other.out.contains(&Output::Active(7)), "the link carries it, but what it is to have heard is not known");
    one.hear(nudge);
    other.hear(one.frames());
    assert!(other.out.contains(&Output::Active(7)));
    one.say(channel(), "lost");
    drop(one.frames());
    one.say(channel(), "after");
    talk(&mut one, &mut other);
    assert_eq!(other.told(), ["lost channel, gap", "after"]);
}

/// Takes an interest that is active although the other node has not been heard for a while.
fn follow_without(node: &mut Node) {
    node.step(Input::Interest { subject: channel(), wanted: true });
    node.step(Input::Wait(7));
    let mut waited = 0;
    while !node.out.contains(&Output::Active(7)) {
        assert!(waited <= ABSENT_MS, "it ends");
        drop(node.frames());
        node.pass(100);
        waited += 100;
    }
    assert!(!node.out.iter().any(|output| matches!(output, Output::Gone(_))), "not known yet");
}

#[test]
fn an_interest_does_not_wait_until_a_silent_node_is_gone() {
    let (mut one, _silent) = pair();
    follow_without(&mut one);
}

#[test]
fn what_a_silent_node_said_since_the_interest_and_was_lost_is_noticed_with_the_next_on_the_subject() {
    let (mut one, mut other) = pair();
    follow_without(&mut other);
    one.say(channel(), "lost");
    drop(one.frames());
    one.say(channel(), "after");
    other.hear(one.frames());
    assert_eq!(other.told(), ["lost channel, gap", "after"]);
}

#[test]
fn what_a_silent_node_said_since_the_interest_and_was_lost_is_noticed_with_its_next_heartbeat() {
    let (mut one, mut other) = pair();
    follow_without(&mut other);
    one.say(channel(), "lost");
    drop(one.frames());
    one.pass(BEAT_MS);
    other.hear(one.frames());
    assert_eq!(other.told(), ["lost channel, gap"]);
}

#[test]
fn many_who_wait_for_an_interval_share_a_heartbeat() {
    let (mut one, mut other) = pair();
    let mut heartbeats = 0;
    for _ in 0..20 {
        other.step(Input::Wait(7));
        one.hear(other.frames());
        heartbeats += one.frames().len();
        one.pass(5);
        other.pass(5);
    }
    assert!(heartbeats <= 3, "{heartbeats} in a tenth of a second");
}
