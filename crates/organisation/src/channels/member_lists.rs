//! Lists of memberships: of a channel, of a user.

use base::ids::{ChannelId, TeamId, UserId};
use bytes::Bytes;
use http::HeaderValue;
use node::error::{ApiError, Result};
use people::schemes;
use permissions::Permission;
use request::permit::accounts::Part;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use wire::channels::{ChannelMember, ChannelMemberWithTeam};

use crate::channels::members::no_member;

/// Users whose memberships one request may ask for.
const IDS_MAX: usize = 1_000;
/// Memberships that are read at once for a list without pages.
const BATCH_LEN: usize = 1_000;
/// One JSON value a line.
const NDJSON: HeaderValue = HeaderValue::from_static("application/x-ndjson");

/// Answers with a page of a channel's members.
pub async fn page(call: Call) -> Answer {
    let channel: ChannelId = call.id("channel_id")?;
    call.must_in_channel(channel, Permission::ReadChannel).await?;
    let query = call.query();
    let (limit, page) = (query.per_page(), query.page());
    let members = call.app.store.channel_members_page(channel, limit, page.saturating_mul(limit)).await?;
    Ok(Reply::json(&seen_by(&call, members).await?))
}

async fn seen_by(call: &Call, mut members: Vec<ChannelMember>) -> Result<Vec<ChannelMember>> {
    schemes::name_in_channels(&call.app, &mut members).await?;
    Ok(members.into_iter().map(|member| member.for_viewer(call.my_id())).collect())
}

/// Answers with the memberships of the users that the body names, of those who are members.
pub async fn by_ids(mut call: Call) -> Answer {
    let texts = call.list().await?;
    let bad = || ApiError::body_param("user_ids");
    if texts.is_empty() || texts.len() > IDS_MAX {
        return Err(bad());
    }
    let users = texts.iter().map(|text| UserId::parse(text).ok_or_else(bad)).collect::<Result<Vec<UserId>>>()?;
    let channel: ChannelId = call.id("channel_id")?;
    call.must_in_channel(channel, Permission::ReadChannel).await?;
    let members = call.app.store.channel_members(channel, &users).await?;
    Ok(Reply::json(&seen_by(&call, members).await?))
}

/// Answers with one membership.
pub async fn one(call: Call) -> Answer {
    let (channel, user) = (call.id::<ChannelId>("channel_id")?, call.user_id()?);
    call.must_in_channel(channel, Permission::ReadChannel).await?;
    let mut member = call.app.store.channel_member(channel, user).await?.ok_or_else(no_member)?;
    schemes::name_in_channels(&call.app, std::slice::from_mut(&mut member)).await?;
    Ok(Reply::json(&member.for_viewer(call.my_id())))
}

/// Answers with a user's memberships in a team's channels, and in direct and group channels.
pub async fn of_user_in_team(call: Call) -> Answer {
    let (user, team) = (call.user_id()?, call.id::<TeamId>("team_id")?);
    call.must_in_team(team, Permission::ViewTeam).await?;
    allowed(user == call.my_id() || call.can(Permission::ManageSystem))?;
    let members = call.app.store.channel_members_of_in(user, team).await?;
    Ok(Reply::json(&seen_by(&call, members).await?))
}

/// Answers with a page of a user's memberships everywhere; page -1 is all of them, one a line.
pub async fn of_user(call: Call) -> Answer {
    let user = call.must_act_on(Part::Channels).await?;
    let query = call.query();
    if query.int("page") == Some(-1) {
        return every_line(&call, user).await;
    }
    let limit = query.per_page();
    let members = call.app.store.channel_members_of(user, limit, query.page().saturating_mul(limit)).await?;
    Ok(Reply::json(&with_teams(&call, members).await?))
}

async fn every_line(call: &Call, user: UserId) -> Answer {
    let mut lines = Vec::new();
    for offset in (0..).step_by(BATCH_LEN) {
        let members = call.app.store.channel_members_of(user, BATCH_LEN, offset).await?;
        let last = members.len() < BATCH_LEN;
        for row in with_teams(call, members).await? {
            serde_json::to_writer(&mut lines, &row).expect("wire types are JSON");
            lines.push(b'\n');
        }
        if last {
            break;
        }
    }
    Ok(Reply::bytes(NDJSON, Bytes::from(lines)))
}

async fn with_teams(call: &Call, mut members: Vec<ChannelMember>) -> Result<Vec<ChannelMemberWithTeam>> {
    schemes::name_in_channels(&call.app, &mut members).await?;
    let mut rows = Vec::with_capacity(members.len());
    for member in members {
        let mut row = ChannelMemberWithTeam { member: member.for_viewer(call.my_id()), ..Default::default() };
        let channel = call.app.world.channel(row.member.channel_id).await?;
        let team = channel.map(|channel| channel.team_id).filter(|team| team.is_some());
        if let Some(team) = team
            && let Some(team) = call.app.world.team(team).await?
        {
            row.team_display_name.clone_from(&team.display_name);
            row.team_name.clone_from(&team.name);
            row.team_update_at = team.update_at;
        }
        rows.push(row);
    }
    Ok(rows)
}
