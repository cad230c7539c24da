//! Threads and who follows them. Pages of a user's threads are in [`crate::thread_pages`].
//!
//! A reply is three writes: [`reply`], the follows it causes, and last [`advance`], whose rows tell
//! what each follower has not read. None of them reads first, so replies that come together
//! cannot lose one another.

use base::Millis;
use base::ids::{ChannelId, PostId, TeamId, UserId};
use wire::posts::Post;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

/// Rows for users who begin to follow; what becomes of those who are there already follows it.
macro_rules! follow {
    ($mentions:literal, $conflict:literal) => {
        concat!(
            "INSERT INTO thread_memberships (post_id, user_id, channel_id, team_id, following, last_reply_at, \
                last_view_at, last_update_at, unread_mentions) \
             SELECT p.id, u.id, p.channel_id, c.team_id, CAST($5 AS BIGINT), COALESCE(t.last_reply_at, 0), \
                CAST($3 AS BIGINT), CAST($4 AS BIGINT), ",
            $mentions,
            " FROM posts p JOIN channels c ON c.id = p.channel_id JOIN users u ON u.id = ANY($2) \
             LEFT JOIN threads t ON t.post_id = p.id WHERE p.id = $1 ON CONFLICT (post_id, user_id) DO ",
            $conflict
        )
    };
}

macro_rules! membership_columns {
    () => {
        "m.post_id, m.user_id, m.channel_id, m.team_id, m.following, m.last_reply_at, m.last_view_at, \
         m.last_update_at, m.unread_mentions"
    };
}

macro_rules! thread_columns {
    () => {
        "t.post_id, t.channel_id, t.team_id, t.reply_count, t.last_reply_at, t.participants, t.delete_at"
    };
}

pub(crate) use {membership_columns, thread_columns};

