//! Groups of the directory as administrators see them, and which of them this server follows.

use base::ids::GroupId;
use http::StatusCode;
use node::error::{ApiError, Result};
use people::{audits, groups as own};
use permissions::Permission;
use request::{Answer, Call, Reply};
use transfer::jobs::manage;
use transfer::runner::Jobs;
use wire::groups::{DirectoryGroup, DirectoryGroups, Group};
use wire::omit::StringMap;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::ldap::connection::Connection;
use crate::ldap::groups::{Found, called, of_id};
use crate::ldap::sync::{ALLOW_MANY, DRY_RUN, KIND, RE_ADD};
use crate::ldap::{SERVICE, settings};

/// Bytes of what a group is known by.
const ID_LEN_MAX: usize = 255;

/// `GET /ldap/groups`
pub async fn list(call: Call) -> Answer {
    call.must(Permission::ReadConsoleUserManagementGroups)?;
    let config = settings(&call.app)?;
    let query = call.query();
    let mut connection = Connection::open(&config.ldap).await?;
    let found = called(&mut connection, &config.ldap, query.text("q")).await?;
    let mut groups = with_links(&call, found).await?;
    for (name, is) in [("is_linked", is_linked as fn(&DirectoryGroup) -> bool), ("is_configured", is_configured)] {
        match query.text(name) {
            "true" => groups.retain(is),
            "false" => groups.retain(|group| !is(group)),
            _ => {}
        }
    }
    let count = groups.len() as i64;
    let (page, per_page) = (query.page(), query.per_page());
    let groups = groups.into_iter().skip(page.saturating_mul(per_page)).take(per_page).collect();
    Ok(Reply::json(&DirectoryGroups { count, groups }))
}

fn is_linked(group: &DirectoryGroup) -> bool {
    group.mattermost_group_id.is_some()
}

fn is_configured(group: &DirectoryGroup) -> bool {
    group.has_syncables == Some(true)
}

async fn with_links(call: &Call, found: Vec<Found>) -> Result<Vec<DirectoryGroup>> {
    let ids: Vec<String> = found.iter().map(|group| group.id.clone()).collect();
    let linked = call.app.store.groups_by_remotes(SERVICE, &ids).await?;
    let linked = linked.into_iter().filter(|group| group.delete_at == 0);
    let linked: HashMap<String, GroupId> = linked.filter_map(|group| Some((group.remote_id?, group.id))).collect();
    let here: Vec<GroupId> = linked.values().copied().collect();
    let with_places: HashSet<GroupId> = call.app.store.groups_with_places(&here).await?.into_iter().collect();
    let told = found.into_iter().map(|group| {
        let here = linked.get(&group.id).copied();
        DirectoryGroup {
            mattermost_group_id: here,
            primary_key: group.id,
            name: group.name,
            has_syncables: here.map(|id| with_places.contains(&id)),
        }
    });
    Ok(told.collect())
}

fn remote_id(call: &Call) -> Result<String> {
    let id = call.text("remote_id");
    if id.is_empty() || id.len() > ID_LEN_MAX { Err(ApiError::url_param("remote_id")) } else { Ok(id.to_owned()) }
}

/// `POST /ldap/groups/{remote_id}/link`: this server follows the group from now on. Its people come with the next run of
/// the job.
pub async fn link(call: Call) -> Answer {
    call.must(Permission::WriteConsoleUserManagementGroups)?;
    let config = settings(&call.app)?;
    let id = remote_id(&call)?;
    let mut connection = Connection::open(&config.ldap).await?;
    let Some((found, _)) = of_id(&mut connection, &config.ldap, &id).await? else {
        return Err(ApiError::not_found("ent.ldap_groups.no_group", "The directory has no such group."));
    };
    let now = call.app.clock.now();
    let before = call.app.store.groups_by_remotes(SERVICE, std::slice::from_ref(&id)).await?.into_iter().next();
    let mut change = call.app.change();
    let group = match before {
        Some(old) => {
            let update_at = now.max(old.update_at + 1);
            let group = Group { display_name: found.name, delete_at: 0, update_at, ..old.clone() };
            change.write(store::groups::update(&group, old.update_at));
            group
        }
        None => {
            let group = Group {
                id: call.app.ids.next(),
                display_name: found.name,
                source: SERVICE.to_owned(),
                remote_id: Some(id),
                create_at: now,
                update_at: now,
                ..Group::default()
            };
            change.write(store::groups::insert(&group));
            group
        }
    };
    own::announce(&mut change, &group);
    audits::note(&mut change, &call, &format!("group={}", group.id));
    change.commit().await?;
    Ok(Reply::created(&group))
}

/// `DELETE /ldap/groups/{remote_id}/link`: unlinks the group from the directory. It no longer mentions anyone.
pub async fn unlink(call: Call) -> Answer {
    call.must(Permission::WriteConsoleUserManagementGroups)?;
    settings(&call.app)?;
    let id = remote_id(&call)?;
    let known = call.app.store.groups_by_remotes(SERVICE, &[id]).await?;
    let Some(old) = known.into_iter().find(|group| group.delete_at == 0) else {
        return Err(ApiError::not_found("app.group.no_rows", "This server does not follow the group."));
    };
    let now = call.app.clock.now().max(old.update_at + 1);
    let group = Group { delete_at: now, update_at: now, ..old.clone() };
    let mut change = call.app.change();
    change.write(store::groups::update(&group, old.update_at));
    own::announce(&mut change, &group);
    audits::note(&mut change, &call, &format!("group={}", group.id));
    change.commit().await?;
    Ok(Reply::ok())
}

/// `POST /ldap/sync`: queues a synchronization with the directory.
pub async fn sync(mut call: Call) -> Answer {
    call.must(Permission::CreateLdapSyncJob)?;
    settings(&call.app)?;
    let body = call.bytes().await?;
    let form: serde_json::Value = wire::json::read(&body).unwrap_or_default();
    let mut data = StringMap::default();
    for name in [DRY_RUN, ALLOW_MANY, RE_ADD] {
        if form[name].as_bool() == Some(true) {
            data.insert(name.to_owned(), "true".to_owned());
        }
    }
    let kind = call.app.of::<Arc<Jobs>>().kind(KIND);
    let Some(kind) = kind else { return Err(ApiError::not_built(call.endpoint.name)) };
    manage::start(&call, kind, data).await?;
    Ok(Reply::ok())
}

/// `POST /ldap/users/{user_id}/group_sync_memberships`: adds one user to the teams and channels of the user's linked groups.
pub async fn memberships_of(call: Call) -> Answer {
    call.must(Permission::WriteConsoleUserManagementGroups)?;
    settings(&call.app)?;
    let user = people::users::must_stored(&call.app, call.user_id()?).await?;
    if user.auth_service != SERVICE {
        let text = "The account is not one of the directory.";
        return Err(ApiError::new(
            StatusCode::BAD_REQUEST,
            "api.user.add_user_to_group_syncables.not_ldap_user.app_error",
            text,
        ));
    }
    crate::ldap::places::bring_one(&call.app, user.id).await?;
    audits_of(&call, user.id).await?;
    Ok(Reply::ok())
}

async fn audits_of(call: &Call, user: base::ids::UserId) -> Result<()> {
    let mut change = call.app.change();
    audits::note(&mut change, call, &format!("user_id={user}"));
    change.commit().await?;
    Ok(())
}
