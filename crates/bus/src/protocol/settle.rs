//! Waits until what was published is applied everywhere, or not trusted.
//!
//! A heartbeat is sent behind what was published, and each node answers how far it is. A node that stays silent for
//! [`SILENCE_MS`] has no lease any more: its last one came from an answer that this node gave before it published, so
//! it ended [`LEASE_MS`](super::LEASE_MS) later at most. That holds only if the other node still counted on this one
//! then; so the heartbeat is sent only while this node's own lease holds, and calls wait for it to come back.

use std::collections::{BTreeMap, BTreeSet};

use super::peer::Peer;
use super::{SETTLE_MAX_MS, SILENCE_MS, Ticket};
use crate::listener::NodeId;
use crate::outcome::Settled;

/// Heartbeats that are waited for at a time. Calls that come meanwhile share the next one: each heartbeat costs every
/// node a frame and an answer, and thousands of calls come at once when thousands of users do.
const SENT_MAX: usize = 2;
/// Though a node is silent, a call waits for its heartbeat no longer than until the first look at the time after so
/// long.
const SHARE_MS: u64 = 20;

#[derive(Default)]
pub(super) struct Settling {
    /// Wait for this node's lease, and for those before them.
    parked: Vec<(Ticket, u64)>,
    /// In the order of their numbers.
    sent: Vec<Sent>,
}

struct Sent {
    tickets: Vec<Ticket>,
    /// Number of the heartbeat.
    number: u64,
    at_ms: u64,
    /// Nodes that have not answered.
    need: BTreeSet<NodeId>,
}

impl Settling {
    pub fn park(&mut self, ticket: Ticket, now_ms: u64) {
        self.parked.push((ticket, now_ms));
    }

    /// Whether a heartbeat is to be sent for parked calls.
    pub fn is_due(&self, now_ms: u64) -> bool {
        let shares = |last: &Sent| self.sent.len() >= SENT_MAX && now_ms < last.at_ms + SHARE_MS;
        !self.parked.is_empty() && !self.sent.last().is_some_and(shares)
    }

    /// The heartbeat with that number is behind what the parked calls are about.
    pub fn send(&mut self, number: u64, now_ms: u64, need: BTreeSet<NodeId>) {
        let tickets = self.parked.drain(..).map(|(ticket, _)| ticket).collect();
        self.sent.push(Sent { tickets, number, at_ms: now_ms, need });
    }

    /// A node ended for sure.
    pub fn ended(&mut self, node: NodeId) {
        for sent in &mut self.sent {
            sent.need.remove(&node);
        }
    }

    /// Calls that may return.
    pub fn finished(&mut self, now_ms: u64, peers: &BTreeMap<NodeId, Peer>) -> Vec<(Ticket, Settled)> {
        let mut finished = Vec::new();
        self.sent.retain_mut(|sent| {
            sent.need.retain(|node| peers.get(node).is_none_or(|peer| peer.applied < sent.number));
            let done = sent.need.is_empty() || now_ms >= sent.at_ms + SILENCE_MS;
            if done {
                finished.extend(sent.tickets.iter().map(|ticket| (*ticket, Settled::Everywhere)));
            }
            !done
        });
        self.parked.retain(|(ticket, since_ms)| {
            let waits = now_ms < since_ms + SETTLE_MAX_MS;
            if !waits {
                finished.push((*ticket, Settled::Unproven));
            }
            waits
        });
        finished
    }
}
