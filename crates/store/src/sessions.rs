//! Sessions. The token itself is never kept, only its SHA-256.

use base::Millis;
use base::ids::{OAuthAppId, SessionId, UserId};
use wire::sessions::{PROP_SSO_SERVICE, PROP_SSO_SID, Session};

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::value::json;
use crate::{Store, Write, params};

macro_rules! columns {
    () => {
        "id, token_hash, create_at, expires_at, last_activity_at, user_id, device_id, roles, is_oauth, \
         expired_notify, props"
    };
}

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT ", columns!(), " FROM sessions ", $rest)
    };
}

/// What is removed is returned, so that memory can forget exactly that.
macro_rules! delete {
    ($rest:literal) => {
        concat!("DELETE FROM sessions ", $rest, " RETURNING ", columns!())
    };
}

crate::statements! {
    INSERT = "SessionStore.Save" =>
        "INSERT INTO sessions (id, token_hash, create_at, expires_at, last_activity_at, user_id, device_id, roles, \
            is_oauth, expired_notify, props, outer_name) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
    BY_TOKEN = "SessionStore.GetByToken" => select!("WHERE token_hash = $1");
    BY_ID = "SessionStore.Get" => select!("WHERE id = $1");
    OF_USER = "SessionStore.GetSessions" => select!("WHERE user_id = $1 ORDER BY last_activity_at DESC, id");
    /// Index sessions_outer.
    OF_OUTER = "SessionStore.GetSessionsByOuterName" =>
        select!("WHERE outer_name = $1 AND outer_name <> '' ORDER BY id LIMIT $2");
    WITH_DEVICE = "SessionStore.GetSessionsWithActiveDeviceIds" =>
        select!("WHERE user_id = $1 AND device_id <> '' AND (expires_at = 0 OR expires_at > $2) ORDER BY id");
    /// Index sessions_expiry.
    PHONES_EXPIRED = "SessionStore.GetSessionsExpired" =>
        select!("WHERE expires_at > $1 AND expires_at <= $2 AND expires_at > 0 AND device_id <> '' \
                 AND device_id NOT LIKE 'webpush:%' AND expired_notify = 0 ORDER BY expires_at, id LIMIT $3");
    EXTEND = "SessionStore.UpdateExpiresAt" => "UPDATE sessions SET expires_at = $2 WHERE id = $1";
    ACTIVE = "SessionStore.UpdateLastActivityAt" =>
        "UPDATE sessions SET last_activity_at = GREATEST(last_activity_at, $2) WHERE id = ANY($1)";
    SET_ROLES = "SessionStore.UpdateRoles" => concat!("UPDATE sessions SET roles = $2 WHERE user_id = $1 RETURNING ", columns!());
    SET_DEVICE = "SessionStore.UpdateDeviceId" =>
        "UPDATE sessions SET device_id = $2, expires_at = $3 WHERE id = $1";
    DROP_DEVICE = "SessionStore.ClearDeviceId" =>
        concat!("UPDATE sessions SET device_id = '' WHERE id = $1 AND device_id = $2 RETURNING ", columns!());
    SET_PROPS = "SessionStore.UpdateProps" => "UPDATE sessions SET props = $2 WHERE id = $1";
    SET_NOTIFIED = "SessionStore.UpdateExpiredNotify" => "UPDATE sessions SET expired_notify = 1 WHERE id = $1";
    REMOVE = "SessionStore.Remove" => delete!("WHERE id = $1");
    REMOVE_BY_TOKEN = "SessionStore.RemoveByToken" => delete!("WHERE token_hash = $1");
    /// Index oauth_access_data_family.
    REMOVE_OF_OAUTH_FAMILY = "SessionStore.RemoveByOAuthFamily" =>
        delete!("WHERE token_hash IN (SELECT token_hash FROM oauth_access_data WHERE family = $1 AND client_id = $2)");
    REMOVE_OF_USER = "SessionStore.PermanentDeleteSessionsByUser" => delete!("WHERE user_id = $1");
    REMOVE_OTHERS = "SessionStore.PermanentDeleteOtherSessionsByUser" =>
        delete!("WHERE user_id = $1 AND id <> $2 AND props NOT LIKE '%\"type\":\"UserAccessToken\"%'");
    REMOVE_OF_DEVICE = "SessionStore.RemoveByDevice" =>
        delete!("WHERE device_id = $1 AND device_id <> '' AND user_id = $2 AND id <> $3");
    /// Index sessions_device.
    LEAVE_DEVICE = "SessionStore.ClearDeviceIdOfOthers" =>
        concat!("UPDATE sessions SET device_id = '' WHERE device_id = $1 AND device_id <> '' AND user_id <> $2 RETURNING ",
                columns!());
    /// Those used longest ago, beyond the newest `$2`.
    REMOVE_SURPLUS = "SessionStore.RemoveSurplus" =>
        delete!("WHERE user_id = $1 AND id IN (SELECT id FROM sessions WHERE user_id = $1 \
                 ORDER BY last_activity_at DESC, id DESC LIMIT 1000 OFFSET $2)");
    /// Of people in browsers, those used longest ago first. Reads all sessions, and seldom.
    REMOVE_UNUSED = "SessionStore.RemoveUnused" =>
        delete!("WHERE last_activity_at < $1 AND id IN (SELECT id FROM sessions WHERE last_activity_at < $1 \
                 AND is_oauth = 0 AND (device_id = '' OR device_id LIKE 'webpush:%') \
                 AND props NOT LIKE '%\"type\":\"UserAccessToken\"%' AND props NOT LIKE '%\"isMobile\":\"true\"%' \
                 ORDER BY last_activity_at, id LIMIT $2)");
    CLEAN = "SessionStore.Cleanup" => "DELETE FROM sessions WHERE expires_at > 0 AND expires_at < $1";
    REMOVE_ALL = "SessionStore.RemoveAllSessions" => "DELETE FROM sessions";
}

