//! The same samples given to a real Prometheus and to the lab: their answers must be the same.
//!
//! `scripts/prometheus with cargo test -p muster-load-lib --test prometheus` finds or unpacks the program. Where
//! there is none the test says so and compares nothing.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use base::{Clock, Millis};
use load::scrape::{Point, Samples, Source, text};

/// Scrapes that Prometheus does; samples are ten seconds apart, so that they make ten minutes.
const SCRAPES: usize = 60;
const APART_MS: Millis = 10_000;
/// Largest relative difference: sums are added in another order.
const TOLERANCE: f64 = 1e-9;

/// Kills Prometheus when the test ends, however it does.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn program() -> Option<PathBuf> {
    let named = std::env::var_os("MUSTER_TEST_PROMETHEUS").filter(|path| !path.is_empty()).map(PathBuf::from);
    let in_path = || {
        let folders = std::env::var_os("PATH")?;
        std::env::split_paths(&folders).map(|folder| folder.join("prometheus")).find(|file| file.is_file())
    };
    named.or_else(in_path)
}

/// The page of one scrape: counters that restart, histograms, gauges, series that come late and go early.
fn page(step: usize, began: Millis) -> String {
    let at = began + step as Millis * APART_MS;
    let mut out = String::new();
    let mut say = |series: &str, value: f64| out.push_str(&format!("{series} {value} {at}\n"));
    let ticks = step as f64;
    for (handler, speed) in [("getUser", 7.0), ("createPost", 3.0), ("getPosts", 11.0)] {
        // The server restarts at the thirtieth scrape.
        let since = if step < 30 { ticks + 5.0 } else { ticks - 30.0 };
        for (status, share) in [("200", 1.0), ("404", 0.1), ("500", 0.01)] {
            let labels = format!("handler=\"{handler}\",status_code=\"{status}\",instance=\"app-0:8067\"");
            let count = (since * speed * share * 10.0).floor();
            say(&format!("mattermost_api_time_count{{{labels}}}"), count);
            say(&format!("mattermost_api_time_sum{{{labels}}}"), count * 0.0123 * speed);
            for (le, part) in [("0.005", 0.2), ("0.01", 0.5), ("0.025", 0.8), ("0.1", 0.97), ("+Inf", 1.0)] {
                let bucket = (count * part).floor();
                say(&format!("mattermost_api_time_bucket{{{labels},le=\"{le}\"}}"), bucket);
            }
        }
    }
    for cpu in 0..2 {
        for (mode, share) in [("idle", 0.6), ("user", 0.3), ("system", 0.1)] {
            let seconds = ticks * 10.0 * share + f64::from(cpu) * 0.37 * (ticks % 3.0 + ticks);
            say(&format!("node_cpu_seconds_total{{cpu=\"{cpu}\",mode=\"{mode}\",instance=\"app-0:9100\"}}"), seconds);
        }
    }
    for (instance, free) in [("app-0:9100", 5e9), ("app-1:9100", 2e9), ("proxy:9100", 1e9)] {
        say(&format!("node_memory_MemAvailable_bytes{{instance=\"{instance}\"}}"), free - ticks * 1e6);
        say(&format!("node_memory_MemTotal_bytes{{instance=\"{instance}\"}}"), 8e9);
        say(&format!("node_netstat_Tcp_RetransSegs{{instance=\"{instance}\"}}"), (ticks * 1.7).floor());
        say(&format!("node_netstat_Tcp_OutSegs{{instance=\"{instance}\"}}"), ticks * 900.0 + 3.0);
    }
    if step > 40 {
        say("late_total{instance=\"app-0:8067\"}", (ticks - 40.0) * 4.0);
    }
    if step < 20 {
        say("early_total{instance=\"app-0:8067\"}", ticks * 4.0);
    }
    say("loadtest_http_request_time_count", ticks * 500.0);
    say("loadtest_http_request_time_sum", ticks * 500.0 * 0.031);
    say("odd_gauge{kind=\"a\"}", if step.is_multiple_of(7) { f64::NAN } else { (ticks * 1.3).sin() * 50.0 });
    say("odd_gauge{kind=\"b\"}", -ticks);
    out
}

