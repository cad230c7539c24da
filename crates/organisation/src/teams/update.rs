//! Changing a team: its texts, who may join, its invitation, and whether it is in use.

use base::ids::TeamId;
use base::tokens;
use node::error::{ApiError, Result};
use people::groups::limits::must_not_limit;
use people::{audits, users};
use permissions::Permission;
use request::{Answer, Call, Reply};
use wire::events::EventName;
use wire::teams::{INVITE_ONLY, OPEN, PrivacyForm, Team, TeamPatch};

use crate::teams::create::must_be_valid;
use crate::teams::{announce, must_stored, seen_by, welcome};

/// How often a change is tried again when the team was changed in between.
const TRIES_MAX: usize = 5;

/// `PUT /teams/{team_id}`: replaces the team's texts; fields that are absent become empty.
pub async fn update(mut call: Call) -> Answer {
    let id: TeamId = call.id("team_id")?;
    let form: Team = call.json("team").await?;
    if form.id != id {
        return Err(ApiError::body_param("id"));
    }
    call.must_in_team(id, Permission::ManageTeam).await?;
    must_open_door(&call, id, Some(form.allow_open_invite), Some(&form.allowed_domains)).await?;
    let team = change(&call, id, |team| {
        team.display_name = form.display_name.trim().to_owned();
        team.description.clone_from(&form.description);
        team.company_name.clone_from(&form.company_name);
        team.allowed_domains.clone_from(&form.allowed_domains);
        team.allow_open_invite = form.allow_open_invite;
        team.group_constrained = form.group_constrained;
    })
    .await?;
    Ok(Reply::json(&seen_by(&call, team).await?))
}

/// `PUT /teams/{team_id}/patch`: changes some settings. A team that is closed gets a new invitation, as by its privacy.
pub async fn patch(mut call: Call) -> Answer {
    let id: TeamId = call.id("team_id")?;
    let patch: TeamPatch = call.json("team").await?;
    call.must_in_team(id, Permission::ManageTeam).await?;
    must_open_door(&call, id, patch.allow_open_invite, patch.allowed_domains.as_ref()).await?;
    let invite_id = tokens::secret();
    let team = change(&call, id, |team| {
        if team.allow_open_invite && patch.allow_open_invite == Some(false) {
            team.invite_id.clone_from(&invite_id);
        }
        let put = |field: &mut String, value: &Option<String>| {
            if let Some(value) = value {
                value.trim().clone_into(field);
            }
        };
        put(&mut team.display_name, &patch.display_name);
        put(&mut team.description, &patch.description);
        put(&mut team.company_name, &patch.company_name);
        put(&mut team.allowed_domains, &patch.allowed_domains);
        team.allow_open_invite = patch.allow_open_invite.unwrap_or(team.allow_open_invite);
        team.group_constrained = patch.group_constrained.or(team.group_constrained);
        team.cloud_limits_archived = patch.cloud_limits_archived.unwrap_or(team.cloud_limits_archived);
    })
    .await?;
    Ok(Reply::json(&seen_by(&call, team).await?))
}

/// `PUT /teams/{team_id}/privacy`: opens or closes a team. A closed team gets a new invitation, which invalidates old ones.
pub async fn set_privacy(mut call: Call) -> Answer {
    let id: TeamId = call.id("team_id")?;
    let form: PrivacyForm = call.json("privacy").await?;
    rules::teams::must_be_privacy(&form.privacy)?;
    call.must_in_team(id, Permission::ManageTeam).await?;
    call.must_in_team(id, Permission::InviteUser).await?;
    let open = form.privacy == OPEN;
    let invite_id = tokens::secret();
    let team = change(&call, id, |team| {
        let kind = if open { OPEN } else { INVITE_ONLY };
        kind.clone_into(&mut team.kind);
        team.allow_open_invite = open;
        if !open {
            team.invite_id.clone_from(&invite_id);
        }
    })
    .await?;
    Ok(Reply::json(&seen_by(&call, team).await?))
}

/// `POST /teams/{team_id}/regenerate_invite_id`
pub async fn regenerate_invite(call: Call) -> Answer {
    let id: TeamId = call.id("team_id")?;
    call.must_in_team(id, Permission::ManageTeam).await?;
    call.must_in_team(id, Permission::InviteUser).await?;
    let invite_id = tokens::secret();
    let team = change(&call, id, |team| team.invite_id.clone_from(&invite_id)).await?;
    Ok(Reply::json(&seen_by(&call, team).await?))
}

/// `DELETE /teams/{team_id}`: archives the team.
pub async fn archive(call: Call) -> Answer {
    let id: TeamId = call.id("team_id")?;
    call.must_in_team(id, Permission::ManageTeam).await?;
    let mut team = must_stored(&call.app, id).await?;
    if call.query().flag("permanent") {
        return crate::teams::removal::remove(&call, team).await;
    }
    team.update_at = users::later(&call.app, team.update_at);
    team.delete_at = team.update_at;
    switch(&call, &team, EventName::DeleteTeam).await?;
    Ok(Reply::ok())
}

/// `POST /teams/{team_id}/restore`
pub async fn restore(call: Call) -> Answer {
    let id: TeamId = call.id("team_id")?;
    call.must_in_team(id, Permission::ManageTeam).await?;
    let mut team = must_stored(&call.app, id).await?;
    team.update_at = users::later(&call.app, team.update_at);
    team.delete_at = 0;
    switch(&call, &team, EventName::RestoreTeam).await?;
    Ok(Reply::json(&seen_by(&call, team).await?))
}

async fn switch(call: &Call, team: &Team, event: EventName) -> Result<()> {
    let mut change = call.app.change();
    change.write(store::teams::set_deleted(team.id, team.delete_at, team.update_at));
    announce(&mut change, event, team);
    audits::note(&mut change, call, &format!("team_id={}", team.id));
    change.commit().await?;
    Ok(())
}

/// Who lets anybody in, or names domains whose people get in, needs the right to invite.
async fn must_open_door(call: &Call, id: TeamId, open: Option<bool>, domains: Option<&String>) -> Result<()> {
    let team = must_stored(&call.app, id).await?;
    let opens = open.is_some_and(|open| open != team.allow_open_invite);
    let names = domains.is_some_and(|domains| *domains != team.allowed_domains);
    if opens || names {
        call.must_in_team(id, Permission::InviteUser).await?;
    }
    Ok(())
}

/// Applies `edit` to the team as it stands, again when somebody else changed it at the same moment.
async fn change(call: &Call, id: TeamId, edit: impl Fn(&mut Team)) -> Result<Team> {
    for _ in 0..TRIES_MAX {
        let mut team = must_stored(&call.app, id).await?;
        let (read_at, limited, domains) = (team.update_at, team.group_constrained, team.allowed_domains.clone());
        edit(&mut team);
        team.update_at = users::later(&call.app, read_at);
        must_be_valid(&team)?;
        must_not_limit(&call.app, Some(id.into()), limited, team.group_constrained).await?;
        if team.allowed_domains != domains {
            welcome::must_be_of_server(&call.app, &team)?;
        }
        let mut change = call.app.change();
        change.write(store::teams::update(&team, read_at));
        announce(&mut change, EventName::UpdateTeam, &team);
        audits::note(&mut change, call, &format!("team_id={id}"));
        match change.commit().await {
            Ok(_) => return Ok(team),
            Err(store::Error::Unmet { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(ApiError::busy())
}
