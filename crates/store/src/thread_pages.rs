//! A user's threads in pages, newest reply first, and their totals.

use base::Millis;
use base::ids::{ChannelId, PostId, TeamId, UserId};
use wire::posts::URGENT;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::threads::{Membership, Thread, membership_columns, thread_columns};
use crate::{Store, params};

/// A page: `$1` user, `$2` and `$3` teams, `$4` and `$5` the edge, `$6` since, `$7` the newest deletion shown,
/// `$8` limit, `$9` the label of urgent posts.
macro_rules! page {
    ($unread:literal, $edge:literal, $order:literal) => {
        concat!(
            "SELECT ",
            membership_columns!(),
            ", ",
            thread_columns!(),
            ", (SELECT COUNT(*) FROM posts p WHERE p.channel_id = t.channel_id AND p.root_id = t.post_id \
                AND p.create_at > m.last_view_at AND p.delete_at = 0), \
             CASE WHEN EXISTS (SELECT 1 FROM post_priorities l WHERE l.post_id = t.post_id AND l.priority = $9) \
                THEN 1 ELSE 0 END \
             FROM thread_memberships m JOIN threads t ON t.post_id = m.post_id \
             WHERE m.user_id = $1 AND m.following = 1 ",
            $unread,
            "AND (m.team_id = $2 OR m.team_id = $3) AND (m.last_reply_at, m.post_id) ",
            $edge,
            " ($4, $5) AND (m.last_reply_at >= $6 OR m.last_update_at >= $6) AND t.delete_at <= $7 \
             AND t.reply_count > 0 ORDER BY ",
            $order,
            " LIMIT $8"
        )
    };
}

crate::statements! {
    /// Index thread_memberships_user.
    BEFORE = "ThreadStore.GetThreadsForUser" =>
        page!("", "<", "m.last_reply_at DESC, m.post_id DESC");
    AFTER = "ThreadStore.GetThreadsForUserAfter" =>
        page!("", ">", "m.last_reply_at, m.post_id");
    /// Index thread_memberships_unread.
    UNREAD_BEFORE = "ThreadStore.GetUnreadThreadsForUser" =>
        page!("AND m.last_view_at < m.last_reply_at ", "<", "m.last_reply_at DESC, m.post_id DESC");
    UNREAD_AFTER = "ThreadStore.GetUnreadThreadsForUserAfter" =>
        page!("AND m.last_view_at < m.last_reply_at ", ">", "m.last_reply_at, m.post_id");
    /// A thread may be followed before it has replies.
    ONE = "ThreadStore.GetThreadForUser" =>
        concat!(
            "SELECT ",
            membership_columns!(),
            ", m.post_id, m.channel_id, m.team_id, COALESCE(t.reply_count, 0), COALESCE(t.last_reply_at, 0), \
             COALESCE(t.participants, ''), COALESCE(t.delete_at, 0), \
             (SELECT COUNT(*) FROM posts p WHERE p.channel_id = m.channel_id AND p.root_id = m.post_id \
                AND p.create_at > m.last_view_at AND p.delete_at = 0), \
             CASE WHEN EXISTS (SELECT 1 FROM post_priorities l WHERE l.post_id = m.post_id AND l.priority = $3) \
                THEN 1 ELSE 0 END \
             FROM thread_memberships m LEFT JOIN threads t ON t.post_id = m.post_id \
             WHERE m.post_id = $1 AND m.user_id = $2 AND m.following = 1"
        );
    TOTALS = "ThreadStore.GetTotalThreads" =>
        "SELECT m.channel_id, COUNT(*) FROM thread_memberships m JOIN threads t ON t.post_id = m.post_id \
         WHERE m.user_id = $1 AND m.following = 1 AND (m.team_id = $2 OR m.team_id = $3) AND t.delete_at <= $4 \
            AND t.reply_count > 0 \
         GROUP BY m.channel_id ORDER BY m.channel_id";
    /// Index thread_memberships_unread.
    UNREAD_TOTALS = "ThreadStore.GetTotalUnreadThreads" =>
        "SELECT m.team_id, m.channel_id, COUNT(*), COALESCE(CAST(SUM(m.unread_mentions) AS BIGINT), 0), \
            COALESCE(CAST(SUM(CASE WHEN l.priority = $2 THEN m.unread_mentions ELSE 0 END) AS BIGINT), 0) \
         FROM thread_memberships m JOIN threads t ON t.post_id = m.post_id \
         LEFT JOIN post_priorities l ON l.post_id = m.post_id \
         WHERE m.user_id = $1 AND m.following = 1 AND m.last_view_at < m.last_reply_at AND t.delete_at = 0 \
            AND t.reply_count > 0 \
         GROUP BY m.team_id, m.channel_id ORDER BY m.team_id, m.channel_id";
}

