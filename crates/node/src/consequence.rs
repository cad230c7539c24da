//! Consequences of a durable change, as data.
//!
//! A consequence takes effect on the node that committed, and travels to the other nodes of a cluster
//! ([`crate::others`]). So only consequences may invalidate a cache of the store. The caches, and what invalidates them:
//!
//! | cache | invalidated by |
//! |---|---|
//! | `world.sessions` | [`Fact::SessionEnded`], [`Fact::SessionChanged`], [`Fact::AllSessionsEnded`]; [`Fact::Used`] moves their use on |
//! | `world.users`, `world.keyword_index` | [`Fact::User`] |
//! | `world.names` | never: what is found is compared with the user's record |
//! | `world.channels` | [`Fact::Channel`], [`Fact::AllChannels`] |
//! | `world.teams` | [`Fact::Team`], [`Fact::AllTeams`] |
//! | `world.memberships` | [`Fact::Memberships`], [`Fact::EveryMembership`], joining and leaving |
//! | `world.auto_followers` | [`Fact::MemberSettings`] |
//! | `world.member_counts` | [`Fact::MemberSettings`], [`Fact::Rank`], [`Fact::EveryMembership`], joining and leaving |
//! | `world.statuses` | [`Fact::Status`]; [`Fact::Active`] moves the activity on |
//! | `world.subscribers` | [`Fact::Subscribed`]; what it keeps of channels, as `users`, `memberships` and `auto_followers` |
//! | `world.outgoing_webhooks` | [`Fact::OutgoingWebhooks`] |
//! | `world.emoji` | [`Fact::Emoji`] |
//! | `world.groups` | [`Fact::Group`] |
//! | `world.pictures` | never: another picture has another key |
//! | `windows` | [`Consequence::Posts`], [`Fact::Emoji`], [`Fact::Windows`]; in a cluster each use compares the channel's number |
//! | `node.roles`, `node.schemes` | [`Rules`] |
//! | `node.config` | [`Rules::Config`] |
//! | who belongs where, in the hub | [`Consequence::Joined`], [`Consequence::Left`], [`Fact::JoinedTeam`], [`Fact::LeftTeam`], [`Fact::Rank`], [`Rules::Role`] |
//! | sockets of ended sessions | [`Fact::SessionEnded`], [`Fact::AllSessionsEnded`] |
//!
//! Other memory belongs to one node: `limiter`, `invitations` and `figures` count or keep for a while. `tries` counts failed
//! attempts at any node ([`Fact::GuessedWrong`]) until [`Fact::GuessedRight`] or [`Fact::TriesForgotten`].
//! `integration_key` and `web_push.identity` never change.

use std::sync::Arc;

use base::ids::{ChannelId, ConnectionId, SchemeId, SessionId, TeamId, UserId};
use base::{Id, Millis};
use delivery::hub::{Event, Pace, RANKING, Rank};
use memory::TokenHash;
use memory::failed_attempts::{Failure, Guess, Name};
use memory::subscribers::Kind;
use permissions::PermissionSet;
use serde::{Deserialize, Serialize};
use wire::roles::Role;
use wire::schemes::Scheme;
use wire::sessions::Session;

use crate::node::Node;
use crate::{roles, settings};

/// What follows a durable change.
#[derive(Debug, Clone)]
pub enum Consequence {
    /// Every node must know this before the caller is answered.
    Fact(Fact),
    /// As a fact, but it took effect here already.
    Elsewhere(Fact),
    /// What is written in the channel is no longer what memory holds.
    Posts(ChannelId),
    /// From here on the user hears what is said in the channel.
    Joined(UserId, ChannelId),
    /// From here on the user hears nothing of the channel.
    Left(UserId, ChannelId),
    /// Clients are told.
    Event(Arc<Event>),
}

