//! Recovery codes: each stands once for a second factor that is lost. The codes are never kept, only their SHA-256.

use base::ids::UserId;

use crate::error::Result;
use crate::{Store, Write, params};

crate::statements! {
    INSERT = "RecoveryCodeStore.Save" => "INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2)";
    REMOVE = "RecoveryCodeStore.Delete" => "DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2";
    REMOVE_OF_USER = "RecoveryCodeStore.DeleteAllForUser" => "DELETE FROM recovery_codes WHERE user_id = $1";
    HAS = "RecoveryCodeStore.Has" => "SELECT COUNT(*) FROM recovery_codes WHERE user_id = $1 AND code_hash = $2";
    COUNT = "RecoveryCodeStore.CountByUser" => "SELECT COUNT(*) FROM recovery_codes WHERE user_id = $1";
}

pub fn insert(user: UserId, hash: &[u8; 32]) -> Write {
    Write::must(&INSERT, params![user, hash])
}

/// Uses a code up; fails with [`crate::Error::Unmet`] when there is none, or none any more.
pub fn remove(user: UserId, hash: &[u8; 32]) -> Write {
    Write::must(&REMOVE, params![user, hash])
}

pub fn remove_of_user(user: UserId) -> Write {
    Write::new(&REMOVE_OF_USER, params![user])
}

impl Store {
    /// Whether a code is the user's, and not used yet.
    pub async fn has_recovery_code(&self, user: UserId, hash: &[u8; 32]) -> Result<bool> {
        Ok(self.one(&HAS, params![user, hash]).await?.unwrap_or(0_i64) > 0)
    }

    /// How many codes are left.
    pub async fn recovery_codes_left(&self, user: UserId) -> Result<i64> {
        Ok(self.one(&COUNT, params![user]).await?.unwrap_or(0))
    }
}
