//! The bodies of the coordinator's routes, in the names and spellings of the reference tool.

use serde::{Deserialize, Serialize};

use super::settings::CoordinatorConfig;
use simulate::config::{LabConfig, LoadTestConfig};

/// `POST /coordinator/create?id={id}`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Create {
    pub coordinator_config: CoordinatorConfig,
    pub load_test_config: LoadTestConfig,
    /// What only this lab knows, for the agents and for the connection to the Prometheus.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lab_config: Option<LabConfig>,
}

/// Answer of every route of a coordinator. A text in `error` means failure, whatever the status.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Answer {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub error: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    #[default]
    Stopped,
    Running,
    Done,
}

/// A coordinator at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Status {
    pub state: State,
    /// RFC 3339; the year 1 before the start or the end, as Go writes an unset time.
    pub start_time: String,
    pub stop_time: String,
    pub active_users: u32,
    pub num_errors: u64,
    /// 0 until it is found.
    pub supported_users: u32,
}

/// An unset time.
pub const NEVER: &str = "0001-01-01T00:00:00Z";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_reads_as_published() {
        let status = Status { state: State::Done, supported_users: 7, ..Status::default() };
        let text = serde_json::to_string(&status).expect("a status is JSON");
        let expected =
            r#"{"State":"done","StartTime":"","StopTime":"","ActiveUsers":0,"NumErrors":0,"SupportedUsers":7}"#;
        assert_eq!(text, expected);
    }
}
