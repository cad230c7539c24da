//! Indexing: how the search index hears of posts and files.
//!
//! A change that writes posts says so ([`crate::change::Change::index_post`] and its like), and once it is durable the
//! engine is told, on the writer, without waiting. The embedded index takes the change itself; what it misses,
//! because its queue was full or the server was not running, is read again from the store. An index that nodes share
//! reads everything from the store, by one node. Both is done by `follow` and [`crate::feeding`].

mod follow;
mod open;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use base::Clock;
use base::ids::{FileId, PostId};
use metrics::Metrics;
use search::source::file_changes;
use search::{Behind, Engine, Kind, PostDoc};
use store::Store;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use crate::error::Result;

/// How long the end of the server waits for the index.
const CLOSE_WAIT: Duration = Duration::from_secs(2);
/// Changes of files that are looked up at once; beyond it the index hears of them from the store, later.
const LOOKUPS_MAX: usize = 64;

/// Which version of a post is indexed: only a later one can be in the index under its id already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    First,
    Later,
}

/// The search engine and what feeds it.
pub struct Indexing {
    pub engine: Arc<Engine>,
    store: Store,
    lookups: Arc<Semaphore>,
    /// Changes take effect on the store's writer, a thread outside of it.
    runtime: Handle,
}

/// What searching is set up with.
pub struct Setup<'a> {
    pub config: &'a config::Config,
    /// Folder of the embedded index.
    pub folder: PathBuf,
    pub store: &'a Store,
    pub clock: &'a Clock,
    pub metrics: &'a Arc<Metrics>,
}

impl Indexing {
    /// Opens the engine that is configured and starts to read what it lacks.
    ///
    /// # Errors
    /// When the folder of the embedded index cannot be read or written, or the search server's address not be used.
    /// That it does not answer is no error: it may later.
    pub async fn open(setup: Setup<'_>) -> Result<Indexing> {
        let engine = Arc::new(open::engine(&setup).await?);
        let store = setup.store.clone();
        follow::start(&engine, &store);
        let lookups = Arc::new(Semaphore::new(LOOKUPS_MAX));
        Ok(Indexing { engine, store, lookups, runtime: Handle::current() })
    }

    /// Makes what was added durable, so that the next start has less to read.
    pub async fn close(&self) {
        match tokio::time::timeout(CLOSE_WAIT, self.engine.flush()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the search index is fed from the store at the next start"),
            Err(_elapsed) => tracing::warn!("the search index is busy and is fed from the store at the next start"),
        }
    }

    pub(crate) fn add_post(&self, post: PostDoc, version: Version) {
        // An index that is behind reads the post from the store.
        let (Behind::No | Behind::Yes) = match version {
            Version::First => self.engine.add_new_post(post),
            Version::Later => self.engine.add_post(post),
        };
    }

    /// Posts that can be found no more, and the files that were attached to them.
    pub fn posts_gone(&self, posts: Vec<PostId>) {
        for post in &posts {
            let (Behind::No | Behind::Yes) = self.engine.remove_post(*post);
        }
        self.look_up(move |engine, store| async move {
            for post in posts {
                for file in store.files_of_post_with_deleted(post).await? {
                    let (Behind::No | Behind::Yes) = engine.remove_file(file.id);
                }
            }
            Ok(())
        });
    }

    /// Files that were attached or dropped: the index gets each as it is now.
    pub fn files_changed(&self, files: Vec<FileId>) {
        self.look_up(move |engine, store| async move {
            for change in file_changes(&store, &files).await? {
                let (Behind::No | Behind::Yes) = match change {
                    search::Change::File(file) => engine.add_file(file),
                    search::Change::FileGone(id) => engine.remove_file(id),
                    search::Change::Post(_) | search::Change::PostGone(_) => continue,
                };
            }
            Ok(())
        });
    }

