//! `verify_change`: what a client knows after a change by events is what it would load afresh.
//!
//! A watcher loads its world, the change is made, the events that follow are taken in, and the
//! result is compared with a fresh load. A field that differs names the event that does not tell.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::future::Future;
use std::time::Duration;

use base::ids::ChannelId;
use client::Socket;
use client::state::{Need, State};
use serde_json::{Value, json};
use wire::endpoints;
use wire::events::{Event, EventName};

use crate::app::Person;

/// Silence after which no more events are expected of what runs beside a change.
const QUIET: Duration = Duration::from_millis(200);

/// Time in which an event comes that is certain to come.
const PATIENCE: Duration = Duration::from_secs(20);

/// The category of the preferences that mark what was committed so far.
const MARKS: &str = "verify_change";

tokio::task_local! {
    /// The events that the verifications of a test heard.
    static HEARD: RefCell<BTreeSet<EventName>>;
}

/// Runs a test and checks that its verifications heard the events that it names.
///
/// # Panics
/// When one of them was not heard.
pub async fn hearing(events: &[EventName], test: impl Future<Output = ()>) {
    HEARD
        .scope(RefCell::default(), async {
            test.await;
            let heard = HEARD.with(|heard| heard.borrow().clone());
            let missing: Vec<_> = events.iter().filter(|event| !heard.contains(event)).collect();
            assert!(missing.is_empty(), "{missing:?} were not heard, only {heard:?}");
        })
        .await;
}

/// Tests on both databases, each with the events that it hears: `[Posted] async fn name(db) { .. }`. `HEARD` lists them
/// all.
#[macro_export]
macro_rules! hears {
    ($([$($event:ident),*] async fn $name:ident($db:ident) $body:block)+) => {
        pub const HEARD: &[wire::events::EventName] = &[$($(wire::events::EventName::$event),*),+];

        $crate::both! {$(
            async fn $name($db) {
                $crate::verify::hearing(&[$(wire::events::EventName::$event),*], Box::pin(async move $body)).await;
            }
        )+}

        /// The same with two nodes: what is written on one is told by the other.
        mod on_two_nodes {
            #[allow(unused_imports)]
            use super::*;

            $crate::nodes! {2: $(
                async fn $name($db) {
                    $crate::verify::hearing(&[$(wire::events::EventName::$event),*], Box::pin(async move $body)).await;
                }
            )+}
        }
    };
}

/// Makes a change and checks that its events tell `watcher` all of it.
///
/// # Panics
/// When the state by events differs from the loaded one, with both.
pub async fn verify_change<T>(watcher: &Person, watched: &[ChannelId], change: impl Future<Output = T>) -> T {
    // In a cluster the watcher is at another node than the one that the change is made on.
    let watcher = &watcher.elsewhere();
    let mut socket = Socket::open(&watcher.rest).await.expect("a socket");
    settle(&mut socket, watcher, |_| {}).await;
    let mut state = State::load(&watcher.rest, watched).await.expect("a first load");
    let done = change.await;
    let mut needs = Vec::new();
    let mut names = Vec::new();
    settle(&mut socket, watcher, |event| {
        names.push(event.event.clone());
        note(&event);
        needs.extend(state.apply(&event).unwrap_or_else(|error| panic!("{}: {error}", event.event)));
    })
    .await;
    needs.sort();
    needs.dedup();
    for need in &needs {
        fetch(&mut state, watcher, need).await;
    }
    let fresh = State::load(&watcher.rest, &state.watched.iter().copied().collect::<Vec<_>>()).await.expect("a load");
    let differences = compare(&state, &fresh);
    assert!(differences.is_empty(), "after {names:?} the state by events differs:\n{}", differences.join("\n"));
    done
}

/// Keeps the name for [`hearing`]; a test outside of it keeps none.
fn note(event: &Event) {
    if let Some(name) = event.name().filter(|_| !is_mark(event)) {
        HEARD.try_with(|heard| heard.borrow_mut().insert(name)).ok();
    }
}

fn is_mark(event: &Event) -> bool {
    event.name() == Some(EventName::PreferencesChanged) && event.data["preferences"].to_string().contains(MARKS)
}

