//! Pending posts: the id that a client gave its post, kept for a while where the client may send it again to another
//! node.

use base::Millis;
use base::ids::{PostId, UserId};

use crate::error::Result;
use crate::{Store, Write, params};

crate::statements! {
    CLAIM = "PendingPostStore.Claim" =>
        "INSERT INTO pending_posts (user_id, pending_id, post_id, create_at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (user_id, pending_id) DO NOTHING";
    POSTED = "PendingPostStore.Get" => "SELECT post_id FROM pending_posts WHERE user_id = $1 AND pending_id = $2";
    CLEAN = "PendingPostStore.Clean" => "DELETE FROM pending_posts WHERE create_at < $1";
}

/// Says which post the id becomes; fails the change when it became one already.
pub fn claim(user: UserId, pending: &str, post: PostId, now: Millis) -> Write {
    Write::must(&CLAIM, params![user, pending, post, now])
}

/// Forgets what was said before a time.
pub fn clean(before: Millis) -> Write {
    Write::new(&CLEAN, params![before])
}

impl Store {
    /// The post that a client's id became.
    pub async fn pending_post(&self, user: UserId, pending: &str) -> Result<Option<PostId>> {
        self.one(&POSTED, params![user, pending]).await
    }
}
