//! When accounts end by themselves.

use base::Millis;
use base::ids::UserId;

use crate::error::Result;
use crate::{Store, Write, params};

crate::statements! {
    SAVE = "ExpiryStore.Save" =>
        "INSERT INTO account_expiries (user_id, expires_at) VALUES ($1, $2) \
         ON CONFLICT (user_id) DO UPDATE SET expires_at = excluded.expires_at";
    REMOVE = "ExpiryStore.Delete" => "DELETE FROM account_expiries WHERE user_id = $1";
    REMOVE_PAST = "ExpiryStore.DeletePast" => "DELETE FROM account_expiries WHERE user_id = $1 AND expires_at <= $2";
    ONE = "ExpiryStore.Get" => "SELECT expires_at FROM account_expiries WHERE user_id = $1";
    /// Index account_expiries_time. Accounts that are out of use already are passed over.
    DUE = "ExpiryStore.GetDue" =>
        "SELECT e.user_id FROM account_expiries e JOIN users u ON u.id = e.user_id AND u.delete_at = 0 \
         WHERE e.expires_at <= $1 AND e.user_id > $2 ORDER BY e.user_id LIMIT $3";
}

pub fn save(user: UserId, expires_at: Millis) -> Write {
    Write::must(&SAVE, params![user, expires_at])
}

pub fn remove_of_user(user: UserId) -> Write {
    Write::new(&REMOVE, params![user])
}

/// Forgets a time that has come: an account that is taken back into use does not end at once.
pub fn remove_past(user: UserId, now: Millis) -> Write {
    Write::new(&REMOVE_PAST, params![user, now])
}

impl Store {
    /// When an account ends; nothing when it does not by itself.
    pub async fn expiry_of(&self, user: UserId) -> Result<Option<Millis>> {
        self.one(&ONE, params![user]).await
    }

    /// Active accounts whose time has come, in order of their ids, from behind `after` on.
    pub async fn expired(&self, now: Millis, after: UserId, limit: usize) -> Result<Vec<UserId>> {
        self.all(&DUE, params![now, after, limit]).await
    }
}
