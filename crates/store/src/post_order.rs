//! The order of what one author says in one channel, where several processes write.
//!
//! Posts stand by time and id, which the process that takes them makes. A client that waits for each answer may send its
//! next post to another process, whose clock is behind; there the count of the post finds the later one.

use base::Millis;
use base::ids::{ChannelId, UserId};
use wire::posts::Post;

use crate::error::{Error, Result};
use crate::{Store, Write, params};

/// Clocks that are further apart spoil more than the order of posts. Posts that were dated later by hand are not waited
/// for.
pub const AHEAD_MS_MAX: Millis = 10_000;

crate::statements! {
    /// Index posts_page: of posts that are later than a new one there is hardly any.
    COUNT_POST = "ChannelStore.UpdateLastPostAtInOrder" =>
        "UPDATE channels SET total_msg_count = total_msg_count + 1, total_msg_count_root = total_msg_count_root + $3, \
            last_post_at = GREATEST(last_post_at, $2), last_root_post_at = GREATEST(last_root_post_at, $2 * $3) \
         WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM posts p WHERE p.channel_id = $1 AND (p.create_at, p.id) > ($2, $4) \
            AND p.create_at <= $5 AND p.user_id = $6 AND p.delete_at = 0)";
    /// Index posts_page.
    NEWEST = "PostStore.GetNewestOfAuthor" =>
        "SELECT p.create_at FROM posts p WHERE p.channel_id = $1 AND p.create_at >= $2 AND p.create_at <= $3 \
            AND p.user_id = $4 AND p.delete_at = 0 ORDER BY p.create_at DESC, p.id DESC LIMIT 1";
}

/// As [`crate::channels::count_post`]; fails when the author has a later post in the channel, which [`is_early`] tells.
pub fn count_post(post: &Post) -> Write {
    let until = post.create_at + AHEAD_MS_MAX;
    let params = params![post.channel_id, post.create_at, post.is_root(), post.id, until, post.user_id];
    Write::must(&COUNT_POST, params)
}

/// Whether a change failed since the author of its post has a later one in the channel.
pub fn is_early(error: &Error) -> bool {
    matches!(error, Error::Unmet { statement } if *statement == COUNT_POST.name)
}

impl Store {
    /// When the author wrote what is newest in a channel, of posts at `since` or somewhat later.
    pub async fn newest_post_of(&self, channel: ChannelId, author: UserId, since: Millis) -> Result<Option<Millis>> {
        self.one(&NEWEST, params![channel, since, since + AHEAD_MS_MAX, author]).await
    }
}
