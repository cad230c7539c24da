//! One team: by id, by name, and how many are in it.

use base::ids::TeamId;
use node::error::ApiError;
use permissions::Permission;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use wire::errors::ids;
use wire::teams::{Team, TeamExists, TeamStats};

use crate::teams::{may_see, must_team, seen_by};

/// `GET /teams/{team_id}`
pub async fn get(call: Call) -> Answer {
    let team = must_team(&call.app, call.id("team_id")?).await?;
    allowed(may_see(&call, &team).await?)?;
    Ok(Reply::json(&seen_by(&call, Team::clone(&team)).await?))
}

/// `GET /teams/name/{team_name}`
pub async fn by_name(call: Call) -> Answer {
    let unknown = || ApiError::not_found(ids::APP_TEAM_GET_BY_NAME_MISSING, "There is no team of this name.");
    let team = call.app.store.team_by_name(&call.text("team_name").to_lowercase()).await?.ok_or_else(unknown)?;
    allowed(may_see(&call, &team).await?)?;
    Ok(Reply::json(&seen_by(&call, team).await?))
}

/// `GET /teams/name/{team_name}/exists`: tells whether a team of this name exists, as far as the caller may know.
pub async fn exists(call: Call) -> Answer {
    let team = call.app.store.team_by_name(&call.text("team_name").to_lowercase()).await?;
    let exists = match team {
        Some(team) => may_see(&call, &team).await?,
        None => false,
    };
    Ok(Reply::json(&TeamExists { exists }))
}

/// `GET /teams/{team_id}/stats`
pub async fn stats(call: Call) -> Answer {
    let id: TeamId = call.id("team_id")?;
    call.must_in_team(id, Permission::ViewTeam).await?;
    let count = call.app.store.team_member_count(id).await?;
    let stats = TeamStats { team_id: id, total_member_count: count.total, active_member_count: count.active };
    Ok(Reply::json(&stats))
}
