//! Channels: where posts are written, who belongs to them, and what each member has read.
//!
//! [`create`] and [`direct`] bring channels into being, [`members`] lets people in and out, [`edit`]
//! changes what a channel is called and whether it lives, [`lists`] and [`search`] find channels,
//! [`views`] keeps what is read. What became of a channel is said in it through
//! [`conversation::posts::system`].

pub mod convert;
pub mod create;
pub mod direct;
pub mod edit;
pub mod lists;
pub mod member_lists;
pub mod member_settings;
pub mod members;
pub mod moderation;
mod notices;
pub mod removal;
pub mod search;
pub mod stats;
pub mod views;

use std::sync::Arc;

use base::ids::{ChannelId, TeamId};
use node::error::{ApiError, Result};
use permissions::Permission;
use wire::channels::Channel;
use wire::errors::ids;

use request::App;
use request::permit::allowed;
use request::{Answer, Call, Reply};

/// The channel's record; its counters may be old.
///
/// # Errors
/// 404 when there is none.
pub async fn find(app: &App, id: ChannelId) -> Result<Arc<Channel>> {
    app.world.channel(id).await?.ok_or_else(missing)
}

/// The channel with its counters as they are now.
///
/// # Errors
/// 404 when there is none.
pub async fn find_fresh(app: &App, id: ChannelId) -> Result<Channel> {
    app.store.channel(id).await?.ok_or_else(missing)
}

fn missing() -> ApiError {
    ApiError::not_found(ids::APP_CHANNEL_GET_EXISTING, "There is no such channel.")
}

/// Whether the caller may know the channel: as a member, or because it is public in a team of the caller's.
///
/// # Errors
/// When the store does not answer.
pub async fn can_see(call: &Call, channel: &Channel) -> Result<bool> {
    if channel.is_archived() && !call.app.sees_archived(call.me()) {
        return Ok(false);
    }
    let listed = channel.is_open() && call.can_in_team(channel.team_id, Permission::ReadPublicChannel).await?;
    Ok(listed || call.can_in_channel(channel.id, Permission::ReadChannel).await?)
}

/// True when the caller belongs to the channel.
///
/// # Errors
/// When the store does not answer.
pub async fn is_member(call: &Call, channel: ChannelId) -> Result<bool> {
    Ok(call.app.world.memberships(call.my_id()).await?.channels.contains_key(&channel))
}

/// Answers with one channel.
pub async fn get_channel(call: Call) -> Answer {
    let channel = find_fresh(&call.app, call.id("channel_id")?).await?;
    allowed(can_see(&call, &channel).await?)?;
    Ok(Reply::json(&channel))
}

/// Answers with the channel of a name. One that the caller may not see is as good as none.
pub async fn get_by_name(call: Call) -> Answer {
    let team = call.id("team_id")?;
    by_name(&call, team).await
}

/// The same, with the team's name instead of its id.
pub async fn get_by_name_for_team_name(call: Call) -> Answer {
    let name = call.text("team_name").to_lowercase();
    let unknown = || ApiError::not_found(ids::APP_TEAM_GET_BY_NAME_MISSING, "There is no such team.");
    let team = call.app.store.team_by_name(&name).await?.ok_or_else(unknown)?;
    by_name(&call, team.id).await
}

async fn by_name(call: &Call, team: TeamId) -> Answer {
    let unknown = || ApiError::not_found(ids::APP_CHANNEL_GET_BY_NAME_MISSING, "There is no such channel.");
    let name = call.text("channel_name").to_lowercase();
    let channel = call.app.store.channel_by_name(team, &name).await?.ok_or_else(unknown)?;
    if channel.is_archived() && !call.query().flag("include_deleted") {
        return Err(unknown());
    }
    if channel.is_open() {
        allowed(can_see(call, &channel).await?)?;
    } else if !can_see(call, &channel).await? {
        return Err(unknown());
    }
    Ok(Reply::json(&channel))
}
