//! A writer's server whose only standby is gone: who waits is told why, and what was kept is found afterwards.

use std::time::{Duration, Instant};

use base::Clock;
use metrics::Metrics;
use muster_store::{Error, Options, PostgresOptions, Store, systems};

use crate::failover::Servers;
use crate::support::{NOW, say};

/// Sets whom commits wait for. The statements themselves wait for nobody.
async fn wait_for(url: &str, names: &str) {
    say(url, &format!("ALTER SYSTEM SET synchronous_standby_names = '{names}'")).await;
    say(url, "SELECT pg_reload_conf()").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_that_waits_for_a_standby_is_told_so_and_is_found_when_the_wait_ends() {
    let Some(servers) = Servers::new() else { return };
    let url = servers.start("first");
    let options = PostgresOptions {
        connections: 4,
        write_timeout: Duration::from_secs(8),
        standby_wait: Duration::from_secs(2),
        ..PostgresOptions::new(&url)
    };
    let metrics = Metrics::new();
    let store = Store::open(&Options::Postgres(options), &Clock::fixed(NOW), metrics.clone()).await.expect("a store");
    store.write(systems::save("before", "1")).await.expect("nobody is waited for");
    assert!(!store.waits_for_standby());

    wait_for(&url, "nobody").await;
    // The server takes the setting in its own time: until then writes are as before.
    let mut told = Ok(());
    for _ in 0..50 {
        let began = Instant::now();
        told = store.write(systems::save("meanwhile", "2")).await.map(drop);
        if told.is_err() {
            assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(matches!(told, Err(Error::InDoubt { cause }) if cause.contains("standby")), "{told:?}");
    assert_eq!((store.waits_for_standby(), metrics.store.waits_for_standby.get()), (true, 1));
    let behind = store.write(systems::save("behind", "3")).await;
    assert!(matches!(behind, Err(Error::InDoubt { cause }) if cause.contains("standby")), "{behind:?}");
    assert_eq!(store.system("before").await.expect("reads go on").as_deref(), Some("1"));

    wait_for(&url, "").await;
    for (name, value) in [("meanwhile", "2"), ("behind", "3")] {
        for _ in 0..100 {
            if store.system(name).await.expect("a read").is_some() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert_eq!(store.system(name).await.expect("a read").as_deref(), Some(value), "{name} was kept");
    }
    store.write(systems::save("after", "4")).await.expect("nobody is waited for any more");
    assert_eq!((store.waits_for_standby(), metrics.store.waits_for_standby.get()), (false, 0));
}
