//! What counts as received, lost, doubled and out of order.

use super::*;

const SEND: u64 = 1_000_000;

fn post(number: u8) -> Id {
    Id([number; 16])
}

/// Two members of channel 1 in slots 0 and 70, connected from the start.
fn ledger() -> Ledger {
    let ledger = Ledger::new(5);
    ledger.join(1, 0, 10);
    ledger.join(1, 70, 10);
    ledger
}

/// A socket since the start that is heard from all the time.
const LIVELY: Connected = Connected { since_us: 10, heard_us: u64::MAX };

fn settle(ledger: &Ledger) -> Delivery {
    ledger.settle(SEND + 2 * SETTLE_US, SETTLE_US, &|_| Some(LIVELY));
    ledger.totals()
}

#[test]
fn what_everybody_received_is_not_lost() {
    let ledger = ledger();
    let mark = ledger.send(1, 0, SEND);
    ledger.receive(mark, post(1), 70, 0, SEND + 500);
    ledger.acknowledge(mark, (post(1), Id::NONE), SEND + 900);
    assert!(!ledger.is_complete(&|_| Some(LIVELY)));
    ledger.receive(mark, post(1), 0, 0, SEND + 1_000);
    assert!(ledger.is_complete(&|_| Some(LIVELY)));
    let totals = settle(&ledger);
    assert_eq!((totals.sent, totals.expected, totals.received, totals.lost), (1, 2, 2, 0));
    assert_eq!((totals.duplicates, totals.out_of_order, totals.open), (0, 0, 0));
    assert_eq!(totals.delay.count(), 2);
}

#[test]
fn what_a_connected_member_missed_is_lost() {
    let ledger = ledger();
    let mark = ledger.send(1, 0, SEND);
    ledger.acknowledge(mark, (post(1), Id::NONE), SEND + 900);
    ledger.receive(mark, post(1), 0, 0, SEND + 1_000);
    assert_eq!(settle(&ledger).lost, 1);
}

#[test]
fn who_came_late_or_was_cut_off_proves_nothing() {
    let ledger = ledger();
    ledger.join(1, 3, SEND + 1);
    let mark = ledger.send(1, 0, SEND);
    ledger.acknowledge(mark, (post(1), Id::NONE), SEND + 900);
    ledger.settle(SEND + 2 * SETTLE_US, SETTLE_US, &|slot| {
        (slot != 0).then_some(Connected { since_us: if slot == 70 { SEND + 5 } else { 1 }, ..LIVELY })
    });
    assert_eq!(ledger.totals().expected, 0);
}

/// One post that the session in slot 70 lacks, whose socket was heard from last right after it.
fn lacking() -> (Ledger, Connected) {
    let ledger = ledger();
    let mark = ledger.send(1, 0, SEND);
    ledger.acknowledge(mark, (post(1), Id::NONE), SEND);
    ledger.receive(mark, post(1), 0, 0, SEND + 1_000);
    (ledger, Connected { heard_us: SEND + 1_000, ..LIVELY })
}

#[test]
fn what_a_silent_socket_missed_counts_when_it_is_heard_from_again() {
    let (ledger, silent) = lacking();
    let due = SEND + SETTLE_US;
    ledger.settle(due + SILENT_US - 1, SETTLE_US, &|_| Some(silent));
    assert_eq!((ledger.totals().expected, ledger.totals().lost), (0, 0));
    ledger.settle(due + SILENT_US - 1, SETTLE_US, &|_| Some(Connected { heard_us: due, ..silent }));
    assert_eq!((ledger.totals().expected, ledger.totals().lost), (2, 1));
}

#[test]
fn what_a_silent_socket_missed_counts_when_it_should_have_ended_or_the_run_does() {
    for (now, after) in [(SEND + SETTLE_US + SILENT_US, SETTLE_US), (SEND + 1_000, 0)] {
        let (ledger, silent) = lacking();
        ledger.settle(now, after, &|_| Some(silent));
        assert_eq!((ledger.totals().expected, ledger.totals().lost), (2, 1));
    }
}