/// Which threads of a user a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    pub team: TeamId,
    /// Leaves out threads of direct and group channels, which otherwise belong to every team.
    pub exclude_direct: bool,
    pub unread_only: bool,
    pub include_deleted: bool,
    /// Only threads with a reply or a change of the membership at this time or later.
    pub since: Millis,
}

impl Filter {
    fn other_team(&self) -> TeamId {
        if self.exclude_direct { self.team } else { TeamId::NONE }
    }

    fn newest_deletion(&self) -> Millis {
        if self.include_deleted { Millis::MAX } else { 0 }
    }
}

/// A place in a user's list of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub last_reply_at: Millis,
    pub post_id: PostId,
}

impl Edge {
    /// Behind the newest thread: before it is the first page.
    pub const END: Edge = Edge { last_reply_at: Millis::MAX, post_id: PostId::UNKNOWN };
}

/// Which side of an edge a page lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Older threads.
    Before(Edge),
    /// Newer threads: those next to the edge.
    After(Edge),
}

/// A thread as its follower sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    pub membership: Membership,
    pub thread: Thread,
    pub unread_replies: i64,
    pub is_urgent: bool,
}

impl FromRow for Followed {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Followed {
            membership: Membership::from_row(row)?,
            thread: Thread::from_row(row)?,
            unread_replies: row.int()?,
            is_urgent: row.bool()?,
        })
    }
}

/// What a user has not read in the threads of one channel. Direct and group channels are of [`TeamId::NONE`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnreadTotals {
    pub team_id: TeamId,
    pub channel_id: ChannelId,
    pub threads: i64,
    pub mentions: i64,
    pub urgent_mentions: i64,
}

impl FromRow for UnreadTotals {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(UnreadTotals {
            team_id: row.id()?,
            channel_id: row.id()?,
            threads: row.int()?,
            mentions: row.int()?,
            urgent_mentions: row.int()?,
        })
    }
}

impl Store {
    /// A page of the threads that a user follows, newest reply first.
    pub async fn threads_of(&self, user: UserId, filter: Filter, side: Side, limit: usize) -> Result<Vec<Followed>> {
        let (statement, edge) = match (side, filter.unread_only) {
            (Side::Before(edge), false) => (&BEFORE, edge),
            (Side::Before(edge), true) => (&UNREAD_BEFORE, edge),
            (Side::After(edge), false) => (&AFTER, edge),
            (Side::After(edge), true) => (&UNREAD_AFTER, edge),
        };
        let params = params![
            user,
            filter.team,
            filter.other_team(),
            edge.last_reply_at,
            edge.post_id,
            filter.since,
            filter.newest_deletion(),
            limit,
            URGENT,
        ];
        let mut threads: Vec<Followed> = self.all(statement, params).await?;
        if matches!(side, Side::After(_)) {
            threads.reverse();
        }
        Ok(threads)
    }

    /// One thread as a user sees it who follows it.
    pub async fn thread_of(&self, user: UserId, root: PostId) -> Result<Option<Followed>> {
        self.one(&ONE, params![root, user, URGENT]).await
    }

    /// Counts the threads that a user follows, by channel. Reads all the memberships of the user.
    pub async fn threads_totals(&self, user: UserId, filter: Filter) -> Result<Vec<(ChannelId, i64)>> {
        self.all(&TOTALS, params![user, filter.team, filter.other_team(), filter.newest_deletion()]).await
    }

    /// What a user has not read, by channel.
    pub async fn threads_unread_totals(&self, user: UserId) -> Result<Vec<UnreadTotals>> {
        self.all(&UNREAD_TOTALS, params![user, URGENT]).await
    }
}
