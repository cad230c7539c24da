//! Posts: one table for live, deleted and old versions. Pages are in [`crate::post_pages`].
//!
//! A post is read with the number of replies of its thread. What else the wire type holds
//! (metadata, participants) is added where it is answered.

use base::Millis;
use base::ids::{ChannelId, PostId, UserId};
use wire::posts::Post;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::value::json;
use crate::{Statement, Store, Value, Write, params};

/// The columns of a post, as [`Post::from_row`] reads them; `p` is the post. A root post has a thread under its own
/// id, a reply under its root's.
macro_rules! columns {
    () => {
        "p.id, p.create_at, p.update_at, p.edit_at, p.delete_at, p.is_pinned, p.user_id, p.channel_id, p.root_id, \
         p.original_id, p.message, p.message_source, p.kind, p.props, p.hashtags, p.file_ids, p.pending_post_id, \
         p.has_reactions, p.remote_id, \
         COALESCE((SELECT t.reply_count FROM threads t WHERE t.post_id = p.id), \
                  (SELECT t.reply_count FROM threads t WHERE t.post_id = p.root_id), 0)"
    };
}

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT ", $crate::posts::columns!(), " FROM posts p ", $rest)
    };
}

/// The ids of all that answers to roots that are there, deleted answers and old versions included.
macro_rules! replies {
    () => {
        "SELECT p.id FROM posts r JOIN posts p ON p.channel_id = r.channel_id AND p.root_id = r.id AND p.delete_at = 0 \
         WHERE r.id = ANY($1) \
         UNION ALL SELECT d.id FROM posts d WHERE d.root_id = ANY($1) AND d.delete_at > 0"
    };
}

pub(crate) use {columns, select};

