//! Who begins anew, who is told in turn, and what reaches whom who is away or slow.

use std::time::Duration;

use base::ids::ChannelId;
use futures_util::FutureExt;
use wire::events::{Broadcast, EncodedEvent, EventName};
use wire::sessions::Session;

use super::*;
use crate::connection::{AWAY_LEN_MAX, Handed, Offered, QUEUE_LEN_MAX, Resumed, Told};
use crate::event::Event;
use crate::hub::Watcher;
use crate::people::{PER_USER_MAX, RESTART_EVERY, restart_waits};
use crate::records::{Record, Recorder};

#[tokio::test]
async fn who_begins_anew_is_silent_at_once_and_told_in_turn() {
    let shard = Shard::start(0, Metrics::new(), Arc::default());
    let session = Arc::new(Session::default());
    let connections: Vec<_> = (0..3)
        .map(|at| Arc::new(Connection::new(ConnectionId(base::Id([at; 16])), session.clone(), false, 1)))
        .collect();
    for connection in &connections {
        shard.register(connection.clone(), Rank::default());
    }
    shard.restart_all(Pace::InTurn);
    assert!(connections.iter().all(|connection| connection.life() == Life::Closed));
    let told: Vec<_> = connections.iter().filter_map(|connection| connection.restarts_after()).collect();
    assert_eq!(told, [Duration::ZERO, RESTART_EVERY, RESTART_EVERY * 2]);
    assert_eq!(restart_waits(Pace::InTurn).nth(30_001), Some(RESTART_EVERY), "the last is told within 30 s");
}

#[tokio::test]
async fn what_follows_a_gap_in_a_channel_reaches_nobody_who_was_there() {
    let shard = Shard::start(0, Metrics::new(), Arc::default());
    let (user, channel) = (UserId::default(), ChannelId(base::Id([7; 16])));
    let connection = Arc::new(Connection::new(ConnectionId::default(), Arc::default(), false, 1));
    shard.register(connection.clone(), Rank::default());
    shard.put(Item::JoinChannel(user, channel, 1));
    shard.put(typing(channel));
    while shard.turn() {}
    assert!(connection.next_frame(1).is_some());
    shard.put(Item::RestartChannel(channel));
    shard.put(typing(channel));
    while shard.turn() {}
    assert_eq!((connection.life(), connection.next_frame(1)), (Life::Closed, None));
}

fn typing(channel: ChannelId) -> Item {
    let encoded = EncodedEvent::new(EventName::Typing, &serde_json::json!({}), Broadcast::to_channel(channel));
    Item::Event(Arc::new(Event::plain(encoded)), std::time::Instant::now())
}

#[tokio::test]
async fn who_left_a_channel_is_told_nothing_that_waited_of_it() {
    let shard = Shard::start(0, Metrics::new(), Arc::default());
    let (user, [left, kept]) = (UserId::default(), [7, 8].map(|at| ChannelId(base::Id([at; 16]))));
    let connection = Arc::new(Connection::new(ConnectionId::default(), Arc::default(), false, 1));
    shard.register(connection.clone(), Rank::default());
    for channel in [left, kept] {
        shard.put(Item::JoinChannel(user, channel, 1));
        shard.put(typing(channel));
    }
    while shard.turn() {}
    assert!(connection.next_frame(1).is_some());
    shard.put(typing(left));
    shard.put(Item::LeaveChannel(user, left));
    while shard.turn() {}
    assert!(connection.next_frame(1).is_some(), "of the other channel");
    assert!(connection.next_frame(1).is_none());
    connection.detach(1, 0);
    assert_eq!(connection.resume(Arc::default(), 2, 0), Resumed::Lost, "nor again what was written");
}

/// What a keeper is told.
#[derive(Default)]
struct Noted(Mutex<Vec<Record>>);

impl Recorder for Noted {
    fn record(&self, _: u16, records: Vec<Record>) {
        self.0.lock().extend(records);
    }
}

