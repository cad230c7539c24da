//! An empty engine of each kind.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use base::Clock;
use metrics::Metrics;
use store::Store;

use super::*;
use crate::target::Database;

/// An engine and what it lives in.
pub struct Shelf {
    pub engine: Engine,
    /// Where files lie, until the test ends.
    _folder: TempDir,
}

/// Tells the databases and indexes of tests apart that run at a time.
pub fn unique() -> String {
    static NUMBERS: AtomicU32 = AtomicU32::new(0);
    format!("search_{}_{}", std::process::id(), NUMBERS.fetch_add(1, Ordering::Relaxed))
}

#[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
fn named(variable: &str) -> Option<String> {
    std::env::var(variable).ok()
}

/// A database of its own, of SQLite.
pub async fn sqlite_store(folder: &TempDir) -> Store {
    let options = store::Options::Sqlite { path: folder.path().join("test.db"), readers: 1 };
    Store::open(&options, &Clock::system(), Metrics::new()).await.expect("a new database")
}

async fn postgres_store() -> Option<Store> {
    let url = named("MUSTER_TEST_POSTGRES")?;
    let schema = unique();
    let (client, connection) =
        tokio_postgres::connect(&url, tokio_postgres::NoTls).await.expect("MUSTER_TEST_POSTGRES can be reached");
    let make = format!("DROP SCHEMA IF EXISTS {schema} CASCADE; CREATE SCHEMA {schema}");
    let making = async {
        client.batch_execute(&make).await.expect("a schema of its own");
        drop(client);
    };
    // The connection ends when its client is gone.
    let ((), _) = tokio::join!(making, connection);
    let sign = if url.contains('?') { '&' } else { '?' };
    let url = format!("{url}{sign}options=-csearch_path%3D{schema}");
    let options = store::PostgresOptions { connections: 2, ..store::PostgresOptions::new(url) };
    let options = store::Options::Postgres(options);
    Some(Store::open(&options, &Clock::system(), Metrics::new()).await.expect("a new database"))
}

/// A search server with indexes of the test's own.
pub fn server(metrics: &Arc<Metrics>, prefix: String) -> Option<OpenSearch> {
    let url = named("MUSTER_TEST_OPENSEARCH")?;
    let options = Options { urls: vec![url], prefix, ..Options::default() };
    Some(OpenSearch::new(options, metrics.clone()).expect("MUSTER_TEST_OPENSEARCH is an address"))
}

pub fn shared(target: Target, store: Store, fallback: Fallback) -> Shared {
    Shared::new(target, store, Clock::system(), Metrics::new(), fallback)
}

impl Shelf {
    pub fn embedded() -> Shelf {
        let folder = folder();
        let index = Index::open(&folder.path().join("index")).expect("an empty index");
        Shelf { engine: Engine::Embedded(Box::new(index)), _folder: folder }
    }

    pub async fn sqlite() -> Shelf {
        let folder = folder();
        Shelf::database(sqlite_store(&folder).await, folder)
    }

    pub async fn postgres() -> Option<Shelf> {
        Some(Shelf::database(postgres_store().await?, folder()))
    }

    fn database(store: Store, folder: TempDir) -> Shelf {
        let target = Target::Database(Database::new(store.clone()));
        let engine = Engine::Shared(Box::new(shared(target, store, Fallback::None)));
        Shelf { engine, _folder: folder }
    }

    pub async fn server() -> Option<Shelf> {
        let folder = folder();
        let target = Target::Server(Box::new(server(&Metrics::new(), unique())?));
        for kind in Kind::ALL {
            target.home(kind).await.expect("an index");
        }
        let store = sqlite_store(&folder).await;
        let engine = Engine::Shared(Box::new(shared(target, store, Fallback::None)));
        Some(Shelf { engine, _folder: folder })
    }

    /// Leaves nothing behind on a server.
    pub async fn clear(&self) {
        if let Some(Shared { target: Target::Server(server), .. }) = self.engine.shared() {
            for kind in Kind::ALL {
                server.remove_all(kind).await.expect("the index goes");
            }
        }
    }

    pub async fn change(&self, kind: Kind, changes: Vec<Change>) {
        self.engine.again(kind, changes).await.expect("written");
        self.engine.flush().await.expect("searchable");
    }

    pub async fn add(&self, post: PostDoc) {
        self.change(Kind::Posts, vec![Change::Post(post)]).await;
    }

    pub async fn found(&self, terms: &str) -> Vec<u8> {
        self.found_in(terms, everywhere()).await
    }

    pub async fn found_in(&self, terms: &str, scope: SearchScope) -> Vec<u8> {
        let query = SearchQuery::parse(terms, Joined::And, 0);
        self.numbers(&query, scope, FIRST).await
    }

    pub async fn numbers(&self, query: &SearchQuery, scope: SearchScope, page: Page) -> Vec<u8> {
        let hits = self.engine.search_posts(query, scope, page).await.expect("a readable index");
        hits.into_iter().map(|(id, _)| id.0.0[15]).collect()
    }

    pub async fn files(&self, terms: &str) -> Vec<u8> {
        let query = SearchQuery::parse(terms, Joined::And, 0);
        let hits = self.engine.search_files(&query, everywhere(), FIRST).await.expect("a readable index");
        hits.into_iter().map(|(id, _)| id.0.0[15]).collect()
    }
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}
