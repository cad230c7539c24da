//! Users: accounts, what others see of them, and who hears when they change.

pub mod administrators;
pub mod domains;
pub mod get;
pub mod guests;
pub mod lists;
pub mod report;
pub mod roles;
pub mod search;
pub mod terms;

use std::sync::Arc;

use base::ids::UserId;
use delivery::hub::Event;
use node::Node;
use node::change::Change;
use node::error::{ApiError, Result};
use permissions::Permission;
use wire::errors::ids;
use wire::events::{Broadcast, EventName, UserUpdated};
use wire::users::{Privacy, User};

use request::{Answer, Call, Reply};

/// People of whom somebody may know who does not know everybody.
pub const KNOWN_MAX: usize = 50_000;

/// What the server's settings let ordinary users see of each other.
pub fn privacy(node: &Node) -> Privacy {
    let config = node.config();
    Privacy { show_email: config.privacy.show_email, show_full_name: config.privacy.show_full_name }
}

/// The account as the caller may see it: whole when it is the caller's own.
pub fn seen_by(call: &Call, user: User) -> User {
    if user.id == call.my_id() { user.for_self() } else { listed_for(call, user) }
}

/// The account as it stands in lists, where the caller's own is told as sparingly as others'.
pub fn listed_for(call: &Call, user: User) -> User {
    if call.can(Permission::ManageSystem) { user.for_admin() } else { user.for_others(privacy(&call.app)) }
}

/// A list as the caller may see it.
pub fn listed(call: &Call, users: Vec<User>) -> Vec<User> {
    users.into_iter().map(|user| listed_for(call, user)).collect()
}

/// Tells everybody of the account's new state: the user all of it, administrators most, others what they may see.
pub fn announce_update(change: &mut Change, user: &User) {
    let others = user.clone().for_others(privacy(change.node()));
    let everyone = Broadcast::everyone().without(user.id);
    let [others, administrators] = [others, user.clone().for_admin()].map(|user| UserUpdated { user });
    let event = Event::by_rank(EventName::UserUpdated, everyone, &others, &administrators);
    change.announce_event_about(user.id, event);
    let own = UserUpdated { user: user.clone().for_self() };
    change.announce(EventName::UserUpdated, &own, Broadcast::to_user(user.id));
}

/// True when the caller may know of the user at all. Guests know those with whom they share a channel.
///
/// # Errors
/// When the store does not answer.
pub async fn may_see(call: &Call, user: UserId) -> Result<bool> {
    may_know(&call.app, call.me(), user).await
}

/// As [`may_see`], for whoever acts without a call.
///
/// # Errors
/// When the store does not answer.
pub async fn may_know(app: &Node, viewer: &User, user: UserId) -> Result<bool> {
    if user == viewer.id || app.system_rights(viewer).contains(Permission::ViewMembers) {
        return Ok(true);
    }
    let (mine, theirs) = (app.world.memberships(viewer.id).await?, app.world.memberships(user).await?);
    Ok(mine.channels.keys().any(|channel| theirs.channels.contains_key(channel)))
}

/// # Errors
/// 403 when the caller may not know of the user.
pub async fn must_see(call: &Call, user: UserId) -> Result<()> {
    request::permit::allowed(may_see(call, user).await?)
}

/// Those of some users of whom the viewer may know.
///
/// # Errors
/// When the store does not answer.
pub async fn known_among(app: &Node, viewer: &User, mut users: Vec<UserId>) -> Result<Vec<UserId>> {
    if !app.system_rights(viewer).contains(Permission::ViewMembers) {
        let known = app.store.known_users(viewer.id, KNOWN_MAX).await?;
        users.retain(|user| *user == viewer.id || known.binary_search(user).is_ok());
    }
    Ok(users)
}

/// The account as the store has it now, for calls that change it.
///
/// # Errors
/// 404 when there is none.
pub async fn must_stored(app: &Arc<Node>, id: UserId) -> Result<User> {
    let mut user = app.store.user(id).await?.ok_or_else(missing)?;
    // What changes now is later than the sign-in, also where that was on a node whose clock is ahead.
    user.update_at = user.update_at.max(user.last_login);
    Ok(user)
}

pub fn missing() -> ApiError {
    ApiError::not_found(ids::APP_USER_MISSING_ACCOUNT_CONST, "There is no such user.")
}

/// What a taken name or address means to the caller.
pub fn taken(error: store::Error) -> ApiError {
    if error.is_conflict_on("users.username") {
        let text = "An account with this username exists already.";
        return ApiError::bad_request(ids::APP_USER_SAVE_USERNAME_EXISTS, text);
    }
    if error.is_conflict_on("users.email") {
        let text = "An account with this email address exists already.";
        return ApiError::bad_request(ids::APP_USER_SAVE_EMAIL_EXISTS, text);
    }
    error.into()
}

/// A time that is later than the one before, so that two changes in one millisecond are told apart.
pub fn later(node: &Node, than: base::Millis) -> base::Millis {
    node.clock.now().max(than + 1)
}

/// `POST /users/notify-admin`: clients ask for a feature of a larger edition by it. There is one edition, and it has
/// everything, so there is nothing to pass on.
pub async fn notify_admin(_: Call) -> Answer {
    Ok(Reply::ok())
}
