//! What is known of the connections of another node, and when too little is known.

use base::Id;

use super::*;

const NODE: NodeId = NodeId(Id([7; 16]));
const ID: ConnectionId = ConnectionId(Id([1; 16]));
const USER: UserId = UserId(Id([2; 16]));

fn stands(next: i64) -> Record {
    Record::Stands { place: 0, id: ID, user: USER, next }
}

fn served(stamp: u128) -> [Record; 2] {
    [Record::Queued { place: 0 }, Record::Served { stamp: Stamp(stamp) }]
}

fn take(kept: &Kept, number: u64, records: impl IntoIterator<Item = Record>, now: Instant) {
    kept.take(NODE, Batch { number, shard: 0, records: records.into_iter().collect() }, now);
}

fn floors(number: u64, age_ms: u64) -> Floors {
    Floors { number, age_ms, mark: vec![1], logs: vec![(NODE, 5)] }
}

fn after(began: Instant, seconds: u64) -> Instant {
    began + Duration::from_secs(seconds)
}

#[test]
fn what_was_queued_and_not_received_is_known() {
    let (kept, began) = (Kept::default(), Instant::now());
    let later = after(began, 9);
    take(&kept, 0, [stands(1)], began);
    assert_eq!(kept.known(USER, ID, 1), None, "floors are not known");
    assert!(kept.take_floors(NODE, floors(1, 6_000), after(began, 8)));
    take(&kept, 1, served(8).into_iter().chain(served(9)), later);
    take(&kept, 2, [Record::Served { stamp: Stamp(10) }], later);
    let unheard = |expected| kept.known(USER, ID, expected).map(|known| known.unheard);
    assert_eq!(unheard(1), Some(vec![Stamp(8), Stamp(9)]));
    assert_eq!(unheard(2), Some(vec![Stamp(9)]));
    assert_eq!(unheard(3), Some(vec![]));
    assert_eq!((unheard(0), unheard(4)), (None, None), "before what is known, and behind it");
    assert_eq!((unheard(i64::MIN), unheard(i64::MAX)), (None, None));
    assert_eq!(kept.known(UserId::default(), ID, 1), None, "of another user");
    let known = kept.known(USER, ID, 3).expect("it is known");
    let lately = kept.served(NODE, known.shard).expect("it is known");
    assert_eq!((known.served, lately.len), (3, 3));
    assert_eq!(lately.stamps, [Stamp(8), Stamp(9), Stamp(10)]);
    take(&kept, 3, [Record::Ended { place: 0 }], later);
    assert_eq!(unheard(3), None);
}

#[test]
fn a_node_is_known_when_all_is_that_it_served_behind_its_floors() {
    let (kept, began) = (Kept::default(), Instant::now());
    let is_known = || kept.known(USER, ID, 40).is_some();
    take(&kept, 0, [stands(40)], began);
    assert!(kept.take_floors(NODE, floors(1, 6_000), after(began, 5)) && !is_known());
    assert!(kept.take_floors(NODE, floors(1, 6_000), after(began, 7)) && is_known());
    assert!(kept.take_floors(NODE, floors(1, 20_000), after(began, 30)) && !is_known(), "they lie too far back");
    assert!(kept.take_floors(NODE, floors(1, 6_000), after(began, 31)) && is_known());
    take(&kept, 1, served(1), after(began, 44));
    assert!(is_known());
    take(&kept, 2, served(2), after(began, 45));
    assert!(!is_known(), "they were not told any more");
}

#[test]
fn what_waits_for_long_is_behind_the_floors_or_the_client_resyncs() {
    let (kept, began) = (Kept::default(), Instant::now());
    take(&kept, 0, [stands(1)], began);
    let said = |number, seconds| {
        let floors = Floors { logs: vec![(NODE, seconds as i64)], ..floors(number, 6_000) };
        assert!(kept.take_floors(NODE, floors, after(began, seconds)));
    };
    let known = |expected| kept.known(USER, ID, expected).map(|known| known.logs[0].1);
    said(1, 10);
    take(&kept, 1, served(8), after(began, 11));
    said(2, 12);
    take(&kept, 2, served(9), after(began, 13));
    said(3, 14);
    assert_eq!((known(1), known(2), known(3)), (Some(10), Some(10), Some(10)), "the first that reach");
    said(3, 24);
    assert_eq!((known(1), known(2), known(3)), (None, Some(12), Some(12)), "8 may precede what is left");
    let emptied = Floors { mark: vec![2], ..floors(3, 6_000) };
    assert!(kept.take_floors(NODE, emptied, after(began, 25)));
    assert_eq!((known(2), known(3)), (None, Some(5)), "those of other logs do not count");
}

#[test]
fn after_a_gap_nothing_is_known_until_it_begins_anew() {
    let (kept, began) = (Kept::default(), Instant::now());
    take(&kept, 0, [stands(1)], began);
    assert!(!kept.take_floors(NODE, floors(3, 6_000), began), "two are missing");
    take(&kept, 0, [stands(1)], began);
    take(&kept, 2, served(8), began);
    assert!(!kept.take_floors(NODE, floors(3, 6_000), began));
    take(&kept, 0, [stands(1)], began);
    let later = after(began, 8);
    assert!(kept.take_floors(NODE, floors(1, 6_000), later) && kept.known(USER, ID, 1).is_some());
    kept.forget_silent(later + NODE_KEPT);
    assert_eq!(kept.known(USER, ID, 1), None);
}

#[test]
fn one_that_went_on_elsewhere_is_known_there_alone() {
    let (kept, began, other) = (Kept::default(), Instant::now(), NodeId(Id([8; 16])));
    let later = after(began, 8);
    for (node, next) in [(NODE, 5), (other, 7)] {
        let records = vec![stands(next)];
        kept.take(node, Batch { number: 0, shard: 0, records }, began);
        assert!(kept.take_floors(node, floors(1, 6_000), later));
    }
    kept.moved(ID, other);
    let known = |expected| kept.known(USER, ID, expected).map(|known| known.node);
    assert_eq!((known(5), known(7)), (None, Some(other)));
}

#[test]
fn it_is_known_since_when_a_node_listens_to_a_channel() {
    let (kept, began, channel) = (Kept::default(), Instant::now(), ChannelId(Id([6; 16])));
    let opened = |number| [Record::Opened { channel, number }];
    take(&kept, 0, served(1), began);
    take(&kept, 1, opened(7), began);
    let lately = || kept.served(NODE, 0).map(|served| (served.len, served.opened));
    assert_eq!(lately(), Some((2, vec![(channel, 7)])));
    take(&kept, 2, opened(9), began + SERVED_KEPT + Duration::from_secs(1));
    assert_eq!(lately(), Some((3, vec![(channel, 9)])));
    take(&kept, 3, (0..=OPENED_LEN_MAX as i64).flat_map(opened), began + SERVED_KEPT);
    assert_eq!(lately(), None, "more than fit");
}

#[test]
fn what_was_served_is_kept_for_seconds_before_the_last_word() {
    let (kept, began) = (Kept::default(), Instant::now());
    take(&kept, 0, served(1), began);
    take(&kept, 1, served(2), began + SERVED_KEPT + Duration::from_secs(1));
    let lately = kept.served(NODE, 0).map(|served| (served.len, served.stamps));
    assert_eq!(lately, Some((2, vec![Stamp(2)])));
}