const QUERIES: &[&str] = &[
    r#"(sum(rate(mattermost_api_time_count{status_code=~"5.."}[1m]))/sum(rate(mattermost_api_time_count[1m])))*100"#,
    "sum(rate(loadtest_http_request_time_sum[1m]))/sum(rate(loadtest_http_request_time_count[1m]))",
    "histogram_quantile(0.99, sum(rate(mattermost_api_time_bucket[1m])) by (le))",
    "histogram_quantile(0.5, sum(rate(mattermost_api_time_bucket[5m])) by (handler,le))",
    "histogram_quantile(0.9, mattermost_api_time_bucket)",
    r#"100 - 100 * (avg(irate(node_cpu_seconds_total{instance=~"app.*",mode="idle"}[5m])))"#,
    r#"100 - 100 * avg(node_memory_MemAvailable_bytes{instance=~"app.*"} / node_memory_MemTotal_bytes{instance=~"app.*"})"#,
    r#"(avg(rate(node_netstat_Tcp_RetransSegs{instance=~"app.*"}[1m])) / avg(rate(node_netstat_Tcp_OutSegs{instance=~"app.*"}[1m]))) * 100"#,
    r#"(avg(rate(node_netstat_Tcp_RetransSegs{instance=~"proxy:9100"}[1m])) / avg(rate(node_netstat_Tcp_OutSegs{instance=~"proxy:9100"}[1m]))) * 100"#,
    "sum(rate(mattermost_api_time_sum[590s])) by (handler) / sum(rate(mattermost_api_time_count[590s])) by (handler)",
    "rate(mattermost_api_time_count[1m])",
    "rate(mattermost_api_time_count[5m])",
    "increase(mattermost_api_time_count[2m])",
    "irate(mattermost_api_time_count[1m])",
    "rate(late_total[5m])",
    "increase(late_total[10m])",
    "rate(early_total[10m])",
    "early_total",
    "delta(node_memory_MemAvailable_bytes[3m])",
    "avg_over_time(odd_gauge[2m])",
    "max_over_time(odd_gauge[45s])",
    "min_over_time(odd_gauge[45s])",
    "sum_over_time(node_netstat_Tcp_OutSegs[1m])",
    "count_over_time(odd_gauge[95s])",
    "sum without (cpu) (node_cpu_seconds_total)",
    "count by (instance) (node_cpu_seconds_total)",
    "max by (mode) (rate(node_cpu_seconds_total[1m]))",
    "min(node_memory_MemAvailable_bytes)",
    r#"node_memory_MemAvailable_bytes{instance!~"app.*"}"#,
    r#"{__name__=~"node_mem.*",instance!="proxy:9100"}"#,
    "node_memory_MemAvailable_bytes offset 2m",
    "rate(mattermost_api_time_count[1m] offset 90s)",
    "node_memory_MemAvailable_bytes > 2e9",
    "node_memory_MemAvailable_bytes > bool 2e9",
    "2e9 < node_memory_MemAvailable_bytes",
    "node_memory_MemAvailable_bytes / on(instance) node_memory_MemTotal_bytes",
    "mattermost_api_time_sum / ignoring(x) mattermost_api_time_count",
    "node_netstat_Tcp_OutSegs and node_memory_MemAvailable_bytes{instance=\"app-0:9100\"}",
    "node_netstat_Tcp_OutSegs unless on(instance) node_memory_MemAvailable_bytes{instance=\"app-0:9100\"}",
    "node_netstat_Tcp_OutSegs{instance=\"proxy:9100\"} or node_netstat_Tcp_RetransSegs",
    "-odd_gauge{kind=\"b\"} ^ 2",
    "2 ^ 3 ^ 2 - 10 % 4 * 3",
    "abs(odd_gauge)",
    "ceil(odd_gauge) + floor(odd_gauge)",
    "clamp_max(clamp_min(odd_gauge, -10), 10)",
    "scalar(loadtest_http_request_time_count) * 2",
    "vector(7) + 1",
    "no_such_metric",
    "sum(no_such_metric)",
];

