//! Making guests of members and members of guests, with all their memberships.

use node::change::Change;
use node::error::ApiError;
use permissions::Permission;
use request::App;
use request::{Answer, Call, Reply};
use wire::users::{MAGIC_LINK, SYSTEM_GUEST, SYSTEM_USER, User};

use crate::audits;
use crate::users::administrators::must_leave_one;
use crate::users::roles::{CONSOLE_ROLES, change_roles};
use crate::users::{announce_update, later, must_stored};

/// Whether guests have accounts with passwords of this server.
pub fn have_passwords(app: &App) -> bool {
    let guests = &app.config().guests;
    guests.enable && guests.allow_email_accounts
}

/// Whether guests have accounts without a password, and sign in by links in mails.
pub fn have_links(app: &App) -> bool {
    let guests = &app.config().guests;
    guests.enable && guests.enable_magic_link
}

/// Whether a guest may sign in as the account does.
pub fn is_let_in(app: &App, guest: &User) -> bool {
    match guest.auth_service.as_str() {
        "" => have_passwords(app),
        MAGIC_LINK => have_links(app),
        // The directory or the provider says who is a guest.
        _ => app.config().guests.enable,
    }
}

/// Whether links in mails let somebody in. They are for guests, and a bot has no mail.
pub fn comes_by_link(user: &User) -> bool {
    user.auth_service == MAGIC_LINK && user.is_guest() && !user.is_bot
}

/// `POST /users/{user_id}/promote`
pub async fn promote(call: Call) -> Answer {
    let id = call.user_id()?;
    call.must(Permission::PromoteGuest)?;
    let user = must_stored(&call.app, id).await?;
    call.must_cover(&user)?;
    if !user.is_guest() {
        let text = "The account is no guest.";
        return Err(ApiError::new(
            http::StatusCode::NOT_IMPLEMENTED,
            "api.user.promote_guest_to_user.no_guest.app_error",
            text,
        ));
    }
    become_one(&call, user, SYSTEM_USER).await
}

/// `POST /users/{user_id}/demote`
pub async fn demote(call: Call) -> Answer {
    let id = call.user_id()?;
    call.must(Permission::DemoteToGuest)?;
    if !call.app.config().guests.enable {
        let text = "Guests are turned off on this server.";
        return Err(ApiError::new(
            http::StatusCode::NOT_IMPLEMENTED,
            "api.team.invite_guests_to_channels.disabled.error",
            text,
        ));
    }
    let user = must_stored(&call.app, id).await?;
    if user.is_guest() {
        let text = "The account is a guest already.";
        return Err(ApiError::new(
            http::StatusCode::NOT_IMPLEMENTED,
            "api.user.demote_user_to_guest.already_guest.app_error",
            text,
        ));
    }
    call.must_cover(&user)?;
    become_one(&call, user, SYSTEM_GUEST).await
}

async fn become_one(call: &Call, user: User, role: &str) -> Answer {
    let mut change = call.app.change();
    turn(&mut change, &call.app, &user, role);
    audits::note(&mut change, call, &format!("user_id={} role={role}", user.id));
    change.commit().await?;
    Ok(Reply::ok())
}

/// Adds what makes a member of a guest ([`SYSTEM_USER`]), or a guest of a member ([`SYSTEM_GUEST`]). A guest who came by links
/// has a password as a member, which the owner sets by mail.
pub fn turn(change: &mut Change, app: &App, user: &User, role: &str) {
    // A guest that administers is none, and a member gets no such role back by this.
    let others = user.roles.split(' ').filter(|name| ![SYSTEM_USER, SYSTEM_GUEST].contains(name));
    let others = others.filter(|name| !CONSOLE_ROLES.contains(name));
    let roles: Vec<&str> = std::iter::once(role).chain(others).collect();
    let mut new = User { update_at: later(app, user.update_at), roles: roles.join(" "), ..user.clone() };
    must_leave_one(change, user);
    if new.auth_service == MAGIC_LINK && role == SYSTEM_USER {
        new.auth_service.clear();
        change.write(store::users::set_password(user.id, "", new.update_at));
    }
    change_roles(change, user, &new.roles);
    let standing = if role == SYSTEM_GUEST { store::memberships::As::Guest } else { store::memberships::As::User };
    for write in store::memberships::set_all(user.id, standing, app.clock.now()) {
        change.write(write);
    }
    change.team_member_changed(user.id);
    announce_update(change, &new);
}
