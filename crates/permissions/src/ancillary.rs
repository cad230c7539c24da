//! What a section of the administration pages needs besides its own permission.
//!
//! Whoever holds a console permission is to hold the ones listed with it, or the section would
//! show and then refuse. They are written into a role when the console permission is granted.

use crate::permission::Permission::{self, *};
use crate::set::PermissionSet;

/// The permissions that come along with `permission`; mostly none.
pub const fn ancillary(permission: Permission) -> &'static [Permission] {
    match permission {
        ReadConsoleAboutEditionAndLicense => &[ReadLicenseInformation],
        WriteConsoleAboutEditionAndLicense => &[ManageLicenseInformation],
        ReadConsoleReportingSiteStatistics | ReadConsoleReportingTeamStatistics => &[GetAnalytics],
        ReadConsoleReportingServerLogs => &[GetLogs],
        ReadConsoleUserManagementUsers => &[ReadOtherUsersTeams],
        WriteConsoleUserManagementUsers => &[EditOtherUsers, DemoteToGuest, PromoteGuest],
        ReadConsoleUserManagementTeams => &[ListPrivateTeams, ListPublicTeams, ViewTeam],
        WriteConsoleUserManagementTeams => {
            &[ManageTeam, ManageTeamRoles, RemoveUserFromTeam, JoinPrivateTeams, JoinPublicTeams, AddUserToTeam]
        }
        ReadConsoleUserManagementChannels => {
            &[ReadPublicChannel, ReadChannel, ReadPublicChannelGroups, ReadPrivateChannelGroups]
        }
        WriteConsoleUserManagementChannels => WRITE_CHANNELS,
        WriteConsoleUserManagementGroups => WRITE_GROUPS,
        WriteConsoleEnvironmentWebServer => &[TestSiteUrl, ReloadConfig, InvalidateCaches],
        WriteConsoleEnvironmentDatabase => &[RecycleDatabaseConnections],
        ReadConsoleEnvironmentElasticsearch => &[ReadElasticsearchPostIndexingJob, ReadElasticsearchPostAggregationJob],
        WriteConsoleEnvironmentElasticsearch => WRITE_ELASTICSEARCH,
        WriteConsoleEnvironmentFileStorage => &[TestS3],
        WriteConsoleEnvironmentSmtp => &[TestEmail],
        WriteConsoleSiteCustomization => &[EditBrand],
        WriteConsoleAuthenticationEmail => &[InvalidateEmailInvite],
        ReadConsoleAuthenticationLdap => &[TestLdap, ReadLdapSyncJob],
        WriteConsoleAuthenticationLdap => WRITE_LDAP,
        WriteConsoleAuthenticationSaml => WRITE_SAML,
        ReadConsoleComplianceDataRetentionPolicy => &[ReadDataRetentionJob],
        WriteConsoleComplianceDataRetentionPolicy => &[CreateDataRetentionJob, ManageDataRetentionJob],
        ReadConsoleComplianceComplianceExport => &[ReadComplianceExportJob, DownloadComplianceExportResult],
        WriteConsoleComplianceComplianceExport => {
            &[CreateComplianceExportJob, ManageComplianceExportJob, DownloadComplianceExportResult]
        }
        ReadConsoleComplianceComplianceMonitoring => &[ReadAudits],
        _ => &[],
    }
}

const WRITE_CHANNELS: &[Permission] = &[
    ManagePublicChannelProperties,
    ManagePrivateChannelProperties,
    ManagePublicChannelMembers,
    ManagePrivateChannelMembers,
    ManagePublicChannelAutoTranslation,
    ManagePrivateChannelAutoTranslation,
    DeletePublicChannel,
    DeletePrivateChannel,
    ManageChannelRoles,
    ConvertPublicChannelToPrivate,
    ConvertPrivateChannelToPublic,
];

const WRITE_GROUPS: &[Permission] = &[
    ManagePublicChannelMembers,
    ManagePrivateChannelMembers,
    ConvertPublicChannelToPrivate,
    ConvertPrivateChannelToPublic,
];

const WRITE_ELASTICSEARCH: &[Permission] = &[
    TestElasticsearch,
    CreateElasticsearchPostIndexingJob,
    ManageElasticsearchPostIndexingJob,
    CreateElasticsearchPostAggregationJob,
    ManageElasticsearchPostAggregationJob,
    PurgeElasticsearchIndexes,
];

const WRITE_LDAP: &[Permission] = &[
    CreateLdapSyncJob,
    ManageLdapSyncJob,
    AddLdapPublicCert,
    RemoveLdapPublicCert,
    AddLdapPrivateCert,
    RemoveLdapPrivateCert,
];

const WRITE_SAML: &[Permission] = &[
    GetSamlMetadataFromIdp,
    GetSamlCertStatus,
    AddSamlPublicCert,
    RemoveSamlPublicCert,
    AddSamlPrivateCert,
    RemoveSamlPrivateCert,
    AddSamlIdpCert,
    RemoveSamlIdpCert,
];

/// `permissions` and everything that comes along with them. One step is enough: no ancillary
/// permission is itself one of the console.
pub const fn with_ancillary(permissions: &[Permission]) -> PermissionSet {
    let mut set = PermissionSet::of(permissions);
    let mut at = 0;
    while at < permissions.len() {
        set = set.with(ancillary(permissions[at]));
        at += 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::permission::Scope;

    #[test]
    fn only_console_permissions_bring_others_along_and_never_console_ones() {
        for &permission in Permission::ALL {
            let along = ancillary(permission);
            assert!(along.is_empty() || permission.scope() == Scope::Console, "{permission}");
            assert!(along.iter().all(|along| along.scope() != Scope::Console), "{permission}");
        }
    }

    #[test]
    fn with_ancillary_keeps_what_it_was_given() {
        let set = with_ancillary(&[ReadConsoleReportingServerLogs, CreatePost]);
        assert_eq!(set, PermissionSet::of(&[ReadConsoleReportingServerLogs, CreatePost, GetLogs]));
    }
}
