//! Exports of other programs as they are made, and as nobody should make them, brought into a real server.

mod mattermost;
mod rocketchat;
mod slack;
mod zulip;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use client::Rest;
use http::Method;
use moving::Options;
use serde_json::{Value, json};
use testkit::TestApp;
use transfer::bulk::source::Source;
use transfer::fidelity;
use transfer::fidelity::Fidelity;
use transfer::imports::{Begin, Import, Others, Report};

const TEAM: &str = "acme";

fn options() -> Options {
    Options { team: TEAM.to_owned(), team_name: "Acme".to_owned(), conversations: true }
}

async fn import(app: &TestApp, source: &Arc<Source>) -> Report {
    let begun = Import::begin(&app.app, source.clone(), Begin::First, Others::People).await;
    let mut import = begun.expect("a store that answers");
    while import.step().await.unwrap_or_else(|failed| panic!("{failed}")) {}
    import.report
}

async fn whole(app: &TestApp, source: &Source) -> Fidelity {
    let found = fidelity::compare(&app.app, source).await.unwrap_or_else(|failed| panic!("{failed}"));
    assert!(found.is_whole, "{}", serde_json::to_string_pretty(&found).expect("plain data"));
    found
}

fn write(folder: &Path, name: &str, value: &Value) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, value.to_string()).expect("a file");
}

async fn ask(rest: &Rest, path: &str) -> Value {
    let path = format!("/api/v4{path}");
    let answer = rest.request(&Method::GET, &path, Default::default(), None).await.expect("an answer");
    assert!(answer.status.is_success(), "{path}: {}", answer.status);
    serde_json::from_slice(&answer.body).expect("JSON")
}

async fn channel(app: &TestApp, name: &str) -> Value {
    ask(&app.admin.rest, &format!("/teams/name/{TEAM}/channels/name/{name}")).await
}

async fn posts(app: &TestApp, channel: &Value) -> Vec<Value> {
    let page = ask(&app.admin.rest, &format!("/channels/{}/posts", channel["id"].as_str().expect("an id"))).await;
    let order = page["order"].as_array().expect("a list").clone();
    order.iter().rev().map(|id| page["posts"][id.as_str().expect("an id")].clone()).collect()
}

async fn must(app: &TestApp, path: &str, form: Value) -> Value {
    let path = format!("/api/v4{path}");
    let answer = app.admin.rest.request(&Method::POST, &path, form.to_string().into(), None).await.expect("an answer");
    assert!(answer.status.is_success(), "{path}: {}", answer.status);
    serde_json::from_slice(&answer.body).expect("JSON")
}

/// Makes a private channel in the team of the imports, with a message.
async fn keep_private(app: &TestApp, name: &str) {
    let team = must(app, "/teams", json!({"name": TEAM, "display_name": "Acme", "type": "O"})).await;
    let form = json!({"team_id": team["id"], "name": name, "display_name": name, "type": "P"});
    let made = must(app, "/channels", form).await;
    must(app, "/posts", json!({"channel_id": made["id"], "message": "among us"})).await;
}

/// Asserts that nothing and nobody came into it.
async fn must_be_left_alone(app: &TestApp, name: &str) {
    let found = channel(app, name).await;
    assert_eq!(found["type"], "P", "{name}");
    let said = posts(app, &found).await;
    let said: Vec<&Value> = said.iter().filter(|post| post["type"] == "").map(|post| &post["message"]).collect();
    assert_eq!(said, ["among us"], "{name}");
    let members = ask(&app.admin.rest, &format!("/channels/{}/members", found["id"].as_str().expect("an id"))).await;
    assert_eq!(members.as_array().map(Vec::len), Some(1), "{name}");
}

/// What an import says was left out.
fn reasons(report: &Report) -> String {
    report.left_out.lines().join("\n")
}

/// Kills imports after one step, after two, and so on, each beginning behind the mark of the one before, until one ends.
async fn killed_and_gone_on(app: &TestApp, source: impl Fn() -> Arc<Source>) {
    for kill in 1.. {
        let begun = Import::begin(&app.app, source(), Begin::Mark, Others::People).await;
        let mut killed = begun.expect("a store");
        let mut steps = 0;
        while steps < kill && killed.step().await.unwrap_or_else(|failed| panic!("{failed}")) {
            steps += 1;
        }
        if steps < kill {
            break;
        }
    }
}
