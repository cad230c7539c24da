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
/// Silence after which no event is expected.
const QUIET: Duration = Duration::from_millis(400);

async fn ask(person: &Person, method: Method, path: &str, body: Value) -> (u16, String) {
    let body = if body.is_null() { bytes::Bytes::new() } else { body.to_string().into() };
    let answer = person.rest.request(&method, &format!("/api/v4{path}"), body, Some("application/json")).await;
    let answer = answer.expect("an answer");
    (answer.status.as_u16(), String::from_utf8_lossy(&answer.body).into_owned())
}

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

    async fn a_guest_finds_out_about_nobody_else_by_status_name_or_command(db) {
        let app = TestApp::on_with(db, |config| config.guests.enable = true).await;
        let (ann, gus, far) = (app.member("ann").await, app.member("gus").await, app.stranger("far").await);
        let channel = ann.channel(&app.team, "deck").await;
        ann.let_in(&channel, &gus).await;
        let demote = app.admin.rest.send(endpoints::DEMOTE_USER_TO_GUEST, &[&gus.user.id.to_string()], "", &()).await;
        app.admin.must::<Value>("demote", demote);
        // Both were here lately.
        for person in [&ann, &far] {
            let status = json!({"user_id": person.user.id, "status": "away"});
            assert_eq!(ask(person, Method::PUT, "/users/me/status", status).await.0, 200);
        }
        let ids = json!([ann.user.id, far.user.id]);
        assert_eq!(ask(&app.admin, Method::POST, "/users/status/ids", ids).await.0, 200, "they are in memory");
        let mut far_socket = Socket::open(&far.rest).await.expect("a socket");
        let mut socket = Socket::open(&gus.rest).await.expect("a socket");
        let (ann_id, far_id) = (ann.user.id.to_string(), far.user.id.to_string());

        let both = json!({"user_ids": [ann_id, far_id]});
        for (action, data) in [("get_statuses", json!({})), ("get_statuses_by_ids", both.clone())] {
            let data = data.as_object().cloned().expect("an object");
            let told = socket.ask(action, data.clone(), PATIENCE).await.expect("an answer");
            let told = serde_json::to_string(&told).expect("JSON");
            assert!(told.contains(&ann_id) && !told.contains(&far_id), "{action}: {told}");
            let told = far_socket.ask(action, data, PATIENCE).await.expect("an answer");
            let told = serde_json::to_string(&told).expect("JSON");
            assert!(told.contains(&ann_id) && told.contains(&far_id), "{action}: {told}");
        }
        let statuses = ask(&gus, Method::POST, "/users/status/ids", both["user_ids"].clone()).await;
        assert!(statuses.1.contains(&ann_id) && !statuses.1.contains(&far_id), "{statuses:?}");
        assert_eq!(ask(&gus, Method::GET, &format!("/users/{far_id}/status"), Value::Null).await.0, 403);
        assert_eq!(ask(&gus, Method::GET, &format!("/users/{ann_id}/status"), Value::Null).await.0, 200);
        // What a name is answered does not depend on whether somebody has it.
        let without = |text: String, name: &str| text.replace(name, "X");
        for path in ["/users/username/", "/users/email/"] {
            let domain = if path.contains("email") { "@example.test" } else { "" };
            let [known, unknown] = ["far", "zzz"].map(|name| format!("{path}{name}{domain}"));
            for path in [known, unknown] {
                assert_eq!(ask(&gus, Method::GET, &path, Value::Null).await.0, 403, "{path}");
            }
        }
        for command in ["/msg @", "/groupmsg @ann,@", "/kick @", "/invite @"] {
            let mut said = Vec::new();
            for name in ["far", "zzz"] {
                let form = json!({"channel_id": channel.id, "command": format!("{command}{name} hello")});
                let (status, text) = ask(&gus, Method::POST, "/commands/execute", form).await;
                assert_eq!(status, 200, "{text}");
                let text: Value = serde_json::from_str(&text).expect("JSON");
                said.push(without(text["text"].to_string(), name));
            }
            assert_eq!(said[0], said[1], "{command}");
        }
        // The answers to the commands.
        while socket.event(QUIET).await.is_ok() {}
        for name in ["far", "zzz"] {
            let form = json!({"channel_id": channel.id, "message": format!("@{name} hello")});
            let (_, posted) = ask(&gus, Method::POST, "/posts", form).await;
            let posted: Value = serde_json::from_str(&posted).expect("JSON");
            assert_eq!(posted["props"]["disable_group_highlight"], true, "{posted}");
        }
        while let Ok(event) = socket.event(QUIET).await {
            assert_ne!(event.event, "ephemeral_message", "{:?}", event.data);
        }
    }

    async fn a_guest_learns_nothing_of_channels_by_their_names_nor_of_people_by_their_groups(db) {
        let app = TestApp::on_with(db, |config| config.guests.enable = true).await;
        let (ann, gus, far) = (app.member("ann").await, app.member("gus").await, app.stranger("far").await);
        let channel = ann.channel(&app.team, "deck").await;
        ann.channel(&app.team, "hold").await;
        ann.let_in(&channel, &gus).await;
        assert_eq!(ask(&app.admin, Method::POST, &format!("/users/{}/demote", gus.user.id), Value::Null).await.0, 200);
        for (person, is_linked) in [(&ann, true), (&gus, false)] {
            let form = json!({"channel_id": channel.id, "message": "see ~hold"});
            let (_, posted) = ask(person, Method::POST, "/posts", form).await;
            let posted: Value = serde_json::from_str(&posted).expect("JSON");
            assert_eq!(posted["props"].get("channel_mentions").is_some(), is_linked, "{posted}");
        }
        let form = json!({"name": "crew", "display_name": "Crew", "source": "custom", "allow_reference": true,
            "user_ids": [far.user.id]});
        assert_eq!(ask(&ann, Method::POST, "/groups", form).await.0, 201);
        let path = format!("/groups?filter_has_member={}", far.user.id);
        for (person, status) in [(&ann, 200), (&gus, 403)] {
            assert_eq!(ask(person, Method::GET, &path, Value::Null).await.0, status);
        }
    }

    async fn guests_are_out_when_guests_are_turned_off(db) {
        let app = TestApp::on_with(db, |config| {
            config.guests.enable = true;
            config.accounts.enable_access_tokens = true;
        })
        .await;
        let (ann, gus) = (app.member("ann").await, app.member("gus").await);
        let channel = ann.channel(&app.team, "deck").await;
        ann.let_in(&channel, &gus).await;
        let (id, form) = (gus.user.id.to_string(), json!({"description": "x"}));
        let token = app.admin.rest.send(endpoints::CREATE_USER_ACCESS_TOKEN, &[&id], "", &form).await;
        let token: Value = app.admin.must("token", token);
        let mut program = gus.clone();
        program.rest = gus.rest.with_token(token["token"].as_str().expect("a token"));
        assert_eq!(ask(&app.admin, Method::POST, &format!("/users/{}/demote", gus.user.id), Value::Null).await.0, 200);
        let mut socket = Socket::open(&gus.rest).await.expect("a socket");
        let mut config = config::Config::clone(&app.app.config());
        config.guests.enable = false;
        app.app.set_config(config);

        let mine = format!("/channels/{}/posts", channel.id);
        for person in [&gus, &program] {
            assert_eq!(ask(person, Method::GET, &mine, Value::Null).await.0, 401);
        }
        ann.post(&channel, "among ourselves").await;
        while let Ok(event) = socket.event(QUIET).await {
            assert_ne!(event.name(), Some(EventName::Posted), "{:?}", event.data);
        }
        assert!(!app.app.would_read(gus.user.id, channel.id).await.expect("a read"), "nor by mail, push or a reminder");
    }
}
