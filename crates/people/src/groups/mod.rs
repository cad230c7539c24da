//! Groups: people who are called by one name. Custom ones are made here; others follow a directory, and only those give
//! teams and channels their members ([`organisation::groups`]).

pub mod limits;
pub mod lists;
pub mod manage;
pub mod members;

use std::sync::Arc;

use base::ids::{ChannelId, GroupId, UserId};
use http::StatusCode;
use memory::GroupNamed;
use node::change::Change;
use node::consequence::Fact;
use node::error::{ApiError, Result};
use wire::events::{Broadcast, EventName, GroupData};
use wire::groups::Group;

use request::App;
use request::Call;

pub const CUSTOM: &str = "custom";
/// The source of groups that follow a directory.
pub const DIRECTORY: &str = "ldap";
/// The source of groups that a provisioning program keeps (SCIM): clients know sources of this form.
pub const PROVISIONED: &str = "plugin_scim";
/// Users that one call puts into a group or takes out of it, as with channels (facts: limits).
pub const USERS_MAX: usize = 1_000;
/// Groups of one user that are listed, and whose names call that user.
pub const OF_USER_MAX: usize = 1_000;

fn missing() -> ApiError {
    ApiError::not_found("app.group.no_rows", "There is no such group.")
}

/// Whether a directory or a program keeps the group, so that teams and channels can take their members from it.
pub fn is_kept_elsewhere(group: &Group) -> bool {
    matches!(group.source.as_str(), DIRECTORY | PROVISIONED)
}

/// Groups that others keep are not changed here.
fn must_be_custom(group: &Group) -> Result<()> {
    if group.source == CUSTOM {
        return Ok(());
    }
    Err(ApiError::bad_request("app.group.crud_permission", "Only custom groups can be changed here."))
}

pub async fn must_group(call: &Call) -> Result<Group> {
    let id: GroupId = call.id("group_id")?;
    call.app.store.group(id).await?.ok_or_else(missing)
}

async fn must_live(call: &Call) -> Result<Group> {
    let group = must_group(call).await?;
    if group.delete_at > 0 {
        let text = "The group is archived.";
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "app.group.archived.app_error", text));
    }
    must_be_custom(&group)?;
    Ok(group)
}

/// Fills in how many active users each group has.
///
/// # Errors
/// When the store does not answer.
pub async fn count(app: &App, groups: &mut [Group]) -> Result<()> {
    let ids: Vec<GroupId> = groups.iter().map(|group| group.id).collect();
    let counts = app.store.group_member_counts(&ids).await?;
    for group in groups {
        let found = counts.iter().find(|(id, _)| *id == group.id);
        group.member_count = Some(found.map_or(0, |(_, count)| *count));
    }
    Ok(())
}

/// Tells everybody of a group's new state, and forgets what its name called.
pub fn announce(change: &mut Change, group: &Group) {
    change.announce(EventName::ReceivedGroup, &GroupData::new(group), Broadcast::everyone());
    change.fact(Fact::Group(group.name.clone().unwrap_or_default()));
}

/// The group that is called by `name`, if there is one that may be.
///
/// # Errors
/// When the store does not answer.
pub async fn named(app: &App, name: &str) -> Result<Option<GroupId>> {
    let load = async || {
        let found = app.store.groups_by_names(&[name.to_owned()]).await?;
        Ok(Some(GroupNamed(found.into_iter().find(|group| group.allow_reference).map(|group| group.id))))
    };
    let found: Option<Arc<GroupNamed>> = app.world.groups.get(&name.to_owned(), load).await?;
    Ok(found.and_then(|named| named.0))
}

/// Members of the channel whom `words` after an `@` call, as far as they name groups; up to `limit` of each group.
///
/// # Errors
/// When the store does not answer.
pub async fn called(app: &App, channel: ChannelId, words: &[String], limit: usize) -> Result<Vec<UserId>> {
    let mut users = Vec::new();
    for word in words {
        for name in text::mentions::readings(word) {
            if let Some(group) = named(app, name).await? {
                users.extend(app.store.group_members_in(group, channel, limit).await?);
                break;
            }
        }
    }
    Ok(users)
}

/// The names by which a user's groups are called.
///
/// # Errors
/// When the store does not answer.
pub async fn names_of(app: &App, user: UserId) -> Result<Vec<String>> {
    let groups = app.store.groups_of(user, OF_USER_MAX).await?;
    Ok(groups.into_iter().filter(|group| group.allow_reference).filter_map(|group| group.name).collect())
}
