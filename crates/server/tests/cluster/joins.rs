//! Who joins while somebody else connects, and while nodes are slow to tell, misses nothing in silence.

use std::time::{Duration, Instant};

use bus::{Exchange, NodeId};
use client::Socket;
use cluster::gate::WAIT_MS_MAX;
use http::Method;
use serde_json::json;
use testkit::{Database, Person, Server, TestApp, Wires, nodes};
use wire::channels::Channel;
use wire::events::EventName;

use crate::{PATIENCE, QUIET, bases, heard, message};

/// Ann and Bob belong to a channel, Eve to the team alone. Eve has a socket at the second node, where nobody of the
/// channel is.
struct World {
    app: TestApp,
    exchange: Exchange,
    ann: Person,
    bob: Person,
    eve: Person,
    channel: Channel,
    socket: Socket,
}

impl World {
    async fn begin(db: Database) -> World {
        let exchange = Exchange::new();
        let app = TestApp::on_wires(db, &Wires::in_process(exchange.clone()), |_| {}).await;
        let (ann, bob, eve) = (app.member("ann").await, app.member("bob").await, app.member("eve").await);
        let channel = ann.channel(&app.team, "deck").await;
        ann.let_in(&channel, &bob).await;
        let mut socket = Socket::open(&eve.at(bases(&app)[1]).rest).await.expect("a socket");
        while socket.event(QUIET).await.is_ok() {}
        World { app, exchange, ann, bob, eve, channel, socket }
    }

    fn here(&self) -> &Server {
        &self.app.server
    }

    fn there(&self) -> &Server {
        &self.app.others[0]
    }

    /// Lets Eve into the channel by a node; the call returns when all know it.
    fn let_eve_in(&self, by: &Server) -> tokio::task::JoinHandle<()> {
        let (ann, eve, channel) = (self.ann.at(&by.base), self.eve.clone(), self.channel.clone());
        base::tasks::spawn("join", async move { ann.let_in(&channel, &eve).await })
    }

    /// Lets Ann write by a node; whether she is answered is another matter while a node tells nothing. Returns when the
    /// store has it.
    async fn ann_writes(&self, by: &Server, text: &'static str) {
        let before = self.number().await;
        let (ann, channel) = (self.ann.at(&by.base), self.channel.clone());
        base::tasks::spawn("post", async move { ann.post(&channel, text).await });
        self.until("the store knows", async |world| world.number().await > before).await;
    }

    /// Begins to open a socket of Bob at the second node.
    fn bob_comes(&self) -> tokio::task::JoinHandle<Socket> {
        let rest = self.bob.at(&self.there().base).rest;
        base::tasks::spawn("socket", async move { Socket::open(&rest).await.expect("a socket") })
    }

    /// The number of the channel's last change.
    async fn number(&self) -> i64 {
        let numbers = self.here().app.store.channel_event_numbers(&[self.channel.id]).await.expect("a store");
        numbers.first().map_or(0, |(_, number)| *number)
    }

