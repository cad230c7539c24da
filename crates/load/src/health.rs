//! The nine published health metrics: queries, thresholds, and how to judge their values.
//!
//! A metric without a value is healthy, as published, but the report says that it was missing.

use serde::{Deserialize, Serialize};

use base::Millis;

/// A query that stops the test when it reaches its threshold. The keys are those of `coordinator.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Metric {
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub legend: String,
    pub query: String,
    pub threshold: f64,
    /// Not judged in the first seconds of a run, whose rates speak of nothing yet.
    #[serde(default)]
    pub min_interval_sec: u64,
    #[serde(default)]
    pub alert: bool,
}

/// Descriptions, queries, thresholds.
const PUBLISHED: &[(&str, &str, f64)] = &[
    (
        "HTTP 5xx by the server (%)",
        r#"((sum(rate(mattermost_api_time_count{status_code=~"5.."}[1m])) or vector(0))/sum(rate(mattermost_api_time_count[1m])))*100"#,
        0.025,
    ),
    (
        "Mean request time at the client (s)",
        "sum(rate(loadtest_http_request_time_sum[1m]))/sum(rate(loadtest_http_request_time_count[1m]))",
        0.1,
    ),
    (
        "99th percentile of request time at the client (s)",
        "histogram_quantile(0.99, sum(rate(loadtest_http_request_time_bucket[1m])) by (le))",
        2.0,
    ),
    (
        "HTTP 5xx at the client (%)",
        r#"((sum(rate(loadtest_http_errors_total{status_code=~"5.."}[1m])) or vector(0))/sum(rate(loadtest_http_request_time_count[1m])))*100"#,
        0.025,
    ),
    (
        "Timeouts at the client (%)",
        "((sum(rate(loadtest_http_timeouts_total[1m])) or vector(0))/sum(rate(loadtest_http_request_time_count[1m]))) * 100",
        0.025,
    ),
    (
        "Processors of the application nodes (%)",
        r#"100 - 100 * (avg(irate(node_cpu_seconds_total{instance=~"app.*",mode="idle"}[5m])))"#,
        85.0,
    ),
    (
        "Memory of the application nodes (%)",
        r#"100 - 100 * avg(node_memory_MemAvailable_bytes{instance=~"app.*"} / node_memory_MemTotal_bytes{instance=~"app.*"})"#,
        85.0,
    ),
    (
        "TCP segments sent again by the application nodes (%)",
        r#"(avg(rate(node_netstat_Tcp_RetransSegs{instance=~"app.*"}[1m])) / avg(rate(node_netstat_Tcp_OutSegs{instance=~"app.*"}[1m]))) * 100"#,
        1.0,
    ),
    (
        "TCP segments sent again by the proxy (%)",
        r#"(avg(rate(node_netstat_Tcp_RetransSegs{instance=~"proxy:9100"}[1m])) / avg(rate(node_netstat_Tcp_OutSegs{instance=~"proxy:9100"}[1m]))) * 100"#,
        1.0,
    ),
];

/// In the query of a metric that watches processors.
pub const PROCESSORS: &str = "node_cpu_seconds";

/// Seconds before a published metric is judged.
const MIN_INTERVAL_SEC: u64 = 60;

/// The nine, as published, but for `or vector(0)`: a counter that is not there because nothing failed is told as 0 and
/// not as a metric without a value.
pub fn published() -> Vec<Metric> {
    let metric = |&(description, query, threshold): &(&str, &str, f64)| Metric {
        description: description.into(),
        legend: String::new(),
        query: query.into(),
        threshold,
        min_interval_sec: MIN_INTERVAL_SEC,
        alert: true,
    };
    PUBLISHED.iter().map(metric).collect()
}

/// The same metrics over shorter ranges, for a test that has minutes and not hours. The answer varies more.
pub fn over(metrics: &[Metric], seconds: u64) -> Vec<Metric> {
    let range = format!("[{seconds}s]");
    let shorter = |metric: &Metric| Metric {
        query: metric.query.replace("[1m]", &range).replace("[5m]", &range),
        min_interval_sec: seconds,
        ..metric.clone()
    };
    metrics.iter().map(shorter).collect()
}

