//! The system: is it there, is it well, what does it tell its clients.

use serde::Serialize;

use crate::http::{Answer, Call, Reply};

const OK: &str = "OK";
const UNHEALTHY: &str = "UNHEALTHY";

/// Answer of `GET /system/ping`.
#[derive(Serialize)]
struct Ping {
    #[serde(rename = "ActiveSearchBackend")]
    active_search_backend: &'static str,
    #[serde(rename = "AndroidLatestVersion")]
    android_latest_version: String,
    #[serde(rename = "AndroidMinVersion")]
    android_min_version: String,
    #[serde(rename = "IosLatestVersion")]
    ios_latest_version: String,
    #[serde(rename = "IosMinVersion")]
    ios_min_version: String,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    database_status: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    filestore_status: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root_status: Option<bool>,
    #[serde(rename = "CanReceiveNotifications", skip_serializing_if = "Option::is_none")]
    can_receive_notifications: Option<&'static str>,
}

/// Answers when requests are served; with `get_server_status` also whether the database and the files answer.
pub async fn ping(call: Call) -> Answer {
    let query = call.query();
    let mut ping = Ping {
        active_search_backend: "database",
        android_latest_version: String::new(),
        android_min_version: String::new(),
        ios_latest_version: String::new(),
        ios_min_version: String::new(),
        status: OK,
        database_status: None,
        filestore_status: None,
        root_status: None,
        can_receive_notifications: query.get("device_id").map(|_| "unknown"),
    };
    if query.flag("get_server_status") {
        let health = |fine: bool| if fine { OK } else { UNHEALTHY };
        let (database, filestore) = (call.app.store.health().await.is_ok(), call.app.files.health().await.is_ok());
        ping.database_status = Some(health(database));
        ping.filestore_status = Some(health(filestore));
        ping.status = health(database && filestore);
        let is_admin = call.identity.as_ref().is_some_and(|identity| identity.user.is_system_admin());
        ping.root_status = is_admin.then(is_root);
    }
    let unhealthy = ping.status == UNHEALTHY && !query.flag("use_rest_semantics");
    let status = if unhealthy { http::StatusCode::INTERNAL_SERVER_ERROR } else { http::StatusCode::OK };
    let text = |name: &'static str| http::HeaderName::from_static(name);
    let mut reply = Reply::json(&ping).with_status(status);
    if let (Some(database), Some(filestore)) = (ping.database_status, ping.filestore_status) {
        reply = reply
            .with_text_header(text("status"), ping.status)
            .with_text_header(text("database_status"), database)
            .with_text_header(text("filestore_status"), filestore);
    }
    Ok(reply)
}

/// Whether the process runs with all rights, which it needs not.
fn is_root() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().any(|line| line.starts_with("Uid:") && line.split_whitespace().nth(2) == Some("0"))
}