#[tokio::test]
async fn nothing_is_recorded_of_a_connection_before_its_events_have_numbers() {
    let (ports, noted) = (Arc::<Ports>::default(), Arc::<Noted>::default());
    ports.recorder.get_or_init(|| noted.clone());
    let shard = Shard::start(0, Metrics::new(), ports);
    let (id, user, channel) = (ConnectionId::default(), UserId::default(), ChannelId(base::Id([7; 16])));
    let connection = Arc::new(Connection::arriving(id, Arc::default(), false, 1));
    shard.begin_records();
    shard.register(connection.clone(), Rank::default());
    shard.put(Item::JoinChannel(user, channel, 1));
    shard.put(typing(channel));
    shard.put(typing(channel));
    while shard.turn() {}
    // Another keeper begins meanwhile.
    shard.begin_records();
    shard.flush_records();
    assert!(noted.0.lock().iter().all(|record| matches!(record, Record::Served { .. })), "{:?}", noted.0.lock());
    assert_eq!(connection.take_over(Handed { next_seq: 7, ..Handed::default() }, 7), Resumed::Seamless);
    shard.flush_records();
    assert_eq!(noted.0.lock().last(), Some(&Record::Stands { place: 0, id, user, next: 9 }));
}

#[tokio::test]
async fn whoever_changes_rank_is_told_one_version_of_an_event_with_two() {
    let shard = Shard::start(0, Metrics::new(), Arc::default());
    let connection = Arc::new(Connection::new(ConnectionId::default(), Arc::default(), false, 1));
    let deleted = || {
        let [others, administrators] = ["", "ann"].map(|by| serde_json::json!({ "delete_by": by }));
        let event = Event::by_rank(EventName::PostDeleted, Broadcast::everyone(), &others, &administrators);
        Item::Event(Arc::new(event), std::time::Instant::now())
    };
    shard.register(connection.clone(), Rank { is_admin: true, ..Rank::default() });
    shard.put(deleted());
    shard.put(Item::SetRank(UserId::default(), Rank::default()));
    shard.put(deleted());
    while shard.turn() {}
    let told: Vec<_> = std::iter::from_fn(|| connection.next_frame(1)).collect();
    let names_who = |frame: &bytes::Bytes| frame.windows(5).any(|part| part == b"\"ann\"");
    assert_eq!(told.iter().map(names_who).collect::<Vec<_>>(), [true, false]);
}

#[tokio::test]
async fn who_is_away_may_miss_more_than_who_is_slow_and_has_time_to_read_it() {
    let connection = Connection::new(ConnectionId::default(), Arc::default(), false, 1);
    let event = |number: i64| {
        let encoded = EncodedEvent::new(EventName::RoleUpdated, &serde_json::json!({}), Broadcast::everyone());
        Arc::new(Event { stamp: crate::event::Stamp(number as u128), ..Event::plain(encoded) })
    };
    let offer = |number| connection.offer(&event(number), Told::Now);
    connection.detach(1, 0);
    let away = AWAY_LEN_MAX as i64;
    assert!((0..away).all(|number| offer(number) == Offered::Queued));
    assert_eq!(connection.resume(Arc::default(), 2, 0), Resumed::Seamless);
    let more = QUEUE_LEN_MAX as i64;
    assert!((0..more).all(|number| offer(away + number) == Offered::Queued));
    // What it reads of the backlog makes no room for more.
    assert!((0..away).all(|_| connection.next_frame(2).is_some()));
    assert_eq!(offer(away + more), Offered::TooSlow);
}

fn connected(shard: &Shard, users: u16) -> Vec<Arc<Connection>> {
    let connect = |at: u16| {
        let user_id = UserId(base::Id(u128::from(at).to_be_bytes()));
        let session = Arc::new(Session { user_id, ..Session::default() });
        let connection = Arc::new(Connection::new(ConnectionId(user_id.0), session, false, 1));
        shard.register(connection.clone(), Rank::default());
        connection
    };
    (1..=users).map(connect).collect()
}

fn tell_all(shard: &Shard, name: EventName) {
    let encoded = EncodedEvent::new(name, &serde_json::json!({}), Broadcast::everyone());
    shard.put(Item::Event(Arc::new(Event::plain(encoded)), std::time::Instant::now()));
}

fn called(connections: &[Arc<Connection>]) -> usize {
    connections.iter().filter(|one| one.wake.notified().now_or_never().is_some()).count()
}

