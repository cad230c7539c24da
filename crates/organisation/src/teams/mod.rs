//! Teams: making, finding and changing them, and who belongs to them.
//!
//! [`members`] is the one way anybody comes into a team or out of it; [`create`], [`adding`] and
//! [`invites`] decide who may; at the console ([`operator`]) nobody is asked. What is written goes through `Change`, which also tells the hub.

pub mod adding;
pub mod create;
pub mod default_channels;
pub mod get;
pub mod invited;
pub mod invites;
pub mod lists;
pub mod member_lists;
pub mod member_roles;
pub mod members;
pub mod operator;
pub mod removal;
pub mod unread;
pub mod update;
pub mod welcome;

use std::sync::Arc;

use base::ids::TeamId;
use node::change::Change;
use node::error::{ApiError, Result};
use permissions::Permission;
use wire::errors::ids;
use wire::events::{Broadcast, EventName, TeamData};
use wire::teams::{Team, TeamRights};

use request::App;
use request::Call;

/// The team as the caller may see it.
///
/// # Errors
/// When the store does not answer.
pub async fn seen_by(call: &Call, team: Team) -> Result<Team> {
    let rights = call.app.team_rights(call.me(), team.id).await?;
    let manage = rights.contains(Permission::ManageTeam);
    Ok(team.for_viewer(TeamRights { manage, invite: rights.contains(Permission::InviteUser) }))
}

/// A list as the caller may see it.
///
/// # Errors
/// When the store does not answer.
pub async fn all_seen_by(call: &Call, teams: Vec<Team>) -> Result<Vec<Team>> {
    let mut seen = Vec::with_capacity(teams.len());
    for team in teams {
        seen.push(seen_by(call, team).await?);
    }
    Ok(seen)
}

/// The team, archived or not, for those that must exist.
///
/// # Errors
/// 404 when there is none.
pub async fn must_team(app: &App, id: TeamId) -> Result<Arc<Team>> {
    let missing = || ApiError::not_found(ids::APP_TEAM_GET_FIND, "There is no such team.");
    app.world.team(id).await?.ok_or_else(missing)
}

/// The team as the store has it now, for calls that change it.
///
/// # Errors
/// 404 when there is none.
pub async fn must_stored(app: &App, id: TeamId) -> Result<Team> {
    let missing = || ApiError::not_found(ids::APP_TEAM_GET_FIND, "There is no such team.");
    app.store.team(id).await?.ok_or_else(missing)
}

/// Whether anybody may find the team and join it.
pub fn is_open(team: &Team) -> bool {
    team.allow_open_invite && team.kind == wire::teams::OPEN
}

/// Whether the caller may know of the team: a member may, and of open ones all who may list them.
///
/// # Errors
/// When the store does not answer.
pub async fn may_see(call: &Call, team: &Team) -> Result<bool> {
    let rights = call.app.team_rights(call.me(), team.id).await?;
    let listed = is_open(team) && rights.contains(Permission::ListPublicTeams);
    Ok(listed || rights.contains(Permission::ViewTeam))
}

/// Tells the members what became of the team, without address and invitation.
pub fn announce(change: &mut Change, name: EventName, team: &Team) {
    change.team_changed(team.id);
    let data = TeamData::new(&team.clone().for_everyone());
    change.announce(name, &data, Broadcast::to_team(team.id));
}
