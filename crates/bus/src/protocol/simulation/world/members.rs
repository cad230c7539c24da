//! What the store of a world knows of its nodes, and what it tells them.

use rand::Rng;

use super::{MS, SECOND, World, node_id};
use crate::protocol::simulation::network::{Event, True, Who};
use crate::protocol::{Input, MEMBERS_LISTED_MS};

/// A node's entry.
pub(super) struct Entry {
    /// 0 for one that only has a mark.
    renewed: True,
    is_cut_off: bool,
}

impl Entry {
    fn is_listed(&self, now: True) -> bool {
        self.renewed > 0 && self.renewed + MEMBERS_LISTED_MS * MS > now
    }
}

impl World {
    pub(super) fn ask_members(&mut self, who: Who) {
        self.network.at(self.now + SECOND, who, None, Event::AskMembers);
        if self.nodes[who].store_cut_until > self.now {
            return;
        }
        let is_cut_off = self.nodes[who].connection.is_none();
        if is_cut_off {
            self.members.entry(who).or_insert(Entry { renewed: 0, is_cut_off }).is_cut_off = true;
            let reached =
                |(other, entry): (&Who, &Entry)| *other != who && entry.is_listed(self.now) && !entry.is_cut_off;
            if self.members.iter().any(reached) {
                return;
            }
        }
        let read_ms = self.nodes[who].clock.at(self.now).mono;
        let answer = self.now + self.rng.random_range(1..200) * MS;
        self.network.at(answer, who, None, Event::Members { read_ms, is_cut_off });
    }

    pub(super) fn tell_members(&mut self, who: Who, read_ms: u64, is_cut_off: bool) {
        self.members.insert(who, Entry { renewed: self.now, is_cut_off });
        let listed = self.members.iter().filter(|(other, entry)| **other != who && entry.is_listed(self.now));
        let others = listed.map(|(other, _)| node_id(*other)).collect();
        self.step(who, Input::Members { others, read_ms });
    }
}
