//! A client that comes back to another node misses nothing and hears nothing twice.

use std::time::Duration;

use base::ids::ConnectionId;
use bus::{Exchange, NodeId};
use client::Socket;
use cluster::resume;
use http::Method;
use muster_server::http::connection_limit::ConnectionLimit;
use muster_server::listen;
use muster_server::realtime::draining;
use serde_json::json;
use testkit::{Database, Person, TestApp, nodes};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use wire::channels::Channel;
use wire::events::EventName;

use crate::{PATIENCE, QUIET, ann_and_bob, ann_and_bob_on, bases, heard, message, next, status};

/// Two nodes whose bus the test disturbs, Ann and Bob in a channel, and the first node.
async fn on_exchange(db: Database) -> (TestApp, Exchange, Person, Person, Channel, NodeId) {
    let exchange = Exchange::new();
    let (app, ann, bob, channel) = ann_and_bob_on(db, &exchange).await;
    let node = app.app.cluster.as_ref().expect("a cluster").bus.node();
    (app, exchange, ann, bob, channel, node)
}

/// Three nodes: a connection of Bob's at the first, whose client goes to the second while the words of the third to the
/// first are on their way for so long. Whether it is told what the third had said to Bob before, or begins anew.
async fn is_told_what_is_under_way(db: Database, wait: Duration) -> bool {
    let (app, exchange, _ann, bob, channel, node) = on_exchange(db).await;
    let mut socket = Socket::open(&bob.at(bases(&app)[0]).rest).await.expect("a socket");
    while socket.event(QUIET).await.is_ok() {}
    let third = app.others[1].app.cluster.as_ref().expect("a cluster").bus.node();
    exchange.hold_between(third, node);
    let form = json!({"user_id": bob.user.id, "post": {"channel_id": channel.id, "message": "psst"}});
    let elsewhere = app.admin.at(bases(&app)[2]);
    assert!(status(&elsewhere.rest, Method::POST, "/posts/ephemeral", form).await.is_success());
    let rest = bob.at(bases(&app)[1]).rest;
    let arriving = async {
        tokio::time::sleep(wait).await;
        exchange.let_go(node);
    };
    let (socket, ()) = tokio::join!(async { socket.resume(&rest).await.expect("a socket") }, arriving);
    is_told(socket, EventName::EphemeralMessage).await
}

/// Whether the client is told the event or begins anew: anything but a hole that it does not know of.
async fn is_told(mut socket: Socket, name: EventName) -> bool {
    loop {
        match socket.event(PATIENCE).await {
            Ok(event) if event.name() == Some(name) => return true,
            Ok(_) => {}
            Err(error) => return !error.to_string().contains("nothing came in time"),
        }
    }
}

/// What a connection that stays open answers.
async fn ask(stream: &mut TcpStream) -> String {
    stream.write_all(b"GET /api/v4/system/ping HTTP/1.1\r\nhost: a\r\n\r\n").await.expect("it is open");
    let mut told = Vec::new();
    while !told.ends_with(b"}") && stream.read_buf(&mut told).await.expect("an answer") > 0 {}
    String::from_utf8(told).expect("a text")
}

