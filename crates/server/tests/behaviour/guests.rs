//! Guests know those with whom they share a channel, and hear of nobody else.

use std::time::Duration;

use base::ids::UserId;
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

/// The next person of whose change the socket's user hears, other than the user's own, which may come late.
async fn next_changed(socket: &mut Socket, own: &Person) -> UserId {
    loop {
        let event = socket.event(PATIENCE).await.expect("an event comes");
        if event.name() != Some(EventName::UserUpdated) {
            continue;
        }
        let changed: UserUpdated = event.read().expect("a user");
        if changed.user.id != own.user.id {
            return changed.user.id;
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
        assert_eq!(next_changed(&mut socket, &gus).await, ann.user.id);

        let mut own = Socket::open(&ann.rest).await.expect("a socket");
        rename(&far, "heard by members").await;
        assert_eq!(next_changed(&mut own, &ann).await, far.user.id);
    }
}
