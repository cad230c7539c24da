//! A commit in a cluster: channels are counted with the writes, and what follows goes to this node and to the others.
//!
//! One commit tells each subject at most once: facts and what everybody hears to every node, a channel's changes to
//! those who belong to it, a user's events to the user, who hears them behind what the same commit did to a channel. A
//! post costs one more row to write and one message.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use base::ids::{ChannelId, UserId};
use bus::{Sheddable, Subject};
use bytes::Bytes;
use delivery::hub::{Event, Stamp};
use node::Node;
use node::consequence::{Consequence, Fact};
use node::others::Meaning;
use store::{Outcome, Returned, Write};

use crate::cluster::{ACTIVITY, Cluster, users_of_direct};
use crate::event_log;
use crate::gate::{Part, Unit};
use crate::message::Message;

/// How long those who joined hear of the channel by their own subject: subscribing takes some milliseconds.
const JOINS_KEPT: Duration = Duration::from_secs(2);
/// Joins that are kept; who falls out early may have to begin anew.
const JOINS_LEN_MAX: usize = 1_024;

/// What has to be known of a commit before it is made.
pub struct Commit {
    cluster: Arc<Cluster>,
    /// Writes that return channels with their numbers.
    counted: Vec<usize>,
    /// The users of those that are direct. Found before, since memory may have forgotten the channel afterwards.
    direct: HashMap<ChannelId, Vec<UserId>>,
    /// Other nodes must know something of it before the caller is answered.
    settles: Arc<AtomicBool>,
    taken: Taken,
}

/// What is about to happen here and to be told elsewhere, in order.
#[derive(Default)]
struct Taken {
    here: Vec<Here>,
    facts: Option<(Message, Bytes)>,
    activity: Option<(Message, Bytes)>,
    units: Vec<(Unit, Bytes)>,
    users: Vec<(UserId, Message, Bytes)>,
}

/// What happens on this node.
enum Here {
    Fact(Fact),
    /// Somebody left a channel.
    Left(Fact),
    Posts(ChannelId),
    Members(UserId, ChannelId),
    Event(Arc<Event>),
}

/// A commit's consequences, by whom they concern.
#[derive(Default)]
struct Sorted {
    here: Vec<Here>,
    facts: Vec<Fact>,
    activity: Vec<Fact>,
    everyone: Vec<Arc<Event>>,
    units: Vec<Unit>,
    users: Vec<(UserId, Vec<Arc<Event>>)>,
}

impl Commit {
    /// Adds to the writes what counts these channels. The order of their rows is the same on every node, so that two
    /// commits do not wait for each other.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn begin(
        cluster: &Arc<Cluster>,
        node: &Node,
        mut channels: Vec<ChannelId>,
        writes: &mut Vec<Write>,
        mut counted: Vec<usize>,
    ) -> store::Result<Commit> {
        channels.sort_unstable();
        channels.dedup();
        let mut direct = HashMap::new();
        for channel in channels {
            // One that this commit makes is told to those who join it.
            let record = node.world.channel(channel).await?;
            direct.extend(record.and_then(|record| users_of_direct(&record)).map(|users| (channel, users)));
            counted.push(writes.len());
            writes.push(store::channel_events::count(channel));
        }
        Ok(Commit { cluster: cluster.clone(), counted, direct, settles: Arc::default(), taken: Taken::default() })
    }

    /// Tells when the commit is known where it must be.
    pub fn settling(&self) -> impl Future<Output = store::Result<()>> + use<> {
        let (cluster, settles) = (self.cluster.clone(), self.settles.clone());
        async move {
            match settles.load(Ordering::Acquire) {
                true => cluster.settle().await,
                false => Ok(()),
            }
        }
    }

    fn numbers(&self, outcome: &Outcome) -> HashMap<ChannelId, i64> {
        let mut numbers = HashMap::new();
        for at in &self.counted {
            match outcome.rows::<(ChannelId, i64)>(*at) {
                Ok(rows) => numbers.extend(rows),
                Err(error) => tracing::error!(%error, "the number of a channel's change cannot be read"),
            }
        }
        numbers
    }

    fn sort(&self, consequences: Vec<Consequence>, numbers: &HashMap<ChannelId, i64>) -> Sorted {
        let mut sorted = Sorted::default();
        for one in consequences {
            match one {
                Consequence::Fact(fact) => {
                    sorted.here.push(Here::Fact(fact.clone()));
                    match fact.is_activity() {
                        true => sorted.activity.push(fact),
                        false => sorted.facts.push(fact),
                    }
                }
                Consequence::Elsewhere(fact) => sorted.facts.push(fact),
                Consequence::Posts(channel) => {
                    sorted.here.push(Here::Posts(channel));
                    sorted.unit(channel, numbers);
                }
                Consequence::Joined(user, channel) => {
                    sorted.here.push(Here::Members(user, channel));
                    sorted.facts.extend([Fact::Memberships(user), Fact::MemberSettings(channel)]);
                    sorted.unit(channel, numbers).parts.push(Part::Joined(user));
                }
                Consequence::Left(user, channel) => {
                    let number = numbers.get(&channel).copied().unwrap_or(0);
                    let left = Fact::LeftChannel { user, channel, number };
                    sorted.here.push(Here::Left(left.clone()));
                    sorted.facts.push(left);
                    sorted.unit(channel, numbers).parts.push(Part::Left(user));
                }
                Consequence::Event(mut event) => {
                    // One that what the writes returned decided is new.
                    if let Some(event) = Arc::get_mut(&mut event).filter(|event| event.stamp == Stamp::default()) {
                        self.cluster.stamp(event);
                    }
                    sorted.event(event, numbers);
                }
            }
        }
        // A number that nobody hears of would be missed.
        for channel in numbers.keys() {
            sorted.unit(*channel, numbers);
        }
        sorted
    }
}