#[tokio::test(start_paused = true)]
async fn how_people_look_is_told_to_many_in_turn_and_to_few_at_once() {
    let shard = Shard::start(0, Metrics::new(), Arc::default());
    let few = connected(&shard, 200);
    tell_all(&shard, EventName::UserUpdated);
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert_eq!(called(&few), 200);

    let all = connected(&shard, 2_000);
    tell_all(&shard, EventName::UserUpdated);
    tokio::time::sleep(Duration::from_secs(5)).await;
    let half = called(&all);
    assert!((900..=1_100).contains(&half), "{half}");
    // Somebody who had a turn gets another one, and nobody two for what came together.
    tell_all(&shard, EventName::UserUpdated);
    tell_all(&shard, EventName::UserUpdated);
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert!(called(&all) >= 1_000, "those who waited before have been told in time");
    tokio::time::sleep(Duration::from_secs(5)).await;
    called(&all);
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(called(&all), 0);
}

#[tokio::test(start_paused = true)]
async fn what_may_wait_is_told_before_what_follows_and_with_it() {
    let shard = Shard::start(0, Metrics::new(), Arc::default());
    let all = connected(&shard, 2_000);
    tell_all(&shard, EventName::UserUpdated);
    tell_all(&shard, EventName::RoleUpdated);
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert_eq!(called(&all), 2_000);
    for connection in &all {
        let frames: Vec<_> = std::iter::from_fn(|| connection.next_frame(1)).collect();
        let texts: Vec<_> = frames.iter().map(|frame| String::from_utf8_lossy(frame)).collect();
        assert!(texts.len() == 2 && texts[0].contains("user_updated") && texts[1].contains("role_updated"));
    }
    tokio::time::sleep(Duration::from_secs(15)).await;
    assert_eq!(called(&all), 0, "nothing waits any more");
}

#[tokio::test]
async fn an_inbox_runs_over_without_a_lock_of_whoever_fills_it() {
    struct Locks(Arc<Mutex<()>>);
    impl Watcher for Locks {
        fn moved(&self, _: Vec<Moved>) {
            assert!(self.0.try_lock().is_some(), "whoever fills the inbox would wait for itself");
        }
    }
    let (lock, ports) = (Arc::<Mutex<()>>::default(), Arc::<Ports>::default());
    ports.watcher.get_or_init(|| Arc::new(Locks(lock.clone())));
    let shard = Shard::start(0, Metrics::new(), ports);
    let connection = Arc::new(Connection::new(ConnectionId::default(), Arc::default(), false, 1));
    shard.register(connection.clone(), Rank::default());
    let held = lock.lock();
    for _ in 0..=INBOX_LEN_MAX {
        shard.put(Item::SetRank(UserId::default(), Rank::default()));
    }
    drop(held);
    while shard.turn() {}
    assert_eq!(connection.life(), Life::Closed);
}

#[tokio::test]
async fn a_connection_without_a_socket_is_not_counted() {
    let shard = Shard::start(0, Metrics::new(), Arc::default());
    let session = Arc::new(Session::default());
    let connection = Arc::new(Connection::new(ConnectionId::default(), session, false, 1));
    shard.register(connection.clone(), Rank::default());
    let with_socket = shard.attached();
    connection.detach(1, 0);
    assert_eq!((with_socket, shard.attached()), (1, 0));
}

#[tokio::test]
async fn nobody_has_connections_without_end() {
    let shard = Shard::start(0, Metrics::new(), Arc::default());
    let session = Arc::new(Session::default());
    let opened = |number: usize| {
        let id = ConnectionId(base::Id((number as u128).to_be_bytes()));
        let connection = Arc::new(Connection::new(id, session.clone(), false, 1));
        shard.register(connection.clone(), Rank::default());
        connection
    };
    let mut connections: Vec<_> = (1..=PER_USER_MAX).map(&opened).collect();
    connections[7].detach(1, 0);
    connections.extend((0..2).map(|more| opened(PER_USER_MAX + 1 + more)));
    let closed: Vec<usize> = (0..connections.len()).filter(|at| connections[*at].life() == Life::Closed).collect();
    assert_eq!(closed, [0, 7], "who is away first, then the oldest");
    assert_eq!(shard.connections().len(), PER_USER_MAX);
}
