//! What `/metrics` says, before and after the things that it counts.

use std::collections::HashMap;
use std::time::Duration;

use client::Socket;
use http::{Method, StatusCode};
use muster_server::http::metrics::{Pages, serve};
use serde_json::json;
use testkit::{Person, TestApp};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::{ask, event, must};

/// Nothing that is waited for takes so long.
const WAIT: Duration = Duration::from_secs(20);

/// The metrics of one server, over HTTP as Prometheus asks.
struct Listener {
    port: u16,
    _stop: watch::Sender<bool>,
}

impl Listener {
    async fn of(app: &TestApp) -> Listener {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let pages = Pages { metrics: app.app.metrics.clone(), profiles: Default::default() };
        let (stop, stopped) = watch::channel(false);
        base::tasks::spawn("test-metrics", serve(listener, pages, stopped));
        Listener { port, _stop: stop }
    }

    /// Each series with its value.
    async fn read(&self) -> HashMap<String, f64> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.expect("a connection");
        let request = b"GET /metrics HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n";
        stream.write_all(request).await.expect("sent");
        let mut text = String::new();
        stream.read_to_string(&mut text).await.expect("an answer");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        let samples = body.lines().filter(|line| !line.starts_with('#'));
        samples
            .map(|line| {
                let (series, value) = line.rsplit_once(' ').expect("a series and a value");
                (series.to_owned(), value.parse().expect("a number"))
            })
            .collect()
    }

    /// The metrics once `is_so` holds: what happens beside a request comes a little later.
    async fn until(&self, what: &str, is_so: impl Fn(&HashMap<String, f64>) -> bool) -> HashMap<String, f64> {
        let waiting = async {
            loop {
                let now = self.read().await;
                if is_so(&now) {
                    return now;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(WAIT, waiting).await.unwrap_or_else(|_| panic!("the metrics never say: {what}"))
    }
}

fn of(metrics: &HashMap<String, f64>, series: &str) -> f64 {
    metrics.get(series).copied().unwrap_or_default()
}

/// Asks for the page of a channel twice, the second time with the ETag of the first, and then after a change of it.
async fn ask_again(ann: &Person, channel: &wire::channels::Channel) {
    let path = format!("/api/v4/channels/{}/posts", channel.id);
    let answer = ann.rest.request_with(&Method::GET, &path, &[]).await.expect("an answer");
    let etag = answer.headers["etag"].to_str().expect("text").to_owned();
    let again = [("if-none-match", &etag[..])];
    let unchanged = ann.rest.request_with(&Method::GET, &path, &again).await.expect("an answer");
    assert_eq!(unchanged.status, StatusCode::NOT_MODIFIED);
    ann.post(channel, "something new").await;
    let changed = ann.rest.request_with(&Method::GET, &path, &again).await.expect("an answer");
    assert_eq!(changed.status, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_shows_in_the_metrics() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    muster_server::jobs::start(&app.app);
    let channel = ann.channel(&app.team, "deck").await;
    ann.let_in(&channel, &app.admin).await;
    let listener = Listener::of(&app).await;
    let mut socket = Socket::open(&ann.rest).await.expect("a socket");
    let before = listener.read().await;
    assert!(of(&before, "mattermost_system_server_start_time") > 1_700_000_000.0);

    let post = app.admin.post(&channel, "hello @ann").await;
    event(&mut socket, "posted").await;
    let ack = json!({"post_id": post.id, "user_agent": "LoadTest", "status": "success"});
    let ack = ack.as_object().expect("an object").clone();
    socket.ask("posted_notify_ack", ack, WAIT).await.expect("a reply");
    ask_again(&ann, &channel).await;
    let wrong = json!({"login_id": "ann", "password": "not hers"});
    assert_eq!(ask(&ann.rest, Method::POST, "/users/login", wrong).await.status, StatusCode::UNAUTHORIZED);
    must(&app.admin.rest, Method::POST, "/jobs", json!({"type": "export_users_to_csv"})).await;
    crate::jobs::over(&app.admin, "export_users_to_csv").await;

    let job = "mattermost_jobs_active{type=\"export_users_to_csv\"}";
    let after = listener.until("the job is over, and accounts are counted", |now| {
        now.get(job) == Some(&0.0) && of(now, "mattermost_db_active_users") == 2.0
    });
    let after = after.await;
    let rose = |series: &str| of(&after, series) - of(&before, series);
    for series in [
        "mattermost_post_total",
        "mattermost_login_logins_fail_total",
        "muster_fan_out_seconds_count",
        "muster_fsync_seconds_count",
        "muster_hash_wait_seconds_count",
        "muster_socket_bytes_total",
        "mattermost_notifications_total{type=\"websocket\",platform=\"\"}",
        "mattermost_notifications_success{type=\"websocket\",platform=\"other\"}",
        "mattermost_notifications_total_ack{type=\"websocket\",platform=\"other\"}",
    ] {
        assert!(rose(series) >= 1.0, "{series} did not rise");
    }
    assert_eq!(rose("mattermost_cache_etag_hit_total{route=\"getPostsForChannel\"}"), 1.0);
    assert_eq!(rose("mattermost_cache_etag_miss_total{route=\"getPostsForChannel\"}"), 1.0);
    assert!(rose("muster_fan_out_seconds_sum") < rose("muster_fan_out_seconds_count"), "an event takes a second");
    assert!(of(&after, "muster_cache_entries{name=\"User\"}") >= 2.0);
    assert!(of(&after, "muster_cache_bytes{name=\"Posts\"}") > 0.0);
    assert!(of(&after, "mattermost_db_master_connections_total") >= 2.0);
    for series in
        ["muster_queue_length{queue=\"passwords\"}", "muster_write_queue_length", "mattermost_cluster_health_score"]
    {
        assert_eq!(after.get(series), Some(&0.0), "{series}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_says_what_it_refused() {
    let app = TestApp::start().await;
    let listener = Listener::of(&app).await;
    let (release, held) = std::sync::mpsc::channel::<()>();
    let held = std::sync::Arc::new(std::sync::Mutex::new(held));
    let lane = app.app.pictures.clone();
    // Whatever the lane's size: jobs that wait for the end of the test, until one is refused.
    let full = "muster_queue_drops_total{queue=\"pictures\"}";
    let mut jobs = tokio::task::JoinSet::new();
    while of(&listener.read().await, full) == 0.0 {
        for _ in 0..64 {
            let (lane, held) = (lane.clone(), held.clone());
            jobs.spawn(
                async move { lane.run(move || held.lock().map(|held| held.recv().is_ok()).is_ok()).await.is_ok() },
            );
        }
        tokio::task::yield_now().await;
    }
    let metrics = listener.read().await;
    assert!(of(&metrics, "muster_queue_length{queue=\"pictures\"}") > 0.0);
    drop(release);
    while jobs.join_next().await.is_some() {}
    assert_eq!(of(&listener.read().await, "muster_queue_length{queue=\"pictures\"}"), 0.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_to_be_found_is_counted_when_it_is_asked_for() {
    let app = TestApp::start().await;
    let listener = Listener::of(&app).await;
    let channel = app.admin.channel(&app.team, "deck").await;
    app.admin.post(&channel, "nothing follows this").await;
    let waiting = "muster_search_index_queue_length";
    listener.until("the post can be found", |now| now.get(waiting) == Some(&0.0)).await;
}