impl Meaning for Commit {
    fn take(&mut self, _node: &Node, outcome: &Outcome, consequences: Vec<Consequence>, log: &mut Vec<u8>) {
        let sorted = self.sort(consequences, &self.numbers(outcome));
        let after = sorted.units.first().map(|unit| (unit.channel, unit.number));
        let encoded = |message: Message| {
            let bytes = message.encode();
            (message, bytes)
        };
        let facts = (!sorted.facts.is_empty() || !sorted.everyone.is_empty())
            .then(|| encoded(Message::Facts { facts: sorted.facts, events: sorted.everyone }));
        let activity = (!sorted.activity.is_empty())
            .then(|| encoded(Message::Facts { facts: sorted.activity, events: Vec::new() }));
        let units: Vec<_> = sorted.units.into_iter().map(|unit| (unit.clone(), Message::Unit(unit).encode())).collect();
        let users = sorted.users.into_iter().map(|(user, events)| {
            let (message, bytes) = encoded(Message::Events { after, events });
            (user, message, bytes)
        });
        self.taken = Taken { here: sorted.here, facts, activity, units, users: users.collect() };
        self.taken.logged().for_each(|bytes| event_log::put(log, bytes));
    }

    fn happen(self: Box<Self>, node: &Node) {
        let Commit { cluster, direct, settles, taken, .. } = *self;
        taken.here.into_iter().for_each(|one| one.happen(&cluster, node));
        if let Some((message, bytes)) = taken.facts {
            if message.must_be_known() {
                settles.store(true, Ordering::Release);
            }
            cluster.send(Subject::Everyone, None, &message, bytes);
        }
        if let Some((message, bytes)) = taken.activity {
            cluster.send(ACTIVITY, Some(Sheddable::Presence), &message, bytes);
        }
        for (unit, bytes) in taken.units {
            let subjects = cluster.subjects(&direct, &unit);
            let message = Message::Unit(unit.clone());
            for subject in subjects {
                cluster.send(subject, None, &message, bytes.clone());
            }
            cluster.pass(node, |gates, now, out| gates.offer(unit, now, out));
        }
        for (user, message, bytes) in taken.users {
            cluster.send(Subject::User(user), None, &message, bytes);
        }
    }
}

impl Taken {
    /// What other nodes may have to read later: all but activity, which nothing waits for.
    fn logged(&self) -> impl Iterator<Item = &Bytes> {
        let facts = self.facts.iter().map(|(_, bytes)| bytes);
        let units = self.units.iter().map(|(_, bytes)| bytes);
        facts.chain(units).chain(self.users.iter().map(|(_, _, bytes)| bytes))
    }
}

impl Here {
    fn happen(self, cluster: &Cluster, node: &Node) {
        match self {
            Here::Fact(fact) => fact.apply(node),
            Here::Left(left) => cluster.learn(node, left),
            Here::Posts(channel) => node.windows.forget(channel),
            Here::Members(user, channel) => {
                node.world.forget_memberships(user);
                node.world.forget_members(channel);
            }
            Here::Event(event) => node.hub.publish(event),
        }
    }
}

impl Sorted {
    fn event(&mut self, event: Arc<Event>, numbers: &HashMap<ChannelId, i64>) {
        let broadcast = &event.encoded.broadcast;
        if broadcast.user_id.is_none() && broadcast.channel_id.is_some() {
            self.unit(broadcast.channel_id, numbers).parts.push(Part::Event(event));
            return;
        }
        // Here it keeps its place among what the commit does to a channel, which may have to wait.
        match self.units.first_mut() {
            Some(unit) => unit.parts.push(Part::Beside(event.clone())),
            None => self.here.push(Here::Event(event.clone())),
        }
        match broadcast.user_id {
            user if user.is_none() => self.everyone.push(event),
            user => match self.users.iter_mut().find(|(one, _)| *one == user) {
                Some((_, events)) => events.push(event),
                None => self.users.push((user, vec![event])),
            },
        }
    }

    /// What a commit does to a channel; begun where it is first spoken of.
    fn unit(&mut self, channel: ChannelId, numbers: &HashMap<ChannelId, i64>) -> &mut Unit {
        let at = self.units.iter().position(|unit| unit.channel == channel).unwrap_or_else(|| {
            let number = numbers.get(&channel).copied().unwrap_or(0);
            self.units.push(Unit { channel, number, parts: Vec::with_capacity(2) });
            self.units.len() - 1
        });
        &mut self.units[at]
    }
}

impl Cluster {
    /// Where a channel's change is told: to those who belong to it, and to those who join with it or did a moment ago,
    /// whose nodes may not listen to the channel yet.
    fn subjects(&self, direct: &HashMap<ChannelId, Vec<UserId>>, unit: &Unit) -> Vec<Subject> {
        let mut subjects = match direct.get(&unit.channel) {
            Some(users) => users.iter().copied().map(Subject::User).collect(),
            None => vec![Subject::Channel(unit.channel)],
        };
        let mut joined = self.joined.lock();
        let now = Instant::now();
        while joined.front().is_some_and(|(since, ..)| now - *since > JOINS_KEPT || joined.len() > JOINS_LEN_MAX) {
            joined.pop_front();
        }
        for part in &unit.parts {
            if let Part::Joined(user) = part {
                joined.push_back((now, unit.channel, *user));
            }
        }
        for (_, _, user) in joined.iter().filter(|(_, channel, _)| *channel == unit.channel) {
            if !subjects.contains(&Subject::User(*user)) {
                subjects.push(Subject::User(*user));
            }
        }
        subjects
    }
}