    async fn until(&self, what: &str, is_so: impl AsyncFn(&World) -> bool) {
        let began = Instant::now();
        while !is_so(self).await {
            assert!(began.elapsed() < PATIENCE, "{what}");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    async fn until_bob_is_there(&self) {
        let bob = self.bob.user.id;
        self.until("bob is there", async |world| world.there().app.hub.is_connected(bob)).await;
    }

    /// Whether Eve is told of a post that is written now, by this socket or, after that has ended, by another.
    async fn eve_hears(&mut self, text: &str) -> bool {
        self.ann.post(&self.channel, text).await;
        loop {
            match self.socket.event(PATIENCE / 4).await {
                Ok(event) if event.name() == Some(EventName::Posted) && message(&event) == text => return true,
                Ok(_) => {}
                Err(error) if error.to_string().contains("nothing came in time") => return false,
                // Who has to begin anew loads what was written.
                Err(_) => return true,
            }
        }
    }
}

fn node(server: &Server) -> NodeId {
    server.app.cluster.as_ref().expect("a cluster").bus.node()
}

nodes! {2:
    /// What was told to somebody before a node listened is not taken for lost, though the node hears late what follows it:
    /// the socket stays.
    async fn who_connects_right_after_being_let_in_stays_connected_to_a_node_that_hears_late(db) {
        let world = World::begin(db).await;
        let there = node(world.there());
        for round in 0..5 {
            let new = world.app.member(&format!("new-{round}")).await;
            world.ann.let_in(&world.channel, &new).await;
            let mut socket = Socket::open(&new.at(&world.there().base).rest).await.expect("a socket");
            world.exchange.hold(there);
            world.ann_writes(world.here(), "welcome").await;
            tokio::time::sleep(QUIET).await;
            world.exchange.let_go(there);
            loop {
                let event = socket.event(PATIENCE).await.unwrap_or_else(|error| panic!("round {round}: {error}"));
                if event.name() == Some(EventName::Posted) && message(&event) == "welcome" {
                    break;
                }
            }
        }
    }

    /// The store knows of the change that lets Eve in before her node hears of it, and there somebody else is the first
    /// of the channel, whose gate is set up by what the store says.
    async fn a_join_that_is_told_late_is_not_passed_over(db) {
        let mut world = World::begin(db).await;
        let before = world.number().await;
        world.exchange.hold_said(node(world.here()));
        let joining = world.let_eve_in(world.here());
        world.until("the store knows", async |world| world.number().await > before).await;
        let coming = world.bob_comes();
        world.until_bob_is_there().await;
        world.exchange.let_go(node(world.here()));
        joining.await.expect("eve is in");
        coming.await.expect("bob is there");
        assert!(world.eve_hears("welcome").await);
    }

    /// A change that lets Eve in is waited for in vain. Those who are in the channel begin anew; she is not in it yet.
    async fn a_join_that_is_given_up_lets_in_all_the_same(db) {
        let mut world = World::begin(db).await;
        let before = world.number().await;
        // Bob is about to connect, so that the channel keeps its gate.
        let app = &world.there().app;
        let memberships = app.world.memberships(world.bob.user.id).await.expect("a store");
        let cluster = app.cluster.as_ref().expect("a cluster");
        let _hold = cluster.hold(app, world.bob.user.id, &memberships).await.expect("a store");
        world.exchange.hold_said(node(world.here()));
        let joining = world.let_eve_in(world.here());
        world.until("the store knows", async |world| world.number().await > before).await;
        world.ann_writes(world.there(), "ahead of it").await;
        tokio::time::sleep(Duration::from_millis(WAIT_MS_MAX as u64 + 100)).await;
        world.exchange.let_go(node(world.here()));
        joining.await.expect("eve is in");
        assert!(world.eve_hears("welcome").await);
    }

    /// Eve joins while Bob, who is the first of the channel there, waits to be heard of; then somebody writes, and the
    /// store tells Bob's gate of that before the bus does.
    async fn what_follows_a_join_is_heard_though_another_is_just_connecting(db) {
        let mut world = World::begin(db).await;
        let before = world.number().await;
        world.exchange.hold(node(world.there()));
        let _coming = world.bob_comes();
        // His node asks for the channel before it waits for the bus.
        tokio::time::sleep(QUIET / 3).await;
        let joining = world.let_eve_in(world.there());
        world.until("the store knows", async |world| world.number().await > before).await;
        tokio::time::sleep(QUIET / 3).await;
        world.exchange.hold_said(node(world.here()));
        world.ann_writes(world.here(), "welcome").await;
        world.exchange.let_go(node(world.there()));
        world.until_bob_is_there().await;
        world.exchange.let_go(node(world.here()));
        joining.await.expect("eve is in");
        let told = heard(&mut world.socket, &[EventName::Posted]).await;
        assert!(told.iter().any(|event| message(event) == "welcome"));
    }

    /// Memory may forget a channel at any moment; that it is a direct one has to be known all the same.
    async fn a_direct_message_is_told_though_memory_forgets_the_channel(db) {
        let world = World::begin(db).await;
        let form = json!([world.ann.user.id, world.bob.user.id]).to_string();
        // By the other node: the one that lets somebody in tells those a while by themselves.
        let made = world.bob.at(&world.there().base).rest;
        let made = made.request(&Method::POST, "/api/v4/channels/direct", form.into(), Some("application/json"));
        let direct: Channel = world.ann.must("channel", made.await);
        // Where Bob is, memory knows that it is a direct channel, so that nobody listens to its own subject.
        world.there().app.world.channel(direct.id).await.expect("a store");
        let mut socket = world.bob_comes().await.expect("bob is there");
        let app = world.here().app.clone();
        let forgetting = base::tasks::spawn("forgetful", async move {
            loop {
                app.world.channels.forget(&direct.id);
                tokio::task::yield_now().await;
            }
        });
        let texts: Vec<String> = (0..10).map(|number| number.to_string()).collect();
        for text in &texts {
            world.ann.post(&direct, text).await;
        }
        forgetting.abort();
        let told = heard(&mut socket, &[EventName::Posted]).await;
        assert_eq!(told.iter().map(message).collect::<Vec<_>>(), texts);
    }
}