impl FromRow for Session {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Session {
            id: row.id()?,
            token_hash: row.array()?,
            create_at: row.int()?,
            expires_at: row.int()?,
            last_activity_at: row.int()?,
            user_id: row.id()?,
            device_id: row.text()?,
            roles: row.text()?,
            is_oauth: row.bool()?,
            expired_notify: row.bool()?,
            props: row.json()?,
            ..Session::default()
        })
    }
}

pub fn insert(session: &Session) -> Write {
    let params = params![
        session.id,
        &session.token_hash,
        session.create_at,
        session.expires_at,
        session.last_activity_at,
        session.user_id,
        &session.device_id,
        &session.roles,
        session.is_oauth,
        session.expired_notify,
        json(&session.props),
        outer_name(session.prop(PROP_SSO_SERVICE), session.prop(PROP_SSO_SID)),
    ];
    Write::must(&INSERT, params)
}

/// What a session is found by when it ends at the service that signed somebody in; empty where that names none.
fn outer_name(service: &str, sid: &str) -> String {
    if service.is_empty() || sid.is_empty() { String::new() } else { format!("{service}:{sid}") }
}

/// Moves the end of a session; a session that is gone stays gone.
pub fn extend(id: SessionId, expires_at: Millis) -> Write {
    Write::new(&EXTEND, params![id, expires_at])
}

/// Notes that sessions were used, unless they were used later.
pub fn active(ids: &[SessionId], last_activity_at: Millis) -> Write {
    Write::new(&ACTIVE, params![ids, last_activity_at])
}

/// Gives all sessions of a user the user's new roles.
pub fn set_roles(user: UserId, roles: &str) -> Write {
    Write::new(&SET_ROLES, params![user, roles])
}

pub fn set_device(id: SessionId, device_id: &str, expires_at: Millis) -> Write {
    Write::must(&SET_DEVICE, params![id, device_id, expires_at])
}

