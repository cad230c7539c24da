//! A fresh database for each test, of each kind.

use std::sync::atomic::{AtomicU32, Ordering};

use base::ids::{ChannelId, PostId, TeamId, UserId};
use base::{Clock, Id, IdMaker, Millis};
use metrics::Metrics;
use muster_store::{
    Options, Pooler, PostgresOptions, Store, Write, channel_members, channels, posts, team_members, teams, users,
};
use tempfile::TempDir;
use wire::channels::{Channel, ChannelMember};
use wire::posts::Post;
use wire::teams::{Team, TeamMember};
use wire::users::User;

/// The time of every test's fixed clock: 2023-11-14.
pub const NOW: i64 = 1_700_000_000_000;

pub struct Db {
    pub store: Store,
    pub options: Options,
    ids: IdMaker,
    /// Where SQLite's file lies, until the test ends.
    _folder: Option<TempDir>,
}

impl Db {
    /// An id that nothing has yet.
    pub fn id<T: From<Id>>(&self) -> T {
        self.ids.next()
    }

    /// Commits what has to succeed.
    pub async fn commit(&self, writes: impl IntoIterator<Item = Write>) {
        self.store.commit(writes.into_iter().collect(), None).await.expect("the change is possible");
    }

    pub async fn user(&self, username: &str) -> User {
        let user = new_user(self.id(), username);
        self.commit([users::insert(&user)]).await;
        user
    }

    pub async fn team(&self, name: &str) -> Team {
        let team = new_team(self.id(), name);
        self.commit([teams::insert(&team)]).await;
        team
    }

    pub async fn channel(&self, team: TeamId, name: &str) -> Channel {
        let channel = new_channel(self.id(), team, name);
        self.commit([channels::insert(&channel)]).await;
        channel
    }

    pub async fn join_team(&self, team: TeamId, user: UserId) {
        let member = TeamMember { team_id: team, user_id: user, scheme_user: true, ..TeamMember::default() };
        self.commit([team_members::join(&member)]).await;
    }

    pub async fn join_channel(&self, channel: ChannelId, user: UserId) {
        self.commit([channel_members::join(&new_member(channel, user))]).await;
    }

    /// A stored and counted root post.
    pub async fn post(&self, channel: ChannelId, user: UserId, create_at: Millis) -> Post {
        let post = new_post(self.id(), channel, user, create_at);
        let count = channels::count_post(channel, create_at, channels::Root::Yes);
        self.commit([posts::insert(&post, create_at), count]).await;
        post
    }

    /// A stored and counted reply, without what it does to its thread.
    pub async fn reply(&self, root: &Post, user: UserId, create_at: Millis) -> Post {
        let post = Post { root_id: root.id, ..new_post(self.id(), root.channel_id, user, create_at) };
        let count = channels::count_post(root.channel_id, create_at, channels::Root::No);
        self.commit([posts::insert(&post, create_at), count]).await;
        post
    }

    async fn open(options: Options, folder: Option<TempDir>) -> Db {
        let clock = Clock::fixed(NOW);
        let store = Store::open(&options, &clock, Metrics::new()).await.expect("a new database opens");
        Db { store, options, ids: IdMaker::new(clock), _folder: folder }
    }

    /// One more node on the same database.
    pub async fn node(&self) -> Store {
        another(&self.options).await
    }

    /// How PostgreSQL is reached.
    pub fn postgres(&self) -> &PostgresOptions {
        match &self.options {
            Options::Postgres(options) => options,
            Options::Sqlite { .. } => panic!("this is SQLite"),
        }
    }
}

/// A node on a database.
pub async fn another(options: &Options) -> Store {
    Store::open(options, &Clock::fixed(NOW), Metrics::new()).await.expect("a database opens")
}

pub fn new_user(id: UserId, username: &str) -> User {
    User {
        id,
        create_at: NOW,
        update_at: NOW,
        username: username.into(),
        email: format!("{username}@example.test"),
        roles: "system_user".into(),
        locale: "en".into(),
        remote_id: Some(String::new()),
        ..User::default()
    }
}

