//! Teams and channels that take their members from groups which somebody else keeps, such as a directory: the links, and what
//! they mean for who may be in ([`places`]).
//!
//! Whoever keeps the directory's groups brings their people in ([`identity::ldap::places`]).

use base::Id;
use base::ids::{ChannelId, TeamId};
use node::error::{ApiError, Result};
use people::audits;
use people::groups::{PROVISIONED, is_kept_elsewhere, must_group};
use permissions::Permission;
use request::{Answer, Call, Reply};
use serde::Serialize;
use serde_json::{Map, Value, json};
use store::syncables::Linked;
use wire::groups::{Group, Syncable, SyncableForm, SyncableKind};

use crate::channels;

pub mod places;

pub use places::{bring, is_limited, promote, settle, take_out};

/// Links of a group or of a place that are listed.
const LINKS_MAX: usize = 1_000;

/// A team or a channel of a path.
enum Place {
    Team(TeamId),
    Channel(ChannelId),
}

impl Place {
    fn id(&self) -> Id {
        match *self {
            Place::Team(id) => id.into(),
            Place::Channel(id) => id.into(),
        }
    }

    fn kind(&self) -> SyncableKind {
        match self {
            Place::Team(_) => SyncableKind::Team,
            Place::Channel(_) => SyncableKind::Channel,
        }
    }
}

/// The team or channel that the path names, if the caller may change who is in it.
async fn must_manage(call: &Call) -> Result<Place> {
    match call.text("syncable_type") {
        "teams" => {
            let team: TeamId = call.id("syncable_id")?;
            call.must_in_team(team, Permission::ManageTeam).await?;
            Ok(Place::Team(team))
        }
        "channels" => {
            let channel = channels::find(&call.app, call.id::<ChannelId>("syncable_id")?).await?;
            let right = match channel.is_open() {
                true => Permission::ManagePublicChannelMembers,
                false => Permission::ManagePrivateChannelMembers,
            };
            call.must_in_channel(channel.id, right).await?;
            if channel.group_constrained == Some(true) {
                channels::edit::must_decide_on_groups(call, channel.id).await?;
            }
            Ok(Place::Channel(channel.id))
        }
        _ => Err(ApiError::url_param("syncable_type")),
    }
}

/// Checks that the caller could give each person what the link gives: an administrator's rights, or membership of the team,
/// which membership of a channel implies.
async fn must_give(call: &Call, place: &Place, form: &SyncableForm) -> Result<()> {
    if form.scheme_admin == Some(true) {
        match *place {
            Place::Team(team) => call.must_in_team(team, Permission::ManageTeamRoles).await?,
            Place::Channel(channel) => call.must_in_channel(channel, Permission::ManageChannelRoles).await?,
        }
    }
    if form.auto_add == Some(true) {
        let team = match *place {
            Place::Team(team) => team,
            Place::Channel(channel) => channels::find(&call.app, channel).await?.team_id,
        };
        call.must_in_team(team, Permission::AddUserToTeam).await?;
    }
    Ok(())
}

fn must_be_linkable(group: &Group) -> Result<()> {
    if is_kept_elsewhere(group) {
        return Ok(());
    }
    Err(ApiError::bad_request(
        "app.group.crud_permission",
        "Only groups of a directory are linked to teams and channels.",
    ))
}

fn not_linked() -> ApiError {
    ApiError::not_found("app.group.no_rows", "The group is not linked to it.")
}

/// A link as clients know it: the place's id under the name of its kind.
fn shown(link: &Syncable) -> Value {
    let place = match link.kind {
        SyncableKind::Team => "team_id",
        SyncableKind::Channel => "channel_id",
    };
    json!({
        place: link.place_id, "group_id": link.group_id, "auto_add": link.auto_add, "scheme_admin": link.scheme_admin,
        "create_at": link.create_at, "update_at": link.update_at, "delete_at": link.delete_at,
    })
}