crate::statements! {
    INSERT = "PostStore.Save" =>
        "INSERT INTO posts (id, create_at, update_at, edit_at, delete_at, is_pinned, user_id, channel_id, root_id, \
            original_id, message, message_source, kind, props, hashtags, file_ids, pending_post_id, has_reactions, \
            remote_id, content_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)";
    EDIT = "PostStore.Update" =>
        "UPDATE posts SET message = $3, message_source = $4, props = $5, hashtags = $6, file_ids = $7, \
            edit_at = $8, update_at = GREATEST(update_at, $9), content_at = $9, is_pinned = $10, has_reactions = $11 \
         WHERE id = $1 AND edit_at = $2 AND delete_at = 0";
    PIN = "PostStore.UpdatePinned" =>
        "UPDATE posts SET is_pinned = $2, update_at = GREATEST(update_at, $3) WHERE id = $1 AND delete_at = 0";
    REACTED = "PostStore.UpdateHasReactions" =>
        "UPDATE posts SET has_reactions = CASE WHEN EXISTS (SELECT 1 FROM reactions r WHERE r.post_id = posts.id) \
            THEN 1 ELSE 0 END, update_at = GREATEST(update_at, $2) \
         WHERE id = $1";
    TOUCH = "PostStore.UpdateUpdateAt" => "UPDATE posts SET update_at = GREATEST(update_at, $2) WHERE id = $1";
    TOUCH_LIVE = "PostStore.UpdateUpdateAtLive" =>
        "UPDATE posts SET update_at = GREATEST(update_at, $2) WHERE id = $1 AND delete_at = 0";
    TOUCH_UNEDITED = "PostStore.UpdateUpdateAtUnedited" =>
        "UPDATE posts SET update_at = GREATEST(update_at, $2) WHERE id = $1 AND edit_at = $3 AND delete_at = 0";
    /// Properties are an object whose text ends in a brace: the name of who deleted goes before it.
    DELETE = "PostStore.Delete" =>
        "UPDATE posts SET delete_at = $2, update_at = $2, content_at = $2, \
            props = CASE WHEN props = '{}' THEN '{' ELSE SUBSTR(props, 1, LENGTH(props) - 1) || ',' END || $3 || '}' \
         WHERE id = $1 AND delete_at = 0";
    DELETE_REPLIES = "PostStore.DeleteReplies" =>
        "UPDATE posts SET delete_at = $3, update_at = $3, content_at = $3, \
            props = CASE WHEN props = '{}' THEN '{' ELSE SUBSTR(props, 1, LENGTH(props) - 1) || ',' END || $4 || '}' \
         WHERE channel_id = $1 AND root_id = $2 AND delete_at = 0 RETURNING id";
    REMOVE = "PostStore.PermanentDelete" => "DELETE FROM posts WHERE id = ANY($1)";
    /// Indexes posts_thread and posts_thread_deleted; so is the next.
    REMOVE_REPLIES = "PostStore.PermanentDeleteReplies" =>
        concat!("DELETE FROM posts WHERE id IN (", replies!(), ") RETURNING id");
    REPLY_IDS = "PostStore.GetReplyIds" => concat!("SELECT made.id FROM (", replies!(), ") made ORDER BY made.id LIMIT $2");
    /// There is no index by author: who removes an account waits for one walk through all posts.
    OF_USER = "PostStore.GetPostIdsByUser" =>
        "SELECT p.id FROM posts p WHERE p.id > $1 AND p.user_id = $2 ORDER BY p.id LIMIT $3";
    /// There is no index by age alone: the nightly removal of what is old walks through all posts once. The inner query
    /// uses index posts_thread.
    OLD = "PostStore.GetPostIdsForRetention" =>
        "SELECT p.id FROM posts p \
         WHERE p.id > $1 AND p.create_at < $2 AND p.is_pinned < $3 \
            AND NOT EXISTS (SELECT 1 FROM posts r WHERE r.channel_id = p.channel_id AND r.root_id = p.id \
                AND r.delete_at = 0 AND (r.create_at >= $2 OR r.is_pinned >= $3)) \
         ORDER BY p.id LIMIT $4";
    BY_ID = "PostStore.GetSingle" => select!("WHERE p.id = $1");
    BY_IDS = "PostStore.GetPostsByIds" =>
        select!("WHERE p.id = ANY((SELECT $1::BYTEA[])::BYTEA[]) \
                 ORDER BY p.create_at DESC, p.id DESC");
    STUBS = "PostStore.GetPostStubs" =>
        "SELECT p.id, p.create_at, p.channel_id FROM posts p WHERE p.id = ANY($1) AND p.delete_at = 0 ORDER BY p.id";
    /// Index posts_versions.
    VERSIONS = "PostStore.GetEditHistoryForPost" =>
        select!("WHERE p.original_id = $1 AND p.delete_at > 0 ORDER BY p.update_at DESC, p.id DESC LIMIT $2");
    /// Index posts_page.
    OF_KIND = "PostStore.GetPostsByType" =>
        "SELECT p.id FROM posts p WHERE p.channel_id = $1 AND p.create_at >= $3 AND p.delete_at = 0 AND p.kind = $2 \
         LIMIT 1";
    /// Index posts_feed.
    FEED = "PostStore.GetPostsBatchForIndexing" =>
        concat!(
            "SELECT p.content_at, ", columns!(),
            " FROM posts p WHERE (p.content_at, p.id) > ($1, $2) ORDER BY p.content_at, p.id LIMIT $3"
        );
    /// Index posts_feed.
    FEED_BACK = "PostStore.GetPostsBatchBackwards" =>
        concat!(
            "SELECT p.content_at, ", columns!(),
            " FROM posts p WHERE (p.content_at, p.id) < ($1, $2) ORDER BY p.content_at DESC, p.id DESC LIMIT $3"
        );
}

impl FromRow for Post {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Post {
            id: row.id()?,
            create_at: row.int()?,
            update_at: row.int()?,
            edit_at: row.int()?,
            delete_at: row.int()?,
            is_pinned: row.bool()?,
            user_id: row.id()?,
            channel_id: row.id()?,
            root_id: row.id()?,
            original_id: row.id()?,
            message: row.text()?,
            message_source: row.text()?,
            kind: row.text()?,
            props: row.json()?,
            hashtags: row.text()?,
            file_ids: row.json()?,
            pending_post_id: row.text()?,
            has_reactions: row.bool()?,
            remote_id: row.opt_text()?,
            reply_count: row.int()?,
            ..Post::default()
        })
    }
}

