//! Teams and channels that take their members from groups: only groups of a directory can be linked so, and this
//! server is connected to none. What is asked is answered truthfully: there are no links, and none can be made.

use base::ids::{ChannelId, TeamId};
use node::error::{ApiError, Result};
use people::groups::must_group;
use permissions::Permission;
use request::{Answer, Call, Reply};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::channels;

/// The team or channel that the path names, if the caller may change who is in it.
async fn must_manage(call: &Call) -> Result<()> {
    match call.text("syncable_type") {
        "teams" => {
            let team: TeamId = call.id("syncable_id")?;
            call.must_in_team(team, Permission::ManageTeam).await
        }
        "channels" => {
            let channel = channels::find(&call.app, call.id::<ChannelId>("syncable_id")?).await?;
            let right = match channel.is_open() {
                true => Permission::ManagePublicChannelMembers,
                false => Permission::ManagePrivateChannelMembers,
            };
            call.must_in_channel(channel.id, right).await
        }
        _ => Err(ApiError::url_param("syncable_type")),
    }
}

/// Refuses: custom groups are not linked.
fn not_linkable() -> ApiError {
    ApiError::bad_request("app.group.crud_permission", "Only groups of a directory are linked to teams and channels.")
}

/// What a link would say.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct LinkForm {
    pub auto_add: bool,
    pub scheme_admin: bool,
}

/// `POST /groups/{group_id}/{syncable_type}/{syncable_id}/link`, and the patch of a link.
pub async fn link(mut call: Call) -> Answer {
    let _: LinkForm = call.json("group_syncable").await?;
    must_group(&call).await?;
    must_manage(&call).await?;
    Err(not_linkable())
}

/// `DELETE /groups/{group_id}/{syncable_type}/{syncable_id}/link`
pub async fn unlink(call: Call) -> Answer {
    must_group(&call).await?;
    must_manage(&call).await?;
    Err(not_linkable())
}

/// `GET /groups/{group_id}/{syncable_type}/{syncable_id}`
pub async fn get(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    must_group(&call).await?;
    must_manage(&call).await?;
    Err(ApiError::not_found("app.group.no_rows", "The group is not linked to it."))
}

/// `GET /groups/{group_id}/{syncable_type}`
pub async fn list(call: Call) -> Answer {
    call.must(Permission::ReadConsoleUserManagementGroups)?;
    must_group(&call).await?;
    match call.text("syncable_type") {
        "teams" | "channels" => Ok(Reply::json::<[Value; 0]>(&[])),
        _ => Err(ApiError::url_param("syncable_type")),
    }
}

/// `GET /channels/{channel_id}/groups`
pub async fn of_channel(call: Call) -> Answer {
    let channel = channels::find(&call.app, call.id("channel_id")?).await?;
    let right = match channel.is_open() {
        true => Permission::ReadPublicChannelGroups,
        false => Permission::ReadPrivateChannelGroups,
    };
    call.must_in_channel(channel.id, right).await?;
    Ok(Reply::json(&json!({"groups": [], "total_group_count": 0})))
}

/// `GET /teams/{team_id}/groups`
pub async fn of_team(call: Call) -> Answer {
    let team: TeamId = call.id("team_id")?;
    call.must_in_team(team, Permission::ViewTeam).await?;
    Ok(Reply::json(&json!({"groups": [], "total_group_count": 0})))
}

/// `GET /teams/{team_id}/groups_by_channels`
pub async fn by_channels(call: Call) -> Answer {
    let team: TeamId = call.id("team_id")?;
    call.must_in_team(team, Permission::ListTeamChannels).await?;
    Ok(Reply::json(&json!({"groups": {}})))
}
