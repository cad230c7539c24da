//! Invitations to a team: by a link that carries the team's invite id.

use wire::errors::ids;
use wire::teams::{Team, TeamInvite};

use super::adding;
use crate::error::{ApiError, Result};
use crate::http::{Answer, Call, Reply};

/// `GET /teams/invite/{invite_id}`: what somebody at the door may read.
pub async fn info(call: Call) -> Answer {
    let team = must_be_invited(&call, call.text("invite_id")).await?;
    let Team { id, name, display_name, description, .. } = team;
    Ok(Reply::json(&TeamInvite { id, name, display_name, description }))
}

/// `POST /teams/members/invite`: joins by the link of the team.
pub async fn join(call: Call) -> Answer {
    let query = call.query();
    let invite_id = query.text("invite_id");
    if invite_id.is_empty() {
        let text = "An invitation is needed: invite_id or token.";
        return Err(ApiError::bad_request(ids::API_TEAM_ADD_USER_TO_TEAM_MISSING_PARAMETER, text));
    }
    let team = must_be_invited(&call, invite_id).await?;
    if call.me().is_guest() {
        let text = "Guests are invited to channels, not to teams.";
        return Err(ApiError::forbidden("api.team.join_team.guest.app_error", text));
    }
    let member = adding::join(&call, &team, call.me(), None).await?;
    Ok(Reply::created(&member))
}

/// The live team that the invitation is to.
async fn must_be_invited(call: &Call, invite_id: &str) -> Result<Team> {
    let unknown = || {
        let text = "The invitation is not valid, or not any more.";
        ApiError::not_found(ids::APP_TEAM_GET_BY_INVITE_ID_FINDING, text)
    };
    let team = call.app.store.team_by_invite(invite_id).await?.ok_or_else(unknown)?;
    if team.is_archived() { Err(unknown()) } else { Ok(team) }
}
