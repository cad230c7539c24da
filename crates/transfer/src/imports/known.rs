//! Which posts are there already: the same channel, author, time, thread and text make the same post.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use base::Millis;
use base::ids::{ChannelId, PostId, UserId};
use store::Store;

use node::error::Result;

/// Times of one query.
const ASKED_MAX: usize = 1_000;

/// What makes a post the same as another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    channel: ChannelId,
    create_at: Millis,
    user: UserId,
    root: PostId,
    text: u64,
}

impl Key {
    pub fn new(channel: ChannelId, create_at: Millis, user: UserId, root: PostId, text: &str) -> Key {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        Key { channel, create_at, user, root, text: hasher.finish() }
    }
}

/// Posts of the batch, and stored ones of the same times.
#[derive(Default)]
pub struct Known(HashMap<Key, PostId>);

impl Known {
    /// Reads what is stored of a channel at some times.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn load(&mut self, store: &Store, channel: ChannelId, times: &[Millis]) -> Result<()> {
        for asked in times.chunks(ASKED_MAX) {
            for post in store.posts_at_times(channel, asked.to_vec()).await? {
                let key = Key::new(channel, post.create_at, post.user_id, post.root_id, &post.message);
                self.0.insert(key, post.id);
            }
        }
        Ok(())
    }

    pub fn get(&self, key: &Key) -> Option<PostId> {
        self.0.get(key).copied()
    }

    pub fn put(&mut self, key: Key, id: PostId) {
        self.0.insert(key, id);
    }
}
