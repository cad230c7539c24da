//! The system: is it there, is it well, what does it tell its clients.

use std::sync::LazyLock;

use node::consequence::Fact;
use node::error::ApiError;
use permissions::Permission;
use serde::{Deserialize, Serialize};
use serde_json::json;
use wire::system::{RedirectLocation, SystemValue};

use node::API_VERSION;

use notification::phones;
use request::app::hostname;
use request::{Answer, Call, Reply};

const OK: &str = "OK";
const UNHEALTHY: &str = "UNHEALTHY";

/// What clients read where no search server is asked, also of the embedded index.
const NO_SEARCH_SERVER: &str = "database";

/// Answer of `GET /system/ping`.
#[derive(Serialize)]
struct Ping {
    /// The kind that is configured, whether or not it answers now.
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
    /// What writes wait for at the database, while they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    database_waits_for: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    filestore_status: Option<&'static str>,
    /// Told by a node of a cluster.
    #[serde(skip_serializing_if = "Option::is_none")]
    bus_status: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root_status: Option<bool>,
    #[serde(rename = "CanReceiveNotifications", skip_serializing_if = "Option::is_none")]
    can_receive_notifications: Option<&'static str>,
}

/// Answers when requests are served; with `get_server_status` also whether the database and the files answer.
pub async fn ping(call: Call) -> Answer {
    let query = call.query();
    let mut ping = Ping {
        active_search_backend: call.app.config().search.backend.server().unwrap_or(NO_SEARCH_SERVER),
        android_latest_version: String::new(),
        android_min_version: String::new(),
        ios_latest_version: String::new(),
        ios_min_version: String::new(),
        status: OK,
        database_status: None,
        database_waits_for: None,
        filestore_status: None,
        bus_status: None,
        root_status: None,
        can_receive_notifications: match query.get("device_id") {
            Some(device) => Some(Box::pin(phones::can_be_told(&call.app, device)).await?),
            None => None,
        },
    };
    if query.flag("get_server_status") {
        let health = |fine: bool| if fine { OK } else { UNHEALTHY };
        // Reads answer meanwhile: the database alone would pass for well while nothing can be written.
        ping.database_waits_for = call.app.store.waits_for_standby().then_some("standby");
        let is_awaited = ping.database_waits_for.is_some();
        let database = call.app.store.health().await.is_ok() && !is_awaited;
        let filestore = call.app.files.health().await.is_ok();
        ping.database_status = Some(health(database));
        ping.filestore_status = Some(health(filestore));
        // A node that the bus does not reach serves slower, but right: it stays well.
        ping.bus_status = call.app.cluster.as_ref().map(|cluster| health(cluster.bus.cache_is_valid()));
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

/// `GET /system/timezones`: answers with the time zones that clients offer.
pub async fn timezones(_: Call) -> Answer {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let mut names: Vec<String> = jiff::tz::db().available().map(|name| name.to_string()).collect();
        names.sort_unstable();
        names
    });
    Ok(Reply::json(&*NAMES))
}

/// `GET /system/notices/{team_id}`: answers with an empty list: this server has no notices.
pub async fn notices(call: Call) -> Answer {
    let _: base::ids::TeamId = call.id("team_id")?;
    Ok(Reply::json::<[(); 0]>(&[]))
}

/// `PUT /system/notices/view`
pub async fn notices_viewed(mut call: Call) -> Answer {
    call.list().await?;
    Ok(Reply::ok())
}

/// Whether the first administrator went through the welcome pages.
const ONBOARDED: &str = "FirstAdminSetupComplete";

/// `GET /system/onboarding/complete`
pub async fn onboarding(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let value = call.app.store.system(ONBOARDED).await?.unwrap_or_else(|| "false".into());
    Ok(Reply::json(&SystemValue { name: ONBOARDED.into(), value }))
}

/// `POST /system/onboarding/complete`
pub async fn complete_onboarding(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    call.app.store.write(store::systems::save(ONBOARDED, "true")).await?;
    Ok(Reply::ok())
}

/// `GET /latest_version`: answers with this server's version: it looks for no newer one.
pub async fn latest_version(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let version = format!("v{}", env!("CARGO_PKG_VERSION"));
    Ok(Reply::json(&json!({
        "id": 0, "tag_name": version, "name": version, "created_at": "", "published_at": "", "body": "", "html_url": "",
    })))
}

/// `GET /redirect_location`: answers with the given address: the server follows no redirects for clients.
pub async fn redirect_location(call: Call) -> Answer {
    if call.query().text("url").is_empty() {
        return Err(ApiError::url_param("url"));
    }
    Ok(Reply::json(&RedirectLocation::default()))
}

/// `GET /cluster/status`: answers with the nodes of the cluster; empty for a single node.
pub async fn cluster_status(call: Call) -> Answer {
    call.must(Permission::ReadConsoleEnvironmentHighAvailability)?;
    let app = &call.app;
    let Some(cluster) = &app.cluster else { return Ok(Reply::json::<[(); 0]>(&[])) };
    let own = NodeInfo::of(&app.config(), app.store.schema_version());
    let mut nodes = vec![NodeInfo { id: cluster.bus.node().to_string(), ..own }];
    nodes.extend(cluster.bus.nodes().into_iter().map(|node| NodeInfo {
        id: node.id.to_string(),
        hostname: node.name,
        ..serde_json::from_str(&node.about).unwrap_or_default()
    }));
    Ok(Reply::json(&nodes))
}

/// What clients are told of a node.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct NodeInfo {
    pub id: String,
    pub version: String,
    pub schema_version: String,
    pub config_hash: String,
    pub ipaddress: String,
    pub hostname: String,
}

impl NodeInfo {
    /// This node; where it is reached is the business of the proxies.
    pub fn of(config: &config::Config, schema: i64) -> NodeInfo {
        NodeInfo {
            version: API_VERSION.to_owned(),
            schema_version: schema.to_string(),
            config_hash: config.hash(),
            hostname: hostname(config),
            ..NodeInfo::default()
        }
    }
}

/// `POST /caches/invalidate`
pub async fn invalidate_caches(call: Call) -> Answer {
    call.must(Permission::InvalidateCaches)?;
    let mut change = call.app.change();
    change.fact(Fact::Everything);
    change.commit().await?;
    Ok(Reply::ok())
}

/// Whether the process runs with all rights, which it needs not.
fn is_root() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().any(|line| line.starts_with("Uid:") && line.split_whitespace().nth(2) == Some("0"))
}
