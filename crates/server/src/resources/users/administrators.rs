//! The last administrator: without one nobody can administer a server any more, so none goes by any route of the API.
//!
//! The operator's console may take even that one away, when it is told so: see [`super::operator`].

use wire::users::User;

use crate::change::Change;
use crate::error::ApiError;

/// Makes a change that takes somebody's rights or account away fail, when no other administrator is active.
pub fn must_leave_one(change: &mut Change, user: &User) {
    if user.is_system_admin() && user.is_active() && !user.is_bot {
        for write in store::users::keep_administrator(user.id) {
            change.write(write);
        }
    }
}

/// What such a change is refused with.
pub fn last_administrator() -> ApiError {
    let text = "This is the last active administrator of the server. Make somebody else one first.";
    ApiError::bad_request("api.user.last_administrator.app_error", text)
}
