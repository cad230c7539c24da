// Writes the report of an invented run, to look at the pages without running a server:
// `cargo run -p muster-load-lib --example invented_report -- DIR`.

use std::path::PathBuf;
use std::time::Duration;

use base::Millis;
use load::coordinator::agents::Event;
use load::coordinator::monitor::{FirstOver, Record};
use load::coordinator::run::Outcome;
use load::coordinator::search::Level;
use load::coordinator::steering::Supported;
use load::coordinator::totals::Totals;
use load::health;
use load::report::build::{About, build};
use load::report::model::{Kind, Setup};
use load::report::prices::Prices;
use load::report::{folder, machine};
use load::scrape::{Point, Source, text};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use simulate::results::{Action, Audit, Delivery, Endpoint, Generator, Results};

const BEGAN: Millis = 1_700_000_000_000;
const ROUNDS: i64 = 400;

/// Users at a round: levels that double, then a narrowing bracket, then the hold.
fn users(round: i64) -> f64 {
    match round {
        0..40 => 500.0,
        40..80 => 1_000.0,
        80..120 => 2_000.0,
        120..160 => 4_000.0,
        160..200 => 2_828.0,
        200..250 => 3_364.0,
        _ => 3_085.0,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("name a folder")?);
    let mut rng = SmallRng::seed_from_u64(7);
    let mut source = Source::own(vec![]);
    fill(&mut source, &mut rng);
    let outcome = outcome(&mut rng);
    let about = About {
        kind: Kind::Search,
        title: "Ceiling of an invented server".into(),
        setup: Setup {
            url: "http://chat.example".into(),
            mean_rate: 5.4,
            sessions_per_user: 1,
            agents: vec!["lt0 at http://127.0.0.1:4000".into()],
            metrics: "scraped by the lab: lt0, app-0:8067, app-0:9100".into(),
            command: "muster-load ceiling --url http://chat.example --users 20000 --rate 5.4 --report report/".into(),
            metric_range: "60 s".into(),
            ..Setup::default()
        },
        machine: machine::read(),
        prices: Some(Prices::read(r#"{"currency":"EUR","parts":[{"name":"app","count":1,"per_hour":0.2}]}"#)?),
        range: "60s".into(),
        ..About::default()
    };
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let report = runtime.block_on(build(about, &outcome, &mut source));
    folder::prepare(&folder)?;
    folder::write(&folder, &report)?;
    println!("{}", folder.join("report.html").display());
    Ok(())
}

/// Samples of agent, server and host, two seconds apart.
fn fill(source: &mut Source, rng: &mut SmallRng) {
    let Source::Own(own) = source else { unreachable!("it was made so") };
    let (mut calls, mut seconds, mut errors, mut cpu, mut idle) = (0.0, 0.0, 0.0, 0.0, 0.0);
    let mut buckets = [0.0; 6];
    for round in 0..ROUNDS {
        let at = BEGAN + round * 2_000;
        let users = users(round);
        let over = (users - 3_100.0_f64).max(0.0);
        let mean = 0.004 + users * 1e-6 + over * 1.2e-4 + rng.random_range(0.0..0.001);
        let asked = users * 0.11;
        calls += asked;
        seconds += asked * mean;
        errors += (over * 0.001).floor();
        cpu += users / 4_000.0 * 3.4;
        idle += 4.0 - users / 4_000.0 * 3.4;
        for (bucket, share) in buckets.iter_mut().zip([0.3, 0.7, 0.95, 0.99, 0.999, 1.0]) {
            *bucket += asked * f64::powf(share, 1.0 + over / 400.0);
        }
        let mut page = format!(
            "loadtest_http_request_time_count {calls}\nloadtest_http_request_time_sum {seconds}\n\
             loadtest_http_errors_total{{status_code=\"503\"}} {errors}\nloadtest_http_timeouts_total 0\n\
             loadtest_websocket_connections_total {users}\n\
             mattermost_http_requests_total{{instance=\"app-0:8067\"}} {calls}\n\
             mattermost_http_websockets_total{{instance=\"app-0:8067\"}} {users}\n\
             mattermost_process_cpu_seconds_total{{instance=\"app-0:8067\"}} {cpu}\n\
             mattermost_process_resident_memory_bytes{{instance=\"app-0:8067\"}} {}\n\
             go_memstats_heap_inuse_bytes{{instance=\"app-0:8067\"}} {}\n\
             go_goroutines{{instance=\"app-0:8067\"}} {}\n\
             node_cpu_seconds_total{{instance=\"app-0:9100\",mode=\"idle\",cpu=\"0\"}} {}\n",
            2e8 + users * 30_000.0,
            1e8 + users * 20_000.0,
            users * 3.0 + 40.0,
            idle / 2.0
        );
        for metric in ["loadtest_http_request_time", "mattermost_api_time", "mattermost_db_store_time"] {
            for (le, bucket) in ["0.005", "0.01", "0.025", "0.1", "1", "+Inf"].iter().zip(buckets) {
                let labels =
                    format!("instance=\"app-0:8067\",handler=\"getUser\",method=\"UserStore.Get\",le=\"{le}\"");
                page.push_str(&format!("{metric}_bucket{{{labels}}} {bucket}\n"));
            }
            let labels = "instance=\"app-0:8067\",handler=\"getUser\",method=\"UserStore.Get\"";
            page.push_str(&format!("{metric}_sum{{{labels}}} {seconds}\n{metric}_count{{{labels}}} {calls}\n"));
        }
        for line in text::read(&page).lines {
            own.samples.add(&line.labels, Point { at, value: line.value });
        }
    }
}

fn results(rng: &mut SmallRng) -> Results {
    let names = [
        "POST /posts",
        "GET /channels/{id}/posts",
        "POST /channels/members/{id}/view",
        "GET /users/{id}/image",
        "GET /users/{id}/channels/{id}/posts/unread",
        "POST /users/status/ids",
    ];
    let mut results = Results {
        agent: "lt0".into(),
        version: "0.1.0".into(),
        server_version: "11.0.0".into(),
        mix: "ceiling-v2".into(),
        seed: 42,
        ..Results::default()
    };
    for (place, name) in names.iter().enumerate() {
        let mut endpoint = Endpoint::default();
        let mut action = Action { done: 4_000, requests: 9_000, ..Action::default() };
        for _ in 0..4_000 {
            let ms = (1.0 + place as f64) * (1.0 - (1.0 - rng.random_range(0.0..1.0_f64)).ln() * 2.0);
            endpoint.latency.record(Duration::from_secs_f64(ms / 1_000.0));
            action.latency.record(Duration::from_secs_f64(ms / 200.0));
        }
        if place == 0 {
            endpoint.errors.insert(503, 3);
            action.skipped.insert("no channel to choose".into(), 120);
        }
        results.endpoints.insert((*name).into(), endpoint);
        results.actions.insert(
            ["CreatePost", "SwitchChannel", "UnreadCheck", "ScrollChannel", "ViewThread", "ClickPermalink"][place]
                .into(),
            action,
        );
    }
    results.delivery = Delivery { sent: 1_234, expected: 20_400, received: 20_400, ..Delivery::default() };
    results.delivery.delay = results.endpoints["POST /posts"].latency.clone();
    results.delivery.audit = Some(Audit { asked: 1_234, found: 1_234, ..Audit::default() });
    results.generator =
        Generator { cores: 4.0, cpu_max: 1.2, memory_bytes: 90 << 20, starts: 1_000, ..Generator::default() };
    results
}

fn records() -> Vec<Record> {
    health::published()
        .into_iter()
        .enumerate()
        .map(|(place, metric)| Record {
            description: metric.description,
            query: metric.query,
            threshold: metric.threshold,
            alerts: true,
            judged: if place == 8 { 0 } else { 370 },
            missing: if place == 8 { 370 } else { 0 },
            over: if place == 1 { 41 } else { 0 },
            mean: metric.threshold * 0.3,
            max: metric.threshold * if place == 1 { 1.4 } else { 0.6 },
            first_over: (place == 1).then_some(FirstOver { at: BEGAN + 262_000, users: 4_000, value: 0.112 }),
            ..Record::default()
        })
        .collect()
}

fn outcome(rng: &mut SmallRng) -> Outcome {
    let (results, records) = (results(rng), records());
    let level = |users, healthy, alerts| Level { users, healthy, observations: 8, alerts, ..Level::default() };
    Outcome {
        started_at: BEGAN,
        counted_from: BEGAN + 520_000,
        ended_at: BEGAN + ROUNDS * 2_000,
        supported: Some(Supported {
            users: 3_085,
            low: 3_085.0,
            high: Some(3_364.0),
            method: "bracketed, narrowed and held for 300 s".into(),
            is_final: true,
            ..Supported::default()
        }),
        levels: vec![
            level(500, true, 0),
            level(1_000, true, 0),
            level(2_000, true, 0),
            level(4_000, false, 8),
            level(2_828, true, 0),
            level(3_364, false, 6),
            level(3_085, true, 1),
        ],
        timeline: (0..ROUNDS).map(|round| (BEGAN + round * 2_000, users(round) as u32)).collect(),
        counted_records: records.clone(),
        records,
        events: vec![Event { at: BEGAN + 99_000, text: "agent lt1 is lost with its 500 users".into() }],
        counted: Totals::of(std::slice::from_ref(&results)),
        whole: Totals::of(&[results]),
        ..Outcome::default()
    }
}
