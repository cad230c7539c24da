//! The world: nodes that come and go, people, channels, and the story of what happened.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use base::Millis;
use base::ids::{PostId, UserId};
use bus::{Exchange, NodeId};
use client::Rest;
use http::{Method, StatusCode};
use parking_lot::Mutex;
use rand::Rng;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use wire::channels::Channel;

use super::model::Model;
use crate::app::{Person, Server, TestApp};
use crate::cluster::Wires;
use crate::database::Database;

const NODES: usize = 3;
/// Clients of each person.
pub const DEVICES: usize = 2;
/// How long a caller waits. What takes longer may be done all the same.
const CALL_WAIT: Duration = Duration::from_secs(3);
/// Time in which the cluster is whole again after the last trouble.
const HEAL_WAIT: Duration = Duration::from_secs(25);
/// From then on what the nodes serve is recorded, so that clients of one that dies go on elsewhere.
const RECORDED_AFTER: Duration = Duration::from_secs(13);
/// What begins the lines of the story that clients tell.
pub const DEVICE_MARK: &str = "  client ";
/// Lines of the story that are shown with a broken promise.
const STORY_LEN: usize = 600;

pub struct World {
    began: Instant,
    database: Arc<Database>,
    wires: Wires,
    exchange: Exchange,
    config: config::Config,
    nodes: Mutex<Vec<Server>>,
    started: AtomicUsize,
    pub admin: Person,
    /// The first two stay where they are; the others come and go.
    pub people: Vec<Person>,
    /// One that everybody may read, and one that only its members may.
    pub open: Channel,
    pub closed: Channel,
    /// One that nobody leaves, where everybody hears the last word.
    square: Channel,
    pub model: Mutex<Model>,
    is_calm: AtomicBool,
    /// The last post of each channel, and who has to hear it.
    last: Mutex<Vec<(PostId, HashSet<UserId>)>>,
    story: Mutex<Vec<String>>,
}

/// A node, as the others see it.
#[derive(Clone)]
pub struct Place {
    pub node: NodeId,
    pub base: String,
}

impl World {
    pub async fn begin(seed: u64, database: Database) -> World {
        let exchange = Exchange::new();
        let wires = Wires::in_process(exchange.clone());
        let app = TestApp::on_wires(database.with_nodes(NODES), &wires, |_| {}).await;
        let (database, config) = (app.server.database(), config::Config::clone(&app.server.app.config()));
        let mut people = Vec::new();
        for name in ["ann", "bob", "carl", "dora"] {
            people.push(app.member(name).await);
        }
        let open = app.admin.channel(&app.team, "open").await;
        let form = json!({"team_id": app.team.id, "name": "closed", "display_name": "closed", "type": "P"});
        let made = app.admin.rest.send(wire::endpoints::CREATE_CHANNEL, &[], "", &form).await;
        let closed: Channel = app.admin.must("channel", made);
        let path = [app.team.id.to_string()];
        let found = app.admin.rest.ask(wire::endpoints::GET_CHANNEL_BY_NAME, &[&path[0], "town-square"], "").await;
        let square: Channel = app.admin.must("channel", found);
        for person in &people {
            app.admin.let_in(&open, person).await;
            app.admin.let_in(&closed, person).await;
        }
        let TestApp { server, others, admin, .. } = app;
        let nodes: Vec<Server> = std::iter::once(server).chain(others).collect();
        tokio::time::sleep(RECORDED_AFTER).await;
        let world = World {
            began: Instant::now(),
            database,
            wires,
            exchange,
            config,
            started: AtomicUsize::new(nodes.len()),
            nodes: Mutex::new(nodes),
            admin,
            people,
            open,
            closed,
            square,
            model: Mutex::default(),
            is_calm: AtomicBool::new(false),
            last: Mutex::default(),
            story: Mutex::default(),
        };
        world.tell(&format!("the world of seed {seed} begins"));
        world
    }

    pub fn exchange(&self) -> &Exchange {
        &self.exchange
    }

    pub fn tell(&self, line: &str) {
        self.story.lock().push(format!("{:>7.3} {line}", self.began.elapsed().as_secs_f64()));
    }

    /// The last lines of what happened: all that was done, and of the clients what concerns the client or the post that a
    /// broken promise names.
    pub fn story(&self, broken: &str) -> String {
        let client = broken.find("client ").and_then(|at| broken[at..].split(':').next());
        let post = broken.split([' ', ':']).find(|word| PostId::parse(word).is_some_and(PostId::is_some));
        let names = [client, post];
        let concerns =
            |line: &&String| !line.contains(DEVICE_MARK) || names.iter().flatten().any(|name| line.contains(name));
        let story = self.story.lock();
        let told: Vec<&str> = story.iter().filter(concerns).map(String::as_str).collect();
        told[told.len().saturating_sub(STORY_LEN)..].join("\n")
    }