crate::statements! {
    REPLY = "ThreadStore.Save" =>
        "INSERT INTO threads (post_id, channel_id, team_id, reply_count, last_reply_at, participants, delete_at) \
         VALUES ($1, $2, $3, 1, $4, $5, 0) \
         ON CONFLICT (post_id) DO UPDATE SET reply_count = threads.reply_count + 1, \
            last_reply_at = GREATEST(threads.last_reply_at, excluded.last_reply_at), \
            participants = REPLACE(threads.participants, excluded.participants, '') || excluded.participants \
         RETURNING reply_count, last_reply_at, participants";
    ADVANCE = "ThreadStore.UpdateMembershipsLastReply" =>
        "UPDATE thread_memberships SET last_reply_at = GREATEST(last_reply_at, $2) WHERE post_id = $1 \
         RETURNING post_id, user_id, channel_id, team_id, following, last_reply_at, last_view_at, last_update_at, \
            unread_mentions";
    FOLLOW = "ThreadStore.Follow" =>
        follow!("0", "UPDATE SET following = excluded.following, last_update_at = excluded.last_update_at");
    FOLLOW_NEW = "ThreadStore.FollowNew" => follow!("0", "NOTHING");
    FOLLOW_READ = "ThreadStore.FollowRead" =>
        follow!("0", "UPDATE SET following = excluded.following, last_update_at = excluded.last_update_at, \
                      last_view_at = GREATEST(thread_memberships.last_view_at, excluded.last_view_at), \
                      unread_mentions = 0");
    FOLLOW_MENTIONED = "ThreadStore.FollowMentioned" =>
        follow!("1", "UPDATE SET following = excluded.following, last_update_at = excluded.last_update_at, \
                      unread_mentions = thread_memberships.unread_mentions + 1");
    READ = "ThreadStore.MarkAsRead" =>
        "UPDATE thread_memberships SET last_view_at = $3, unread_mentions = $4, last_update_at = $5 \
         WHERE post_id = $1 AND user_id = $2";
    READ_TEAM = "ThreadStore.MarkAllAsReadByTeam" =>
        "UPDATE thread_memberships SET last_view_at = $2, unread_mentions = 0, last_update_at = $2 \
         WHERE user_id = $1 AND following = 1 AND last_view_at < last_reply_at AND (team_id = $3 OR team_id = $4)";
    READ_CHANNELS = "ThreadStore.MarkAllAsReadByChannels" =>
        "UPDATE thread_memberships SET last_view_at = $2, unread_mentions = 0, last_update_at = $2 \
         WHERE user_id = $1 AND following = 1 AND last_view_at < last_reply_at AND channel_id = ANY($3)";
    LEAVE = "ThreadStore.DeleteMembershipsForChannel" =>
        "DELETE FROM thread_memberships WHERE user_id = $1 AND channel_id = ANY($2)";
    /// Index thread_memberships_user.
    LEAVE_TEAM = "ThreadStore.DeleteMembershipsForTeam" =>
        "DELETE FROM thread_memberships WHERE user_id = $1 AND team_id = $2";
    LEAVE_STRANGERS = "ThreadStore.DeleteMembershipsOutsideTeam" =>
        "DELETE FROM thread_memberships WHERE channel_id = $1 AND NOT EXISTS (SELECT 1 FROM team_members t \
            WHERE t.team_id = $2 AND t.user_id = thread_memberships.user_id AND t.delete_at = 0)";
    DELETE = "ThreadStore.Delete" => "UPDATE threads SET delete_at = $2 WHERE post_id = $1";
    DELETE_MENTIONS = "ThreadStore.ClearMembershipsMentions" =>
        "UPDATE thread_memberships SET unread_mentions = 0 WHERE post_id = $1 AND unread_mentions > 0";
    /// Who read on meanwhile was counted anew by that.
    FORGET_MENTIONS = "ThreadStore.UpdateMembershipsMentions" =>
        "UPDATE thread_memberships SET unread_mentions = GREATEST(unread_mentions - $3, 0) \
         WHERE post_id = $1 AND user_id = ANY($2) AND last_view_at < $4";
    RECOUNT = "ThreadStore.UpdateFromPosts" =>
        "UPDATE threads SET \
            reply_count = (SELECT COUNT(*) FROM posts p WHERE p.channel_id = threads.channel_id \
                AND p.root_id = threads.post_id AND p.delete_at = 0), \
            last_reply_at = COALESCE((SELECT p.create_at FROM posts p WHERE p.channel_id = threads.channel_id \
                AND p.root_id = threads.post_id AND p.delete_at = 0 ORDER BY p.create_at DESC, p.id DESC LIMIT 1), 0), \
            participants = CASE WHEN EXISTS (SELECT 1 FROM posts p WHERE p.channel_id = threads.channel_id \
                AND p.root_id = threads.post_id AND p.delete_at = 0 AND p.user_id = $2) \
                THEN participants ELSE REPLACE(participants, $3, '') END \
         WHERE post_id = $1";
    RECOUNT_MEMBERSHIPS = "ThreadStore.UpdateMembershipsFromThread" =>
        "UPDATE thread_memberships SET \
            last_reply_at = \
                COALESCE((SELECT t.last_reply_at FROM threads t WHERE t.post_id = thread_memberships.post_id), 0), \
            unread_mentions = CASE WHEN EXISTS (SELECT 1 FROM threads t \
                WHERE t.post_id = thread_memberships.post_id AND t.last_reply_at > thread_memberships.last_view_at) \
                THEN unread_mentions ELSE 0 END \
         WHERE post_id = $1";
    REMOVE = "ThreadStore.PermanentDelete" => "DELETE FROM threads WHERE post_id = ANY($1)";
    REMOVE_MEMBERSHIPS = "ThreadStore.PermanentDeleteMemberships" =>
        "DELETE FROM thread_memberships WHERE post_id = ANY($1)";
    /// Index thread_memberships_user.
    REMOVE_OF_USER = "ThreadStore.PermanentDeleteMembershipsByUser" =>
        "DELETE FROM thread_memberships WHERE user_id = $1";
    BY_IDS = "ThreadStore.GetMany" =>
        concat!(
            "SELECT ", thread_columns!(),
            " FROM threads t WHERE t.post_id = ANY((SELECT $1::BYTEA[])::BYTEA[]) ORDER BY t.post_id"
        );
    /// Planned with the list in sight: without, the index of a user looks right, and somebody may follow very much.
    MEMBERSHIPS = "ThreadStore.GetMembershipsForUser" =>
        concat!(
            "SELECT ", membership_columns!(),
            " FROM thread_memberships m WHERE m.post_id = ANY($1) AND m.user_id = $2 ORDER BY m.post_id"
        );
    WITH_MEMBERS = "ThreadStore.GetThreadsWithMemberships" =>
        "SELECT DISTINCT m.post_id FROM thread_memberships m \
         WHERE m.post_id = ANY((SELECT $1::BYTEA[])::BYTEA[]) ORDER BY m.post_id";
    /// Index posts_thread.
    REPLY_TIMES = "ThreadStore.GetReplyTimes" =>
        "SELECT p.create_at FROM posts p WHERE p.channel_id = $1 AND p.root_id = $2 AND p.create_at > $3 \
            AND p.delete_at = 0 ORDER BY p.create_at DESC LIMIT $4";
    UNREAD_REPLIES = "ThreadStore.GetUnreadReplies" =>
        "SELECT COUNT(*) FROM posts p WHERE p.channel_id = $1 AND p.root_id = $2 AND p.create_at > $3 \
            AND p.delete_at = 0";
}

