//! The server as one of several nodes that share a database and talk over a bus.
//!
//! ```text
//!  change ── commit ──▶ follow ──┬─▶ this node: caches, gate ─▶ hub
//!                                └─▶ bus ─▶ the other nodes: ears ─▶ hear ─▶ caches, gate ─▶ hub
//! ```
//!
//! What follows a commit ([`commit`]) goes to every node when memory or rights depend on it, and else to those whom it
//! concerns: a channel's changes to the nodes where somebody belongs to it ([`interest`]), a user's to those where the
//! user is connected. Changes of a channel are heard in one order everywhere ([`gate`]). A change that other nodes must
//! know of is answered when they do ([`Cluster::settle`]); that somebody goes on being active is told with its time, and
//! nobody waits for it. While a node cannot prove that the bus reaches it, it trusts nothing that it remembers
//! ([`trust`]), nor while the store lists a node that it does not hear (`members`). A client may come back to another
//! node than it left ([`resume`]).

pub mod commit;
mod ears;
pub mod gate;
pub mod interest;
mod members;
pub mod message;
pub mod resume;
pub mod trust;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use base::Millis;
use base::ids::{ChannelId, TeamId, UserId};
use bus::{Bus, Running, Settled, Sheddable, Subject};
use delivery::hub::{Belongs, Event, Stamp};
use metrics::Metrics;
use parking_lot::Mutex;
use wire::channels::Channel;
use wire::events::{Broadcast, EventName};

pub use ears::Ears;

use self::gate::{Gates, Part, Released, Turn, Unit};
use self::interest::Interests;
use self::message::{MESSAGE_BYTES_MAX, Message};
use self::trust::Trust;
use crate::app::App;
use crate::consequence::Fact;

/// How a node takes part; handed the ears, it returns the bus and its work.
pub type Join = Box<dyn FnOnce(Arc<Ears>) -> Result<(Bus, Running), String> + Send>;

/// How long the start waits for the other nodes. Without them the node serves, but slower and without sockets.
const JOIN_WAIT: Duration = Duration::from_secs(10);
/// How often gates and trust are looked at: a fraction of what they wait.
const LOOK_EVERY: Duration = Duration::from_millis(40);
/// Where activity is told, which nothing waits for. No team has this id; nodes of an older program, which would take such
/// a message for a lost one, do not hear it.
const ACTIVITY: Subject = Subject::Team(TeamId::NONE);

/// This node's part in the cluster.
pub struct Cluster {
    pub bus: Bus,
    gates: Mutex<Gates>,
    interests: Interests,
    pub trust: Trust,
    /// Who joined which channel by this node lately.
    joined: Mutex<VecDeque<(Instant, ChannelId, UserId)>>,
    hand_overs: resume::HandOvers,
    stamps: AtomicU64,
    began: Instant,
    metrics: Arc<Metrics>,
}

impl Cluster {
    pub fn new(bus: Bus, metrics: &Arc<Metrics>) -> Cluster {
        let interests = Interests::default();
        let (gates, trust) = (Mutex::default(), Trust::default());
        Cluster {
            bus,
            gates,
            interests,
            trust,
            joined: Mutex::default(),
            hand_overs: Default::default(),
            stamps: AtomicU64::new(1),
            began: Instant::now(),
            metrics: metrics.clone(),
        }
    }

    /// Begins to take part, once the application is there.
    pub async fn start(self: &Arc<Self>, app: &Arc<App>) {
        let (cluster, weak) = (self.clone(), Arc::downgrade(app));
        app.hub.watch(Arc::new(interest::Watching { cluster: cluster.clone(), app: weak.clone() }));
        base::tasks::spawn("cluster-look", async move {
            let mut ticks = tokio::time::interval(LOOK_EVERY);
            ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            loop {
                ticks.tick().await;
                let Some(app) = weak.upgrade() else { return };
                cluster.pass(&app, |gates, now, out| gates.expire(now, out));
                cluster.trust.look(&app, &cluster.bus);
                cluster.forget_hand_overs();
            }
        });
        self.watch_members(app);
        self.bus.subscribe(ACTIVITY);
        if !self.bus.joined(JOIN_WAIT).await {
            tracing::warn!(
                "the bus does not answer: this node serves requests from the database alone and refuses WebSocket \
                 connections until it does. Is the address in cluster.bus_url right, and NATS running?"
            );
        }
    }

    /// Returns when every node knows what this one told it before, or trusts its memory no more.
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
    pub fn tell(&self, app: &App, mut event: Event) {
        self.stamp(&mut event);
        let event = Arc::new(event);
        app.hub.publish(event.clone());
        let shed = (event.encoded.name == EventName::Typing).then_some(Sheddable::Typing);
        for subject in self.audience(app, &event.encoded.broadcast) {
            self.publish(subject, shed, &Message::Events { after: None, events: vec![event.clone()] });
        }
    }

