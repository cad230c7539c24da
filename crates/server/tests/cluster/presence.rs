//! Who is there and who writes, across nodes.

use std::time::Duration;

use client::Socket;
use http::Method;
use people::activity;
use people::presence;
use request::App;
use request::token::hash;
use serde_json::{Value, json};
use testkit::nodes;
use wire::events::EventName;

use crate::{PATIENCE, ann_and_bob, bases, heard, next, status};

/// Longer than activity of a user or a session goes unwritten.
const LONG_MS: i64 = 6 * 60 * 1000;

/// How often a node asked the store.
fn reads(node: &App, method: &str) -> Option<String> {
    let (name, method) = ("mattermost_db_store_time_count", format!("method=\"{method}\""));
    node.metrics.render().lines().find(|line| line.starts_with(name) && line.contains(&method)).map(str::to_owned)
}

async fn state(person: &testkit::Person, of: &testkit::Person) -> String {
    let path = format!("/api/v4/users/{}/status", of.user.id);
    let status: Value = person.must("status", person.rest.request(&Method::GET, &path, Default::default(), None).await);
    status["status"].as_str().expect("a status").to_owned()
}

/// Opens a socket as soon as the node lets somebody in again.
async fn open(person: &testkit::Person) -> Socket {
    loop {
        match Socket::open(&person.rest).await {
            Ok(socket) => return socket,
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

nodes! {2:
    async fn typing_is_seen_at_the_other_node(db) {
        let (app, ann, bob, channel) = ann_and_bob(db).await;
        let nodes = bases(&app);
        let mut watching = Socket::open(&bob.at(nodes[1]).rest).await.expect("a socket");
        let mut writing = Socket::open(&ann.at(nodes[0]).rest).await.expect("a socket");
        let data = json!({"channel_id": channel.id, "parent_id": ""});
        let Value::Object(data) = data else { unreachable!("an object") };
        writing.ask("user_typing", data, PATIENCE).await.expect("a reply");
        let typing = next(&mut watching, EventName::Typing).await;
        assert_eq!(typing.data["user_id"], ann.user.id.to_string());
    }

    async fn who_has_a_socket_anywhere_is_online(db) {
        let (app, ann, bob, _channel) = ann_and_bob(db).await;
        let nodes = bases(&app);
        let here = Socket::open(&bob.at(nodes[0]).rest).await.expect("a socket");
        let mut there = Socket::open(&bob.at(nodes[1]).rest).await.expect("a socket");
        for base in &nodes {
            assert_eq!(state(&ann.at(base), &bob).await, "online");
        }
        drop(here);
        // The node notices, asks the other one, and leaves the status as it is.
        while app.app.hub.is_connected(bob.user.id) {
            tokio::task::yield_now().await;
        }
        there.ask("ping", Default::default(), PATIENCE).await.expect("a reply");
        assert_eq!(state(&ann, &bob).await, "online");
        drop(there);
        let mut patience = 1_000;
        while state(&ann, &bob).await != "offline" {
            patience -= 1;
            assert!(patience > 0, "the last socket is gone");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    async fn a_status_that_is_set_on_one_node_is_shown_by_the_other(db) {
        let (app, ann, bob, _channel) = ann_and_bob(db).await;
        let nodes = bases(&app);
        for (base, wanted) in [(nodes[0], "away"), (nodes[1], "dnd"), (nodes[0], "online")] {
            let form = json!({"user_id": bob.user.id, "status": wanted});
            let path = format!("/users/{}/status", bob.user.id);
            assert!(status(&bob.at(base).rest, Method::PUT, &path, form).await.is_success());
            for base in &nodes {
                assert_eq!(state(&ann.at(base), &bob).await, wanted);
            }
        }
    }

    async fn who_goes_on_being_active_is_known_elsewhere_without_another_read(db) {
        let (app, ann, bob, channel) = ann_and_bob(db).await;
        let other = app.others[0].app.clone();
        ann.post(&channel, "good morning").await;
        for base in bases(&app) {
            assert_eq!(state(&bob.at(base), &ann).await, "online");
            assert_eq!(state(&ann.at(base), &ann).await, "online");
        }
        std::iter::once(&app.server).chain(&app.others).for_each(|node| node.app.clock.advance(LONG_MS));
        // The lease is over by that clock, and the logs are read until there is another one.
        while !app.app.cache_is_valid() || !other.cache_is_valid() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        for base in bases(&app) {
            assert_eq!(state(&bob.at(base), &ann).await, "online");
        }
        let read = (reads(&other, "StatusStore.Get"), reads(&other, "SessionStore.GetByToken"));
        let since = app.app.clock.now();
        ann.post(&channel, "and good night").await;

        let (user, token) = (ann.user.id, hash(ann.rest.token()));
        let knows = || {
            let (status, session) = (other.world.statuses.peek(&user), other.world.sessions.peek(&token));
            status.expect("a status in memory").last_activity_at >= since
                && session.expect("a session in memory").last_activity_at >= since
        };
        tokio::time::timeout(PATIENCE, async {
            while !knows() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        })
        .await
        .expect("the other node knows of it");
        assert_eq!((reads(&other, "StatusStore.Get"), reads(&other, "SessionStore.GetByToken")), read);
    }

    async fn who_was_on_a_node_that_died_is_offline_when_another_has_looked(db) {
        let (mut app, ann, bob, _channel) = ann_and_bob(db).await;
        let (carl, dora) = (app.member("carl").await, app.member("dora").await);
        let doomed = app.others.pop().expect("another node");
        let mut sockets = Vec::new();
        for person in [&ann, &bob, &carl, &dora] {
            sockets.push(Socket::open(&person.at(&doomed.base).rest).await.expect("a socket"));
        }
        // One chose what is shown, and two come back.
        let away = json!({"user_id": bob.user.id, "status": "away"});
        let path = format!("/users/{}/status", bob.user.id);
        assert!(status(&bob.at(&doomed.base).rest, Method::PUT, &path, away).await.is_success());
        doomed.kill();
        while !app.app.cluster.as_ref().expect("a cluster").bus.nodes().is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let _back = [open(&ann).await, open(&dora).await];
        assert_eq!(state(&ann, &carl).await, "online", "nobody has looked yet");
        let lease = app.app.leases.hold("test").await.expect("an answer").expect("a lease");
        presence::settle(&app.app, &lease).await.expect("a look");
        let mut states = Vec::new();
        for person in [&ann, &bob, &carl, &dora] {
            states.push(state(&ann, person).await);
        }
        assert_eq!(states, ["online", "away", "offline", "online"]);
    }

    async fn who_has_a_socket_elsewhere_is_not_written_off(db) {
        let (app, ann, bob, _channel) = ann_and_bob(db).await;
        let nodes = bases(&app);
        let _there = Socket::open(&bob.at(nodes[1]).rest).await.expect("a socket");
        let mut here = Socket::open(&ann.rest).await.expect("a socket");
        let lease = app.app.leases.hold("test").await.expect("an answer").expect("a lease");
        presence::settle(&app.app, &lease).await.expect("a look");
        assert_eq!((state(&ann, &bob).await, state(&bob, &ann).await), ("online".into(), "online".into()));
        let told = heard(&mut here, &[EventName::StatusChange]).await;
        assert!(told.iter().all(|event| event.data["status"] != "offline"), "{told:?}");
        // Of two nodes one looks.
        let elsewhere = app.others[0].app.leases.hold("test").await.expect("an answer");
        assert!(elsewhere.is_none());
    }

    async fn who_is_online_by_requests_alone_is_so_while_they_come(db) {
        let (app, ann, bob, channel) = ann_and_bob(db).await;
        let (here, there) = (&app.server.app, &app.others[0].app);
        let _socket = Socket::open(&ann.at(&app.others[0].base).rest).await.expect("a socket");
        let carl = app.member("carl").await;
        ann.let_in(&channel, &carl).await;
        for person in [&ann, &bob, &carl] {
            person.post(&channel, "here I am").await;
        }
        let away = json!({"user_id": carl.user.id, "status": "away"});
        let path = format!("/users/{}/status", carl.user.id);
        assert!(status(&carl.rest, Method::PUT, &path, away).await.is_success());
        let mut seen = Vec::new();
        // Bob does something every four minutes, at another node than before, and then nothing any more.
        for (pass_ms, at) in [(240_000, Some(1)), (240_000, Some(0)), (240_000, None), (200_000, None)] {
            [here, there].iter().for_each(|app| app.clock.advance(pass_ms));
            if let Some(at) = at {
                bob.at(bases(&app)[at]).post(&channel, "still here").await;
                // It would be within seconds, of which none pass here.
                activity::write([here, there][at]).await.unwrap_or_else(|error| panic!("{}", error.message));
            }
            for app in [here, there] {
                // After such a leap of the clock a node waits until it has heard of the others.
                while !app.cluster.as_ref().expect("a cluster").bus.cache_is_valid() {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                presence::settle_quiet(app.clone()).await.expect("a look");
            }
            seen.push([state(&ann, &ann).await, state(&ann, &bob).await, state(&ann, &carl).await].join(" "));
        }
        let online = "online online away";
        assert_eq!(seen, [online, online, online, "online offline away"]);
        bob.post(&channel, "back").await;
        assert_eq!(state(&ann, &bob).await, "online");
    }

    async fn an_account_that_signs_in_is_the_same_at_every_node(db) {
        let (app, ann, bob, _channel) = ann_and_bob(db).await;
        let nodes = bases(&app);
        let mut seen = Vec::new();
        // The first node knows the account before each sign-in, the other one since the first.
        for at in [1, 0, 1] {
            let mut told = Vec::new();
            for base in &nodes {
                let ann = ann.at(base);
                let path = format!("/api/v4/users/{}", bob.user.id);
                let user: Value = ann.must("user", ann.rest.request(&Method::GET, &path, Default::default(), None).await);
                told.push(user["update_at"].as_i64().expect("a time"));
            }
            assert_eq!(told[0], told[1]);
            seen.push(told[0]);
            app.app.clock.advance(1_000);
            app.others[0].app.clock.advance(1_000);
            bob.sign_in_at(nodes[at]).await.expect("a sign-in");
        }
        assert!(seen[0] <= seen[1] && seen[1] < seen[2], "each sign-in but the latest counts: {seen:?}");
    }

    async fn the_nodes_know_each_other(db) {
        let (app, _ann, _bob, _channel) = ann_and_bob(db).await;
        let path = "/api/v4/cluster/status";
        let nodes: Value = app.admin.must("nodes", app.admin.rest.request(&Method::GET, path, Default::default(), None).await);
        assert_eq!(nodes.as_array().map(Vec::len), Some(2));
    }
}