/// What every node must know, because its memory or the rights it grants depend on it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Fact {
    SessionEnded {
        token_hash: TokenHash,
        user: UserId,
        session: SessionId,
    },
    SessionChanged(TokenHash),
    AllSessionsEnded,
    User(UserId),
    Rank(UserId, Rank),
    Channel(ChannelId),
    AllChannels,
    Team(TeamId),
    AllTeams,
    Memberships(UserId),
    EveryMembership,
    /// Who belongs where is not known any more: memory forgets, and clients begin anew.
    UnknownMemberships,
    /// The user left a channel in the change with this number of the channel's; 0 when it has none.
    LeftChannel {
        user: UserId,
        channel: ChannelId,
        number: i64,
    },
    MemberSettings(ChannelId),
    JoinedTeam(UserId, TeamId),
    LeftTeam(UserId, TeamId),
    Status(UserId),
    /// The user, who is shown as before, did something at this time.
    Active(UserId, Millis),
    /// The session, which lasts as long as before, was used at this time.
    Used(TokenHash, Millis),
    OutgoingWebhooks(TeamId),
    Emoji(String),
    Group(String),
    Windows,
    /// Somebody says that the store was changed by other means.
    Everything,
    Rules(Rules),
    /// A node that kept the user's connection missed something before it gave that away: the client begins anew.
    Missed(UserId),
    /// A client whose node did not answer went on with its connection at another: the old one is no more.
    Moved {
        user: UserId,
        connection: ConnectionId,
        to: Id,
    },
    /// What was tried at an account, by its names, counts no more.
    TriesForgotten(Vec<Name>),
    /// A password or a code was wrong at another node.
    GuessedWrong(Failure),
    /// What was wrong before, at the same name and from the same place, counts no more.
    GuessedRight(Guess),
    /// The user has a device that can be told while no client is open on it.
    Subscribed(UserId, Kind),
}

/// What decides what everybody may.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Rules {
    Role(Box<Role>),
    RolesRemoved(Vec<String>),
    Scheme(Box<Scheme>),
    SchemeRemoved(SchemeId),
    /// What administrators changed, as the store keeps it; empty when nothing was.
    Config(String),
}

impl Consequence {
    /// Takes effect on this node.
    pub fn apply(self, node: &Node) {
        match self {
            Consequence::Fact(fact) => fact.apply(node),
            Consequence::Elsewhere(_) => {}
            Consequence::Posts(channel) => node.windows.forget(channel),
            Consequence::Joined(user, channel) => {
                node.world.forget_memberships(user);
                node.world.forget_members(channel);
                node.hub.join_channel(user, channel);
            }
            Consequence::Left(user, channel) => {
                node.world.forget_memberships(user);
                node.world.forget_members(channel);
                node.hub.leave_channel(user, channel);
            }
            Consequence::Event(event) => node.hub.publish(event),
        }
    }

    /// The channel of which this changes what its members hear or read.
    pub fn channel(&self) -> Option<ChannelId> {
        match self {
            Consequence::Posts(channel) | Consequence::Joined(_, channel) | Consequence::Left(_, channel) => {
                Some(*channel)
            }
            Consequence::Event(event) => {
                let broadcast = &event.encoded.broadcast;
                Some(broadcast.channel_id).filter(|channel| channel.is_some() && broadcast.user_id.is_none())
            }
            Consequence::Fact(_) | Consequence::Elsewhere(_) => None,
        }
    }

    /// A session that ended: it is unknown and its sockets are closed.
    pub fn ended(session: &Session) -> Consequence {
        let (token_hash, user, session) = (session.token_hash, session.user_id, session.id);
        Consequence::Fact(Fact::SessionEnded { token_hash, user, session })
    }
}

impl Fact {
    /// Whether it tells of activity: who does not hear it writes that of the same user or session a little earlier.
    pub fn is_activity(&self) -> bool {
        matches!(self, Fact::Active(..) | Fact::Used(..))
    }

    /// Whether a caller may be answered before every node knows it: how long a session lasts, where a
    /// connection went, and what was guessed. A wrong password is answered as soon as ever, also where the bus is gone.
    pub fn may_be_late(&self) -> bool {
        matches!(self, Fact::SessionChanged(_) | Fact::Moved { .. } | Fact::GuessedWrong(_) | Fact::GuessedRight(_))
    }

