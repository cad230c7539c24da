//! Questions to other nodes that wait for their answers.

use std::collections::BTreeMap;

use super::Ticket;
use crate::listener::NodeId;

#[derive(Default)]
pub(super) struct Asks {
    last: u64,
    /// By the number that the question travels with. The bus bounds how many there are.
    pending: BTreeMap<u64, Pending>,
}

struct Pending {
    ticket: Ticket,
    node: NodeId,
    until_ms: u64,
}

impl Asks {
    /// The number for a new question.
    pub fn add(&mut self, ticket: Ticket, node: NodeId, until_ms: u64) -> u64 {
        self.last += 1;
        self.pending.insert(self.last, Pending { ticket, node, until_ms });
        self.last
    }

    /// Whose question `node` has answered; `None` for one that waits no more or was for another node.
    pub fn answered(&mut self, id: u64, node: NodeId) -> Option<Ticket> {
        if self.pending.get(&id)?.node != node {
            return None;
        }
        self.pending.remove(&id).map(|pending| pending.ticket)
    }

    /// Questions that a node will not answer any more.
    pub fn gone(&mut self, node: NodeId) -> Vec<Ticket> {
        self.take(|pending| pending.node == node)
    }

    pub fn timed_out(&mut self, now_ms: u64) -> Vec<Ticket> {
        self.take(|pending| now_ms >= pending.until_ms)
    }

    fn take(&mut self, which: impl Fn(&Pending) -> bool) -> Vec<Ticket> {
        let ids: Vec<u64> = self.pending.iter().filter(|(_, pending)| which(pending)).map(|(id, _)| *id).collect();
        ids.iter().filter_map(|id| self.pending.remove(id)).map(|pending| pending.ticket).collect()
    }
}
