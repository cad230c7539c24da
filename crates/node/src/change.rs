//! A change: writes that belong together, and their consequences once they are durable.
//!
//! A handler begins a change, adds writes of the store's nouns and events for clients, and commits. The store makes the
//! writes durable all at once. Then the consequences take effect, on the writer and in commit order: caches are
//! invalidated, events go to the hub, and both go to the other nodes of a cluster. Then the handler continues. Nothing
//! else publishes what is stored.

use std::pin::Pin;
use std::sync::Arc;

use base::ids::{ChannelId, TeamId, UserId};
use delivery::hub::{About, Event, Rank, Readers, Within};
use serde::Serialize;
use store::{Outcome, Returned, Sequel, Write};
use wire::events::{Broadcast, EncodedEvent, EventName};
use wire::roles::Role;
use wire::schemes::Scheme;
use wire::sessions::Session;

use crate::consequence::{Consequence, Fact, Rules};
use crate::node::Node;
use crate::others::{Begun, Meaning};

type Told = Box<dyn Fn(&Outcome) -> Vec<Consequence> + Send>;
type Effect = Box<dyn FnOnce(&Node, &Outcome) + Send>;

/// A consequence, in order.
enum Next {
    Known(Consequence),
    /// Consequences that depend on what the writes returned.
    Told(Told),
    /// A step of this process alone.
    Here(Effect),
}

/// Writes and their consequences, not yet done.
#[must_use = "a change does nothing until it is committed"]
pub struct Change {
    node: Arc<Node>,
    writes: Vec<Write>,
    next: Vec<Next>,
    /// Events about users. The commit finds the channels by which guests know these users.
    subjects: Vec<(UserId, Vec<usize>)>,
    /// Writes whose rows name the channels that the change concerns.
    counted: Vec<usize>,
}

impl Change {
    pub fn new(node: &Arc<Node>) -> Change {
        Change {
            node: node.clone(),
            writes: Vec::with_capacity(4),
            next: Vec::with_capacity(4),
            subjects: Vec::new(),
            counted: Vec::new(),
        }
    }

    pub fn node(&self) -> &Arc<Node> {
        &self.node
    }

    /// Adds a write; the number is its place in the [`Outcome`].
    pub fn write(&mut self, write: Write) -> usize {
        self.writes.push(write);
        self.writes.len() - 1
    }

    /// Adds a step that runs on this node alone once the writes are durable. It runs on the writer, so it must not block.
    /// No cache of another node may depend on it.
    pub fn then_here(&mut self, effect: impl FnOnce(&Node, &Outcome) + Send + 'static) {
        self.next.push(Next::Here(Box::new(effect)));
    }

    /// Adds consequences that depend on what the writes return. A cluster calls it before the commit, and again when the
    /// change is retried, so it must have no effect of its own.
    pub fn then_told(&mut self, told: impl Fn(&Outcome) -> Vec<Consequence> + Send + 'static) {
        self.next.push(Next::Told(Box::new(told)));
    }

    /// Adds a fact that every node must know.
    pub fn fact(&mut self, fact: Fact) {
        self.then(Consequence::Fact(fact));
    }

    /// Adds a fact that every other node must know; this node acts on it separately.
    pub fn fact_elsewhere(&mut self, fact: Fact) {
        self.then(Consequence::Elsewhere(fact));
    }

    fn then(&mut self, consequence: Consequence) {
        self.next.push(Next::Known(consequence));
    }

    /// Adds an event, and encodes it at once.
    pub fn announce<T: Serialize>(&mut self, name: EventName, data: &T, broadcast: Broadcast) {
        self.announce_event(Event::plain(EncodedEvent::new(name, data, broadcast)));
    }

    /// Adds an event about a user. Guests get it only if they share a channel with that user.
    pub fn announce_about<T: Serialize>(&mut self, user: UserId, name: EventName, data: &T, broadcast: Broadcast) {
        self.announce_event_about(user, Event::plain(EncodedEvent::new(name, data, broadcast)));
    }

    /// As [`Change::announce_about`], of an event of which some recipients get more than others.
    pub fn announce_event_about(&mut self, user: UserId, event: Event) {
        let at = self.next.len();
        self.then(Consequence::Event(Arc::new(event)));
        match self.subjects.iter_mut().find(|(one, _)| *one == user) {
            Some((_, events)) => events.push(at),
            None => self.subjects.push((user, vec![at])),
        }
    }

    /// Adds an event of which some recipients get more than others. Events about posts also invalidate the channel's cached
    /// posts.
    pub fn announce_event(&mut self, event: Event) {
        if event.encoded.name.changes_posts() {
            self.posts_changed(event.encoded.broadcast.channel_id);
        }
        self.then(Consequence::Event(Arc::new(event)));
    }