#[test]
fn what_a_socket_missed_that_turned_out_to_be_dead_proves_nothing() {
    let (ledger, silent) = lacking();
    ledger.settle(SEND + 2 * SETTLE_US, SETTLE_US, &|_| Some(silent));
    let again = Connected { since_us: SEND + SETTLE_US, ..LIVELY };
    ledger.settle(SEND + 3 * SETTLE_US, SETTLE_US, &|slot| Some(if slot == 70 { again } else { LIVELY }));
    assert_eq!((ledger.totals().expected, ledger.totals().received, ledger.totals().lost), (1, 1, 0));
}

#[test]
fn a_post_that_was_refused_is_owed_to_nobody() {
    let ledger = ledger();
    let mark = ledger.send(1, 0, SEND);
    ledger.give_up(mark);
    assert_eq!(settle(&ledger).expected, 0);
}

#[test]
fn the_same_post_twice_is_a_duplicate() {
    let ledger = ledger();
    let mark = ledger.send(1, 0, SEND);
    ledger.receive(mark, post(1), 0, 0, SEND + 1);
    ledger.receive(mark, post(1), 0, 0, SEND + 2);
    ledger.acknowledge(mark, (post(1), Id::NONE), SEND + 3);
    assert_eq!(ledger.totals().duplicates, 1);
}

#[test]
fn one_send_that_was_stored_twice_is_a_duplicate() {
    let ledger = ledger();
    let mark = ledger.send(1, 0, SEND);
    ledger.receive(mark, post(1), 0, 0, SEND + 1);
    ledger.receive(mark, post(2), 70, 0, SEND + 2);
    assert_eq!(ledger.totals().duplicates, 1);
}

#[test]
fn order_is_broken_by_what_was_sent_after_the_acknowledgement() {
    let ledger = ledger();
    let first = ledger.send(1, 0, SEND);
    ledger.acknowledge(first, (post(1), Id::NONE), SEND + 2_000);
    let second = ledger.send(1, 0, SEND + 10_000);
    let arrival = ledger.receive(second, post(2), 0, 0, SEND + 11_000).expect("the mark is open");
    ledger.receive(first, post(1), 0, arrival.sent_tick, SEND + 12_000);
    assert_eq!(ledger.totals().out_of_order, 1);
}

#[test]
fn posts_that_were_under_way_together_may_come_in_any_order() {
    let ledger = ledger();
    let first = ledger.send(1, 0, SEND);
    let second = ledger.send(1, 0, SEND + 1_000);
    ledger.acknowledge(first, (post(1), Id::NONE), SEND + 5_000);
    let arrival = ledger.receive(second, post(2), 0, 0, SEND + 6_000).expect("the mark is open");
    ledger.receive(first, post(1), 0, arrival.sent_tick, SEND + 7_000);
    assert_eq!(ledger.totals().out_of_order, 0);
}

#[test]
fn posts_of_another_agent_are_counted_apart() {
    let ledger = ledger();
    assert_eq!(ledger.receive(tag::mark(6, 0), post(1), 0, 0, SEND), None);
    assert_eq!((ledger.totals().foreign, ledger.totals().received), (1, 0));
}

/// Two posts of slot 0 in channel 1, the second sent right after the answer to the first.
fn one_after_the_other() -> Ledger {
    let ledger = ledger();
    let first = ledger.send(1, 0, SEND);
    ledger.acknowledge(first, (post(1), Id::NONE), SEND + 600);
    let second = ledger.send(1, 0, SEND + 800);
    ledger.acknowledge(second, (post(2), Id::NONE), SEND + 1_400);
    ledger
}

