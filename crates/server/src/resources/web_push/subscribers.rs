//! Subscribers: which users have a browser that can be told, kept in memory, so that posts cost nothing where nobody
//! has one. Who unsubscribed stays known until the server starts anew: what is due is asked of the store.

use std::collections::HashSet;
use std::sync::Arc;

use base::Millis;
use base::ids::{ChannelId, UserId};
use metrics::Metrics;
use parking_lot::RwLock;
use store::Store;

use crate::world::{CacheSize, Cached, Weigh};

/// Users whose browsers are told, at most: 32 MB of them.
const SUBSCRIBERS_MAX: usize = 1_000_000;
/// Those of a channel who may want every post of it.
const WATCHERS_MAX: usize = 10_000;
const WATCHER_BYTES_MAX: u64 = 8 << 20;
/// Of some 80,000 users, what they turned to last.
const LOOK_BYTES_MAX: u64 = 8 << 20;

/// The subscribers, as far as this node knows.
pub struct Subscribers {
    known: RwLock<Known>,
    watchers: Cached<ChannelId, Vec<UserId>>,
    looks: Cached<UserId, Look>,
}

struct Known {
    users: HashSet<UserId>,
    /// Equal while nothing is left to be read.
    read: u64,
    wanted: u64,
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
            known: RwLock::new(Known { users: HashSet::new(), read: 0, wanted: 1 }),
            watchers: Cached::new("WebPushWatchers", WATCHER_BYTES_MAX, 64, metrics),
            looks: Cached::new("WebPushLooks", LOOK_BYTES_MAX, 96, metrics),
        }
    }

    /// True when it is known that nobody can be told. Costs one look at a lock.
    pub fn are_none(&self) -> bool {
        let known = self.known.read();
        known.read == known.wanted && known.users.is_empty()
    }

    /// A user has a browser that can be told. Takes a lock, never waits for the store.
    pub fn subscribed(&self, user: UserId) {
        let mut known = self.known.write();
        if known.users.len() < SUBSCRIBERS_MAX {
            known.users.insert(user);
        }
        drop(known);
        self.watchers.forget_all();
    }

    /// The user's record or memberships are no longer what they were.
    pub fn changed(&self, user: UserId) {
        if self.known.read().users.contains(&user) {
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
        if self.known.read().users.contains(&user) {
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

    /// Those of `users`, and of those who want every post of the channel, who may have a browser to be told.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn of(&self, store: &Store, users: HashSet<UserId>, channel: ChannelId) -> store::Result<Vec<UserId>> {
        self.learn(store).await?;
        if self.are_none() {
            return Ok(Vec::new());
        }
        let load = async { store.web_push_watchers(channel, WATCHERS_MAX).await.map(Some) };
        let watchers = self.watchers.get(&channel, load).await?.unwrap_or_default();
        let known = self.known.read();
        let mut found: Vec<UserId> = users.iter().filter(|user| known.users.contains(user)).copied().collect();
        found.extend(watchers.iter().filter(|user| !users.contains(user)));
        Ok(found)
    }

    async fn learn(&self, store: &Store) -> store::Result<()> {
        let wanted = {
            let known = self.known.read();
            if known.read == known.wanted {
                return Ok(());
            }
            known.wanted
        };
        let users = store::from_writer(store.web_push_subscribers(SUBSCRIBERS_MAX)).await?;
        let mut known = self.known.write();
        known.users.extend(users);
        known.read = wanted;
        Ok(())
    }
}
