//! Replay: applies the messages in a row of the log, unless this node heard them before.
//!
//! A fact in a row invalidates its cache entries, unless the bus carried it: without the bus, and after the death of the
//! node that wrote the row. A row may be older than what this node heard since. Facts about memberships and ranks are
//! therefore looked up in the store.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use base::ids::{TeamId, UserId};
use bytes::Bytes;
use delivery::hub::{Pace, Place, Rank};
use node::Node;
use node::consequence::{Fact, Rules};

use super::Short;
use crate::cluster::Cluster;
use crate::message::Message;

/// One reading of the logs.
pub struct Replay<'c> {
    cluster: &'c Cluster,
    node: &'c Arc<Node>,
    /// Memberships to look up in the store.
    teams: HashSet<(UserId, TeamId)>,
    /// Users whose rank is to be looked up.
    ranks: HashSet<UserId>,
    /// Whether the rights of roles changed.
    has_roles: bool,
    is_damaged: bool,
    /// Whether the bus carried everything until the reading began.
    was_carried: bool,
}

impl<'c> Replay<'c> {
    pub fn new(cluster: &'c Cluster, node: &'c Arc<Node>) -> Replay<'c> {
        let (teams, ranks) = (HashSet::new(), HashSet::new());
        let was_carried = cluster.bus.cache_is_valid() && !cluster.log.is_behind();
        Replay { cluster, node, teams, ranks, has_roles: false, is_damaged: false, was_carried }
    }

    /// Applies a message that was published at `told_at` at the latest.
    pub fn take(&mut self, message: Bytes, told_at: Instant) {
        let (cluster, node) = (self.cluster, self.node);
        match Message::decode(message, &node.world.keyword_index.want_all()) {
            None => self.is_damaged = true,
            Some(Message::Facts { facts, events }) => {
                facts.into_iter().for_each(|fact| self.learn(fact));
                cluster.log.unheard(events).into_iter().for_each(|event| node.hub.publish(event));
            }
            Some(Message::Unit(unit)) => cluster.pass(node, |gates, now, out| gates.offer(unit, now, out)),
            Some(Message::Events { after, events }) => {
                // All are for one user. A client loads what was published before it connected.
                let Some(user) = events.first().map(|event| event.encoded.broadcast.user_id) else { return };
                if cluster.concerned_since(Place::User(user)).is_none_or(|since| since > told_at) {
                    return;
                }
                let events = cluster.log.unheard(events);
                match after {
                    Some(after) => cluster.pass(node, |gates, now, out| gates.offer_after(after, events, now, out)),
                    None => events.into_iter().for_each(|event| node.hub.publish(event)),
                }
            }
        }
    }

    fn learn(&mut self, fact: Fact) {
        if !self.was_carried || !self.cluster.bus.cache_is_valid() {
            self.invalidate(&fact);
        }
        match fact {
            Fact::JoinedTeam(user, team) | Fact::LeftTeam(user, team) => drop(self.teams.insert((user, team))),
            Fact::Rank(user, _) => drop(self.ranks.insert(user)),
            Fact::Rules(Rules::Role(_) | Rules::RolesRemoved(_)) => self.has_roles = true,
            fact if is_of_clients(&fact) => self.cluster.learn(self.node, fact),
            // Memory alone.
            _ => {}
        }
    }

    /// Invalidates the cache entries that a fact made stale.
    fn invalidate(&self, fact: &Fact) {
        let world = &self.node.world;
        match fact {
            Fact::JoinedTeam(user, _) | Fact::LeftTeam(user, _) => world.forget_memberships(*user),
            Fact::Rank(user, _) => {
                world.forget_user(*user);
                world.forget_member_counts();
            }
            Fact::Rules(_) => self.cluster.distrust(),
            // `learn` applies these in any case.
            fact if is_of_clients(fact) => {}
            fact => fact.clone().apply(self.node),
        }
    }

    /// Looks up what the rows leave open, and applies it.
    ///
    /// # Errors
    /// When a message was damaged, or the store fails.
    pub async fn finish(self) -> Result<(), Short> {
        let Replay { cluster, node, teams, ranks, has_roles, is_damaged, .. } = self;
        if is_damaged {
            return Err(Short::Gone("a message cannot be read"));
        }
        let is_here = |user: &UserId| cluster.concerned_since(Place::User(*user)).is_some();
        for (user, team) in teams.into_iter().filter(|(user, _)| is_here(user)) {
            node.world.forget_memberships(user);
            match node.world.memberships(user).await?.teams.contains_key(&team) {
                true => node.hub.join_team(user, team),
                false => node.hub.leave_team(user, team),
            }
        }
        for user in ranks.into_iter().filter(is_here) {
            node.world.forget_user(user);
            if let Some(user) = node.world.user(user).await? {
                node.hub.set_rank(user.id, Rank::of(&node.roles.load(), &user.roles));
            }
        }
        if has_roles {
            // The users whose rank it changes are not known here.
            node.hub.restart_all(Pace::InTurn);
        }
        Ok(())
    }
}

/// Whether a fact concerns more than caches: sockets of clients, or failed-attempt counters, which no store holds.
fn is_of_clients(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::SessionEnded { .. }
            | Fact::AllSessionsEnded
            | Fact::LeftChannel { .. }
            | Fact::UnknownMemberships
            | Fact::Missed(_)
            | Fact::Moved { .. }
            | Fact::GuessedWrong(_)
            | Fact::GuessedRight(_)
            | Fact::TriesForgotten(_)
    )
}
