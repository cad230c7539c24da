//! Where documents go when no index is embedded: the database's own full text, or a search server.

use base::Id;
use store::Store;
use store::full_text::{Search, full_text_reached};
use tokio::sync::OnceCell;

use crate::Result;
use crate::ask::{Fate, fate};
use crate::cursor::{Kind, Mark};
use crate::feeder::Fed;
use crate::newest::Hit;
use crate::opensearch::OpenSearch;

/// Documents that share a transaction: it is short, so that posts do not wait for it.
const TRANSACTION_LEN: usize = 50;

pub enum Target {
    Database(Database),
    Server(Box<OpenSearch>),
}

/// The database's full text, whose tables are made when they are first needed.
pub struct Database {
    store: Store,
    opened: OnceCell<()>,
}

impl Database {
    pub fn new(store: Store) -> Database {
        Database { store, opened: OnceCell::new() }
    }

    async fn store(&self) -> Result<&Store> {
        self.opened.get_or_try_init(|| self.store.full_text_open()).await?;
        Ok(&self.store)
    }

    async fn put(&self, kind: Kind, changes: &[Fed], reached: Option<Mark>) -> Result<()> {
        let store = self.store().await?;
        for part in changes.chunks(TRANSACTION_LEN) {
            let writes = part.iter().flat_map(|change| match fate(&change.change) {
                Fate::Put(doc) => store.full_text_put(&doc),
                Fate::Gone(id) => store.full_text_remove(kind as i64, id),
            });
            store.commit(writes.collect(), None).await?;
        }
        if let Some(reached) = reached {
            store.write(full_text_reached(kind as i64, reached.update_at, reached.id)).await?;
        }
        Ok(())
    }

    async fn search(&self, search: &Search, wanted: usize) -> Result<Vec<Hit>> {
        let found = self.store().await?.full_text_search(search, wanted).await?;
        Ok(found.into_iter().map(|found| Hit { create_at: found.create_at, id: found.id }).collect())
    }
}

impl Target {
    /// Where documents of a kind are now; made when there is no such place.
    pub async fn home(&self, kind: Kind) -> Result<String> {
        match self {
            Target::Database(database) => database.store().await.map(|_| String::new()),
            Target::Server(server) => server.home(kind).await,
        }
    }

    /// How far that place is.
    pub async fn mark(&self, home: &str, kind: Kind) -> Result<Mark> {
        match self {
            Target::Database(database) => {
                let mark = database.store().await?.full_text_mark(kind as i64).await?;
                Ok(mark.map_or(Mark::default(), |(update_at, id)| Mark { update_at, id }))
            }
            Target::Server(server) => server.mark(home).await,
        }
    }

    /// Writes changes, then how far they reach. An error means that all of it may have to be done again.
    pub async fn put(&self, home: &str, kind: Kind, changes: &[Fed], reached: Option<Mark>) -> Result<()> {
        match self {
            Target::Database(database) => database.put(kind, changes, reached).await,
            Target::Server(server) => server.put(home, changes, reached).await,
        }
    }

    /// The newest documents that match, as many as are wanted; [`crate::index::HITS_MAX`] at most.
    pub async fn search(&self, kind: Kind, search: &Search, wanted: usize) -> Result<Vec<Hit>> {
        match self {
            Target::Database(database) => database.search(search, wanted).await,
            Target::Server(server) => server.search(kind, search, wanted).await,
        }
    }

    pub async fn ids(&self, kind: Kind, after: Id, limit: usize) -> Result<Vec<Id>> {
        match self {
            Target::Database(database) => Ok(database.store().await?.full_text_ids(kind as i64, after, limit).await?),
            Target::Server(server) => server.ids(kind, after, limit).await,
        }
    }

    /// Makes what was written searchable now.
    pub async fn refresh(&self, kind: Kind) -> Result<()> {
        match self {
            Target::Database(_) => Ok(()),
            Target::Server(server) => server.refresh(kind).await,
        }
    }
}
