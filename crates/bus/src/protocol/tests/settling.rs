//! When a call returns that waits until every node knows of a change.

use super::*;

#[test]
fn settling_waits_for_the_answer_of_each_node() {
    let (mut one, mut other) = pair();
    one.say(Subject::Everyone, "right gone");
    one.step(Input::Settle(7));
    let frames = one.frames();
    assert!(one.told().is_empty());
    other.hear(frames);
    talk(&mut one, &mut other);
    assert_eq!(other.told(), ["right gone"]);
    assert_eq!(one.told(), ["Everywhere"]);
}

#[test]
fn settling_waits_out_the_lease_of_a_silent_node() {
    let (mut one, mut other) = pair();
    one.step(Input::Settle(7));
    drop(one.frames());
    let (mut waited, mut told, mut other_told) = (0, Vec::new(), Vec::new());
    while !told.contains(&"Everywhere".to_owned()) {
        assert!(waited < SILENCE_MS, "it ends");
        one.pass(100);
        other.pass(100);
        waited += 100;
        // The echoes of its own probes come, so it is not cut off itself.
        drop(one.frames());
        drop(other.frames());
        told.extend(one.told());
        other_told.extend(other.told());
        assert!(waited < LEASE_MS || !other.trusts() || other_told == ["lost all, gone", "gone"], "{waited}");
    }
    assert_eq!(waited, SILENCE_MS);
}

#[test]
fn settling_waits_for_a_node_on_a_new_connection_until_it_reports_what_it_lost() {
    let (mut one, mut other) = pair();
    other.step(Input::Down);
    other.step(Input::Up);
    talk(&mut one, &mut other);
    one.say(Subject::Everyone, "a right is revoked");
    drop(one.frames());
    one.step(Input::Settle(7));
    let mut told = Vec::new();
    for _ in 0..SILENCE_MS / 100 {
        talk(&mut one, &mut other);
        told.extend(other.told());
        if one.told().contains(&"Everywhere".to_owned()) {
            assert_eq!(told, ["lost all, reconnected"]);
            return;
        }
        one.pass(100);
        other.pass(100);
    }
    panic!("it ends when the other is part of the cluster again");
}

#[test]
fn a_node_that_is_cut_off_cannot_prove_anything() {
    let (mut one, _other) = pair();
    one.step(Input::Down);
    one.step(Input::Settle(7));
    let mut waited = 0;
    while waited < SETTLE_MAX_MS {
        assert!(one.told().is_empty());
        one.pass(100);
        waited += 100;
    }
    assert_eq!(one.told(), ["Unproven"]);
}

#[test]
fn nodes_that_lost_the_bus_wait_out_each_other_while_the_store_knows_them() {
    let (mut one, other) = pair();
    let tell = |one: &mut Node| one.step(Input::Members { others: vec![other.protocol.me], read_ms: one.now.mono });
    tell(&mut one);
    one.step(Input::Down);
    for at in 0..100 {
        one.pass(100);
        if at % 10 == 0 {
            tell(&mut one);
        }
    }
    drop(one.told());
    assert!(!one.trusts());
    one.step(Input::Settle(7));
    for _ in 0..SILENCE_MS / 100 {
        assert!(one.told().is_empty());
        one.pass(100);
        tell(&mut one);
    }
    assert_eq!(one.told(), ["Everywhere"]);
}