#[tokio::test]
async fn a_real_prometheus_answers_the_same() {
    let Some(program) = program() else {
        eprintln!("no Prometheus on this machine: run the test by `scripts/prometheus with`; nothing was compared");
        return;
    };
    // Whole seconds, and old enough that no sample lies in the future.
    let began = (Clock::system().now() / 1_000 - 900) * 1_000;
    let (address, shown) = serve(began);
    let folder = tempfile::tempdir().expect("a folder");
    let (running, url) = start(&program, folder.path(), &address);
    let mut prometheus = Source::prometheus(&url, &simulate::net::Trust::PublicRoots);
    wait_until_scraped(&mut prometheus, &shown, began).await;

    let mut own = Source::own(vec![]);
    fill(&mut own, began);
    let mut compared = 0;
    for step in [3, 25, 29, 30, 31, 33, 45, 59] {
        // Off the samples' own times, on which versions of Prometheus differ about the edges of ranges.
        let at = began + step * APART_MS + 3_700;
        for query in QUERIES {
            let theirs = answer(&mut prometheus, query, at).await;
            let ours = answer(&mut own, query, at).await;
            assert_eq!(ours.len(), theirs.len(), "step {step}: {query}\nours {ours:?}\ntheirs {theirs:?}");
            for (labels, value) in &theirs {
                let own = ours.get(labels).unwrap_or_else(|| panic!("step {step}: {query}: {labels} is missing"));
                let close = own == value
                    || (own.is_nan() && value.is_nan())
                    || (own - value).abs() <= TOLERANCE * value.abs().max(1e-12);
                assert!(close, "step {step}: {query}: {labels}: {own} instead of {value}");
                compared += 1;
            }
        }
    }
    drop(running);
    assert!(compared > 1_000, "{compared} values were compared");
}

/// Serves one page, until another one is asked for by its number.
fn serve(began: Millis) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let shown = Arc::new(AtomicUsize::new(0));
    let step = shown.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let mut request = [0; 4_096];
            let _ = stream.read(&mut request);
            let body = page(step.load(Ordering::SeqCst), began);
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
        }
    });
    (address, shown)
}

fn start(program: &std::path::Path, folder: &std::path::Path, target: &str) -> (Running, String) {
    let config = format!(
        "global: {{scrape_interval: 100ms, scrape_timeout: 100ms}}\n\
         scrape_configs:\n- job_name: lab\n  honor_labels: true\n  static_configs: [{{targets: ['{target}']}}]\n"
    );
    let file = folder.join("prometheus.yml");
    std::fs::write(&file, config).expect("a file");
    // A port that was free a moment ago: Prometheus cannot be asked for one.
    let port = TcpListener::bind("127.0.0.1:0").and_then(|one| one.local_addr()).expect("a port").port();
    let child = Command::new(program)
        .arg(format!("--config.file={}", file.display()))
        .arg(format!("--storage.tsdb.path={}", folder.join("data").display()))
        .arg(format!("--web.listen-address=127.0.0.1:{port}"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("Prometheus starts");
    (Running(child), format!("http://127.0.0.1:{port}"))
}

/// Shows Prometheus each page until it has it: on a busy machine it gives up on some of them.
async fn wait_until_scraped(prometheus: &mut Source, shown: &AtomicUsize, began: Millis) {
    let end = began + (SCRAPES as Millis - 1) * APART_MS;
    for _ in 0..2_400 {
        let seen = prometheus.instant("count_over_time(loadtest_http_request_time_count[700s])", end + 1_000).await;
        let taken = seen.ok().and_then(|series| series.first().map(|one| one.value as usize)).unwrap_or(0);
        if taken == SCRAPES {
            return;
        }
        shown.store(taken, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("Prometheus took {} of {SCRAPES} samples in two minutes", shown.load(Ordering::SeqCst));
}

fn fill(own: &mut Source, began: Millis) {
    let Source::Own(own) = own else { unreachable!("it was made so") };
    let samples: &mut Samples = &mut own.samples;
    for step in 0..SCRAPES {
        for line in text::read(&page(step, began)).lines {
            samples.add(&line.labels, Point { at: line.at.expect("a page has times"), value: line.value });
        }
    }
}

/// Values by labels, without those that Prometheus adds to what it scrapes.
async fn answer(source: &mut Source, query: &str, at: Millis) -> HashMap<String, f64> {
    let series = source.instant(query, at).await.unwrap_or_else(|error| panic!("{error}"));
    let labels = |labels: &load::scrape::Labels| {
        let kept: Vec<String> = labels
            .iter()
            .filter(|(name, value)| *name != "job" && !(*name == "instance" && value.starts_with("127.0.0.1")))
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        kept.join(",")
    };
    series.iter().map(|one| (labels(&one.labels), one.value)).collect()
}
