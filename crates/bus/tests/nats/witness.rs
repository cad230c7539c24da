//! A node of a test: its bus, and a server that writes down what it hears.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use base::{Clock, Id};
use bus::{Bus, Listener, Lost, NodeId, Options, Subject, Why};
use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use metrics::Metrics;
use tls::{Authorities, Own};

/// Nothing takes so long, not on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Default)]
pub struct Heard {
    pub messages: Mutex<Vec<String>>,
    pub lost: Mutex<Vec<(Lost, Why)>>,
    /// How long each message takes the listener.
    pub slowness: Mutex<Duration>,
}

impl Listener for Heard {
    fn heard(&self, _: NodeId, _: Subject, message: Bytes) {
        std::thread::sleep(*self.slowness.lock().expect("no panic"));
        self.messages.lock().expect("no panic").push(String::from_utf8_lossy(&message).into_owned());
    }

    fn asked(&self, _: NodeId, question: Bytes) -> BoxFuture<'static, Bytes> {
        async move { Bytes::from(format!("you said {}", String::from_utf8_lossy(&question))) }.boxed()
    }

    fn lost(&self, what: Lost, why: Why) {
        self.lost.lock().expect("no panic").push((what, why));
    }

    fn node_met(&self, _: NodeId) {}

    fn node_gone(&self, _: NodeId) {}
}

pub struct Node {
    pub bus: Bus,
    pub heard: Arc<Heard>,
    pub metrics: Arc<Metrics>,
    task: tokio::task::JoinHandle<()>,
}

impl Node {
    pub fn start(name: &str, address: &str) -> Node {
        Node::with(name, address, "")
    }

    pub fn with(name: &str, address: &str, token: &str) -> Node {
        Node::trusting(name, address, token, Authorities::Public)
    }

    pub fn trusting(name: &str, address: &str, token: &str, authorities: Authorities) -> Node {
        Node::showing(name, address, token, authorities, None)
    }

    #[expect(clippy::disallowed_methods, reason = "the task ends with the value")]
    pub fn showing(name: &str, address: &str, token: &str, authorities: Authorities, own: Option<Own>) -> Node {
        let heard = Arc::new(Heard::default());
        let metrics = Metrics::new();
        let options = Options {
            cluster: "a test".to_owned(),
            node_name: name.to_owned(),
            about: "version 1".to_owned(),
            address: address.to_owned(),
            authorities,
            own,
            token: token.to_owned(),
            queue_max: 65_536,
            node: None,
            has_members: false,
        };
        let (bus, running) = Bus::start(&options, heard.clone(), Clock::system(), metrics.clone()).expect("an address");
        Node { bus, heard, metrics, task: tokio::spawn(running.run()) }
    }

    /// Ends the node as `kill -9` would.
    pub fn kill(&self) {
        self.task.abort();
    }

    pub fn messages(&self) -> Vec<String> {
        self.heard.messages.lock().expect("no panic").clone()
    }

    pub fn losses(&self) -> Vec<(Lost, Why)> {
        self.heard.lost.lock().expect("no panic").clone()
    }

    /// Waits until it is part of a cluster with so many others, and trusts its memory.
    pub async fn is_well(&self, others: usize) {
        until(|| self.bus.cache_is_valid() && self.bus.nodes().len() == others).await;
    }

    pub fn say(&self, to: Subject, message: &str) {
        self.bus.publish(to, None, Bytes::copy_from_slice(message.as_bytes()));
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Nodes that are part of one cluster.
pub async fn together<const N: usize>(addresses: [&str; N]) -> [Node; N] {
    let mut number = 0;
    let nodes = addresses.map(|address| {
        number += 1;
        Node::start(&format!("n{number}"), address)
    });
    for node in &nodes {
        node.is_well(N - 1).await;
    }
    nodes
}

/// Waits for what must come.
pub async fn until(is_true: impl Fn() -> bool) {
    let waited = tokio::time::timeout(PATIENCE, async {
        while !is_true() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    waited.await.expect("it comes in time");
}

pub fn channel(id: u8) -> Subject {
    Subject::Channel(Id([id; 16]).into())
}
