//! Pages of posts: of a channel, of its root posts, of a thread. Each is one range of an index, however
//! long the history is.

use base::Millis;
use base::ids::{ChannelId, PostId};
use wire::posts::Post;

use crate::error::Result;
use crate::posts::select;
use crate::row::{Columns, FromRow};
use crate::{Store, params};

crate::statements! {
    /// Index posts_page; so are those before and after.
    NEWEST = "PostStore.GetPosts" =>
        select!("WHERE p.channel_id = $1 AND p.delete_at = 0 ORDER BY p.create_at DESC, p.id DESC LIMIT $2 OFFSET $3");
    BEFORE = "PostStore.GetPostsBefore" =>
        select!("WHERE p.channel_id = $1 AND (p.create_at, p.id) < ($2, $3) AND p.delete_at = 0 \
                 ORDER BY p.create_at DESC, p.id DESC LIMIT $4 OFFSET $5");
    AFTER = "PostStore.GetPostsAfter" =>
        select!("WHERE p.channel_id = $1 AND (p.create_at, p.id) > ($2, $3) AND p.delete_at = 0 \
                 ORDER BY p.create_at, p.id LIMIT $4 OFFSET $5");
    /// Index posts_thread, where roots are the replies to none; so are those before and after.
    NEWEST_ROOTS = "PostStore.GetRootPosts" =>
        select!("WHERE p.channel_id = $1 AND p.root_id = $4 AND p.delete_at = 0 \
                 ORDER BY p.create_at DESC, p.id DESC LIMIT $2 OFFSET $3");
    BEFORE_ROOTS = "PostStore.GetRootPostsBefore" =>
        select!("WHERE p.channel_id = $1 AND p.root_id = $6 AND (p.create_at, p.id) < ($2, $3) AND p.delete_at = 0 \
                 ORDER BY p.create_at DESC, p.id DESC LIMIT $4 OFFSET $5");
    AFTER_ROOTS = "PostStore.GetRootPostsAfter" =>
        select!("WHERE p.channel_id = $1 AND p.root_id = $6 AND (p.create_at, p.id) > ($2, $3) AND p.delete_at = 0 \
                 ORDER BY p.create_at, p.id LIMIT $4 OFFSET $5");
    /// Deleted posts from posts_changed, all of them: administrators look, rarely.
    NEWEST_WITH_DELETED = "PostStore.GetPostsIncludeDeleted" =>
        select!("WHERE p.id IN ( \
                    SELECT id FROM (SELECT n.id FROM posts n WHERE n.channel_id = $1 AND n.delete_at = 0 \
                        ORDER BY n.create_at DESC, n.id DESC LIMIT $5) made \
                    UNION \
                    SELECT o.id FROM posts o WHERE o.channel_id = $1 AND o.delete_at > 0 \
                        AND (o.update_at > o.create_at OR o.delete_at > 0) AND o.original_id = $4) \
                 ORDER BY p.create_at DESC, p.id DESC LIMIT $2 OFFSET $3");
    /// Index posts_changed. Old versions are among them.
    DELETED_IDS = "PostStore.GetDeletedIds" =>
        "SELECT p.id FROM posts p WHERE p.channel_id = $1 AND p.delete_at > 0 \
            AND (p.update_at > p.create_at OR p.delete_at > 0) ORDER BY p.update_at, p.id LIMIT $2";
    /// New posts from posts_page, changed and deleted ones from posts_changed.
    SINCE = "PostStore.GetPostsSince" =>
        select!("WHERE p.id IN ( \
                    SELECT id FROM (SELECT n.id FROM posts n WHERE n.channel_id = $1 AND n.create_at > $2 \
                        AND n.delete_at = 0 ORDER BY n.create_at DESC, n.id DESC LIMIT $4) made \
                    UNION \
                    SELECT id FROM (SELECT o.id FROM posts o WHERE o.channel_id = $1 AND o.update_at > $2 \
                        AND (o.update_at > o.create_at OR o.delete_at > 0) AND o.original_id = $3 \
                        ORDER BY o.update_at DESC, o.id DESC LIMIT $4) changed) \
                 ORDER BY p.create_at DESC, p.id DESC LIMIT $4");
    /// Index posts_thread.
    THREAD = "PostStore.GetThread" =>
        select!("WHERE p.channel_id = $1 AND p.root_id = $2 AND (p.create_at, p.id) > ($3, $4) AND p.delete_at = 0 \
                 ORDER BY p.create_at, p.id LIMIT $5");
    THREAD_BACK = "PostStore.GetThreadBack" =>
        select!("WHERE p.channel_id = $1 AND p.root_id = $2 AND (p.create_at, p.id) < ($3, $4) AND p.delete_at = 0 \
                 ORDER BY p.create_at DESC, p.id DESC LIMIT $5");
    /// Index posts_thread, once for each root.
    REPLIES = "PostStore.GetRepliesOfRoots" =>
        select!("WHERE p.channel_id = $1 AND p.root_id = ANY($2) AND p.delete_at = 0 \
                 ORDER BY p.create_at DESC, p.id DESC LIMIT $3");
    /// Index posts_pinned.
    PINNED = "PostStore.GetPinnedPosts" =>
        select!("WHERE p.channel_id = $1 AND p.is_pinned = 1 AND p.delete_at = 0 \
                 ORDER BY p.create_at DESC, p.id DESC LIMIT $2");
    PINNED_COUNT = "ChannelStore.GetPinnedPostCount" =>
        "SELECT COUNT(*) FROM posts p WHERE p.channel_id = $1 AND p.is_pinned = 1 AND p.delete_at = 0";
    COUNT_FROM = "ChannelStore.CountPostsAfter" =>
        "SELECT COUNT(*), COALESCE(CAST(SUM(CASE WHEN p.root_id = $4 THEN 1 ELSE 0 END) AS BIGINT), 0) FROM posts p \
         WHERE p.channel_id = $1 AND p.create_at >= $2 AND p.delete_at = 0 AND NOT (p.kind = ANY($3))";
    /// The right ends of posts_page and posts_changed.
    LAST_UPDATE = "PostStore.GetEtag" =>
        "SELECT GREATEST( \
            COALESCE((SELECT n.create_at FROM posts n WHERE n.channel_id = $1 AND n.delete_at = 0 \
                ORDER BY n.create_at DESC, n.id DESC LIMIT 1), 0), \
            COALESCE((SELECT o.update_at FROM posts o WHERE o.channel_id = $1 \
                AND (o.update_at > o.create_at OR o.delete_at > 0) ORDER BY o.update_at DESC, o.id DESC LIMIT 1), 0))";
}

