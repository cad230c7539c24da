//! Who is in a group.

use std::sync::Arc;

use base::Millis;
use base::ids::{GroupId, UserId};
use node::change::Change;
use node::error::{ApiError, Result};
use permissions::Permission;
use request::{Answer, App, Call, Reply};
use store::Returned;
use store::post_pages::Page;
use store::users_list::{Activity, Filter};
use wire::events::{Broadcast, EventName, GroupMemberData};
use wire::groups::{Group, GroupMember, GroupMemberIds, GroupMembers, GroupStats};

use crate::groups::manage::{announce_member, must_exist};
use crate::groups::{announce, count, must_group, must_live};
use crate::{audits, users};

/// The active users of the path's group, as far as the caller may know of them.
async fn filter(call: &Call) -> Result<Filter> {
    let group = must_group(call).await?;
    let mut filter = Filter { in_group: Some(group.id), activity: Activity::Active, ..Filter::default() };
    users::lists::restrict(call, &mut filter);
    Ok(filter)
}

/// `GET /groups/{group_id}/members`
pub async fn list(call: Call) -> Answer {
    let filter = filter(&call).await?;
    let (limit, page) = (call.query().per_page(), call.query().page());
    let store = &call.app.store;
    let members = store.users_list(&filter, Page { limit, offset: page.saturating_mul(limit) }).await?;
    let total_member_count = store.users_count(&filter).await?;
    Ok(Reply::json(&GroupMembers { members: users::listed(&call, members), total_member_count }))
}

/// `GET /groups/{group_id}/stats`
pub async fn stats(call: Call) -> Answer {
    let filter = filter(&call).await?;
    let total_member_count = call.app.store.users_count(&filter).await?;
    Ok(Reply::json(&GroupStats { group_id: call.id("group_id")?, total_member_count }))
}

async fn named(call: &mut Call) -> Result<Vec<UserId>> {
    let form: GroupMemberIds = call.json("addOrDeleteGroupMembers").await?;
    if form.user_ids.is_empty() {
        return Err(ApiError::body_param("user_ids"));
    }
    must_exist(call, form.user_ids).await
}

/// `POST /groups/{group_id}/members`
pub async fn add(mut call: Call) -> Answer {
    let members = named(&mut call).await?;
    let mut group = must_live(&call).await?;
    call.must(Permission::ManageCustomGroupMembers)?;
    let now = call.app.clock.now();
    let mut change = call.app.change();
    let mut rows = Vec::with_capacity(members.len());
    for user in members {
        rows.push(change.write(store::groups::join(group.id, user, now)));
        announce_member(&mut change, group.id, user, now);
    }
    audits::note(&mut change, &call, &format!("group={}", group.id));
    let outcome = change.commit().await?;
    let added: Vec<GroupMember> =
        rows.into_iter().map(|at| outcome.rows(at)).collect::<store::Result<Vec<_>>>()?.concat();
    tell_count(&call, &mut group).await?;
    Ok(Reply::json(&added))
}

/// Adds what puts people into a group that a directory keeps, and takes others out of it.
pub fn follow(change: &mut Change, group: GroupId, joined: &[UserId], left: &[UserId]) {
    let now = change.node().clock.now();
    for &user in joined {
        change.write(store::groups::join(group, user, now));
        announce_member(change, group, user, now);
    }
    for &user in left {
        change.write(store::groups::leave(group, user, now));
        announce_left(change, group, user, now);
    }
}

fn announce_left(change: &mut Change, group_id: GroupId, user_id: UserId, now: Millis) {
    let member = GroupMember { group_id, user_id, create_at: 0, delete_at: now };
    change.announce(EventName::GroupMemberDeleted, &GroupMemberData::new(&member), Broadcast::to_user(user_id));
}

/// Everybody sees how many a group has.
async fn tell_count(call: &Call, group: &mut wire::groups::Group) -> Result<()> {
    told_count(&call.app, group).await
}

/// The same, where nobody called.
///
/// # Errors
/// When the store does not answer.
pub async fn told_count(app: &Arc<App>, group: &mut Group) -> Result<()> {
    count(app, std::slice::from_mut(group)).await?;
    let mut change = app.change();
    announce(&mut change, group);
    change.commit().await?;
    Ok(())
}

/// `DELETE /groups/{group_id}/members`
pub async fn remove(mut call: Call) -> Answer {
    let members = named(&mut call).await?;
    let mut group = must_live(&call).await?;
    call.must(Permission::ManageCustomGroupMembers)?;
    let now = call.app.clock.now();
    let mut change = call.app.change();
    let mut rows = Vec::with_capacity(members.len());
    for user in members {
        rows.push(change.write(store::groups::leave(group.id, user, now)));
        announce_left(&mut change, group.id, user, now);
    }
    audits::note(&mut change, &call, &format!("group={}", group.id));
    let outcome = match change.commit().await {
        Err(store::Error::Unmet { .. }) => {
            let text = "One of the users is not in the group.";
            return Err(ApiError::not_found("app.group.no_rows", text));
        }
        outcome => outcome?,
    };
    let removed: Vec<GroupMember> =
        rows.into_iter().map(|at| outcome.rows(at)).collect::<store::Result<Vec<_>>>()?.concat();
    tell_count(&call, &mut group).await?;
    Ok(Reply::json(&removed))
}
