//! What the bus did not bring is read from the log that each commit keeps, and no client begins anew.

use std::time::{Duration, Instant};

use bus::Exchange;
use client::Socket;
use http::{Method, StatusCode};
use serde_json::json;
use testkit::{TestApp, nodes};
use wire::events::EventName;

use crate::{PATIENCE, ann_and_bob, ann_and_bob_on, bases, heard, message, next, status};

/// The names of all nodes on the bus.
fn names(app: &TestApp) -> Vec<bus::NodeId> {
    let servers = std::iter::once(&app.server).chain(&app.others);
    servers.map(|one| one.app.cluster.as_ref().expect("a cluster").bus.node()).collect()
}

/// The messages of the next posts that a socket hears.
async fn texts(socket: &mut Socket, len: usize) -> Vec<String> {
    let mut texts = Vec::new();
    for _ in 0..len {
        texts.push(message(&next(socket, EventName::Posted).await));
    }
    texts
}

/// How often a node read all roles, which it does when it clears its caches.
fn role_readings(app: &TestApp) -> String {
    let series = r#"mattermost_db_store_time_count{method="RoleStore.GetAll",success="true"}"#;
    let text = app.server.app.metrics.render();
    text.lines().find(|line| line.starts_with(series)).expect("roles are read at the start").to_owned()
}

nodes! {2:
    async fn a_post_that_the_bus_lost_is_told_from_the_log(db) {
        let exchange = Exchange::new();
        let (app, ann, bob, channel) = ann_and_bob_on(db, &exchange).await;
        let mut socket = Socket::open(&bob.at(bases(&app)[0]).rest).await.expect("a socket");
        exchange.lose_next(names(&app)[0], 1);
        for text in ["lost", "heard"] {
            ann.at(bases(&app)[1]).post(&channel, text).await;
        }
        assert_eq!(texts(&mut socket, 2).await, ["lost", "heard"]);
    }

    async fn what_is_for_one_user_and_was_lost_is_told_from_the_log(db) {
        let exchange = Exchange::new();
        let (app, ann, bob, channel) = ann_and_bob_on(db, &exchange).await;
        let mut socket = Socket::open(&bob.at(bases(&app)[0]).rest).await.expect("a socket");
        while socket.event(crate::QUIET).await.is_ok() {}
        exchange.lose_next(names(&app)[0], 1);
        let form = json!({"user_id": bob.user.id, "post": {"channel_id": channel.id, "message": "psst"}});
        let elsewhere = app.admin.at(bases(&app)[1]);
        assert!(status(&elsewhere.rest, Method::POST, "/posts/ephemeral", form).await.is_success());
        next(&mut socket, EventName::EphemeralMessage).await;
        ann.post(&channel, "after").await;
        assert_eq!(texts(&mut socket, 1).await, ["after"]);
    }

    async fn without_the_bus_posts_are_told_within_a_second_and_clients_go_on(db) {
        let exchange = Exchange::new();
        let (app, ann, bob, channel) = ann_and_bob_on(db, &exchange).await;
        let mut sockets = Vec::new();
        for base in bases(&app) {
            sockets.push(Socket::open(&bob.at(base).rest).await.expect("a socket"));
        }
        names(&app).into_iter().for_each(|node| exchange.cut(node));
        // Beyond the end of leases, of entries, and of the time for which silent sockets are kept.
        let until = Instant::now() + Duration::from_secs(8);
        let (mut number, mut slowest) = (0, Duration::ZERO);
        while Instant::now() < until {
            number += 1;
            ann.at(bases(&app)[number % 2]).post(&channel, &number.to_string()).await;
            let began = Instant::now();
            for socket in &mut sockets {
                assert_eq!(texts(socket, 1).await, [number.to_string()]);
            }
            slowest = slowest.max(began.elapsed());
        }
        assert!(number > 5, "{number}");
        // The first ones wait for the leases to end.
        assert!(slowest < Duration::from_secs(4), "{slowest:?}");
        names(&app).into_iter().for_each(|node| exchange.mend(node));
        tokio::time::sleep(Duration::from_secs(2)).await;
        ann.post(&channel, "the bus is back").await;
        for socket in &mut sockets {
            assert_eq!(texts(socket, 1).await, ["the bus is back"]);
        }
    }

    async fn a_database_too_slow_for_the_lease_closes_no_socket_without_the_bus(db) {
        let exchange = Exchange::new();
        let (app, ann, bob, channel) = ann_and_bob_on(db, &exchange).await;
        let mut socket = Socket::open(&bob.at(bases(&app)[1]).rest).await.expect("a socket");
        names(&app).into_iter().for_each(|node| exchange.cut(node));
        // Each reading takes longer than it may be old, so sockets are silent. The database is reached all the same.
        app.server.database().lock("event_log", 2.0, 4).await;
        ann.post(&channel, "after").await;
        assert_eq!(texts(&mut socket, 1).await, ["after"]);
    }

    async fn requests_wait_for_a_slow_reading_and_leave_the_caches_as_they_are(db) {
        let exchange = Exchange::new();
        let (app, ann, _, channel) = ann_and_bob_on(db, &exchange).await;
        let path = format!("/channels/{}", channel.id);
        names(&app).into_iter().for_each(|node| exchange.cut(node));
        tokio::time::sleep(Duration::from_secs(3)).await;
        let before = role_readings(&app);
        // Longer than a reading may be old.
        let database = app.server.database();
        let lock = database.lock("event_log", 3.0, 1);
        let asked = async {
            tokio::time::sleep(Duration::from_secs(2)).await;
            status(&ann.rest, Method::GET, &path, serde_json::Value::Null).await
        };
        assert_eq!(tokio::join!(lock, asked).1, StatusCode::OK);
        assert_eq!(role_readings(&app), before);
    }

    async fn a_log_that_was_emptied_while_the_bus_was_gone_leaves_nobody_his_rights(db) {
        let exchange = Exchange::new();
        let (app, ann, bob, channel) = ann_and_bob_on(db, &exchange).await;
        let form = json!({"channel_id": channel.id, "message": "hello"});
        let far = bob.at(bases(&app)[1]);
        assert_eq!(status(&far.rest, Method::POST, "/posts", form.clone()).await, StatusCode::CREATED);
        names(&app).into_iter().for_each(|node| exchange.cut(node));
        tokio::time::sleep(Duration::from_secs(3)).await;
        // A database that fails over has an empty log under another mark.
        let lose = "CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; \
            CREATE TRIGGER lose BEFORE INSERT ON event_log FOR EACH ROW EXECUTE FUNCTION lose();";
        app.server.database().execute(lose).await;
        let member = format!("/channels/{}/members/{}", channel.id, bob.user.id);
        assert_eq!(status(&ann.rest, Method::DELETE, &member, serde_json::Value::Null).await, StatusCode::OK);
        app.server.database().execute("UPDATE event_log SET body = 'another' WHERE number = 0").await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(status(&far.rest, Method::POST, "/posts", form).await, StatusCode::FORBIDDEN);
    }

    async fn who_is_put_out_while_the_bus_is_gone_hears_nothing_of_what_follows(db) {
        let exchange = Exchange::new();
        let (app, ann, bob, channel) = ann_and_bob_on(db, &exchange).await;
        let mut socket = Socket::open(&bob.at(bases(&app)[1]).rest).await.expect("a socket");
        names(&app).into_iter().for_each(|node| exchange.cut(node));
        tokio::time::sleep(Duration::from_secs(3)).await;
        ann.post(&channel, "before").await;
        assert_eq!(texts(&mut socket, 1).await, ["before"]);
        let member = format!("/channels/{}/members/{}", channel.id, bob.user.id);
        assert_eq!(status(&ann.rest, Method::DELETE, &member, serde_json::Value::Null).await, StatusCode::OK);
        ann.post(&channel, "a secret").await;
        let told: Vec<String> = heard(&mut socket, &[EventName::Posted]).await.iter().map(message).collect();
        assert!(told.is_empty(), "{told:?}");
    }
}

