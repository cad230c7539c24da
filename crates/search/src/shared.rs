//! An index that nodes share: how it is searched, what is told of it here, and who feeds it ([`crate::feeder`]).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use base::{Clock, Id};
use metrics::Metrics;
use parking_lot::Mutex;
use store::Store;
use store::full_text::Search;
use text::search_query::SearchQuery;
use tokio::sync::{Notify, Semaphore, watch};
use tokio::time::timeout;
use tracing::warn;

use crate::ask::ask;
use crate::changes::Change;
use crate::cursor::Kind;
use crate::feeder::{Build, Fed, Feeder, Progress};
use crate::index::{HITS_MAX, Page};
use crate::newest::Hit;
use crate::query::SearchScope;
use crate::scan::{Tail, scan};
use crate::target::Target;
use crate::{Error, Result};

/// Searches that one node has under way at once.
const SEARCHES_MAX: usize = 32;

/// Searches of the store under way while the search server does not answer: each reads thousands of posts.
const SCANS_MAX: usize = 2;

/// Removals that wait for the index. What is forgotten beyond it stays in the index and is not shown, as the store
/// does not have it; an index made anew lacks it.
const GONE_MAX: usize = 10_000;

/// What a search does when the search server does not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// It fails.
    None,
    /// It looks through the newest posts of the database.
    Database,
}

/// An index outside of this process.
pub struct Shared {
    pub(crate) target: Target,
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) metrics: Arc<Metrics>,
    fallback: Fallback,
    bell: Notify,
    /// Grows with each change that this node made.
    changes: AtomicU64,
    /// How many of them the index has; moves while this node feeds it.
    fed: watch::Sender<u64>,
    is_feeding: AtomicBool,
    /// Removed from the store for good, so that its feed does not tell.
    gone: Mutex<Vec<(Kind, Change)>>,
    searches: Semaphore,
    scans: Semaphore,
}

impl Shared {
    pub fn new(target: Target, store: Store, clock: Clock, metrics: Arc<Metrics>, fallback: Fallback) -> Shared {
        Shared {
            target,
            store,
            clock,
            metrics,
            fallback,
            bell: Notify::new(),
            changes: AtomicU64::new(0),
            fed: watch::Sender::new(0),
            is_feeding: AtomicBool::new(false),
            gone: Mutex::default(),
            searches: Semaphore::new(SEARCHES_MAX),
            scans: Semaphore::new(SCANS_MAX),
        }
    }

    /// Says that the store has something new.
    pub(crate) fn changed(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
        self.bell.notify_one();
    }

    pub(crate) fn remove(&self, kind: Kind, change: Change) {
        let mut gone = self.gone.lock();
        if gone.len() < GONE_MAX {
            gone.push((kind, change));
        }
        drop(gone);
        self.changed();
    }

    /// Changes of this node that the index may lack.
    pub(crate) fn waiting(&self) -> usize {
        if !self.is_feeding.load(Ordering::SeqCst) {
            return 0;
        }
        let (changes, fed) = (self.changes.load(Ordering::SeqCst), *self.fed.borrow());
        usize::try_from(changes.saturating_sub(fed)).unwrap_or(usize::MAX)
    }

    /// Waits until something changed here, or for as long.
    pub async fn wait(&self, at_most: Duration) {
        // Running out of time and being woken are one and the same: there may be work.
        let _ = timeout(at_most, self.bell.notified()).await;
    }

    /// Feeds the index with what changed anywhere; for one node at a time.
    ///
    /// # Errors
    /// When the store or the index does not answer.
    pub async fn feed(&self, feeder: &mut Feeder) -> Result<Progress> {
        let changes = self.changes.load(Ordering::SeqCst);
        self.is_feeding.store(true, Ordering::SeqCst);
        let progress = feeder.pass(self).await?;
        self.forget().await?;
        if progress == Progress::Done {
            self.fed.send_replace(changes);
        }
        Ok(progress)
    }

