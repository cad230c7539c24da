//! The charts that every report has, and the queries behind them.
//!
//! Names are those that servers of this API and the agents export; a chart whose metric a server does not
//! tell is left out.

use base::Millis;

use super::chart::{Chart, Line, thin};
use crate::scrape::Source;

/// A chart of queries over time.
struct Spec {
    id: &'static str,
    title: &'static str,
    unit: &'static str,
    /// Values are multiplied by this.
    times: f64,
    lines: &'static [(&'static str, &'static str)],
    threshold: Option<f64>,
    note: &'static str,
}

const APP: &str = r#"{instance=~"app.*"}"#;
const MEGABYTE: f64 = 1.0 / (1_024.0 * 1_024.0);

/// `APP` stands for the selector of the application, `RANGE` for the range of rates.
const SPECS: &[Spec] = &[
    Spec {
        id: "requests",
        title: "Requests per second",
        unit: "/s",
        times: 1.0,
        lines: &[
            ("at the client", "sum(rate(loadtest_http_request_time_count[RANGE]))"),
            ("at the server", "sum(rate(mattermost_http_requests_totalAPP[RANGE]))"),
        ],
        threshold: None,
        note: "",
    },
    Spec {
        id: "client-time",
        title: "Request time at the client",
        unit: "ms",
        times: 1_000.0,
        lines: &[
            (
                "mean",
                "sum(rate(loadtest_http_request_time_sum[RANGE]))/sum(rate(loadtest_http_request_time_count[RANGE]))",
            ),
            ("p99", "histogram_quantile(0.99, sum(rate(loadtest_http_request_time_bucket[RANGE])) by (le))"),
        ],
        threshold: Some(2_000.0),
        note: "Quantiles over time are interpolated in the buckets of the exported histogram; the tables below come from full histograms.",
    },
    Spec {
        id: "api-time",
        title: "API time at the server",
        unit: "ms",
        times: 1_000.0,
        lines: &[
            ("mean", "sum(rate(mattermost_api_time_sumAPP[RANGE])) / sum(rate(mattermost_api_time_countAPP[RANGE]))"),
            ("p99", "histogram_quantile(0.99, sum(rate(mattermost_api_time_bucketAPP[RANGE])) by (le))"),
        ],
        threshold: None,
        note: "",
    },
    Spec {
        id: "store-time",
        title: "Store time",
        unit: "ms",
        times: 1_000.0,
        lines: &[
            (
                "mean",
                "sum(rate(mattermost_db_store_time_sumAPP[RANGE])) / sum(rate(mattermost_db_store_time_countAPP[RANGE]))",
            ),
            ("p99", "histogram_quantile(0.99, sum(rate(mattermost_db_store_time_bucketAPP[RANGE])) by (le))"),
        ],
        threshold: None,
        note: "",
    },
    Spec {
        id: "cpu",
        title: "Processors",
        unit: "%",
        times: 1.0,
        lines: &[
            ("server process (100 % is one core)", "avg(rate(mattermost_process_cpu_seconds_totalAPP[RANGE]) * 100)"),
            ("machine", "100 - 100 * (avg(rate(node_cpu_seconds_total{instance=~\"app.*\",mode=\"idle\"}[RANGE])))"),
        ],
        threshold: None,
        note: "",
    },
    Spec {
        id: "memory",
        title: "Memory of the server",
        unit: "MB",
        times: MEGABYTE,
        lines: &[
            ("heap in use", "avg(go_memstats_heap_inuse_bytesAPP)"),
            ("resident", "avg(mattermost_process_resident_memory_bytesAPP)"),
        ],
        threshold: None,
        note: "",
    },
    Spec {
        id: "devices",
        title: "Connected devices",
        unit: "",
        times: 1.0,
        lines: &[
            ("sockets at the server", "sum(mattermost_http_websockets_totalAPP)"),
            ("sockets at the agents", "sum(loadtest_websocket_connections_total)"),
        ],
        threshold: None,
        note: "",
    },
    Spec {
        id: "tasks",
        title: "Tasks of the server (or their equivalent)",
        unit: "",
        times: 1.0,
        lines: &[("tasks", "sum(go_goroutinesAPP)")],
        threshold: None,
        note: "",
    },
    Spec {
        id: "stack",
        title: "Stack in use",
        unit: "MB",
        times: MEGABYTE,
        lines: &[("stack", "avg(go_memstats_stack_inuse_bytesAPP)")],
        threshold: None,
        note: "",
    },
    Spec {
        id: "errors",
        title: "Errors per minute at the client",
        unit: "/min",
        times: 60.0,
        lines: &[
            ("answers of 500 and above", "sum(rate(loadtest_http_errors_total{status_code=~\"5..\"}[RANGE]))"),
            ("answers of 400 to 499", "sum(rate(loadtest_http_errors_total{status_code=~\"4..\"}[RANGE]))"),
            ("timeouts", "sum(rate(loadtest_http_timeouts_total[RANGE]))"),
        ],
        threshold: None,
        note: "",
    },
];

/// Steps of a chart over the whole run.
const STEPS: Millis = 300;

/// What a chart's horizontal axis speaks of.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub from: Millis,
    pub counted_from: Millis,
    pub to: Millis,
}

impl Span {
    /// Minutes since the start.
    pub fn minutes(&self, at: Millis) -> f64 {
        (at - self.from) as f64 / 60_000.0
    }

    pub fn counted(&self) -> Option<(f64, f64)> {
        (self.counted_from > self.from).then(|| (self.minutes(self.counted_from), self.minutes(self.to)))
    }

    pub fn step_ms(&self) -> Millis {
        ((self.to - self.from) / STEPS).max(1_000)
    }
}

/// Evaluates the standard charts over a run. `range` is that of the rates: `1m`.
pub async fn standard(source: &mut Source, span: Span, range: &str) -> Vec<Chart> {
    let mut charts = Vec::new();
    for spec in SPECS {
        let mut lines = Vec::new();
        for (name, query) in spec.lines {
            let query = query.replace("APP", APP).replace("RANGE", range);
            lines.extend(line(source, &query, name, spec.times, span).await);
        }
        if !lines.is_empty() {
            charts.push(Chart {
                id: spec.id.into(),
                title: spec.title.into(),
                unit: spec.unit.into(),
                across: "min".into(),
                lines,
                threshold: spec.threshold,
                counted: span.counted(),
                note: spec.note.into(),
                ..Chart::default()
            });
        }
    }
    charts
}

async fn line(source: &mut Source, query: &str, name: &str, times: f64, span: Span) -> Option<Line> {
    let values = source.range(query, (span.from, span.to), span.step_ms()).await.ok()?;
    let points: Vec<(f64, f64)> = values
        .into_iter()
        .filter(|(_, value)| value.is_finite())
        .map(|(at, value)| (span.minutes(at), value * times))
        .collect();
    (points.len() > 1).then(|| Line { name: name.into(), points: thin(&points), dots: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::promql::parse;

    #[test]
    fn every_query_of_the_charts_can_be_evaluated() {
        for (_, query) in SPECS.iter().flat_map(|spec| spec.lines) {
            let query = query.replace("APP", APP).replace("RANGE", "1m");
            parse(&query).unwrap_or_else(|problem| panic!("{query}: {problem}"));
        }
    }

    #[tokio::test]
    async fn a_chart_without_values_is_left_out() {
        let span = Span { from: 0, counted_from: 0, to: 60_000 };
        assert!(standard(&mut Source::own(vec![]), span, "1m").await.is_empty());
    }
}
