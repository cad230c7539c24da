//! A right that is taken away on one node is gone on all when the call is answered.

use std::time::{Duration, Instant};

use bus::Exchange;
use client::Socket;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{TestApp, Wires, nodes};
use wire::events::EventName;

use crate::{ann_and_bob, ann_and_bob_on, bases, heard, message, next, status};

nodes! {3:
    async fn who_is_removed_from_a_channel_is_refused_everywhere_at_once(db) {
        let (app, ann, bob, channel) = ann_and_bob(db).await;
        let id = channel.id.to_string();
        let file = upload(&ann, &id).await;
        let form = json!({"channel_id": channel.id, "message": "with a picture", "file_ids": [file]});
        assert_eq!(status(&ann.rest, Method::POST, "/posts", form).await, StatusCode::CREATED);
        let paths = [
            format!("/channels/{id}/posts"),
            format!("/files/{file}"),
            format!("/files/{file}/thumbnail"),
        ];
        let mut sockets = Vec::new();
        for base in bases(&app) {
            let bob = bob.at(base);
            for path in &paths {
                assert_eq!(status(&bob.rest, Method::GET, path, Value::Null).await, StatusCode::OK, "{base}{path}");
            }
            sockets.push(Socket::open(&bob.rest).await.expect("a socket"));
        }
        let private = json!({"privacy": "P"});
        assert_eq!(
            status(&app.admin.rest, Method::PUT, &format!("/channels/{id}/privacy"), private).await,
            StatusCode::OK
        );
        let member = format!("/channels/{id}/members/{}", bob.user.id);
        assert_eq!(status(&ann.rest, Method::DELETE, &member, Value::Null).await, StatusCode::OK);
        for base in bases(&app) {
            let bob = bob.at(base);
            for path in &paths {
                assert_eq!(status(&bob.rest, Method::GET, path, Value::Null).await, StatusCode::FORBIDDEN, "{base}{path}");
            }
            let form = json!({"channel_id": channel.id, "message": "still here"});
            assert_eq!(status(&bob.rest, Method::POST, "/posts", form).await, StatusCode::FORBIDDEN, "{base}");
        }
        ann.post(&channel, "a secret").await;
        for socket in &mut sockets {
            let told = heard(socket, &[EventName::Posted]).await;
            assert!(told.iter().all(|event| message(event) != "a secret"), "{told:?}");
        }
    }

    async fn who_is_removed_while_the_bus_is_parted_is_refused_by_the_other_half_at_once(db) {
        let exchange = Exchange::new();
        let app = TestApp::on_wires(db, &Wires::in_process(exchange.clone()), |_| {}).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let form = json!({"team_id": app.team.id, "name": "deck", "display_name": "deck", "type": "P"});
        let made = ann.rest.send(wire::endpoints::CREATE_CHANNEL, &[], "", &form).await;
        let channel: wire::channels::Channel = ann.must("channel", made);
        ann.let_in(&channel, &bob).await;
        let path = format!("/channels/{}/posts", channel.id);
        let far = bob.at(bases(&app)[2]);
        let mut socket = Socket::open(&far.rest).await.expect("a socket");
        assert_eq!(status(&far.rest, Method::GET, &path, Value::Null).await, StatusCode::OK);

        exchange.part(&[app.others[1].app.cluster.as_ref().expect("a cluster").bus.node()]);
        let began = Instant::now();
        let member = format!("/channels/{}/members/{}", channel.id, bob.user.id);
        assert_eq!(status(&ann.rest, Method::DELETE, &member, Value::Null).await, StatusCode::OK);
        assert!(began.elapsed() < Duration::from_secs(8), "it took {:?}", began.elapsed());
        assert_eq!(status(&far.rest, Method::GET, &path, Value::Null).await, StatusCode::FORBIDDEN);
        // The author is on the far side as well, so that it tells the post and has not heard of the removal.
        ann.at(bases(&app)[2]).post(&channel, "a secret").await;
        let told = heard(&mut socket, &[EventName::Posted]).await;
        assert!(told.is_empty(), "{told:?}");

        exchange.join();
        let began = Instant::now();
        while Socket::open(&far.rest).await.is_err() {
            assert!(began.elapsed() < Duration::from_secs(10), "the halves find together");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn rights_are_taken_away_although_the_bus_is_gone_for_long(db) {
        let exchange = Exchange::new();
        let (app, ann, bob, channel) = ann_and_bob_on(db, &exchange).await;
        let form = || json!({"channel_id": channel.id, "message": "hello"});
        for base in bases(&app) {
            assert_eq!(status(&bob.at(base).rest, Method::POST, "/posts", form()).await, StatusCode::CREATED, "{base}");
        }
        let servers = std::iter::once(&app.server).chain(&app.others);
        let nodes: Vec<_> = servers.map(|one| one.app.cluster.as_ref().expect("a cluster").bus.node()).collect();
        for node in &nodes {
            exchange.cut(*node);
        }
        // Longer than the entry of a node is listed that does not renew it.
        tokio::time::sleep(Duration::from_millis(bus::MEMBERS_LISTED_MS + 1_500)).await;
        let began = Instant::now();
        let member = format!("/channels/{}/members/{}", channel.id, bob.user.id);
        assert_eq!(status(&ann.rest, Method::DELETE, &member, Value::Null).await, StatusCode::OK);
        assert!(began.elapsed() < Duration::from_secs(8), "it took {:?}", began.elapsed());
        for base in bases(&app) {
            let bob = bob.at(base);
            assert_eq!(status(&bob.rest, Method::POST, "/posts", form()).await, StatusCode::FORBIDDEN, "{base}");
        }

        for node in &nodes {
            exchange.mend(*node);
        }
        for base in bases(&app) {
            let began = Instant::now();
            while Socket::open(&ann.at(base).rest).await.is_err() {
                assert!(began.elapsed() < Duration::from_secs(10), "the nodes find together");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            assert_eq!(status(&bob.at(base).rest, Method::POST, "/posts", form()).await, StatusCode::FORBIDDEN, "{base}");
        }
    }

    async fn a_node_that_is_cut_off_tells_its_sockets_nothing(db) {
        let exchange = Exchange::new();
        let (app, ann, bob, channel) = ann_and_bob_on(db, &exchange).await;
        let (far, typing) = (ann.at(bases(&app)[1]), || json!({"channel_id": channel.id}));
        let mut socket = Socket::open(&bob.at(bases(&app)[1]).rest).await.expect("a socket");
        assert_eq!(status(&far.rest, Method::POST, "/users/me/typing", typing()).await, StatusCode::OK);
        next(&mut socket, EventName::Typing).await;
        let cluster = app.others[0].app.cluster.as_ref().expect("a cluster");
        exchange.cut(cluster.bus.node());
        // Until others count it no more it may speak, as they wait for it: silent while it reads what they told, and again.
        let (began, mut spoke) = (Instant::now(), Instant::now());
        while spoke.elapsed() < Duration::from_secs(1) {
            assert!(began.elapsed() < crate::PATIENCE, "it notices");
            if cluster.may_speak() {
                spoke = Instant::now();
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(status(&far.rest, Method::POST, "/users/me/typing", typing()).await, StatusCode::OK);
        let told = heard(&mut socket, &[EventName::Typing]).await;
        assert!(told.is_empty(), "whether bob may still hear it is not known there: {told:?}");
    }

    async fn a_session_that_is_revoked_is_unknown_everywhere_at_once(db) {
        let (app, _ann, bob, _channel) = ann_and_bob(db).await;
        let mut sockets = Vec::new();
        for base in bases(&app) {
            let bob = bob.at(base);
            assert_eq!(status(&bob.rest, Method::GET, "/users/me", Value::Null).await, StatusCode::OK);
            sockets.push(Socket::open(&bob.rest).await.expect("a socket"));
        }
        let path = format!("/users/{}/sessions/revoke/all", bob.user.id);
        assert_eq!(status(&app.admin.rest, Method::POST, &path, Value::Null).await, StatusCode::OK);
        for base in bases(&app) {
            let status = status(&bob.at(base).rest, Method::GET, "/users/me", Value::Null).await;
            assert_eq!(status, StatusCode::UNAUTHORIZED, "{base}");
        }
        for mut socket in sockets {
            while let Ok(event) = socket.event(crate::PATIENCE).await {
                assert_ne!(event.name(), Some(EventName::Posted));
            }
        }
    }

    async fn what_a_role_forbids_is_forbidden_everywhere_at_once(db) {
        let (app, ann, bob, channel) = ann_and_bob(db).await;
        let role: Value = ann.must("role", ann.rest.request(&Method::GET, "/api/v4/roles/name/channel_user", Default::default(), None).await);
        let left: Vec<&Value> = role["permissions"].as_array().expect("a list").iter().filter(|one| *one != "create_post").collect();
        let path = format!("/roles/{}/patch", role["id"].as_str().expect("an id"));
        // Who writes because of a wider role is not stopped by this one.
        for name in ["system_user", "team_user"] {
            let path = format!("/api/v4/roles/name/{name}");
            let wider: Value = ann.must("role", ann.rest.request(&Method::GET, &path, Default::default(), None).await);
            assert!(!wider["permissions"].as_array().expect("a list").iter().any(|one| one == "create_post"), "{name}");
        }
        let form = || json!({"channel_id": channel.id, "message": "hello"});
        for base in bases(&app) {
            assert_eq!(status(&bob.at(base).rest, Method::POST, "/posts", form()).await, StatusCode::CREATED);
        }
        assert_eq!(status(&app.admin.rest, Method::PUT, &path, json!({"permissions": left})).await, StatusCode::OK);
        for base in bases(&app) {
            assert_eq!(status(&bob.at(base).rest, Method::POST, "/posts", form()).await, StatusCode::FORBIDDEN, "{base}");
        }
    }

    async fn an_account_that_is_turned_off_is_gone_everywhere_at_once(db) {
        let (app, _ann, bob, _channel) = ann_and_bob(db).await;
        for base in bases(&app) {
            assert_eq!(status(&bob.at(base).rest, Method::GET, "/users/me", Value::Null).await, StatusCode::OK);
        }
        let path = format!("/users/{}/active", bob.user.id);
        assert_eq!(status(&app.admin.rest, Method::PUT, &path, json!({"active": false})).await, StatusCode::OK);
        for base in bases(&app) {
            let status = status(&bob.at(base).rest, Method::GET, "/users/me", Value::Null).await;
            assert_eq!(status, StatusCode::UNAUTHORIZED, "{base}");
        }
    }

    async fn a_setting_is_in_force_everywhere_at_once(db) {
        let (app, _ann, _bob, _channel) = ann_and_bob(db).await;
        for limit in [200, 4000] {
            let patch = json!({"TeamSettings": {"MaxUsersPerTeam": limit}});
            assert_eq!(status(&app.admin.rest, Method::PUT, "/config/patch", patch).await, StatusCode::OK);
            for node in std::iter::once(&app.server).chain(&app.others) {
                assert_eq!(i64::from(node.app.config().team.max_users), limit);
            }
        }
    }

    async fn who_is_removed_from_a_team_hears_nothing_of_its_channels_anywhere(db) {
        let (app, ann, bob, channel) = ann_and_bob(db).await;
        let private = json!({"privacy": "P"});
        let path = format!("/channels/{}/privacy", channel.id);
        assert_eq!(status(&app.admin.rest, Method::PUT, &path, private).await, StatusCode::OK);
        let root = ann.post(&channel, "Who has the keys?").await;
        bob.reply(&root, "Not me.").await;
        let mut sockets = Vec::new();
        for base in bases(&app) {
            sockets.push(Socket::open(&bob.at(base).rest).await.expect("a socket"));
        }
        let member = format!("/teams/{}/members/{}", app.team.id, bob.user.id);
        let admin = app.admin.elsewhere();
        assert_eq!(status(&admin.rest, Method::DELETE, &member, Value::Null).await, StatusCode::OK);
        for base in bases(&app) {
            assert_eq!(status(&bob.at(base).rest, Method::GET, &path[..path.len() - 8], Value::Null).await, StatusCode::FORBIDDEN);
        }
        ann.reply(&root, "@bob a secret").await;
        ann.post(&channel, "@bob another secret").await;
        for socket in &mut sockets {
            let told = heard(socket, &[EventName::Posted, EventName::ThreadUpdated]).await;
            assert!(told.iter().all(|event| !format!("{event:?}").contains("secret")), "{told:?}");
        }
    }

    async fn who_joins_on_one_node_hears_the_channel_on_another(db) {
        let (app, ann, _bob, channel) = ann_and_bob(db).await;
        let eve = app.member("eve").await;
        let mut sockets = Vec::new();
        for base in bases(&app) {
            sockets.push(Socket::open(&eve.at(base).rest).await.expect("a socket"));
        }
        ann.let_in(&channel, &eve).await;
        ann.post(&channel, "welcome").await;
        for socket in &mut sockets {
            next(socket, EventName::UserAdded).await;
            let told = heard(socket, &[EventName::Posted]).await;
            let texts: Vec<String> = told.iter().map(message).collect();
            assert_eq!(texts.iter().filter(|text| *text == "welcome").count(), 1, "{texts:?}");
        }
    }
}

/// Uploads a picture into the channel and returns its id.
async fn upload(person: &testkit::Person, channel: &str) -> String {
    let mut body =
        format!("--b\r\nContent-Disposition: form-data; name=\"channel_id\"\r\n\r\n{channel}\r\n--b\r\n").into_bytes();
    body.extend(
        b"Content-Disposition: form-data; name=\"files\"; filename=\"p.png\"\r\nContent-Type: image/png\r\n\r\n",
    );
    body.extend(testkit::PICTURE);
    body.extend(b"\r\n--b--\r\n");
    let kind = Some("multipart/form-data; boundary=b");
    let answer = person.rest.request(&Method::POST, "/api/v4/files", body.into(), kind).await;
    let uploaded: Value = person.must("upload", answer);
    uploaded["file_infos"][0]["id"].as_str().expect("an id").to_owned()
}