    pub fn breaks(&self, promise: String) {
        self.tell(&promise);
        self.model.lock().broken.push(promise);
    }

    pub fn places(&self) -> Vec<Place> {
        let node = |server: &Server| server.app.cluster.as_ref().map(|cluster| cluster.bus.node());
        let place = |server: &Server| Some(Place { node: node(server)?, base: server.base.clone() });
        self.nodes.lock().iter().filter_map(place).collect()
    }

    /// The address of some node, which may be in trouble.
    pub fn somewhere(&self, rng: &mut StdRng) -> String {
        let places = self.places();
        places[rng.random_range(0..places.len())].base.clone()
    }

    /// What is left until so long after the beginning.
    pub fn until(&self, at: Duration) -> Duration {
        at.saturating_sub(self.began.elapsed())
    }

    pub fn is_over(&self) -> bool {
        self.began.elapsed() >= super::TROUBLE
    }

    /// Whether nothing goes wrong any more and everybody has said what there was to say.
    pub fn is_calm(&self) -> bool {
        self.is_calm.load(Ordering::SeqCst)
    }

    /// The posts after which this user has heard everything.
    pub fn last_for(&self, user: UserId) -> Vec<PostId> {
        self.last.lock().iter().filter(|(_, users)| users.contains(&user)).map(|(post, _)| *post).collect()
    }

    /// Ends a node without a word.
    pub fn kill(&self, at: usize) {
        let server = self.nodes.lock().remove(at);
        self.tell(&format!("{} dies", server.base));
        server.kill();
    }

    /// Lets the wall clock of a node jump.
    pub fn jump(&self, at: usize, by_ms: Millis) {
        if let Some(server) = self.nodes.lock().get(at) {
            server.app.clock.advance(by_ms);
        }
    }

    /// Starts another node.
    pub async fn start(&self) {
        let number = self.started.fetch_add(1, Ordering::SeqCst);
        let server = Server::in_cluster(&self.database, Some((&self.wires, number)), self.config.clone()).await;
        self.tell(&format!("{} is there", server.base));
        self.nodes.lock().push(server);
    }

    /// Asks as a person somewhere; `None` when there is no answer, so that it may have happened or not.
    pub async fn call(&self, rest: &Rest, method: Method, path: &str, body: Value) -> Option<(StatusCode, Value)> {
        let body = if body.is_null() { bytes::Bytes::new() } else { body.to_string().into() };
        let path = format!("/api/v4{path}");
        let asked = rest.request(&method, &path, body, Some("application/json"));
        let answer = tokio::time::timeout(CALL_WAIT, asked).await.ok()?.ok()?;
        Some((answer.status, serde_json::from_slice(&answer.body).unwrap_or_default()))
    }

    /// Ends the trouble, waits until the cluster is whole, and says a last word in each channel.
    ///
    /// # Errors
    /// When the cluster does not become whole, or does not take the last word.
    pub async fn settle(&self) -> Result<(), String> {
        let settled = self.heal().await;
        self.is_calm.store(true, Ordering::SeqCst);
        settled
    }

    async fn heal(&self) -> Result<(), String> {
        self.exchange.join();
        for place in self.places() {
            self.exchange.let_go(place.node);
            self.exchange.mend(place.node);
        }
        let began = Instant::now();
        while !self.is_whole() {
            if began.elapsed() > HEAL_WAIT {
                return Err("the nodes do not find together again".to_owned());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self.tell("the cluster is whole");
        let rest = self.admin.rest.at(&self.places()[0].base);
        for place in [&self.open, &self.closed, &self.square] {
            let members =
                self.must(&rest, Method::GET, &format!("/channels/{}/members", place.id), Value::Null).await?;
            let members: Vec<wire::channels::ChannelMember> =
                serde_json::from_value(members).map_err(|error| error.to_string())?;
            let form = json!({"channel_id": place.id, "message": "the last word"});
            let said = self.must(&rest, Method::POST, "/posts", form).await?;
            let said: wire::posts::Post = serde_json::from_value(said).map_err(|error| error.to_string())?;
            let members = members.into_iter().map(|member| member.user_id).collect();
            self.last.lock().push((said.id, members));
        }
        Ok(())
    }

    async fn must(&self, rest: &Rest, method: Method, path: &str, body: Value) -> Result<Value, String> {
        match self.call(rest, method, path, body).await {
            Some((status, value)) if status.is_success() => Ok(value),
            answer => Err(format!("{path} on a cluster that is whole: {answer:?}")),
        }
    }

    fn is_whole(&self) -> bool {
        let nodes = self.nodes.lock();
        nodes.iter().all(|server| {
            let bus = server.app.cluster.as_ref().map(|cluster| &cluster.bus);
            bus.is_some_and(|bus| bus.cache_is_valid() && bus.nodes().len() + 1 == nodes.len())
        })
    }
}
