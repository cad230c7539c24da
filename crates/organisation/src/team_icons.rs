//! Team icons.

use std::sync::Arc;

use base::Millis;
use files::ObjectPath;
use http::header;
use memory::PictureKey;
use node::error::{ApiError, Result};
use permissions::Permission;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use wire::errors::ids;
use wire::events::{Broadcast, EventName, TeamData};
use wire::teams::Team;

use crate::profile_pictures;
use crate::profile_pictures::{CACHED, UPLOAD_BYTES_MAX};

const REFUSED: &str = "api.team.set_team_icon.check_image_limits.app_error";

pub async fn get(call: Call) -> Answer {
    let team = must_team(&call).await?;
    let open = team.allow_open_invite && call.can(Permission::ListPublicTeams);
    allowed(open || call.can_in_team(team.id, Permission::ViewTeam).await?)?;
    if team.last_team_icon_update <= 0 {
        return Err(missing());
    }
    let etag = team.last_team_icon_update.to_string();
    if call.has(&etag) {
        return Ok(Reply::not_modified(&etag).with_header(header::CACHE_CONTROL, CACHED));
    }
    let key = PictureKey::Icon(team.id, team.last_team_icon_update);
    let icon = profile_pictures::stored(&call.app, key, ObjectPath::team_icon(team.id)).await?;
    let icon = icon.ok_or_else(missing)?;
    Ok(profile_pictures::show(&icon).with_etag(&etag))
}

pub async fn set(mut call: Call) -> Answer {
    let team = must_team(&call).await?;
    call.must_in_team(team.id, Permission::ManageTeam).await?;
    let form = call.form(UPLOAD_BYTES_MAX).await?;
    let uploaded = form.file("image").ok_or_else(|| {
        ApiError::bad_request(ids::API_TEAM_SET_TEAM_ICON_NO_FILE, "The form has no file called image.")
    })?;
    let icon = profile_pictures::square(&call.app, uploaded.clone(), REFUSED).await?;
    call.app.files.put(&ObjectPath::team_icon(team.id), icon).await?;
    let now = call.app.clock.now();
    change_icon(&call, &team, now).await?;
    Ok(Reply::ok())
}

pub async fn remove(call: Call) -> Answer {
    let team = must_team(&call).await?;
    call.must_in_team(team.id, Permission::ManageTeam).await?;
    change_icon(&call, &team, 0).await?;
    call.app.files.delete(&ObjectPath::team_icon(team.id)).await?;
    Ok(Reply::ok())
}

async fn change_icon(call: &Call, team: &Team, last_team_icon_update: Millis) -> Result<()> {
    let mut change = call.app.change();
    change.write(store::teams::set_icon(team.id, last_team_icon_update, call.app.clock.now()));
    change.team_changed(team.id);
    // Members are told without what only administrators of the team see.
    let told = Team { last_team_icon_update, email: String::new(), invite_id: String::new(), ..team.clone() };
    change.announce(EventName::UpdateTeam, &TeamData::new(&told), Broadcast::to_team(team.id));
    change.commit().await?;
    Ok(())
}

async fn must_team(call: &Call) -> Result<Arc<Team>> {
    let team = call.app.world.team(call.id("team_id")?).await?;
    team.ok_or_else(|| ApiError::not_found("app.team.get.find.app_error", "There is no such team."))
}

fn missing() -> ApiError {
    ApiError::not_found(ids::API_TEAM_GET_TEAM_ICON_READ_FILE, "The team has no icon.")
}
