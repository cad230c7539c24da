//! Endpoints: configuration, jobs, and the rest of the machine room.

use super::*;

endpoints! {
    // Access control policies
    UPDATE_ACCESS_CONTROL_POLICIES = updateAccessControlPolicies: PUT "/access_control_policies", 3, Session;
    SEARCH_ACCESS_CONTROL_POLICIES = searchAccessControlPolicies: POST "/access_control_policies/search", 3, Session;
    ACTIVATE_ACCESS_CONTROL_POLICIES = activateAccessControlPolicies:
        PUT "/access_control_policies/activate", 3, Session;
    CHECK_EXPRESSION = checkExpression: POST "/access_control_policies/cel/check", 3, Session;
    TEST_EXPRESSION = testExpression: POST "/access_control_policies/cel/test", 3, Session;
    VALIDATE_EXPRESSION_AGAINST_REQUESTER = validateExpressionAgainstRequester:
        POST "/access_control_policies/cel/validate_requester", 3, Session;
    GET_ACCESS_CONTROL_FIELDS_AUTOCOMPLETE = getAccessControlFieldsAutocomplete:
        GET "/access_control_policies/cel/autocomplete/fields", 3, Session;
    CONVERT_EXPRESSION_TO_VISUAL_AST = convertExpressionToVisualAst:
        POST "/access_control_policies/cel/visual_ast", 3, Session;
    GET_ACCESS_CONTROL_POLICY = getAccessControlPolicy: GET "/access_control_policies/{policy_id}", 3, Session;
    DELETE_ACCESS_CONTROL_POLICY = deleteAccessControlPolicy: DELETE "/access_control_policies/{policy_id}", 3, Session;
    ACTIVATE_ACCESS_CONTROL_POLICY = activateAccessControlPolicy:
        GET "/access_control_policies/{policy_id}/activate", 3, Session;
    ASSIGN_ACCESS_CONTROL_POLICY = assignAccessControlPolicy:
        POST "/access_control_policies/{policy_id}/assign", 3, Session;
    UNASSIGN_ACCESS_CONTROL_POLICY = unassignAccessControlPolicy:
        DELETE "/access_control_policies/{policy_id}/unassign", 3, Session;
    GET_ACCESS_CONTROL_POLICY_RESOURCES_CHANNELS = getAccessControlPolicyResourcesChannels:
        GET "/access_control_policies/{policy_id}/resources/channels", 3, Session;
    SEARCH_ACCESS_CONTROL_POLICY_RESOURCES_CHANNELS = searchAccessControlPolicyResourcesChannels:
        POST "/access_control_policies/{policy_id}/resources/channels/search", 3, Session;
    // Test
    MANUAL_TEST = manualTest: GET "/manualtest", 3, Open;
    // Audit log certificates
    ADD_AUDIT_LOG_CERTIFICATE = addAuditLogCertificate: POST "/audit_logs/certificate", 3, Session;
    REMOVE_AUDIT_LOG_CERTIFICATE = removeAuditLogCertificate: DELETE "/audit_logs/certificate", 3, Session;
    // Brand
    GET_BRAND_IMAGE = getBrandImage: GET "/brand/image", 2, TrustedOpen;
    UPLOAD_BRAND_IMAGE = uploadBrandImage: POST "/brand/image", 3, Session => Upload;
    DELETE_BRAND_IMAGE = deleteBrandImage: DELETE "/brand/image", 3, Session;
    // Cloud
    GET_CLOUD_PRODUCTS = getCloudProducts: GET "/cloud/products", 2, Session;
    GET_CLOUD_LIMITS = getCloudLimits: GET "/cloud/limits", 2, Session;
    GET_CLOUD_CUSTOMER = getCloudCustomer: GET "/cloud/customer", 3, Session;
    UPDATE_CLOUD_CUSTOMER = updateCloudCustomer: PUT "/cloud/customer", 3, Session;
    UPDATE_CLOUD_CUSTOMER_ADDRESS = updateCloudCustomerAddress: PUT "/cloud/customer/address", 3, Session;
    GET_CLOUD_SUBSCRIPTION = getCloudSubscription: GET "/cloud/subscription", 2, Session;
    GET_CLOUD_SUBSCRIPTION_INVOICES = getCloudSubscriptionInvoices: GET "/cloud/subscription/invoices", 3, Session;
    GET_CLOUD_SUBSCRIPTION_INVOICE_PDF = getCloudSubscriptionInvoicePdf:
        GET "/cloud/subscription/invoices/{invoice_id}/pdf", 3, Session;
    VALIDATE_BUSINESS_EMAIL = validateBusinessEmail: POST "/cloud/validate-business-email", 3, Session;
    VALIDATE_WORKSPACE_BUSINESS_EMAIL = validateWorkspaceBusinessEmail:
        POST "/cloud/validate-workspace-business-email", 3, Session;
    HANDLE_CLOUD_WEBHOOK = handleCloudWebhook: POST "/cloud/webhook", 3, Open;
    GET_CLOUD_INSTALLATION = getCloudInstallation: GET "/cloud/installation", 3, Session;
    CHECK_CWS_CONNECTION = checkCwsConnection: GET "/cloud/check-cws-connection", 3, Open;
    GET_CLOUD_PREVIEW_MODAL_DATA = getCloudPreviewModalData: GET "/cloud/preview/modal_data", 3, Session;
    // Cluster
    GET_CLUSTER_STATUS = getClusterStatus: GET "/cluster/status", 1, Session;
    // Compliance
    CREATE_COMPLIANCE_REPORT = createComplianceReport: POST "/compliance/reports", 3, Session;
    GET_COMPLIANCE_REPORTS = getComplianceReports: GET "/compliance/reports", 3, Session;
    GET_COMPLIANCE_REPORT = getComplianceReport: GET "/compliance/reports/{report_id}", 3, Session;
    DOWNLOAD_COMPLIANCE_REPORT = downloadComplianceReport:
        GET "/compliance/reports/{report_id}/download", 3, TrustedSession;
    // Config
    GET_CONFIG = getConfig: GET "/config", 1, Session;
    UPDATE_CONFIG = updateConfig: PUT "/config", 1, Session;
    PATCH_CONFIG = patchConfig: PUT "/config/patch", 2, Session;
    CONFIG_RELOAD = configReload: POST "/config/reload", 2, Session;
    GET_CLIENT_CONFIG = getClientConfig: GET "/config/client", 1, Open;
    GET_ENVIRONMENT_CONFIG = getEnvironmentConfig: GET "/config/environment", 2, Session;
    // Data retention
    GET_GLOBAL_DATA_RETENTION_POLICY = getGlobalDataRetentionPolicy: GET "/data_retention/policy", 3, Session;
    GET_DATA_RETENTION_POLICIES = getDataRetentionPolicies: GET "/data_retention/policies", 3, Session;
    GET_DATA_RETENTION_POLICIES_COUNT = getDataRetentionPoliciesCount: GET "/data_retention/policies_count", 3, Session;
    CREATE_DATA_RETENTION_POLICY = createDataRetentionPolicy: POST "/data_retention/policies", 3, Session;
    GET_DATA_RETENTION_POLICY = getDataRetentionPolicy: GET "/data_retention/policies/{policy_id}", 3, Session;
    PATCH_DATA_RETENTION_POLICY = patchDataRetentionPolicy: PATCH "/data_retention/policies/{policy_id}", 3, Session;
    DELETE_DATA_RETENTION_POLICY = deleteDataRetentionPolicy: DELETE "/data_retention/policies/{policy_id}", 3, Session;
    GET_DATA_RETENTION_POLICY_TEAMS = getDataRetentionPolicyTeams:
        GET "/data_retention/policies/{policy_id}/teams", 3, Session;
    ADD_TEAMS_TO_DATA_RETENTION_POLICY = addTeamsToDataRetentionPolicy:
        POST "/data_retention/policies/{policy_id}/teams", 3, Session;
    REMOVE_TEAMS_FROM_DATA_RETENTION_POLICY = removeTeamsFromDataRetentionPolicy:
        DELETE "/data_retention/policies/{policy_id}/teams", 3, Session;
    SEARCH_DATA_RETENTION_POLICY_TEAMS = searchDataRetentionPolicyTeams:
        POST "/data_retention/policies/{policy_id}/teams/search", 3, Session;
    GET_DATA_RETENTION_POLICY_CHANNELS = getDataRetentionPolicyChannels:
        GET "/data_retention/policies/{policy_id}/channels", 3, Session;
    ADD_CHANNELS_TO_DATA_RETENTION_POLICY = addChannelsToDataRetentionPolicy:
        POST "/data_retention/policies/{policy_id}/channels", 3, Session;
    REMOVE_CHANNELS_FROM_DATA_RETENTION_POLICY = removeChannelsFromDataRetentionPolicy:
        DELETE "/data_retention/policies/{policy_id}/channels", 3, Session;
    SEARCH_DATA_RETENTION_POLICY_CHANNELS = searchDataRetentionPolicyChannels:
        POST "/data_retention/policies/{policy_id}/channels/search", 3, Session;
    GET_USER_DATA_RETENTION_TEAM_POLICIES = getUserDataRetentionTeamPolicies:
        GET "/users/{user_id}/data_retention/team_policies", 3, Session;
    GET_USER_DATA_RETENTION_CHANNEL_POLICIES = getUserDataRetentionChannelPolicies:
        GET "/users/{user_id}/data_retention/channel_policies", 3, Session;
    // Elasticsearch
    TEST_ELASTICSEARCH = testElasticsearch: POST "/elasticsearch/test", 3, Session;
    PURGE_ELASTICSEARCH_INDEXES = purgeElasticsearchIndexes: POST "/elasticsearch/purge_indexes", 3, Session;
    // Exports
    LIST_EXPORTS = listExports: GET "/exports", 3, Session;
    DELETE_EXPORT = deleteExport: DELETE "/exports/{export_name}", 3, Session;
    DOWNLOAD_EXPORT = downloadExport: GET "/exports/{export_name}", 3, Session;
    GENERATE_PRESIGN_URL_EXPORT = generatePresignUrlExport: POST "/exports/{export_name}/presign-url", 3, Session;
    // Hosted customer
    GET_HOSTED_CUSTOMER_SIGNUP_AVAILABLE = getHostedCustomerSignupAvailable:
        GET "/hosted_customer/signup_available", 3, Session;
    // Imports
    LIST_IMPORTS = listImports: GET "/imports", 3, Session;
    DELETE_IMPORT = deleteImport: DELETE "/imports/{import_name}", 3, Session;
    // IP filtering
    GET_IP_FILTERS = getIpFilters: GET "/ip_filtering", 3, Session;
    APPLY_IP_FILTERS = applyIpFilters: POST "/ip_filtering", 3, Session;
    GET_MY_IP = getMyIp: GET "/ip_filtering/my_ip", 3, Session;
    // Jobs
    GET_JOBS = getJobs: GET "/jobs", 2, Session;
    CREATE_JOB = createJob: POST "/jobs", 1, Session;
    GET_JOB = getJob: GET "/jobs/{job_id}", 2, Session;
    DOWNLOAD_JOB = downloadJob: GET "/jobs/{job_id}/download", 3, TrustedSession;
    CANCEL_JOB = cancelJob: POST "/jobs/{job_id}/cancel", 2, Session;
    GET_JOBS_BY_TYPE = getJobsByType: GET "/jobs/type/{job_type}", 2, Session;
    UPDATE_JOB_STATUS = updateJobStatus: PATCH "/jobs/{job_id}/status", 3, Session;
    // LDAP
    SYNC_LDAP = syncLdap: POST "/ldap/sync", 3, Session;
    TEST_LDAP = testLdap: POST "/ldap/test", 3, Session;
    TEST_LDAP_CONNECTION = testLdapConnection: POST "/ldap/test_connection", 3, Session;
    TEST_LDAP_DIAGNOSTICS = testLdapDiagnostics: POST "/ldap/test_diagnostics", 3, Session;
    MIGRATE_LDAP_IDS = migrateLdapIds: POST "/ldap/migrateid", 3, Session;
    GET_LDAP_GROUPS = getLdapGroups: GET "/ldap/groups", 3, Session;
    LINK_LDAP_GROUP = linkLdapGroup: POST "/ldap/groups/{remote_id}/link", 3, Session;
    UNLINK_LDAP_GROUP = unlinkLdapGroup: DELETE "/ldap/groups/{remote_id}/link", 3, Session;
    ADD_LDAP_PUBLIC_CERTIFICATE = addLdapPublicCertificate: POST "/ldap/certificate/public", 3, Session;
    ADD_LDAP_PRIVATE_CERTIFICATE = addLdapPrivateCertificate: POST "/ldap/certificate/private", 3, Session;
    REMOVE_LDAP_PUBLIC_CERTIFICATE = removeLdapPublicCertificate: DELETE "/ldap/certificate/public", 3, Session;
    REMOVE_LDAP_PRIVATE_CERTIFICATE = removeLdapPrivateCertificate: DELETE "/ldap/certificate/private", 3, Session;
    SYNC_LDAP_GROUP_MEMBERSHIPS = syncLdapGroupMemberships:
        POST "/ldap/users/{user_id}/group_sync_memberships", 3, Session;
    // Licence
    REQUEST_TRIAL_LICENSE = requestTrialLicense: POST "/trial-license", 3, Session;
    GET_PREVIOUS_TRIAL_LICENSE = getPreviousTrialLicense: GET "/trial-license/prev", 3, Session;
    ADD_LICENSE = addLicense: POST "/license", 3, Session;
    REMOVE_LICENSE = removeLicense: DELETE "/license", 3, Session;
    GET_CLIENT_LICENSE = getClientLicense: GET "/license/client", 1, Open;
    GET_LICENSE_LOAD_METRIC = getLicenseLoadMetric: GET "/license/load_metric", 3, Session;
    // Limits
    GET_SERVER_LIMITS = getServerLimits: GET "/limits/server", 2, Session;
    // Client metrics
    SUBMIT_PERFORMANCE_REPORT = submitPerformanceReport: POST "/client_perf", 1, TrustedSession;
    // Remote clusters
    REMOTE_CLUSTER_PING = remoteClusterPing: POST "/remotecluster/ping", 3, Open;
    REMOTE_CLUSTER_ACCEPT_MESSAGE = remoteClusterAcceptMessage: POST "/remotecluster/msg", 3, Open;
    REMOTE_CLUSTER_CONFIRM_INVITE = remoteClusterConfirmInvite: POST "/remotecluster/confirm_invite", 3, Open;
    UPLOAD_REMOTE_DATA = uploadRemoteData: POST "/remotecluster/upload/{upload_id}", 3, Open;
    REMOTE_SET_PROFILE_IMAGE = remoteSetProfileImage: POST "/remotecluster/{remote_id}/image", 3, Open;
    GET_REMOTE_CLUSTERS = getRemoteClusters: GET "/remotecluster", 3, Session;
    CREATE_REMOTE_CLUSTER = createRemoteCluster: POST "/remotecluster", 3, Session;
    ACCEPT_REMOTE_CLUSTER_INVITE = acceptRemoteClusterInvite: POST "/remotecluster/accept_invite", 3, Session;
    GENERATE_REMOTE_CLUSTER_INVITE = generateRemoteClusterInvite:
        POST "/remotecluster/{remote_id}/generate_invite", 3, Session;
    GET_REMOTE_CLUSTER = getRemoteCluster: GET "/remotecluster/{remote_id}", 3, Session;
    PATCH_REMOTE_CLUSTER = patchRemoteCluster: PATCH "/remotecluster/{remote_id}", 3, Session;
    DELETE_REMOTE_CLUSTER = deleteRemoteCluster: DELETE "/remotecluster/{remote_id}", 3, Session;
    // SAML
    GET_SAML_METADATA = getSamlMetadata: GET "/saml/metadata", 3, Open;
    ADD_SAML_PUBLIC_CERTIFICATE = addSamlPublicCertificate: POST "/saml/certificate/public", 3, Session;
    ADD_SAML_PRIVATE_CERTIFICATE = addSamlPrivateCertificate: POST "/saml/certificate/private", 3, Session;
    ADD_SAML_IDP_CERTIFICATE = addSamlIdpCertificate: POST "/saml/certificate/idp", 3, Session;
    REMOVE_SAML_PUBLIC_CERTIFICATE = removeSamlPublicCertificate: DELETE "/saml/certificate/public", 3, Session;
    REMOVE_SAML_PRIVATE_CERTIFICATE = removeSamlPrivateCertificate: DELETE "/saml/certificate/private", 3, Session;
    REMOVE_SAML_IDP_CERTIFICATE = removeSamlIdpCertificate: DELETE "/saml/certificate/idp", 3, Session;
    GET_SAML_CERTIFICATE_STATUS = getSamlCertificateStatus: GET "/saml/certificate/status", 3, Session;
    GET_SAML_METADATA_FROM_IDP = getSamlMetadataFromIdp: POST "/saml/metadatafromidp", 3, Session;
    RESET_SAML_AUTH_DATA = resetSamlAuthData: POST "/saml/reset_auth_data", 3, Session;
    // Shared channels
    GET_SHARED_CHANNELS = getSharedChannels: GET "/sharedchannels/{team_or_channel_id}", 3, Session;
    GET_REMOTE_CLUSTER_INFO = getRemoteClusterInfo: GET "/sharedchannels/remote_info/{remote_id}", 3, Session;
    GET_SHARED_CHANNEL_REMOTES = getSharedChannelRemotes:
        GET "/sharedchannels/{team_or_channel_id}/remotes", 3, Session;
    CAN_USER_DIRECT_MESSAGE = canUserDirectMessage:
        GET "/sharedchannels/users/{user_id}/can_dm/{other_user_id}", 3, Session;
    GET_SHARED_CHANNEL_REMOTES_BY_REMOTE_CLUSTER = getSharedChannelRemotesByRemoteCluster:
        GET "/remotecluster/{remote_id}/sharedchannelremotes", 3, Session;
    INVITE_REMOTE_CLUSTER_TO_CHANNEL = inviteRemoteClusterToChannel:
        POST "/remotecluster/{remote_id}/channels/{channel_id}/invite", 3, Session;
    UNINVITE_REMOTE_CLUSTER_TO_CHANNEL = uninviteRemoteClusterToChannel:
        POST "/remotecluster/{remote_id}/channels/{channel_id}/uninvite", 3, Session;
    // System
    GET_PING = getPing: GET "/system/ping", 1, Open;
    GET_SUPPORTED_TIMEZONES = getSupportedTimezones: GET "/system/timezones", 2, Session;
    GET_AUDITS = getAudits: GET "/audits", 2, Session;
    TEST_NOTIFICATIONS = testNotifications: POST "/notifications/test", 2, Session;
    TEST_EMAIL = testEmail: POST "/email/test", 2, Session;
    TEST_SITE_URL = testSiteUrl: POST "/site_url/test", 2, Session;
    TEST_S3 = testS3: POST "/file/s3_test", 2, Session;
    DATABASE_RECYCLE = databaseRecycle: POST "/database/recycle", 3, Session;
    INVALIDATE_CACHES = invalidateCaches: POST "/caches/invalidate", 2, Session;
    GET_LOGS = getLogs: GET "/logs", 1, Session;
    DOWNLOAD_LOGS = downloadLogs: GET "/logs/download", 3, Session;
    QUERY_LOGS = queryLogs: POST "/logs/query", 3, Session;
    POST_LOG = postLog: POST "/logs", 2, Open;
    GET_ANALYTICS = getAnalytics: GET "/analytics/old", 1, Session;
    GET_LATEST_VERSION = getLatestVersion: GET "/latest_version", 2, Session;
    GET_REDIRECT_LOCATION = getRedirectLocation: GET "/redirect_location", 2, TrustedSession;
    PUSH_NOTIFICATION_ACK = pushNotificationAck: POST "/notifications/ack", 2, Session;
    SET_SERVER_BUSY = setServerBusy: POST "/server_busy", 3, Session;
    GET_SERVER_BUSY_EXPIRES = getServerBusyExpires: GET "/server_busy", 3, Session;
    CLEAR_SERVER_BUSY = clearServerBusy: DELETE "/server_busy", 3, Session;
    UPGRADE_TO_ENTERPRISE = upgradeToEnterprise: POST "/upgrade_to_enterprise", 3, Session;
    UPGRADE_TO_ENTERPRISE_STATUS = upgradeToEnterpriseStatus: GET "/upgrade_to_enterprise/status", 3, Session;
    IS_ALLOWED_TO_UPGRADE_TO_ENTERPRISE = isAllowedToUpgradeToEnterprise:
        GET "/upgrade_to_enterprise/allowed", 3, Session;
    RESTART = restart: POST "/restart", 3, Session;
    GET_PRODUCT_NOTICES = getProductNotices: GET "/system/notices/{team_id}", 2, Session;
    UPDATE_VIEWED_PRODUCT_NOTICES = updateViewedProductNotices: PUT "/system/notices/view", 2, Session;
    GENERATE_SUPPORT_PACKET = generateSupportPacket: GET "/system/support_packet", 3, Session;
    GET_ONBOARDING = getOnboarding: GET "/system/onboarding/complete", 2, Session;
    COMPLETE_ONBOARDING = completeOnboarding: POST "/system/onboarding/complete", 2, Session;
    GET_APPLIED_SCHEMA_MIGRATIONS = getAppliedSchemaMigrations: GET "/system/schema/version", 3, Session;
    // Usage
    GET_POSTS_USAGE = getPostsUsage: GET "/usage/posts", 2, Session;
    GET_STORAGE_USAGE = getStorageUsage: GET "/usage/storage", 2, Session;
    GET_TEAMS_USAGE = getTeamsUsage: GET "/usage/teams", 2, Session;
    // WebSocket
    CONNECT_WEB_SOCKET = connectWebSocket: GET "/websocket", 1, TrustedOpen;
}
