//! This node's part in the cluster: what it publishes and what it hears.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use base::Millis;
use base::ids::{ChannelId, TeamId, UserId};
use bus::{Bus, NodeId, Settled, Sheddable, Subject};
use bytes::Bytes;
use delivery::hub::{Belongs, Event, Stamp};
use metrics::Metrics;
use node::Node;
use node::consequence::Fact;
use parking_lot::Mutex;
use wire::channels::Channel;
use wire::events::{Broadcast, EventName};

use crate::aftermath::Aftermaths;
use crate::cache_validity::CacheValidity;
use crate::event_log::EventLog;
use crate::gate::{Gates, Part, Released, Turn, Unit};
use crate::interest::Interests;
use crate::message::{MESSAGE_BYTES_MAX, Message};
use crate::records::{Kept, Sending};
use crate::resume::HandOvers;

/// Where activity is told, which nothing waits for. No team has this id; nodes of an older program, which would take such
/// a message for a lost one, do not hear it.
pub(crate) const ACTIVITY: Subject = Subject::Team(TeamId::NONE);

/// This node's part in the cluster.
pub struct Cluster {
    pub bus: Bus,
    pub(crate) gates: Mutex<Gates>,
    pub(crate) interests: Interests,
    pub cache_validity: CacheValidity,
    pub(crate) log: EventLog,
    /// Who joined which channel by this node lately.
    pub(crate) joined: Mutex<VecDeque<(Instant, ChannelId, UserId)>>,
    pub(crate) hand_overs: HandOvers,
    pub(crate) sending: Sending,
    pub(crate) kept: Kept,
    pub(crate) aftermaths: tokio::sync::Mutex<Aftermaths>,
    stamps: AtomicU64,
    began: Instant,
    metrics: Arc<Metrics>,
}

impl Cluster {
    pub fn new(bus: Bus, metrics: &Arc<Metrics>) -> Cluster {
        let interests = Interests::default();
        let (gates, cache_validity) = (Mutex::default(), CacheValidity::default());
        Cluster {
            bus,
            gates,
            interests,
            cache_validity,
            log: EventLog::default(),
            joined: Mutex::default(),
            hand_overs: Default::default(),
            sending: Default::default(),
            kept: Default::default(),
            aftermaths: Default::default(),
            stamps: AtomicU64::new(1),
            began: Instant::now(),
            metrics: metrics.clone(),
        }
    }

    /// The write barrier: returns when every node has applied what this one published before, or has lost its cache lease.
    ///
    /// # Errors
    /// When that cannot be proven; the caller must not be told that the change is in force everywhere.
    pub async fn settle(&self) -> store::Result<()> {
        match self.bus.settle().await {
            Settled::Everywhere => Ok(()),
            Settled::Unproven => {
                tracing::error!("this node is cut off: other nodes may not know yet of a change that is durable");
                Err(store::Error::Busy)
            }
        }
    }

    /// Tells of what is not stored: nothing waits for it, and a full outbox may drop typing.
    pub fn tell(&self, node: &Node, mut event: Event) {
        self.stamp(&mut event);
        let event = Arc::new(event);
        node.hub.publish(event.clone());
        let shed = (event.encoded.name == EventName::Typing).then_some(Sheddable::Typing);
        for subject in self.audience(node, &event.encoded.broadcast) {
            self.publish(subject, shed, &Message::Events { after: None, events: vec![event.clone()] });
        }
    }

    /// Where an event goes besides this node.
    fn audience(&self, node: &Node, broadcast: &Broadcast) -> Vec<Subject> {
        match broadcast {
            Broadcast { user_id, .. } if user_id.is_some() => vec![Subject::User(*user_id)],
            Broadcast { channel_id, .. } if channel_id.is_some() => match direct_users(node, *channel_id) {
                None => vec![Subject::Channel(*channel_id)],
                Some(users) => users.into_iter().filter(|user| !broadcast.omits(*user)).map(Subject::User).collect(),
            },
            _ => vec![Subject::Everyone],
        }
    }

    pub(crate) fn publish(&self, to: Subject, shed: Option<Sheddable>, message: &Message) {
        self.send(to, shed, message, message.encode());
    }

    /// As [`Cluster::publish`], of a message that is encoded already.
    pub(crate) fn send(&self, to: Subject, shed: Option<Sheddable>, message: &Message, bytes: Bytes) {
        if bytes.len() <= MESSAGE_BYTES_MAX {
            self.count(message);
            return self.bus.publish(to, shed, bytes);
        }
        // A change of a channel that does not come is missed by its number; what else is as large reads like this.
        tracing::error!(?to, bytes = bytes.len(), "a message is too large for the bus: clients of other nodes resync");
        if !matches!(message, Message::Unit(_)) {
            let facts = vec![Fact::UnknownMemberships];
            self.bus.publish(Subject::Everyone, None, Message::Facts { facts, events: Vec::new() }.encode());
        }
    }

