//! What was really done, as far as it was acknowledged.

use std::collections::HashMap;
use std::time::Instant;

use base::ids::{ChannelId, PostId, UserId};

/// A post that was acknowledged.
pub struct Written {
    pub place: ChannelId,
    /// With which it is deleted.
    pub root: Option<PostId>,
    pub begun: Instant,
    pub ended: Instant,
    /// The text that was acknowledged last, and those whose fate is not known.
    pub text: String,
    pub maybe: Vec<String>,
    pub life: Life,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Life {
    Lives,
    MayBeGone,
    Gone,
}

/// Somebody who was out of a channel: since the call returned, until the call that ended it began.
pub struct Exile {
    pub user: UserId,
    pub place: ChannelId,
    pub since: Instant,
    pub until: Option<Instant>,
}

/// What the sockets of a session heard that ended at that moment.
pub struct Ended {
    pub since: Instant,
    pub heard: Vec<PostId>,
}

#[derive(Default)]
pub struct Model {
    pub posts: HashMap<PostId, Written>,
    pub exiles: Vec<Exile>,
    pub ended: Vec<Ended>,
    /// Promises that were seen to be broken when it happened.
    pub broken: Vec<String>,
}

impl Model {
    /// What is known of a post's life, and of that of its thread.
    pub fn life(&self, written: &Written) -> Life {
        let root = written.root.and_then(|root| self.posts.get(&root)).map_or(Life::Lives, |root| root.life);
        match root {
            Life::Lives => written.life,
            Life::MayBeGone | Life::Gone => Life::MayBeGone,
        }
    }

    /// Whether the post was written wholly while the user was out of its channel.
    pub fn is_secret(&self, post: PostId, user: UserId) -> bool {
        let Some(written) = self.posts.get(&post) else { return false };
        self.exiles.iter().any(|exile| {
            exile.user == user
                && exile.place == written.place
                && exile.since < written.begun
                && exile.until.is_none_or(|until| written.ended < until)
        })
    }

    /// The exile ends, whatever becomes of the call.
    pub fn recall(&mut self, user: UserId, place: ChannelId) {
        let now = Instant::now();
        for exile in self.exiles.iter_mut().filter(|one| one.user == user && one.place == place) {
            exile.until.get_or_insert(now);
        }
    }
}