    /// Adds a write that ends sessions and returns them. After the change they are unknown and their sockets closed.
    pub fn end_sessions(&mut self, write: Write) {
        let at = self.write(write);
        self.then_told(move |outcome| match outcome.rows::<Session>(at) {
            Ok(ended) => ended.iter().map(Consequence::ended).collect(),
            Err(error) => {
                tracing::error!(%error, "ended sessions cannot be read: all are forgotten");
                vec![Consequence::Fact(Fact::AllSessionsEnded)]
            }
        });
    }

    /// Adds a write that changes sessions and returns them, and invalidates these sessions.
    pub fn sessions_changed(&mut self, write: Write) {
        let at = self.write(write);
        self.then_told(move |outcome| match outcome.rows::<Session>(at) {
            Ok(changed) => {
                let changed = changed.iter().map(|session| Fact::SessionChanged(session.token_hash));
                changed.map(Consequence::Fact).collect()
            }
            Err(error) => {
                tracing::error!(%error, "changed sessions cannot be read: all are forgotten");
                vec![Consequence::Fact(Fact::AllSessionsEnded)]
            }
        });
    }

    /// Invalidates the user's record.
    pub fn user_changed(&mut self, user: UserId) {
        self.fact(Fact::User(user));
    }

    /// Publishes the user's new system roles, on which the visibility of events depends. Also used when an account is
    /// activated or deactivated, since that changes the member counts of its channels.
    pub fn rank_changed(&mut self, user: UserId, roles: &str) {
        let rank = Rank::of(&self.node.roles.load(), roles);
        self.fact(Fact::Rank(user, rank));
    }

    /// Invalidates the user's status.
    pub fn status_changed(&mut self, user: UserId) {
        self.fact(Fact::Status(user));
    }

    /// Invalidates the channel's record. Its counters need no invalidation.
    pub fn channel_changed(&mut self, channel: ChannelId) {
        self.fact(Fact::Channel(channel));
    }

    /// Invalidates the cached posts of the channel.
    pub fn posts_changed(&mut self, channel: ChannelId) {
        self.then(Consequence::Posts(channel));
    }

    /// Invalidates the team's record.
    pub fn team_changed(&mut self, team: TeamId) {
        self.fact(Fact::Team(team));
    }

    /// Subscribes the user's connections to the channel.
    pub fn joins_channel(&mut self, user: UserId, channel: ChannelId) {
        self.then(Consequence::Joined(user, channel));
    }

    /// Unsubscribes the user's connections from the channel.
    pub fn leaves_channel(&mut self, user: UserId, channel: ChannelId) {
        self.then(Consequence::Left(user, channel));
    }

    /// Adds the writes that remove a user from a team's channels: memberships, followed threads, the open entries of their
    /// history. It also unsubscribes the user's connections from these channels.
    pub fn leaves_channels_of(&mut self, user: UserId, team: TeamId) {
        let now = self.node.clock.now();
        self.write(store::threads::leave_team(user, team));
        self.write(store::channel_history::left_team(user, team, now));
        if self.node.others.is_some() {
            let at = self.write(store::channel_events::count_of_member(user, team));
            self.counted.push(at);
        }
        let at = self.write(store::channel_members::leave_team(user, team));
        self.leave_as_returned(at, move |channel| Consequence::Left(user, channel));
    }

    /// Unsubscribes the users whose ids the write at `at` returns from the channel.
    pub fn returned_users_leave(&mut self, channel: ChannelId, at: usize) {
        self.posts_changed(channel);
        self.leave_as_returned(at, move |user| Consequence::Left(user, channel));
    }

    fn leave_as_returned<T: store::FromRow>(&mut self, at: usize, left: impl Fn(T) -> Consequence + Send + 'static) {
        self.then_told(move |outcome| match outcome.rows::<T>(at) {
            Ok(rows) => rows.into_iter().map(&left).collect(),
            Err(error) => {
                tracing::error!(%error, "removed memberships cannot be read: all connections resync");
                vec![Consequence::Fact(Fact::UnknownMemberships)]
            }
        });
    }

    /// Invalidates the roles and settings of a channel's member.
    pub fn member_changed(&mut self, user: UserId, channel: ChannelId) {
        self.fact(Fact::Memberships(user));
        self.fact(Fact::MemberSettings(channel));
    }

    pub fn joins_team(&mut self, user: UserId, team: TeamId) {
        self.fact(Fact::JoinedTeam(user, team));
    }

    pub fn leaves_team(&mut self, user: UserId, team: TeamId) {
        self.fact(Fact::LeftTeam(user, team));
    }

    /// Invalidates the roles of a team's member.
    pub fn team_member_changed(&mut self, user: UserId) {
        self.fact(Fact::Memberships(user));
    }

    /// Publishes a role with its new rights.
    pub fn role_changed(&mut self, role: &Role) {
        self.fact(Fact::Rules(Rules::Role(Box::new(role.clone()))));
    }

    /// Publishes that these roles are removed.
    pub fn roles_removed(&mut self, names: Vec<String>) {
        self.fact(Fact::Rules(Rules::RolesRemoved(names)));
    }