nodes! {2:
    async fn what_a_node_kept_that_trusts_nothing_is_not_handed_over(db) {
        let (app, exchange, _ann, bob, _channel, node) = on_exchange(db).await;
        let mut questions = Vec::new();
        for _ in 0..2 {
            let socket = Socket::open(&bob.at(bases(&app)[0]).rest).await.expect("a socket");
            let id = ConnectionId::parse(&socket.connection_id).expect("an id");
            questions.push([&[1][..], &bob.user.id.0.0, &id.0.0].concat());
        }
        while app.app.hub.is_connected(bob.user.id) {
            tokio::time::sleep(QUIET / 10).await;
        }
        let cluster = app.app.cluster.as_ref().expect("a cluster");
        let trusting = resume::answer(&app.app, cluster, node, questions.remove(0).into()).await;
        exchange.cut(node);
        while cluster.bus.cache_is_valid() {
            tokio::time::sleep(QUIET / 10).await;
        }
        let cut_off = resume::answer(&app.app, cluster, node, questions.remove(0).into()).await;
        assert_eq!((trusting.is_empty(), cut_off.is_empty()), (false, true));
    }

    async fn a_post_that_the_old_node_missed_is_no_hole(db) {
        let (app, exchange, ann, bob, channel, node) = on_exchange(db).await;
        let socket = Socket::open(&bob.at(bases(&app)[0]).rest).await.expect("a socket");
        exchange.lose_next(node, 1);
        ann.at(bases(&app)[1]).post(&channel, "hello").await;
        let socket = socket.resume(&bob.at(bases(&app)[1]).rest).await.expect("a socket");
        assert!(is_told(socket, EventName::Posted).await);
    }

    async fn what_the_old_node_missed_for_one_user_is_no_hole(db) {
        let (app, exchange, _ann, bob, channel, node) = on_exchange(db).await;
        let mut socket = Socket::open(&bob.at(bases(&app)[0]).rest).await.expect("a socket");
        while socket.event(QUIET).await.is_ok() {}
        exchange.lose_next(node, 1);
        let form = json!({"user_id": bob.user.id, "post": {"channel_id": channel.id, "message": "psst"}});
        let elsewhere = app.admin.at(bases(&app)[1]);
        assert!(status(&elsewhere.rest, Method::POST, "/posts/ephemeral", form).await.is_success());
        let socket = socket.resume(&bob.at(bases(&app)[1]).rest).await.expect("a socket");
        assert!(is_told(socket, EventName::EphemeralMessage).await);
    }

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

    async fn who_is_at_a_node_that_leaves_goes_on_at_another(db) {
        let (app, ann, bob, channel) = ann_and_bob(db).await;
        let nodes = bases(&app);
        let mut socket = Socket::open(&bob.at(nodes[0]).rest).await.expect("a socket");
        ann.post(&channel, "before").await;
        assert_eq!(message(&next(&mut socket, EventName::Posted).await), "before");
        let moves = async {
            while !socket.event(PATIENCE).await.expect_err("the node leaves").to_string().contains("closed") {}
            ann.at(nodes[1]).post(&channel, "meanwhile").await;
            let refused = Socket::open(&bob.at(nodes[0]).rest).await;
            assert!(refused.is_err(), "a node that leaves begins no socket");
            socket.resume(&bob.at(nodes[1]).rest).await.expect("a socket")
        };
        let (mut socket, ()) = tokio::join!(moves, draining::leave(&app.app));
        ann.at(nodes[1]).post(&channel, "after").await;
        let texts: Vec<String> = heard(&mut socket, &[EventName::Posted]).await.iter().map(message).collect();
        assert_eq!(texts, ["meanwhile", "after"]);
        assert!(app.app.hub.connections().is_empty());
    }

    async fn requests_on_open_connections_are_answered_while_clients_move(db) {
        let (app, _ann, bob, _channel) = ann_and_bob(db).await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let (stop, stopped) = watch::channel(false);
        let (node, limit, drain) = (app.app.clone(), ConnectionLimit::new(10), Duration::from_secs(1));
        let serving = base::tasks::spawn("listener", listen::serve(node, listener, None, limit, stopped, drain));
        let mut socket = Socket::open(&bob.at(&format!("http://{address}")).rest).await.expect("a socket");
        let mut kept = TcpStream::connect(&address).await.expect("the system accepts");
        assert!(!ask(&mut kept).await.contains("connection: close"));
        while socket.event(QUIET).await.is_ok() {}
        stop.send_replace(true);
        while !socket.event(PATIENCE).await.expect_err("the node leaves").to_string().contains("closed") {}
        let told = ask(&mut kept).await;
        assert!(told.starts_with("HTTP/1.1 200") && told.contains("connection: close"), "{told:?}");
        assert_eq!(kept.read(&mut [0; 1]).await.expect("an end"), 0);
        socket.resume(&bob.at(bases(&app)[1]).rest).await.expect("a socket");
        serving.await.expect("it ends");
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

nodes! {3:
    async fn what_is_late_on_its_way_to_the_old_node_is_no_hole(db) {
        assert!(is_told_what_is_under_way(db, Duration::from_millis(500)).await);
    }

    async fn what_does_not_reach_the_old_node_in_time_makes_the_client_begin_anew(db) {
        assert!(is_told_what_is_under_way(db, Duration::from_millis(1_300)).await);
    }
}
