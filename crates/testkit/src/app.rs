//! A server in the process, and people with sessions on it.

use std::sync::Arc;
use std::time::Duration;

use auth::{Hasher, Key, Keyring};
use base::Clock;
use client::Rest;
use cluster::Join;
use config::FileDriver;
use conversation::files::bucket;
use files::FileStore;
use metrics::Metrics;
use request::App;
use serde_json::{Value, json};
use server::Parts;
use server::http::connection_limit::ConnectionLimit;
use server::start;
use store::Store;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use wire::channels::Channel;
use wire::endpoints;
use wire::posts::Post;
use wire::teams::Team;
use wire::users::User;

use crate::cluster::Wires;
use crate::database::Database;

/// Everybody's.
pub const PASSWORD: &str = "Test-Passw0rd";
/// Seals secrets, where a test sets no key.
pub const KEY: &str = "dGhlIGtleSBvZiBzZXJ2ZXJzIHVuZGVyIHRlc3QuLi4=";
/// More than any test opens.
const CONNECTIONS_MAX: usize = 2_000;

/// A running server with nobody on it. It ends with the value.
pub struct Server {
    pub app: Arc<App>,
    pub base: String,
    stop: watch::Sender<bool>,
    database: Arc<Database>,
    /// A node of a cluster has a runtime of its own, so that all of it can end at once.
    runtime: Option<Runtime>,
}

/// A running server with an administrator and one team.
pub struct TestApp {
    pub server: Server,
    /// The other nodes, where there are several.
    pub others: Vec<Server>,
    pub admin: Person,
    pub team: Team,
}

/// Somebody signed in.
#[derive(Clone)]
pub struct Person {
    pub rest: Rest,
    pub user: User,
    /// The address of another node, where there is one.
    other: Option<Arc<str>>,
}

impl Server {
    /// Starts on an empty database, with a configuration that differs from the defaults by `change`.
    ///
    /// # Panics
    /// When the server cannot start: a test cannot go on.
    pub async fn start(database: Database, change: impl FnOnce(&mut config::Config)) -> Server {
        Server::in_cluster(&Arc::new(database), None, configured(change)).await
    }

    /// Starts a node of a cluster.
    ///
    /// # Panics
    /// When the server cannot start: a test cannot go on.
    pub async fn in_cluster(database: &Arc<Database>, node: Option<(&Wires, usize)>, config: config::Config) -> Server {
        let metrics = Metrics::new();
        let Some((wires, number)) = node else {
            return Box::pin(Server::serve(database.clone(), (0, None), config, Clock::jumping(), metrics)).await;
        };
        let clock = Clock::jumping();
        let (database, join) = (database.clone(), wires.join(number, &clock, &metrics));
        let started = tokio::task::spawn_blocking(move || {
            let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
            let serve = Server::serve(database, (number, Some(join)), config, clock, metrics);
            let mut server = runtime.block_on(serve);
            server.runtime = Some(runtime);
            server
        });
        started.await.expect("a node starts")
    }

