//! What is asked of a world: while it runs, and after the quiet at its end.

use std::collections::BTreeSet;

use super::{END, MS, SECOND, TROUBLE_END, World};
use crate::protocol::simulation::checks::Published;
use crate::protocol::simulation::network::Who;
use crate::protocol::{BEAT_MS, GONE_MS, MEMBERS_LISTED_MS, SETTLE_MAX_MS, SILENCE_MS};
use crate::subject::Subject;

impl World {
    pub(super) fn publication(&self, by: Who, to: Subject) -> Published {
        let is_listed = self.members.get(&by).is_some_and(|renewed| *renewed + MEMBERS_LISTED_MS * MS > self.now);
        let is_unsaid = self.nodes[by].connection.is_none() && !is_listed;
        Published { by, to, at: self.now, is_settled: false, is_unsaid }
    }

    /// What a node published without a connection is told as missing now.
    pub(super) fn begin_anew(&mut self, who: Who) {
        self.nodes[who].memory.in_step = false;
        self.published.iter_mut().filter(|one| one.by == who).for_each(|one| one.is_unsaid = false);
    }

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
    END - TROUBLE_END > (6_000 + MEMBERS_LISTED_MS + BEAT_MS) * MS && SETTLE_MAX_MS + SILENCE_MS + GONE_MS < 20_000
);
