//! Lists of channels: of a user, of a team, of the whole server.

use base::Millis;
use base::ids::{ChannelId, TeamId};
use node::error::{ApiError, Result};
use permissions::Permission;
use store::channel_search::{Filter, Lives};
use wire::channels::{Channel, ChannelWithTeam, ChannelsWithCount, OFF_TOPIC, OPEN, PRIVATE, TOWN_SQUARE};
use wire::errors::ids;

use node::API_VERSION;

use request::App;
use request::permit::accounts::Part;
use request::permit::allowed;
use request::query::PER_PAGE_MAX;
use request::{Answer, Call, Reply};

/// Channels whose records or counts one request may ask for.
const IDS_MAX: usize = 1_000;

/// Answers with a user's channels of a team, and the direct and group channels.
pub async fn of_user_in_team(call: Call) -> Answer {
    let (user, team) = (call.must_act_on(Part::Channels).await?, call.id::<TeamId>("team_id")?);
    call.must_in_team(team, Permission::ViewTeam).await?;
    let channels = call.app.store.channels_of_in(user, team, archived_after(&call)?).await?;
    if channels.is_empty() {
        return Err(no_channels());
    }
    let etag = etag(&channels);
    if call.has(&etag) {
        return Ok(Reply::not_modified(&etag));
    }
    Ok(Reply::json(&channels).with_etag(&etag))
}

/// Answers with all channels of a user.
pub async fn of_user(call: Call) -> Answer {
    let user = call.must_act_on(Part::Channels).await?;
    let channels = call.app.store.channels_of(user, archived_after(&call)?).await?;
    if channels.is_empty() {
        return Err(no_channels());
    }
    Ok(Reply::json(&channels))
}

/// The time after which a channel must have been archived to be listed.
fn archived_after(call: &Call) -> Result<Millis> {
    let query = call.query();
    match (query.flag("include_deleted"), query.int("last_delete_at").unwrap_or(0)) {
        (_, ..0) => Err(ApiError::url_param("last_delete_at")),
        _ if !call.app.sees_archived(call.me()) => Ok(Millis::MAX),
        (_, at @ 1..) => Ok(at),
        (true, 0) => Ok(0),
        (false, 0) => Ok(Millis::MAX),
    }
}

fn no_channels() -> ApiError {
    ApiError::not_found(ids::APP_CHANNEL_GET_CHANNELS_NOT_FOUND, "The user is in no channel.")
}

/// Changes with every record of the list, and with every post.
fn etag(channels: &[Channel]) -> String {
    let newest = channels.iter().map(|channel| channel.update_at.max(channel.delete_at)).max().unwrap_or_default();
    let posted = channels.iter().map(|channel| channel.last_post_at).max().unwrap_or_default();
    let posts: i64 = channels.iter().map(|channel| channel.total_msg_count).sum();
    format!("{API_VERSION}.{newest}.{posted}.{posts}.{}", channels.len())
}

/// Answers with a page of a team's public channels.
pub async fn public_of_team(call: Call) -> Answer {
    let team: TeamId = call.id("team_id")?;
    call.must_in_team(team, Permission::ListTeamChannels).await?;
    page_of(&call, team, OPEN).await
}

/// Answers with a page of a team's private channels, for administrators.
pub async fn private_of_team(call: Call) -> Answer {
    let team: TeamId = call.id("team_id")?;
    call.must(Permission::ManageSystem)?;
    page_of(&call, team, PRIVATE).await
}

async fn page_of(call: &Call, team: TeamId, kind: &str) -> Answer {
    let (limit, offset) = bounds(call);
    Ok(Reply::json(&call.app.store.channels_page(team, kind, limit, offset).await?))
}

fn bounds(call: &Call) -> (usize, usize) {
    let query = call.query();
    let limit = query.per_page();
    (limit, query.page().saturating_mul(limit))
}