/// Takes a device from its session, unless that has another one by now.
pub fn drop_device(id: SessionId, device_id: &str) -> Write {
    Write::new(&DROP_DEVICE, params![id, device_id])
}

pub fn set_props(session: &Session) -> Write {
    Write::must(&SET_PROPS, params![session.id, json(&session.props)])
}

/// Notes that the device of a session that ended was told.
pub fn set_notified(id: SessionId) -> Write {
    Write::new(&SET_NOTIFIED, params![id])
}

/// Ends a session; fails with [`crate::Error::Unmet`] when it ended already.
pub fn remove(id: SessionId) -> Write {
    Write::must(&REMOVE, params![id])
}

/// Ends the session that a token opens, if there is one.
pub fn remove_by_token(token_hash: &[u8; 32]) -> Write {
    Write::new(&REMOVE_BY_TOKEN, params![token_hash])
}

/// Ends the sessions whose tokens an application got from one code, over however many refreshes.
pub fn remove_of_oauth_family(family: &[u8; 32], client: OAuthAppId) -> Write {
    Write::new(&REMOVE_OF_OAUTH_FAMILY, params![family, client])
}

pub fn remove_of_user(user: UserId) -> Write {
    Write::new(&REMOVE_OF_USER, params![user])
}

/// Ends the sessions of a user but one; those of personal access tokens stay.
pub fn remove_others(user: UserId, keep: SessionId) -> Write {
    Write::new(&REMOVE_OTHERS, params![user, keep])
}

/// Ends the sessions of a user beyond the `keep` that were used last.
pub fn remove_surplus(user: UserId, keep: usize) -> Write {
    Write::new(&REMOVE_SURPLUS, params![user, keep])
}

/// Ends the other sessions of a user on a device, which belongs to `keep` now.
pub fn remove_of_device(device_id: &str, user: UserId, keep: SessionId) -> Write {
    Write::new(&REMOVE_OF_DEVICE, params![device_id, user, keep])
}

/// Takes a device from the sessions of all but a user, whose it is now. They stay: anybody may name any device.
pub fn leave_device(device_id: &str, user: UserId) -> Write {
    Write::new(&LEAVE_DEVICE, params![device_id, user])
}

/// Ends up to `limit` sessions of people in browsers whose use was noted last before `before`.
pub fn remove_unused(before: Millis, limit: usize) -> Write {
    Write::new(&REMOVE_UNUSED, params![before, limit])
}

/// Removes sessions that ended before `before`.
pub fn clean(before: Millis) -> Write {
    Write::new(&CLEAN, params![before])
}

/// Ends every session of the server.
pub fn remove_all() -> Write {
    Write::new(&REMOVE_ALL, params![])
}

impl Store {
    /// The session of a token, ended or not.
    pub async fn session_by_token(&self, token_hash: &[u8; 32]) -> Result<Option<Session>> {
        self.one(&BY_TOKEN, params![token_hash]).await
    }

    pub async fn session(&self, id: SessionId) -> Result<Option<Session>> {
        self.one(&BY_ID, params![id]).await
    }

    /// All sessions of a user, the one used last first, ended ones included.
    pub async fn sessions_of(&self, user: UserId) -> Result<Vec<Session>> {
        self.all(&OF_USER, params![user]).await
    }

    /// The sessions that a service calls by a name of its own.
    pub async fn sessions_of_outer(&self, service: &str, sid: &str, limit: usize) -> Result<Vec<Session>> {
        self.all(&OF_OUTER, params![outer_name(service, sid), limit]).await
    }

    /// The sessions of a user that can be pushed to.
    pub async fn sessions_with_device(&self, user: UserId, now: Millis) -> Result<Vec<Session>> {
        self.all(&WITH_DEVICE, params![user, now]).await
    }

    /// Sessions of phones that ended after `after` and not after `until` and were not told of it, oldest end first.
    pub async fn phones_expired(&self, after: Millis, until: Millis, limit: usize) -> Result<Vec<Session>> {
        self.all(&PHONES_EXPIRED, params![after, until, limit]).await
    }
}
