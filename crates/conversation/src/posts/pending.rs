//! Posts that may be submitted twice: a client that misses the answer sends its post again.
//!
//! The client's own id of a post is remembered for a while. In memory only: after a restart a
//! repeated post is a second post. Where it may be sent again to another node, it is kept in the store, too.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use base::Millis;
use base::ids::{PostId, UserId};
use node::error::Result;
use parking_lot::Mutex;

use request::App;

/// Ids remembered at most (facts, data model §4.1); the oldest give way.
const LEN_MAX: usize = 25_000;
/// How long an id is remembered.
const AGE_MS_MAX: Millis = 30_000;
/// How long the store keeps an id: clients that were offline send what waited long ago.
const KEPT_MS: Millis = 24 * 60 * 60 * 1000;
/// Longest id that is remembered: 26 letters, a colon, milliseconds, and room for other clients' habits.
const ID_LEN_MAX: usize = 128;

type Key = (UserId, Box<str>);

/// Ids of posts that are being created or were, lately.
#[derive(Clone, Default)]
pub struct Pending(Arc<Mutex<Recent>>);

#[derive(Default)]
struct Recent {
    posts: HashMap<Key, Entry>,
    order: VecDeque<(Millis, Key)>,
}

#[derive(Clone, Copy)]
struct Entry {
    since: Millis,
    post: Option<PostId>,
}

/// What is known of a submitted id.
pub enum Claim {
    New(Claimed),
    Posted(PostId),
    UnderWay,
}

/// The right to create the post of an id. Dropped without [`Claimed::fulfil`], the id is free again.
pub struct Claimed {
    pending: Pending,
    key: Option<Key>,
}

/// Whether an id is remembered at all: the empty one and overlong ones never are.
pub fn is_remembered(id: &str) -> bool {
    !id.is_empty() && id.len() <= ID_LEN_MAX
}

impl Pending {
    /// Claims an id.
    pub fn claim(&self, user: UserId, id: &str, now: Millis) -> Claim {
        if !is_remembered(id) {
            return Claim::New(Claimed { pending: self.clone(), key: None });
        }
        let key: Key = (user, id.into());
        let mut recent = self.0.lock();
        recent.expire(now);
        match recent.posts.get(&key) {
            Some(Entry { post: Some(post), .. }) => return Claim::Posted(*post),
            Some(Entry { post: None, .. }) => return Claim::UnderWay,
            None => {}
        }
        recent.put(key.clone(), None, now);
        Claim::New(Claimed { pending: self.clone(), key: Some(key) })
    }
}

/// Forgets the ids of posts that no client sends again, where they are kept in the store.
///
/// # Errors
/// When the store does not answer.
pub async fn clean(app: Arc<App>) -> Result<()> {
    if app.cluster.is_some() {
        app.store.write(store::pending_posts::clean(app.clock.now() - KEPT_MS)).await?;
    }
    Ok(())
}

impl Recent {
    fn expire(&mut self, now: Millis) {
        while let Some((since, _)) = self.order.front()
            && (now - since > AGE_MS_MAX || self.order.len() >= LEN_MAX)
        {
            let (since, key) = self.order.pop_front().expect("the front was just seen");
            if self.posts.get(&key).is_some_and(|entry| entry.since == since) {
                self.posts.remove(&key);
            }
        }
    }

    fn put(&mut self, key: Key, post: Option<PostId>, now: Millis) {
        self.posts.insert(key.clone(), Entry { since: now, post });
        self.order.push_back((now, key));
    }
}

impl Claimed {
    /// Remembers which post the id became.
    pub fn fulfil(mut self, post: PostId, now: Millis) {
        if let Some(key) = self.key.take() {
            self.pending.0.lock().put(key, Some(post), now);
        }
    }
}

impl Drop for Claimed {
    fn drop(&mut self) {
        if let Some(key) = self.key.take() {
            self.pending.0.lock().posts.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Id;

    const ANN: UserId = UserId(Id([1; 16]));
    const BOB: UserId = UserId(Id([2; 16]));
    const POST: PostId = PostId(Id([3; 16]));

    fn claimed(claim: Claim) -> Claimed {
        match claim {
            Claim::New(claimed) => claimed,
            Claim::Posted(_) | Claim::UnderWay => panic!("the id is taken"),
        }
    }

    #[test]
    fn a_repeated_id_finds_the_first_post_for_half_a_minute() {
        let pending = Pending::default();
        claimed(pending.claim(ANN, "a:1", 0)).fulfil(POST, 10);
        assert!(matches!(pending.claim(ANN, "a:1", 20), Claim::Posted(POST)));
        claimed(pending.claim(BOB, "a:1", 20));
        claimed(pending.claim(ANN, "a:1", 10 + AGE_MS_MAX + 1));
    }

    #[test]
    fn an_id_whose_post_failed_is_free_again() {
        let pending = Pending::default();
        let claim = claimed(pending.claim(ANN, "a:1", 0));
        assert!(matches!(pending.claim(ANN, "a:1", 1), Claim::UnderWay));
        drop(claim);
        claimed(pending.claim(ANN, "a:1", 2));
    }

    #[test]
    fn memory_is_bounded_and_the_empty_id_is_never_taken() {
        let pending = Pending::default();
        for at in 0..LEN_MAX + 10 {
            claimed(pending.claim(ANN, &format!("a:{at}"), 0)).fulfil(POST, 0);
        }
        assert!(pending.0.lock().posts.len() <= LEN_MAX);
        claimed(pending.claim(ANN, "", 0)).fulfil(POST, 0);
        claimed(pending.claim(ANN, "", 0));
    }
}