    /// Takes effect on this node. Called on the writer, or by what hears other nodes: it must not block.
    pub fn apply(self, node: &Node) {
        let world = &node.world;
        match self {
            Fact::SessionEnded { token_hash, user, session } => {
                world.sessions.forget(&token_hash);
                node.hub.close_session(user, session);
            }
            Fact::SessionChanged(token_hash) => world.sessions.forget(&token_hash),
            Fact::AllSessionsEnded => {
                world.sessions.forget_all();
                node.hub.restart_all(Pace::InTurn);
            }
            Fact::User(user) => world.forget_user(user),
            Fact::Rank(user, rank) => {
                world.forget_member_counts();
                node.hub.set_rank(user, rank);
            }
            Fact::Channel(channel) => world.channels.forget(&channel),
            Fact::AllChannels => world.channels.forget_all(),
            Fact::Team(team) => world.teams.forget(&team),
            Fact::AllTeams => world.teams.forget_all(),
            Fact::Memberships(user) => world.forget_memberships(user),
            Fact::EveryMembership => world.forget_every_membership(),
            Fact::UnknownMemberships => {
                world.forget_every_membership();
                node.hub.restart_all(Pace::InTurn);
            }
            Fact::LeftChannel { user, channel, .. } => Consequence::Left(user, channel).apply(node),
            Fact::MemberSettings(channel) => {
                world.forget_member_settings(channel);
                world.subscribers.forget_channel(channel);
            }
            Fact::JoinedTeam(user, team) => {
                world.forget_memberships(user);
                node.hub.join_team(user, team);
            }
            Fact::LeftTeam(user, team) => {
                world.forget_memberships(user);
                node.hub.leave_team(user, team);
            }
            Fact::Status(user) => world.statuses.forget(&user),
            Fact::Active(user, at) => world.was_active(user, at),
            Fact::Used(token_hash, at) => world.was_used(&token_hash, at),
            Fact::OutgoingWebhooks(team) => world.outgoing_webhooks.forget(&team),
            Fact::Emoji(name) => {
                world.emoji.forget(&name);
                // The name means something else also in posts that were read before.
                node.windows.forget_all();
            }
            Fact::Group(name) => world.groups.forget(&name),
            Fact::Windows => node.windows.forget_all(),
            Fact::Missed(user) => node.hub.close_user(user),
            Fact::Moved { user, connection, to } => {
                if node.others.as_ref().is_none_or(|others| others.id() != to) {
                    node.hub.remove_moved(user, connection);
                }
            }
            Fact::Subscribed(user, kind) => world.subscribers.subscribed(user, kind),
            Fact::TriesForgotten(names) => node.tries.forget(&names),
            Fact::GuessedWrong(failure) => {
                node.tries.heard(&failure, node.clock.now());
                world.forget_user(failure.user);
            }
            Fact::GuessedRight(guess) => drop(node.tries.succeeded(guess)),
            Fact::Everything => node.forget_everything(),
            Fact::Rules(rules) => rules.apply(node),
        }
    }
}

impl Rules {
    fn apply(self, node: &Node) {
        match self {
            Rules::Role(role) => {
                let role = roles::resolved(&role);
                let before = node.roles.load().iter().find(|one| one.name == role.name).map(|one| one.set);
                node.roles.rcu(|table| {
                    let others =
                        table.iter().filter(|one| one.name != role.name).map(|one| permissions::Role::clone(one));
                    permissions::RoleTable::new(others.chain([role.clone()]))
                });
                // Nobody has a role that is new.
                rank_anew(node, before.unwrap_or(role.set), role.set);
            }
            Rules::RolesRemoved(names) => {
                let before = node.roles.load().system_set(&names.join(" "));
                node.roles.rcu(|table| {
                    let others = table.iter().filter(|one| !names.iter().any(|name| **name == *one.name));
                    permissions::RoleTable::new(others.map(|one| permissions::Role::clone(one)))
                });
                rank_anew(node, before, PermissionSet::EMPTY);
            }
            Rules::Scheme(scheme) => {
                node.schemes.rcu(|schemes| schemes.with(&scheme));
            }
            Rules::SchemeRemoved(id) => {
                node.schemes.rcu(|schemes| schemes.without(id));
            }
            Rules::Config(changes) => settings::take(node, &changes),
        }
    }
}

/// Lets everybody begin anew where what the hub knows of ranks is true no more. Roles are seldom changed in this.
fn rank_anew(node: &Node, before: PermissionSet, after: PermissionSet) {
    if before & RANKING != after & RANKING {
        node.hub.restart_all(Pace::InTurn);
    }
}