    /// Marks an event so that a client that changes nodes does not hear it twice.
    pub(crate) fn stamp(&self, event: &mut Event) {
        let node = u128::from_be_bytes(self.bus.node().0.0);
        let number = u128::from(self.stamps.fetch_add(1, Ordering::Relaxed));
        // The lower half of an id is random, and the number of an event fits well into 64 bits.
        event.stamp = Stamp((node << 64) | number);
        if let Some(private) = &mut event.private
            && let Some(fuller) = Arc::get_mut(&mut private.fuller)
        {
            fuller.stamp = event.stamp;
        }
    }

    /// Another node told something.
    pub fn hear(&self, node: &Node, message: Message) {
        self.count(&message);
        match message {
            Message::Facts { facts, events } => {
                facts.into_iter().for_each(|fact| self.learn(node, fact));
                self.log.unheard(events).into_iter().for_each(|event| node.hub.publish(event));
            }
            Message::Unit(unit) => self.pass(node, |gates, now, out| gates.offer(unit, now, out)),
            Message::Events { after, events } => {
                let events = self.log.unheard(events);
                match after {
                    Some(change) => self.pass(node, |gates, now, out| gates.offer_after(change, events, now, out)),
                    None => events.into_iter().for_each(|event| node.hub.publish(event)),
                }
            }
        }
    }

    /// Counts what a message carries, to other nodes or from one.
    fn count(&self, message: &Message) {
        message.each_name(|name| self.metrics.system.cluster_events.inc((name,)));
    }

    /// A fact takes effect. Who left a channel is gone at once, unless a later change of the channel says otherwise.
    pub(crate) fn learn(&self, node: &Node, fact: Fact) {
        if let Fact::LeftChannel { user, channel, number } = fact {
            node.world.forget_memberships(user);
            node.world.forget_members(channel);
            match self.gates.lock().turn(channel, number) {
                Turn::ToCome => node.hub.leave_channel(user, channel),
                // Something later may have let the user in again.
                Turn::Missed => node.hub.confirm(user, channel, Belongs::No),
                Turn::Taken => {}
            }
            return;
        }
        if let Fact::Moved { connection, to, .. } = fact {
            self.kept.moved(connection, NodeId(to));
        }
        fact.apply(node);
    }

    /// Milliseconds since the start, for the gates.
    pub(crate) fn now(&self) -> Millis {
        Millis::try_from(self.began.elapsed().as_millis()).unwrap_or(Millis::MAX)
    }

    /// Lets through what the gates release, in their order.
    pub(crate) fn pass(&self, node: &Node, step: impl FnOnce(&mut Gates, Millis, &mut Vec<Released>)) {
        let now = self.now();
        let (mut gates, mut out) = (self.gates.lock(), Vec::new());
        step(&mut gates, now, &mut out);
        // Under the lock, so that what two tasks release keeps its order; the hub takes it without waiting.
        for released in out {
            match released {
                Released::Unit(unit) => deliver(node, unit),
                Released::Events(events) => events.into_iter().for_each(|event| node.hub.publish(event)),
                Released::Late(channel, users) => {
                    users.into_iter().for_each(|user| node.hub.confirm(user, channel, Belongs::Yes));
                }
                Released::Lost(channel) => {
                    tracing::warn!(channel.id = %channel, "a change of a channel was lost: the channel's clients resync");
                    node.metrics.realtime.lost_channels.inc();
                    // Ahead of what follows: who was put out by what is missing must not hear it.
                    node.hub.restart_channel(channel);
                }
            }
        }
    }
}

fn deliver(node: &Node, unit: Unit) {
    for part in unit.parts {
        match part {
            Part::Joined(user) => node.hub.join_channel_at(user, unit.channel, unit.number),
            Part::Left(user) => node.hub.leave_channel(user, unit.channel),
            Part::Event(event) | Part::Beside(event) => node.hub.publish(event),
        }
    }
}

/// The two users of a direct channel, as far as memory knows the channel.
pub(crate) fn direct_users(node: &Node, channel: ChannelId) -> Option<Vec<UserId>> {
    let channel = node.world.channels.peek(&channel)?;
    users_of_direct(&channel)
}

/// The two users of a direct channel: their nodes hear of it, and no one needs to subscribe to it.
pub(crate) fn users_of_direct(channel: &Channel) -> Option<Vec<UserId>> {
    if !channel.is_direct() {
        return None;
    }
    let mut users: Vec<UserId> = channel.name.split("__").filter_map(UserId::parse).collect();
    users.dedup();
    Some(users)
}
