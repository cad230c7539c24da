//! Deactivating accounts and taking them back into use.

use std::sync::Arc;

use base::ids::UserId;
use node::change::Change;
use node::error::{ApiError, Result};
use people::audits;
use people::sessions::ending;
use people::users::administrators::must_leave_one;
use people::users::{announce_update, later, must_stored};
use permissions::Permission;
use request::App;
use request::permit::accounts::Part;
use request::{Answer, Call, Reply};
use wire::errors::ids;
use wire::events::{Broadcast, EventName, NoData};
use wire::statuses::Status;
use wire::users::{ActiveForm, User};

use crate::users::bots;

/// `PUT /users/{user_id}/active`: for those who administer users, and for oneself where that is on. Guests come back
/// only where there are guests.
pub async fn set_active(mut call: Call) -> Answer {
    let id = call.user_id()?;
    let form: ActiveForm = call.json("active").await?;
    let active = form.active.ok_or_else(|| ApiError::body_param("active"))?;
    // Nobody ends the own account where that is off, administrators neither: there may be nobody to undo it.
    if id == call.my_id() && !active {
        must_be_enabled(&call)?;
    } else if !call.can(Permission::WriteConsoleUserManagementUsers) {
        let text = "You do not have the appropriate permissions to activate or deactivate accounts.";
        return Err(ApiError::forbidden(ids::API_USER_UPDATE_ACTIVE_PERMISSIONS, text));
    }
    let user = must_stored(&call.app, id).await?;
    call.must_cover(&user)?;
    if active && user.is_guest() && !call.app.config().guests.enable {
        let text = "This server has no guests.";
        let id = "api.user.update_active.cannot_enable_guest_when_guest_feature_is_disabled.app_error";
        return Err(ApiError::unauthorized(id, text));
    }
    let mut change = call.app.change();
    if !active {
        must_leave_one(&mut change, &user);
    }
    let user = switch(&mut change, &call.app, user, active).await?;
    bots::follow(&mut change, &call.app, &user).await?;
    announce_update(&mut change, &user);
    change.announce(EventName::UserActivationStatusChange, &NoData {}, Broadcast::everyone());
    audits::note(&mut change, &call, &format!("user_id={id} active={active}"));
    change.commit().await?;
    Ok(Reply::ok())
}

/// `DELETE /users/{user_id}`: deactivates; with `permanent=true`, and where that is on, removes for good.
pub async fn delete(call: Call) -> Answer {
    let id = call.user_id()?;
    call.must_act_on(Part::SignIn).await?;
    if id == call.my_id() && !call.can(Permission::ManageSystem) {
        must_be_enabled(&call)?;
    }
    let user = must_stored(&call.app, id).await?;
    call.must_cover(&user)?;
    if call.query().flag("permanent") {
        return crate::users::removal::remove(&call, user).await;
    }
    let mut change = call.app.change();
    must_leave_one(&mut change, &user);
    let user = switch(&mut change, &call.app, user, false).await?;
    bots::follow(&mut change, &call.app, &user).await?;
    announce_update(&mut change, &user);
    audits::note(&mut change, &call, &format!("user_id={id}"));
    change.commit().await?;
    Ok(Reply::ok())
}

fn must_be_enabled(call: &Call) -> Result<()> {
    if call.app.config().accounts.enable_deactivation {
        return Ok(());
    }
    let text = "This server does not let people deactivate their own account.";
    Err(ApiError::unauthorized(ids::API_USER_UPDATE_ACTIVE_NOT_ENABLE, text))
}

/// Deactivates the account, which ends its sessions and disables its bots, or activates it; the record as it then is.
pub async fn switch(change: &mut Change, app: &Arc<App>, mut user: User, active: bool) -> Result<User> {
    if !active {
        deactivate(change, app, &mut user);
        bots::disable_owned(change, app, user.id).await?;
        return Ok(user);
    }
    let now = later(app, user.update_at);
    (user.delete_at, user.update_at) = (0, now);
    change.write(store::users::set_deleted(user.id, 0, now));
    change.write(store::expiries::remove_past(user.id, app.clock.now()));
    change.rank_changed(user.id, &user.roles);
    change.user_changed(user.id);
    Ok(user)
}

/// Deactivates one account and ends its sessions.
pub fn deactivate(change: &mut Change, app: &App, user: &mut User) {
    let now = later(app, user.update_at);
    (user.delete_at, user.update_at) = (now, now);
    change.write(store::users::set_deleted(user.id, now, now));
    ending::end_all(change, user.id);
    go_offline(change, user.id, now);
    change.rank_changed(user.id, &user.roles);
    change.user_changed(user.id);
}

fn go_offline(change: &mut Change, user: UserId, now: base::Millis) {
    let status = Status { last_activity_at: now, ..Status::offline(user) };
    change.write(store::statuses::save(&status));
    change.status_changed(user);
}
