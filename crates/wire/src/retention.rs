//! How long posts and files are kept.

use base::Millis;
use serde::{Deserialize, Serialize};

/// Answer to `GET /data_retention/policy`: what is older than its cutoff is removed, if it is removed at all.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GlobalRetention {
    pub message_deletion_enabled: bool,
    pub file_deletion_enabled: bool,
    pub message_retention_cutoff: Millis,
    pub file_retention_cutoff: Millis,
}
