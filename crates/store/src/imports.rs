//! Imports: history that is brought along. Each statement does for many posts what [`crate::posts`] and its neighbours
//! do for one, and tells nobody.

use base::Millis;
use base::ids::{ChannelId, PostId, UserId};

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::threads::{Membership, Thread};
use crate::{Store, Write, params};

crate::statements! {
    /// Index posts_page.
    KNOWN = "ImportStore.GetPostsAtTimes" =>
        "SELECT p.id, p.create_at, p.user_id, p.root_id, p.message FROM posts p \
         WHERE p.channel_id = $1 AND p.create_at = ANY($2) AND p.delete_at = 0 ORDER BY p.create_at, p.id";
    COUNT_POSTS = "ImportStore.CountPosts" =>
        "UPDATE channels SET total_msg_count = total_msg_count + $2, \
            total_msg_count_root = total_msg_count_root + $3, last_post_at = GREATEST(last_post_at, $4), \
            last_root_post_at = GREATEST(last_root_post_at, $5) \
         WHERE id = $1";
    THREAD = "ImportStore.SaveThread" =>
        "INSERT INTO threads (post_id, channel_id, team_id, reply_count, last_reply_at, participants, delete_at) \
         VALUES ($1, $2, $3, $4, $5, $6, 0)";
    FOLLOW = "ImportStore.SaveThreadMembership" =>
        "INSERT INTO thread_memberships (post_id, user_id, channel_id, team_id, following, last_reply_at, \
            last_view_at, last_update_at, unread_mentions) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (post_id, user_id) DO NOTHING";
}

/// What of a stored post tells that another is the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    pub id: PostId,
    pub create_at: Millis,
    pub user_id: UserId,
    pub root_id: PostId,
    pub message: String,
}

impl FromRow for Known {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Known { id: row.id()?, create_at: row.int()?, user_id: row.id()?, root_id: row.id()?, message: row.text()? })
    }
}

/// What new posts add to the counters of their channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Without those about joining and leaving.
    pub posts: i64,
    pub roots: i64,
    pub last_post_at: Millis,
    pub last_root_post_at: Millis,
}

/// Counts new posts of a channel.
pub fn count_posts(channel: ChannelId, added: Added) -> Write {
    let Added { posts, roots, last_post_at, last_root_post_at } = added;
    Write::must(&COUNT_POSTS, params![channel, posts, roots, last_post_at, last_root_post_at])
}

/// Adds the thread of a root that is new.
pub fn thread(thread: &Thread) -> Write {
    let participants: String = thread.participants.iter().map(|user| format!(" {user}")).collect();
    let Thread { post_id, channel_id, team_id, reply_count, last_reply_at, .. } = *thread;
    Write::must(&THREAD, params![post_id, channel_id, team_id, reply_count, last_reply_at, participants])
}

/// Makes a user follow a thread; what is there stays as it is.
pub fn follow(membership: &Membership) -> Write {
    let Membership { post_id, user_id, channel_id, team_id, following, .. } = *membership;
    let Membership { last_reply_at, last_view_at, last_update_at, unread_mentions, .. } = *membership;
    let params = params![
        post_id,
        user_id,
        channel_id,
        team_id,
        following,
        last_reply_at,
        last_view_at,
        last_update_at,
        unread_mentions,
    ];
    Write::new(&FOLLOW, params)
}

impl Store {
    /// The live posts of a channel that were written at one of some times.
    pub async fn posts_at_times(&self, channel: ChannelId, times: Vec<Millis>) -> Result<Vec<Known>> {
        self.all(&KNOWN, params![channel, times]).await
    }
}
