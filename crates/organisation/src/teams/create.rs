//! Making a team, with the channels every team has and its creator in them.

use base::tokens;
use node::change::Change;
use node::error::{ApiError, Result};
use people::audits;
use people::groups::limits::must_not_limit;
use permissions::Permission;
use request::{Answer, App, Call, Reply};
use rules::teams::TeamText;
use wire::channels::Channel;
use wire::errors::ids;
use wire::teams::Team;

use crate::teams::{default_channels, members, welcome};

/// `POST /teams`
pub async fn create(mut call: Call) -> Answer {
    let mut team: Team = call.json("team").await?;
    if !call.can(Permission::CreateTeam) {
        let text = "You do not have the right to create a team.";
        return Err(ApiError::forbidden("api.team.is_team_creation_allowed.disabled.app_error", text));
    }
    stamp(&call.app, &mut team, &call.me().email);
    must_be_valid(&team)?;
    must_not_limit(&call.app, None, None, team.group_constrained).await?;
    welcome::must_be_of_server(&call.app, &team)?;
    if !welcome::takes(&call.app, &team, call.me()) {
        let text = "You would be the first member of the team, but your email address is not of its allowed domains.";
        return Err(ApiError::bad_request("api.team.is_team_creation_allowed.domain.app_error", text));
    }
    let channels = default_channels::of_new_team(&call.app, &team);
    let mut change = call.app.change();
    write(&mut change, &team, &channels);
    members::write_join(&mut change, &team, call.me(), members::As::Creator, &channels);
    audits::note(&mut change, &call, &format!("team_id={}", team.id));
    change.commit().await.map_err(taken)?;
    default_channels::tell(&call.app, &channels, call.me(), None).await?;
    Ok(Reply::created(&team))
}

/// Adds a team and the channels it starts with.
pub(super) fn write(change: &mut Change, team: &Team, channels: &[Channel]) {
    change.write(store::teams::insert(team));
    for channel in channels {
        change.write(store::channels::insert(channel));
    }
}

/// Fills in what the server decides.
pub(super) fn stamp(app: &App, team: &mut Team, email: &str) {
    let now = app.clock.now();
    team.id = app.ids.next();
    team.create_at = now;
    team.update_at = now;
    team.delete_at = 0;
    team.email = email.to_lowercase();
    team.name = team.name.trim().to_owned();
    team.display_name = team.display_name.trim().to_owned();
    team.invite_id = tokens::secret();
    team.last_team_icon_update = 0;
    team.scheme_id = None;
    team.policy_id = None;
    team.cloud_limits_archived = false;
}

/// # Errors
/// The id of the first thing that is wrong with the team's texts.
pub fn must_be_valid(team: &Team) -> Result<()> {
    let text = TeamText {
        name: &team.name,
        display_name: &team.display_name,
        description: &team.description,
        kind: &team.kind,
        email: &team.email,
        company_name: &team.company_name,
        allowed_domains: &team.allowed_domains,
    };
    Ok(text.must_be_valid()?)
}

pub(super) fn taken(error: store::Error) -> ApiError {
    if error.is_conflict_on("teams.name") {
        let text = "A team of this name exists already.";
        return ApiError::bad_request(ids::STORE_SQL_TEAM_SAVE_TEAM_EXISTING, text);
    }
    error.into()
}
