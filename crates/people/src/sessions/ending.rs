//! Ending what is signed in: sessions, and with them what applications were given, which would come back by a refresh.

use base::Millis;
use base::ids::{SessionId, UserId};
use store::Write;
use wire::sessions::Session;

use node::change::Change;

use crate::one_time::Kind;

/// Kinds of one-time tokens that a session is fetched for: by a phone's app, and by the desktop program.
pub const MOBILE_CODE: &str = "sso-code-exchange";
pub const DESKTOP_CODE: &str = "desktop_token";

/// Ends all sessions of a user, what would open one, and all that applications were given or are about to be given.
/// Browsers are asked for the second factor again.
pub fn end_all(change: &mut Change, user: UserId) {
    change.write(store::browsers::remove_of_user(user));
    change.end_sessions(store::sessions::remove_of_user(user));
    end_waiting(change, user);
    end_grants(change, user);
}

/// The same, except for one session.
pub fn end_others(change: &mut Change, user: UserId, kept: SessionId) {
    change.end_sessions(store::sessions::remove_others(user, kept));
    end_waiting(change, user);
    end_grants(change, user);
}

/// Ends what would let a user in without another proof: sessions that a finished sign-in left to be fetched, and a guest's
/// mailed link. A link for a new password ends with the password. What these tokens are about begins with the user.
pub fn end_waiting(change: &mut Change, user: UserId) {
    for kind in waiting_kinds() {
        change.write(store::tokens::remove_begun(kind, &format!("{{\"user_id\":\"{user}\"")));
    }
}

/// The same, of everybody.
pub fn all_waiting() -> impl Iterator<Item = Write> {
    waiting_kinds().into_iter().map(|kind| store::tokens::clean(kind, Millis::MAX))
}

fn waiting_kinds() -> [&'static str; 3] {
    [MOBILE_CODE, DESKTOP_CODE, Kind::GuestLink.name()]
}

/// Ends one session; the change fails when it ended already.
pub fn end(change: &mut Change, session: &Session) {
    change.end_sessions(store::sessions::remove(session.id));
    if session.is_oauth {
        change.write(store::oauth::end_grant(&session.token_hash));
    }
}

fn end_grants(change: &mut Change, user: UserId) {
    for write in store::oauth::remove_of_user(user) {
        change.write(write);
    }
}
