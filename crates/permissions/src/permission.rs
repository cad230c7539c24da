//! Every permission there is, by the id that clients and stored roles use.
//!
//! The table below is the only list; [`set`](crate::set) makes bitsets of it and
//! [`builtin`](crate::builtin) gives them to roles. New ids go to the end of their block: nothing
//! stores the number, only the id, so the order may change between versions.

use std::fmt;

/// Where holding a permission makes sense; a wider scope always includes the narrower ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    System,
    /// A section of the administration pages: always a pair, `sysconsole_read_…` and `sysconsole_write_…`.
    Console,
    Team,
    Channel,
    Group,
    Playbook,
    Run,
}

macro_rules! permissions {
    ($($scope:ident { $($name:ident = $id:literal,)+ })+) => {
        /// One thing that may be done.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u16)]
        pub enum Permission {
            $($($name,)+)+
        }

        impl Permission {
            /// All of them, in the order of declaration.
            pub const ALL: &[Permission] = &[$($(Permission::$name,)+)+];

            /// The id on the wire and in stored roles.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($(Permission::$name => $id,)+)+
                }
            }

            /// The permission with this id. Stored roles may carry ids of other versions, so an
            /// unknown one is no error: see [`PermissionList`](crate::PermissionList).
            pub fn parse(id: &str) -> Option<Permission> {
                match id {
                    $($($id => Some(Permission::$name),)+)+
                    _ => None,
                }
            }

            pub const fn scope(self) -> Scope {
                match self {
                    $($(Permission::$name)|+ => Scope::$scope,)+
                }
            }
        }
    };
}