#[test]
fn a_page_that_shows_a_later_post_before_an_earlier_one_of_its_author_is_out_of_order() {
    let ledger = one_after_the_other();
    ledger.shown([post(2), post(9), post(1)].into_iter());
    assert_eq!(ledger.totals().out_of_order, 0);
    ledger.shown([post(1), post(2)].into_iter());
    assert_eq!(ledger.totals().out_of_order, 1);
    ledger.shown([post(1), post(2)].into_iter());
    assert_eq!(ledger.totals().out_of_order, 1, "the same swap counts once");
}

#[test]
fn posts_of_others_and_of_other_threads_may_stand_in_any_order_on_a_page() {
    let ledger = ledger();
    for (number, author, root) in [(1, 0, Id::NONE), (2, 70, Id::NONE), (3, 70, post(1))] {
        let at = SEND + u64::from(number) * 10_000;
        let mark = ledger.send(1, author, at);
        ledger.acknowledge(mark, (post(number), root), at + 500);
    }
    ledger.shown([post(1), post(2), post(3)].into_iter());
    assert_eq!(ledger.totals().out_of_order, 0);
}

#[test]
fn a_socket_tells_a_swap_within_a_millisecond() {
    let ledger = one_after_the_other();
    let arrival = ledger.receive(tag::mark(5, 1), post(2), 70, 0, SEND + 2_000).expect("the mark is open");
    ledger.receive(tag::mark(5, 0), post(1), 70, arrival.sent_tick, SEND + 2_100);
    assert_eq!(ledger.totals().out_of_order, 1);
}

/// The session in slot 70 lacks a post since its socket was gone; what became of it is for the caller to say.
fn cut_off() -> Ledger {
    let (ledger, _) = lacking();
    ledger.go_away(70);
    ledger
}

fn noticed(ledger: &Ledger) -> Noticed {
    crate::results::noticed::between(&ledger.noticed(), 0, i64::MAX)
}

#[test]
fn who_begins_anew_has_not_heard_what_was_sent_before() {
    let ledger = cut_off();
    ledger.begin_anew(70, SEND + 4_000_000);
    let back = Connected { since_us: SEND + 4_000_000, ..LIVELY };
    ledger.settle(SEND + 2 * SETTLE_US, SETTLE_US, &|slot| Some(if slot == 70 { back } else { LIVELY }));
    assert_eq!(noticed(&ledger), Noticed { unheard: 1, silent_ms: 4_000, ..Noticed::default() });
    assert_eq!((ledger.totals().expected, ledger.totals().lost), (1, 0), "the client was told");
}

#[test]
fn what_somebody_lacks_who_is_away_stays_open_until_that_is_known() {
    let ledger = cut_off();
    let absent = |slot: Slot| (slot != 70).then_some(LIVELY);
    ledger.settle(SEND + 2 * SETTLE_US, SETTLE_US, &absent);
    assert_eq!((ledger.totals().expected, noticed(&ledger)), (0, Noticed::default()));
    // It goes on, and what it missed comes.
    ledger.come_back(70);
    let mark = tag::mark(5, 0);
    ledger.receive(mark, post(1), 70, 0, SEND + 2 * SETTLE_US);
    ledger.settle(SEND + 3 * SETTLE_US, SETTLE_US, &|_| Some(LIVELY));
    assert_eq!((ledger.totals().expected, ledger.totals().received), (2, 2));
    assert_eq!(noticed(&ledger), Noticed { silent_ms: 2 * SETTLE_US / 1_000, ..Noticed::default() });
}

#[test]
fn who_is_still_away_in_the_end_has_not_heard_it() {
    for (now, after) in [(SEND + SETTLE_US, 0), (SEND + SETTLE_US + AWAY_US, SETTLE_US)] {
        let ledger = cut_off();
        ledger.settle(now, after, &|slot| (slot != 70).then_some(LIVELY));
        assert_eq!((noticed(&ledger).unheard, noticed(&ledger).silent_ms), (1, (now - SEND) / 1_000), "{now}");
    }
}
