//! Nodes of a cluster in the process: on one database, with a bus of their own or a real NATS.
//!
//! `MUSTER_TEST_NATS` names the real one; each cluster has a name of its own there.

use std::sync::atomic::{AtomicU32, Ordering};

use base::Clock;
use bus::{Bus, Exchange, Options};
use cluster::Join;

/// What the nodes of one cluster have in common.
pub struct Wires {
    exchange: Exchange,
    nats: Option<String>,
    name: String,
}

impl Default for Wires {
    fn default() -> Self {
        static NAMES: AtomicU32 = AtomicU32::new(0);
        let name = format!("test-{}-{}", std::process::id(), NAMES.fetch_add(1, Ordering::Relaxed));
        Wires { exchange: Exchange::new(), nats: nats_url(), name }
    }
}

impl Wires {
    /// The wires of a cluster in this process alone.
    pub fn in_process(exchange: Exchange) -> Wires {
        Wires { exchange, nats: None, ..Wires::default() }
    }

    /// What carries messages between the nodes, for tests that disturb it.
    pub fn exchange(&self) -> &Exchange {
        &self.exchange
    }

    /// How a node takes part.
    pub fn join(&self, number: usize, clock: &Clock, metrics: &std::sync::Arc<metrics::Metrics>) -> Join {
        let mut options = Options {
            cluster: self.name.clone(),
            node_name: format!("node-{number}"),
            about: String::new(),
            address: self.nats.clone().unwrap_or_default(),
            authorities: Default::default(),
            own: None,
            token: String::new(),
            queue_max: 65_536,
            node: None,
            has_members: true,
        };
        let (exchange, nats) = (self.exchange.clone(), self.nats.is_some());
        let (clock, metrics) = (clock.clone(), metrics.clone());
        Box::new(move |ears, node| {
            options.node = node;
            match nats {
                true => Bus::start(&options, ears, clock, metrics).map_err(|error| error.to_string()),
                false => Ok(Bus::join(&exchange, &options, ears, clock, metrics)),
            }
        })
    }
}

#[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
fn nats_url() -> Option<String> {
    std::env::var("MUSTER_TEST_NATS").ok()
}
