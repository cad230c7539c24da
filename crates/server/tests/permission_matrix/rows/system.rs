//! The machine room: configuration, figures, jobs, what a client asks before it signs in.

use permissions::Permission::*;
use wire::endpoints::*;

use crate::asker::{Asker, Row, admin, anyone, idle, known, last, nobody, row};

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
    idle(GET_REDIRECT_LOCATION, "?url=", known),
    idle(SUBMIT_PERFORMANCE_REPORT, r#"{"version":"0.1.0","labels":{},"start":1,"end":2}"#, known),
    row(POST_LOG, r#"{"level":"ERROR","message":"m"}"#, anyone),
    idle(PUSH_NOTIFICATION_ACK, r#"{"id":"x","platform":"ios","type":"message","post_id":"$post_id"}"#, known),
    row(root::PAGE, "", anyone),
    row(root::ROBOTS, "", anyone),
    // Without the headers of an upgrade there is nothing to open.
    idle(CONNECT_WEB_SOCKET, "", nobody),
    // Configuration
    row(GET_CONFIG, "", reads_console),
    idle(UPDATE_CONFIG, "{}", writes_console),
    row(PATCH_CONFIG, "{}", writes_console),
    row(CONFIG_RELOAD, "", |a| a.sys(ReloadConfig)),
    row(GET_ENVIRONMENT_CONFIG, "", reads_console),
    // Figures
    row(GET_ANALYTICS, "?name=standard&team_id=$team_id", |a| a.sys(GetAnalytics)),
    row(GET_POSTS_USAGE, "", known),
    row(GET_STORAGE_USAGE, "", known),
    row(GET_TEAMS_USAGE, "", known),
    row(GET_SERVER_LIMITS, "", known),
    row(GET_AUDITS, "", |a| a.sys(ReadAudits)),
    row(GET_LOGS, "", |a| a.sys(GetLogs)),
    idle(DOWNLOAD_LOGS, "", |a| a.sys(GetLogs)),
    idle(QUERY_LOGS, "{}", |a| a.sys(GetLogs)),
    row(GET_CLUSTER_STATUS, "", |a| a.sys(ReadConsoleEnvironmentHighAvailability)),
    idle(GET_LATEST_VERSION, "", admin),
    idle(GET_ONBOARDING, "", admin),
    idle(COMPLETE_ONBOARDING, r#"{"organization":"o"}"#, admin),
    row(INVALIDATE_CACHES, "", |a| a.sys(InvalidateCaches)),
    idle(TEST_EMAIL, "{}", |a| a.sys(TestEmail)),
    idle(TEST_SITE_URL, r#"{"site_url":"http://127.0.0.1:1"}"#, |a| a.sys(TestSiteUrl)),
    idle(TEST_S3, "{}", |a| a.sys(TestS3)),
    idle(TEST_NOTIFICATIONS, "", known),
    idle(DATABASE_RECYCLE, "", |a| a.sys(RecycleDatabaseConnections)),
    last(SET_SERVER_BUSY, "?seconds=1", admin),
    idle(GET_SERVER_BUSY_EXPIRES, "", admin),
    idle(CLEAR_SERVER_BUSY, "", admin),
    idle(GET_APPLIED_SCHEMA_MIGRATIONS, "", admin),
    idle(GENERATE_SUPPORT_PACKET, "", admin),
    last(REVOKE_ALL_SESSIONS_ALL_USERS, "", admin),
    row(GET_GLOBAL_DATA_RETENTION_POLICY, "", known),
    // Jobs: each kind has its own right; an administrator has all of them.
    idle(GET_JOBS, "", admin),
    idle(CREATE_JOB, r#"{"type":"elasticsearch_post_indexing"}"#, admin),
    idle(GET_JOB, "", admin),
    idle(DOWNLOAD_JOB, "", admin),
    idle(CANCEL_JOB, "", admin),
    idle(GET_JOBS_BY_TYPE, "", admin),
    idle(UPDATE_JOB_STATUS, r#"{"status":"canceled"}"#, admin),
    // Brand
    idle(GET_BRAND_IMAGE, "", anyone),
    row(UPLOAD_BRAND_IMAGE, "multipart image=@picture", |a| a.sys(EditBrand)),
    idle(DELETE_BRAND_IMAGE, "", |a| a.sys(EditBrand)),
    // Cloud: a server of one's own has none
    idle(GET_CLOUD_PRODUCTS, "", known),
    idle(GET_CLOUD_LIMITS, "", known),
    idle(GET_CLOUD_CUSTOMER, "", admin),
    idle(UPDATE_CLOUD_CUSTOMER, "{}", admin),
    idle(UPDATE_CLOUD_CUSTOMER_ADDRESS, "{}", admin),
    idle(GET_CLOUD_SUBSCRIPTION, "", known),
    idle(GET_CLOUD_SUBSCRIPTION_INVOICES, "", admin),
    idle(GET_CLOUD_SUBSCRIPTION_INVOICE_PDF, "", admin),
    idle(VALIDATE_BUSINESS_EMAIL, r#"{"email":"a@example.test"}"#, known),
    idle(VALIDATE_WORKSPACE_BUSINESS_EMAIL, "", admin),
    idle(HANDLE_CLOUD_WEBHOOK, "{}", nobody),
    idle(GET_CLOUD_INSTALLATION, "", admin),
    idle(CHECK_CWS_CONNECTION, "", anyone),
    idle(GET_CLOUD_PREVIEW_MODAL_DATA, "", known),
    idle(GET_HOSTED_CUSTOMER_SIGNUP_AVAILABLE, "", known),
    // Exports and imports
    idle(LIST_EXPORTS, "", admin),
    idle(DELETE_EXPORT, "", admin),
    idle(DOWNLOAD_EXPORT, "", admin),
    idle(GENERATE_PRESIGN_URL_EXPORT, "", admin),
    idle(LIST_IMPORTS, "", admin),
    idle(DELETE_IMPORT, "", admin),
    idle(TEST_ELASTICSEARCH, "{}", |a| a.sys(TestElasticsearch)),
    idle(PURGE_ELASTICSEARCH_INDEXES, "", |a| a.sys(PurgeElasticsearchIndexes)),
];
