//! Removing a team for good, with its channels and all that was said in them. Off unless the administrator wants it.

use files::ObjectPath;
use node::consequence::Fact;
use node::error::ApiError;
use people::audits;
use permissions::Permission;
use request::{Answer, Call, Reply};
use wire::events::EventName;
use wire::teams::Team;

use crate::channels;
use crate::teams::announce;

/// Channels that are removed between two looks at which are left.
const CHANNELS_LEN: usize = 200;

/// `DELETE /teams/{team_id}?permanent=true`: the team is archived first, so that nobody writes in it while it goes.
pub async fn remove(call: &Call, mut team: Team) -> Answer {
    if !call.app.config().team.enable_permanent_team_deletion {
        let text = "Teams are not deleted for good on this server; they can be archived.";
        return Err(ApiError::unauthorized("api.team.delete_team.not_enabled.app_error", text));
    }
    call.must(Permission::ManageSystem)?;
    let (app, id) = (&call.app, team.id);
    let now = app.clock.now();
    team.update_at = now.max(team.update_at + 1);
    team.delete_at = team.update_at;
    let mut change = app.change();
    change.write(store::teams::set_deleted(id, team.delete_at, team.update_at));
    announce(&mut change, EventName::DeleteTeam, &team);
    change.commit().await?;
    loop {
        let found = app.store.channels_of_team(id, CHANNELS_LEN).await?;
        if found.is_empty() {
            break;
        }
        for channel in found {
            channels::removal::remove_all(app, &channel).await?;
        }
    }
    let mut change = app.change();
    change.write(store::incoming_webhooks::delete_of_team(id, now));
    change.write(store::outgoing_webhooks::delete_of_team(id, now));
    change.write(store::commands::delete_of_team(id, now));
    change.write(store::team_members::remove_of_team(id));
    change.write(store::teams::remove(id));
    change.team_changed(id);
    change.fact(Fact::EveryMembership);
    change.fact(Fact::OutgoingWebhooks(id));
    audits::note(&mut change, call, &format!("team_id={id} permanent"));
    change.commit().await?;
    app.files.delete(&ObjectPath::team_icon(id)).await?;
    Ok(Reply::ok())
}
