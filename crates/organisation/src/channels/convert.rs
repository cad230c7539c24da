//! Moving a channel to another team, and making a channel of a group's conversation.

use std::sync::Arc;

use base::ids::{ChannelId, TeamId};
use node::change::Change;
use node::error::{ApiError, Result};
use permissions::Permission;
use request::App;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use serde::Deserialize;
use wire::channels::{Channel, GroupConversion, PRIVATE, TOWN_SQUARE};
use wire::errors::ids;
use wire::teams::{Team, TeamRights};

use crate::channels::edit::{announce_updated, rewrite};
use crate::channels::notices;

/// Body of a move. `force` says whether members who are not in the new team lose their membership; it must be said.
#[derive(Deserialize)]
struct Move {
    team_id: TeamId,
    force: bool,
}

/// Moves a channel to another team.
pub async fn move_channel(mut call: Call) -> Answer {
    let form: Move = call.json("team_id or force").await?;
    call.must(Permission::ManageSystem)?;
    let id: ChannelId = call.id("channel_id")?;
    let channel = crate::channels::find(&call.app, id).await?;
    let team = must_team(&call.app, form.team_id).await?;
    if channel.is_direct_or_group() || channel.name == TOWN_SQUARE {
        let text = "Only public and private channels can be moved, and not the one that everybody is in.";
        return Err(ApiError::bad_request("api.channel.move_channel.type.invalid", text));
    }
    if channel.team_id == team.id {
        return Ok(Reply::json(&crate::channels::find_fresh(&call.app, id).await?));
    }
    if !form.force && call.app.store.channel_strangers(id, team.id).await? > 0 {
        let text = "Some members of the channel are not in that team.";
        return Err(ApiError::bad_request("app.channel.move_channel.members_do_not_match.error", text));
    }
    let from = call.app.world.team(channel.team_id).await?.map(|team| team.name.clone()).unwrap_or_default();
    let edit = |channel: &mut Channel| {
        channel.team_id = team.id;
        Ok(())
    };
    let (_, moved) = rewrite(&call.app, id, edit, |change, channel| {
        for write in store::channels::move_threads(channel.id, channel.team_id) {
            change.write(write);
        }
        strangers_leave(change, channel);
        announce_updated(change, channel);
    })
    .await?;
    notices::moved(&call.app, &moved, call.me(), &from).await?;
    Ok(Reply::json(&moved))
}

/// Removes the members of a channel who are not in its new team.
fn strangers_leave(change: &mut Change, channel: &Channel) {
    let now = change.node().clock.now();
    change.write(store::threads::leave_strangers(channel.id, channel.team_id));
    change.write(store::channel_history::left_strangers(channel.id, channel.team_id, now));
    let at = change.write(store::channel_members::leave_strangers(channel.id, channel.team_id));
    change.returned_users_leave(channel.id, at);
}

async fn must_team(app: &App, id: TeamId) -> Result<Arc<Team>> {
    let team = app.world.team(id).await?.filter(|team| !team.is_archived());
    team.ok_or_else(|| ApiError::not_found(ids::APP_TEAM_GET_FIND, "There is no such team."))
}

/// Answers with the teams that all members of a group channel share.
pub async fn common_teams(call: Call) -> Answer {
    let channel = crate::channels::find(&call.app, call.id("channel_id")?).await?;
    call.must_in_channel(channel.id, Permission::ReadChannel).await?;
    must_be_group(&channel)?;
    let mut teams = Vec::new();
    for id in shared_teams(&call.app, channel.id).await? {
        let Some(team) = call.app.world.team(id).await?.filter(|team| !team.is_archived()) else { continue };
        let held = call.app.team_rights(call.me(), id).await?;
        let rights =
            TeamRights { manage: held.contains(Permission::ManageTeam), invite: held.contains(Permission::InviteUser) };
        teams.push((*team).clone().for_viewer(rights));
    }
    teams.sort_by(|one: &Team, other: &Team| one.display_name.cmp(&other.display_name).then(one.id.cmp(&other.id)));
    Ok(Reply::json(&teams))
}

fn must_be_group(channel: &Channel) -> Result<()> {
    if channel.is_group() {
        return Ok(());
    }
    let text = "This is no group message.";
    Err(ApiError::bad_request("app.channel.get_common_teams.incorrect_channel_type", text))
}

/// At most eight people, so their memberships are looked up one by one.
async fn shared_teams(app: &App, channel: ChannelId) -> Result<Vec<TeamId>> {
    let mut shared: Option<Vec<TeamId>> = None;
    for user in app.store.channel_user_ids(channel).await? {
        if !app.world.user(user).await?.is_some_and(|user| user.is_active()) {
            continue;
        }
        let memberships = app.world.memberships(user).await?;
        shared = Some(match shared {
            None => memberships.teams.keys().copied().collect(),
            Some(teams) => teams.into_iter().filter(|team| memberships.teams.contains_key(team)).collect(),
        });
    }
    Ok(shared.unwrap_or_default())
}

/// Converts a group message to a private channel. All active members must be in the team. Deactivated members who are not
/// are removed: they would be in the channel after a reactivation.
pub async fn convert_to_channel(mut call: Call) -> Answer {
    let form: GroupConversion = call.json("body").await?;
    let id: ChannelId = call.id("channel_id")?;
    if !form.channel_id.is_none() && form.channel_id != id {
        return Err(ApiError::body_param("channel_id"));
    }
    let channel = crate::channels::find(&call.app, id).await?;
    allowed(crate::channels::is_member(&call, id).await?)?;
    must_be_group(&channel)?;
    must_team(&call.app, form.team_id).await?;
    call.must_in_team(form.team_id, Permission::CreatePrivateChannel).await?;
    if !shared_teams(&call.app, id).await?.contains(&form.team_id) {
        let text = "Not all of the group are members of that team.";
        let id = "app.channel.group_message_conversion.channel_member_missing";
        return Err(ApiError::bad_request(id, text));
    }
    let edit = |channel: &mut Channel| {
        channel.kind = PRIVATE.into();
        channel.team_id = form.team_id;
        channel.name.clone_from(&form.name);
        channel.display_name.clone_from(&form.display_name);
        channel.shared = None;
        crate::channels::create::must_be_valid(channel)
    };
    let (_, new) = rewrite(&call.app, id, edit, |change, channel| {
        for write in store::channels::move_threads(channel.id, channel.team_id) {
            change.write(write);
        }
        strangers_leave(change, channel);
        announce_updated(change, channel);
    })
    .await?;
    notices::converted(&call.app, &new, call.me()).await?;
    Ok(Reply::json(&new))
}