/// What replies made of a root post.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thread {
    pub post_id: PostId,
    pub channel_id: ChannelId,
    /// None for direct and group channels.
    pub team_id: TeamId,
    pub reply_count: i64,
    pub last_reply_at: Millis,
    /// In order of the last reply, newest last.
    pub participants: Vec<UserId>,
    pub delete_at: Millis,
}

/// A user's interest in a thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Membership {
    pub post_id: PostId,
    pub user_id: UserId,
    pub channel_id: ChannelId,
    pub team_id: TeamId,
    /// False for who stopped following, whom only a mention brings back.
    pub following: bool,
    pub last_reply_at: Millis,
    pub last_view_at: Millis,
    pub last_update_at: Millis,
    pub unread_mentions: i64,
}

impl FromRow for Thread {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Thread {
            post_id: row.id()?,
            channel_id: row.id()?,
            team_id: row.id()?,
            reply_count: row.int()?,
            last_reply_at: row.int()?,
            participants: participants(&row.text()?),
            delete_at: row.int()?,
        })
    }
}

/// A thread right after a reply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replied {
    pub reply_count: i64,
    pub last_reply_at: Millis,
    /// In order of the last reply, newest last.
    pub participants: Vec<UserId>,
}

impl FromRow for Replied {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Replied { reply_count: row.int()?, last_reply_at: row.int()?, participants: participants(&row.text()?) })
    }
}

impl FromRow for Membership {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Membership {
            post_id: row.id()?,
            user_id: row.id()?,
            channel_id: row.id()?,
            team_id: row.id()?,
            following: row.bool()?,
            last_reply_at: row.int()?,
            last_view_at: row.int()?,
            last_update_at: row.int()?,
            unread_mentions: row.int()?,
        })
    }
}

fn participants(kept: &str) -> Vec<UserId> {
    kept.split_ascii_whitespace().filter_map(UserId::parse).collect()
}

/// As participants are kept: see the table.
fn participant(user: UserId) -> String {
    format!(" {user}")
}

/// Counts a reply in its thread, which the first one makes; the outcome's row is [`Replied`]. `team` is none for direct and group channels.
pub fn reply(post: &Post, team: TeamId) -> Write {
    let params = params![post.root_id, post.channel_id, team, post.create_at, participant(post.user_id)];
    Write::must(&REPLY, params)
}

/// Tells all memberships of the thread about a reply; the outcome's rows are the [`Membership`]s as they then are.
pub fn advance(root: PostId, reply_at: Millis) -> Write {
    Write::new(&ADVANCE, params![root, reply_at])
}

/// Why users follow a thread from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follow {
    /// They asked to.
    Asked,
    /// Something concerns them; who stopped following is left alone.
    Concerned,
    /// They wrote: what is there is read.
    Wrote,
    /// They were mentioned: one more unread mention.
    Mentioned,
}

/// Makes users follow the thread of a stored root post; users who do not exist are passed over.
///
/// `last_view_at` is for those who had no membership, and for [`Follow::Wrote`].
pub fn follow(root: PostId, users: &[UserId], follow: Follow, last_view_at: Millis, now: Millis) -> Write {
    let statement = match follow {
        Follow::Asked => &FOLLOW,
        Follow::Concerned => &FOLLOW_NEW,
        Follow::Wrote => &FOLLOW_READ,
        Follow::Mentioned => &FOLLOW_MENTIONED,
    };
    Write::new(statement, params![root, users, last_view_at, now, true])
}