/// When and where a live post was written: enough to put many in order without reading them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stub {
    pub id: PostId,
    pub create_at: Millis,
    pub channel_id: ChannelId,
}

impl FromRow for Stub {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Stub { id: row.id()?, create_at: row.int()?, channel_id: row.id()? })
    }
}

/// Which posts are removed when they are old.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Old {
    All = 2,
    /// Threads with a pinned reply keep their roots.
    Unpinned = 1,
}

/// How far a reader of changes has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    pub at: Millis,
    pub id: PostId,
}

/// Adds a post or, with `original_id` set, an old version of one. Conflicts on `posts.id`.
///
/// `now` is this server's time, whatever the post says of its own: the search index follows it.
pub fn insert(post: &Post, now: Millis) -> Write {
    Write::must(&INSERT, row(post, now))
}

/// Keeps many new posts.
pub fn insert_all(posts: &[Post], now: Millis) -> Write {
    Write::rows(&INSERT, posts.iter().map(|post| row(post, now)).collect())
}

fn row(post: &Post, now: Millis) -> Vec<Value> {
    params![
        post.id,
        post.create_at,
        post.update_at,
        post.edit_at,
        post.delete_at,
        post.is_pinned,
        post.user_id,
        post.channel_id,
        post.root_id,
        post.original_id,
        &post.message,
        &post.message_source,
        &post.kind,
        json(&post.props),
        &post.hashtags,
        json(&post.file_ids),
        &post.pending_post_id,
        post.has_reactions,
        post.remote_id.clone(),
        now,
    ]
}

/// Replaces the content of a live post, if nobody edited it since `read_edit_at` (its old `edit_at`).
pub fn edit(post: &Post, read_edit_at: Millis, now: Millis) -> Write {
    let params = params![
        post.id,
        read_edit_at,
        &post.message,
        &post.message_source,
        json(&post.props),
        &post.hashtags,
        json(&post.file_ids),
        post.edit_at,
        now,
        post.is_pinned,
        post.has_reactions,
    ];
    Write::must(&EDIT, params)
}

/// Whether a post is pinned to its channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pinned {
    Yes,
    No,
}

pub fn pin(id: PostId, pinned: Pinned, now: Millis) -> Write {
    Write::must(&PIN, params![id, pinned == Pinned::Yes, now])
}

/// Notes that reactions changed; belongs after the write of the reaction.
pub fn reacted(id: PostId, now: Millis) -> Write {
    Write::new(&REACTED, params![id, now])
}

/// Raises `update_at`, as an edited reply does to its root.
pub fn touch(id: PostId, at: Millis) -> Write {
    Write::new(&TOUCH, params![id, at])
}

/// As [`touch`], of a live post; fails with [`crate::Error::Unmet`] when it was deleted or removed since it was read.
pub fn touch_live(id: PostId, at: Millis) -> Write {
    Write::must(&TOUCH_LIVE, params![id, at])
}

/// Raises `update_at` of a post that says what it said when it was read; fails with [`crate::Error::Unmet`] when it was
/// edited or deleted since.
pub fn touch_unedited(post: &Post, at: Millis) -> Write {
    Write::must(&TOUCH_UNEDITED, params![post.id, at, post.edit_at])
}

/// Marks a live post as deleted; fails with [`crate::Error::Unmet`] when it is deleted already.
pub fn delete(id: PostId, by: UserId, now: Millis) -> Write {
    Write::must(&DELETE, params![id, now, deleted_by(by)])
}