/// A place between the posts of a channel, which are ordered by time and then by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub create_at: Millis,
    pub id: PostId,
}

impl Edge {
    /// At a post, which is itself neither before nor after.
    pub fn at(post: &Post) -> Edge {
        Edge { create_at: post.create_at, id: post.id }
    }

    /// Behind everything written until `time`, that millisecond included.
    pub fn behind(time: Millis) -> Edge {
        Edge { create_at: time, id: PostId::UNKNOWN }
    }

    pub const START: Edge = Edge { create_at: 0, id: PostId::NONE };
    pub const END: Edge = Edge { create_at: Millis::MAX, id: PostId::UNKNOWN };
}

/// Which posts a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    All,
    /// Those that begin a thread, as clients want them that collapse threads.
    Roots,
}

/// How much of a list, and from where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    pub limit: usize,
    pub offset: usize,
}

impl Page {
    /// The first rows.
    pub fn first(limit: usize) -> Page {
        Page { limit, offset: 0 }
    }
}

/// Posts from a place on, those about joining and leaving aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PostCount {
    pub posts: i64,
    /// Those of them that begin a thread.
    pub root_posts: i64,
}

impl FromRow for PostCount {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(PostCount { posts: row.int()?, root_posts: row.int()? })
    }
}

impl Store {
    /// A page of live posts, newest first.
    pub async fn posts_newest(&self, channel: ChannelId, show: Show, page: Page) -> Result<Vec<Post>> {
        match show {
            Show::All => self.all(&NEWEST, params![channel, page.limit, page.offset]).await,
            Show::Roots => self.all(&NEWEST_ROOTS, params![channel, page.limit, page.offset, PostId::NONE]).await,
        }
    }

