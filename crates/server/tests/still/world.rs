//! A server whose clock stands still until the test moves it, stopped and started at will, and two people on it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use base::{Clock, Millis};
use client::Rest;
use config::Config;
use conversation::scheduled_posts;
use http::Method;
use metrics::Metrics;
use muster_server::Parts;
use muster_server::http::connection_limit::ConnectionLimit;
use muster_server::{Hasher, start};
use organisation::due as posts;
use request::App;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

pub const START: Millis = 1_700_000_000_000;
pub const MINUTE: Millis = 60_000;
const PASSWORD: &str = "Test-Passw0rd";
const CONNECTIONS_MAX: usize = 100;

/// A server on a folder that outlives it.
pub struct Server {
    pub app: Arc<App>,
    pub base: String,
    stop: watch::Sender<bool>,
    serving: JoinHandle<()>,
}

impl Server {
    async fn start(folder: &Path, clock: &Clock) -> Server {
        let metrics = Metrics::new();
        let options = store::Options::Sqlite { path: folder.join("test.db"), readers: 2 };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let mut config = Config::default();
        config.service.site_url.clone_from(&base);
        config.accounts.open_signup = true;
        config.posts.enable_permanent_deletion = true;
        config.integrations.allowed_internal_hosts = "127.0.0.1".to_owned();
        let parts = Parts {
            store: store::Store::open(&options, clock, metrics.clone()).await.expect("a store"),
            files: files::FileStore::local(&folder.join("files"), clock).await.expect("files"),
            search_folder: folder.join("search"),
            clock: clock.clone(),
            config,
            metrics,
            hasher: Hasher::with_rounds(1),
            secrets: Default::default(),
            web: Default::default(),
            join: None,
        };
        let app = start(parts).await.map_err(|error| error.detailed).expect("an application");
        let (stop, stopped) = watch::channel(false);
        let serving = muster_server::listen::serve(
            app.clone(),
            listener,
            None,
            ConnectionLimit::new(CONNECTIONS_MAX),
            stopped,
            Duration::from_secs(1),
        );
        let serving = base::tasks::spawn("test-server", serving);
        Server { app, base, stop, serving }
    }

    async fn end(self) {
        self.stop.send_replace(true);
        self.serving.await.expect("the listener ends");
        self.app.indexing.close().await;
        self.app.store.close().await;
    }

    /// All looks at what is due, two at a time, as two nodes would.
    pub async fn look(&self) {
        let looks = tokio::join!(posts::look(self.app.clone()), posts::look(self.app.clone()));
        looks.0.and(looks.1).map_err(|error| error.detailed).expect("the store answers");
        let both = tokio::join!(
            scheduled_posts::due::send_due(self.app.clone()),
            scheduled_posts::due::send_due(self.app.clone())
        );
        both.0.and(both.1).map_err(|error| error.detailed).expect("the store answers");
    }
}

/// The people: an administrator and ben, who share a channel. Sessions survive restarts.
pub struct World {
    pub folder: TempDir,
    pub clock: Clock,
    server: Option<Server>,
    pub tokens: [Rest; 2],
    pub ids: [String; 2],
    pub team: String,
    pub channel: String,
}

pub const ANN: usize = 0;
pub const BEN: usize = 1;

impl World {
    pub async fn new() -> World {
        let (folder, clock) = (tempfile::tempdir().expect("a folder"), Clock::fixed(START));
        let server = Server::start(folder.path(), &clock).await;
        let mut people = Vec::new();
        for name in ["ann", "ben"] {
            let anyone = Rest::new(&server.base);
            let form = json!({"username": name, "email": format!("{name}@example.test"), "password": PASSWORD});
            ask(&anyone, Method::POST, "/users", form).await;
            people.push(anyone.login(name, PASSWORD).await.expect("a session"));
        }
        let ids = [people[0].1.id.to_string(), people[1].1.id.to_string()];
        let tokens = [people[0].0.clone(), people[1].0.clone()];
        let form = json!({"name": "crew", "display_name": "Crew", "type": "O"});
        let team = id(&ask(&tokens[ANN], Method::POST, "/teams", form).await);
        let member = json!({"team_id": team, "user_id": ids[BEN]});
        ask(&tokens[ANN], Method::POST, &format!("/teams/{team}/members"), member).await;
        let form = json!({"team_id": team, "name": "deck", "display_name": "Deck", "type": "O"});
        let channel = id(&ask(&tokens[ANN], Method::POST, "/channels", form).await);
        let path = format!("/channels/{channel}/members");
        ask(&tokens[ANN], Method::POST, &path, json!({"user_id": ids[BEN]})).await;
        World { folder, clock, server: Some(server), tokens, ids, team, channel }
    }

    pub fn server(&self) -> &Server {
        self.server.as_ref().expect("a running server")
    }

    pub async fn ask(&self, who: usize, method: Method, path: &str, body: Value) -> Value {
        ask(&self.tokens[who], method, path, body).await
    }

    pub async fn restart(&mut self) {
        self.server.take().expect("a running server").end().await;
        let server = Server::start(self.folder.path(), &self.clock).await;
        for one in &mut self.tokens {
            *one = Rest::new(&server.base).with_token(one.token());
        }
        self.server = Some(server);
    }

    pub async fn post(&self, who: usize, body: Value) -> String {
        let mut whole = json!({"channel_id": self.channel});
        whole.as_object_mut().expect("an object").extend(body.as_object().expect("an object").clone());
        id(&self.ask(who, Method::POST, "/posts", whole).await)
    }

    /// How often a text stands in a channel.
    pub async fn count(&self, who: usize, channel: &str, text: &str) -> usize {
        let page = self.ask(who, Method::GET, &format!("/channels/{channel}/posts"), Value::Null).await;
        let posts = page["posts"].as_object().expect("posts");
        posts.values().filter(|post| post["message"].as_str().is_some_and(|message| message.contains(text))).count()
    }

    /// How often the system's account reminded ben.
    pub async fn reminders(&self) -> usize {
        let channels =
            self.ask(BEN, Method::GET, &format!("/users/me/teams/{}/channels", self.team), Value::Null).await;
        let direct: Vec<&Value> =
            channels.as_array().expect("channels").iter().filter(|channel| channel["type"] == "D").collect();
        match direct[..] {
            [] => 0,
            [one] => self.count(BEN, &id(one), "here is your reminder").await,
            _ => panic!("more than one conversation: {direct:?}"),
        }
    }

    /// How often the notification of the only urgent post was sent; `None` when it will not be again.
    pub async fn repeated(&self) -> Option<i64> {
        let ever = self.clock.now() + 100_000 * MINUTE;
        let waiting = self.server().app.store.persistent_notifications_due(ever, 10).await.expect("an answer");
        waiting.first().map(|one| one.sent_count)
    }
}

pub async fn ask(rest: &Rest, method: Method, path: &str, body: Value) -> Value {
    let bytes = if body.is_null() { bytes::Bytes::new() } else { body.to_string().into() };
    let answer = rest.request(&method, &format!("/api/v4{path}"), bytes, Some("application/json")).await;
    answer.expect("an answer").json().unwrap_or_else(|error| panic!("{method} {path}: {error}"))
}

pub fn id(value: &Value) -> String {
    value["id"].as_str().expect("an id").to_owned()
}
