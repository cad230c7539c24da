//! Imports: history that is brought along. Each statement does for many posts what [`crate::posts`] and its neighbours
//! do for one, and tells nobody.

use base::Millis;
use base::ids::{ChannelId, PostId, UserId};

use wire::channels::ChannelMember;
use wire::posts::Post;
use wire::reactions::Reaction;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::threads::{Membership, Thread};
use crate::value::json;
use crate::{Store, Value, Write, params, reactions};

crate::statements! {
    /// Index posts_page.
    KNOWN = "ImportStore.GetPostsAtTimes" =>
        "SELECT p.id, p.create_at, p.user_id, p.root_id, p.message FROM posts p \
         WHERE p.channel_id = $1 AND p.create_at = ANY($2) AND p.delete_at = 0 ORDER BY p.create_at, p.id";
    THERE = "ImportStore.GetPostsThere" =>
        "SELECT p.id, p.delete_at, p.root_id FROM posts p WHERE p.id = ANY($1) ORDER BY p.id";
    COUNT_POSTS = "ImportStore.CountPosts" =>
        "UPDATE channels SET total_msg_count = total_msg_count + $2, \
            total_msg_count_root = total_msg_count_root + $3, last_post_at = GREATEST(last_post_at, $4), \
            last_root_post_at = GREATEST(last_root_post_at, $5) \
         WHERE id = $1";
    THREAD = "ImportStore.SaveThread" =>
        "INSERT INTO threads (post_id, channel_id, team_id, reply_count, last_reply_at, participants, delete_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)";
    FOLLOW = "ImportStore.SaveThreadMembership" =>
        "INSERT INTO thread_memberships (post_id, user_id, channel_id, team_id, following, last_reply_at, \
            last_view_at, last_update_at, unread_mentions) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         ON CONFLICT (post_id, user_id) DO UPDATE SET last_view_at = excluded.last_view_at, \
            last_update_at = excluded.last_update_at, unread_mentions = excluded.unread_mentions \
         WHERE excluded.last_view_at > thread_memberships.last_view_at";
    FOLLOW_NEW = "ImportStore.SaveThreadMemberships" =>
        "INSERT INTO thread_memberships (post_id, user_id, channel_id, team_id, following, last_reply_at, \
            last_view_at, last_update_at, unread_mentions) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    REACT = "ImportStore.SaveReactions" =>
        "INSERT INTO reactions (post_id, user_id, emoji_name, create_at, update_at, channel_id) \
         VALUES ($1, $2, $3, $4, $5, $6)";
    CHANGE_POST = "ImportStore.UpdatePost" =>
        "UPDATE posts SET props = $2, file_ids = $3, is_pinned = $4, edit_at = GREATEST(edit_at, $5), \
            update_at = GREATEST(update_at, $6), content_at = $6, message = $7, hashtags = $8 \
         WHERE id = $1 AND delete_at = 0";
    SEEN = "ImportStore.UpdateMemberSeen" =>
        "UPDATE channel_members SET last_viewed_at = $3, msg_count = GREATEST(msg_count, $4), \
            msg_count_root = GREATEST(msg_count_root, $5), mention_count = $6, mention_count_root = $7, \
            urgent_mention_count = $8, last_update_at = $9 \
         WHERE channel_id = $1 AND user_id = $2 AND last_viewed_at < $3";
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

/// Adds the threads of roots that are new.
pub fn threads(threads: &[Thread]) -> Write {
    let row = |thread: &Thread| {
        let participants: String = thread.participants.iter().map(|user| format!(" {user}")).collect();
        let Thread { post_id, channel_id, team_id, reply_count, last_reply_at, .. } = *thread;
        params![post_id, channel_id, team_id, reply_count, last_reply_at, participants, 0]
    };
    Write::rows(&THREAD, threads.iter().map(row).collect())
}

/// Adds reactions to posts that are new.
pub fn react(reactions: &[Reaction]) -> Write {
    Write::rows(&REACT, reactions.iter().map(reactions::row).collect())
}

/// Gives a live post its text, properties, files and a pin; a later edit than it has counts. One that was deleted meanwhile stays
/// as it is.
pub fn change_post(post: &Post, now: Millis) -> Write {
    let (props, files) = (json(&post.props), json(&post.file_ids));
    let texts = (&post.message, &post.hashtags);
    Write::new(&CHANGE_POST, params![post.id, props, files, post.is_pinned, post.edit_at, now, texts.0, texts.1])
}

/// Notes what a member has read, unless he or she has looked later than that.
pub fn seen(member: &ChannelMember) -> Write {
    let params = params![
        member.channel_id,
        member.user_id,
        member.last_viewed_at,
        member.msg_count,
        member.msg_count_root,
        member.mention_count,
        member.mention_count_root,
        member.urgent_mention_count,
        member.last_update_at,
    ];
    Write::new(&SEEN, params)
}

/// Makes a user follow a thread; of who follows, or followed, it only says that more was read.
pub fn follow(membership: &Membership) -> Write {
    Write::new(&FOLLOW, followed(membership))
}

/// Makes users follow threads that are new, each of them once.
pub fn follow_new(memberships: &[Membership]) -> Write {
    Write::rows(&FOLLOW_NEW, memberships.iter().map(followed).collect())
}

fn followed(membership: &Membership) -> Vec<Value> {
    let Membership { post_id, user_id, channel_id, team_id, following, .. } = *membership;
    let Membership { last_reply_at, last_view_at, last_update_at, unread_mentions, .. } = *membership;
    params![
        post_id,
        user_id,
        channel_id,
        team_id,
        following,
        last_reply_at,
        last_view_at,
        last_update_at,
        unread_mentions,
    ]
}

impl Store {
    /// The live posts of a channel that were written at one of some times.
    pub async fn posts_at_times(&self, channel: ChannelId, times: Vec<Millis>) -> Result<Vec<Known>> {
        self.all(&KNOWN, params![channel, times]).await
    }

    /// Those of `ids` that exist, each with the time at which it was deleted, 0 when it is live, and with its root.
    pub async fn posts_there(&self, ids: &[PostId]) -> Result<Vec<(PostId, Millis, PostId)>> {
        self.all(&THERE, params![ids]).await
    }
}
