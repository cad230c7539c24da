//! The bodies of the control API: what creates an agent and what an agent answers.
//!
//! Names and spellings are those of the reference tool, so that either's coordinator drives either's agents.

use serde::{Deserialize, Serialize};

use crate::config::{LabConfig, LoadTestConfig, SimulControllerConfig};
use crate::mix::wait::Waits;
use crate::net::Trust;

/// `POST /loadagent/create?id={id}`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Create {
    pub load_test_config: LoadTestConfig,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simul_controller_config: Option<SimulControllerConfig>,
    /// What only this lab knows; absent from a foreign coordinator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lab_config: Option<LabConfig>,
}

impl Create {
    /// Which certificates are believed.
    ///
    /// # Errors
    /// See [`LabConfig::trust`].
    pub fn trust(&self) -> Result<Trust, String> {
        self.lab_config.as_ref().map_or(Ok(Trust::PublicRoots), LabConfig::trust)
    }

    /// How the users pause and what they write: as configured, else as their mix does.
    pub fn simulation(&self) -> SimulControllerConfig {
        let waits = self.lab_config.as_ref().map_or_else(Waits::default, |lab| lab.mix.waits());
        let of_mix = SimulControllerConfig {
            min_idle_time_ms: waits.min_ms,
            avg_idle_time_ms: waits.avg_ms,
            ..SimulControllerConfig::default()
        };
        self.simul_controller_config.clone().unwrap_or(of_mix)
    }
}

/// Answer of every route of an agent. A text in `error` means failure, whatever the status.
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
    Starting,
    Running,
    Stopping,
}

/// An agent at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Status {
    pub state: State,
    pub num_users: u64,
    pub num_users_added: u64,
    pub num_users_removed: u64,
    pub num_users_stopped: u64,
    pub num_errors: u64,
    /// RFC 3339; the year 1 before the first start, as Go writes an unset time.
    pub start_time: String,
    /// Those of `num_users` that are not signed in yet. Only this lab's agents tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub num_users_arriving: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_reads_as_published() {
        let status = Status { state: State::Running, num_users: 7, ..Status::default() };
        let text = serde_json::to_string(&status).expect("a status is JSON");
        assert_eq!(
            text,
            r#"{"State":"running","NumUsers":7,"NumUsersAdded":0,"NumUsersRemoved":0,"NumUsersStopped":0,"NumErrors":0,"StartTime":""}"#
        );
    }
}
