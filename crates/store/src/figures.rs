//! Figures of the whole database, for statistics. Counting reads whole tables: callers keep the result for a while.

use base::Millis;

use crate::error::Result;
use crate::{Statement, Store, params};

crate::statements! {
    CHANNELS = "ChannelStore.AnalyticsTypeCountAll" =>
        "SELECT COUNT(*) FROM channels WHERE kind = $1 AND delete_at = 0";
    /// Channels count their posts, and there are far fewer of them.
    POSTS = "PostStore.AnalyticsPostCount" =>
        "SELECT COALESCE(CAST(SUM(total_msg_count) AS BIGINT), 0) FROM channels";
    ACCOUNTS = "UserStore.Count" => "SELECT COUNT(*) FROM users";
    ACTIVE_ACCOUNTS = "UserStore.AnalyticsActiveCount" => "SELECT COUNT(*) FROM users WHERE delete_at = 0";
    INACTIVE_ACCOUNTS = "UserStore.AnalyticsGetInactiveUsersCount" =>
        "SELECT COUNT(*) FROM users WHERE delete_at > 0";
    SEEN_USERS = "UserStore.AnalyticsActiveUsers" =>
        "SELECT COUNT(*) FROM statuses WHERE last_activity_at > $1";
    INCOMING_WEBHOOKS = "WebhookStore.AnalyticsIncomingCount" =>
        "SELECT COUNT(*) FROM incoming_webhooks WHERE delete_at = 0";
    OUTGOING_WEBHOOKS = "WebhookStore.AnalyticsOutgoingCount" =>
        "SELECT COUNT(*) FROM outgoing_webhooks WHERE delete_at = 0";
    COMMANDS = "CommandStore.AnalyticsCommandCount" => "SELECT COUNT(*) FROM commands WHERE delete_at = 0";
    SESSIONS = "SessionStore.AnalyticsSessionCount" =>
        "SELECT COUNT(*) FROM sessions WHERE expires_at = 0 OR expires_at > $1";
    FILES = "FileInfoStore.CountAll" => "SELECT COUNT(*) FROM file_infos WHERE delete_at = 0";
    FILE_BYTES = "FileInfoStore.GetStorageUsage" =>
        "SELECT COALESCE(CAST(SUM(size) AS BIGINT), 0) FROM file_infos WHERE delete_at = 0";
    POSTS_BY_DAY = "PostStore.AnalyticsPostCountsByDay" =>
        "SELECT create_at / 86400000, COUNT(*) FROM posts WHERE create_at >= $1 AND create_at < $2 \
         GROUP BY create_at / 86400000 ORDER BY create_at / 86400000 DESC";
    BOT_POSTS_BY_DAY = "PostStore.AnalyticsBotPostCountsByDay" =>
        "SELECT p.create_at / 86400000, COUNT(*) FROM posts p JOIN bots b ON b.user_id = p.user_id \
         WHERE p.create_at >= $1 AND p.create_at < $2 \
         GROUP BY p.create_at / 86400000 ORDER BY p.create_at / 86400000 DESC";
    AUTHORS_BY_DAY = "PostStore.AnalyticsUserCountsWithPostsByDay" =>
        "SELECT create_at / 86400000, COUNT(DISTINCT user_id) FROM posts WHERE create_at >= $1 AND create_at < $2 \
         GROUP BY create_at / 86400000 ORDER BY create_at / 86400000 DESC";
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Figure {
    OpenChannels,
    PrivateChannels,
    /// Without those about joining and leaving.
    Posts,
    Accounts,
    ActiveAccounts,
    InactiveAccounts,
    /// Users who were here within a day.
    DailyUsers,
    /// Users who were here within 31 days.
    MonthlyUsers,
    IncomingWebhooks,
    OutgoingWebhooks,
    Commands,
    Sessions,
    Files,
    FileBytes,
}

/// What is counted by day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Daily {
    Posts,
    BotPosts,
    Authors,
}

const DAY_MS: Millis = 24 * 60 * 60 * 1000;

impl Store {
    /// Counts a figure as of `now`.
    pub async fn figure(&self, figure: Figure, now: Millis) -> Result<i64> {
        let (statement, params): (&Statement, _) = match figure {
            Figure::OpenChannels => (&CHANNELS, params!["O"]),
            Figure::PrivateChannels => (&CHANNELS, params!["P"]),
            Figure::Posts => (&POSTS, params![]),
            Figure::Accounts => (&ACCOUNTS, params![]),
            Figure::ActiveAccounts => (&ACTIVE_ACCOUNTS, params![]),
            Figure::InactiveAccounts => (&INACTIVE_ACCOUNTS, params![]),
            Figure::DailyUsers => (&SEEN_USERS, params![now - DAY_MS]),
            Figure::MonthlyUsers => (&SEEN_USERS, params![now - 31 * DAY_MS]),
            Figure::IncomingWebhooks => (&INCOMING_WEBHOOKS, params![]),
            Figure::OutgoingWebhooks => (&OUTGOING_WEBHOOKS, params![]),
            Figure::Commands => (&COMMANDS, params![]),
            Figure::Sessions => (&SESSIONS, params![now]),
            Figure::Files => (&FILES, params![]),
            Figure::FileBytes => (&FILE_BYTES, params![]),
        };
        Ok(self.one(statement, params).await?.unwrap_or_default())
    }

    /// Counts by day, from and until a time: days since 1970 with their count, the newest first. Reads every post of
    /// the time.
    pub async fn daily(&self, daily: Daily, from: Millis, until: Millis) -> Result<Vec<(i64, i64)>> {
        let statement = match daily {
            Daily::Posts => &POSTS_BY_DAY,
            Daily::BotPosts => &BOT_POSTS_BY_DAY,
            Daily::Authors => &AUTHORS_BY_DAY,
        };
        self.all(statement, params![from, until]).await
    }
}