    /// Does beside the writer what needs a look into the store.
    fn look_up<F, W>(&self, work: F)
    where
        F: FnOnce(Arc<Engine>, Store) -> W + Send + 'static,
        W: Future<Output = store::Result<()>> + Send + 'static,
    {
        let Ok(permit) = self.lookups.clone().try_acquire_owned() else {
            self.engine.miss(Kind::Files);
            return;
        };
        let (engine, store) = (self.engine.clone(), self.store.clone());
        let _entered = self.runtime.enter();
        base::tasks::spawn("index-files", async move {
            if let Err(error) = work(engine.clone(), store).await {
                tracing::warn!(%error, "changed files could not be read: the index reads them again");
                engine.miss(Kind::Files);
            }
            drop(permit);
        });
    }
}

#[cfg(test)]
mod tests {
    use base::ids::{ChannelId, UserId};
    use search::{Page, SearchScope};
    use text::search_query::{Joined, SearchQuery};
    use wire::files::FileInfo;
    use wire::posts::Post;

    use super::*;

    fn post(message: &str) -> Post {
        Post { id: PostId(base::Id([1; 16])), message: message.into(), ..Post::default() }
    }

    struct World {
        folder: tempfile::TempDir,
        store: Store,
        metrics: Arc<Metrics>,
    }

    impl World {
        async fn new() -> World {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let metrics = Metrics::new();
            let options = store::Options::Sqlite { path: folder.path().join("muster.db"), readers: 1 };
            let store = Store::open(&options, &base::Clock::system(), metrics.clone()).await.expect("a new database");
            World { folder, store, metrics }
        }

        async fn indexing(&self) -> Indexing {
            let (folder, clock) = (self.folder.path().join("search"), Clock::system());
            let (config, store, metrics) = (&config::Config::default(), &self.store, &self.metrics);
            Indexing::open(Setup { config, folder, store, clock: &clock, metrics }).await.expect("a new index")
        }
    }

    /// Posts of the channel with this word, once the index has caught up.
    async fn found(indexing: &Indexing, word: &str, expected: usize) -> Vec<PostId> {
        let query = SearchQuery::parse(word, Joined::And, 0);
        let page = Page { number: 0, size: 10 };
        for _ in 0..100 {
            let scope = SearchScope { channels: vec![CHANNEL], ..SearchScope::default() };
            let hits = indexing.engine.search_posts(&query, scope, page).await.expect("a readable index");
            if hits.len() == expected {
                return hits.into_iter().map(|(id, _)| id).collect();
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("{word} is not found {expected} times");
    }

    const CHANNEL: ChannelId = ChannelId(base::Id([9; 16]));

    #[tokio::test]
    async fn what_was_written_while_the_index_was_away_is_found_after_the_start() {
        let world = World::new().await;
        let missed = Post { channel_id: CHANNEL, create_at: 5, update_at: 5, ..post("zebra") };
        world.store.write(store::posts::insert(&missed, 5)).await.expect("a new post");
        let indexing = world.indexing().await;
        assert_eq!(found(&indexing, "zebra", 1).await, [missed.id]);
        world.store.write(store::posts::delete(missed.id, UserId::NONE, 6)).await.expect("a live post");
        indexing.engine.miss(Kind::Posts);
        assert_eq!(found(&indexing, "zebra", 0).await, []);
    }

    #[tokio::test]
    async fn the_files_of_a_post_go_with_it() {
        let world = World::new().await;
        let file = FileInfo {
            id: FileId(base::Id([3; 16])),
            post_id: post("").id,
            channel_id: CHANNEL,
            create_at: 5,
            name: "zebra.txt".into(),
            ..FileInfo::default()
        };
        world.store.write(store::files::insert(&file, 5)).await.expect("a new file");
        let indexing = world.indexing().await;
        let query = SearchQuery::parse("zebra", Joined::And, 0);
        let count = async || {
            let scope = SearchScope { channels: vec![CHANNEL], ..SearchScope::default() };
            let page = Page { number: 0, size: 10 };
            indexing.engine.search_files(&query, scope, page).await.expect("a readable index").len()
        };
        while count().await == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        indexing.posts_gone(vec![file.post_id]);
        while count().await == 1 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}
