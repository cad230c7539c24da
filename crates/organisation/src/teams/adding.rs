//! Adding people to a team, by themselves or by others, and taking them out.

use std::collections::HashSet;
use std::sync::Arc;

use base::ids::{TeamId, UserId};
use node::error::{ApiError, Result};
use people::audits;
use permissions::Permission;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use serde::Deserialize;
use wire::errors::ids;
use wire::teams::{Team, TeamMember, TeamMemberAttempt, TeamMemberForm};
use wire::users::User;

use crate::teams::{is_open, members, must_team};

/// Members that one request adds at most (facts, HTTP API §6.3).
const BATCH_LEN_MAX: usize = 256;

/// `POST /teams/{team_id}/members`
pub async fn add(mut call: Call) -> Answer {
    let id: TeamId = call.id("team_id")?;
    let form: TeamMemberForm = call.json_part::<TeamMember, _>("team_member").await?;
    if form.team_id != id {
        return Err(ApiError::body_param("team_id"));
    }
    if !form.user_id.is_well_formed() {
        return Err(ApiError::body_param("user_id"));
    }
    if form.user_id == call.my_id() {
        must_be_let_in(&call, id).await?;
    } else {
        call.must_in_team(id, Permission::AddUserToTeam).await?;
    }
    let team = must_be_live(&call, id).await?;
    let user = must_account(&call, form.user_id).await?;
    // Whoever is added alone is said to have joined.
    let member = join(&call, &team, &user, None).await?;
    Ok(Reply::created(&member))
}

/// One row of a batch. The user stands in it as text, which graceful answers repeat.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct BatchRow {
    pub team_id: TeamId,
    pub user_id: String,
}

/// `POST /teams/{team_id}/members/batch`
pub async fn add_batch(mut call: Call) -> Answer {
    let id: TeamId = call.id("team_id")?;
    let rows: Vec<BatchRow> = call.json_part::<Vec<TeamMember>, _>("team_members").await?;
    if rows.is_empty() || rows.len() > BATCH_LEN_MAX {
        return Err(ApiError::body_param("members"));
    }
    let mut seen = HashSet::new();
    let mut users: Vec<(UserId, String)> = Vec::with_capacity(rows.len());
    for row in rows {
        if row.team_id != id {
            return Err(ApiError::body_param("team_id"));
        }
        let user = UserId::parse(&row.user_id).filter(|user| !user.is_none());
        let user = user.ok_or_else(|| ApiError::body_param("user_id"))?;
        if seen.insert(row.user_id.clone()) {
            users.push((user, row.user_id));
        }
    }
    call.must_in_team(id, Permission::AddUserToTeam).await?;
    let team = must_be_live(&call, id).await?;
    if !call.query().flag("graceful") {
        let mut added = Vec::with_capacity(users.len());
        for (user, _) in users {
            let user = must_account(&call, user).await?;
            added.push(join(&call, &team, &user, Some(call.me())).await?);
        }
        return Ok(Reply::created(&added));
    }
    let mut attempts = Vec::with_capacity(users.len());
    for (user, asked) in users {
        attempts.push(attempt(&call, &team, user, asked).await);
    }
    Ok(Reply::created(&attempts))
}

async fn attempt(call: &Call, team: &Team, id: UserId, user_id: String) -> TeamMemberAttempt {
    let added = match must_account(call, id).await {
        Ok(user) => join(call, team, &user, Some(call.me())).await,
        Err(error) => Err(error),
    };
    match added {
        Ok(member) => TeamMemberAttempt { user_id, member: Some(member), error: None },
        Err(error) => {
            let error = error.body(&call.request_id.to_string(), false);
            TeamMemberAttempt { user_id, member: None, error: Some(error) }
        }
    }
}

/// Adds one user. Clients wait for the event also where nothing changed, so it is sent again.
pub async fn join(call: &Call, team: &Team, user: &User, by: Option<&Arc<User>>) -> Result<TeamMember> {
    let member = members::join(&call.app, team, user, by.map(Arc::as_ref)).await?;
    let mut change = call.app.change();
    members::announce_added(&mut change, &member);
    audits::note(&mut change, call, &format!("team_id={} user_id={}", team.id, user.id));
    change.commit().await?;
    Ok(member)
}

/// `DELETE /teams/{team_id}/members/{user_id}`
pub async fn remove(call: Call) -> Answer {
    let (id, user): (TeamId, UserId) = (call.id("team_id")?, call.user_id()?);
    if user != call.my_id() {
        call.must_in_team(id, Permission::RemoveUserFromTeam).await?;
    }
    let team = must_team(&call.app, id).await?;
    let user = call.app.must_user(user).await?;
    if user.id != call.my_id() && !user.is_bot {
        must_be_free(&team)?;
    }
    members::leave(&call.app, &team, &user, Some(call.me())).await?;
    Ok(Reply::ok())
}

/// Members of teams that follow groups come and go with their group.
fn must_be_free(team: &Team) -> Result<()> {
    if team.group_constrained != Some(true) {
        return Ok(());
    }
    let text = "Members of this team come and go with their groups.";
    Err(ApiError::bad_request("api.team.remove_member.group_constrained.app_error", text))
}

/// Whoever joins by himself needs an open team, or the right to join closed ones.
async fn must_be_let_in(call: &Call, id: TeamId) -> Result<()> {
    let Some(team) = call.app.world.team(id).await? else { return Err(node::error::ApiError::permissions()) };
    let right = if is_open(&team) { Permission::JoinPublicTeams } else { Permission::JoinPrivateTeams };
    let member = call.app.world.memberships(call.my_id()).await?.teams.contains_key(&id);
    allowed(member || call.can(right))
}

/// # Errors
/// 404 when there is no such team, 400 when it is archived.
pub async fn must_be_live(call: &Call, id: TeamId) -> Result<Arc<Team>> {
    let team = must_team(&call.app, id).await?;
    must_not_be_archived(&team)?;
    Ok(team)
}

/// # Errors
/// 400 when the team is archived.
pub(super) fn must_not_be_archived(team: &Team) -> Result<()> {
    if team.is_archived() {
        let text = "The team is archived.";
        return Err(ApiError::bad_request("api.team.archived.app_error", text));
    }
    Ok(())
}

/// The account to add.
async fn must_account(call: &Call, id: UserId) -> Result<Arc<User>> {
    let missing = || ApiError::not_found(ids::API_TEAM_USER_MISSING_ACCOUNT, "There is no such user.");
    let user = call.app.world.user(id).await?.ok_or_else(missing)?;
    must_be_active(&user)?;
    Ok(user)
}

/// # Errors
/// 400 when the account is deactivated.
pub(super) fn must_be_active(user: &User) -> Result<()> {
    if user.is_active() {
        return Ok(());
    }
    let text = "Deactivated accounts cannot be added to a team.";
    Err(ApiError::bad_request("app.team.join_user_to_team.deactivated.app_error", text))
}
