//! Jobs: slow work that runs on its own.

use base::Millis;
use base::ids::JobId;
use serde::{Deserialize, Serialize};

use crate::omit::StringMap;

pub const PENDING: &str = "pending";
pub const IN_PROGRESS: &str = "in_progress";
pub const SUCCESS: &str = "success";
pub const ERROR: &str = "error";
pub const CANCEL_REQUESTED: &str = "cancel_requested";
pub const CANCELED: &str = "canceled";
pub const WARNING: &str = "warning";

/// A piece of slow work.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Job {
    pub id: JobId,
    #[serde(rename = "type")]
    pub kind: String,
    pub priority: i64,
    pub create_at: Millis,
    pub start_at: Millis,
    pub last_activity_at: Millis,
    pub status: String,
    /// 0 to 100.
    pub progress: i64,
    pub data: Option<StringMap>,
}

impl Job {
    /// True once nothing more will happen to it.
    pub fn is_over(&self) -> bool {
        matches!(self.status.as_str(), SUCCESS | ERROR | CANCELED | WARNING)
    }
}

/// Body of `POST /jobs`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct JobForm {
    #[serde(rename = "type")]
    pub kind: String,
    pub data: Option<StringMap>,
}

/// Body of `PATCH /jobs/{job_id}/status`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct JobStatusForm {
    pub status: String,
    pub force: bool,
}
