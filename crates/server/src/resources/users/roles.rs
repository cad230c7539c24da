//! A user's system roles.

use permissions::Permission;
use wire::errors::ids;
use wire::events::{Broadcast, EventName, UserRoleUpdated};
use wire::users::{RolesForm, SYSTEM_ADMIN, User};

use super::{later, must_stored};
use crate::change::Change;
use crate::error::{ApiError, Result};
use crate::http::{Answer, Call, Reply};
use crate::resources::audits;

/// `PUT /users/{user_id}/roles`
pub async fn set_roles(mut call: Call) -> Answer {
    let id = call.user_id()?;
    let form: RolesForm = call.json("roles").await?;
    rules::roles::must_be_names(&form.roles)?;
    call.must(Permission::ManageRoles)?;
    must_exist(&call, &form.roles)?;
    let user = must_stored(&call.app, id).await?;
    let roles: Vec<&str> = form.roles.split_ascii_whitespace().collect();
    // Only administrators make and unmake administrators: the right to manage roles may be held by others.
    if user.is_system_admin() != roles.contains(&SYSTEM_ADMIN) {
        call.must(Permission::ManageSystem)?;
    }
    let mut change = call.app.change();
    change_roles(&mut change, &user, &roles.join(" "));
    audits::note(&mut change, &call, &format!("user_id={id} roles={}", form.roles));
    change.commit().await?;
    Ok(Reply::ok())
}

/// Gives the user other roles, in the account and in the sessions, and tells him or her.
pub fn change_roles(change: &mut Change, user: &User, roles: &str) {
    let id = user.id;
    let now = later(change.app(), user.update_at);
    change.write(store::users::set_roles(id, roles, now));
    change.sessions_changed(store::sessions::set_roles(id, roles));
    change.user_changed(id);
    change.rank_changed(id, roles);
    let data = UserRoleUpdated { user_id: id, roles: roles.to_owned() };
    change.announce(EventName::UserRoleUpdated, &data, Broadcast::to_user(id));
}

fn must_exist(call: &Call, roles: &str) -> Result<()> {
    let table = call.app.roles.load();
    if roles.split_ascii_whitespace().all(|role| table.get(role).is_some()) {
        return Ok(());
    }
    Err(ApiError::bad_request(ids::APP_ROLE_CHECK_ROLES_EXIST_ROLE_NOT_FOUND, "There is no such role."))
}
