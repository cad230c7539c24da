//! Exports: everything that is written down, walked in bounded pages by keys that do not move.

use base::Millis;
use base::ids::{ChannelId, PostId, TeamId, UserId};
use wire::channels::Channel;
use wire::posts::{JOIN_LEAVE, Post};
use wire::preferences::Preference;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::threads::{Membership, membership_columns};
use crate::{Store, channels, params, posts};

crate::statements! {
    TEAMS = "ExportStore.GetTeams" => "SELECT t.id FROM teams t WHERE t.name > $1 AND t.delete_at = 0 ORDER BY t.name LIMIT $2";
    USERS = "ExportStore.GetUsers" => "SELECT u.id FROM users u WHERE u.username > $1 ORDER BY u.username LIMIT $2";
    /// By the unique key.
    CHANNELS = "ExportStore.GetChannels" =>
        concat!(
            "SELECT ", channels::columns!(),
            " FROM channels c WHERE c.team_id = $1 AND c.name > $2 ORDER BY c.name LIMIT $3"
        );
    /// Index posts_thread.
    ROOTS = "ExportStore.GetRoots" =>
        posts::select!("WHERE p.channel_id = $1 AND p.root_id = $2 AND (p.create_at, p.id) > ($3, $4) \
            AND p.delete_at = 0 ORDER BY p.create_at, p.id LIMIT $5");
    /// Index posts_thread.
    REPLIES = "ExportStore.GetReplies" =>
        posts::select!("WHERE p.channel_id = $1 AND p.root_id = ANY($2) AND p.delete_at = 0 \
            ORDER BY p.root_id, p.create_at, p.id");
    FOLLOWERS = "ExportStore.GetThreadFollowers" =>
        concat!(
            "SELECT ", membership_columns!(),
            " FROM thread_memberships m WHERE m.post_id = ANY($1) AND m.following = 1 ORDER BY m.post_id, m.user_id"
        );
    /// Index preferences_flagged.
    FLAGS = "ExportStore.GetFlaggedPosts" =>
        "SELECT user_id, category, name, value FROM preferences \
         WHERE category = 'flagged_post' AND name = ANY($1) ORDER BY name, user_id";
    /// Index posts_page, and the rows for what kind of posts they are.
    COUNTED = "ExportStore.CountPosts" =>
        "SELECT COUNT(*), COALESCE(CAST(SUM(CASE WHEN p.root_id = $2 THEN 1 ELSE 0 END) AS BIGINT), 0) FROM posts p \
         WHERE p.channel_id = $1 AND p.delete_at = 0 AND NOT (p.kind = ANY($3))";
}

/// Live posts that count as something to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    pub posts: i64,
    pub roots: i64,
}

impl FromRow for Counted {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Counted { posts: row.int()?, roots: row.int()? })
    }
}

impl Store {
    /// Live teams behind a name, by name.
    pub async fn export_teams(&self, after: &str, limit: usize) -> Result<Vec<TeamId>> {
        self.all(&TEAMS, params![after, limit]).await
    }

    /// Accounts behind a username, by username, deactivated ones and bots as well.
    pub async fn export_users(&self, after: &str, limit: usize) -> Result<Vec<UserId>> {
        self.all(&USERS, params![after, limit]).await
    }

    /// Channels of a team behind a name, by name, archived ones as well; [`TeamId::NONE`] for conversations.
    pub async fn export_channels(&self, team: TeamId, after: &str, limit: usize) -> Result<Vec<Channel>> {
        self.all(&CHANNELS, params![team, after, limit]).await
    }

    /// Live posts that begin a thread, oldest first, behind a time and id.
    pub async fn export_roots(&self, channel: ChannelId, after: (Millis, PostId), limit: usize) -> Result<Vec<Post>> {
        self.all(&ROOTS, params![channel, PostId::NONE, after.0, after.1, limit]).await
    }

    /// The live replies of some threads of a channel, by thread and oldest first.
    pub async fn export_replies(&self, channel: ChannelId, roots: &[PostId]) -> Result<Vec<Post>> {
        self.all(&REPLIES, params![channel, roots]).await
    }

    /// Who follows some threads, by thread.
    pub async fn export_followers(&self, roots: &[PostId]) -> Result<Vec<Membership>> {
        self.all(&FOLLOWERS, params![roots]).await
    }

    /// Who saved some posts.
    pub async fn export_flags(&self, posts: &[PostId]) -> Result<Vec<Preference>> {
        let names: Vec<String> = posts.iter().map(PostId::to_string).collect();
        self.all(&FLAGS, params![names]).await
    }

    /// How many posts of a channel an import of it would count.
    pub async fn export_count(&self, channel: ChannelId) -> Result<Counted> {
        let uncounted: Vec<String> = JOIN_LEAVE.iter().map(|kind| (*kind).to_owned()).collect();
        Ok(self.one(&COUNTED, params![channel, PostId::NONE, uncounted]).await?.unwrap_or_default())
    }
}
