//! The audit trail: who did what.

use base::Millis;
use base::ids::{SessionId, UserId};
use serde::{Deserialize, Serialize};

/// One thing that somebody did.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Audit {
    pub id: base::Id,
    pub create_at: Millis,
    pub user_id: UserId,
    /// The path that was called.
    pub action: String,
    pub extra_info: String,
    pub ip_address: String,
    pub session_id: SessionId,
}
