//! What is removed for its age, and what stays.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::TestApp;

use crate::jobs::{done, over};
use crate::{ask, must};

const KIND: &str = "data_retention";
const HOUR_MS: i64 = 60 * 60 * 1000;

/// A post of the administrator, who may say when it was written.
async fn post(app: &TestApp, channel: &str, root: &str, hours_ago: i64) -> String {
    let create_at = base::Clock::system().now() - hours_ago * HOUR_MS;
    let form = json!({"channel_id": channel, "root_id": root, "message": "gullible", "create_at": create_at});
    must(&app.admin.rest, Method::POST, "/posts", form).await["id"].as_str().expect("an id").to_owned()
}

async fn is_there(app: &TestApp, post: &str) -> bool {
    ask(&app.admin.rest, Method::GET, &format!("/posts/{post}"), Value::Null).await.status == StatusCode::OK
}

testkit::both! {
    async fn old_posts_go_and_roots_stay_as_long_as_their_replies(db) {
        let app = TestApp::on_with(db, |config| {
            config.retention.enable_posts = true;
            config.retention.posts_h = 5;
            config.retention.keep_pinned = true;
            config.jobs.schedule = false;
        }).await;
        let channel = app.admin.channel(&app.team, "deck").await.id.to_string();
        let (old, young) = (post(&app, &channel, "", 6).await, post(&app, &channel, "", 4).await);
        let pinned = post(&app, &channel, "", 6).await;
        must(&app.admin.rest, Method::POST, &format!("/posts/{pinned}/pin"), Value::Null).await;
        let living = post(&app, &channel, "", 8).await;
        let (first, second) = (post(&app, &channel, &living, 7).await, post(&app, &channel, &living, 3).await);
        let ended = post(&app, &channel, "", 8).await;
        let reply = post(&app, &channel, &ended, 7).await;
        // The page is in memory before. Its ninth post says who came.
        let page = format!("/channels/{channel}/posts");
        assert_eq!(must(&app.admin.rest, Method::GET, &page, Value::Null).await["order"].as_array().map(Vec::len), Some(9));
        let job = done(&app, KIND, Value::Null).await;
        assert_eq!(job["data"]["posts"], "4", "{job}");
        for (post, stays) in [(&old, false), (&first, false), (&ended, false), (&reply, false),
            (&young, true), (&pinned, true), (&living, true), (&second, true)]
        {
            assert_eq!(is_there(&app, post).await, stays);
        }
        let left = must(&app.admin.rest, Method::GET, &page, Value::Null).await;
        assert_eq!(left["order"].as_array().map(Vec::len), Some(5), "{left}");
        let root = must(&app.admin.rest, Method::GET, &format!("/posts/{living}"), Value::Null).await;
        assert_eq!(root["reply_count"], 1, "{root}");
        let found = must(&app.admin.rest, Method::POST, "/posts/search", json!({"terms": "gullible"})).await;
        assert_eq!(found["order"].as_array().map(Vec::len), Some(4));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mention_that_nobody_can_read_any_more_is_not_unread() {
    let app = TestApp::with(|config| {
        config.retention.enable_posts = true;
        config.retention.posts_h = 5;
        config.jobs.schedule = false;
    })
    .await;
    let bob = app.member("bob").await;
    let channel = app.admin.channel(&app.team, "deck").await;
    app.admin.let_in(&channel, &bob).await;
    let channel = channel.id.to_string();
    let root = post(&app, &channel, "", 8).await;
    let create_at = base::Clock::system().now() - 7 * HOUR_MS;
    let call = json!({"channel_id": channel, "root_id": root, "message": "@bob", "create_at": create_at});
    must(&app.admin.rest, Method::POST, "/posts", call).await;
    post(&app, &channel, &root, 3).await;
    let threads = format!("/users/me/teams/{}/threads", app.team.id);
    let unread = async || {
        let list = must(&bob.rest, Method::GET, &threads, Value::Null).await;
        let thread = &list["threads"][0];
        [&thread["reply_count"], &thread["unread_mentions"], &list["total_unread_mentions"]].map(Clone::clone)
    };
    assert_eq!(unread().await, [2, 1, 1]);
    done(&app, KIND, Value::Null).await;
    assert_eq!(unread().await, [1, 0, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn old_files_go_and_their_posts_stay() {
    let app = TestApp::with(|config| {
        config.retention.enable_files = true;
        config.retention.files_h = 5;
        config.jobs.schedule = false;
    })
    .await;
    let channel = app.admin.channel(&app.team, "deck").await;
    let post = post(&app, &channel.id.to_string(), "", 6).await;
    let path = files::ObjectPath::parse("20200101/old").expect("a path");
    app.app.files.put(&path, "old".into()).await.expect("a file");
    let file = wire::files::FileInfo {
        id: app.app.ids.next(),
        post_id: base::ids::PostId::parse(&post).expect("an id"),
        user_id: app.admin.user.id,
        channel_id: channel.id,
        create_at: base::Clock::system().now() - 6 * HOUR_MS,
        path: path.to_string(),
        name: "old.txt".into(),
        ..Default::default()
    };
    app.app.store.write(store::files::insert(&file, file.create_at)).await.expect("a file");
    let policy = must(&app.admin.rest, Method::GET, "/data_retention/policy", Value::Null).await;
    assert_eq!((&policy["message_deletion_enabled"], &policy["file_deletion_enabled"]), (&json!(false), &json!(true)));
    assert!(policy["file_retention_cutoff"].as_i64() > Some(base::Clock::system().now() - 6 * HOUR_MS), "{policy}");
    let job = done(&app, KIND, Value::Null).await;
    assert_eq!((&job["data"]["files"], &job["data"]["posts"]), (&json!("1"), &json!("0")), "{job}");
    assert!(is_there(&app, &post).await);
    assert!(!app.app.files.exists(&path).await.expect("an answer"));
    assert_eq!(app.app.store.file(file.id).await.expect("an answer"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_keeps_everything_removes_nothing() {
    let app = TestApp::start().await;
    must(&app.admin.rest, Method::POST, "/jobs", json!({"type": KIND})).await;
    assert_eq!(over(&app.admin, KIND).await["status"], "error");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_job_of_the_day_is_put_in_the_queue_once() {
    let app = TestApp::with(|config| {
        config.retention.enable_posts = true;
        config.jobs.run = false;
    })
    .await;
    for _ in 0..2 {
        transfer::jobs::retention::schedule(app.app.clone()).await.expect("a queue");
    }
    let jobs = must(&app.admin.rest, Method::GET, &format!("/jobs/type/{KIND}"), Value::Null).await;
    assert_eq!(jobs.as_array().map(Vec::len), Some(1), "{jobs}");
}
