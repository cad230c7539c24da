//! The one question before anything of a thread is shown, counted or told: may this follower read it now.
//!
//! Following needs no membership of the channel, and outlives the right to read it: the channel becomes private, its
//! follower leaves the team or becomes a guest. Nobody who follows is shown more than REST would show.

use std::collections::HashMap;

use base::ids::{ChannelId, TeamId, UserId};
use node::error::Result;
use store::thread_pages::{Filter, UnreadTotals};

use request::App;

/// Whether a follower may read now what stands in a channel. Answered from memory for everybody who is known there.
///
/// # Errors
/// When the store does not answer.
pub async fn may_read(app: &App, user: UserId, channel: ChannelId) -> Result<bool> {
    let Some(channel) = app.world.channel(channel).await? else { return Ok(false) };
    let Some(user) = app.world.user(user).await? else { return Ok(false) };
    app.can_read(&user, &channel).await
}

/// What a user has not read in threads that the user may read, by team.
///
/// # Errors
/// When the store does not answer.
pub async fn unread_totals(app: &App, user: UserId) -> Result<HashMap<TeamId, UnreadTotals>> {
    let mut teams: HashMap<TeamId, UnreadTotals> = HashMap::new();
    for of_channel in app.store.threads_unread_totals(user).await? {
        if may_read(app, user, of_channel.channel_id).await? {
            let team = teams.entry(of_channel.team_id).or_default();
            team.threads += of_channel.threads;
            team.mentions += of_channel.mentions;
            team.urgent_mentions += of_channel.urgent_mentions;
        }
    }
    Ok(teams)
}

/// Counts the threads that a user follows and may read.
///
/// # Errors
/// When the store does not answer.
pub async fn total(app: &App, user: UserId, filter: Filter) -> Result<i64> {
    let mut total = 0;
    for (channel, count) in app.store.threads_totals(user, filter).await? {
        if may_read(app, user, channel).await? {
            total += count;
        }
    }
    Ok(total)
}
