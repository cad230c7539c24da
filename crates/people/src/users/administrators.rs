//! The last administrator: without one nobody can administer a server any more, so none goes by any route of the API.
//!
//! The operator's console may take even that one away, when it is told so: see [`organisation::users::operator`].

use wire::users::User;

use node::change::Change;

/// Makes a change that takes somebody's rights or account away fail, when no other administrator is active.
pub fn must_leave_one(change: &mut Change, user: &User) {
    if user.is_system_admin() && user.is_active() && !user.is_bot {
        for write in store::users::keep_administrator(user.id) {
            change.write(write);
        }
    }
}
