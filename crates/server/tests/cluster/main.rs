//! Several nodes on one database: what is done on one is so on all.

mod event_log;
mod guesses;
mod jobs;
mod joins;
mod members;
mod order;
mod presence;
mod resume;
mod rights;
mod simulation;

use std::time::Duration;

use bus::Exchange;
use client::{Rest, Socket};
use http::{Method, StatusCode};
use serde_json::Value;
use testkit::{Database, Person, TestApp, Wires};
use wire::channels::Channel;
use wire::events::{Event, EventName};

/// Time in which an event comes that is certain to come.
const PATIENCE: Duration = Duration::from_secs(10);
/// Silence after which no event is expected.
const QUIET: Duration = Duration::from_millis(300);

/// Two people of one team in one channel, on a cluster; both signed in at the first node.
async fn ann_and_bob(db: Database) -> (TestApp, Person, Person, Channel) {
    in_a_channel(TestApp::on(db).await).await
}

/// The same on nodes whose bus the test can cut.
async fn ann_and_bob_on(db: Database, exchange: &Exchange) -> (TestApp, Person, Person, Channel) {
    in_a_channel(TestApp::on_wires(db, &Wires::in_process(exchange.clone()), |_| {}).await).await
}

async fn in_a_channel(app: TestApp) -> (TestApp, Person, Person, Channel) {
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let channel = ann.channel(&app.team, "deck").await;
    ann.let_in(&channel, &bob).await;
    (app, ann, bob, channel)
}

/// The addresses of all nodes.
fn bases(app: &TestApp) -> Vec<&str> {
    std::iter::once(&app.server).chain(&app.others).map(|node| &*node.base).collect()
}

async fn status(rest: &Rest, method: Method, path: &str, body: Value) -> StatusCode {
    let body = if body.is_null() { bytes::Bytes::new() } else { body.to_string().into() };
    let answer = rest.request(&method, &format!("/api/v4{path}"), body, Some("application/json")).await;
    answer.expect("an answer").status
}

/// The events of some names that come until it is quiet.
async fn heard(socket: &mut Socket, names: &[EventName]) -> Vec<Event> {
    let mut heard = Vec::new();
    while let Ok(event) = socket.event(QUIET).await {
        if event.name().is_some_and(|name| names.contains(&name)) {
            heard.push(event);
        }
    }
    heard
}

/// The text of the post that an event tells of.
fn message(event: &Event) -> String {
    let post: Value = serde_json::from_str(event.data["post"].as_str().expect("a post")).expect("JSON");
    post["message"].as_str().expect("a text").to_owned()
}

async fn next(socket: &mut Socket, name: EventName) -> Event {
    loop {
        let event = socket.event(PATIENCE).await.unwrap_or_else(|error| panic!("{name} comes: {error}"));
        if event.name() == Some(name) {
            return event;
        }
    }
}