    async fn serve(
        database: Arc<Database>,
        (number, join): (usize, Option<Join>),
        mut config: config::Config,
        clock: Clock,
        metrics: Arc<Metrics>,
    ) -> Server {
        let store = Store::open(&database.options, &clock, metrics.clone()).await.expect("a store");
        let files = match config.files.driver {
            FileDriver::Local => FileStore::local(&database.path("files"), &clock).await.expect("a folder of files"),
            FileDriver::S3 => {
                let bucket = bucket::of(&config.files).expect("the public authorities");
                FileStore::s3(&bucket, &clock, database.path(&format!("spool-{number}")))
            }
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        if config.service.site_url.is_empty() {
            config.service.site_url.clone_from(&base);
        }
        let search_folder = database.path(&format!("search-{number}"));
        let hasher = Hasher::with_rounds(1);
        let secrets = keyring(&config);
        let web = Default::default();
        let parts = Parts { clock, config, store, files, search_folder, metrics, hasher, secrets, web, join };
        let app = start(parts).await.unwrap_or_else(|error| panic!("{}: {}", error.message, error.detailed));
        let (stop, stopped) = watch::channel(false);
        let limit = ConnectionLimit::new(CONNECTIONS_MAX);
        let serving = server::listen::serve(app.clone(), listener, None, limit, stopped, Duration::from_secs(1));
        base::tasks::spawn("test-listener", serving);
        Server { app, base, stop, database, runtime: None }
    }

    /// Ends a node of a cluster as `kill -9` does: nothing that it still wanted to say or do happens.
    pub fn kill(self) {
        drop(self);
    }

    /// One more node on the same database, which must be PostgreSQL. Nothing carries events between the two.
    pub async fn node(&self, change: impl FnOnce(&mut config::Config)) -> Server {
        Server::start(self.database.shared(), change).await
    }

    /// The database that the server is on.
    pub fn database(&self) -> Arc<Database> {
        self.database.clone()
    }

    /// Where the server keeps its data.
    pub fn folder(&self) -> &std::path::Path {
        self.database.folder.path()
    }
}

/// The keys of the configuration; without one, the same key for all servers under test.
fn keyring(config: &config::Config) -> Keyring {
    let key = |text: &config::Secret| Key::parse(text.reveal()).expect("a key of the test");
    let current = if config.secrets.key.is_empty() { KEY.to_owned().into() } else { config.secrets.key.clone() };
    Keyring::new(Some(key(&current)), config.secrets.previous_keys.iter().map(key).collect())
}

/// What servers under test are set to.
fn configured(change: impl FnOnce(&mut config::Config)) -> config::Config {
    let mut config = config::Config::default();
    config.accounts.open_signup = true;
    change(&mut config);
    config
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl std::ops::Deref for TestApp {
    type Target = Server;

    fn deref(&self) -> &Server {
        &self.server
    }
}

impl TestApp {
    /// Starts on an empty SQLite database, for tests to which the database does not matter.
    pub async fn start() -> TestApp {
        TestApp::on(Database::sqlite()).await
    }

    /// As [`TestApp::start`], with a configuration that differs from the defaults.
    pub async fn with(change: impl FnOnce(&mut config::Config)) -> TestApp {
        TestApp::on_with(Database::sqlite(), change).await
    }

    /// Starts on an empty database.
    pub async fn on(database: Database) -> TestApp {
        TestApp::on_with(database, |_| {}).await
    }

    /// As [`TestApp::on`], with a configuration that differs from the defaults.
    ///
    /// # Panics
    /// When the server cannot start: a test cannot go on.
    pub async fn on_with(database: Database, change: impl FnOnce(&mut config::Config)) -> TestApp {
        TestApp::on_wires(database, &Wires::default(), change).await
    }

    /// As [`TestApp::on_with`], with wires that the test can disturb.
    ///
    /// # Panics
    /// When the server cannot start: a test cannot go on.
    pub async fn on_wires(database: Database, wires: &Wires, change: impl FnOnce(&mut config::Config)) -> TestApp {
        let (nodes, database, config) = (database.nodes, Arc::new(database), configured(change));
        let part = |number| (nodes > 1).then_some((wires, number));
        let server = Server::in_cluster(&database, part(0), config.clone()).await;
        let mut others = Vec::new();
        for number in 1..nodes {
            others.push(Server::in_cluster(&database, part(number), config.clone()).await);
        }
        let mut admin = Person::sign_up(&Rest::new(&server.base), "root").await;
        admin.other = others.last().map(|other| other.base.as_str().into());
        let form = json!({"name": "test-team", "display_name": "Test team", "type": "O", "allow_open_invite": true});
        let team = admin.must("team", admin.rest.send(endpoints::CREATE_TEAM, &[], "", &form).await);
        TestApp { server, others, admin, team }
    }

    /// A new user who is in the team.
    pub async fn member(&self, name: &str) -> Person {
        let person = self.stranger(name).await;
        let form = json!({"team_id": self.team.id, "user_id": person.user.id});
        let team = self.team.id.to_string();
        let answer = self.admin.rest.send(endpoints::ADD_TEAM_MEMBER, &[&team], "", &form).await;
        self.admin.must::<Value>("team member", answer);
        person
    }

    /// A new user who is nowhere.
    pub async fn stranger(&self, name: &str) -> Person {
        let person = Person::sign_up(&Rest::new(&self.base), name).await;
        Person { other: self.admin.other.clone(), ..person }
    }
}

impl Person {
    async fn sign_up(anyone: &Rest, name: &str) -> Person {
        let form = json!({"username": name, "email": format!("{name}@example.test"), "password": PASSWORD});
        let made = anyone.send(endpoints::CREATE_USER, &[], "", &form).await.expect("an answer");
        made.json::<User>().unwrap_or_else(|error| panic!("{name} cannot sign up: {error}"));
        let (rest, user) = anyone.login(name, PASSWORD).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        Person { rest, user, other: None }
    }

    /// The same person at another node, if there is one.
    pub fn elsewhere(&self) -> Person {
        match &self.other {
            Some(base) => self.at(base),
            None => self.clone(),
        }
    }

    /// The same person, with the same session, at another node.
    pub fn at(&self, base: &str) -> Person {
        Person { rest: self.rest.at(base), ..self.clone() }
    }

    /// The same person with another session, made at that node.
    ///
    /// # Errors
    /// With the server's reason.
    pub async fn sign_in_at(&self, base: &str) -> client::Result<Person> {
        let (rest, user) = self.rest.at(base).login(&self.user.username, PASSWORD).await?;
        Ok(Person { rest, user, other: self.other.clone() })
    }

    /// The value of an answer that a test cannot go on without.
    ///
    /// # Panics
    /// When the server refused.
    pub fn must<T: serde::de::DeserializeOwned>(&self, what: &str, answer: client::Result<client::Answer>) -> T {
        answer.and_then(|answer| answer.json()).unwrap_or_else(|error| panic!("{what}: {error}"))
    }

    /// Makes a channel of the team.
    pub async fn channel(&self, team: &Team, name: &str) -> Channel {
        let form = json!({"team_id": team.id, "name": name, "display_name": name, "type": "O"});
        self.must("channel", self.rest.send(endpoints::CREATE_CHANNEL, &[], "", &form).await)
    }

    /// Lets somebody into a channel.
    pub async fn let_in(&self, channel: &Channel, other: &Person) {
        let form = json!({"user_id": other.user.id});
        let values = [&channel.id.to_string()[..]];
        self.must::<Value>("member", self.rest.send(endpoints::ADD_CHANNEL_MEMBER, &values, "", &form).await);
    }

    /// Writes a post.
    pub async fn post(&self, channel: &Channel, message: &str) -> Post {
        let form = json!({"channel_id": channel.id, "message": message});
        self.must("post", self.rest.send(endpoints::CREATE_POST, &[], "", &form).await)
    }

    /// Replies to a post.
    pub async fn reply(&self, root: &Post, message: &str) -> Post {
        let form = json!({"channel_id": root.channel_id, "root_id": root.id, "message": message});
        self.must("reply", self.rest.send(endpoints::CREATE_POST, &[], "", &form).await)
    }
}
