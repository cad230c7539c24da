//! The handle of the index: what the server holds.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use base::ids::{FileId, PostId};
use base::{Id, Millis};
use tantivy::IndexReader;
use text::search_query::SearchQuery;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::timeout;
use tracing::warn;

use crate::changes::{Before, Change, FileDoc, PostDoc};
use crate::cursor::{Cursor, Kind, Mark};
use crate::indexer::{Indexer, Message, Shared};
use crate::known;
use crate::newest::{Hit, newest};
use crate::query::{Plan, SearchScope};
use crate::schema::Fields;
use crate::{Error, Result, open};

/// Changes that wait for the indexer; beyond it the index falls behind. None is taken while it commits, so these are what
/// comes in three seconds at 16,000 posts a second, the most that one core was measured to write.
const QUEUE_CHANGES_MAX: usize = 50_000;

/// Bytes of the changes that wait; some hundred of the longest posts.
const QUEUE_BYTES_MAX: usize = 8 << 20;

/// Searches that run at once, so that they leave processors to everything else.
const SEARCHES_MAX: usize = 4;

/// How long a search waits for what was written before it.
const FLUSH_WAIT: Duration = Duration::from_millis(500);

/// How deep into the results one can page.
pub(crate) const HITS_MAX: usize = 10_000;

/// A part of the results; pages are counted from zero.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    pub number: usize,
    pub size: usize,
}

/// The index did not take a change. It is not an error for whoever made the change: the index
/// will get it from the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Behind {
    No,
    Yes,
}

/// The search index of one server. Cheap to share in an `Arc`; dropping it commits what was added.
pub struct Index {
    queue: mpsc::Sender<Message>,
    shared: Arc<Shared>,
    reader: IndexReader,
    fields: Fields,
    searches: Arc<Semaphore>,
    thread: thread::JoinHandle<()>,
}

impl Index {
    /// Opens the index in `folder` or begins one; see [`Index::cursor`] for what it has to be fed.
    /// Blocks on the disk.
    ///
    /// # Errors
    /// When the folder cannot be read or written. A broken index is moved aside and begun anew.
    pub fn open(folder: &Path) -> Result<Index> {
        let fields = Fields::new();
        let opened = open::open(folder, &fields)?;
        let shared = Arc::new(Shared::default());
        *shared.cursor.lock() = opened.cursor;
        let reader = opened.reader.clone();
        let (queue, messages) = mpsc::channel(QUEUE_CHANGES_MAX);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
        let (indexer_fields, indexer_shared) = (fields.clone(), shared.clone());
        let thread = thread::Builder::new().name("search-index".to_owned()).spawn(move || {
            runtime.block_on(async { Indexer::new(opened, indexer_fields, indexer_shared).run(messages).await });
        })?;
        let searches = Arc::new(Semaphore::new(SEARCHES_MAX));
        Ok(Index { queue, shared, reader, fields, searches, thread })
    }

    /// Where the store has to be read from so that nothing is missing, a minute early: documents
    /// may be fed again at any time.
    pub fn cursor(&self) -> Cursor {
        self.shared.cursor.lock().with_overlap()
    }

    /// Queues a post that was just created, as its creation alone may: nobody looks for what is indexed under its id.
    /// Never waits.
    pub fn add_new_post(&self, post: PostDoc) -> Behind {
        self.add(Change::Post(post), Before::Nothing)
    }

    /// Queues a post; replaces what is indexed under its id. Never waits.
    pub fn add_post(&self, post: PostDoc) -> Behind {
        self.add(Change::Post(post), Before::Perhaps)
    }

    pub fn remove_post(&self, id: PostId) -> Behind {
        self.add(Change::PostGone(id), Before::Perhaps)
    }

    /// Queues a file; replaces what is indexed under its id. Never waits.
    pub fn add_file(&self, file: FileDoc) -> Behind {
        self.add(Change::File(file), Before::Perhaps)
    }

    pub fn remove_file(&self, id: FileId) -> Behind {
        self.add(Change::FileGone(id), Before::Perhaps)
    }

    fn add(&self, change: Change, before: Before) -> Behind {
        let (kind, bytes) = (change.kind(), change.bytes());
        let shared = &self.shared;
        let queued = shared.queued_bytes.fetch_add(bytes, Ordering::SeqCst);
        // The longest document alone always fits.
        let fits = queued == 0 || queued + bytes <= QUEUE_BYTES_MAX;
        shared.unsearchable.fetch_add(1, Ordering::SeqCst);
        let raises = shared.is_live(kind);
        if fits && self.queue.try_send(Message::Change { change, raises, before }).is_ok() {
            return Behind::No;
        }
        shared.queued_bytes.fetch_sub(bytes, Ordering::SeqCst);
        shared.unsearchable.fetch_sub(1, Ordering::SeqCst);
        shared.lose(kind);
        Behind::Yes
    }

    /// Says that something of this kind changed and was not added: it has to be fed from the store.
    pub fn miss(&self, kind: Kind) {
        self.shared.lose(kind);
    }

    /// Changes that were added and cannot be found yet.
    pub fn waiting(&self) -> usize {
        self.shared.unsearchable.load(Ordering::SeqCst)
    }

