//! One order per channel for every client, and every event once.

use client::Socket;
use testkit::nodes;
use wire::events::EventName;

use crate::{ann_and_bob, bases, heard, message, next};

nodes! {3:
    async fn a_post_reaches_every_socket_of_every_node_once(db) {
        let (app, ann, bob, channel) = ann_and_bob(db).await;
        let mut sockets = Vec::new();
        for base in bases(&app) {
            for person in [&ann, &bob] {
                sockets.push(Socket::open(&person.at(base).rest).await.expect("a socket"));
            }
        }
        for (number, base) in bases(&app).into_iter().enumerate() {
            ann.at(base).post(&channel, &format!("from node {number}")).await;
        }
        for socket in &mut sockets {
            let texts: Vec<String> = heard(socket, &[EventName::Posted]).await.iter().map(message).collect();
            assert_eq!(texts, ["from node 0", "from node 1", "from node 2"]);
        }
    }

    async fn a_direct_message_reaches_both_wherever_they_are(db) {
        let (app, ann, bob, _channel) = ann_and_bob(db).await;
        let form = serde_json::json!([ann.user.id, bob.user.id]);
        let mut sockets = Vec::new();
        for base in bases(&app) {
            for person in [&ann, &bob] {
                sockets.push(Socket::open(&person.at(base).rest).await.expect("a socket"));
            }
        }
        let path = "/api/v4/channels/direct";
        let answer = ann.rest.request(&http::Method::POST, path, form.to_string().into(), Some("application/json")).await;
        let channel = ann.must("channel", answer);
        ann.post(&channel, "only you").await;
        bob.at(bases(&app)[1]).post(&channel, "and me").await;
        for socket in &mut sockets {
            next(socket, EventName::DirectAdded).await;
            let texts: Vec<String> = heard(socket, &[EventName::Posted]).await.iter().map(message).collect();
            assert_eq!(texts, ["only you", "and me"]);
        }
    }

    async fn posts_of_one_author_stand_as_they_were_sent_whatever_the_nodes_clocks(db) {
        let (app, ann, _bob, channel) = ann_and_bob(db).await;
        // As if the clock of the second node were half a second ahead.
        app.others[0].app.ids.observe(app.app.clock.now() + 500);
        let bases = bases(&app);
        for number in 0..12 {
            ann.at(bases[number % 3]).post(&channel, &number.to_string()).await;
        }
        let path = format!("/api/v4/channels/{}/posts?per_page=12", channel.id);
        let page: wire::posts::PostList =
            ann.must("page", ann.rest.request(&http::Method::GET, &path, Default::default(), None).await);
        let said: Vec<&str> = page.order.iter().rev().map(|id| page.posts[id].message.as_str()).collect();
        assert_eq!(said, ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"]);
    }

    async fn posts_of_two_nodes_are_heard_in_one_order(db) {
        let (app, ann, bob, channel) = ann_and_bob(db).await;
        let mut sockets = Vec::new();
        for base in bases(&app) {
            sockets.push(Socket::open(&ann.at(base).rest).await.expect("a socket"));
        }
        let write = async |person: testkit::Person, name: &str| {
            for number in 0..20 {
                person.post(&channel, &format!("{name} {number}")).await;
            }
        };
        let (here, there) = (ann.at(bases(&app)[0]), bob.at(bases(&app)[1]));
        tokio::join!(write(here, "ann"), write(there, "bob"));
        let mut orders = Vec::new();
        for socket in &mut sockets {
            let told = heard(socket, &[EventName::Posted]).await;
            orders.push(told.iter().map(message).collect::<Vec<_>>());
        }
        assert_eq!(orders[0].len(), 40);
        assert_eq!(orders[0], orders[1]);
        assert_eq!(orders[0], orders[2]);
    }
}