pub fn new_team(id: TeamId, name: &str) -> Team {
    Team {
        id,
        create_at: NOW,
        update_at: NOW,
        name: name.into(),
        display_name: name.to_uppercase(),
        kind: wire::teams::OPEN.into(),
        invite_id: format!("invite-{name}"),
        ..Team::default()
    }
}

pub fn new_channel(id: ChannelId, team: TeamId, name: &str) -> Channel {
    Channel {
        id,
        create_at: NOW,
        update_at: NOW,
        team_id: team,
        kind: wire::channels::OPEN.into(),
        name: name.into(),
        display_name: name.to_uppercase(),
        ..Channel::default()
    }
}

pub fn new_member(channel: ChannelId, user: UserId) -> ChannelMember {
    ChannelMember {
        channel_id: channel,
        user_id: user,
        roles: "channel_user".into(),
        notify_props: ChannelMember::default_notify_props(),
        last_update_at: NOW,
        scheme_user: true,
        ..ChannelMember::default()
    }
}

pub fn new_post(id: PostId, channel: ChannelId, user: UserId, create_at: Millis) -> Post {
    Post {
        id,
        create_at,
        update_at: create_at,
        user_id: user,
        channel_id: channel,
        message: "hello".into(),
        file_ids: Some(Vec::new()),
        remote_id: Some(String::new()),
        ..Post::default()
    }
}

pub async fn sqlite() -> Db {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("muster.db");
    Db::open(Options::Sqlite { path, readers: 2 }, Some(folder)).await
}

/// A schema of its own in the PostgreSQL that `MUSTER_TEST_POSTGRES` names; nothing when it is not set. With
/// `MUSTER_TEST_PGBOUNCER`, the address of a PgBouncer before it, a database of its own behind that.
pub async fn postgres() -> Option<Db> {
    static NUMBERS: AtomicU32 = AtomicU32::new(0);
    let url = variable("MUSTER_TEST_POSTGRES")?;
    let name = format!("store_{}_{}", std::process::id(), NUMBERS.fetch_add(1, Ordering::Relaxed));
    let options = match variable("MUSTER_TEST_PGBOUNCER") {
        Some(bouncer) => {
            say(&url, &format!("CREATE DATABASE {name}")).await;
            let (server, _) = bouncer.rsplit_once('/').expect("an address with a database");
            PostgresOptions { pooler: Pooler::PgBouncer, ..PostgresOptions::new(format!("{server}/{name}")) }
        }
        None => {
            say(&url, &format!("DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}")).await;
            let sign = if url.contains('?') { '&' } else { '?' };
            PostgresOptions::new(format!("{url}{sign}options=-csearch_path%3D{name}"))
        }
    };
    Some(Db::open(Options::Postgres(PostgresOptions { connections: 2, ..options }), None).await)
}

/// Runs SQL on a connection of its own.
#[expect(clippy::disallowed_methods, reason = "the test awaits its connection below")]
pub async fn say(url: &str, sql: &str) {
    let (client, connection) =
        tokio_postgres::connect(url, tokio_postgres::NoTls).await.expect("the database can be reached");
    let connection = tokio::spawn(connection);
    for statement in sql.split(';') {
        client.batch_execute(statement).await.expect("the statement is understood");
    }
    drop(client);
    connection.await.expect("no panic").expect("the connection closes");
}

#[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// One body, two tests.
#[macro_export]
macro_rules! both {
    ($(async fn $name:ident($db:ident) $body:block)+) => {$(
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            async fn run($db: $crate::support::Db) $body

            #[tokio::test]
            async fn sqlite() {
                run($crate::support::sqlite().await).await;
            }

            #[tokio::test]
            async fn postgres() {
                if let Some(db) = $crate::support::postgres().await {
                    run(db).await;
                }
            }
        }
    )+};
}
