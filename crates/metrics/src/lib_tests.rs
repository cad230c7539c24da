//! What stands in the exposition.

use std::collections::BTreeSet;
use std::path::Path;

use super::*;

fn declarations() -> impl Iterator<Item = &'static Declaration> {
    GROUPS.iter().flat_map(|(_, declarations)| declarations.iter())
}

#[test]
fn an_answered_request_is_exposed_with_its_labels() {
    let metrics = Metrics::new();
    let call = ApiCall {
        handler: "createPost",
        method: Method::Post,
        status: 201,
        origin: OriginClient::Web,
        page_load: PageLoad::Other,
    };
    metrics.api_time(call, 0.02);
    let text = metrics.render();
    let labels = r#"handler="createPost",method="POST",status_code="201",origin_client="web",page_load_context="""#;
    assert!(text.contains(&format!("mattermost_api_time_bucket{{{labels},le=\"0.025\"}} 1\n")), "{text}");
    assert!(text.contains(&format!("mattermost_api_time_bucket{{{labels},le=\"0.01\"}} 0\n")));
    assert!(text.contains(&format!("mattermost_api_time_sum{{{labels}}} 0.02\n")));
    assert!(text.contains(&format!("mattermost_api_time_count{{{labels}}} 1\n")));
    assert!(text.contains("mattermost_http_requests_total 1\n"));
    assert!(text.contains("mattermost_http_errors_total 0\n"));
}

#[test]
fn a_refused_request_counts_as_an_error() {
    let metrics = Metrics::new();
    let call = ApiCall {
        handler: "login",
        method: Method::Post,
        status: 401,
        origin: OriginClient::Unknown,
        page_load: PageLoad::Other,
    };
    metrics.api_time(call, 0.02);
    assert_eq!(metrics.http.errors.get(), 1);
}

#[test]
fn names_and_help_texts_are_unique_and_whole() {
    let mut seen = BTreeSet::new();
    for declaration in declarations() {
        assert!(seen.insert(declaration.name), "{} twice", declaration.name);
        assert!(declaration.help.trim().ends_with('.'), "{} has no help sentence", declaration.name);
        assert_eq!(declaration.labels.len(), declaration.label_count, "{}", declaration.name);
        assert_eq!(
            declaration.r#type == value::Type::Histogram,
            !declaration.buckets.is_empty(),
            "{}",
            declaration.name
        );
    }
}

#[test]
fn every_name_that_dashboards_and_load_tests_query_exists() {
    let names: BTreeSet<&str> = declarations().map(|declaration| declaration.name).collect();
    for queried in [
        "mattermost_api_time",
        "mattermost_db_store_time",
        "mattermost_http_requests_total",
        "mattermost_http_errors_total",
        "mattermost_http_websockets_total",
        "mattermost_post_total",
        "mattermost_db_master_connections_total",
        "mattermost_process_cpu_seconds_total",
        "mattermost_process_resident_memory_bytes",
        "mattermost_process_open_fds",
        "go_goroutines",
        "go_memstats_heap_inuse_bytes",
        "go_memstats_stack_inuse_bytes",
        "mattermost_cluster_event_type_totals",
        "mattermost_notifications_success",
        "mattermost_system_server_start_time",
    ] {
        assert!(names.contains(queried), "{queried}");
    }
}

#[test]
fn the_process_is_measured_on_linux() {
    let metrics = Metrics::new();
    metrics.render();
    if cfg!(target_os = "linux") {
        assert!(metrics.system.resident_bytes.get() > 0);
        assert!(metrics.system.open_fds.get() > 0);
        assert!(metrics.system.max_fds.get() > 0);
    }
}

#[test]
fn a_metric_without_series_is_not_exposed() {
    let metrics = Metrics::new();
    assert!(!metrics.render().contains("mattermost_api_time"));
}

#[test]
fn gauges_read_elsewhere_are_refreshed_before_rendering() {
    let metrics = Metrics::new();
    metrics.refresh_with(|metrics| metrics.system.queue_length.set(("push",), 7));
    assert!(metrics.render().contains("muster_queue_length{queue=\"push\"} 7\n"));
}

#[test]
fn recording_from_many_threads_loses_nothing() {
    let metrics = Metrics::new();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| (0..1000).for_each(|_| metrics.db_store_time("PostStore.Save", true, 0.001)));
        }
    });
    assert!(
        metrics.render().contains(r#"mattermost_db_store_time_count{method="PostStore.Save",success="true"} 8000"#)
    );
}

#[test]
fn docs_metrics_md_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/metrics.md");
    if option_env!("UPDATE").is_some() {
        std::fs::write(&path, markdown()).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == markdown(), "stale: run UPDATE=1 cargo test -p muster-metrics");
}