/// Stops following; remembered, so that replies of others do not bring the user back.
pub fn unfollow(root: PostId, user: UserId, now: Millis) -> Write {
    Write::new(&FOLLOW, params![root, &[user][..], 0, now, false])
}

/// Sets what a member has read of a thread, forwards or back.
pub fn read(root: PostId, user: UserId, last_view_at: Millis, unread_mentions: i64, now: Millis) -> Write {
    Write::must(&READ, params![root, user, last_view_at, unread_mentions, now])
}

/// Marks a user's threads of a team and of direct and group channels as read.
pub fn read_team(user: UserId, team: TeamId, now: Millis) -> Write {
    Write::new(&READ_TEAM, params![user, now, team, TeamId::NONE])
}

/// Marks a user's threads of some channels as read.
pub fn read_channels(user: UserId, channels: &[ChannelId], now: Millis) -> Write {
    Write::new(&READ_CHANNELS, params![user, now, channels])
}

/// Forgets a user's threads of channels that the user left.
pub fn leave(user: UserId, channels: &[ChannelId]) -> Write {
    Write::new(&LEAVE, params![user, channels])
}

/// Forgets a user's threads of a team that the user left.
pub fn leave_team(user: UserId, team: TeamId) -> Write {
    Write::new(&LEAVE_TEAM, params![user, team])
}

/// Forgets who follows threads of a channel without belonging to the team that the channel is moved to.
pub fn leave_strangers(channel: ChannelId, team: TeamId) -> Write {
    Write::new(&LEAVE_STRANGERS, params![channel, team])
}

/// Marks the thread of a deleted root as deleted; memberships stay, with nothing unread.
pub fn delete(root: PostId, now: Millis) -> [Write; 2] {
    [Write::new(&DELETE, params![root, now]), Write::new(&DELETE_MENTIONS, params![root])]
}

/// Counts again after replies of `authors` were deleted; belongs after those writes. Who has read all that is left has
/// no unread mentions.
pub fn recount(root: PostId, authors: impl IntoIterator<Item = UserId>) -> Vec<Write> {
    let of_author = |author| Write::new(&RECOUNT, params![root, author, participant(author)]);
    let mut writes: Vec<Write> = authors.into_iter().map(of_author).collect();
    writes.push(Write::new(&RECOUNT_MEMBERSHIPS, params![root]));
    writes
}

/// Takes `mentions` off what some members have not read, unless they have read up to `newest` since they were asked for.
pub fn forget_mentions(root: PostId, users: &[UserId], mentions: i64, newest: Millis) -> Write {
    Write::new(&FORGET_MENTIONS, params![root, users, mentions, newest])
}

pub fn remove_of_user(user: UserId) -> Write {
    Write::new(&REMOVE_OF_USER, params![user])
}

/// Removes threads and memberships of root posts that are removed.
pub fn remove(roots: &[PostId]) -> [Write; 2] {
    [Write::new(&REMOVE, params![roots]), Write::new(&REMOVE_MEMBERSHIPS, params![roots])]
}

impl Store {
    /// The threads of those of `roots` that have replies.
    pub async fn threads(&self, roots: &[PostId]) -> Result<Vec<Thread>> {
        self.all(&BY_IDS, params![roots]).await
    }

    /// A user's memberships in threads, ended ones included.
    pub async fn thread_memberships(&self, roots: &[PostId], user: UserId) -> Result<Vec<Membership>> {
        self.all(&MEMBERSHIPS, params![roots, user]).await
    }

    /// The times of the newest replies after `since`, newest first.
    pub async fn thread_reply_times(
        &self,
        channel: ChannelId,
        root: PostId,
        since: Millis,
        limit: usize,
    ) -> Result<Vec<Millis>> {
        self.all(&REPLY_TIMES, params![channel, root, since, limit]).await
    }

    /// Those of `roots` that somebody follows or followed.
    pub async fn threads_with_members(&self, roots: &[PostId]) -> Result<Vec<PostId>> {
        self.all(&WITH_MEMBERS, params![roots]).await
    }

    /// Counts live replies made after `last_view_at`.
    pub async fn thread_unread_replies(&self, channel: ChannelId, root: PostId, last_view_at: Millis) -> Result<i64> {
        Ok(self.one(&UNREAD_REPLIES, params![channel, root, last_view_at]).await?.unwrap_or_default())
    }
}
