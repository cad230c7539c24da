//! A client that comes back to another node misses nothing and hears nothing twice.

use client::Socket;
use http::Method;
use serde_json::json;
use testkit::nodes;
use wire::events::EventName;

use crate::{PATIENCE, ann_and_bob, bases, heard, message, next, status};

nodes! {2:
    async fn a_connection_goes_on_at_another_node(db) {
        let (app, ann, bob, channel) = ann_and_bob(db).await;
        let nodes = bases(&app);
        let mut socket = Socket::open(&bob.at(nodes[0]).rest).await.expect("a socket");
        ann.post(&channel, "0").await;
        assert_eq!(message(&next(&mut socket, EventName::Posted).await), "0");
        let (here, there) = (ann.at(nodes[0]), ann.at(nodes[1]));
        // Some wait at the old node, some come while the connection moves, some after it.
        let write = async {
            for number in 1..30 {
                let author = if number % 2 == 0 { &here } else { &there };
                author.post(&channel, &number.to_string()).await;
            }
        };
        let rest = bob.at(nodes[1]).rest;
        let (mut socket, ()) = tokio::join!(async { socket.resume(&rest).await.expect("a socket") }, write);
        let texts: Vec<String> = heard(&mut socket, &[EventName::Posted]).await.iter().map(message).collect();
        assert_eq!(texts, (1..30).map(|number| number.to_string()).collect::<Vec<_>>());
        assert!(!app.app.hub.is_connected(bob.user.id));
    }

    async fn what_no_node_knows_begins_anew(db) {
        let (app, _ann, bob, _channel) = ann_and_bob(db).await;
        let nodes = bases(&app);
        let socket = Socket::open(&bob.at(nodes[0]).rest).await.expect("a socket");
        app.app.hub.close_user(bob.user.id);
        let mut socket = socket.resume(&bob.at(nodes[1]).rest).await.expect("a socket");
        let told = socket.event(PATIENCE).await.expect_err("a connection that begins anew has a hello");
        assert!(told.to_string().contains("event 0 came, 1 was due"), "{told}");
    }

    async fn what_is_told_to_one_user_goes_along(db) {
        let (app, ann, bob, channel) = ann_and_bob(db).await;
        let nodes = bases(&app);
        let mut socket = Socket::open(&bob.at(nodes[0]).rest).await.expect("a socket");
        while socket.event(crate::QUIET).await.is_ok() {}
        let resumed = async {
            let rest = bob.at(nodes[1]).rest;
            socket.resume(&rest).await.expect("a socket")
        };
        let form = json!({"user_id": bob.user.id, "post": {"channel_id": channel.id, "message": "psst"}});
        let told = status(&app.admin.rest, Method::POST, "/posts/ephemeral", form);
        let (mut socket, told) = tokio::join!(resumed, told);
        assert!(told.is_success());
        ann.post(&channel, "hello @bob").await;
        let heard = heard(&mut socket, &[EventName::EphemeralMessage, EventName::Posted]).await;
        let names: Vec<_> = heard.iter().filter_map(wire::events::Event::name).collect();
        assert_eq!(names, [EventName::EphemeralMessage, EventName::Posted]);
        assert!(heard[1].data.contains_key("mentions"));
    }
}
