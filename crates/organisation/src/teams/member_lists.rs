//! Who is in a team, and in which teams somebody is.

use base::Id;
use base::ids::{TeamId, UserId};
use node::error::{ApiError, Result};
use people::{schemes, users};
use permissions::Permission;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use store::team_members::{Accounts, Order};

use crate::teams::members::missing_member;

/// Ids that one request for members names at most.
const IDS_LEN_MAX: usize = 1_000;

/// `GET /teams/{team_id}/members`
pub async fn list(call: Call) -> Answer {
    let id: TeamId = call.id("team_id")?;
    call.must_in_team(id, Permission::ViewTeam).await?;
    let query = call.query();
    let order = if query.text("sort").eq_ignore_ascii_case("username") { Order::Username } else { Order::Id };
    let accounts = if query.flag("exclude_deleted_users") { Accounts::Active } else { Accounts::All };
    let (limit, offset) = (query.per_page(), query.page().saturating_mul(query.per_page()));
    let mut members = call.app.store.team_members_sorted(id, order, accounts, limit, offset).await?;
    let mut seen = Vec::with_capacity(members.len());
    for member in members.drain(..) {
        if users::may_see(&call, member.user_id).await? {
            seen.push(member);
        }
    }
    schemes::name_in_teams(&call.app, &mut seen).await?;
    Ok(Reply::json(&seen))
}

/// `POST /teams/{team_id}/members/ids`
pub async fn by_ids(mut call: Call) -> Answer {
    let id: TeamId = call.id("team_id")?;
    let names = call.list().await?;
    if names.is_empty() || names.len() > IDS_LEN_MAX {
        return Err(ApiError::body_param("user_ids"));
    }
    call.must_in_team(id, Permission::ViewTeam).await?;
    // A text that is no id is nobody's.
    let wanted: Vec<UserId> = names.iter().filter_map(|name| Id::parse(name).map(UserId::from)).collect();
    let mut seen = Vec::with_capacity(wanted.len());
    for member in call.app.store.team_members(id, &wanted).await? {
        if users::may_see(&call, member.user_id).await? {
            seen.push(member);
        }
    }
    schemes::name_in_teams(&call.app, &mut seen).await?;
    Ok(Reply::json(&seen))
}

/// `GET /teams/{team_id}/members/{user_id}`
pub async fn get(call: Call) -> Answer {
    let (id, user): (TeamId, UserId) = (call.id("team_id")?, call.user_id()?);
    call.must_in_team(id, Permission::ViewTeam).await?;
    let mut member = call.app.store.team_member(id, user).await?.ok_or_else(missing_member)?;
    users::must_see(&call, user).await?;
    schemes::name_in_teams(&call.app, std::slice::from_mut(&mut member)).await?;
    Ok(Reply::json(&member))
}

/// `GET /users/{user_id}/teams/members`
pub async fn of_user(call: Call) -> Answer {
    let user = must_be_readable(&call, Permission::ReadOtherUsersTeams)?;
    let mut members = call.app.store.team_members_of(user).await?;
    schemes::name_in_teams(&call.app, &mut members).await?;
    Ok(Reply::json(&members))
}

/// The user of the path, whose teams the caller may know.
///
/// # Errors
/// 403 for the teams of others without `right`.
pub fn must_be_readable(call: &Call, right: Permission) -> Result<UserId> {
    let user = call.user_id()?;
    allowed(user == call.my_id() || call.can(right))?;
    Ok(user)
}
