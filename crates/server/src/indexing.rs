//! Indexing: how the search index hears of posts and files.
//!
//! A change that writes posts says so ([`Change::index_post`] and its like), and once it is durable the
//! index gets them, on the writer, without waiting. What it misses, because its queue was full or the
//! server was not running, is read again from the store by [`follow`].

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use base::Millis;
use base::ids::{FileId, PostId};
use metrics::Metrics;
use search::{Behind, FileDoc, Index, Kind, Mark, PostDoc};
use store::Store;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use wire::files::FileInfo;
use wire::posts::Post;

use crate::app::App;
use crate::change::Change;
use crate::error::{ApiError, Result};

/// Rows of the store read at a time when the index is fed from it: some hundred kilobytes of posts.
pub(crate) const PAGE_LEN: usize = 500;
/// Files read at a time: each may bring a mebibyte of text.
pub(crate) const FILE_PAGE_LEN: usize = 16;
/// Pause after the index could not be fed.
const RETRY_AFTER: Duration = Duration::from_secs(5);
/// How long the end of the server waits for the index.
const CLOSE_WAIT: Duration = Duration::from_secs(2);
/// Changes of files that are looked up at once; beyond it the index hears of them from the store, later.
const LOOKUPS_MAX: usize = 64;

/// The search index and what feeds it.
pub struct Indexing {
    pub index: Arc<Index>,
    store: Store,
    metrics: Arc<Metrics>,
    lookups: Arc<Semaphore>,
    /// Changes take effect on the store's writer, a thread outside of it.
    runtime: Handle,
}

impl Indexing {
    /// Opens the index and starts to read what it lacks.
    ///
    /// # Errors
    /// When the folder cannot be read or written.
    pub async fn open(folder: PathBuf, store: &Store, metrics: &Arc<Metrics>) -> Result<Indexing> {
        let opened = tokio::task::spawn_blocking(move || Index::open(&folder)).await;
        let failed = |cause: String| ApiError::internal("app.search.open.app_error", cause);
        let index = opened.map_err(|error| failed(error.to_string()))?.map_err(|error| failed(error.to_string()))?;
        let index = Arc::new(index);
        for kind in [Kind::Posts, Kind::Files] {
            crate::tasks::spawn("index-follow", follow(index.clone(), store.clone(), kind));
        }
        let lookups = Arc::new(Semaphore::new(LOOKUPS_MAX));
        let runtime = Handle::current();
        Ok(Indexing { index, store: store.clone(), metrics: metrics.clone(), lookups, runtime })
    }

    /// Makes what was added durable, so that the next start has less to read.
    pub async fn close(&self) {
        match tokio::time::timeout(CLOSE_WAIT, self.index.flush()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the search index is fed from the store at the next start"),
            Err(_elapsed) => tracing::warn!("the search index is busy and is fed from the store at the next start"),
        }
    }

    fn add_post(&self, post: PostDoc) {
        // An index that is behind reads the post from the store.
        let (Behind::No | Behind::Yes) = self.index.add_post(post);
        self.metrics.content.index_queue.set(i64::try_from(self.index.waiting()).unwrap_or(i64::MAX));
    }

    /// Posts that can be found no more, and the files that were attached to them.
    pub fn posts_gone(&self, posts: Vec<PostId>) {
        for post in &posts {
            let (Behind::No | Behind::Yes) = self.index.remove_post(*post);
        }
        self.look_up(move |index, store| async move {
            for post in posts {
                for file in store.files_of_post_with_deleted(post).await? {
                    let (Behind::No | Behind::Yes) = index.remove_file(file.id);
                }
            }
            Ok(())
        });
    }

    /// Files that were attached or dropped: the index gets each as it is now.
    pub fn files_changed(&self, files: Vec<FileId>) {
        self.look_up(move |index, store| async move {
            for change in file_changes(&store, &files).await? {
                let (Behind::No | Behind::Yes) = match change {
                    search::Change::File(file) => index.add_file(file),
                    search::Change::FileGone(id) => index.remove_file(id),
                    search::Change::Post(_) | search::Change::PostGone(_) => continue,
                };
            }
            Ok(())
        });
    }

