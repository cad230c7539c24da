//! When accounts end by themselves.

use base::Millis;
use serde::{Deserialize, Serialize};

/// When an account ends by itself: body and answer of `/users/{user_id}/expiry`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Expiry {
    /// 0 when it does not.
    pub expires_at: Millis,
}
