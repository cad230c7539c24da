//! Which team and which channel has which scheme.

use base::ids::{ChannelId, SchemeId, TeamId};
use node::error::{ApiError, Result};
use people::schemes::{CHANNEL, TEAM, must_scheme};
use people::{audits, users};
use permissions::Permission;
use request::App;
use request::{Answer, Call, Reply};
use serde::Deserialize;
use store::post_pages::Page;
use wire::events::{Broadcast, ChannelData, EventName, NoData};

use crate::{channels, teams};

/// Body of `PUT /teams/{team_id}/scheme` and `PUT /channels/{channel_id}/scheme`; empty takes the scheme away.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct SchemeForm {
    pub scheme_id: SchemeId,
}

/// The scheme of the body, if it is made for such a place.
fn wanted(app: &App, form: &SchemeForm, scope: &str, refusal: &'static str) -> Result<Option<SchemeId>> {
    if form.scheme_id.is_none() {
        return Ok(None);
    }
    if must_scheme(app, form.scheme_id)?.scope != scope {
        return Err(ApiError::bad_request(refusal, "The scheme is made for another kind of place."));
    }
    Ok(Some(form.scheme_id))
}

/// `PUT /teams/{team_id}/scheme`
pub async fn to_team(mut call: Call) -> Answer {
    let id: TeamId = call.id("team_id")?;
    let form: SchemeForm = call.json("scheme_id").await?;
    call.must(Permission::WriteConsoleUserManagementPermissions)?;
    let scheme = wanted(&call.app, &form, TEAM, "api.team.update_team_scheme.scheme_scope.error")?;
    let old = teams::must_stored(&call.app, id).await?;
    let mut team = old.clone();
    team.scheme_id = scheme;
    team.update_at = users::later(&call.app, old.update_at);
    let mut change = call.app.change();
    change.write(store::teams::update(&team, old.update_at));
    change.team_changed(id);
    teams::announce(&mut change, EventName::UpdateTeamScheme, &team);
    audits::note(&mut change, &call, &format!("team={id} scheme={}", form.scheme_id));
    done(change.commit().await)
}

fn done(outcome: store::Result<store::Outcome>) -> Answer {
    match outcome {
        Ok(_) => Ok(Reply::ok()),
        // Somebody else changed the place at the same moment.
        Err(store::Error::Unmet { .. }) => Err(ApiError::busy()),
        Err(error) => Err(error.into()),
    }
}

/// `PUT /channels/{channel_id}/scheme`
pub async fn to_channel(mut call: Call) -> Answer {
    let id: ChannelId = call.id("channel_id")?;
    let form: SchemeForm = call.json("scheme_id").await?;
    call.must(Permission::ManageSystem)?;
    let scheme = wanted(&call.app, &form, CHANNEL, "api.channel.update_channel_scheme.scheme_scope.error")?;
    let old = channels::find_fresh(&call.app, id).await?;
    if old.is_direct_or_group() {
        return Err(ApiError::body_param("channel_id"));
    }
    let mut channel = old.clone();
    channel.scheme_id = scheme;
    channel.update_at = users::later(&call.app, old.update_at);
    let mut change = call.app.change();
    change.write(store::channels::update(&channel, old.update_at));
    change.channel_changed(id);
    change.announce(EventName::ChannelUpdated, &ChannelData::new(&channel), Broadcast::to_channel(id));
    change.announce(EventName::ChannelSchemeUpdated, &NoData {}, Broadcast::to_channel(id));
    audits::note(&mut change, &call, &format!("channel={id} scheme={}", form.scheme_id));
    done(change.commit().await)
}

/// `GET /schemes/{scheme_id}/teams`
pub async fn teams_of(call: Call) -> Answer {
    call.must(Permission::ReadConsoleUserManagementTeams)?;
    let scheme = must_have_scope(&call, TEAM)?;
    let found = call.app.store.teams_with_scheme(scheme, page(&call)).await?;
    Ok(Reply::json(&teams::all_seen_by(&call, found).await?))
}

/// `GET /schemes/{scheme_id}/channels`
pub async fn channels_of(call: Call) -> Answer {
    call.must(Permission::ReadConsoleUserManagementChannels)?;
    let scheme = must_have_scope(&call, CHANNEL)?;
    Ok(Reply::json(&call.app.store.channels_with_scheme(scheme, page(&call)).await?))
}

fn must_have_scope(call: &Call, scope: &str) -> Result<SchemeId> {
    let scheme = must_scheme(&call.app, call.id("scheme_id")?)?;
    if scheme.scope == scope {
        return Ok(scheme.id);
    }
    let text = "The scheme is made for another kind of place.";
    Err(ApiError::bad_request("api.scheme.get_teams_for_scheme.scope.error", text))
}

fn page(call: &Call) -> Page {
    let (limit, page) = (call.query().per_page(), call.query().page());
    Page { limit, offset: page.saturating_mul(limit) }
}
