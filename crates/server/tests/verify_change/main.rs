//! For each write that others hear of: what its events tell is what a fresh load shows.

mod administration;
mod people;
mod places;
mod posts;

use std::collections::BTreeSet;

use client::Rest;
use http::Method;
use serde_json::{Value, json};
use testkit::{Database, Person, TestApp};
use wire::channels::Channel;
use wire::events::EventName::{self, *};

/// Two people of one team in one channel.
async fn ann_and_bob(db: Database) -> (TestApp, Person, Person, Channel) {
    let app = TestApp::on(db).await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let channel = ann.channel(&app.team, "deck").await;
    ann.let_in(&channel, &bob).await;
    (app, ann, bob, channel)
}

async fn send(rest: &Rest, method: Method, path: &str, body: Value) -> Value {
    let body = if body.is_null() { bytes::Bytes::new() } else { body.to_string().into() };
    let answer = rest.request(&method, &format!("/api/v4{path}"), body, Some("application/json")).await;
    answer.expect("an answer").json().unwrap_or_else(|error| panic!("{method} {path}: {error}"))
}

/// Uploads a picture of one pixel as an emoji.
async fn new_emoji(person: &Person, name: &str) {
    let emoji = json!({"creator_id": person.user.id, "name": name});
    let mut body = format!(
        "--b\r\nContent-Disposition: form-data; name=\"emoji\"\r\n\r\n{emoji}\r\n--b\r\n\
         Content-Disposition: form-data; name=\"image\"; filename=\"p.png\"\r\n\r\n"
    )
    .into_bytes();
    body.extend(testkit::PICTURE);
    body.extend(b"\r\n--b--\r\n");
    let kind = Some("multipart/form-data; boundary=b");
    let answer = person.rest.request(&Method::POST, "/api/v4/emoji", body.into(), kind).await;
    person.must::<Value>("emoji", answer);
}

/// Events that no verification can hear, and why.
const EXCEPTIONS: &[(&str, &[EventName])] = &[
    ("opens every socket, before any change", &[Hello]),
    ("names the frame of an answer, and is never sent", &[Response, DraftUpdated]),
    ("is made by the clock: minutes pass", &[PersistentNotificationTriggered]),
    ("takes an integration that answers to a trigger, and changes nothing", &[OpenDialog]),
    (
        "belongs to what the server does not have",
        &[
            PostTranslationUpdated,
            PostRevealed,
            PostBurned,
            BurnOnReadAllRevealed,
            FileDownloadRejected,
            ShowToast,
            GuestsDeactivated,
            LicenseChanged,
            PluginEnabled,
            PluginDisabled,
            PluginStatusesChanged,
            CloudSubscriptionChanged,
            HostedCustomerSignupProgressUpdated,
            ContentFlaggingReportValueUpdated,
            RecapUpdated,
            // Teams and channels take their members from groups of a directory alone.
            ReceivedGroupAssociatedToTeam,
            ReceivedGroupNotAssociatedToTeam,
            ReceivedGroupAssociatedToChannel,
            ReceivedGroupNotAssociatedToChannel,
        ],
    ),
];

#[test]
fn every_event_is_heard_by_a_verification_or_excepted_for_a_reason() {
    let heard: BTreeSet<EventName> =
        [posts::HEARD, places::HEARD, people::HEARD, administration::HEARD].concat().into_iter().collect();
    let excepted: BTreeSet<EventName> = EXCEPTIONS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
    let missing: Vec<_> =
        EventName::ALL.iter().filter(|name| !heard.contains(name) && !excepted.contains(name)).collect();
    assert!(missing.is_empty(), "no verification hears {missing:?}");
    let needless: Vec<_> = heard.intersection(&excepted).collect();
    assert!(needless.is_empty(), "{needless:?} are heard and need no exception");
}