    /// Live posts before an edge, newest first.
    pub async fn posts_before(&self, channel: ChannelId, edge: Edge, show: Show, page: Page) -> Result<Vec<Post>> {
        let mut params = params![channel, edge.create_at, edge.id, page.limit, page.offset];
        if show == Show::All {
            return self.all(&BEFORE, params).await;
        }
        params.push(PostId::NONE.into());
        self.all(&BEFORE_ROOTS, params).await
    }

    /// Live posts after an edge, newest first: those next to the edge, not the newest of the channel.
    pub async fn posts_after(&self, channel: ChannelId, edge: Edge, show: Show, page: Page) -> Result<Vec<Post>> {
        let mut params = params![channel, edge.create_at, edge.id, page.limit, page.offset];
        let mut posts: Vec<Post> = if show == Show::All {
            self.all(&AFTER, params).await?
        } else {
            params.push(PostId::NONE.into());
            self.all(&AFTER_ROOTS, params).await?
        };
        posts.reverse();
        Ok(posts)
    }

    /// A page of live and deleted posts, newest first. Reads all that were deleted: for administrators.
    pub async fn posts_newest_with_deleted(&self, channel: ChannelId, page: Page) -> Result<Vec<Post>> {
        let reach = page.limit + page.offset;
        self.all(&NEWEST_WITH_DELETED, params![channel, page.limit, page.offset, PostId::NONE, reach]).await
    }

    /// Deleted posts and old versions of posts, for who removes them for good.
    pub async fn posts_deleted_ids(&self, channel: ChannelId, limit: usize) -> Result<Vec<PostId>> {
        self.all(&DELETED_IDS, params![channel, limit]).await
    }

    /// Posts made, changed or deleted after `since`, newest first; of more than `limit` the newest.
    pub async fn posts_since(&self, channel: ChannelId, since: Millis, limit: usize) -> Result<Vec<Post>> {
        self.all(&SINCE, params![channel, since, PostId::NONE, limit]).await
    }

    /// Live replies to `root` after an edge, oldest first.
    pub async fn replies_after(&self, channel: ChannelId, root: PostId, edge: Edge, limit: usize) -> Result<Vec<Post>> {
        self.all(&THREAD, params![channel, root, edge.create_at, edge.id, limit]).await
    }

    /// Live replies to `root` before an edge, newest first.
    pub async fn replies_before(
        &self,
        channel: ChannelId,
        root: PostId,
        edge: Edge,
        limit: usize,
    ) -> Result<Vec<Post>> {
        self.all(&THREAD_BACK, params![channel, root, edge.create_at, edge.id, limit]).await
    }

    /// Live replies to some roots of a channel, newest first.
    pub async fn replies_of(&self, channel: ChannelId, roots: &[PostId], limit: usize) -> Result<Vec<Post>> {
        self.all(&REPLIES, params![channel, roots, limit]).await
    }

    /// Pinned live posts, newest first.
    pub async fn posts_pinned(&self, channel: ChannelId, limit: usize) -> Result<Vec<Post>> {
        self.all(&PINNED, params![channel, limit]).await
    }

    pub async fn posts_pinned_count(&self, channel: ChannelId) -> Result<i64> {
        Ok(self.one(&PINNED_COUNT, params![channel]).await?.unwrap_or_default())
    }

    /// Counts live posts made at `from` or later, without those of the kinds `uncounted`.
    pub async fn posts_count_from(&self, channel: ChannelId, from: Millis, uncounted: &[String]) -> Result<PostCount> {
        Ok(self.one(&COUNT_FROM, params![channel, from, uncounted, PostId::NONE]).await?.unwrap_or_default())
    }

    /// When a post of the channel was last made, changed or deleted; 0 when it has none.
    pub async fn posts_last_update(&self, channel: ChannelId) -> Result<Millis> {
        Ok(self.one(&LAST_UPDATE, params![channel]).await?.unwrap_or_default())
    }
}
