//! Jobs: started, watched, done.

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use conversation::scheduled_posts::due::send_due;
use http::{Method, StatusCode};
use muster_server::jobs::once;
use request::App;
use serde_json::{Value, json};
use testkit::{Person, TestApp};
use transfer::jobs::users_export::REQUESTED_BY;
use transfer::runner::Jobs;

use crate::{event, must, refused};

const KIND: &str = "export_users_to_csv";

/// The newest job of the kind, once it is over.
pub async fn over(admin: &Person, kind: &str) -> Value {
    for _ in 0..200 {
        let jobs = must(&admin.rest, Method::GET, &format!("/jobs/type/{kind}"), Value::Null).await;
        if !matches!(jobs[0]["status"].as_str(), Some("pending" | "in_progress")) {
            return jobs[0].clone();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the job does not end");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_report_on_users_comes_as_a_file() {
    let app = TestApp::start().await;
    app.member("ann").await;
    let mut socket = client::Socket::open(&app.admin.rest).await.expect("a socket");
    must(&app.admin.rest, Method::POST, "/reports/users/export", Value::Null).await;
    let job = over(&app.admin, KIND).await;
    assert_eq!((&job["status"], &job["progress"]), (&json!("success"), &json!(100)), "{job}");
    let posted = event(&mut socket, "posted").await;
    let post: Value = serde_json::from_str(posted.data["post"].as_str().expect("text")).expect("JSON");
    let path = format!("/api/v4/files/{}", post["file_ids"][0].as_str().expect("a file"));
    let file = app.admin.rest.request(&Method::GET, &path, bytes::Bytes::new(), None).await.expect("an answer");
    let text = String::from_utf8(file.body.to_vec()).expect("text");
    assert!(text.starts_with("id,username,") && text.contains("\"ann\",\"ann@example.test\""), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_is_over_cannot_be_cancelled_and_is_shown_to_administrators_alone() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    assert_eq!(refused(&ann.rest, Method::POST, "/jobs", json!({"type": KIND})).await.0, StatusCode::FORBIDDEN);
    let job = must(&app.admin.rest, Method::POST, "/jobs", json!({"type": KIND})).await;
    over(&app.admin, KIND).await;
    let path = format!("/jobs/{}", job["id"].as_str().expect("an id"));
    assert_eq!(refused(&ann.rest, Method::GET, &path, Value::Null).await.0, StatusCode::FORBIDDEN);
    let late = refused(&app.admin.rest, Method::POST, &format!("{path}/cancel"), Value::Null).await;
    assert_eq!(late, (StatusCode::BAD_REQUEST, "jobs.request_cancellation.status.error".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_waits_is_cancelled_at_once() {
    let app = TestApp::with(|config| config.jobs.run = false).await;
    let job = must(&app.admin.rest, Method::POST, "/jobs", json!({"type": KIND})).await;
    assert_eq!(job["status"], "pending");
    let second = refused(&app.admin.rest, Method::POST, "/reports/users/export", Value::Null).await;
    assert_eq!(second.1, "app.report.start_users_batch_export.job_exists");
    let path = format!("/jobs/{}", job["id"].as_str().expect("an id"));
    must(&app.admin.rest, Method::POST, &format!("{path}/cancel"), Value::Null).await;
    assert_eq!(must(&app.admin.rest, Method::GET, &path, Value::Null).await["status"], "canceled");
    let listed = must(&app.admin.rest, Method::GET, "/jobs?status=canceled", Value::Null).await;
    assert_eq!(listed[0]["id"], job["id"]);
}

/// Starts a job and waits for its end, which has to be a good one.
pub async fn done(app: &TestApp, kind: &str, data: Value) -> Value {
    must(&app.admin.rest, Method::POST, "/jobs", json!({"type": kind, "data": data})).await;
    let job = over(&app.admin, kind).await;
    assert_eq!(job["status"], "success", "{job}");
    job
}

testkit::both! {
    async fn all_that_was_said_is_exported_as_a_packed_table(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        let post = ann.post(&channel, "first \"draft\"").await;
        let edit = json!({"id": post.id, "message": "=second()"});
        must(&ann.rest, Method::PUT, &format!("/posts/{}/patch", post.id), edit).await;
        let gone = ann.post(&channel, "regretted").await;
        must(&ann.rest, Method::DELETE, &format!("/posts/{}", gone.id), Value::Null).await;
        // The last seconds are left to the next export.
        let (text, job) = loop {
            let job = done(&app, "message_export", json!({"is_downloadable": "no"})).await;
            let text = unpacked(&app.admin, &job).await;
            if text.contains("regretted") {
                break (text, job);
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        };
        assert!(text.starts_with("create_at,update_at,delete_at,team_id,"), "{text}");
        for said in ["\"first \"\"draft\"\"\"", "\"'=second()\"", "\"deck\"", "\"ann@example.test\""] {
            assert!(text.contains(said), "{said} is missing in {text}");
        }
        let next = done(&app, "message_export", json!({"batch_start_time": job["data"]["job_end_time"]})).await;
        assert!(!unpacked(&app.admin, &next).await.contains("regretted"));
    }
}

async fn unpacked(admin: &Person, job: &Value) -> String {
    let path = format!("/api/v4/jobs/{}/download", job["id"].as_str().expect("an id"));
    let file = admin.rest.request(&Method::GET, &path, bytes::Bytes::new(), None).await.expect("an answer");
    assert_eq!((file.status, &file.headers["cache-control"]), (StatusCode::OK, &"no-store".parse().expect("a header")));
    let mut text = String::new();
    flate2::read::GzDecoder::new(&file.body[..]).read_to_string(&mut text).expect("a packed text");
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_downloaded_from_jobs_without_a_result_and_by_those_who_may_not() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    // The caller's own word for it does not count.
    let export = done(&app, KIND, json!({"is_downloadable": "true"})).await;
    let path = format!("/jobs/{}/download", export["id"].as_str().expect("an id"));
    let refusal = refused(&app.admin.rest, Method::GET, &path, Value::Null).await;
    assert_eq!(refusal, (StatusCode::BAD_REQUEST, "api.unable_to_download_job".to_owned()));
    assert_eq!(refused(&ann.rest, Method::GET, &path, Value::Null).await.0, StatusCode::FORBIDDEN);
    let unknown = format!("/jobs/{}/download", app.team.id);
    assert_eq!(refused(&app.admin.rest, Method::GET, &unknown, Value::Null).await.0, StatusCode::NOT_FOUND);
    assert_eq!(refused(&ann.rest, Method::GET, &unknown, Value::Null).await.0, StatusCode::FORBIDDEN);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_index_made_anew_has_what_the_store_has_and_nothing_else() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    let channel = ann.channel(&app.team, "deck").await;
    let (kept, lost) = (ann.post(&channel, "zebra one").await, ann.post(&channel, "zebra two").await);
    let index = &app.app.indexing.engine;
    assert_eq!(index.remove_post(lost.id), search::Behind::No);
    let id = app.app.ids.next();
    let made_up = search::PostDoc {
        id,
        channel_id: channel.id,
        user_id: ann.user.id,
        create_at: 1,
        update_at: 1,
        message: "zebra three".into(),
        hashtags: String::new(),
    };
    assert_eq!(index.add_post(made_up), search::Behind::No);
    index.flush().await.expect("an index");
    let job = done(&app, "elasticsearch_post_indexing", Value::Null).await;
    assert_eq!(job["data"]["removed"], "1", "{job}");
    let found = must(&ann.rest, Method::POST, "/posts/search", json!({"terms": "zebra"})).await;
    assert_eq!(found["order"], json!([lost.id, kept.id]));
    let ids = index.ids(search::Kind::Posts, base::Id::NONE, 1_000).await.expect("an index");
    assert!(ids.contains(&kept.id.into()));
}

/// Does `work` on both nodes at a time, as their clocks would, and counts on how many it was done.
async fn on_both(nodes: [&Arc<App>; 2], name: &'static str) -> usize {
    let done = AtomicUsize::new(0);
    let count = &done;
    let work = move |_: Arc<App>| async move {
        count.fetch_add(1, Ordering::SeqCst);
        Ok(())
    };
    let both = nodes.map(|node| once(node.clone(), name, work));
    for told in futures_util::future::join_all(both).await {
        told.map_err(|error| error.detailed).expect("the store answers");
    }
    done.into_inner()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_nodes_one_does_what_is_due_and_the_other_when_it_is_gone() {
    let Some(db) = testkit::Database::postgres().await else { return };
    let app = TestApp::on_with(db, |config| config.jobs.lease_s = 3).await;
    let second = app.server.node(|config| config.jobs.lease_s = 3).await;
    let idle = app.server.node(|config| config.jobs.run = false).await;
    for _ in 0..3 {
        assert_eq!(on_both([&app.server.app, &second.app], "sweep").await, 1);
        assert_eq!(on_both([&idle.app, &idle.app], "sweep").await, 0, "a node for requests alone");
    }
    app.server.app.leases.release().await.expect("the store answers");
    second.app.leases.release().await.expect("the store answers");
    assert_eq!(on_both([&second.app, &second.app], "sweep").await, 2, "this node holds it now");
    assert_eq!(on_both([&app.server.app, &app.server.app], "sweep").await, 0);
    // The node is gone: it prolongs nothing.
    tokio::time::sleep(Duration::from_millis(3_100)).await;
    assert_eq!(on_both([&app.server.app, &app.server.app], "sweep").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_send_a_scheduled_post_once() {
    let Some(db) = testkit::Database::postgres().await else { return };
    let app = TestApp::on(db).await;
    let second = app.server.node(|_| {}).await;
    let channel = app.admin.channel(&app.team, "later").await;
    let at = app.server.app.clock.now() + 1_000;
    let form = json!({"channel_id": channel.id, "message": "in time", "scheduled_at": at});
    must(&app.admin.rest, Method::POST, "/posts/schedule", form).await;
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    let due = [&app.server.app, &second.app, &app.server.app].map(|node| send_due(node.clone()));
    for told in futures_util::future::join_all(due).await {
        told.map_err(|error| error.detailed).expect("the store answers");
    }
    let page = must(&app.admin.rest, Method::GET, &format!("/channels/{}/posts", channel.id), Value::Null).await;
    let posts = page["posts"].as_object().expect("posts").values();
    assert_eq!(posts.filter(|post| post["message"] == "in time").count(), 1, "{page}");
}

testkit::both! {
    async fn a_job_whose_node_died_is_done_by_another(db) {
        let app = TestApp::on_with(db, |config| config.jobs.lease_s = 1).await;
        let (store, id) = (&app.server.app.store, app.server.app.ids.next());
        let now = app.server.app.clock.now();
        let data = Some([(REQUESTED_BY.to_owned(), app.admin.user.id.to_string())].into());
        let status = "pending".to_owned();
        let job = wire::jobs::Job { id, kind: KIND.into(), create_at: now, status, data, ..Default::default() };
        let begun = vec![store::jobs::insert(&job), store::jobs::take(id, "dead", 1_000, now)];
        store.commit(begun, None).await.expect("a change");
        tokio::time::sleep(Duration::from_millis(1_100)).await;
        app.server.app.of::<Arc<Jobs>>().wake();
        let job = over(&app.admin, KIND).await;
        assert_eq!(job["status"], "success", "{job}");
    }
}

testkit::both! {
    /// Were there a moment between the two, the next node would tell again where one was killed in it.
    async fn the_report_on_users_is_told_in_the_change_that_ends_the_job(db) {
        let app = TestApp::on(db).await;
        let (rest, store) = (&app.admin.rest, &app.server.app.store);
        let data = json!({ (REQUESTED_BY): app.admin.user.id });
        done(&app, KIND, data.clone()).await;
        let bot = must(rest, Method::GET, "/users/username/system-bot", Value::Null).await;
        let direct = must(rest, Method::POST, "/channels/direct", json!([app.admin.user.id, bot["id"]])).await;
        let direct = base::ids::ChannelId::parse(direct["id"].as_str().expect("an id")).expect("an id");
        let told = || async { store.channel(direct).await.expect("an answer").expect("a channel").total_msg_count };
        for already in 1..=5 {
            let job = must(rest, Method::POST, "/jobs", json!({"type": KIND, "data": data})).await;
            let job = base::ids::JobId::parse(job["id"].as_str().expect("an id")).expect("an id");
            let begun = std::time::Instant::now();
            while told().await == already {
                assert!(begun.elapsed() < Duration::from_secs(10), "the report does not come");
            }
            assert_eq!(store.job(job).await.expect("an answer").expect("a job").status, "success");
        }
        assert_eq!(told().await, 6);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_for_jobs_alone_tells_that_it_lives_and_nothing_else() {
    let server = testkit::Server::start(testkit::Database::sqlite(), |config| config.jobs.only = true).await;
    let rest = client::Rest::new(&server.base);
    must(&rest, Method::GET, "/system/ping", Value::Null).await;
    assert_eq!(refused(&rest, Method::GET, "/config/client?format=old", Value::Null).await.0, StatusCode::NOT_FOUND);
}
