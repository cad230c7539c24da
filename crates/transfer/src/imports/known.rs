//! Which posts are there already: the same id makes the same post; where lines have none, the same channel, author, time,
//! thread and text.

use std::hash::{DefaultHasher, Hash, Hasher};

use base::Millis;
use base::hashing::IdMap;
use base::ids::{ChannelId, PostId, UserId};
use store::Store;

use node::error::Result;

/// Times of one query.
const ASKED_MAX: usize = 1_000;

/// What makes a post the same as another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    channel: ChannelId,
    pub create_at: Millis,
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

/// Whether a post is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum There {
    No,
    Live(PostId),
    /// It was here, and somebody deleted it: it stays away.
    Deleted,
}

/// Posts of the batch, and stored ones of the same ids and times.
#[derive(Default)]
pub struct Known {
    by_key: IdMap<Key, PostId>,
    by_id: IdMap<PostId, There>,
    /// Of stored replies.
    roots: IdMap<PostId, PostId>,
}

impl Known {
    /// Reads what is stored of a channel at some times.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn load(&mut self, store: &Store, channel: ChannelId, times: &[Millis]) -> Result<()> {
        for asked in times.chunks(ASKED_MAX) {
            for post in store.posts_at_times(channel, asked.to_vec()).await? {
                let key = Key::new(channel, post.create_at, post.user_id, post.root_id, &post.message);
                self.by_key.insert(key, post.id);
            }
        }
        Ok(())
    }

    /// Reads which of some ids are stored.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn load_ids(&mut self, store: &Store, ids: &[PostId]) -> Result<()> {
        for asked in ids.chunks(ASKED_MAX) {
            for (id, delete_at, root) in store.posts_there(asked).await? {
                if root.is_some() {
                    self.roots.insert(id, root);
                }
                self.by_id.insert(id, if delete_at > 0 { There::Deleted } else { There::Live(id) });
            }
        }
        Ok(())
    }

    pub fn by_id(&self, id: PostId) -> There {
        self.by_id.get(&id).copied().unwrap_or(There::No)
    }

    /// The post that replies to this one belong to: a source may have begun a thread with what is a reply here.
    pub fn root_of(&self, id: PostId) -> PostId {
        self.roots.get(&id).copied().unwrap_or(id)
    }

    pub fn by_key(&self, key: &Key) -> There {
        self.by_key.get(key).copied().map_or(There::No, There::Live)
    }

    pub fn put(&mut self, key: Key, id: PostId) {
        self.by_key.insert(key, id);
        self.by_id.insert(id, There::Live(id));
    }
}