/// Answers with a page of a team's archived channels, of those that the caller may see.
pub async fn deleted_of_team(call: Call) -> Answer {
    let team: TeamId = call.id("team_id")?;
    call.must_in_team(team, Permission::ListTeamChannels).await?;
    if !call.app.sees_archived(call.me()) {
        return Ok(Reply::json(&[(); 0]));
    }
    let (limit, offset) = bounds(&call);
    Ok(Reply::json(&call.app.store.archived_channels_page(team, call.my_id(), limit, offset).await?))
}

/// Answers with those of a team's public channels that the body names, of which the caller may know.
pub async fn by_ids_of_team(mut call: Call) -> Answer {
    let team: TeamId = call.id("team_id")?;
    let wanted = channel_ids(&call.list().await?)?;
    call.must_in_team(team, Permission::ViewTeam).await?;
    let lists = call.can_in_team(team, Permission::ListTeamChannels).await?;
    let own = call.app.world.memberships(call.my_id()).await?;
    let mut channels = call.app.store.channels(&wanted).await?;
    channels.retain(|channel| channel.team_id == team && channel.is_open() && !channel.is_archived());
    channels.retain(|channel| lists || own.channels.contains_key(&channel.id));
    if channels.is_empty() {
        let text = "The team has no such channels.";
        return Err(ApiError::not_found(ids::APP_CHANNEL_GET_CHANNELS_BY_IDS_NOT_FOUND, text));
    }
    Ok(Reply::json(&channels))
}

/// The ids of a body, of which there must be some.
pub(super) fn channel_ids(texts: &[String]) -> Result<Vec<ChannelId>> {
    let bad = || ApiError::body_param("channel_ids");
    if texts.is_empty() || texts.len() > IDS_MAX {
        return Err(bad());
    }
    let id = |text: &String| ChannelId::parse(text).filter(|id| !id.is_none()).ok_or_else(bad);
    texts.iter().map(id).collect()
}

/// Answers with a page of all channels, for administrators.
pub async fn all(call: Call) -> Answer {
    let rights = [
        Permission::ReadConsoleUserManagementChannels,
        Permission::WriteConsoleUserManagementGroups,
        Permission::ReadConsoleComplianceDataRetentionPolicy,
    ];
    allowed(call.app.system_rights(call.me()).contains_any(&rights))?;
    let query = call.query();
    let mut filter = Filter { kinds: vec![OPEN.to_owned(), PRIVATE.to_owned()], ..Filter::default() };
    if query.flag("include_deleted") {
        filter.lives = Lives::Both;
    }
    if query.flag("exclude_default_channels") {
        filter.without_names = default_names(&call.app);
    }
    let (limit, offset) = bounds(&call);
    let channels = with_teams(&call.app, call.app.store.channels_filtered(&filter, limit, offset).await?).await?;
    if !query.flag("include_total_count") {
        return Ok(Reply::json(&channels));
    }
    let total_count = call.app.store.channels_filtered_count(&filter).await?;
    Ok(Reply::json(&ChannelsWithCount { channels, total_count }))
}

/// Names of the channels that every member of a team joins.
pub fn default_names(app: &App) -> Vec<String> {
    let configured = &app.config().team.default_channels;
    let mut names = vec![TOWN_SQUARE.to_owned()];
    match configured.is_empty() {
        true => names.push(OFF_TOPIC.to_owned()),
        false => names.extend(configured.iter().filter(|name| *name != TOWN_SQUARE).cloned()),
    }
    names
}

/// Channels of many teams, each with what its team is called.
pub(super) async fn with_teams(app: &App, channels: Vec<Channel>) -> Result<Vec<ChannelWithTeam>> {
    assert!(channels.len() <= PER_PAGE_MAX, "lists over teams come in pages");
    let mut rows = Vec::with_capacity(channels.len());
    for channel in channels {
        let mut row = ChannelWithTeam { channel, ..ChannelWithTeam::default() };
        if let Some(team) = app.world.team(row.channel.team_id).await? {
            row.team_display_name.clone_from(&team.display_name);
            row.team_name.clone_from(&team.name);
            row.team_update_at = team.update_at;
        }
        rows.push(row);
    }
    Ok(rows)
}
