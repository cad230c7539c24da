//! What clients and administrators ask of the server itself.

use base::Millis;
use base::ids::UserId;
use serde::{Deserialize, Serialize};

use crate::omit::{self, StringMap};

/// Answer of `GET /system/ping`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Ping {
    /// `OK` or `UNHEALTHY`.
    pub status: String,
    #[serde(rename = "ActiveSearchBackend")]
    pub active_search_backend: String,
    #[serde(rename = "AndroidLatestVersion")]
    pub android_latest_version: String,
    #[serde(rename = "AndroidMinVersion")]
    pub android_min_version: String,
    #[serde(rename = "IosLatestVersion")]
    pub ios_latest_version: String,
    #[serde(rename = "IosMinVersion")]
    pub ios_min_version: String,
    /// This and the next on `get_server_status=true`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub database_status: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub filestore_status: String,
    /// Whether the server runs as root; told to administrators.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root_status: Option<bool>,
    /// `true`, `false` or `unknown`, on `device_id`.
    #[serde(rename = "CanReceiveNotifications", skip_serializing_if = "String::is_empty")]
    pub can_receive_notifications: String,
}

/// Answer of `GET /limits/server`; zeros for those who do not administer.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ServerLimits {
    pub max_users_limit: i64,
    pub max_users_hard_limit: i64,
    pub active_user_count: i64,
    pub post_history_limit: i64,
    pub last_accessible_post_time: Millis,
}

/// One row of `GET /analytics/old`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AnalyticsRow {
    pub name: String,
    pub value: f64,
}

/// A named setting of the whole server, as the onboarding state is.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SystemValue {
    pub name: String,
    pub value: String,
}

/// Body and answer of `POST /logs`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ClientLog {
    pub level: String,
    pub message: String,
}

/// Answer of `GET /usage/posts`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PostsUsage {
    pub count: i64,
}

/// Answer of `GET /usage/storage`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct StorageUsage {
    pub bytes: i64,
}

/// Answer of `GET /usage/teams`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TeamsUsage {
    pub active: i64,
    pub cloud_archived: i64,
}

/// Answer of `GET /redirect_location`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RedirectLocation {
    pub location: String,
}

/// One measurement of a [`PerformanceReport`].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ClientMetric {
    pub metric: String,
    pub value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<f64>,
    #[serde(skip_serializing_if = "StringMap::is_empty", deserialize_with = "omit::null_as_default")]
    pub labels: StringMap,
}

/// Body of `POST /client_perf`: what a client measured of itself.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PerformanceReport {
    pub version: String,
    pub client_id: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub labels: StringMap,
    /// Milliseconds, with a fraction.
    pub start: f64,
    pub end: f64,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub counters: Vec<ClientMetric>,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub histograms: Vec<ClientMetric>,
}

/// One row of `GET /cluster/status`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ClusterNode {
    pub id: String,
    pub version: String,
    pub schema_version: String,
    pub config_hash: String,
    pub ipaddress: String,
    pub hostname: String,
}

/// Answer of `GET /server_busy`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ServerBusy {
    pub busy: bool,
    /// Seconds since 1970.
    pub expires: i64,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub expires_ts: String,
}

/// Answer of `GET /terms_of_service`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TermsOfService {
    pub id: String,
    pub create_at: Millis,
    pub user_id: UserId,
    pub text: String,
}

/// One row of `GET /plugins/webapp`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Manifest {
    pub id: String,
    pub name: String,
    pub version: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub webapp: Option<ManifestWebapp>,
}

/// Where the web part of a plugin lies.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ManifestWebapp {
    pub bundle_path: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ping_says_no_more_than_it_was_asked() {
        let ping = Ping { status: "OK".into(), active_search_backend: "database".into(), ..Ping::default() };
        assert_eq!(
            serde_json::to_string(&ping).expect("plain data"),
            r#"{"status":"OK","ActiveSearchBackend":"database","AndroidLatestVersion":"","AndroidMinVersion":"","IosLatestVersion":"","IosMinVersion":""}"#
        );
    }

    #[test]
    fn limits_are_spelt_in_camel_case() {
        assert_eq!(
            serde_json::to_string(&ServerLimits::default()).expect("plain data"),
            r#"{"maxUsersLimit":0,"maxUsersHardLimit":0,"activeUserCount":0,"postHistoryLimit":0,"lastAccessiblePostTime":0}"#
        );
    }
}
