//! The writer's server dies, one of its standbys takes over, and another stays behind: that one answers nothing until
//! it follows the new writer.

use std::sync::Arc;
use std::time::Duration;

use base::Clock;
use metrics::Metrics;
use muster_store::{Options, PostgresOptions, Store, from_replica, systems};

use crate::failover::Servers;
use crate::support::{NOW, say};

/// Longer than a watch of the readers takes to look at all of them.
const WATCHED: Duration = Duration::from_millis(600);

/// A writer, a standby that will take over, and one that is read from.
struct Three {
    servers: Servers,
    first: String,
    second: String,
    third: String,
    store: Store,
    metrics: Arc<Metrics>,
}

impl Three {
    /// With the third as a reader under the name of each of `accounts`.
    async fn new(accounts: &[&str]) -> Option<Three> {
        let servers = Servers::new()?;
        let first = servers.start("first");
        for account in accounts.iter().filter(|account| **account != "muster") {
            say(&first, &format!("CREATE ROLE {account} LOGIN; GRANT pg_read_all_data TO {account}")).await;
        }
        let (second, third) = (servers.follow("first", "second"), servers.follow("first", "third"));
        let url = format!("{},{}/postgres", before_database(&first), host(&second));
        let readers = accounts.iter().map(|account| third.replace("muster@", &format!("{account}@"))).collect();
        let options = PostgresOptions { connections: 4, readers, ..PostgresOptions::new(url) };
        let metrics = Metrics::new();
        let store = Store::open(&Options::Postgres(options), &Clock::fixed(NOW), metrics.clone()).await;
        let three = Three { servers, first, second, third, store: store.expect("a store"), metrics };
        three.save("begun").await;
        three.until_answered(if accounts.len() > 1 { &[0, 1] } else { &[0] }).await;
        Some(three)
    }

    async fn save(&self, value: &str) {
        self.store.write(systems::save("key", value)).await.expect("a change");
    }

    async fn read(&self) -> Option<String> {
        from_replica(self.store.system("key")).await.expect("a read")
    }

    /// What each reader answered so far.
    fn answered(&self) -> [u64; 2] {
        ["1", "2"].map(|label| self.metrics.store.replica_reads.get((label,)).map_or(0, |counter| counter.get()))
    }

    /// Waits until these readers, counted from 0, have answered once more.
    async fn until_answered(&self, readers: &[usize]) {
        let before = self.answered();
        for _ in 0..400 {
            self.read().await;
            let now = self.answered();
            if readers.iter().all(|reader| now[*reader] > before[*reader]) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{readers:?} take part: {before:?}, {:?}", self.answered());
    }

    fn kill(&self, name: &str) {
        self.servers.run(&["kill".as_ref(), &self.servers.path(name)]);
    }

    /// Lets the second take over.
    fn promote(&self) {
        self.servers.run(&["promote".as_ref(), &self.servers.path("second")]);
    }
}

/// `postgres://muster@127.0.0.1:1/postgres` → `postgres://muster@127.0.0.1:1`.
fn before_database(url: &str) -> &str {
    url.rsplit_once('/').expect("an address with a database").0
}

/// `postgres://muster@127.0.0.1:1/postgres` → `127.0.0.1:1`.
fn host(url: &str) -> &str {
    before_database(url).rsplit_once('@').expect("an address with an account").1
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_that_went_further_than_the_promoted_one_answers_nothing_any_more() {
    let Some(three) = Three::new(&["muster"]).await else { return };
    three.kill("second");
    // Ten megabytes of log, so that the new writer does not come this far within the test.
    let much = "SELECT pg_logical_emit_message(true, 'test', repeat('x', 1000000)) FROM generate_series(1, 10)";
    say(&three.first, much).await;
    three.until_answered(&[0]).await;
    three.kill("first");
    three.servers.run(&["again".as_ref(), &three.servers.path("second")]);
    three.promote();
    let before = three.answered();
    for round in 0..20 {
        let value = round.to_string();
        three.save(&value).await;
        assert_eq!(three.read().await, Some(value), "what the new writer acknowledged");
        tokio::time::sleep(WATCHED / 20).await;
    }
    assert_eq!(three.answered(), before, "the one that was left behind");
    assert_eq!(three.metrics.store.replica_lag_time.get(("1",)).map(|lag| lag.get()), Some(-1), "it is left out");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_that_follows_the_promoted_one_takes_part_again_without_a_restart() {
    // The second account may not see what the standby receives, and goes by its control file.
    let Some(three) = Three::new(&["muster", "plain"]).await else { return };
    three.kill("first");
    three.promote();
    three.save("after").await;
    assert_eq!(three.read().await.as_deref(), Some("after"));
    let [address, port] = [0, 1].map(|part| host(&three.second).split(':').nth(part).expect("host:port"));
    let follow = format!("ALTER SYSTEM SET primary_conninfo = 'host={address} port={port} user=muster'");
    say(&three.third, &format!("{follow};SELECT pg_reload_conf()")).await;
    three.until_answered(&[0]).await;
    say(&three.second, "CHECKPOINT").await;
    three.save("later").await;
    // It answers what came after the checkpoint, so it has heard of that one.
    three.until_answered(&[0]).await;
    say(&three.third, "CHECKPOINT").await;
    three.until_answered(&[0, 1]).await;
    assert_eq!(three.read().await.as_deref(), Some("later"));
}
