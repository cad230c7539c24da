//! When NATS dies, hangs, comes late, or a node cannot keep up.

use std::time::Duration;

use bus::{Lost, Settled, Subject, Why};

use crate::server::{Nats, free_port, program};
use crate::witness::{Node, channel, together, until};

fn everything_since(node: &Node, before: usize) -> bool {
    node.losses()[before..].iter().any(|(what, _)| *what == Lost::Everything)
}

#[tokio::test(flavor = "multi_thread")]
async fn nats_killed_under_publishing_is_a_reported_gap_and_then_all_is_well() {
    let Some(program) = program() else { return };
    let mut nats = Nats::start(program, &[]).await;
    let [ann, bob] = together([&nats.url(), &nats.url()]).await;
    bob.bus.subscribe(channel(1));
    bob.bus.subscribed().await;
    let before = bob.losses().len();
    for number in 0..100 {
        ann.say(channel(1), &number.to_string());
        if number == 50 {
            nats.kill().await;
            until(|| !ann.bus.is_connected() && !bob.bus.is_connected()).await;
        }
    }
    assert!(!ann.bus.cache_is_valid());
    nats.start_again().await;
    ann.is_well(1).await;
    bob.is_well(1).await;
    assert!(everything_since(&bob, before));
    ann.say(channel(1), "healthy");
    until(|| bob.messages().last().is_some_and(|last| last == "healthy")).await;
    ann.say(Subject::Everyone, "right gone");
    assert_eq!(ann.bus.settle().await, Settled::Everywhere);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_during_a_restart_of_nats_is_settled_after_it() {
    let Some(program) = program() else { return };
    let mut nats = Nats::start(program, &[]).await;
    let [ann, bob] = together([&nats.url(), &nats.url()]).await;
    let before = bob.losses().len();
    nats.kill().await;
    until(|| !ann.bus.is_connected()).await;
    ann.say(Subject::Everyone, "right gone");
    let (settled, ()) = tokio::join!(ann.bus.settle(), nats.start_again());
    if settled == Settled::Unproven {
        // It took longer than a call waits; then the caller was told so, and calls again.
        ann.is_well(1).await;
        assert_eq!(ann.bus.settle().await, Settled::Everywhere);
    }
    // Settled is also who does not trust its memory: that node hears of the gap when it is back.
    let trusts = bob.bus.cache_is_valid();
    let knows = || everything_since(&bob, before) || bob.messages() == ["right gone"];
    assert!(!trusts || knows());
    until(knows).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_three_servers_may_die() {
    let Some(program) = program() else { return };
    let routes = [free_port(), free_port(), free_port()];
    let all: Vec<String> = routes.iter().map(|port| format!("nats://127.0.0.1:{port}")).collect();
    let mut servers = Vec::new();
    let joined = all.join(",");
    for own in &all {
        let more = ["--cluster_name", "test", "--cluster", own.as_str(), "--routes", joined.as_str()];
        servers.push(Nats::start(program.clone(), &more).await);
    }
    let addresses: Vec<String> = (0..3)
        .map(|first| (0..3).map(|next| servers[(first + next) % 3].url()).collect::<Vec<_>>().join(","))
        .collect();
    let [ann, bob, cat] = together([&addresses[0], &addresses[1], &addresses[2]]).await;
    cat.bus.subscribe(channel(1));
    cat.bus.subscribed().await;
    servers[0].kill().await;
    until(|| !ann.bus.is_connected() || ann.losses().iter().any(|(_, why)| *why == Why::Reconnected)).await;
    for node in [&ann, &bob, &cat] {
        node.is_well(2).await;
    }
    ann.say(channel(1), "by another way");
    ann.say(Subject::Everyone, "right gone");
    assert_eq!(ann.bus.settle().await, Settled::Everywhere);
    until(|| cat.messages().contains(&"by another way".to_owned()) || everything_since(&cat, 1)).await;
    assert!(bob.messages().contains(&"right gone".to_owned()) || everything_since(&bob, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frozen_nats_ends_trust_and_the_connection() {
    let Some(program) = program() else { return };
    let nats = Nats::start(program, &[]).await;
    let [ann, bob] = together([&nats.url(), &nats.url()]).await;
    nats.freeze();
    until(|| !ann.bus.cache_is_valid() && !bob.bus.cache_is_valid()).await;
    until(|| !ann.bus.is_connected()).await;
    nats.thaw();
    ann.is_well(1).await;
    bob.is_well(1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_node_is_missed_by_all() {
    let Some(program) = program() else { return };
    let nats = Nats::start(program, &[]).await;
    let [ann, bob, cat] = together([&nats.url(), &nats.url(), &nats.url()]).await;
    cat.kill();
    let gone = Why::Gone(cat.bus.node());
    until(|| [&ann, &bob].iter().all(|node| node.losses().contains(&(Lost::Everything, gone)))).await;
    ann.is_well(1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_may_start_before_nats() {
    let Some(program) = program() else { return };
    let port = free_port();
    let ann = Node::start("ann", &format!("nats://127.0.0.1:{port}"));
    assert!(!ann.bus.joined(Duration::from_millis(200)).await);
    assert!(!ann.bus.cache_is_valid());
    let _nats = Nats::start_on(program, port, &[]).await;
    ann.is_well(0).await;
    assert!(ann.bus.joined(Duration::from_secs(30)).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_cannot_keep_up_hears_that_it_missed_something() {
    let Some(program) = program() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("nats.conf");
    // A server that loses patience soon.
    std::fs::write(&config, "max_pending: 1MB\nwrite_deadline: \"300ms\"\n").expect("it is written");
    let nats = Nats::start(program, &["-c", &config.to_string_lossy()]).await;
    let [ann, bob] = together([&nats.url(), &nats.url()]).await;
    bob.bus.subscribe(channel(1));
    bob.bus.subscribed().await;
    let before = bob.losses().len();
    *bob.heard.slowness.lock().expect("no panic") = Duration::from_millis(20);
    let long = "a".repeat(50_000);
    let mut said = 0;
    while bob.metrics.bus.connections.get() < 2 {
        assert!(said < 20_000, "the server cuts it off");
        ann.say(channel(1), &long);
        said += 1;
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    *bob.heard.slowness.lock().expect("no panic") = Duration::ZERO;
    until(|| everything_since(&bob, before)).await;
    bob.is_well(1).await;
}
