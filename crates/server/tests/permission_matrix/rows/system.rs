//! The machine room: configuration, figures, jobs, what a client asks before it signs in.

use permissions::Permission::*;
use wire::endpoints::*;

use crate::asker::{Asker, Row, admin, anyone, known, last, never, nobody, row};

/// Whoever may see any page of the administration.
fn reads_console(a: &Asker) -> bool {
    a.sys(ReadConsoleAboutEditionAndLicense) || a.sys(ReadConsoleEnvironmentWebServer)
}

fn writes_console(a: &Asker) -> bool {
    a.sys(WriteConsoleEnvironmentWebServer)
}

pub const ROWS: &[Row] = &[
    row(GET_PING, "", anyone),
    row(GET_CLIENT_CONFIG, "?format=old", anyone),
    row(GET_CLIENT_LICENSE, "?format=old", anyone),
    row(GET_SUPPORTED_TIMEZONES, "", known),
    row(UPDATE_VIEWED_PRODUCT_NOTICES, r#"["some"]"#, known),
    row(GET_REDIRECT_LOCATION, "?url=https://example.test/", known),
    row(SUBMIT_PERFORMANCE_REPORT, r#"{"version":"0.1.0","labels":{},"start":1,"end":2}"#, known),
    row(POST_LOG, r#"{"level":"ERROR","message":"m"}"#, anyone),
    row(PUSH_NOTIFICATION_ACK, r#"{"id":"x","platform":"ios","type":"message","post_id":"$post_id"}"#, known),
    row(root::PAGE, "", anyone),
    row(root::ROBOTS, "", anyone),
    row(root::API_REFERENCE, "", known),
    never(root::API_REFERENCE_FILE, "", known),
    never(root::SYSTEM_EMOJI, "", nobody),
    // Without the headers of an upgrade there is nothing to open.
    never(CONNECT_WEB_SOCKET, "", nobody),
    // Configuration
    row(GET_CONFIG, "", reads_console),
    last(UPDATE_CONFIG, "{}", writes_console),
    last(PATCH_CONFIG, "{}", writes_console),
    last(CONFIG_RELOAD, "", |a| a.sys(ReloadConfig)),
    row(GET_ENVIRONMENT_CONFIG, "", reads_console),
    // Figures
    row(GET_ANALYTICS, "?name=standard&team_id=$team_id", |a| a.sys(GetAnalytics)),
    row(GET_POSTS_USAGE, "", known),
    row(GET_STORAGE_USAGE, "", known),
    row(GET_TEAMS_USAGE, "", known),
    row(GET_SERVER_LIMITS, "", known),
    row(GET_AUDITS, "", |a| a.sys(ReadAudits)),
    row(GET_LOGS, "", |a| a.sys(GetLogs)),
    row(DOWNLOAD_LOGS, "", |a| a.sys(GetLogs)),
    row(QUERY_LOGS, "{}", |a| a.sys(GetLogs)),
    row(GET_CLUSTER_STATUS, "", |a| a.sys(ReadConsoleEnvironmentHighAvailability)),
    row(GET_LATEST_VERSION, "", admin),
    row(GET_ONBOARDING, "", admin),
    row(COMPLETE_ONBOARDING, r#"{"organization":"o"}"#, admin),
    row(INVALIDATE_CACHES, "", |a| a.sys(InvalidateCaches)),
    never(TEST_EMAIL, "{}", |a| a.sys(TestEmail)),
    row(TEST_SITE_URL, r#"{"site_url":"$site"}"#, |a| a.sys(TestSiteUrl)),
    row(TEST_S3, r#"{"FileSettings":{"MaxFileSize":1000000}}"#, |a| a.sys(TestS3)),
    row(TEST_NOTIFICATIONS, "", known),
    row(DATABASE_RECYCLE, "", |a| a.sys(RecycleDatabaseConnections)),
    last(SET_SERVER_BUSY, "?seconds=1", admin),
    row(GET_SERVER_BUSY_EXPIRES, "", admin),
    row(CLEAR_SERVER_BUSY, "", admin),
    row(GET_APPLIED_SCHEMA_MIGRATIONS, "", admin),
    row(GENERATE_SUPPORT_PACKET, "", admin),
    last(REVOKE_ALL_SESSIONS_ALL_USERS, "", admin),
    row(GET_GLOBAL_DATA_RETENTION_POLICY, "", known),
    // Jobs: each kind has its own right; an administrator has all of them.
    row(GET_JOBS, "", admin),
    row(CREATE_JOB, r#"{"type":"elasticsearch_post_indexing"}"#, admin),
    row(GET_JOB, "", admin),
    row(DOWNLOAD_JOB, "", admin),
    row(CANCEL_JOB, "", admin),
    row(GET_JOBS_BY_TYPE, "", admin),
    row(UPDATE_JOB_STATUS, r#"{"status":"pending"}"#, admin),
    // Brand
    row(GET_BRAND_IMAGE, "", anyone),
    row(UPLOAD_BRAND_IMAGE, "multipart image=@picture", |a| a.sys(EditBrand)),
    last(DELETE_BRAND_IMAGE, "", |a| a.sys(EditBrand)),
    // Cloud: a server of one's own has none
    never(GET_CLOUD_PRODUCTS, "", known),
    never(GET_CLOUD_LIMITS, "", known),
    row(GET_CLOUD_CUSTOMER, "", admin),
    row(UPDATE_CLOUD_CUSTOMER, "{}", admin),
    row(UPDATE_CLOUD_CUSTOMER_ADDRESS, "{}", admin),
    never(GET_CLOUD_SUBSCRIPTION, "", known),
    row(GET_CLOUD_SUBSCRIPTION_INVOICES, "", admin),
    row(GET_CLOUD_SUBSCRIPTION_INVOICE_PDF, "", admin),
    row(VALIDATE_BUSINESS_EMAIL, r#"{"email":"a@example.test"}"#, known),
    row(VALIDATE_WORKSPACE_BUSINESS_EMAIL, "", admin),
    row(HANDLE_CLOUD_WEBHOOK, "{}", nobody),
    row(GET_CLOUD_INSTALLATION, "", admin),
    row(CHECK_CWS_CONNECTION, "", anyone),
    // Licences: nothing needs one
    row(GET_PREVIOUS_TRIAL_LICENSE, "", known),
    row(GET_LICENSE_LOAD_METRIC, "", known),
    row(UPGRADE_TO_ENTERPRISE_STATUS, "", admin),
    row(GET_CLOUD_PREVIEW_MODAL_DATA, "", known),
    row(GET_HOSTED_CUSTOMER_SIGNUP_AVAILABLE, "", known),
    // Exports and imports
    row(LIST_EXPORTS, "", admin),
    last(DELETE_EXPORT, "", admin),
    row(DOWNLOAD_EXPORT, "", admin),
    // Of an object store alone.
    never(GENERATE_PRESIGN_URL_EXPORT, "", admin),
    row(LIST_IMPORTS, "", admin),
    last(DELETE_IMPORT, "", admin),
    row(TEST_ELASTICSEARCH, "{}", |a| a.sys(TestElasticsearch)),
    row(PURGE_ELASTICSEARCH_INDEXES, "", |a| a.sys(PurgeElasticsearchIndexes)),
    // The directory: none is used here.
    never(SYNC_LDAP, "{}", |a| a.sys(CreateLdapSyncJob)),
    never(TEST_LDAP, "", |a| a.sys(TestLdap)),
    never(TEST_LDAP_CONNECTION, "{}", |a| a.sys(TestLdap)),
    never(TEST_LDAP_DIAGNOSTICS, "?test=filters {}", |a| a.sys(TestLdap)),
    never(MIGRATE_LDAP_IDS, r#"{"toAttribute":"uid"}"#, admin),
    never(GET_LDAP_GROUPS, "", |a| a.sys(ReadConsoleUserManagementGroups)),
    never(LINK_LDAP_GROUP, "", |a| a.sys(WriteConsoleUserManagementGroups)),
    never(UNLINK_LDAP_GROUP, "", |a| a.sys(WriteConsoleUserManagementGroups)),
    never(SYNC_LDAP_GROUP_MEMBERSHIPS, "", |a| a.sys(WriteConsoleUserManagementGroups)),
    // SAML: nobody signs in by it here.
    never(GET_SAML_METADATA, "", anyone),
    never(GET_SAML_METADATA_FROM_IDP, r#"{"saml_metadata_url":"https://127.0.0.1:1/"}"#, |a| {
        a.sys(GetSamlMetadataFromIdp)
    }),
    row(GET_SAML_CERTIFICATE_STATUS, "", |a| a.sys(GetSamlCertStatus)),
    never(ADD_SAML_IDP_CERTIFICATE, "no certificate", |a| a.sys(AddSamlIdpCert)),
    never(ADD_SAML_PUBLIC_CERTIFICATE, "no certificate", |a| a.sys(AddSamlPublicCert)),
    never(ADD_SAML_PRIVATE_CERTIFICATE, "no certificate", |a| a.sys(AddSamlPrivateCert)),
    row(REMOVE_SAML_IDP_CERTIFICATE, "", |a| a.sys(RemoveSamlIdpCert)),
    row(REMOVE_SAML_PUBLIC_CERTIFICATE, "", |a| a.sys(RemoveSamlPublicCert)),
    row(REMOVE_SAML_PRIVATE_CERTIFICATE, "", |a| a.sys(RemoveSamlPrivateCert)),
    row(RESET_SAML_AUTH_DATA, "{}", admin),
];