permissions! {
    Team {
        InviteUser = "invite_user",
        AddUserToTeam = "add_user_to_team",
        RemoveUserFromTeam = "remove_user_from_team",
        ManageTeam = "manage_team",
        ManageTeamRoles = "manage_team_roles",
        ImportTeam = "import_team",
        ViewTeam = "view_team",
        ViewMembers = "view_members",
        InviteGuest = "invite_guest",
        ListTeamChannels = "list_team_channels",
        JoinPublicChannels = "join_public_channels",
        ReadPublicChannel = "read_public_channel",
        CreatePublicChannel = "create_public_channel",
        CreatePrivateChannel = "create_private_channel",
        ManageSlashCommands = "manage_slash_commands",
        ManageOwnSlashCommands = "manage_own_slash_commands",
        ManageOthersSlashCommands = "manage_others_slash_commands",
        ManageWebhooks = "manage_webhooks",
        ManageOthersWebhooks = "manage_others_webhooks",
        ManageIncomingWebhooks = "manage_incoming_webhooks",
        ManageOwnIncomingWebhooks = "manage_own_incoming_webhooks",
        ManageOthersIncomingWebhooks = "manage_others_incoming_webhooks",
        ManageOutgoingWebhooks = "manage_outgoing_webhooks",
        ManageOwnOutgoingWebhooks = "manage_own_outgoing_webhooks",
        ManageOthersOutgoingWebhooks = "manage_others_outgoing_webhooks",
        BypassIncomingWebhookChannelLock = "bypass_incoming_webhook_channel_lock",
        ManageEmojis = "manage_emojis",
        ManageOthersEmojis = "manage_others_emojis",
        CreateEmojis = "create_emojis",
        DeleteEmojis = "delete_emojis",
        DeleteOthersEmojis = "delete_others_emojis",
        PlaybookPublicCreate = "playbook_public_create",
        PlaybookPrivateCreate = "playbook_private_create",
    }
    Channel {
        ReadChannel = "read_channel",
        ReadChannelContent = "read_channel_content",
        ReadPublicChannelGroups = "read_public_channel_groups",
        ReadPrivateChannelGroups = "read_private_channel_groups",
        CreatePost = "create_post",
        CreatePostPublic = "create_post_public",
        CreatePostEphemeral = "create_post_ephemeral",
        EditPost = "edit_post",
        EditOthersPosts = "edit_others_posts",
        DeletePost = "delete_post",
        DeleteOthersPosts = "delete_others_posts",
        ReadDeletedPosts = "read_deleted_posts",
        AddReaction = "add_reaction",
        RemoveReaction = "remove_reaction",
        RemoveOthersReactions = "remove_others_reactions",
        UploadFile = "upload_file",
        UseChannelMentions = "use_channel_mentions",
        UseGroupMentions = "use_group_mentions",
        UseSlashCommands = "use_slash_commands",
        ManagePublicChannelMembers = "manage_public_channel_members",
        ManagePrivateChannelMembers = "manage_private_channel_members",
        ManageChannelRoles = "manage_channel_roles",
        ManagePublicChannelProperties = "manage_public_channel_properties",
        ManagePrivateChannelProperties = "manage_private_channel_properties",
        ManagePublicChannelAutoTranslation = "manage_public_channel_auto_translation",
        ManagePrivateChannelAutoTranslation = "manage_private_channel_auto_translation",
        ManagePublicChannelBanner = "manage_public_channel_banner",
        ManagePrivateChannelBanner = "manage_private_channel_banner",
        DeletePublicChannel = "delete_public_channel",
        DeletePrivateChannel = "delete_private_channel",
        ConvertPublicChannelToPrivate = "convert_public_channel_to_private",
        ConvertPrivateChannelToPublic = "convert_private_channel_to_public",
        AddBookmarkPublicChannel = "add_bookmark_public_channel",
        EditBookmarkPublicChannel = "edit_bookmark_public_channel",
        DeleteBookmarkPublicChannel = "delete_bookmark_public_channel",
        OrderBookmarkPublicChannel = "order_bookmark_public_channel",
        AddBookmarkPrivateChannel = "add_bookmark_private_channel",
        EditBookmarkPrivateChannel = "edit_bookmark_private_channel",
        DeleteBookmarkPrivateChannel = "delete_bookmark_private_channel",
        OrderBookmarkPrivateChannel = "order_bookmark_private_channel",
        ManageChannelAccessRules = "manage_channel_access_rules",
    }
    Group {
        EditCustomGroup = "edit_custom_group",
        DeleteCustomGroup = "delete_custom_group",
        RestoreCustomGroup = "restore_custom_group",
        ManageCustomGroupMembers = "manage_custom_group_members",
    }
    Playbook {
        PlaybookPublicView = "playbook_public_view",
        PlaybookPublicManageMembers = "playbook_public_manage_members",
        PlaybookPublicManageRoles = "playbook_public_manage_roles",
        PlaybookPublicManageProperties = "playbook_public_manage_properties",
        PlaybookPublicMakePrivate = "playbook_public_make_private",
        PlaybookPrivateView = "playbook_private_view",
        PlaybookPrivateManageMembers = "playbook_private_manage_members",
        PlaybookPrivateManageRoles = "playbook_private_manage_roles",
        PlaybookPrivateManageProperties = "playbook_private_manage_properties",
        RunCreate = "run_create",
    }
    Run {
        RunView = "run_view",
        RunManageMembers = "run_manage_members",
        RunManageProperties = "run_manage_properties",
    }
    System {
        ManageSystem = "manage_system",
        ManageRoles = "manage_roles",
        AssignSystemAdminRole = "assign_system_admin_role",
        CreateDirectChannel = "create_direct_channel",
        CreateGroupChannel = "create_group_channel",
        GetPublicLink = "get_public_link",
        CreateTeam = "create_team",
        ListPublicTeams = "list_public_teams",
        JoinPublicTeams = "join_public_teams",
        ListPrivateTeams = "list_private_teams",
        JoinPrivateTeams = "join_private_teams",
        EditOtherUsers = "edit_other_users",
        PermanentDeleteUser = "permanent_delete_user",
        ListUsersWithoutTeam = "list_users_without_team",
        ReadOtherUsersTeams = "read_other_users_teams",
        PromoteGuest = "promote_guest",
        DemoteToGuest = "demote_to_guest",
        CreateUserAccessToken = "create_user_access_token",
        ReadUserAccessToken = "read_user_access_token",
        RevokeUserAccessToken = "revoke_user_access_token",
        CreateBot = "create_bot",
        AssignBot = "assign_bot",
        ReadBots = "read_bots",
        ReadOthersBots = "read_others_bots",
        ManageBots = "manage_bots",
        ManageOthersBots = "manage_others_bots",
        ManageOauth = "manage_oauth",
        ManageSystemWideOauth = "manage_system_wide_oauth",
        ManageOutgoingOauthConnections = "manage_outgoing_oauth_connections",
        ManageSharedChannels = "manage_shared_channels",
        ManageSecureConnections = "manage_secure_connections",
        CreateCustomGroup = "create_custom_group",
        ReadJobs = "read_jobs",
        ManageJobs = "manage_jobs",
        EditBrand = "edit_brand",
        GetLogs = "get_logs",
        GetAnalytics = "get_analytics",
        ReadAudits = "read_audits",
        ReadLicenseInformation = "read_license_information",
        ManageLicenseInformation = "manage_license_information",
        TestSiteUrl = "test_site_url",
        TestElasticsearch = "test_elasticsearch",
        TestS3 = "test_s3",
        TestEmail = "test_email",
        TestLdap = "test_ldap",
        ReloadConfig = "reload_config",
        InvalidateCaches = "invalidate_caches",
        RecycleDatabaseConnections = "recycle_database_connections",
        PurgeElasticsearchIndexes = "purge_elasticsearch_indexes",
        InvalidateEmailInvite = "invalidate_email_invite",
        CreateDataRetentionJob = "create_data_retention_job",
        ReadDataRetentionJob = "read_data_retention_job",
        ManageDataRetentionJob = "manage_data_retention_job",
        CreateComplianceExportJob = "create_compliance_export_job",
        ReadComplianceExportJob = "read_compliance_export_job",
        ManageComplianceExportJob = "manage_compliance_export_job",
        DownloadComplianceExportResult = "download_compliance_export_result",
        CreateLdapSyncJob = "create_ldap_sync_job",
        ReadLdapSyncJob = "read_ldap_sync_job",
        ManageLdapSyncJob = "manage_ldap_sync_job",
        CreateElasticsearchPostIndexingJob = "create_elasticsearch_post_indexing_job",
        ReadElasticsearchPostIndexingJob = "read_elasticsearch_post_indexing_job",
        ManageElasticsearchPostIndexingJob = "manage_elasticsearch_post_indexing_job",
        CreateElasticsearchPostAggregationJob = "create_elasticsearch_post_aggregation_job",
        ReadElasticsearchPostAggregationJob = "read_elasticsearch_post_aggregation_job",
        ManageElasticsearchPostAggregationJob = "manage_elasticsearch_post_aggregation_job",
        AddLdapPublicCert = "add_ldap_public_cert",
        RemoveLdapPublicCert = "remove_ldap_public_cert",
        AddLdapPrivateCert = "add_ldap_private_cert",
        RemoveLdapPrivateCert = "remove_ldap_private_cert",
        GetSamlMetadataFromIdp = "get_saml_metadata_from_idp",
        GetSamlCertStatus = "get_saml_cert_status",
        AddSamlPublicCert = "add_saml_public_cert",
        RemoveSamlPublicCert = "remove_saml_public_cert",
        AddSamlPrivateCert = "add_saml_private_cert",
        RemoveSamlPrivateCert = "remove_saml_private_cert",
        AddSamlIdpCert = "add_saml_idp_cert",
        RemoveSamlIdpCert = "remove_saml_idp_cert",
    }
    Console {
        ReadConsoleAboutEditionAndLicense = "sysconsole_read_about_edition_and_license",
        WriteConsoleAboutEditionAndLicense = "sysconsole_write_about_edition_and_license",
        ReadConsoleBilling = "sysconsole_read_billing",
        WriteConsoleBilling = "sysconsole_write_billing",
        ReadConsoleReportingSiteStatistics = "sysconsole_read_reporting_site_statistics",
        WriteConsoleReportingSiteStatistics = "sysconsole_write_reporting_site_statistics",
        ReadConsoleReportingTeamStatistics = "sysconsole_read_reporting_team_statistics",
        WriteConsoleReportingTeamStatistics = "sysconsole_write_reporting_team_statistics",
        ReadConsoleReportingServerLogs = "sysconsole_read_reporting_server_logs",
        WriteConsoleReportingServerLogs = "sysconsole_write_reporting_server_logs",
        ReadConsoleUserManagementUsers = "sysconsole_read_user_management_users",
        WriteConsoleUserManagementUsers = "sysconsole_write_user_management_users",
        ReadConsoleUserManagementGroups = "sysconsole_read_user_management_groups",
        WriteConsoleUserManagementGroups = "sysconsole_write_user_management_groups",
        ReadConsoleUserManagementTeams = "sysconsole_read_user_management_teams",
        WriteConsoleUserManagementTeams = "sysconsole_write_user_management_teams",
        ReadConsoleUserManagementChannels = "sysconsole_read_user_management_channels",
        WriteConsoleUserManagementChannels = "sysconsole_write_user_management_channels",
        ReadConsoleUserManagementPermissions = "sysconsole_read_user_management_permissions",
        WriteConsoleUserManagementPermissions = "sysconsole_write_user_management_permissions",
        ReadConsoleUserManagementSystemRoles = "sysconsole_read_user_management_system_roles",
        WriteConsoleUserManagementSystemRoles = "sysconsole_write_user_management_system_roles",
        ReadConsoleEnvironmentWebServer = "sysconsole_read_environment_web_server",
        WriteConsoleEnvironmentWebServer = "sysconsole_write_environment_web_server",
        ReadConsoleEnvironmentDatabase = "sysconsole_read_environment_database",
        WriteConsoleEnvironmentDatabase = "sysconsole_write_environment_database",
        ReadConsoleEnvironmentElasticsearch = "sysconsole_read_environment_elasticsearch",
        WriteConsoleEnvironmentElasticsearch = "sysconsole_write_environment_elasticsearch",
        ReadConsoleEnvironmentFileStorage = "sysconsole_read_environment_file_storage",
        WriteConsoleEnvironmentFileStorage = "sysconsole_write_environment_file_storage",
        ReadConsoleEnvironmentImageProxy = "sysconsole_read_environment_image_proxy",
        WriteConsoleEnvironmentImageProxy = "sysconsole_write_environment_image_proxy",
        ReadConsoleEnvironmentSmtp = "sysconsole_read_environment_smtp",
        WriteConsoleEnvironmentSmtp = "sysconsole_write_environment_smtp",
        ReadConsoleEnvironmentPushNotificationServer = "sysconsole_read_environment_push_notification_server",
        WriteConsoleEnvironmentPushNotificationServer = "sysconsole_write_environment_push_notification_server",
        ReadConsoleEnvironmentHighAvailability = "sysconsole_read_environment_high_availability",
        WriteConsoleEnvironmentHighAvailability = "sysconsole_write_environment_high_availability",
        ReadConsoleEnvironmentRateLimiting = "sysconsole_read_environment_rate_limiting",
        WriteConsoleEnvironmentRateLimiting = "sysconsole_write_environment_rate_limiting",
        ReadConsoleEnvironmentLogging = "sysconsole_read_environment_logging",
        WriteConsoleEnvironmentLogging = "sysconsole_write_environment_logging",
        ReadConsoleEnvironmentSessionLengths = "sysconsole_read_environment_session_lengths",
        WriteConsoleEnvironmentSessionLengths = "sysconsole_write_environment_session_lengths",
        ReadConsoleEnvironmentPerformanceMonitoring = "sysconsole_read_environment_performance_monitoring",
        WriteConsoleEnvironmentPerformanceMonitoring = "sysconsole_write_environment_performance_monitoring",
        ReadConsoleEnvironmentDeveloper = "sysconsole_read_environment_developer",
        WriteConsoleEnvironmentDeveloper = "sysconsole_write_environment_developer",
        ReadConsoleEnvironmentMobileSecurity = "sysconsole_read_environment_mobile_security",
        WriteConsoleEnvironmentMobileSecurity = "sysconsole_write_environment_mobile_security",
        ReadConsoleSiteCustomization = "sysconsole_read_site_customization",
        WriteConsoleSiteCustomization = "sysconsole_write_site_customization",
        ReadConsoleSiteLocalization = "sysconsole_read_site_localization",
        WriteConsoleSiteLocalization = "sysconsole_write_site_localization",
        ReadConsoleSiteUsersAndTeams = "sysconsole_read_site_users_and_teams",
        WriteConsoleSiteUsersAndTeams = "sysconsole_write_site_users_and_teams",
        ReadConsoleSiteNotifications = "sysconsole_read_site_notifications",
        WriteConsoleSiteNotifications = "sysconsole_write_site_notifications",
        ReadConsoleSiteAnnouncementBanner = "sysconsole_read_site_announcement_banner",
        WriteConsoleSiteAnnouncementBanner = "sysconsole_write_site_announcement_banner",
        ReadConsoleSiteEmoji = "sysconsole_read_site_emoji",
        WriteConsoleSiteEmoji = "sysconsole_write_site_emoji",
        ReadConsoleSitePosts = "sysconsole_read_site_posts",
        WriteConsoleSitePosts = "sysconsole_write_site_posts",
        ReadConsoleSiteFileSharingAndDownloads = "sysconsole_read_site_file_sharing_and_downloads",
        WriteConsoleSiteFileSharingAndDownloads = "sysconsole_write_site_file_sharing_and_downloads",
        ReadConsoleSitePublicLinks = "sysconsole_read_site_public_links",
        WriteConsoleSitePublicLinks = "sysconsole_write_site_public_links",
        ReadConsoleSiteNotices = "sysconsole_read_site_notices",
        WriteConsoleSiteNotices = "sysconsole_write_site_notices",
        ReadConsoleSiteIpFilters = "sysconsole_read_site_ip_filters",
        WriteConsoleSiteIpFilters = "sysconsole_write_site_ip_filters",
        ReadConsoleAuthenticationSignup = "sysconsole_read_authentication_signup",
        WriteConsoleAuthenticationSignup = "sysconsole_write_authentication_signup",
        ReadConsoleAuthenticationEmail = "sysconsole_read_authentication_email",
        WriteConsoleAuthenticationEmail = "sysconsole_write_authentication_email",
        ReadConsoleAuthenticationPassword = "sysconsole_read_authentication_password",
        WriteConsoleAuthenticationPassword = "sysconsole_write_authentication_password",
        ReadConsoleAuthenticationMfa = "sysconsole_read_authentication_mfa",
        WriteConsoleAuthenticationMfa = "sysconsole_write_authentication_mfa",
        ReadConsoleAuthenticationLdap = "sysconsole_read_authentication_ldap",
        WriteConsoleAuthenticationLdap = "sysconsole_write_authentication_ldap",
        ReadConsoleAuthenticationSaml = "sysconsole_read_authentication_saml",
        WriteConsoleAuthenticationSaml = "sysconsole_write_authentication_saml",
        ReadConsoleAuthenticationOpenid = "sysconsole_read_authentication_openid",
        WriteConsoleAuthenticationOpenid = "sysconsole_write_authentication_openid",
        ReadConsoleAuthenticationGuestAccess = "sysconsole_read_authentication_guest_access",
        WriteConsoleAuthenticationGuestAccess = "sysconsole_write_authentication_guest_access",
        ReadConsolePlugins = "sysconsole_read_plugins",
        WriteConsolePlugins = "sysconsole_write_plugins",
        ReadConsoleIntegrationsIntegrationManagement = "sysconsole_read_integrations_integration_management",
        WriteConsoleIntegrationsIntegrationManagement = "sysconsole_write_integrations_integration_management",
        ReadConsoleIntegrationsBotAccounts = "sysconsole_read_integrations_bot_accounts",
        WriteConsoleIntegrationsBotAccounts = "sysconsole_write_integrations_bot_accounts",
        ReadConsoleIntegrationsGif = "sysconsole_read_integrations_gif",
        WriteConsoleIntegrationsGif = "sysconsole_write_integrations_gif",
        ReadConsoleIntegrationsCors = "sysconsole_read_integrations_cors",
        WriteConsoleIntegrationsCors = "sysconsole_write_integrations_cors",
        ReadConsoleComplianceDataRetentionPolicy = "sysconsole_read_compliance_data_retention_policy",
        WriteConsoleComplianceDataRetentionPolicy = "sysconsole_write_compliance_data_retention_policy",
        ReadConsoleComplianceComplianceExport = "sysconsole_read_compliance_compliance_export",
        WriteConsoleComplianceComplianceExport = "sysconsole_write_compliance_compliance_export",
        ReadConsoleComplianceComplianceMonitoring = "sysconsole_read_compliance_compliance_monitoring",
        WriteConsoleComplianceComplianceMonitoring = "sysconsole_write_compliance_compliance_monitoring",
        ReadConsoleComplianceCustomTermsOfService = "sysconsole_read_compliance_custom_terms_of_service",
        WriteConsoleComplianceCustomTermsOfService = "sysconsole_write_compliance_custom_terms_of_service",
        ReadConsoleExperimentalFeatures = "sysconsole_read_experimental_features",
        WriteConsoleExperimentalFeatures = "sysconsole_write_experimental_features",
        ReadConsoleExperimentalFeatureFlags = "sysconsole_read_experimental_feature_flags",
        WriteConsoleExperimentalFeatureFlags = "sysconsole_write_experimental_feature_flags",
        ReadConsoleProductsBoards = "sysconsole_read_products_boards",
        WriteConsoleProductsBoards = "sysconsole_write_products_boards",
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.as_str())
    }
}