    /// Does beside the writer what needs a look into the store.
    fn look_up<F, W>(&self, work: F)
    where
        F: FnOnce(Arc<Index>, Store) -> W + Send + 'static,
        W: Future<Output = store::Result<()>> + Send + 'static,
    {
        let Ok(permit) = self.lookups.clone().try_acquire_owned() else {
            self.index.miss(Kind::Files);
            return;
        };
        let (index, store) = (self.index.clone(), self.store.clone());
        let _entered = self.runtime.enter();
        crate::tasks::spawn("index-files", async move {
            if let Err(error) = work(index.clone(), store).await {
                tracing::warn!(%error, "changed files could not be read: the index reads them again");
                index.miss(Kind::Files);
            }
            drop(permit);
        });
    }
}

impl Change {
    /// A post that is new or was edited: once this is done, searches find it as it is now. `now` is the time its
    /// write was given.
    pub fn index_post(&mut self, post: &Post, now: Millis) {
        let Some(doc) = post_doc(post, now) else { return };
        self.then(move |app: &App, _| app.indexing.add_post(doc));
    }

    /// Posts that are deleted: searches find neither them nor their files.
    pub fn unindex_posts(&mut self, posts: Vec<PostId>) {
        self.then(move |app: &App, _| app.indexing.posts_gone(posts));
    }

    /// The same for the posts whose ids the write at `at` returns.
    pub fn unindex_returned_posts(&mut self, at: usize) {
        self.then(move |app: &App, outcome| match outcome.rows::<PostId>(at) {
            Ok(posts) if posts.is_empty() => {}
            Ok(posts) => app.indexing.posts_gone(posts),
            Err(error) => {
                tracing::error!(%error, "deleted posts cannot be read: the index reads them again");
                app.indexing.index.miss(Kind::Posts);
            }
        });
    }

    /// Files that were attached to a post or dropped from it.
    pub fn index_files(&mut self, files: Vec<FileId>) {
        if !files.is_empty() {
            self.then(move |app: &App, _| app.indexing.files_changed(files));
        }
    }
}

/// Feeds the index from the store whenever it lacks something, first at the start.
async fn follow(index: Arc<Index>, store: Store, kind: Kind) {
    loop {
        index.fell_behind(kind).await;
        let fed = match kind {
            Kind::Posts => feed_posts(&index, &store).await,
            Kind::Files => feed_files(&index, &store).await,
        };
        if let Err(error) = fed {
            tracing::warn!(?kind, error = %error, "the search index could not be fed and is tried again");
            tokio::time::sleep(RETRY_AFTER).await;
        }
    }
}

