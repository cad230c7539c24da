//! Answers for endpoints of the contract that this server does not implement.
//!
//! Clients know servers without these features by a specific error for each, and then hide the feature. Every other
//! endpoint is refused in plain words.

use http::StatusCode;
use node::error::ApiError;
use permissions::Permission;

use request::{Answer, Call};

const NOT_IMPLEMENTED: StatusCode = StatusCode::NOT_IMPLEMENTED;

/// The error that stands for each missing feature, by the beginning of the address; the first that fits counts.
/// `*` stands for one segment.
const FEATURES: &[(&str, StatusCode, &str)] = &[
    ("/ldap", NOT_IMPLEMENTED, "api.ldap_groups.license_error"),
    ("/data_retention", NOT_IMPLEMENTED, "ent.data_retention.generic.license.error"),
    ("/users/*/data_retention", NOT_IMPLEMENTED, "ent.data_retention.generic.license.error"),
    ("/compliance", NOT_IMPLEMENTED, "ent.compliance.licence_disable.app_error"),
    ("/remotecluster", NOT_IMPLEMENTED, "api.remote_cluster.service_not_enabled.app_error"),
    ("/sharedchannels", NOT_IMPLEMENTED, "api.remote_cluster.service_not_enabled.app_error"),
    ("/plugins", NOT_IMPLEMENTED, "app.plugin.disabled.app_error"),
    ("/cloud", StatusCode::FORBIDDEN, "api.cloud.license_error"),
];

/// The right that is asked for before a missing feature is told of, by the beginning of the address.
const RIGHTS: &[(&str, Permission)] = &[
    ("/compliance", Permission::ReadComplianceExportJob),
    ("/data_retention/policies", Permission::ReadConsoleComplianceDataRetentionPolicy),
    ("/data_retention/policies_count", Permission::ReadConsoleComplianceDataRetentionPolicy),
    ("/ldap/certificate", Permission::AddLdapPublicCert),
    ("/database/recycle", Permission::RecycleDatabaseConnections),
    ("/logs/download", Permission::GetLogs),
    ("/logs/query", Permission::GetLogs),
    ("/server_busy", Permission::ManageSystem),
    ("/restart", Permission::ManageSystem),
    ("/upgrade_to_enterprise", Permission::ManageSystem),
    ("/system/support_packet", Permission::ManageSystem),
    ("/audit_logs/certificate", Permission::WriteConsoleExperimentalFeatures),
    ("/elasticsearch/test", Permission::TestElasticsearch),
    ("/elasticsearch/purge_indexes", Permission::PurgeElasticsearchIndexes),
    ("/license", Permission::ManageLicenseInformation),
    ("/trial-license", Permission::ManageLicenseInformation),
    ("/content_flagging/config", Permission::ManageSystem),
    ("/reports/posts", Permission::ManageSystem),
    ("/users/trigger-notify-admin-posts", Permission::ManageSystem),
    ("/users/migrate_auth", Permission::ManageSystem),
];

/// Answers for what the contract names and this server does not have.
pub async fn answer(call: Call) -> Answer {
    let path = call.endpoint.path;
    if call.identity.is_some()
        && let Some((_, right)) = RIGHTS.iter().find(|(start, _)| begins(path, start))
    {
        call.must(*right)?;
    }
    let Some((_, status, id)) = FEATURES.iter().find(|(start, ..)| begins(path, start)) else {
        return Err(ApiError::not_built(call.endpoint.name));
    };
    Err(ApiError::new(*status, *id, "This server does not have this feature."))
}

fn begins(path: &str, start: &str) -> bool {
    let mut segments = path.split('/');
    start.split('/').all(|wanted| segments.next().is_some_and(|segment| wanted == "*" || wanted == segment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_found_by_whole_segments() {
        assert!(begins("/users/{user_id}/data_retention/x", "/users/*/data_retention"));
        assert!(begins("/plugins/{plugin_id}/enable", "/plugins"));
        assert!(!begins("/plugins_of/{team_id}", "/plugins"));
        assert!(!begins("/users", "/users/*/data_retention"));
    }

    #[test]
    fn every_line_stands_for_an_endpoint() {
        for (start, ..) in FEATURES {
            assert!(wire::endpoints::ALL.iter().any(|endpoint| begins(endpoint.path, start)), "{start}");
        }
    }
}
