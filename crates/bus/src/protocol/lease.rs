//! The lease: until when this node may use its caches.
//!
//! A lease of [`LEASE_MS`] from each proof, and the earliest end counts. A proof is an answer of another node to a
//! heartbeat of this one: by then everything that the other told everyone is applied here. It counts from when the
//! heartbeat was sent, so however slow the network is, a change that this node has not heard was made at most one lease
//! ago. The echo of the bus is the proof when there are no others.

use std::collections::{BTreeMap, BTreeSet};

use super::peer::Peer;
use super::{JOIN_MS, LEASE_MS, MEMBERS_FRESH_MS, MEMBERS_RENEWED_MS, Now, SUSPECT_JUMP_MS};
use crate::listener::NodeId;

#[derive(Default)]
pub(super) struct Lease {
    up_ms: Option<u64>,
    echo_ms: Option<u64>,
    /// Proofs from before count no more.
    not_before_ms: u64,
    /// The store tells who lives: until it did, others may be there who are not heard.
    pub needs_members: bool,
    members: Option<Members>,
}

/// Who lives, as the store knows it.
struct Members {
    others: BTreeSet<NodeId>,
    read_ms: u64,
    first_ms: u64,
}

impl Lease {
    pub fn is_up(&self) -> bool {
        self.up_ms.is_some()
    }

    pub fn up(&mut self, now_ms: u64) {
        self.up_ms = Some(now_ms);
        self.echo_ms = None;
    }

    pub fn down(&mut self) {
        self.up_ms = None;
        self.echo_ms = None;
    }

    pub fn echo(&mut self, probe_ms: u64) {
        if probe_ms >= self.not_before_ms {
            self.echo_ms = self.echo_ms.max(Some(probe_ms));
        }
    }

    /// A node answered a heartbeat that was sent at `stamp_ms`.
    pub fn contact(&self, peer: &mut Peer, stamp_ms: u64, now_ms: u64) {
        // A stamp from the future is none of this node's.
        if (self.not_before_ms..=now_ms).contains(&stamp_ms) {
            peer.contact_ms = peer.contact_ms.max(Some(stamp_ms));
        }
    }

    /// Compares the two clocks. When the wall's went ahead, the machine may have slept and the leases with it.
    pub fn watch_clocks(&mut self, before: Now, now: Now, peers: &mut BTreeMap<NodeId, Peer>) {
        let passed_ms = now.mono.saturating_sub(before.mono) as i64;
        if now.wall.saturating_sub(before.wall).saturating_sub(passed_ms) <= SUSPECT_JUMP_MS {
            return;
        }
        self.not_before_ms = now.mono;
        self.echo_ms = None;
        for peer in peers.values_mut() {
            peer.contact_ms = None;
        }
    }

    /// Takes who is alive by the store. The answer are those that are not any more.
    pub fn set_members(&mut self, others: Vec<NodeId>, read_ms: u64, now_ms: u64) -> Vec<NodeId> {
        let others: BTreeSet<NodeId> = others.into_iter().collect();
        let Some(members) = &mut self.members else {
            self.members = Some(Members { others, read_ms, first_ms: read_ms });
            return Vec::new();
        };
        let ended = members.others.difference(&others).copied().collect();
        members.others = others;
        if now_ms > members.read_ms + MEMBERS_RENEWED_MS {
            // The entry may have ended before it was renewed, and others may have read that.
            members.first_ms = read_ms;
        }
        members.read_ms = members.read_ms.max(read_ms);
        ended
    }

    /// Those that the store says are alive.
    pub fn members(&self) -> impl Iterator<Item = NodeId> {
        self.members.iter().flat_map(|members| members.others.iter().copied())
    }

    /// Whether every other node knows from the store that this one lives, so that those which do not hear it stop
    /// trusting their memory.
    pub fn is_known_by_store(&self, now_ms: u64) -> bool {
        self.members.as_ref().is_some_and(|members| {
            now_ms < members.read_ms + MEMBERS_FRESH_MS && now_ms >= members.first_ms + MEMBERS_FRESH_MS
        })
    }

    /// End of the lease; 0 when there is none.
    pub fn until_ms(&self, now_ms: u64, peers: &BTreeMap<NodeId, Peer>, departed: impl Fn(NodeId) -> bool) -> u64 {
        let (Some(up_ms), Some(echo_ms)) = (self.up_ms, self.echo_ms) else { return 0 };
        if now_ms < up_ms + JOIN_MS {
            return 0;
        }
        let mut until_ms = echo_ms + LEASE_MS;
        for peer in peers.values() {
            until_ms = until_ms.min(peer.contact_ms.map_or(0, |stamp_ms| stamp_ms + LEASE_MS));
        }
        match &self.members {
            None if self.needs_members => return 0,
            None => {}
            Some(members) => {
                until_ms = until_ms.min(members.read_ms + MEMBERS_FRESH_MS);
                if members.others.iter().any(|node| !peers.contains_key(node) && !departed(*node)) {
                    return 0;
                }
            }
        }
        until_ms
    }
}