/// Why the index could not be fed.
#[derive(Debug, thiserror::Error)]
enum FeedError {
    #[error(transparent)]
    Store(#[from] store::Error),
    #[error(transparent)]
    Index(#[from] search::Error),
}

async fn feed_posts(index: &Index, store: &Store) -> std::result::Result<(), FeedError> {
    let replay = index.replay(Kind::Posts);
    let mut from = replay.cursor();
    loop {
        let cursor = store::posts::Cursor { at: from.update_at, id: from.id.into() };
        let page = store.posts_changed_after(cursor, PAGE_LEN).await?;
        let Some((last, _)) = page.last() else { break };
        let reached = Mark { update_at: last.at, id: last.id.into() };
        let changes = page.iter().map(|(cursor, post)| post_change(post, cursor.at));
        from = replay.feed(changes.collect(), reached).await?;
    }
    // When something was lost meanwhile, `fell_behind` says so at once and the feeding begins anew.
    replay.finish();
    Ok(())
}

async fn feed_files(index: &Index, store: &Store) -> std::result::Result<(), FeedError> {
    let replay = index.replay(Kind::Files);
    let mut from = replay.cursor();
    loop {
        let cursor = store::files::Cursor { at: from.update_at, id: from.id.into() };
        let page = store.files_changed_after(cursor, FILE_PAGE_LEN).await?;
        let Some(last) = page.last() else { break };
        let reached = Mark { update_at: last.cursor.at, id: last.cursor.id.into() };
        let ids: Vec<FileId> = page.iter().map(|file| file.cursor.id).collect();
        from = replay.feed(file_changes(store, &ids).await?, reached).await?;
    }
    replay.finish();
    Ok(())
}

/// What the index has to know of some files.
pub(crate) async fn file_changes(store: &Store, ids: &[FileId]) -> store::Result<Vec<search::Change>> {
    let files = store.files(ids).await?;
    let is_removed = |id: &&FileId| !files.iter().any(|file| file.id == **id);
    let mut changes: Vec<_> = ids.iter().filter(is_removed).map(|id| search::Change::FileGone(*id)).collect();
    for file in files {
        if file.post_id.is_none() || file.delete_at > 0 {
            changes.push(search::Change::FileGone(file.id));
        } else if let Some((at, content)) = store.file_content(file.id).await? {
            changes.push(search::Change::File(file_doc(file, content, at)));
        }
    }
    Ok(changes)
}

/// What the index has to know of a post.
pub(crate) fn post_change(post: &Post, now: Millis) -> search::Change {
    match post_doc(post, now) {
        Some(doc) => search::Change::Post(doc),
        None => search::Change::PostGone(post.id),
    }
}

/// The post as it is searched; `None` for those that are never found.
fn post_doc(post: &Post, now: Millis) -> Option<PostDoc> {
    if post.delete_at > 0 || post.original_id.is_some() || post.is_system() {
        return None;
    }
    let mut message = post.message.clone();
    for text in attachment_texts(post) {
        if message.len() + text.len() >= search::TEXT_BYTES_MAX {
            break;
        }
        message.push('\n');
        message.push_str(text);
    }
    Some(PostDoc {
        id: post.id,
        channel_id: post.channel_id,
        user_id: post.user_id,
        create_at: post.create_at,
        update_at: now,
        message,
        hashtags: post.hashtags.clone(),
    })
}

/// What people read in the attachments of a post.
fn attachment_texts(post: &Post) -> impl Iterator<Item = &str> {
    let attachments = post.props.get("attachments").and_then(|value| value.as_array());
    let texts = ["pretext", "title", "text", "fallback"];
    attachments.into_iter().flatten().flat_map(move |one| texts.into_iter().filter_map(|name| one.get(name)?.as_str()))
}

fn file_doc(file: FileInfo, content: String, at: Millis) -> FileDoc {
    FileDoc {
        id: file.id,
        post_id: file.post_id,
        channel_id: file.channel_id,
        user_id: file.user_id,
        create_at: file.create_at,
        update_at: at,
        name: file.name,
        extension: file.extension,
        content,
    }
}

#[cfg(test)]
mod tests {
    use base::ids::{ChannelId, UserId};
    use search::{Page, SearchScope};
    use text::search_query::{Joined, SearchQuery};

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
            Indexing::open(self.folder.path().join("search"), &self.store, &self.metrics).await.expect("a new index")
        }
    }

    /// Posts of the channel with this word, once the index has caught up.
    async fn found(indexing: &Indexing, word: &str, expected: usize) -> Vec<PostId> {
        let query = SearchQuery::parse(word, Joined::And, 0);
        let page = Page { number: 0, size: 10 };
        for _ in 0..100 {
            let scope = SearchScope { channels: vec![CHANNEL], ..SearchScope::default() };
            let hits = indexing.index.search_posts(&query, scope, page).await.expect("a readable index");
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
        indexing.index.miss(Kind::Posts);
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
            indexing.index.search_files(&query, scope, page).await.expect("a readable index").len()
        };
        while count().await == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        indexing.posts_gone(vec![file.post_id]);
        while count().await == 1 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    #[test]
    fn attachments_are_searched_with_the_message() {
        let mut post = post("look");
        post.props.insert("attachments".into(), serde_json::json!([{"title": "Build 7", "text": "failed"}]));
        assert_eq!(post_doc(&post, 1).expect("searchable").message, "look\nBuild 7\nfailed");
    }

    #[test]
    fn deleted_old_and_system_posts_are_not_searched() {
        let hidden = [
            Post { delete_at: 1, ..post("a") },
            Post { original_id: PostId(base::Id([2; 16])), ..post("a") },
            Post { kind: "system_join_channel".into(), ..post("a") },
        ];
        assert!(hidden.iter().all(|post| post_doc(post, 1).is_none()));
        assert!(post_doc(&post("a"), 1).is_some());
    }
}