    /// Where an event goes besides this node.
    fn audience(&self, app: &App, broadcast: &Broadcast) -> Vec<Subject> {
        match broadcast {
            Broadcast { user_id, .. } if user_id.is_some() => vec![Subject::User(*user_id)],
            Broadcast { channel_id, .. } if channel_id.is_some() => match direct_users(app, *channel_id) {
                None => vec![Subject::Channel(*channel_id)],
                Some(users) => users.into_iter().filter(|user| !broadcast.omits(*user)).map(Subject::User).collect(),
            },
            _ => vec![Subject::Everyone],
        }
    }

    fn publish(&self, to: Subject, shed: Option<Sheddable>, message: &Message) {
        let bytes = message.encode();
        if bytes.len() <= MESSAGE_BYTES_MAX {
            self.count(message);
            return self.bus.publish(to, shed, bytes);
        }
        // A change of a channel that does not come is missed by its number; what else is as large reads like this.
        tracing::error!(?to, bytes = bytes.len(), "a message is too large for the bus: clients elsewhere begin anew");
        if !matches!(message, Message::Unit(_)) {
            let facts = vec![Fact::UnknownMemberships];
            self.bus.publish(Subject::Everyone, None, Message::Facts { facts, events: Vec::new() }.encode());
        }
    }

    /// Marks an event so that a client that changes nodes does not hear it twice.
    fn stamp(&self, event: &mut Event) {
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
    pub fn hear(&self, app: &App, message: Message) {
        self.count(&message);
        match message {
            Message::Facts { facts, events } => {
                facts.into_iter().for_each(|fact| self.learn(app, fact));
                events.into_iter().for_each(|event| app.hub.publish(event));
            }
            Message::Unit(unit) => self.pass(app, |gates, now, out| gates.offer(unit, now, out)),
            Message::Events { after: Some(change), events } => {
                self.pass(app, |gates, now, out| gates.offer_after(change, events, now, out));
            }
            Message::Events { after: None, events } => events.into_iter().for_each(|event| app.hub.publish(event)),
        }
    }

    /// Counts what a message carries, to other nodes or from one.
    fn count(&self, message: &Message) {
        message.each_name(|name| self.metrics.system.cluster_events.inc((name,)));
    }

    /// A fact takes effect. Who left a channel is gone at once, unless a later change of the channel says otherwise.
    fn learn(&self, app: &App, fact: Fact) {
        if let Fact::LeftChannel { user, channel, number } = fact {
            app.world.forget_memberships(user);
            app.world.forget_members(channel);
            match self.gates.lock().turn(channel, number) {
                Turn::ToCome => app.hub.leave_channel(user, channel),
                // Something later may have let the user in again.
                Turn::Missed => app.hub.confirm(user, channel, Belongs::No),
                Turn::Taken => {}
            }
            return;
        }
        fact.apply(app);
    }

    /// Lets through what the gates release, in their order.
    fn pass(&self, app: &App, step: impl FnOnce(&mut Gates, Millis, &mut Vec<Released>)) {
        let now = Millis::try_from(self.began.elapsed().as_millis()).unwrap_or(Millis::MAX);
        let (mut gates, mut out) = (self.gates.lock(), Vec::new());
        step(&mut gates, now, &mut out);
        // Under the lock, so that what two tasks release keeps its order; the hub takes it without waiting.
        for released in out {
            match released {
                Released::Unit(unit) => deliver(app, unit),
                Released::Events(events) => events.into_iter().for_each(|event| app.hub.publish(event)),
                Released::Late(channel, users) => {
                    users.into_iter().for_each(|user| app.hub.confirm(user, channel, Belongs::Yes));
                }
                Released::Lost(channel) => {
                    tracing::warn!(channel.id = %channel, "a change of a channel was not heard: its clients begin anew");
                    app.metrics.realtime.lost_channels.inc();
                    // Ahead of what follows: who was put out by what is missing must not hear it.
                    app.hub.restart_channel(channel);
                }
            }
        }
    }
}

fn deliver(app: &App, unit: Unit) {
    for part in unit.parts {
        match part {
            Part::Joined(user) => app.hub.join_channel_at(user, unit.channel, unit.number),
            Part::Left(user) => app.hub.leave_channel(user, unit.channel),
            Part::Event(event) | Part::Beside(event) => app.hub.publish(event),
        }
    }
}

/// The two users of a direct channel, as far as memory knows the channel.
fn direct_users(app: &App, channel: ChannelId) -> Option<Vec<UserId>> {
    let channel = app.world.channels.peek(&channel)?;
    users_of_direct(&channel)
}

/// The two users of a direct channel: their nodes hear of it, and no one needs to subscribe to it.
fn users_of_direct(channel: &Channel) -> Option<Vec<UserId>> {
    if !channel.is_direct() {
        return None;
    }
    let mut users: Vec<UserId> = channel.name.split("__").filter_map(UserId::parse).collect();
    users.dedup();
    Some(users)
}
