//! Guests know those with whom they share a channel, and hear of nobody else.

use std::time::Duration;

use client::Socket;
use http::Method;
use serde_json::{Value, json};
use testkit::{Person, TestApp, both};
use wire::endpoints;
use wire::events::{EventName, UserUpdated};

/// Time in which an event comes that is certain to come.
const PATIENCE: Duration = Duration::from_secs(20);

async fn rename(person: &Person, nickname: &str) {
    let form = json!({"nickname": nickname});
    person.must::<Value>("nickname", person.rest.send(endpoints::PATCH_USER, &["me"], "", &form).await);
}

async fn set_picture(person: &Person) {
    let answer = person.rest.request(&Method::DELETE, "/api/v4/users/me/image", bytes::Bytes::new(), None).await;
    person.must::<Value>("picture", answer);
}

/// The next event of this name.
async fn next(socket: &mut Socket, name: EventName) -> wire::events::Event {
    loop {
        let event = socket.event(PATIENCE).await.expect("an event comes");
        if event.name() == Some(name) {
            return event;
        }
    }
}

both! {
    async fn a_guest_hears_of_those_alone_whom_the_guest_knows(db) {
        let app = TestApp::on_with(db, |config| config.guests.enable = true).await;
        let (ann, gus, far) = (app.member("ann").await, app.member("gus").await, app.stranger("far").await);
        let channel = ann.channel(&app.team, "deck").await;
        ann.let_in(&channel, &gus).await;
        let demote = app.admin.rest.send(endpoints::DEMOTE_USER_TO_GUEST, &[&gus.user.id.to_string()], "", &()).await;
        app.admin.must::<Value>("demote", demote);
        let mut socket = Socket::open(&gus.rest).await.expect("a socket");

        rename(&far, "unheard").await;
        set_picture(&far).await;
        app.stranger("new").await;
        rename(&ann, "heard").await;
        let first: UserUpdated = next(&mut socket, EventName::UserUpdated).await.read().expect("a user");
        assert_eq!(first.user.id, ann.user.id);

        let mut own = Socket::open(&ann.rest).await.expect("a socket");
        rename(&far, "heard by members").await;
        let first: UserUpdated = next(&mut own, EventName::UserUpdated).await.read().expect("a user");
        assert_eq!(first.user.id, far.user.id);
    }
}
