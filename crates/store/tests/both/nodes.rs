//! Several nodes on one PostgreSQL, and what becomes of changes when the line to it is cut.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use base::Clock;
use base::ids::{ChannelId, UserId};
use futures_util::future::join_all;
use metrics::Metrics;
use muster_store::nodes::Listed;
use muster_store::{
    Error, Options, Outcome, Pooler, PostgresOptions, Sequel, Statement, Store, Write, channel_views, event_log,
    params, systems,
};

use crate::proxy::{Cut, Proxy};
use crate::support::{Db, another, postgres, say};

static COUNT: Statement =
    Statement::new("Test.Count", "UPDATE channels SET total_msg_count = total_msg_count + 1 WHERE id = $1");
static SLEEP: Statement = Statement::new("Test.Sleep", "SELECT CAST(1 AS BIGINT) FROM pg_sleep(CAST($1 AS BIGINT))");

static NOTHING: Statement = Statement::new("Test.Nothing", "DELETE FROM systems WHERE name = 'none'");

fn count(channel: ChannelId) -> Write {
    Write::must(&COUNT, params![channel])
}

async fn counted(store: &Store, channel: ChannelId) -> i64 {
    store.channel(channel).await.expect("a read").expect("a channel").total_msg_count
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_that_count_in_the_same_channels_lose_nothing_and_do_not_stop_each_other() {
    const NODES: usize = 4;
    const CHANGES: usize = 150;
    let Some(db) = postgres().await else { return };
    let (mut places, mut people) = (Vec::new(), Vec::<UserId>::new());
    for at in 0..10 {
        places.push(db.channel(db.id(), &format!("place{at}")).await.id);
        people.push(db.user(&format!("user{at}")).await.id);
    }
    for (place, user) in places.iter().flat_map(|place| people.iter().map(move |user| (*place, *user))) {
        db.join_channel(place, user).await;
    }
    let began = Instant::now();
    let nodes = join_all((0..NODES).map(|_| db.node())).await;
    let at_work = nodes.iter().enumerate().map(|(node, store)| {
        let changes = (0..CHANGES).map(|at| {
            // Each node goes through the channels in another order, and through two of them in each change.
            let (one, other) = (at * (2 * node + 1) % 10, (at * 7 + node) % 10);
            let viewed = channel_views::viewed(people[other], &[places[other], places[one]]);
            store.commit(vec![count(places[one]), viewed, count(places[other])], None)
        });
        join_all(changes)
    });
    let outcomes: Vec<_> = join_all(at_work).await.into_iter().flatten().collect();
    assert!(outcomes.iter().all(Result::is_ok), "{:?}", outcomes.iter().find(|outcome| outcome.is_err()));
    let counts = join_all(places.iter().map(|place| counted(&db.store, *place))).await;
    assert_eq!(counts.iter().sum::<i64>(), (NODES * CHANGES * 2) as i64);
    // A deadlock alone takes PostgreSQL a second to see.
    assert!(began.elapsed() < Duration::from_secs(20), "took {:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_that_start_together_on_an_empty_database_migrate_it_once() {
    let Some(db) = postgres().await else { return };
    if db.postgres().url.contains("search_path") {
        let schema = db.postgres().url.rsplit("%3D").next().expect("a schema").to_owned();
        say(&db.postgres().url, &format!("DROP SCHEMA {schema} CASCADE; CREATE SCHEMA {schema}")).await;
    }
    let nodes = join_all((0..4).map(|_| db.node())).await;
    nodes[0].write(systems::save("made", "once")).await.expect("a change");
    assert_eq!(nodes[3].system("made").await.expect("a read").as_deref(), Some("once"));
}

/// A node behind a line that can be cut, and a channel to count in.
async fn on_a_line(change: impl FnOnce(&mut PostgresOptions)) -> Option<(Db, Store, Proxy, ChannelId)> {
    let db = postgres().await?;
    let channel = db.channel(db.id(), "deck").await.id;
    let mut options = db.postgres().clone();
    let (before, rest) = options.url.split_once("127.0.0.1:").expect("a server on the loopback");
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let proxy = Proxy::before(rest[..digits].parse().expect("a port")).await;
    options.url = format!("{before}127.0.0.1:{}{}", proxy.port, &rest[digits..]);
    change(&mut options);
    let store = another(&Options::Postgres(options)).await;
    Some((db, store, proxy, channel))
}

async fn is_done_once_although_the_line_is_cut(cut: Cut) {
    let Some((_db, store, proxy, channel)) = on_a_line(|_| {}).await else { return };
    store.write(count(channel)).await.expect("a change");
    let effects = Arc::<AtomicU32>::default();
    for round in 1..=3 {
        proxy.cut(cut);
        let seen = effects.clone();
        let then = Box::new(move |_: &Outcome| _ = seen.fetch_add(1, Ordering::SeqCst));
        store.commit(vec![count(channel)], Some(then)).await.expect("the change is made in the end");
        assert_eq!(counted(&store, channel).await, 1 + i64::from(round));
        assert_eq!(effects.load(Ordering::SeqCst), round);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_that_does_not_arrive_is_made_again() {
    is_done_once_although_the_line_is_cut(Cut::Before).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_whose_answer_is_lost_is_not_made_twice() {
    is_done_once_although_the_line_is_cut(Cut::After).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plain_change_needs_no_commit_and_is_made_again_when_its_answer_is_lost() {
    let Some((db, store, proxy, channel)) = on_a_line(|_| {}).await else { return };
    let ann = db.user("ann").await.id;
    db.join_channel(channel, ann).await;
    let view = || channel_views::viewed(ann, &[channel]);
    let seen = async || store.channel_looks(ann, &[channel]).await.expect("a read")[0].unread;
    store.write(view()).await.expect("a change");
    store.write(count(channel)).await.expect("a change");
    assert!(seen().await);
    proxy.cut(Cut::Before);
    store.write(view()).await.expect("a change");
    // Behind a pooler there is one.
    assert_eq!(proxy.waits(), db.postgres().pooler == Pooler::None);
    proxy.cut(Cut::Nothing);
    assert!(!seen().await);
    let effects = Arc::<AtomicU32>::default();
    for round in 1..=3 {
        store.write(count(channel)).await.expect("a change");
        let counted = effects.clone();
        let then = Box::new(move |_: &Outcome| _ = counted.fetch_add(1, Ordering::SeqCst));
        proxy.cut(Cut::Any);
        store.commit(vec![view()], Some(then)).await.expect("the change is made in the end");
        assert_eq!((effects.load(Ordering::SeqCst), proxy.waits()), (round, false));
        assert!(!seen().await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_too_long_for_a_lost_database_is_told_and_later_changes_are_made() {
    let short = |options: &mut PostgresOptions| options.write_timeout = Duration::from_secs(1);
    let Some((_db, store, proxy, channel)) = on_a_line(short).await else { return };
    store.write(count(channel)).await.expect("a change");
    proxy.cut(Cut::After);
    let lost = store.write(count(channel));
    let closing = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        proxy.cut(Cut::Closed);
    };
    let (first, ()) = tokio::join!(lost, closing);
    // Cut and closed are two moments: the answer may have been found in between.
    assert!(matches!(first, Ok(_) | Err(Error::Unavailable { .. } | Error::InDoubt { .. })), "{first:?}");
    proxy.cut(Cut::Nothing);
    store.write(count(channel)).await.expect("the database is back");
    assert_eq!(counted(&store, channel).await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_on_a_lost_connection_is_asked_again() {
    let Some((_db, store, proxy, channel)) = on_a_line(|_| {}).await else { return };
    assert_eq!(counted(&store, channel).await, 0);
    proxy.cut(Cut::Before);
    store.write(count(channel)).await.expect("a change");
    assert_eq!(counted(&store, channel).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_that_take_too_long_end_and_those_without_a_connection_are_told_so() {
    let Some(db) = postgres().await else { return };
    if db.postgres().pooler != Pooler::None {
        // The limits of a pooler are its own.
        return;
    }
    let options = PostgresOptions {
        query_timeout: Duration::from_secs(2),
        write_timeout: Duration::from_secs(1),
        ..db.postgres().clone()
    };
    let store = another(&Options::Postgres(options)).await;
    let sleep = || store.one::<i64>(&SLEEP, params![5]);
    let told: Vec<_> = join_all((0..3).map(|_| sleep())).await;
    let busy = told.iter().filter(|told| matches!(told, Err(Error::Busy))).count();
    let slow = told.iter().filter(|told| matches!(told, Err(Error::Database { .. }))).count();
    assert_eq!((busy, slow), (1, 2), "{told:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_address_is_said_at_once() {
    if postgres().await.is_none() {
        return;
    }
    for (url, says) in [("postgres://muster@127.0.0.1:1/none", "cannot reach"), ("postgres://[", "is wrong")] {
        let options = PostgresOptions { write_timeout: Duration::from_secs(2), ..PostgresOptions::new(url) };
        let told = Store::open(&Options::Postgres(options), &Clock::fixed(0), Metrics::new()).await;
        assert!(matches!(&told, Err(Error::Open(text)) if text.contains(says)), "{:?}", told.err());
    }
}

/// A node that has logged nothing.
fn listed(node: base::Id) -> Listed {
    Listed { node, logged: 0 }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_is_listed_while_it_renews_its_entry() {
    const LISTED_MS: i64 = 300;
    let Some(db) = postgres().await else { return };
    let other = db.node().await;
    let (one, two) = (base::Id([1; 16]), base::Id([2; 16]));
    assert!(db.store.renew_node(one, LISTED_MS).await.expect("an answer").is_empty());
    assert_eq!(other.renew_node(two, LISTED_MS).await.expect("an answer"), [listed(one)]);
    assert_eq!(db.store.renew_node(one, LISTED_MS).await.expect("an answer"), [listed(two)]);
    other.remove_node(two).await.expect("an answer");
    assert!(db.store.renew_node(one, LISTED_MS).await.expect("an answer").is_empty());
    other.renew_node(two, LISTED_MS).await.expect("an answer");
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert!(db.store.renew_node(one, LISTED_MS).await.expect("an answer").is_empty());
    db.store.forget_nodes(200).await.expect("an answer");
    assert!(db.store.renew_node(one, 60_000).await.expect("an answer").is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_is_cut_off_renews_its_entry_while_all_others_are_too() {
    const LISTED_MS: i64 = 60_000;
    let Some(db) = postgres().await else { return };
    let other = db.node().await;
    let (one, two, three) = (base::Id([1; 16]), base::Id([2; 16]), base::Id([3; 16]));
    db.store.renew_node(one, LISTED_MS).await.expect("an answer");
    // One beside a node that the bus reaches, listed or not before.
    assert_eq!(other.renew_cut_off_node(two, LISTED_MS).await.expect("an answer"), None);
    assert!(db.store.renew_node(one, LISTED_MS).await.expect("an answer").is_empty());
    other.renew_node(two, LISTED_MS).await.expect("an answer");
    assert_eq!(other.renew_cut_off_node(two, LISTED_MS).await.expect("an answer"), None);
    assert_eq!(db.store.renew_node(one, LISTED_MS).await.expect("an answer"), [listed(two)]);
    // All of them.
    assert_eq!(db.store.renew_cut_off_node(one, LISTED_MS).await.expect("an answer"), Some(vec![listed(two)]));
    assert_eq!(other.renew_cut_off_node(two, LISTED_MS).await.expect("an answer"), Some(vec![listed(one)]));
    assert_eq!(
        other.renew_cut_off_node(three, LISTED_MS).await.expect("an answer"),
        Some(vec![listed(one), listed(two)])
    );
    // One is back.
    assert_eq!(db.store.renew_node(one, LISTED_MS).await.expect("an answer"), [listed(two), listed(three)]);
    assert_eq!(other.renew_cut_off_node(two, LISTED_MS).await.expect("an answer"), None);
    // Its entry ends.
    tokio::time::sleep(Duration::from_millis(60)).await;
    assert_eq!(other.renew_cut_off_node(two, 50).await.expect("an answer"), Some(vec![]));
}

/// What follows a change that says something to other nodes.
struct Says(&'static [u8]);

impl Sequel for Says {
    fn logs(&self) -> bool {
        true
    }

    fn log(&mut self, outcome: &Outcome, log: &mut Vec<u8>) {
        assert_eq!(outcome.changed(0), 1, "asked when the statements ran");
        log.extend_from_slice(self.0);
    }

    fn follow(self: Box<Self>, _outcome: &Outcome) {}
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_change_says_is_logged_with_it_or_not_at_all() {
    let Some(db) = postgres().await else { return };
    let (reader, writer) = (db.node().await, db.store.writer().expect("a name"));
    let save = |name: &'static str| systems::save(name, "x");
    let says = |text| Some(Box::new(Says(text)) as muster_store::Then);
    db.store.commit(vec![save("one")], says(b"first")).await.expect("stands");
    let first = db.store.logged();
    // One of a group fails, and says nothing.
    let (good, bad) = tokio::join!(
        db.store.commit(vec![save("two")], says(b"second")),
        db.store.commit(vec![save("three"), Write::must(&NOTHING, params![])], says(b"lost")),
    );
    assert!(good.is_ok() && bad.is_err());
    db.store.commit(vec![save("four")], None).await.expect("stands");
    let rows = reader.event_log(writer, 0, 10).await.expect("rows");
    let said: Vec<&[u8]> = rows.iter().map(|row| &row.body[..]).collect();
    assert_eq!(said, [&b"first"[..], b"second"]);
    assert_eq!((rows[0].previous, rows[0].number), (0, first.number));
    assert_eq!((rows[1].previous, rows[1].number), (first.number, db.store.logged().number));
    assert_eq!(db.store.logged().bytes, 11);
    let numbers = async |after| {
        let rows = reader.event_log(writer, after, 10).await.expect("rows");
        rows.iter().map(|row| row.number).collect::<Vec<_>>()
    };
    assert_eq!(numbers(first.number).await, [rows[1].number]);
    let mark = reader.event_log_mark(base::Id([1; 16])).await.expect("a mark");
    assert_eq!(db.store.event_log_mark(base::Id([2; 16])).await.expect("a mark"), mark);
    db.store.write(event_log::forget(writer, first.number)).await.expect("stands");
    assert_eq!(numbers(0).await, [rows[1].number]);
}
