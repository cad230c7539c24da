//! Roles: what they allow, as an administrator may have changed it.

use base::ids::RoleId;
use node::error::{ApiError, Result};
use permissions::{Permission, PermissionList, PermissionSet};
use request::permit::allowed;
use request::{Answer, Call, Reply};
use wire::errors::ids;
use wire::events::{Broadcast, EventName, RoleData};
use wire::roles::{Role, RolePatch};

use crate::{audits, users};

/// Permissions that one role lists at most; there are fewer than 300 ids.
const PERMISSIONS_MAX: usize = 1_000;

/// `GET /roles`
pub async fn list(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    Ok(Reply::json(&call.app.store.roles().await?))
}

/// `GET /roles/{role_id}`
pub async fn get(call: Call) -> Answer {
    let id: RoleId = call.id("role_id")?;
    Ok(Reply::json(&must_role(&call, id).await?))
}

async fn must_role(call: &Call, id: RoleId) -> Result<Role> {
    let missing = || ApiError::not_found(ids::APP_ROLE_GET, "There is no such role.");
    call.app.store.role(id).await?.ok_or_else(missing)
}

/// `GET /roles/name/{role_name}`
pub async fn get_by_name(call: Call) -> Answer {
    let missing = || ApiError::not_found(ids::APP_ROLE_GET_BY_NAME, "There is no role of this name.");
    let found = call.app.store.roles_by_names(&[call.text("role_name").to_owned()]).await?;
    Ok(Reply::json(&found.into_iter().next().ok_or_else(missing)?))
}

/// `POST /roles/names`: answers with the roles that exist; `null` when there is none, as clients of the protocol expect.
pub async fn by_names(mut call: Call) -> Answer {
    let names = call.list().await?;
    let mut wanted: Vec<String> =
        names.iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
    wanted.sort_unstable();
    wanted.dedup();
    if wanted.is_empty() || wanted.len() > rules::roles::NAMES_PER_REQUEST_MAX {
        return Err(ApiError::body_param("rolenames"));
    }
    if !wanted.iter().all(|name| rules::roles::is_name(name)) {
        return Err(ApiError::body_param("rolename"));
    }
    let roles = call.app.store.roles_by_names(&wanted).await?;
    Ok(Reply::json(&(!roles.is_empty()).then_some(roles)))
}

/// `PUT /roles/{role_id}/patch`: changes the permissions of a role.
pub async fn patch(mut call: Call) -> Answer {
    let id: RoleId = call.id("role_id")?;
    let patch: RolePatch = call.json("role").await?;
    if !call.can(Permission::ManageSystem) {
        call.must(Permission::WriteConsoleUserManagementPermissions)?;
    }
    let mut role = must_role(&call, id).await?;
    let Some(permissions) = patch.permissions else { return Ok(Reply::json(&role)) };
    if permissions.len() > PERMISSIONS_MAX || !permissions.iter().all(|id| rules::roles::is_name(id)) {
        return Err(ApiError::body_param("permissions"));
    }
    must_be_known(&role, &permissions)?;
    let permissions = with_ancillary(permissions);
    must_hold(&call, &role, &permissions)?;
    // Without it nobody could undo this.
    let administers = permissions.iter().any(|id| id == Permission::ManageSystem.as_str());
    if role.name == permissions::resolve::SYSTEM_ADMIN && !administers {
        return Err(ApiError::body_param("permissions"));
    }
    let read_at = role.update_at;
    role.update_at = users::later(&call.app, read_at);
    role.permissions = permissions;
    let mut change = call.app.change();
    change.write(store::roles::update(&role, read_at));
    change.role_changed(&role);
    change.announce(EventName::RoleUpdated, &RoleData::new(&role), Broadcast::everyone());
    audits::note(&mut change, &call, &format!("role={}", role.name));
    match change.commit().await {
        Ok(_) => Ok(Reply::json(&role)),
        Err(store::Error::Unmet { .. }) => {
            let text = "The role was changed at the same moment. Please try again.";
            Err(ApiError::bad_request("app.role.save.update.app_error", text))
        }
        Err(error) => Err(error.into()),
    }
}

/// A permission that there is none of would be given to nobody: its name is mistyped. One that the role lists already stays.
fn must_be_known(role: &Role, permissions: &[String]) -> Result<()> {
    let unknown = permissions.iter().find(|id| Permission::parse(id).is_none() && !role.permissions.contains(id));
    let Some(unknown) = unknown else { return Ok(()) };
    let text = format!("There is no permission {unknown}.");
    Err(ApiError::bad_request("app.role.save.invalid_role.app_error", text))
}

/// Whoever may change roles without administering the system gives no right that is not his own, and leaves the
/// administrators' role alone.
fn must_hold(call: &Call, role: &Role, permissions: &[String]) -> Result<()> {
    if call.can(Permission::ManageSystem) {
        return Ok(());
    }
    let mine = call.app.system_rights(call.me());
    let now = PermissionList::from_ids(&role.permissions).known;
    let wanted = PermissionList::from_ids(permissions).known;
    let given = wanted.iter().filter(|permission| !now.contains(*permission));
    allowed(
        role.name != permissions::resolve::SYSTEM_ADMIN
            && given.into_iter().all(|permission| mine.contains(permission)),
    )
}

/// The permissions, each once, and what comes along with those of the administration pages.
fn with_ancillary(mut permissions: Vec<String>) -> Vec<String> {
    let along: Vec<&str> = ancillary_to(&permissions).collect();
    permissions.extend(along.into_iter().map(str::to_owned));
    permissions.sort_unstable();
    permissions.dedup();
    permissions
}

fn ancillary_to(permissions: &[String]) -> impl Iterator<Item = &'static str> {
    let set: PermissionSet = PermissionList::from_ids(permissions).known;
    let held: Vec<Permission> = set.iter().collect();
    held.into_iter().flat_map(|held| permissions::ancillary::ancillary(held).iter().map(|along| along.as_str()))
}

/// `POST /permissions/ancillary`: answers with the given permissions and those that they need.
pub async fn ancillary(mut call: Call) -> Answer {
    let named = call.list().await?;
    if named.is_empty() || named.len() > PERMISSIONS_MAX {
        return Err(ApiError::body_param("subsection_permissions"));
    }
    Ok(Reply::json(&with_ancillary(named)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_of_the_console_brings_what_it_needs() {
        let all = with_ancillary(vec!["sysconsole_read_reporting_server_logs".into(), "get_logs".into()]);
        assert_eq!(all, ["get_logs", "sysconsole_read_reporting_server_logs"]);
    }
}