    /// Says that another node feeds the index.
    ///
    /// # Errors
    /// When the index does not answer; what this node removed is kept for later.
    pub async fn rest(&self, feeder: &mut Feeder) -> Result<()> {
        self.is_feeding.store(false, Ordering::SeqCst);
        feeder.rest();
        self.forget().await
    }

    /// Takes out of the index what this node removed from the store.
    async fn forget(&self) -> Result<()> {
        let gone = std::mem::take(&mut *self.gone.lock());
        for kind in Kind::ALL {
            let changes: Vec<Change> =
                gone.iter().filter(|(one, _)| *one == kind).map(|(_, change)| change.clone()).collect();
            if changes.is_empty() {
                continue;
            }
            if let Err(error) = self.put(kind, changes).await {
                let mut waiting = self.gone.lock();
                let room = GONE_MAX.saturating_sub(waiting.len());
                waiting.extend(gone.into_iter().take(room));
                return Err(error);
            }
        }
        Ok(())
    }

    async fn put(&self, kind: Kind, changes: Vec<Change>) -> Result<()> {
        let now = self.clock.now();
        let fed: Vec<Fed> = changes
            .into_iter()
            .map(|change| Fed { at: change.mark().map_or(now, |mark| mark.update_at), change })
            .collect();
        let home = self.target.home(kind).await?;
        self.target.put(&home, kind, &fed, None).await
    }

    /// Writes changes into the index and makes them searchable.
    pub(crate) async fn again(&self, kind: Kind, changes: Vec<Change>) -> Result<()> {
        self.put(kind, changes).await?;
        self.target.refresh(kind).await
    }

    pub(crate) async fn ids(&self, kind: Kind, after: Id, limit: usize) -> Result<Vec<Id>> {
        self.target.ids(kind, after, limit).await
    }

    /// Waits until what was written here before is searchable, while this node feeds the index.
    pub(crate) async fn flush(&self) -> Result<()> {
        let wanted = self.changes.load(Ordering::SeqCst);
        if !self.is_feeding.load(Ordering::SeqCst) || *self.fed.borrow() >= wanted {
            return Ok(());
        }
        self.bell.notify_one();
        let mut fed = self.fed.subscribe();
        fed.wait_for(|&fed| fed >= wanted).await.map_err(|_| Error::Closed)?;
        for kind in Kind::ALL {
            self.target.refresh(kind).await?;
        }
        Ok(())
    }

    pub(crate) async fn search(
        &self,
        kind: Kind,
        query: &SearchQuery,
        scope: &SearchScope,
        page: Page,
    ) -> Result<Vec<Hit>> {
        let Some(search) = ask(kind, query, scope) else { return Ok(Vec::new()) };
        let skipped = page.number.saturating_mul(page.size);
        let wanted = skipped.saturating_add(page.size).min(HITS_MAX);
        if skipped >= wanted {
            return Ok(Vec::new());
        }
        let mut hits = match self.newest(kind, &search, wanted).await {
            Err(Error::Unavailable(why)) if self.fallback == Fallback::Database => {
                warn!(why, "search in the newest posts of the database");
                self.metrics.content.search_fallbacks.inc();
                let _permit = self.scans.acquire().await.map_err(|_| Error::Closed)?;
                scan(&self.store, kind, &search, wanted).await?
            }
            hits => hits?,
        };
        hits.drain(..skipped.min(hits.len()));
        Ok(hits)
    }

    /// What the index finds, put right by what changed in the store since it was fed.
    async fn newest(&self, kind: Kind, search: &Search, wanted: usize) -> Result<Vec<Hit>> {
        let _permit = self.searches.acquire().await.map_err(|_| Error::Closed)?;
        let tail = Tail::read(&self.store, kind, search, self.clock.now()).await?;
        let enough = wanted.saturating_add(tail.len()).min(HITS_MAX);
        let found = self.target.search(kind, search, enough).await?;
        Ok(tail.correct(found, wanted))
    }

    /// Begins a new version of the indexes; none where documents are simply written again.
    ///
    /// # Errors
    /// When the index does not answer.
    pub async fn build(&self) -> Result<Option<Build>> {
        Build::begin(&self.target).await
    }
}
