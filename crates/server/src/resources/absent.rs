//! What the contract names and this server does not have: how it says so.
//!
//! Clients of the protocol know servers without these features, each by an error of its own, and
//! then hide what they offer for it. Everything else is refused in plain words.

use http::StatusCode;
use permissions::Permission;

use crate::error::ApiError;
use crate::http::{Answer, Call, Reply};

const NOT_IMPLEMENTED: StatusCode = StatusCode::NOT_IMPLEMENTED;

/// The error that stands for each missing feature, by the beginning of the address; the first that fits counts.
/// `*` stands for one segment.
const FEATURES: &[(&str, StatusCode, &str)] = &[
    ("/teams/*/scheme", NOT_IMPLEMENTED, "api.team.update_team_scheme.license.error"),
    ("/channels/*/scheme", NOT_IMPLEMENTED, "api.channel.update_channel_scheme.license.error"),
    ("/schemes", NOT_IMPLEMENTED, "api.scheme.create_scheme.license.error"),
    ("/groups", NOT_IMPLEMENTED, "api.license_error"),
    ("/users/*/groups", NOT_IMPLEMENTED, "api.license_error"),
    ("/teams/*/groups", NOT_IMPLEMENTED, "api.license_error"),
    ("/teams/*/groups_by_channels", NOT_IMPLEMENTED, "api.license_error"),
    ("/channels/*/groups", NOT_IMPLEMENTED, "api.license_error"),
    ("/ldap", NOT_IMPLEMENTED, "api.ldap_groups.license_error"),
    ("/saml", NOT_IMPLEMENTED, "api.admin.saml.not_available.app_error"),
    ("/data_retention", NOT_IMPLEMENTED, "ent.data_retention.generic.license.error"),
    ("/users/*/data_retention", NOT_IMPLEMENTED, "ent.data_retention.generic.license.error"),
    ("/compliance", NOT_IMPLEMENTED, "ent.compliance.licence_disable.app_error"),
    ("/remotecluster", NOT_IMPLEMENTED, "api.remote_cluster.service_not_enabled.app_error"),
    ("/sharedchannels", NOT_IMPLEMENTED, "api.remote_cluster.service_not_enabled.app_error"),
    ("/plugins", NOT_IMPLEMENTED, "app.plugin.disabled.app_error"),
    ("/custom_profile_attributes", StatusCode::FORBIDDEN, "api.custom_profile_attributes.license_error"),
    ("/users/*/custom_profile_attributes", StatusCode::FORBIDDEN, "api.custom_profile_attributes.license_error"),
    ("/cloud", StatusCode::FORBIDDEN, "api.cloud.license_error"),
];

/// Answers for what the contract names and this server does not have.
pub async fn answer(call: Call) -> Answer {
    let path = call.endpoint.path;
    let Some((_, status, id)) = FEATURES.iter().find(|(start, ..)| begins(path, start)) else {
        return Err(ApiError::not_built(call.endpoint.name));
    };
    Err(ApiError::new(*status, *id, "This server does not have this feature."))
}

fn begins(path: &str, start: &str) -> bool {
    let mut segments = path.split('/');
    start.split('/').all(|wanted| segments.next().is_some_and(|segment| wanted == "*" || wanted == segment))
}

/// `GET /schemes`, and the teams and channels of one: there are none.
pub async fn schemes(call: Call) -> Answer {
    call.must(Permission::ReadConsoleUserManagementPermissions)?;
    Ok(Reply::json::<[(); 0]>(&[]))
}

/// `GET /teams/{team_id}/members_minus_group_members`: for administrators, who find no groups.
pub async fn members_minus_groups(call: Call) -> Answer {
    call.must(Permission::ReadConsoleUserManagementGroups)?;
    answer(call).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_found_by_whole_segments() {
        assert!(begins("/teams/{team_id}/scheme", "/teams/*/scheme"));
        assert!(begins("/groups/{group_id}/stats", "/groups"));
        assert!(!begins("/teams/{team_id}/groups_by_channels", "/teams/*/groups"));
        assert!(!begins("/teams", "/teams/*/scheme"));
    }

    #[test]
    fn every_line_stands_for_an_endpoint() {
        for (start, ..) in FEATURES {
            assert!(wire::endpoints::ALL.iter().any(|endpoint| begins(endpoint.path, start)), "{start}");
        }
    }
}