/// Takes the events of all that was committed so far: a preference of the watcher is committed behind it, and what one
/// user hears comes in the order of the commits. What runs beside a change has its time of silence.
async fn settle(socket: &mut Socket, watcher: &Person, mut take: impl FnMut(Event)) {
    let form = json!([{"user_id": watcher.user.id, "category": MARKS, "name": "mark", "value": "here"}]);
    let answer = watcher.rest.send(endpoints::UPDATE_PREFERENCES, &["me"], "", &form).await;
    watcher.must::<Value>("a mark", answer);
    loop {
        let event = socket.event(PATIENCE).await.expect("the mark comes");
        let marked = is_mark(&event);
        take(event);
        if marked {
            break;
        }
    }
    while let Ok(event) = socket.event(QUIET).await {
        take(event);
    }
}

async fn fetch(state: &mut State, watcher: &Person, need: &Need) {
    state.fetch(&watcher.rest, need).await.unwrap_or_else(|error| panic!("{need:?}: {error}"));
}

/// Fields that events need not tell: a client never shows them, or asks when it does.
const UNTOLD: &[&str] = &[
    "update_at",
    "last_activity_at",
    "last_update_at",
    "extra_update_at",
    // Pages of a channel leave the figures of threads to the threads, which are compared.
    "reply_count",
    "last_reply_at",
    "participants",
    "is_following",
];

/// The places where two states differ.
fn compare(told: &State, fresh: &State) -> Vec<String> {
    let parts = |state: &State| {
        [
            ("me", value(&state.me)),
            ("status", Value::String(state.status.status.clone())),
            ("teams", values(state.teams.iter().map(|(id, one)| (id.to_string(), value(one))))),
            ("team_members", values(state.team_members.iter().map(|(id, one)| (id.to_string(), value(one))))),
            ("channels", values(state.channels.iter().map(|(id, one)| (id.to_string(), value(one))))),
            ("members", values(state.members.iter().map(|(id, one)| (id.to_string(), value(one))))),
            ("posts", values(state.posts.iter().map(|(id, one)| (id.to_string(), value(one))))),
            ("seen", values(state.seen.iter().map(|(id, one)| (id.to_string(), value(one))))),
            ("threads", values(state.threads.iter().map(|(id, one)| (id.to_string(), value(one))))),
            ("preferences", values(state.preferences.iter().map(|((c, n), one)| (format!("{c}/{n}"), value(one))))),
            ("categories", values(state.categories.iter().map(|(id, one)| (id.to_string(), value(one))))),
            ("drafts", values(state.drafts.iter().map(|((c, r), one)| (format!("{c}/{r}"), value(one))))),
            ("scheduled_posts", values(state.scheduled_posts.iter().map(|(id, one)| (id.to_string(), value(one))))),
            ("bookmarks", values(state.bookmarks.iter().map(|(id, one)| (id.to_string(), value(one))))),
            ("emoji", values(state.emoji.iter().map(|(name, one)| (name.clone(), value(one))))),
            ("roles", values(state.roles.iter().map(|(name, one)| (name.clone(), value(one))))),
            ("groups", values(state.groups.iter().map(|(id, one)| (id.to_string(), value(one))))),
            ("my_groups", value(&state.my_groups)),
            ("attribute_fields", values(state.attribute_fields.iter().map(|(id, one)| (id.to_string(), value(one))))),
            ("attribute_values", value(&state.attribute_values)),
            ("marketplace_visited", value(&state.marketplace_visited)),
        ]
    };
    let mut differences = Vec::new();
    for ((name, told), (_, fresh)) in parts(told).into_iter().zip(parts(fresh)) {
        differ(name, &told, &fresh, &mut differences);
    }
    differences
}

fn value<T: serde::Serialize>(one: &T) -> Value {
    serde_json::to_value(one).expect("wire types are JSON")
}

fn values(all: impl Iterator<Item = (String, Value)>) -> Value {
    Value::Object(all.collect())
}

fn differ(path: &str, told: &Value, fresh: &Value, out: &mut Vec<String>) {
    match (told, fresh) {
        (Value::Object(one), Value::Object(other)) => {
            for key in one.keys().chain(other.keys().filter(|key| !one.contains_key(*key))) {
                if !UNTOLD.contains(&key.as_str()) {
                    let (left, right) = (one.get(key).unwrap_or(&Value::Null), other.get(key).unwrap_or(&Value::Null));
                    differ(&format!("{path}.{key}"), left, right, out);
                }
            }
        }
        // An object that is left out when it is empty is the same as an empty one.
        (Value::Object(empty), Value::Null) | (Value::Null, Value::Object(empty)) if empty.is_empty() => {}
        _ if told == fresh => {}
        _ => out.push(format!("  {path}: told {told}, loaded {fresh}")),
    }
}
