//! Who belongs to a thread: followers and former ones, of whom some may have left its channel.

use base::Millis;
use base::ids::{PostId, UserId};

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::threads::{Membership, membership_columns};
use crate::{Store, params};

crate::statements! {
    FOLLOWERS = "ThreadStore.GetThreadFollowers" =>
        "SELECT user_id FROM thread_memberships WHERE post_id = $1 AND following = 1 ORDER BY user_id";
    MEMBERS = "ThreadStore.GetThreadMemberships" =>
        concat!(
            "SELECT ", membership_columns!(),
            ", CASE WHEN EXISTS (SELECT 1 FROM channel_members c \
                WHERE c.channel_id = m.channel_id AND c.user_id = m.user_id) THEN 1 ELSE 0 END \
             FROM thread_memberships m WHERE m.post_id = $1 ORDER BY m.user_id"
        );
    MENTIONED = "ThreadStore.GetThreadMembershipsWithMentions" =>
        concat!(
            "SELECT ", membership_columns!(),
            " FROM thread_memberships m WHERE m.post_id = $1 AND m.unread_mentions > 0 AND m.last_view_at < $2 \
             ORDER BY m.user_id LIMIT $3"
        );
    MENTIONED_IN = "ThreadStore.GetMembershipsWithMentionsOfThreads" =>
        concat!(
            "SELECT ", membership_columns!(),
            " FROM thread_memberships m WHERE m.post_id = ANY($1) AND m.unread_mentions > 0 AND m.following = 1 \
             ORDER BY m.post_id, m.user_id LIMIT $2"
        );
}

/// A membership, and whether its user belongs to the thread's channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member {
    pub membership: Membership,
    pub in_channel: bool,
}

impl FromRow for Member {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Member { membership: Membership::from_row(row)?, in_channel: row.bool()? })
    }
}

impl Store {
    /// Everybody's memberships in a thread, ended ones included.
    pub async fn thread_members(&self, root: PostId) -> Result<Vec<Member>> {
        self.all(&MEMBERS, params![root]).await
    }

    /// Memberships with unread mentions of members who have read only to before a time, ended ones included.
    pub async fn thread_mentioned(&self, root: PostId, before: Millis, limit: usize) -> Result<Vec<Membership>> {
        self.all(&MENTIONED, params![root, before, limit]).await
    }

    /// Memberships of followers with unread mentions, by thread and user.
    pub async fn threads_mentioned(&self, roots: &[PostId], limit: usize) -> Result<Vec<Membership>> {
        self.all(&MENTIONED_IN, params![roots, limit]).await
    }

    /// Who follows a thread.
    pub async fn thread_followers(&self, root: PostId) -> Result<Vec<UserId>> {
        self.all(&FOLLOWERS, params![root]).await
    }
}
