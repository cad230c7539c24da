//! What administrators set up for everybody, asked over HTTP as clients ask.

mod administrators;
mod clients;
mod delegates;
mod domains;
mod expiries;
mod exports;
mod groups;
mod guests;
mod imports;
mod imports_again;
mod jobs;
mod metrics;
mod oauth;
mod oddities;
mod other_ways;
mod profile_attributes;
mod removal;
mod retention;
mod schemes;
mod searching;
mod secrets;
mod standing;

use bytes::Bytes;
use client::{Answer, Rest};
use http::{Method, StatusCode};
use serde_json::Value;

/// An answer, whatever its status. `null` sends no body.
async fn ask(rest: &Rest, method: Method, path: &str, body: Value) -> Answer {
    let body = if body.is_null() { Bytes::new() } else { body.to_string().into() };
    rest.request(&method, &format!("/api/v4{path}"), body, Some("application/json")).await.expect("an answer")
}

/// The value of an answer that a test cannot go on without.
async fn must(rest: &Rest, method: Method, path: &str, body: Value) -> Value {
    let answer = ask(rest, method.clone(), path, body).await;
    answer.json().unwrap_or_else(|error| panic!("{method} {path}: {error}"))
}

/// Status and error id of a refusal.
async fn refused(rest: &Rest, method: Method, path: &str, body: Value) -> (StatusCode, String) {
    let answer = ask(rest, method, path, body).await;
    let body: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    (answer.status, body["id"].as_str().unwrap_or_default().to_owned())
}

/// The next event of a name, those before it passed over.
async fn event(socket: &mut client::Socket, name: &str) -> wire::events::Event {
    loop {
        let event =
            socket.event(std::time::Duration::from_secs(5)).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        if event.event == name {
            return event;
        }
    }
}
