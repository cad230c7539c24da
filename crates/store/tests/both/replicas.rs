//! Servers that follow: they answer, they never answer less than was there before, and they are left out when they lag.

use std::sync::Arc;
use std::time::Duration;

use base::Clock;
use metrics::Metrics;
use muster_store::{Options, PostgresOptions, Store, from_replica, from_writer, systems};

use crate::failover::Servers;
use crate::support::{NOW, another, say};

struct Pair {
    servers: Servers,
    second: String,
    options: PostgresOptions,
    store: Store,
    metrics: Arc<Metrics>,
}

impl Pair {
    async fn new() -> Option<Pair> {
        let servers = Servers::new()?;
        let (first, second) = (servers.start("first"), servers.follow("first", "second"));
        let readers = vec![second.clone()];
        let reader_lag_max = Duration::from_secs(1);
        let options = PostgresOptions { connections: 4, readers, reader_lag_max, ..PostgresOptions::new(first) };
        let metrics = Metrics::new();
        let store = Store::open(&Options::Postgres(options.clone()), &Clock::fixed(NOW), metrics.clone()).await;
        let pair = Pair { servers, second, options, store: store.expect("a store"), metrics };
        pair.until(true).await;
        Some(pair)
    }

    fn reads(&self) -> u64 {
        self.metrics.store.replica_reads.get(("1",)).map_or(0, |counter| counter.get())
    }

    async fn answers(&self) -> bool {
        let before = self.reads();
        from_replica(self.store.system("any")).await.expect("a read");
        self.reads() > before
    }

    /// Waits until the reader answers, or does not any more.
    async fn until(&self, wanted: bool) {
        for _ in 0..200 {
            if self.answers().await == wanted {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the reader should answer: {wanted}");
    }

    async fn save(&self, store: &Store, value: &str) {
        store.write(systems::save("key", value)).await.expect("a change");
    }

    async fn read(&self) -> Option<String> {
        from_replica(self.store.system("key")).await.expect("a read")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_answers_what_may_lag_and_never_less_than_was_written_by_anybody_before() {
    let Some(pair) = Pair::new().await else { return };
    let other = another(&Options::Postgres(pair.options.clone())).await;
    for round in 0..50 {
        let value = round.to_string();
        pair.save(if round % 2 == 0 { &pair.store } else { &other }, &value).await;
        assert_eq!(pair.read().await, Some(value));
    }
    let before = pair.reads();
    assert_eq!(pair.store.system("key").await.expect("a read").as_deref(), Some("49"));
    let kept = from_replica(from_writer(pair.store.system("key"))).await;
    assert_eq!(kept.expect("a read").as_deref(), Some("49"));
    assert_eq!(pair.reads(), before, "nobody asked for a reader");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_that_lags_is_passed_over_and_comes_back_by_itself() {
    let Some(pair) = Pair::new().await else { return };
    pair.save(&pair.store, "before").await;
    say(&pair.second, "SELECT pg_wal_replay_pause()").await;
    pair.save(&pair.store, "while").await;
    assert_eq!(pair.read().await.as_deref(), Some("while"));
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let misses = || pair.metrics.store.replica_misses.get(("1",)).map_or(0, |counter| counter.get());
    let missed = misses();
    assert!(missed > 0);
    assert_eq!(pair.read().await.as_deref(), Some("while"));
    assert_eq!(misses(), missed, "a reader that is far behind is not asked");
    say(&pair.second, "SELECT pg_wal_replay_resume()").await;
    pair.until(true).await;
    assert_eq!(pair.read().await.as_deref(), Some("while"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dead_reader_is_left_out_and_one_that_became_the_writer_is_no_reader() {
    let Some(pair) = Pair::new().await else { return };
    pair.save(&pair.store, "kept").await;
    pair.servers.run(&["kill".as_ref(), &pair.servers.path("second")]);
    for _ in 0..20 {
        assert_eq!(pair.read().await.as_deref(), Some("kept"));
    }
    pair.servers.run(&["again".as_ref(), &pair.servers.path("second")]);
    pair.until(true).await;
    pair.servers.run(&["promote".as_ref(), &pair.servers.path("second")]);
    pair.until(false).await;
    assert_eq!(pair.read().await.as_deref(), Some("kept"));
}
