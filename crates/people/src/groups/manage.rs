//! Making, changing, archiving and restoring groups.

use base::ids::{GroupId, UserId};
use node::change::Change;
use node::consequence::Fact;
use node::error::{ApiError, Result};
use permissions::Permission;
use request::{Answer, Call, Reply};
use rules::groups::GroupText;
use wire::events::{Broadcast, EventName, GroupMemberData};
use wire::groups::{Group, GroupMember, GroupPatch, NewGroup};

use crate::groups::{
    CUSTOM, USERS_MAX, announce, count, is_kept_elsewhere, missing, must_be_custom, must_group, must_live,
};
use crate::{audits, users};

/// Names that call everybody (facts: a group's name follows a username's rules).
const RESERVED: &[&str] = &["all", "channel", "here"];

async fn must_be_valid(call: &Call, group: &Group) -> Result<()> {
    let name = group.name.as_deref().unwrap_or_default();
    let text =
        GroupText { name, display_name: &group.display_name, description: &group.description, source: &group.source };
    text.must_be_valid()?;
    if RESERVED.contains(&name) {
        let text = "This name calls everybody in a channel already.";
        return Err(ApiError::bad_request("model.group.name.reserved_name.app_error", text));
    }
    if !group.allow_reference {
        let text = "A custom group can be mentioned.";
        return Err(ApiError::bad_request("api.custom_groups.must_be_referenceable", text));
    }
    if call.app.store.user_by_username(name).await?.is_some() {
        let text = "A user has this name already.";
        return Err(ApiError::bad_request("app.group.username_conflict", text));
    }
    Ok(())
}

/// `POST /groups`
pub async fn create(mut call: Call) -> Answer {
    let form: NewGroup = call.json("group").await?;
    if form.group.source != CUSTOM {
        let text = "Only custom groups are made here.";
        return Err(ApiError::bad_request("app.group.crud_permission", text));
    }
    call.must(Permission::CreateCustomGroup)?;
    let members = must_exist(&call, form.user_ids).await?;
    let now = call.app.clock.now();
    let mut group = Group {
        id: call.app.ids.next(),
        remote_id: None,
        create_at: now,
        update_at: now,
        delete_at: 0,
        has_syncables: false,
        member_count: None,
        ..form.group
    };
    must_be_valid(&call, &group).await?;
    group.member_count = Some(members.len() as i64);
    let mut change = call.app.change();
    change.write(store::groups::insert(&group));
    for user in members {
        change.write(store::groups::join(group.id, user, now));
        announce_member(&mut change, group.id, user, now);
    }
    announce(&mut change, &group);
    audits::note(&mut change, &call, &format!("group={}", group.id));
    commit(change).await?;
    Ok(Reply::created(&group))
}

/// The users, each once, if all of them are there.
pub(super) async fn must_exist(call: &Call, mut users: Vec<UserId>) -> Result<Vec<UserId>> {
    users.sort_unstable();
    users.dedup();
    if users.len() > USERS_MAX {
        return Err(ApiError::body_param("user_ids"));
    }
    for user in &users {
        let known = call.app.world.user(*user).await?;
        known.filter(|user| user.is_active()).ok_or_else(|| ApiError::body_param("user_ids"))?;
    }
    Ok(users)
}

/// Tells a user that he is in a group from now on.
pub(super) fn announce_member(change: &mut Change, group_id: GroupId, user_id: UserId, now: base::Millis) {
    let member = GroupMember { group_id, user_id, create_at: now, delete_at: 0 };
    change.announce(EventName::GroupMemberAdd, &GroupMemberData::new(&member), Broadcast::to_user(user_id));
}

async fn commit(change: Change) -> Result<()> {
    match change.commit().await {
        Ok(_) => Ok(()),
        Err(store::Error::Conflict { .. }) => {
            let text = "There is a group of this name already.";
            Err(ApiError::bad_request("app.group.uniqueness_error", text))
        }
        Err(store::Error::Unmet { .. }) => Err(missing()),
        Err(error) => Err(error.into()),
    }
}

/// `PUT /groups/{group_id}/patch`
pub async fn patch(mut call: Call) -> Answer {
    let patch: GroupPatch = call.json("group").await?;
    let old = must_group(&call).await?;
    if is_kept_elsewhere(&old) {
        return patch_of_directory(call, old, patch).await;
    }
    let old = must_live(&call).await?;
    call.must(Permission::EditCustomGroup)?;
    let mut group = old.clone();
    group.name = patch.name.or(group.name);
    group.display_name = patch.display_name.unwrap_or(group.display_name);
    group.description = patch.description.unwrap_or(group.description);
    group.allow_reference = patch.allow_reference.unwrap_or(group.allow_reference);
    must_be_valid(&call, &group).await?;
    let former = old.name.clone().unwrap_or_default();
    let mut change = save(&call, &old, &mut group).await?;
    change.fact(Fact::Group(former));
    commit(change).await?;
    Ok(Reply::json(&group))
}

/// A group of a directory is called as people here want; what it says else follows the directory.
async fn patch_of_directory(call: Call, old: Group, patch: GroupPatch) -> Answer {
    call.must(Permission::WriteConsoleUserManagementGroups)?;
    let mut group = old.clone();
    group.name = patch.name.filter(|name| !name.is_empty()).or(group.name);
    group.allow_reference = patch.allow_reference.unwrap_or(group.allow_reference);
    if group.allow_reference || group.name != old.name {
        must_be_valid(&call, &Group { allow_reference: true, ..group.clone() }).await?;
    }
    let former = old.name.clone().unwrap_or_default();
    let mut change = save(&call, &old, &mut group).await?;
    change.fact(Fact::Group(former));
    commit(change).await?;
    Ok(Reply::json(&group))
}

async fn save(call: &Call, old: &Group, group: &mut Group) -> Result<Change> {
    group.update_at = users::later(&call.app, old.update_at);
    count(&call.app, std::slice::from_mut(group)).await?;
    let mut change = call.app.change();
    change.write(store::groups::update(group, old.update_at));
    announce(&mut change, group);
    audits::note(&mut change, call, &format!("group={}", group.id));
    Ok(change)
}

/// `DELETE /groups/{group_id}`: archives the group. It no longer mentions anyone.
pub async fn delete(call: Call) -> Answer {
    let old = must_live(&call).await?;
    call.must(Permission::DeleteCustomGroup)?;
    let mut group = Group { delete_at: call.app.clock.now(), ..old.clone() };
    let change = save(&call, &old, &mut group).await?;
    commit(change).await?;
    Ok(Reply::ok())
}

/// `POST /groups/{group_id}/restore`
pub async fn restore(call: Call) -> Answer {
    let old = must_group(&call).await?;
    must_be_custom(&old)?;
    call.must(Permission::RestoreCustomGroup)?;
    let mut group = Group { delete_at: 0, ..old.clone() };
    must_be_valid(&call, &group).await?;
    let change = save(&call, &old, &mut group).await?;
    commit(change).await?;
    Ok(Reply::json(&group))
}
