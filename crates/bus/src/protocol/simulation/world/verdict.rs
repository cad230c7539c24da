//! What is asked of a world: while it runs, and after the quiet at its end.

use std::collections::BTreeSet;

use super::{END, MS, RESTART_MAX, SECOND, TROUBLE_END, World, node_id};
use crate::protocol::simulation::network::Who;
use crate::protocol::{BEAT_MS, GONE_MS, MEMBERS_LISTED_MS, SETTLE_MAX_MS, SILENCE_MS};

impl World {
    pub(super) fn settled(&mut self, who: Who, ticket: u64, everywhere: bool) {
        let Some((number, since)) = self.nodes[who].memory.settles.remove(&ticket) else {
            self.broken = Some(format!("node {who} settled twice"));
            return;
        };
        self.tell(&format!("node {who} settled {number}, {everywhere}, after {} ms", (self.now - since) / MS));
        if everywhere {
            self.published[number].is_settled = true;
            for other in 0..self.nodes.len() {
                self.check_trust(other);
            }
        }
    }

    /// Something is about to happen to a node.
    pub(super) fn look_at(&mut self, who: Who) {
        self.check_trust(who);
        let Some(protocol) = &self.nodes[who].protocol else { return };
        let counts_on = |other: &Who| {
            let node = node_id(*other);
            protocol.peers.contains_key(&node) || protocol.lease.members().any(|member| member == node)
        };
        let others: Vec<Who> = (0..self.nodes.len()).filter(counts_on).collect();
        self.nodes[who].memory.counted_on.extend(others.into_iter().map(|other| (other, self.now)));
    }

    /// A node that acts on its memory now must know all that is settled.
    pub(super) fn check_trust(&mut self, who: Who) {
        let node = &self.nodes[who];
        let Some(protocol) = &node.protocol else { return };
        let acts = node.stalled_until <= self.now && node.clock.at(self.now).mono < protocol.lease_until_ms();
        if acts && let Err(broken) = node.memory.check_trust(who, &self.published) {
            self.broken.get_or_insert(broken);
        }
    }

    /// After the quiet: everything was heard or reported, nobody waits, and all trust each other again.
    pub fn check(&self) -> Result<(), String> {
        if let Some(broken) = &self.broken {
            return Err(broken.clone());
        }
        let alive: BTreeSet<Who> = (0..self.nodes.len()).filter(|who| self.nodes[*who].protocol.is_some()).collect();
        for who in &alive {
            let node = &self.nodes[*who];
            node.memory.check_order()?;
            node.memory.check_gaps(*who, &self.published)?;
            let waits = node.memory.waits.len() + node.memory.settles.len() + node.memory.asks.len();
            if waits > 0 {
                return Err(format!("node {who} still waits: {:?}", node.memory.settles));
            }
            let protocol = node.protocol.as_ref().expect("it is alive");
            let sees = protocol.nodes().len() + 1;
            if sees != alive.len() {
                return Err(format!("node {who} sees {sees} of {} nodes", alive.len()));
            }
            if protocol.lease_until_ms() <= node.clock.at(self.now).mono {
                return Err(format!("node {who} does not trust its memory although all is quiet"));
            }
            let quiet_from = END - 5 * SECOND;
            if let Some((at, what)) = node.memory.lost.iter().find(|(at, _)| *at > quiet_from) {
                return Err(format!("node {who} lost {what:?} at {at} although all is quiet"));
            }
        }
        Ok(())
    }
}

/// The quiet must be longer than what takes longest: a dead node is forgotten, then a call is settled.
const _: () = assert!(
    END - TROUBLE_END > RESTART_MAX + (MEMBERS_LISTED_MS + BEAT_MS) * MS
        && SETTLE_MAX_MS + SILENCE_MS + GONE_MS < 20_000
);
