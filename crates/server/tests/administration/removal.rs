//! Removing for good, where the administrator wants it.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Person, TestApp};
use wire::channels::Channel;

use crate::{ask, must, refused};

/// A server that removes, with a post that carries a file.
async fn with_file() -> (TestApp, Person, Channel, Value) {
    let app = TestApp::with(|config| {
        config.accounts.enable_permanent_deletion = true;
        config.team.enable_permanent_team_deletion = true;
        config.team.enable_permanent_channel_deletion = true;
    })
    .await;
    let ann = app.member("ann").await;
    let channel = ann.channel(&app.team, "deck").await;
    let path = format!("/api/v4/files?channel_id={}&filename=a.txt", channel.id);
    let uploaded = ann.rest.request(&Method::POST, &path, "hello".into(), Some("text/plain")).await;
    let uploaded: Value = uploaded.and_then(|answer| answer.json()).expect("an upload");
    let form =
        json!({"channel_id": channel.id, "message": "with a file", "file_ids": [uploaded["file_infos"][0]["id"]]});
    let post = must(&ann.rest, Method::POST, "/posts", form).await;
    (app, ann, channel, post)
}

/// Files that lie in the store's folder.
fn stored(app: &TestApp) -> usize {
    fn count(folder: &std::path::Path) -> usize {
        let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
        let entries = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
        entries.map(|path| if path.is_dir() { count(&path) } else { 1 }).sum()
    }
    count(&app.folder().join("files"))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_goes_with_what_it_wrote() {
    let (app, ann, _channel, post) = with_file().await;
    let path = format!("/users/{}?permanent=true", ann.user.id);
    let bob = app.member("bob").await;
    assert_eq!(refused(&bob.rest, Method::DELETE, &path, Value::Null).await.0, StatusCode::FORBIDDEN);
    assert!(stored(&app) > 0);
    must(&app.admin.rest, Method::DELETE, &path, Value::Null).await;
    assert_eq!(stored(&app), 0);
    let post = format!("/posts/{}", post["id"].as_str().expect("an id"));
    assert_eq!(ask(&app.admin.rest, Method::GET, &post, Value::Null).await.status, StatusCode::NOT_FOUND);
    let user = format!("/users/{}", ann.user.id);
    assert_eq!(ask(&app.admin.rest, Method::GET, &user, Value::Null).await.status, StatusCode::NOT_FOUND);
    app.member("ann").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn replies_go_with_their_author_and_count_no_longer() {
    let app = TestApp::with(|config| config.accounts.enable_permanent_deletion = true).await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let channel = app.admin.channel(&app.team, "deck").await;
    app.admin.let_in(&channel, &ann).await;
    app.admin.let_in(&channel, &bob).await;
    let root = app.admin.post(&channel, "Who has the keys?").await;
    app.admin.reply(&root, "Not me.").await;
    ann.reply(&root, "@bob you?").await;
    must(&app.admin.rest, Method::DELETE, &format!("/users/{}?permanent=true", ann.user.id), Value::Null).await;
    let threads = format!("/users/me/teams/{}/threads", app.team.id);
    let list = must(&bob.rest, Method::GET, &threads, Value::Null).await;
    let thread = &list["threads"][0];
    assert_eq!([&thread["reply_count"], &thread["unread_replies"], &thread["unread_mentions"]], [1, 1, 0], "{list}");
    assert_eq!(thread["participants"].as_array().map(Vec::len), Some(1), "{list}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_team_goes_with_its_channels_and_their_files() {
    let (app, ann, channel, _post) = with_file().await;
    let path = format!("/teams/{}?permanent=true", app.team.id);
    assert_eq!(refused(&ann.rest, Method::DELETE, &path, Value::Null).await.0, StatusCode::FORBIDDEN);
    must(&app.admin.rest, Method::DELETE, &path, Value::Null).await;
    assert_eq!(stored(&app), 0);
    let channel = format!("/channels/{}", channel.id);
    assert_eq!(ask(&app.admin.rest, Method::GET, &channel, Value::Null).await.status, StatusCode::NOT_FOUND);
    let team = format!("/teams/{}", app.team.id);
    assert_eq!(ask(&app.admin.rest, Method::GET, &team, Value::Null).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_removed_unless_the_administrator_wants_it() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    for path in [format!("/users/{}", ann.user.id), format!("/teams/{}", app.team.id)] {
        let (status, id) =
            refused(&app.admin.rest, Method::DELETE, &format!("{path}?permanent=true"), Value::Null).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED);
        assert!(id.ends_with(".not_enabled.app_error"), "{id}");
    }
}
