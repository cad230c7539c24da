//! Jobs: started, watched, done.

use std::io::Read;
use std::time::Duration;

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Person, TestApp};

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
    let index = &app.app.indexing.index;
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