nodes! {3:
    async fn the_death_of_a_node_is_not_felt_by_the_clients_of_others(db) {
        let (mut app, ann, bob, channel) = ann_and_bob(db).await;
        let mut sockets = Vec::new();
        for base in &bases(&app)[..2] {
            sockets.push(Socket::open(&bob.at(base).rest).await.expect("a socket"));
        }
        let dying = app.others.pop().expect("a third node");
        for number in 0..10 {
            ann.at(&dying.base).post(&channel, &number.to_string()).await;
        }
        let before = role_readings(&app);
        dying.kill();
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(7) {
            ann.post(&channel, "meanwhile").await;
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        ann.post(&channel, "last").await;
        for socket in &mut sockets {
            let mut told = Vec::new();
            while told.last().is_none_or(|text| text != "last") {
                let event = socket.event(PATIENCE).await.expect("the client goes on");
                told.extend((event.name() == Some(EventName::Posted)).then(|| message(&event)));
            }
            let numbers: Vec<String> = (0..10).map(|number| number.to_string()).collect();
            assert_eq!(told[..10], numbers[..]);
            assert!(told.len() > 20, "{told:?}");
        }
        assert_eq!(role_readings(&app), before, "the caches stay");
    }

    async fn the_clients_of_a_node_that_died_go_on_elsewhere_with_what_they_missed(db) {
        let (mut app, ann, bob, channel) = ann_and_bob(db).await;
        let dying = app.others.pop().expect("a third node");
        // All that it served within the time in which a loss is noticed has to be recorded.
        tokio::time::sleep(Duration::from_secs(13)).await;
        let mut sockets = Vec::new();
        for _ in 0..3 {
            sockets.push(Socket::open(&bob.at(&dying.base).rest).await.expect("a socket"));
        }
        for number in 0..20 {
            ann.at(bases(&app)[number % 2]).post(&channel, &number.to_string()).await;
            tokio::time::sleep(Duration::from_millis(150)).await;
        }
        let mut told = vec![Vec::new(); sockets.len()];
        for (at, socket) in sockets.iter_mut().enumerate() {
            // Some have read all, one nothing of it.
            told[at] = texts(socket, [20, 12, 0][at]).await;
        }
        ann.at(&dying.base).post(&channel, "20").await;
        dying.kill();
        ann.post(&channel, "21").await;
        let form = json!({"user_id": bob.user.id, "post": {"channel_id": channel.id, "message": "psst"}});
        assert!(status(&app.admin.rest, Method::POST, "/posts/ephemeral", form).await.is_success());
        let began = Instant::now();
        for (at, socket) in sockets.into_iter().enumerate() {
            let mut socket = socket.resume(&bob.at(bases(&app)[at % 2]).rest).await.expect("a socket");
            ann.post(&channel, &(22 + at).to_string()).await;
            let mut whispers = 0;
            while told[at].last().is_none_or(|text| *text != (22 + at).to_string()) {
                let event = socket.event(PATIENCE).await.expect("the client goes on");
                told[at].extend((event.name() == Some(EventName::Posted)).then(|| message(&event)));
                whispers += usize::from(event.name() == Some(EventName::EphemeralMessage));
            }
            let numbers: Vec<String> = (0..23 + at).map(|number| number.to_string()).collect();
            assert_eq!((&told[at], whispers), (&numbers, 1));
        }
        assert!(began.elapsed() < Duration::from_secs(9), "{:?}", began.elapsed());
    }
}
