//! What clients report of themselves: times they measured, and lines of their logs.

use http::StatusCode;
use metrics::{ClientAgent, ClientPlatform, Metrics};
use node::error::ApiError;
use wire::system::{ClientLog, ClientMetric, PerformanceReport};

use request::reply::{Content, JSON};
use request::{Answer, Call, Reply};

/// Measurements of one report that count.
const MEASUREMENTS_MAX: usize = 100;
/// Characters of a client's log line that are kept.
const LINE_LEN_MAX: usize = 400;

/// `POST /client_perf`
pub async fn performance(mut call: Call) -> Answer {
    let report: PerformanceReport = call.json("report").await?;
    if report.counters.len() + report.histograms.len() > MEASUREMENTS_MAX {
        return Err(ApiError::body_param("report"));
    }
    if call.app.config().metrics.enable_client_metrics {
        let label = |name: &str| report.labels.get(name).map_or("", String::as_str);
        let platform = ClientPlatform::find(label("platform")).unwrap_or(ClientPlatform::Other);
        let agent = ClientAgent::find(label("agent")).unwrap_or(ClientAgent::Other);
        for measured in &report.histograms {
            observe(&call.app.metrics, measured, platform, agent);
        }
        for counted in report.counters.iter().filter(|counted| counted.metric == "long_tasks") {
            // A count from a client: what is no small number says nothing.
            if (0.0..=10_000.0).contains(&counted.value) {
                call.app.metrics.clients.long_tasks.add((platform, agent), counted.value as u64);
            }
        }
    }
    Ok(Reply::new(StatusCode::OK, Content::Whole(JSON, bytes::Bytes::new())))
}

/// Clients measure in milliseconds, the metrics are in seconds.
fn observe(metrics: &Metrics, measured: &ClientMetric, platform: ClientPlatform, agent: ClientAgent) {
    let clients = &metrics.clients;
    if !measured.value.is_finite() || measured.value < 0.0 {
        return;
    }
    let seconds = measured.value / 1000.0;
    let web = match measured.metric.as_str() {
        "TTFB" => &clients.time_to_first_byte,
        "FCP" => &clients.first_contentful_paint,
        "LCP" => &clients.largest_contentful_paint,
        "INP" => &clients.interaction_to_next_paint,
        "page_load" => &clients.page_load,
        "channel_switch" => &clients.channel_switch,
        "team_switch" => &clients.team_switch,
        "rhs_load" => &clients.rhs_load,
        "global_threads_load" => &clients.global_threads_load,
        // A share of the page, not a time.
        "CLS" => return clients.cumulative_layout_shift.observe((platform, agent), measured.value),
        "mobile_load" => return clients.mobile_load.observe((platform,), seconds),
        "mobile_channel_switch" => return clients.mobile_channel_switch.observe((platform,), seconds),
        "mobile_team_switch" => return clients.mobile_team_switch.observe((platform,), seconds),
        _ => return,
    };
    web.observe((platform, agent), seconds);
}

/// `POST /logs`: writes a line of a client's log to the server's log. It needs a session.
pub async fn log(mut call: Call) -> Answer {
    let mut line: ClientLog = call.json_or_default("log").await?;
    line.message = line.message.chars().take(LINE_LEN_MAX).collect();
    let user = call.identity.as_ref().map(|identity| identity.user.id.to_string());
    match (&user, line.level.to_ascii_lowercase().as_str()) {
        (Some(user), "error") => tracing::warn!(user.id = user, line = line.message, "a client reports an error"),
        _ => tracing::debug!(user.id = user, line = line.message, "a client reports"),
    }
    Ok(Reply::json(&line))
}