    /// Begins to feed the index from the store.
    pub fn replay(&self, kind: Kind) -> Replay<'_> {
        Replay { index: self, kind, losses: self.shared.losses.load(Ordering::SeqCst) }
    }

    /// Indexes again what may be in the index already; waits while the indexer is busy. What changes meanwhile comes in
    /// as ever, so whoever feeds pages of the store goes on until there is no more, in the order of [`Replay`]: a page
    /// that was read before a change is followed by one with it.
    ///
    /// # Errors
    /// [`Error::NotWritten`] or [`Error::Closed`].
    pub async fn again(&self, kind: Kind, changes: Vec<Change>) -> Result<()> {
        self.page(kind, changes, None).await
    }

    async fn page(&self, kind: Kind, changes: Vec<Change>, reached: Option<Mark>) -> Result<()> {
        let (done, wait) = oneshot::channel();
        self.ask(Message::Page { kind, changes, reached, done }, wait).await
    }

    /// Ids under which something is or was indexed, the smallest ones behind `after`: what the store does not know of
    /// is to be removed. Those just removed may be among them.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub async fn ids(&self, kind: Kind, after: Id, limit: usize) -> Result<Vec<Id>> {
        let (searcher, field) = (self.reader.searcher(), self.fields.key);
        let read = move || known::ids(&searcher, field, kind, after, limit);
        tokio::task::spawn_blocking(read).await.map_err(|_| Error::Aborted)?
    }

    /// Waits until changes of this kind were lost; then they have to be fed from the store. True
    /// from the start, until a [`Replay`] is finished.
    pub async fn fell_behind(&self, kind: Kind) {
        loop {
            let notified = self.shared.fell_behind.notified();
            if !self.shared.is_live(kind) {
                return;
            }
            notified.await;
        }
    }

    /// Waits until everything queued before is searchable.
    ///
    /// # Errors
    /// [`Error::NotWritten`] when it was lost, [`Error::Closed`] when the indexer is gone.
    pub async fn flush(&self) -> Result<()> {
        if self.shared.unsearchable.load(Ordering::SeqCst) == 0 {
            return Ok(());
        }
        let (done, wait) = oneshot::channel();
        self.ask(Message::Flush(done), wait).await
    }

    async fn ask(&self, message: Message, answer: oneshot::Receiver<Result<()>>) -> Result<()> {
        self.queue.send(message).await.map_err(|_| Error::Closed)?;
        self.shared.asked.notify_one();
        answer.await.map_err(|_| Error::Closed)?
    }

    /// Posts that match, newest first, with the time they were written. Includes what was added
    /// before the call, unless the indexer needs longer than half a second for it.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub async fn search_posts(
        &self,
        query: &SearchQuery,
        scope: SearchScope,
        page: Page,
    ) -> Result<Vec<(PostId, Millis)>> {
        let hits = self.search(Kind::Posts, query, scope, page).await?;
        Ok(hits.into_iter().map(|hit| (hit.id.into(), hit.create_at)).collect())
    }

    /// Files that match by name or content, newest first; otherwise as [`Index::search_posts`].
    ///
    /// # Errors
    /// When the index cannot be read.
    pub async fn search_files(
        &self,
        query: &SearchQuery,
        scope: SearchScope,
        page: Page,
    ) -> Result<Vec<(FileId, Millis)>> {
        let hits = self.search(Kind::Files, query, scope, page).await?;
        Ok(hits.into_iter().map(|hit| (hit.id.into(), hit.create_at)).collect())
    }

    async fn search(&self, kind: Kind, query: &SearchQuery, scope: SearchScope, page: Page) -> Result<Vec<Hit>> {
        let skipped = page.number.saturating_mul(page.size);
        let wanted = skipped.saturating_add(page.size).min(HITS_MAX);
        if skipped >= wanted {
            return Ok(Vec::new());
        }
        let Some(plan) = Plan::new(&self.fields, kind, query, scope) else { return Ok(Vec::new()) };
        match timeout(FLUSH_WAIT, self.flush()).await {
            Ok(Ok(())) => {}
            Ok(Err(reason)) => warn!(%reason, "search without the newest posts"),
            Err(_elapsed) => warn!("search without the newest posts: the indexer is busy"),
        }
        let permit = self.searches.clone().acquire_owned().await.map_err(|_| Error::Closed)?;
        let searcher = self.reader.searcher();
        let search = move || {
            let _permit = permit;
            newest(&searcher, &plan, wanted)
        };
        let mut hits = tokio::task::spawn_blocking(search).await.map_err(|_| Error::Aborted)??;
        hits.drain(..skipped.min(hits.len()));
        Ok(hits)
    }

    /// Commits what was added and waits until the indexer is done.
    pub async fn close(self) {
        let Index { queue, thread, shared, .. } = self;
        drop(queue);
        shared.asked.notify_one();
        if tokio::task::spawn_blocking(|| thread.join()).await.is_err() {
            warn!("search index closed abnormally; it is fed again at the next start");
        }
    }
}

/// Feeding the index from the store in the order `(update_at, id)`.
pub struct Replay<'i> {
    index: &'i Index,
    kind: Kind,
    losses: u64,
}

impl Replay<'_> {
    /// Where to read from.
    pub fn cursor(&self) -> Mark {
        self.index.cursor().of(self.kind)
    }

    /// Takes a page of the store, whose last row is `reached`; waits while the indexer is busy.
    /// Rows that were deleted in the store belong into it as removals.
    ///
    /// # Errors
    /// [`Error::NotWritten`] or [`Error::Closed`]; begin again at [`Index::cursor`], later.
    pub async fn feed(&self, changes: Vec<Change>, reached: Mark) -> Result<Mark> {
        self.index.page(self.kind, changes, Some(reached)).await?;
        Ok(reached)
    }

    /// Says that the store has no more. From now on the cursor follows what is added. False when
    /// changes were lost in the meantime: then replay again.
    pub fn finish(self) -> bool {
        let shared = &self.index.shared;
        shared.set_live(self.kind);
        if shared.losses.load(Ordering::SeqCst) == self.losses {
            return true;
        }
        shared.lose(self.kind);
        false
    }
}
