//! Exports of other programs as they are made, and as nobody should make them, brought into a real server.

mod rocketchat;
mod slack;
mod zulip;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use client::Rest;
use http::Method;
use moving::Options;
use serde_json::Value;
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
