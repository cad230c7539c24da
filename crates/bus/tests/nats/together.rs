//! While all is well.

use std::time::Duration;

use bus::{AskError, NodeId, Settled, Subject};
use bytes::Bytes;

use crate::server::{Nats, program};
use crate::witness::{Node, channel, together, until};

#[tokio::test(flavor = "multi_thread")]
async fn messages_reach_those_who_take_an_interest() {
    let Some(program) = program() else { return };
    let nats = Nats::start(program, &[]).await;
    let [ann, bob, cat] = together([&nats.url(), &nats.url(), &nats.url()]).await;
    bob.bus.subscribe(channel(1));
    cat.bus.subscribe(channel(2));
    bob.bus.subscribed().await;
    cat.bus.subscribed().await;
    for number in 0..200 {
        ann.say(channel(1), &format!("one {number}"));
        ann.say(channel(2), &format!("two {number}"));
    }
    ann.say(Subject::Everyone, "all");
    assert_eq!(ann.bus.settle().await, Settled::Everywhere);
    // Nothing of one node overtakes on its one connection, so what was settled is behind all the rest.
    let ones: Vec<String> = (0..200).map(|number| format!("one {number}")).chain(["all".to_owned()]).collect();
    assert_eq!(bob.messages(), ones);
    assert_eq!(cat.messages().len(), 201);
    assert!(ann.messages().is_empty(), "nobody hears themselves");
    bob.bus.unsubscribe(channel(1));
    bob.bus.subscribed().await;
    ann.say(channel(1), "after");
    ann.say(Subject::Everyone, "end");
    assert_eq!(ann.bus.settle().await, Settled::Everywhere);
    assert_eq!(bob.messages().last().expect("it heard much"), "end");
    assert_eq!(bob.messages().len(), 202);
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_are_answered() {
    let Some(program) = program() else { return };
    let nats = Nats::start(program, &[]).await;
    let [ann, bob] = together([&nats.url(), &nats.url()]).await;
    let within = Duration::from_secs(30);
    let answer = ann.bus.ask(bob.bus.node(), Bytes::from_static(b"hello"), within).await;
    assert_eq!(answer, Ok(Bytes::from_static(b"you said hello")));
    let nobody = ann.bus.ask(NodeId::UNKNOWN, Bytes::new(), within).await;
    assert_eq!(nobody, Err(AskError::Gone));
    let long = Bytes::from(vec![b'a'; 900_000]);
    assert_eq!(ann.bus.ask(bob.bus.node(), long, within).await.map(|answer| answer.len()), Ok(900_009));
    let too_long = Bytes::from(vec![b'a'; 1_000_000]);
    assert_eq!(ann.bus.ask(bob.bus.node(), too_long, within).await, Err(AskError::TooLarge));
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_know_each_other_and_leave_without_a_loss() {
    let Some(program) = program() else { return };
    let nats = Nats::start(program, &[]).await;
    let [ann, bob] = together([&nats.url(), &nats.url()]).await;
    until(|| ann.bus.nodes().iter().any(|node| node.name == "n2" && node.about == "version 1")).await;
    let before = ann.losses().len();
    bob.bus.leave().await;
    until(|| ann.bus.nodes().is_empty()).await;
    assert_eq!(ann.losses().len(), before);
    assert_eq!(bob.bus.settle().await, Settled::Unproven, "it is no part of it any more");
    bob.bus.subscribed().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clusters_with_other_names_or_tokens_stay_apart() {
    let Some(program) = program() else { return };
    let nats = Nats::start(program, &["--auth", "right"]).await;
    let ann = Node::with("ann", &nats.url(), "right");
    let mallory = Node::with("mallory", &nats.url(), "wrong");
    ann.is_well(0).await;
    assert!(!mallory.bus.is_connected() && !mallory.bus.cache_is_valid());
    assert!(!mallory.bus.joined(Duration::from_millis(50)).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_thousand_subscriptions_cost_little() {
    let Some(program) = program() else { return };
    let nats = Nats::start(program, &[]).await;
    let [ann, bob] = together([&nats.url(), &nats.url()]).await;
    let many = |number: u32| {
        let mut id = [0; 16];
        id[..4].copy_from_slice(&number.to_be_bytes());
        id[15] = 1;
        Subject::Channel(base::Id(id).into())
    };
    let before = resident_kib();
    for number in 0..100_000 {
        bob.bus.subscribe(many(number));
    }
    bob.bus.subscribed().await;
    let cost = resident_kib().saturating_sub(before) * 1024 / 100_000;
    eprintln!("{cost} bytes a subscription on the node");
    assert!(cost < 1_024, "{cost} bytes a subscription");
    ann.say(many(99_999), "there");
    until(|| bob.messages() == ["there"]).await;
}

fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse().unwrap_or(0)
}