/// Marks the replies of a root as deleted; the outcome's rows are their [`PostId`]s.
pub fn delete_replies(channel: ChannelId, root: PostId, by: UserId, now: Millis) -> Write {
    Write::new(&DELETE_REPLIES, params![channel, root, now, deleted_by(by)])
}

/// The property that [`DELETE`] adds.
fn deleted_by(user: UserId) -> Value {
    Value::Text(format!("\"{}\":\"{user}\"", wire::posts::PROP_DELETE_BY))
}

/// Removes the rows of posts; what belonged to them is removed by writes of its own.
pub fn remove(ids: &[PostId]) -> Write {
    Write::new(&REMOVE, params![ids])
}

/// Removes the rows of all replies to some roots, deleted ones and old versions included; the outcome's rows are their
/// [`PostId`]s. Belongs before the write that removes the roots.
pub fn remove_replies(roots: &[PostId]) -> Write {
    Write::new(&REMOVE_REPLIES, params![roots])
}

impl Store {
    /// Replies to some roots, old versions and deleted ones included, in the order of their ids.
    pub async fn reply_ids(&self, roots: &[PostId], limit: usize) -> Result<Vec<PostId>> {
        self.all(&REPLY_IDS, params![roots, limit]).await
    }

    /// Posts that a user wrote, old versions and deleted ones included, behind `after`, in the order of their ids.
    pub async fn posts_ids_by(&self, user: UserId, after: PostId, limit: usize) -> Result<Vec<PostId>> {
        self.all(&OF_USER, params![after, user, limit]).await
    }

    /// Posts written before a time, deleted ones and old versions included, that no younger reply holds; behind `after`
    /// in the order of their ids.
    pub async fn posts_old(&self, after: PostId, before: Millis, which: Old, limit: usize) -> Result<Vec<PostId>> {
        self.all(&OLD, params![after, before, which as i64, limit]).await
    }

    /// Whether a live post of this kind was made in a channel since.
    pub async fn has_post_of_kind(&self, channel: ChannelId, kind: &str, since: Millis) -> Result<bool> {
        let found: Option<PostId> = self.one(&OF_KIND, params![channel, kind, since]).await?;
        Ok(found.is_some())
    }

    /// The post, also when it is deleted or an old version.
    pub async fn post(&self, id: PostId) -> Result<Option<Post>> {
        self.one(&BY_ID, params![id]).await
    }

    /// Those of `ids` that exist, deleted ones and old versions included, newest first.
    pub async fn posts(&self, ids: &[PostId]) -> Result<Vec<Post>> {
        self.all(&BY_IDS, params![ids]).await
    }

    /// What little is needed of those of `ids` that are live, in no order that means anything.
    pub async fn post_stubs(&self, ids: &[PostId]) -> Result<Vec<Stub>> {
        self.all(&STUBS, params![ids]).await
    }

    /// The old versions of a post, newest first.
    pub async fn post_versions(&self, id: PostId, limit: usize) -> Result<Vec<Post>> {
        self.all(&VERSIONS, params![id, limit]).await
    }

    /// Posts whose content changed after `cursor`, in that order, each with the cursor that stands behind it; deleted
    /// ones and old versions included.
    ///
    /// A change that was stamped earlier may become visible later: who must miss none reads the last seconds again.
    pub async fn posts_changed_after(&self, cursor: Cursor, limit: usize) -> Result<Vec<(Cursor, Post)>> {
        self.changed(&FEED, cursor, limit).await
    }

    /// The same before `cursor`, last change first.
    pub async fn posts_changed_before(&self, cursor: Cursor, limit: usize) -> Result<Vec<(Cursor, Post)>> {
        self.changed(&FEED_BACK, cursor, limit).await
    }

    async fn changed(&self, feed: &Statement, cursor: Cursor, limit: usize) -> Result<Vec<(Cursor, Post)>> {
        let rows: Vec<(Millis, Post)> = self.all(feed, params![cursor.at, cursor.id, limit]).await?;
        Ok(rows.into_iter().map(|(at, post)| (Cursor { at, id: post.id }, post)).collect())
    }
}
