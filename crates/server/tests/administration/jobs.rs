//! Jobs: started, watched, done.

use std::time::Duration;

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Person, TestApp};

use crate::{event, must, refused};

const KIND: &str = "export_users_to_csv";

/// The newest job of the kind, once it is over.
async fn over(admin: &Person) -> Value {
    for _ in 0..200 {
        let jobs = must(&admin.rest, Method::GET, &format!("/jobs/type/{KIND}"), Value::Null).await;
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
    let job = over(&app.admin).await;
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
    over(&app.admin).await;
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
