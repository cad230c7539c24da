//! A fresh database for each test, of each kind.

use std::sync::atomic::{AtomicU32, Ordering};

use base::{Clock, Id, IdMaker};
use metrics::Metrics;
use muster_store::{Options, Store};
use tempfile::TempDir;

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

    async fn open(options: Options, folder: Option<TempDir>) -> Db {
        let clock = Clock::fixed(NOW);
        let store = Store::open(&options, &clock, Metrics::new()).await.expect("a new database opens");
        Db { store, ids: IdMaker::new(clock), _folder: folder }
    }
}

pub async fn sqlite() -> Db {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("muster.db");
    Db::open(Options::Sqlite { path, readers: 2 }, Some(folder)).await
}

/// A schema of its own in the PostgreSQL that `MUSTER_TEST_POSTGRES` names; nothing when it is not set.
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
