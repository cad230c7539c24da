//! A user's system roles.

use node::change::Change;
use node::error::{ApiError, Result};
use permissions::Permission;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use wire::errors::ids;
use wire::events::{Broadcast, EventName, UserRoleUpdated};
use wire::users::{RolesForm, SYSTEM_ADMIN, SYSTEM_GUEST, SYSTEM_USER, User};

use crate::audits;
use crate::users::administrators::must_leave_one;
use crate::users::{later, must_stored};

/// `PUT /users/{user_id}/roles`
pub async fn set_roles(mut call: Call) -> Answer {
    let id = call.user_id()?;
    let form: RolesForm = call.json("roles").await?;
    rules::roles::must_be_names(&form.roles)?;
    let roles: Vec<&str> = form.roles.split_ascii_whitespace().collect();
    must_be_somebody(&roles)?;
    call.must(Permission::ManageRoles)?;
    must_exist(&call, &form.roles)?;
    must_be_of_system(&call, &roles)?;
    let user = must_stored(&call.app, id).await?;
    must_stay_guest(&user, &roles)?;
    call.must_cover(&user)?;
    must_give_own(&call, &roles)?;
    let mut change = call.app.change();
    if !roles.contains(&SYSTEM_ADMIN) {
        must_leave_one(&mut change, &user);
    }
    change_roles(&mut change, &user, &roles.join(" "));
    audits::note(&mut change, &call, &format!("user_id={id} roles={}", form.roles));
    change.commit().await?;
    Ok(Reply::ok())
}

/// The right to manage roles may be held by others than administrators: they give no right that is not their own, to
/// themselves neither.
fn must_give_own(call: &Call, roles: &[&str]) -> Result<()> {
    let mine = call.app.system_rights(call.me());
    let given = call.app.roles.load().system_set(&roles.join(" "));
    allowed(mine.contains(Permission::ManageSystem) || given.is_subset(mine))
}

/// Gives the user other roles, in the account and in the sessions, and tells him or her.
pub fn change_roles(change: &mut Change, user: &User, roles: &str) {
    let id = user.id;
    let now = later(change.node(), user.update_at);
    change.write(store::users::set_roles(id, roles, now));
    change.sessions_changed(store::sessions::set_roles(id, roles));
    change.user_changed(id);
    change.rank_changed(id, roles);
    let data = UserRoleUpdated { user_id: id, roles: roles.to_owned() };
    change.announce(EventName::UserRoleUpdated, &data, Broadcast::to_user(id));
}

/// Roles that reach into the administration of the server. No guest has them.
pub const CONSOLE_ROLES: &[&str] = &[SYSTEM_ADMIN, "system_manager", "system_user_manager", "system_read_only_admin"];

/// Every account is a user's or a guest's, whatever it may besides: without, it would have no rights of its own and still
/// sign in.
fn must_be_somebody(roles: &[&str]) -> Result<()> {
    match (roles.contains(&SYSTEM_USER), roles.contains(&SYSTEM_GUEST)) {
        (false, true) if roles.iter().any(|role| CONSOLE_ROLES.contains(role)) => Err(ApiError::body_param("roles")),
        (true, false) | (false, true) => Ok(()),
        _ => Err(ApiError::body_param("roles")),
    }
}

/// What members of a team or channel may in it by its scheme is not given for all of the server.
fn must_be_of_system(call: &Call, roles: &[&str]) -> Result<()> {
    let table = call.app.roles.load();
    let elsewhere =
        |name: &&str| !name.starts_with("system_") && table.get(name).is_some_and(|role| role.scheme_managed);
    if roles.iter().any(elsewhere) { Err(ApiError::body_param("roles")) } else { Ok(()) }
}

/// Guests become members, and members guests, with all their memberships: by promotion and demotion.
fn must_stay_guest(user: &User, roles: &[&str]) -> Result<()> {
    if user.is_guest() == roles.contains(&SYSTEM_GUEST) {
        return Ok(());
    }
    let text = "Promote or demote the user to change whether the user is a guest.";
    Err(ApiError::bad_request("api.user.update_user_roles.changing_guest_role.app_error", text))
}

fn must_exist(call: &Call, roles: &str) -> Result<()> {
    let table = call.app.roles.load();
    if roles.split_ascii_whitespace().all(|role| table.get(role).is_some()) {
        return Ok(());
    }
    Err(ApiError::bad_request(ids::APP_ROLE_CHECK_ROLES_EXIST_ROLE_NOT_FOUND, "There is no such role."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_a_users_or_a_guests() {
        let given = |roles: &str| must_be_somebody(&roles.split_ascii_whitespace().collect::<Vec<_>>()).is_ok();
        for good in ["system_user", "system_user system_admin", "system_guest", "system_guest system_post_all"] {
            assert!(given(good), "{good:?}");
        }
        for bad in ["", "system_admin", "system_post_all", "system_user system_guest", "system_guest system_manager"] {
            assert!(!given(bad), "{bad:?}");
        }
    }
}
