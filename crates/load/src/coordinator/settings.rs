//! `coordinator.json` of the reference tool, with its keys, defaults and rules.

use serde::{Deserialize, Serialize};

use super::step::{REST_MS, Rules, SLOPE_MAX, USERS_DEC, USERS_INC, WINDOW_MS};
use crate::health::{self, Metric};
use base::Millis;
use simulate::config::Users;
use simulate::names::{must_be_id, url};

/// The file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct CoordinatorConfig {
    pub cluster_config: Cluster,
    pub monitor_config: Monitor,
    pub num_users_inc: u32,
    pub num_users_dec: u32,
    pub rest_time_sec: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Cluster {
    pub agents: Vec<AgentPlace>,
    pub max_active_users: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct AgentPlace {
    pub id: String,
    #[serde(rename = "ApiURL")]
    pub api_url: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Monitor {
    #[serde(rename = "PrometheusURL")]
    pub prometheus_url: String,
    pub update_interval_ms: Millis,
    pub queries: Vec<Metric>,
}

impl Default for CoordinatorConfig {
    fn default() -> Self {
        CoordinatorConfig {
            cluster_config: Cluster::default(),
            monitor_config: Monitor::default(),
            num_users_inc: USERS_INC,
            num_users_dec: USERS_DEC,
            rest_time_sec: (REST_MS / 1_000) as u32,
        }
    }
}

impl Default for Cluster {
    fn default() -> Self {
        Cluster { agents: Vec::new(), max_active_users: 1_000 }
    }
}

impl Default for AgentPlace {
    fn default() -> Self {
        AgentPlace { id: "lt0".into(), api_url: "http://localhost:4000".into() }
    }
}

impl Default for Monitor {
    fn default() -> Self {
        // Empty: the lab scrapes by itself.
        Monitor { prometheus_url: String::new(), update_interval_ms: 2_000, queries: health::published() }
    }
}

/// A monitor that looks more often would mostly see itself.
const UPDATE_INTERVAL_MS_MIN: Millis = 1_000;

impl CoordinatorConfig {
    /// # Errors
    /// With a sentence that names the key.
    pub fn check(&self) -> Result<(), String> {
        if self.num_users_inc == 0 || self.num_users_dec == 0 {
            return Err("NumUsersInc and NumUsersDec must be above 0".into());
        }
        if self.cluster_config.max_active_users == 0 {
            return Err("ClusterConfig.MaxActiveUsers must be above 0".into());
        }
        if self.monitor_config.update_interval_ms < UPDATE_INTERVAL_MS_MIN {
            return Err(format!("MonitorConfig.UpdateIntervalMs must be at least {UPDATE_INTERVAL_MS_MIN}"));
        }
        for agent in &self.cluster_config.agents {
            must_be_id(&agent.id).map_err(|why| format!("ClusterConfig.Agents: Id {why}"))?;
            url(&agent.api_url).map_err(|why| format!("ClusterConfig.Agents: ApiURL {why}"))?;
        }
        let prometheus = &self.monitor_config.prometheus_url;
        if !prometheus.is_empty() {
            url(prometheus).map_err(|why| format!("MonitorConfig.PrometheusURL {why}"))?;
        }
        let mut ids: Vec<&str> = self.cluster_config.agents.iter().map(|agent| agent.id.as_str()).collect();
        ids.sort_unstable();
        if ids.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("ClusterConfig.Agents: two agents have the same Id".into());
        }
        Ok(())
    }

    /// Whether so many agents together take as many users as the loop may add. A loop that may add more than there is
    /// room for never comes to its end.
    ///
    /// # Errors
    /// With both numbers and the settings that they come from.
    pub fn must_have_room(&self, users: &Users, agents: usize) -> Result<(), String> {
        let (most, each) = (self.cluster_config.max_active_users, users.max_active_users);
        if each.saturating_mul(agents as u64) >= u64::from(most) {
            return Ok(());
        }
        Err(format!(
            "the loop may add up to {most} users (ClusterConfig.MaxActiveUsers of coordinator.json), but {agents} agents of \
             {each} users each (UsersConfiguration.MaxActiveUsers of config.json) have no room for them: it would never \
             end"
        ))
    }

    /// The loop's numbers.
    pub fn rules(&self) -> Rules {
        Rules {
            users_max: self.cluster_config.max_active_users,
            users_inc: self.num_users_inc,
            users_dec: self.num_users_dec,
            rest_ms: Millis::from(self.rest_time_sec) * 1_000,
            window_ms: WINDOW_MS,
            slope_max: SLOPE_MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_file_reads() {
        let text = r#"{
            "ClusterConfig": {"Agents": [{"Id": "lt0", "ApiURL": "http://10.0.0.1:4000"}], "MaxActiveUsers": 2000,
                "BrowserAgents": [], "MaxActiveBrowserUsers": 1000},
            "MonitorConfig": {"PrometheusURL": "http://10.0.0.9:9090", "UpdateIntervalMs": 1000, "Queries": [
                {"Description": "d", "Query": "up", "Threshold": 2.0, "MinIntervalSec": 60, "Alert": true}]},
            "NumUsersInc": 16, "NumUsersDec": 8, "RestTimeSec": 3, "LogSettings": {"EnableConsole": true}}"#;
        let config: CoordinatorConfig = serde_json::from_str(text).expect("it reads");
        assert_eq!(config.check(), Ok(()));
        let rules = config.rules();
        assert_eq!((rules.users_max, rules.users_inc, rules.rest_ms), (2_000, 16, 3_000));
        assert_eq!(config.monitor_config.queries.len(), 1);
        assert_eq!(config.cluster_config.agents[0].api_url, "http://10.0.0.1:4000");
    }

    #[test]
    fn a_loop_that_its_agents_have_no_room_for_is_refused_with_both_numbers() {
        let config = CoordinatorConfig::default();
        let users = |max_active_users| Users { max_active_users, ..Users::default() };
        assert_eq!(config.must_have_room(&users(500), 2), Ok(()));
        assert_eq!(config.must_have_room(&users(u64::MAX), 2), Ok(()));
        let refused = config.must_have_room(&users(333), 3).expect_err("one is missing");
        assert!(refused.contains("1000") && refused.contains("3 agents of 333"), "{refused}");
    }

    #[test]
    fn without_a_file_the_defaults_are_the_published_ones() {
        let config = CoordinatorConfig::default();
        assert_eq!((config.check(), config.rules()), (Ok(()), Rules::default()));
        assert_eq!(config.monitor_config.queries.len(), 9);
    }

    #[test]
    fn what_does_not_hold_together_is_refused_by_its_key() {
        let config = |text| serde_json::from_str::<CoordinatorConfig>(text).expect("it reads").check();
        assert!(config(r#"{"NumUsersInc": 0}"#).is_err_and(|why| why.contains("NumUsersInc")));
        assert!(config(r#"{"MonitorConfig": {"UpdateIntervalMs": 10}}"#).is_err_and(|why| why.contains("Update")));
        for (text, key) in [
            (r#"{"ClusterConfig": {"Agents": [{}, {}]}}"#, "Id"),
            (r#"{"ClusterConfig": {"Agents": [{"Id": "l t"}]}}"#, "Id"),
            (r#"{"ClusterConfig": {"Agents": [{"ApiURL": "10.0.0.1:4000"}]}}"#, "ApiURL"),
            (r#"{"ClusterConfig": {"MaxActiveUsers": 0}}"#, "MaxActiveUsers"),
            (r#"{"MonitorConfig": {"PrometheusURL": "here"}}"#, "PrometheusURL"),
        ] {
            assert!(config(text).is_err_and(|why| why.contains(key)), "{text}");
        }
        assert_eq!(config(r#"{"ClusterConfig": {"Agents": [{"Id": "mycluster-agent-0"}]}}"#), Ok(()));
    }
}
