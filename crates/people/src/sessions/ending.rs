//! Ending what is signed in: sessions, and with them what applications were given, which would come back by a refresh.

use base::ids::{SessionId, UserId};
use wire::sessions::Session;

use node::change::Change;

/// Ends all sessions of a user, and all that applications were given or are about to be given. Browsers are asked for the
/// second factor again.
pub fn end_all(change: &mut Change, user: UserId) {
    change.write(store::browsers::remove_of_user(user));
    change.end_sessions(store::sessions::remove_of_user(user));
    end_grants(change, user);
}

/// The same, except for one session.
pub fn end_others(change: &mut Change, user: UserId, kept: SessionId) {
    change.end_sessions(store::sessions::remove_others(user, kept));
    end_grants(change, user);
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
