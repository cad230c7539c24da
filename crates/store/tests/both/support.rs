//! A fresh database for each test, of each kind.

use std::sync::atomic::{AtomicU32, Ordering};

use base::ids::{ChannelId, PostId, TeamId, UserId};
use base::{Clock, Id, IdMaker, Millis};
use metrics::Metrics;
use muster_store::{Options, Store, Write, channel_members, channels, posts, team_members, teams, users};
use tempfile::TempDir;
use wire::channels::{Channel, ChannelMember};
use wire::posts::Post;
use wire::teams::{Team, TeamMember};
use wire::users::User;

/// The time of every test's fixed clock: 2023-11-14.
pub const NOW: i64 = 1_700_000_000_000;

pub struct Db {
    pub store: Store,
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
        Db { store, ids: IdMaker::new(clock), _folder: folder }
    }
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

/// A schema of its own in the PostgreSQL that `MUSTER_TEST_POSTGRES` names; nothing when it is not set.
#[expect(clippy::disallowed_methods, reason = "the test awaits its connection below")]
pub async fn postgres() -> Option<Db> {
    static SCHEMAS: AtomicU32 = AtomicU32::new(0);
    let url = postgres_url()?;
    let schema = format!("store_{}_{}", std::process::id(), SCHEMAS.fetch_add(1, Ordering::Relaxed));
    let (client, connection) =
        tokio_postgres::connect(&url, tokio_postgres::NoTls).await.expect("MUSTER_TEST_POSTGRES can be reached");
    let connection = tokio::spawn(connection);
    let sql = format!("DROP SCHEMA IF EXISTS {schema} CASCADE; CREATE SCHEMA {schema}");
    client.batch_execute(&sql).await.expect("a schema of its own");
    drop(client);
    connection.await.expect("no panic").expect("the connection closes");
    let sign = if url.contains('?') { '&' } else { '?' };
    let url = format!("{url}{sign}options=-csearch_path%3D{schema}");
    Some(Db::open(Options::Postgres { url, connections: 2 }, None).await)
}

#[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
fn postgres_url() -> Option<String> {
    std::env::var("MUSTER_TEST_POSTGRES").ok()
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