/// `POST /groups/{group_id}/{syncable_type}/{syncable_id}/link`
pub async fn link(mut call: Call) -> Answer {
    let form: SyncableForm = call.json("group_syncable").await?;
    let group = must_group(&call).await?;
    let place = must_manage(&call).await?;
    must_be_linkable(&group)?;
    must_give(&call, &place, &form).await?;
    let now = call.app.clock.now();
    let before = call.app.store.syncable(group.id, place.id()).await?;
    let fresh = Syncable {
        group_id: group.id,
        place_id: place.id(),
        kind: place.kind(),
        create_at: now,
        ..Syncable::default()
    };
    let mut link = before.unwrap_or(fresh);
    link.auto_add = form.auto_add.unwrap_or(false);
    link.scheme_admin = form.scheme_admin.unwrap_or(false);
    link.delete_at = 0;
    save(&call, &mut link).await?;
    begin(&call, &group, &link);
    Ok(Reply::created(&shown(&link)))
}

/// `PUT /groups/{group_id}/{syncable_type}/{syncable_id}/patch`
pub async fn patch(mut call: Call) -> Answer {
    let form: SyncableForm = call.json("group_syncable").await?;
    let (group, place) = (must_group(&call).await?, must_manage(&call).await?);
    must_be_linkable(&group)?;
    must_give(&call, &place, &form).await?;
    let mut link = must_live(&call, &group, &place).await?;
    link.auto_add = form.auto_add.unwrap_or(link.auto_add);
    link.scheme_admin = form.scheme_admin.unwrap_or(link.scheme_admin);
    save(&call, &mut link).await?;
    begin(&call, &group, &link);
    Ok(Reply::json(&shown(&link)))
}

/// People of a directory's groups come with the next run of its job. Those of a provisioning program have none to wait for.
fn begin(call: &Call, group: &Group, link: &Syncable) {
    if group.source == PROVISIONED {
        places::fill(&call.app, link);
    }
}

/// `DELETE /groups/{group_id}/{syncable_type}/{syncable_id}/link`
pub async fn unlink(call: Call) -> Answer {
    let (group, place) = (must_group(&call).await?, must_manage(&call).await?);
    must_be_linkable(&group)?;
    let mut link = must_live(&call, &group, &place).await?;
    link.delete_at = call.app.clock.now();
    save(&call, &mut link).await?;
    Ok(Reply::ok())
}

async fn must_live(call: &Call, group: &Group, place: &Place) -> Result<Syncable> {
    let found = call.app.store.syncable(group.id, place.id()).await?;
    found.filter(|link| link.delete_at == 0).ok_or_else(not_linked)
}

async fn save(call: &Call, link: &mut Syncable) -> Result<()> {
    link.update_at = store::syncables::later(link, call.app.clock.now());
    let mut change = call.app.change();
    change.write(store::syncables::save(link));
    let told = format!("group={} {}={}", link.group_id, link.kind.name(), link.place_id);
    audits::note(&mut change, call, &told);
    change.commit().await?;
    Ok(())
}

/// `GET /groups/{group_id}/{syncable_type}/{syncable_id}`
pub async fn get(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let (group, place) = (must_group(&call).await?, must_manage(&call).await?);
    Ok(Reply::json(&shown(&must_live(&call, &group, &place).await?)))
}

/// `GET /groups/{group_id}/{syncable_type}`
pub async fn list(call: Call) -> Answer {
    call.must(Permission::ReadConsoleUserManagementGroups)?;
    let group = must_group(&call).await?;
    let kind = match call.text("syncable_type") {
        "teams" => SyncableKind::Team,
        "channels" => SyncableKind::Channel,
        _ => return Err(ApiError::url_param("syncable_type")),
    };
    let mut listed = Vec::new();
    for link in call.app.store.syncables_of(group.id, kind, LINKS_MAX).await? {
        listed.extend(named(&call, &link).await?);
    }
    Ok(Reply::json(&listed))
}

