//! Interest: which subjects of the bus this node hears, because somebody here is concerned.
//!
//! The hub says who comes and goes; the first who belongs to a channel makes the node subscribe and sets up the
//! channel's gate, the last lets both go. Whoever connects is held before: subscribed, and the gates set up, before the
//! hub is told where the user belongs, so that nothing falls between. Who joins a channel that nobody here belonged to
//! is caught up by the channel's number. An entry takes some 60 bytes.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Instant;

use base::ids::{ChannelId, UserId};
use bus::Subject;
use delivery::hub::{Moved, Place, Watcher};
use delivery::records::Record;
use memory::Memberships;
use node::Node;
use parking_lot::Mutex;

use crate::cluster::Cluster;
use crate::gate::Gates;

/// Channels whose numbers are read at a time.
pub(crate) const NUMBERS_LEN_MAX: usize = 1_000;

/// How many here are concerned by what: shards of the hub that somebody is in, and holds.
#[derive(Default)]
pub struct Interests(Mutex<HashMap<Place, Interest>>);

struct Interest {
    count: u32,
    subscribed: bool,
    since: Instant,
}

/// What the hub tells of comings and goings to.
pub struct Watching {
    pub cluster: Arc<Cluster>,
    pub node: Weak<Node>,
}

impl Watcher for Watching {
    fn moved(&self, moved: Vec<Moved>) {
        let Some(node) = self.node.upgrade() else { return };
        let mut joined = Vec::new();
        for one in moved {
            match one {
                Moved::Came(place, number) => joined.extend(self.cluster.came(&node, place, number)),
                Moved::Went(place) => self.cluster.went(&node, place),
            }
        }
        if !joined.is_empty() {
            let cluster = self.cluster.clone();
            base::tasks::spawn("cluster-catch-up", async move { cluster.catch_up(&node, joined).await });
        }
    }
}

/// What a connecting user is interested in, until the hub knows it by itself.
pub struct Hold {
    cluster: Arc<Cluster>,
    node: Arc<Node>,
    places: Vec<Place>,
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.places.drain(..).for_each(|place| self.cluster.went(&self.node, place));
    }
}

impl Hold {
    /// Whether all channels of the memberships are held.
    pub fn covers(&self, memberships: &Memberships) -> bool {
        memberships.channels.keys().all(|channel| self.places.contains(&Place::Channel(*channel)))
    }
}

impl Cluster {
    /// Takes an interest in all that concerns a user: when this returns, the node hears it.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn hold(
        self: &Arc<Self>,
        node: &Arc<Node>,
        user: UserId,
        memberships: &Memberships,
    ) -> store::Result<Hold> {
        let channels = memberships.channels.keys().map(|channel| Place::Channel(*channel));
        let places: Vec<Place> = channels.chain([Place::User(user)]).collect();
        for place in &places {
            self.came(node, *place, 0);
        }
        let hold = Hold { cluster: self.clone(), node: node.clone(), places };
        self.bus.subscribed().await;
        let unknown: Vec<ChannelId> = {
            let gates = self.gates.lock();
            memberships.channels.keys().copied().filter(|channel| !gates.is_open(*channel)).collect()
        };
        for some in unknown.chunks(NUMBERS_LEN_MAX) {
            let numbers: HashMap<_, _> = node.store.channel_event_numbers(some).await?.into_iter().collect();
            let mut gates = self.gates.lock();
            for channel in some {
                gates.open(*channel, numbers.get(channel).copied().unwrap_or(0));
            }
            self.record_opened(&mut gates);
        }
        Ok(hold)
    }

    /// One more here is concerned; of a channel perhaps since the change with a number, else 0. The answer is the channel
    /// when the store has to be asked what was missed of it.
    pub(crate) fn came(&self, node: &Node, place: Place, number: i64) -> Option<ChannelId> {
        let mut interests = self.interests.0.lock();
        let new = || Interest { count: 0, subscribed: false, since: Instant::now() };
        let interest = interests.entry(place).or_insert_with(new);
        interest.count += 1;
        // Direct channels are told to their two users.
        let hears_otherwise =
            || matches!(place, Place::Channel(channel) if crate::cluster::direct_users(node, channel).is_some());
        if interest.count == 1 && !hears_otherwise() {
            interest.subscribed = true;
            self.bus.subscribe(subject(place));
        }
        let Place::Channel(channel) = place else { return None };
        let mut is_new = false;
        // Also when somebody is about to connect, who waits for what the store says: that may come too late for a join.
        if number > 0 {
            self.pass(node, |gates, _, out| {
                is_new = gates.admit(channel, number, out);
                self.record_opened(gates);
            });
        }
        is_new.then_some(channel)
    }

    /// Tells the keeper which gates were set up. Called before anybody hears the channel through them.
    fn record_opened(&self, gates: &mut Gates) {
        if gates.opened.is_empty() {
            return;
        }
        let opened = std::mem::take(&mut gates.opened).into_iter();
        let records: Vec<_> = opened.map(|(channel, number)| Record::Opened { channel, number }).collect();
        self.sending.send(&self.bus, 0, &records);
    }

    /// Since when somebody here is concerned.
    pub(crate) fn concerned_since(&self, place: Place) -> Option<Instant> {
        self.interests.0.lock().get(&place).map(|interest| interest.since)
    }

    pub(crate) fn went(&self, node: &Node, place: Place) {
        let mut interests = self.interests.0.lock();
        let Some(interest) = interests.get_mut(&place) else { return };
        interest.count -= 1;
        if interest.count > 0 {
            return;
        }
        if interest.subscribed {
            self.bus.unsubscribe(subject(place));
        }
        interests.remove(&place);
        if let Place::Channel(channel) = place {
            self.pass(node, |gates, _, out| gates.close(channel, out));
        }
    }

    /// What was committed in these channels before the node heard them must arrive, or is lost.
    pub(crate) async fn catch_up(&self, node: &Node, channels: Vec<ChannelId>) {
        self.bus.subscribed().await;
        for some in channels.chunks(NUMBERS_LEN_MAX) {
            match node.store.channel_event_numbers(some).await {
                Ok(numbers) => self.pass(node, |gates, now, out| {
                    numbers.iter().for_each(|(channel, number)| gates.expect(*channel, *number, now, out));
                }),
                Err(error) => {
                    tracing::warn!(%error, "events of joined channels may be missing: their clients resync");
                    some.iter().for_each(|channel| node.hub.restart_channel(*channel));
                }
            }
        }
    }
}

fn subject(place: Place) -> Subject {
    match place {
        Place::User(user) => Subject::User(user),
        Place::Channel(channel) => Subject::Channel(channel),
    }
}