/// What the generators say of themselves, over so many seconds: where one of these alerts, what users meet is partly
/// their generator. They are no health metrics of the server, but a level of a search must be without them, too.
pub fn of_generators(seconds: u64) -> Vec<Metric> {
    // A wake-up this late shows in every time that is measured: `report::validity`. Of the actions ten a second more
    // than there are, so that a single late one of a few users is no sign.
    let lag = format!("histogram_quantile(0.99, sum(rate(loadtest_wakeup_lag_bucket[{seconds}s])) by (le))");
    let late = format!(
        "sum(rate(loadtest_actions_late_total[{seconds}s]))/(sum(rate(loadtest_actions_started_total[{seconds}s])) + 10)*100"
    );
    let metric = |description: &str, query: String, threshold: f64| Metric {
        description: description.into(),
        legend: String::new(),
        query,
        threshold,
        min_interval_sec: seconds,
        alert: true,
    };
    vec![
        metric("99th percentile of late wake-ups at the generator (s)", lag, LAG_P99_MAX_S),
        metric("Actions that began late at the generator (%)", late, LATE_MAX_PERCENT),
    ]
}

/// A p99 of the wake-up above this shows in every latency that is measured.
pub const LAG_P99_MAX_S: f64 = 0.02;
/// Actions that may begin late before the load is not what was asked for.
pub const LATE_MAX_PERCENT: f64 = 1.0;

/// One round's value of a metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Judged {
    /// The run is too young.
    TooEarly,
    /// The query had no value, or none that is a number.
    Missing,
    Healthy(f64),
    Over(f64),
}

impl Metric {
    /// It watches the processors of the server's machines: what is in use of them rises with the users.
    pub fn is_of_processors(&self) -> bool {
        self.query.contains(PROCESSORS)
    }

    /// Judges a value `since_start_ms` after the monitor began.
    pub fn judge(&self, value: Option<f64>, since_start_ms: Millis) -> Judged {
        if since_start_ms < self.min_interval_sec as Millis * 1_000 {
            return Judged::TooEarly;
        }
        match value {
            Some(value) if value.is_nan() => Judged::Missing,
            Some(value) if value >= self.threshold => Judged::Over(value),
            Some(value) => Judged::Healthy(value),
            None => Judged::Missing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::promql::parse;

    #[test]
    fn there_are_nine_and_each_can_be_evaluated() {
        let metrics = published();
        assert_eq!(metrics.len(), 9);
        for metric in metrics.iter().chain(&over(&metrics, 15)).chain(&of_generators(15)) {
            parse(&metric.query).unwrap_or_else(|problem| panic!("{}: {problem}", metric.description));
        }
    }

    #[test]
    fn a_value_at_the_threshold_alerts() {
        let metric = &published()[1];
        assert_eq!(metric.judge(Some(0.1), 60_000), Judged::Over(0.1));
        assert_eq!(metric.judge(Some(0.099), 60_000), Judged::Healthy(0.099));
    }

    #[test]
    fn a_young_run_and_a_missing_metric_do_not() {
        let metric = &published()[1];
        assert_eq!(metric.judge(Some(5.0), 59_999), Judged::TooEarly);
        assert_eq!(metric.judge(None, 60_000), Judged::Missing);
        assert_eq!(metric.judge(Some(f64::NAN), 60_000), Judged::Missing);
    }

    #[test]
    fn the_keys_are_those_of_the_reference_tool() {
        let text = r#"{"Description":"d","Legend":"l","Query":"up","Threshold":1.5,"MinIntervalSec":60,"Alert":true}"#;
        let metric: Metric = serde_json::from_str(text).expect("it reads");
        assert_eq!(serde_json::to_string(&metric).expect("it writes"), text);
    }
}