/// A link with the names of its place; nothing for a place that is gone.
async fn named(call: &Call, link: &Syncable) -> Result<Option<Value>> {
    let mut told = shown(link);
    let mut put = |name: &str, value: &str| told[name] = value.into();
    let team_id = match link.kind {
        SyncableKind::Team => link.place_id.into(),
        SyncableKind::Channel => {
            let Some(channel) = call.app.store.channel(link.place_id.into()).await? else { return Ok(None) };
            put("channel_display_name", &channel.display_name);
            put("channel_type", &channel.kind);
            channel.team_id
        }
    };
    let Some(team) = call.app.store.team(team_id).await? else { return Ok(None) };
    put("team_id", &team.id.to_string());
    put("team_display_name", &team.display_name);
    put("team_type", &team.kind);
    Ok(Some(told))
}

/// A group of a place, as clients know it.
#[derive(Serialize)]
struct OfPlace {
    #[serde(flatten)]
    group: Group,
    scheme_admin: bool,
}

impl From<Linked> for OfPlace {
    fn from(linked: Linked) -> OfPlace {
        OfPlace { group: Group { has_syncables: true, ..linked.group }, scheme_admin: linked.scheme_admin }
    }
}

/// The groups of a place that the query asks for: one page, and how many there are.
async fn of_place(call: &Call, place: Id) -> Answer {
    let query = call.query();
    let part = query.text("q").to_lowercase();
    let mut linked = call.app.store.groups_linked_to(place, LINKS_MAX).await?;
    linked.retain(|one| {
        let name = one.group.name.as_deref().unwrap_or_default();
        let is_called = one.group.display_name.to_lowercase().contains(&part) || name.contains(&part);
        is_called && (!query.flag("filter_allow_reference") || one.group.allow_reference)
    });
    let total = linked.len();
    let is_paged = query.get("paginate").is_none_or(|wanted| wanted != "false");
    let (skip, take) = if is_paged { (query.page() * query.per_page(), query.per_page()) } else { (0, LINKS_MAX) };
    let mut page: Vec<OfPlace> = linked.into_iter().skip(skip).take(take).map(OfPlace::from).collect();
    if query.flag("include_member_count") {
        for one in &mut page {
            people::groups::count(&call.app, std::slice::from_mut(&mut one.group)).await?;
        }
    }
    Ok(Reply::json(&json!({"groups": page, "total_group_count": total})))
}

/// `GET /channels/{channel_id}/groups`
pub async fn of_channel(call: Call) -> Answer {
    let channel = channels::find(&call.app, call.id("channel_id")?).await?;
    let right = match channel.is_open() {
        true => Permission::ReadPublicChannelGroups,
        false => Permission::ReadPrivateChannelGroups,
    };
    call.must_in_channel(channel.id, right).await?;
    of_place(&call, channel.id.into()).await
}

/// `GET /teams/{team_id}/groups`
pub async fn of_team(call: Call) -> Answer {
    let team: TeamId = call.id("team_id")?;
    call.must_in_team(team, Permission::ViewTeam).await?;
    of_place(&call, team.into()).await
}

/// `GET /teams/{team_id}/groups_by_channels`
pub async fn by_channels(call: Call) -> Answer {
    let team: TeamId = call.id("team_id")?;
    call.must_in_team(team, Permission::ListTeamChannels).await?;
    let mut groups = Map::new();
    for (channel, linked) in call.app.store.groups_linked_to_channels(team, LINKS_MAX).await? {
        let is_open = call.app.world.channel(channel).await?.is_some_and(|channel| channel.is_open());
        if !is_open && !call.can_in_channel(channel, Permission::ReadPrivateChannelGroups).await? {
            continue;
        }
        let of_channel = groups.entry(channel.to_string()).or_insert_with(|| json!([]));
        let told = serde_json::to_value(OfPlace::from(linked)).expect("a group is JSON");
        of_channel.as_array_mut().expect("it was made as a list").push(told);
    }
    Ok(Reply::json(&json!({"groups": groups})))
}
