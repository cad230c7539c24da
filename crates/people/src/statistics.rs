//! Figures of the whole server. Those that are counted are kept for a while: asking often costs nothing.

use std::collections::HashMap;

use base::Millis;
use node::error::{ApiError, Result};
use parking_lot::Mutex;
use permissions::Permission;
use store::figures::Figure;
use store::teams::Listing;
use wire::system::{AnalyticsRow, PostsUsage, ServerLimits, StorageUsage, TeamsUsage};

use request::App;
use request::{Answer, Call, Reply};

/// How long a counted figure is told before it is counted anew.
const KEPT_MS: Millis = 5 * 60 * 1000;
const DAY_MS: Millis = 24 * 60 * 60 * 1000;
/// Days of a statistic by day.
const DAYS: i64 = 31;

/// Figures that were counted lately, one of each kind.
#[derive(Default)]
pub struct Figures {
    kept: Mutex<HashMap<Figure, (Millis, i64)>>,
}

async fn figure(app: &App, figure: Figure) -> Result<i64> {
    let now = app.clock.now();
    let kept = app.of::<Figures>().kept.lock().get(&figure).copied();
    if let Some((at, value)) = kept
        && now - at < KEPT_MS
    {
        return Ok(value);
    }
    count(app, figure).await
}

/// The figure as it is now.
async fn count(app: &App, figure: Figure) -> Result<i64> {
    let now = app.clock.now();
    let value = app.store.figure(figure, now).await?;
    app.of::<Figures>().kept.lock().insert(figure, (now, value));
    Ok(value)
}

/// Counts the accounts that are not deactivated, for the metrics of this node.
///
/// # Errors
/// When the store does not answer.
pub async fn count_active_users(app: &App) -> Result<()> {
    app.metrics.store.active_users.set(figure(app, Figure::ActiveAccounts).await?);
    Ok(())
}

/// `GET /analytics/old`
pub async fn analytics(call: Call) -> Answer {
    call.must(Permission::GetAnalytics)?;
    let query = call.query();
    match query.get("name").unwrap_or("standard") {
        "standard" => Ok(Reply::json(&standard(&call).await?)),
        "extra_counts" => Ok(Reply::json(&extra(&call).await?)),
        "post_counts_day" => Ok(Reply::json(&by_day(&call, store::figures::Daily::Posts).await?)),
        "bot_post_counts_day" => Ok(Reply::json(&by_day(&call, store::figures::Daily::BotPosts).await?)),
        "user_counts_with_posts_day" => Ok(Reply::json(&by_day(&call, store::figures::Daily::Authors).await?)),
        _ => Err(ApiError::body_param("name")),
    }
}

async fn standard(call: &Call) -> Result<Vec<AnalyticsRow>> {
    let app = &call.app;
    let teams = app.store.teams_count(Listing::All).await?;
    let sockets = i64::try_from(app.hub.attached()).unwrap_or(i64::MAX);
    Ok(vec![
        row("channel_open_count", figure(app, Figure::OpenChannels).await?),
        row("channel_private_count", figure(app, Figure::PrivateChannels).await?),
        row("post_count", figure(app, Figure::Posts).await?),
        row("unique_user_count", figure(app, Figure::ActiveAccounts).await?),
        row("team_count", teams),
        row("total_websocket_connections", sockets),
        row("total_master_db_connections", 1),
        row("total_read_db_connections", 0),
        row("daily_active_users", figure(app, Figure::DailyUsers).await?),
        row("monthly_active_users", figure(app, Figure::MonthlyUsers).await?),
        row("inactive_user_count", figure(app, Figure::InactiveAccounts).await?),
        row("registered_users", figure(app, Figure::Accounts).await?),
    ])
}

async fn extra(call: &Call) -> Result<Vec<AnalyticsRow>> {
    let app = &call.app;
    Ok(vec![
        row("incoming_webhook_count", figure(app, Figure::IncomingWebhooks).await?),
        row("outgoing_webhook_count", figure(app, Figure::OutgoingWebhooks).await?),
        row("command_count", figure(app, Figure::Commands).await?),
        row("session_count", figure(app, Figure::Sessions).await?),
        row("total_file_count", figure(app, Figure::Files).await?),
        row("total_file_size", figure(app, Figure::FileBytes).await?),
    ])
}

/// Days until yesterday that have anything to count, the newest first.
async fn by_day(call: &Call, daily: store::figures::Daily) -> Result<Vec<AnalyticsRow>> {
    let today = call.app.clock.now() / DAY_MS;
    let days = call.app.store.daily(daily, (today - DAYS) * DAY_MS, today * DAY_MS).await?;
    Ok(days.into_iter().map(|(day, count)| row(&date(day), count)).collect())
}

/// `2026-05-17` of a number of days since 1970.
fn date(day: i64) -> String {
    let at = jiff::Timestamp::from_millisecond(day * DAY_MS).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    at.strftime("%Y-%m-%d").to_string()
}

/// Counts are far below 2^52, so a float tells them exactly.
#[expect(clippy::cast_precision_loss, reason = "the contract has a float")]
fn row(name: &str, value: i64) -> AnalyticsRow {
    AnalyticsRow { name: name.to_owned(), value: value as f64 }
}

/// `GET /usage/posts`
pub async fn posts_usage(call: Call) -> Answer {
    Ok(Reply::json(&PostsUsage { count: figure(&call.app, Figure::Posts).await? }))
}

/// `GET /usage/storage`
pub async fn storage_usage(call: Call) -> Answer {
    Ok(Reply::json(&StorageUsage { bytes: figure(&call.app, Figure::FileBytes).await? }))
}

/// `GET /usage/teams`
pub async fn teams_usage(call: Call) -> Answer {
    let active = call.app.store.teams_count(Listing::All).await?;
    Ok(Reply::json(&TeamsUsage { active, cloud_archived: 0 }))
}

/// `GET /limits/server`: answers that nothing is limited; administrators also get the number of accounts, as it is now:
/// scripts compare it before and after they make some.
pub async fn limits(call: Call) -> Answer {
    let mut limits = ServerLimits::default();
    if call.can(Permission::ReadConsoleUserManagementUsers) {
        limits.active_user_count = count(&call.app, Figure::ActiveAccounts).await?;
    }
    Ok(Reply::json(&limits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_told_as_dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(20_454), "2026-01-01");
    }
}
