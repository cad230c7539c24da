//! The reference tool's files, `config.json` and `simulcontroller.json`, and what the lab adds to them.
//!
//! Keys, defaults and rules are the published ones; unknown keys are passed over, since files of many versions exist.

use std::path::PathBuf;

use base::Clock;
use serde::{Deserialize, Serialize};

use crate::mix::rates::{Rates, must_be_whole};
use crate::mix::{Mix, Random};
use crate::net::Trust;

/// Password of all accounts that the lab makes, as published.
pub const PASSWORD: &str = "testPass123$";

/// `config.json`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct LoadTestConfig {
    pub connection_configuration: Connection,
    pub user_controller_configuration: UserController,
    pub instance_configuration: Instance,
    pub users_configuration: Users,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Connection {
    #[serde(rename = "ServerURL")]
    pub server_url: String,
    /// Empty: made from `server_url`.
    #[serde(rename = "WebSocketURL")]
    pub web_socket_url: String,
    pub admin_email: String,
    pub admin_password: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct UserController {
    pub r#type: String,
    pub rates_distribution: Rates,
    pub server_version: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Instance {
    pub num_teams: u64,
    pub num_channels: u64,
    pub num_posts: u64,
    pub num_reactions: u64,
    pub num_admins: u64,
    pub percent_replies: f64,
    pub percent_replies_in_long_threads: f64,
    pub percent_urgent_posts: f64,
    pub percent_public_channels: f64,
    pub percent_private_channels: f64,
    pub percent_direct_channels: f64,
    pub percent_group_channels: f64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Users {
    pub users_file_path: String,
    pub initial_active_users: u64,
    pub max_active_users: u64,
    pub avg_sessions_per_user: u64,
    pub percent_of_users_are_admin: f64,
}

/// `simulcontroller.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct SimulControllerConfig {
    pub min_idle_time_ms: u64,
    pub avg_idle_time_ms: u64,
    pub percent_urgent_posts: f64,
    pub percent_replies: f64,
}

/// What the reference tool has no key for.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct LabConfig {
    pub mix: Mix,
    /// Same seed, same sequence of choices. 0: drawn, and told in the results.
    pub seed: u64,
    /// Prefix of user names; empty: the agent's id.
    pub user_prefix: String,
    /// Added to the number of each user, so that agents may share one prefix.
    pub user_offset: u64,
    /// Accounts of the users, one a line: email, space, password. The lines and no file's name, since an agent may be on
    /// another machine than the file, and has its own share of them. Empty: those of `UsersFilePath`.
    pub accounts: String,
    /// Source addresses that connections are spread over; empty: the system chooses.
    pub local_addresses: Vec<std::net::IpAddr>,
    /// Keeps session tokens here and takes them up again, so that a run need not measure password hashing.
    pub sessions_file: Option<PathBuf>,
    /// Accepts any certificate of the server.
    pub insecure: bool,
    /// Authorities that may have signed the server's certificate, as PEM: the text and no file's name, since an agent
    /// may be on another machine than the file. Empty: the public ones.
    pub authorities: String,
    /// Users come as if they had been at work before: they sign in without a pause, and their first pause is what is
    /// left of one. Otherwise they come as the reference tool's do, and need minutes until they are as busy as later.
    pub comes_settled: bool,
}

impl Default for Connection {
    fn default() -> Self {
        Connection {
            server_url: "http://localhost:8065".into(),
            web_socket_url: String::new(),
            admin_email: "sysadmin@sample.mattermost.com".into(),
            admin_password: "Sys@dmin-sample1".into(),
        }
    }
}

impl Default for UserController {
    fn default() -> Self {
        UserController {
            r#type: "simulative".into(),
            rates_distribution: Rates::default(),
            server_version: String::new(),
        }
    }
}

impl Default for Instance {
    fn default() -> Self {
        Instance {
            num_teams: 2,
            num_channels: 10,
            num_posts: 0,
            num_reactions: 0,
            num_admins: 0,
            percent_replies: 0.5,
            percent_replies_in_long_threads: 0.05,
            percent_urgent_posts: 0.001,
            percent_public_channels: 0.2,
            percent_private_channels: 0.1,
            percent_direct_channels: 0.6,
            percent_group_channels: 0.1,
        }
    }
}

impl Default for Users {
    fn default() -> Self {
        Users {
            users_file_path: String::new(),
            initial_active_users: 0,
            max_active_users: 2_000,
            avg_sessions_per_user: 1,
            percent_of_users_are_admin: 0.0005,
        }
    }
}

impl Default for SimulControllerConfig {
    fn default() -> Self {
        SimulControllerConfig {
            min_idle_time_ms: 1_000,
            avg_idle_time_ms: 20_000,
            percent_urgent_posts: 0.001,
            percent_replies: 0.18,
        }
    }
}

/// A seed for a run that was given none: the moment is as good as any, and it is told in the results.
pub fn draw_seed(clock: &Clock) -> u64 {
    short(Random::new(clock.now() as u64).next())
}

/// A seed that every reader of JSON keeps to the last digit, and never 0, which means none.
pub fn short(seed: u64) -> u64 {
    (seed >> 11).max(1)
}

impl LabConfig {
    /// Which certificates are believed: those of the server, and of what tells its numbers.
    ///
    /// # Errors
    /// When the authorities do not read.
    pub fn trust(&self) -> Result<Trust, String> {
        match self.authorities.as_str() {
            _ if self.insecure => Ok(Trust::Anything),
            "" => Ok(Trust::PublicRoots),
            text => Trust::of_pem(text.as_bytes()).map_err(|why| format!("LabConfig.Authorities: {why}")),
        }
    }
}

impl LoadTestConfig {
    /// Checks what the reference tool checks.
    ///
    /// # Errors
    /// With a sentence that names the key.
    pub fn check(&self) -> Result<(), String> {
        let url = &self.connection_configuration.server_url;
        if !(url.starts_with("http://") || url.starts_with("https://")) {
            return Err(format!(
                "{url:?} is no address of a web server, which begins with http:// or https:// (--url, or \
                 ConnectionConfiguration.ServerURL)"
            ));
        }
        let kind = &self.user_controller_configuration.r#type;
        if kind != "simulative" {
            return Err(format!("UserControllerConfiguration.Type {kind:?} is not simulated here: use \"simulative\""));
        }
        self.user_controller_configuration.rates_distribution.check()?;
        let users = &self.users_configuration;
        if users.max_active_users == 0 {
            return Err("UsersConfiguration.MaxActiveUsers (--users) must be above 0".into());
        }
        if users.initial_active_users > users.max_active_users {
            return Err("UsersConfiguration.InitialActiveUsers is above MaxActiveUsers".into());
        }
        if users.avg_sessions_per_user == 0 {
            return Err("UsersConfiguration.AvgSessionsPerUser (--sessions-per-user) must be above 0".into());
        }
        must_be_share("UsersConfiguration.PercentOfUsersAreAdmin", users.percent_of_users_are_admin)?;
        self.instance_configuration.check()
    }

    /// Address of the socket endpoint's server: as configured, else the server's with `ws` for `http`.
    pub fn socket_url(&self) -> String {
        let connection = &self.connection_configuration;
        if !connection.web_socket_url.is_empty() {
            return connection.web_socket_url.trim_end_matches('/').to_owned();
        }
        connection.server_url.trim_end_matches('/').replacen("http", "ws", 1)
    }
}

impl Instance {
    fn check(&self) -> Result<(), String> {
        let of_instance = |name: &str, share| must_be_share(&format!("InstanceConfiguration.{name}"), share);
        of_instance("PercentReplies", self.percent_replies)?;
        of_instance("PercentRepliesInLongThreads", self.percent_replies_in_long_threads)?;
        of_instance("PercentUrgentPosts", self.percent_urgent_posts)?;
        let kinds = [
            self.percent_public_channels,
            self.percent_private_channels,
            self.percent_direct_channels,
            self.percent_group_channels,
        ];
        must_be_whole(&kinds).map_err(|why| format!("InstanceConfiguration, the kinds of channels: {why}"))
    }
}

fn must_be_share(name: &str, share: f64) -> Result<(), String> {
    if (0.0..=1.0).contains(&share) { Ok(()) } else { Err(format!("{name} is {share}, not between 0 and 1")) }
}

impl SimulControllerConfig {
    /// Checks what the reference tool checks.
    ///
    /// # Errors
    /// With a sentence that names the key.
    pub fn check(&self) -> Result<(), String> {
        if self.avg_idle_time_ms <= self.min_idle_time_ms {
            return Err("AvgIdleTimeMs must be above MinIdleTimeMs".into());
        }
        for (name, share) in
            [("PercentReplies", self.percent_replies), ("PercentUrgentPosts", self.percent_urgent_posts)]
        {
            must_be_share(name, share)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_file_reads() {
        let text = r#"{
            "ConnectionConfiguration": {"ServerURL": "https://chat.example.com", "AdminEmail": "a@b.c"},
            "UserControllerConfiguration": {"Type": "simulative", "RatesDistribution": [
                {"Rate": 1.0, "Percentage": 0.3}, {"Rate": 6.0, "Percentage": 0.7}]},
            "UsersConfiguration": {"MaxActiveUsers": 500, "NoSuchKey": 1},
            "LogSettings": {"EnableConsole": true}}"#;
        let config: LoadTestConfig = serde_json::from_str(text).expect("the file reads");
        assert_eq!(config.check(), Ok(()));
        assert_eq!(config.socket_url(), "wss://chat.example.com");
        assert_eq!(config.users_configuration.max_active_users, 500);
        assert_eq!(config.instance_configuration.num_teams, 2);
    }

    #[test]
    fn rates_that_do_not_add_up_are_refused_by_name() {
        let text = r#"{"UserControllerConfiguration": {"RatesDistribution": [{"Rate": 1.0, "Percentage": 0.5}]}}"#;
        let config: LoadTestConfig = serde_json::from_str(text).expect("the file reads");
        assert!(config.check().expect_err("half is not all").contains("RatesDistribution"));
    }

    #[test]
    fn every_number_is_held_against_its_bounds() {
        for (text, why) in [
            (r#"{"UsersConfiguration": {"MaxActiveUsers": 0}}"#, "--users"),
            (r#"{"UsersConfiguration": {"AvgSessionsPerUser": 0}}"#, "--sessions-per-user"),
            (r#"{"UsersConfiguration": {"InitialActiveUsers": 9, "MaxActiveUsers": 8}}"#, "above MaxActiveUsers"),
            (r#"{"UsersConfiguration": {"PercentOfUsersAreAdmin": 1.5}}"#, "PercentOfUsersAreAdmin is 1.5"),
            (r#"{"InstanceConfiguration": {"PercentReplies": -0.1}}"#, "PercentReplies is -0.1"),
            (r#"{"InstanceConfiguration": {"PercentUrgentPosts": 2}}"#, "PercentUrgentPosts is 2"),
            (r#"{"InstanceConfiguration": {"PercentRepliesInLongThreads": 5}}"#, "InLongThreads is 5"),
            (r#"{"InstanceConfiguration": {"PercentPublicChannels": 0.3}}"#, "add up to 1.1 (110 %)"),
            (r#"{"ConnectionConfiguration": {"ServerURL": "chat"}}"#, "ServerURL"),
        ] {
            let config: LoadTestConfig = serde_json::from_str(text).expect("the file reads");
            assert!(config.check().is_err_and(|said| said.contains(why)), "{text}: {:?}", config.check());
        }
    }
}