impl fmt::Debug for Permission {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_parses_to_itself_and_is_declared_once() {
        for (at, &permission) in Permission::ALL.iter().enumerate() {
            assert_eq!(Permission::parse(permission.as_str()), Some(permission));
            assert_eq!(permission as usize, at, "{permission} is not where the bitset expects it");
        }
        assert_eq!(Permission::parse("fly_to_the_moon"), None);
        assert_eq!(Permission::parse(""), None);
    }

    #[test]
    fn console_permissions_come_in_pairs() {
        let console = Permission::ALL.iter().filter(|permission| permission.scope() == Scope::Console);
        for permission in console {
            let id = permission.as_str();
            let other = match id.strip_prefix("sysconsole_read_") {
                Some(section) => format!("sysconsole_write_{section}"),
                None => id.replacen("sysconsole_write_", "sysconsole_read_", 1),
            };
            assert!(Permission::parse(&other).is_some(), "{id} has no counterpart {other}");
        }
    }

    /// Ids that the protocol's routes ask for.
    const ASKED_FOR: &str = "add_bookmark_private_channel add_bookmark_public_channel add_ldap_private_cert add_ldap_public_cert \
         add_reaction add_saml_idp_cert add_saml_private_cert add_saml_public_cert add_user_to_team assign_bot \
         bypass_incoming_webhook_channel_lock convert_private_channel_to_public convert_public_channel_to_private \
         create_bot create_compliance_export_job create_custom_group create_direct_channel create_emojis \
         create_group_channel create_ldap_sync_job create_post create_post_ephemeral create_post_public \
         create_private_channel create_public_channel create_team create_user_access_token \
         delete_bookmark_private_channel delete_bookmark_public_channel delete_custom_group delete_emojis \
         delete_others_emojis delete_others_posts delete_post delete_private_channel delete_public_channel \
         demote_to_guest download_compliance_export_result edit_bookmark_private_channel \
         edit_bookmark_public_channel edit_brand edit_custom_group edit_other_users edit_others_posts edit_post \
         get_analytics get_logs get_saml_cert_status get_saml_metadata_from_idp import_team invalidate_caches \
         invalidate_email_invite invite_guest invite_user join_private_teams join_public_channels \
         join_public_teams list_private_teams list_public_teams list_team_channels list_users_without_team \
         manage_channel_access_rules manage_channel_roles manage_custom_group_members manage_license_information \
         manage_oauth manage_others_incoming_webhooks manage_others_outgoing_webhooks \
         manage_others_slash_commands manage_own_incoming_webhooks manage_own_outgoing_webhooks \
         manage_own_slash_commands manage_private_channel_auto_translation manage_private_channel_members \
         manage_private_channel_properties manage_public_channel_auto_translation manage_public_channel_members \
         manage_public_channel_properties manage_roles manage_shared_channels manage_system \
         manage_system_wide_oauth manage_team manage_team_roles order_bookmark_private_channel \
         order_bookmark_public_channel promote_guest purge_elasticsearch_indexes read_audits read_bots \
         read_channel read_channel_content read_compliance_export_job read_deleted_posts read_license_information \
         read_other_users_teams read_others_bots read_public_channel read_user_access_token \
         recycle_database_connections reload_config remove_ldap_private_cert remove_ldap_public_cert \
         remove_others_reactions remove_reaction remove_saml_idp_cert remove_saml_private_cert \
         remove_saml_public_cert remove_user_from_team restore_custom_group revoke_user_access_token \
         sysconsole_read_billing sysconsole_read_compliance_data_retention_policy \
         sysconsole_read_environment_high_availability sysconsole_read_plugins sysconsole_read_site_ip_filters \
         sysconsole_read_user_management_channels sysconsole_read_user_management_groups \
         sysconsole_read_user_management_permissions sysconsole_read_user_management_teams \
         sysconsole_read_user_management_users sysconsole_write_billing \
         sysconsole_write_compliance_data_retention_policy sysconsole_write_experimental_features \
         sysconsole_write_plugins sysconsole_write_site_ip_filters sysconsole_write_user_management_channels \
         sysconsole_write_user_management_groups sysconsole_write_user_management_permissions \
         sysconsole_write_user_management_system_roles sysconsole_write_user_management_users test_elasticsearch \
         test_email test_ldap test_s3 test_site_url upload_file view_members view_team";

    #[test]
    fn every_id_that_a_route_asks_for_exists() {
        for id in ASKED_FOR.split_whitespace() {
            assert!(Permission::parse(id).is_some(), "{id}");
        }
    }
}
