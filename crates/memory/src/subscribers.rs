//! Subscribers: which users have a browser or a phone for push, so that posts cost nothing where no user has one. A user who
//! unsubscribed stays in the set until the next start; the store decides who gets a push.

use std::collections::HashSet;
use std::sync::Arc;

use base::Millis;
use base::ids::{ChannelId, UserId};
use metrics::Metrics;
use parking_lot::RwLock;
use serde::{Deserialize, Serialize};
use store::Store;

use crate::cached::{CacheSize, Cached, Weigh};

/// Users of each kind of device who are told, at most: 32 MB of them.
const SUBSCRIBERS_MAX: usize = 1_000_000;
/// Those of a channel who may want every post of it, with a device or without: devices come and go all day, and what
/// is kept of channels would be forgotten with each.
const WATCHERS_MAX: usize = 10_000;
const WATCHER_BYTES_MAX: u64 = 8 << 20;
/// Of some 80,000 users, what they turned to last.
const LOOK_BYTES_MAX: u64 = 8 << 20;

/// How the device id of a browser that takes pushes begins.
pub const BROWSER_PREFIX: &str = "webpush:";

/// What kind of device a session is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    Browser,
    Phone,
}

impl Kind {
    pub fn of(device_id: &str) -> Kind {
        if device_id.starts_with(BROWSER_PREFIX) { Kind::Browser } else { Kind::Phone }
    }
}

/// The subscribers, as far as this node knows.
pub struct Subscribers {
    known: RwLock<Known>,
    watchers: Cached<ChannelId, Vec<UserId>>,
    looks: Cached<UserId, Look>,
}

#[derive(Default)]
struct Known {
    browsers: HashSet<UserId>,
    phones: HashSet<UserId>,
    /// Equal while nothing is left to be read.
    read: u64,
    wanted: u64,
}

impl Known {
    fn users(&self, kind: Kind) -> &HashSet<UserId> {
        match kind {
            Kind::Browser => &self.browsers,
            Kind::Phone => &self.phones,
        }
    }

    fn add(&mut self, user: UserId, kind: Kind) {
        let users = match kind {
            Kind::Browser => &mut self.browsers,
            Kind::Phone => &mut self.phones,
        };
        if users.len() < SUBSCRIBERS_MAX {
            users.insert(user);
        }
    }

    fn has(&self, user: UserId) -> bool {
        self.browsers.contains(&user) || self.phones.contains(&user)
    }

    fn is_read(&self) -> bool {
        self.read == self.wanted
    }
}

/// The channel that a user turned to last, on this node.
#[derive(Debug, Clone, Copy)]
struct Look {
    channel: ChannelId,
    at: Millis,
}

impl Weigh for Look {
    fn weigh(&self) -> u64 {
        96
    }
}

impl Subscribers {
    pub fn new(metrics: &Arc<Metrics>) -> Subscribers {
        Subscribers {
            known: RwLock::new(Known { wanted: 1, ..Known::default() }),
            watchers: Cached::new("PushWatchers", WATCHER_BYTES_MAX, 64, metrics),
            looks: Cached::new("PushLooks", LOOK_BYTES_MAX, 96, metrics),
        }
    }

    /// True when it is known that nobody has such a device. Costs one look at a lock.
    pub fn are_none(&self, kind: Kind) -> bool {
        let known = self.known.read();
        known.is_read() && known.users(kind).is_empty()
    }

    /// False when it is known that the user has no such device.
    pub fn may_have(&self, user: UserId, kind: Kind) -> bool {
        let known = self.known.read();
        !known.is_read() || known.users(kind).contains(&user)
    }

    /// A user has a device that can be told. Takes a lock, never waits for the store.
    pub fn subscribed(&self, user: UserId, kind: Kind) {
        let mut known = self.known.write();
        let is_new = !known.has(user);
        known.add(user, kind);
        drop(known);
        if is_new {
            // Until now nobody listened to what this user changed.
            self.watchers.forget_all();
        }
    }

    /// The user's record or memberships are no longer what they were.
    pub fn changed(&self, user: UserId) {
        if self.known.read().has(user) {
            self.watchers.forget_all();
        }
    }

    /// Somebody's settings for the channel changed.
    pub fn forget_channel(&self, channel: ChannelId) {
        self.watchers.forget(&channel);
    }

    pub fn forget_all(&self) {
        self.known.write().wanted += 1;
        self.watchers.forget_all();
    }

    /// A user turned to a channel.
    pub fn looked(&self, user: UserId, channel: ChannelId, at: Millis) {
        if self.known.read().has(user) {
            self.looks.put(user, Look { channel, at });
        }
    }

    /// What is kept of channels and of looks.
    pub fn sizes(&self) -> [CacheSize; 2] {
        [self.watchers.size(), self.looks.size()]
    }

    /// When the user turned to the channel, if it was the last one; else 0.
    pub fn looked_at(&self, user: UserId, channel: ChannelId) -> Millis {
        self.looks.peek(&user).filter(|look| look.channel == channel).map_or(0, |look| look.at)
    }

    /// Those of `users`, and of those who want every post of the channel, who may have a device of these kinds.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn of(
        &self,
        store: &Store,
        users: HashSet<UserId>,
        channel: ChannelId,
        kinds: &[Kind],
    ) -> store::Result<Vec<UserId>> {
        self.learn(store).await?;
        if kinds.iter().all(|kind| self.are_none(*kind)) {
            return Ok(Vec::new());
        }
        let load = async || store.push_watchers(channel, WATCHERS_MAX).await.map(Some);
        let watchers = self.watchers.get(&channel, load).await?.unwrap_or_default();
        let known = self.known.read();
        let may_be_told = |user: &&UserId| kinds.iter().any(|kind| known.users(*kind).contains(user));
        let mut found: Vec<UserId> = users.iter().filter(may_be_told).copied().collect();
        found.extend(watchers.iter().filter(may_be_told).filter(|user| !users.contains(user)));
        Ok(found)
    }

    async fn learn(&self, store: &Store) -> store::Result<()> {
        let wanted = {
            let known = self.known.read();
            if known.is_read() {
                return Ok(());
            }
            known.wanted
        };
        let owners = store::from_writer(store.device_owners(2 * SUBSCRIBERS_MAX)).await?;
        let mut known = self.known.write();
        for (user, store::devices::IsBrowser(is_browser)) in owners {
            known.add(user, if is_browser { Kind::Browser } else { Kind::Phone });
        }
        known.read = wanted;
        Ok(())
    }
}