    /// Publishes a new or changed scheme.
    pub fn scheme_changed(&mut self, scheme: &Scheme) {
        self.fact(Fact::Rules(Rules::Scheme(Box::new(scheme.clone()))));
    }

    /// Publishes that a scheme is removed.
    pub fn scheme_removed(&mut self, id: base::ids::SchemeId) {
        self.fact(Fact::Rules(Rules::SchemeRemoved(id)));
    }

    /// Makes the change durable, applies its consequences, and returns what each write did. In a box, so that it is
    /// compiled here, and not in each crate that changes something.
    ///
    /// # Errors
    /// As [`store::Store::commit`]. Nothing of the change has then taken effect.
    pub fn commit(self) -> Pin<Box<dyn Future<Output = store::Result<Outcome>> + Send>> {
        Box::pin(self.make())
    }

    async fn make(self) -> store::Result<Outcome> {
        let Change { node, mut writes, mut next, subjects, counted } = self;
        for (user, events) in subjects {
            let channels = node.world.memberships(user).await?.channels.keys().copied().collect();
            let about = Arc::new(About { user, channels });
            for at in events {
                if let Next::Known(Consequence::Event(event)) = &mut next[at] {
                    Arc::get_mut(event).expect("an event is shared by its commit").about = Some(about.clone());
                }
            }
        }
        if !node.config().team.view_archived_channels {
            keep_from_archived(&node, &mut next).await?;
        }
        let store = node.store.clone();
        let Some(others) = &node.others else {
            let then = move |outcome: &Outcome| follow(&node, next, outcome);
            return store.commit(writes, Some(Box::new(then))).await;
        };
        for one in &mut next {
            if let Next::Known(Consequence::Event(event)) = one {
                others.stamp(Arc::get_mut(event).expect("an event is shared by its commit"));
            }
        }
        let channels = next.iter().filter_map(Next::channel).collect();
        let Begun { meaning, settled } = others.begin(&node, channels, &mut writes, counted).await?;
        let then = Elsewhere { node: node.clone(), next, meaning, is_taken: false };
        let outcome = store.commit(writes, Some(Box::new(then))).await?;
        settled.await?;
        Ok(outcome)
    }
}

/// The sequel of a change that other nodes must know.
struct Elsewhere {
    node: Arc<Node>,
    next: Vec<Next>,
    meaning: Box<dyn Meaning>,
    is_taken: bool,
}

impl Sequel for Elsewhere {
    fn logs(&self) -> bool {
        true
    }

    fn log(&mut self, outcome: &Outcome, log: &mut Vec<u8>) {
        let consequences = self.next.iter().flat_map(|one| match one {
            Next::Known(consequence) => vec![consequence.clone()],
            Next::Told(told) => told(outcome),
            Next::Here(_) => Vec::new(),
        });
        let consequences = consequences.collect();
        self.meaning.take(&self.node, outcome, consequences, log);
        self.is_taken = true;
    }

    fn reads_outcome(&self) -> bool {
        self.next.iter().any(|one| matches!(one, Next::Told(_)))
    }

    fn follow(mut self: Box<Self>, outcome: &Outcome) {
        if !self.is_taken {
            self.log(outcome, &mut Vec::new());
        }
        let Elsewhere { node, next, meaning, .. } = *self;
        for one in next {
            if let Next::Here(effect) = one {
                effect(&node, outcome);
            }
        }
        meaning.happen(&node);
    }
}

impl Node {
    /// Begins a change.
    pub fn change(self: &Arc<Self>) -> Change {
        Change::new(self)
    }
}

/// Limits events of archived channels to users who may read such channels, as requests do. An event with an audience of
/// its own, such as a restored channel, keeps that audience.
async fn keep_from_archived(node: &Node, next: &mut [Next]) -> store::Result<()> {
    for one in next {
        let Next::Known(Consequence::Event(event)) = one else { continue };
        let to = &event.encoded.broadcast;
        if to.user_id.is_some() || to.channel_id.is_none() || event.within.is_some() {
            continue;
        }
        let channel = to.channel_id;
        if node.world.channel(channel).await?.is_some_and(|channel| channel.is_archived()) {
            let event = Arc::get_mut(event).expect("an event is shared by its commit");
            event.within = Some(Within { channel, readers: Readers::Administrators });
        }
    }
    Ok(())
}

/// Applies the consequences in order.
fn follow(node: &Node, next: Vec<Next>, outcome: &Outcome) {
    for one in next {
        match one {
            Next::Known(consequence) => consequence.apply(node),
            Next::Told(told) => told(outcome).into_iter().for_each(|consequence| consequence.apply(node)),
            Next::Here(effect) => effect(node, outcome),
        }
    }
}

impl Next {
    fn channel(&self) -> Option<ChannelId> {
        match self {
            Next::Known(consequence) => consequence.channel(),
            Next::Told(_) | Next::Here(_) => None,
        }
    }
}
