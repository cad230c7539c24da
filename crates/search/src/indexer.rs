//! The thread that writes the index: takes changes from the queue, commits them in batches, opens
//! the writer when there is something to write and closes it when there is not, because an open
//! writer costs memory and threads.
//!
//! A commit costs some milliseconds of disk and a new segment, so changes wait for it up to
//! [`COMMIT_EVERY`]; a search that needs them asks for it sooner.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tantivy::indexer::IndexWriterOptions;
use tantivy::{IndexReader, IndexWriter};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::{Instant, timeout, timeout_at};
use tracing::{debug, error};

use crate::changes::{Before, Change};
use crate::cursor::{Cursor, Kind, Mark};
use crate::indexed_versions::IndexedVersions;
use crate::open::{Opened, payload};
use crate::schema::Fields;
use crate::{Error, Result};

/// How long a change waits to be committed when nobody asks for it: a search does, and what a crash leaves uncommitted is
/// read from the store again. A commit makes a segment of a dozen files whatever is in it, and many small ones cost merges.
const COMMIT_EVERY: Duration = Duration::from_secs(10);

/// How close together commits may be when searches ask for them.
const COMMIT_GAP: Duration = Duration::from_millis(50);

/// How long changes gather before they are taken together: to wake two threads for each of them costs more than to index
/// it. When as many were there as are taken at once, more may be waiting, and nothing is left to gather for.
const GATHER: Duration = Duration::from_millis(20);

/// Messages taken at once.
const BURST_MAX: usize = 256;

/// Changes in one commit; a batch of the usual length fits the writer's memory.
const COMMIT_CHANGES_MAX: usize = 50_000;

/// Bytes of text in one commit. What is handed to the writer waits in memory, and a commit waits until it is worked off.
const COMMIT_BYTES_MAX: usize = 16 << 20;

/// How long the writer stays open with nothing to write.
const WRITER_IDLE: Duration = Duration::from_secs(20);

/// How long after a failure the disk is left alone.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The least that tantivy accepts.
const WRITER_MEMORY_BYTES: usize = 15_000_000;

/// What the thread is told.
pub enum Message {
    Change {
        change: Change,
        before: Before,
        /// Whether the cursor follows this change; not while older ones may be missing.
        raises: bool,
    },
    Page {
        kind: Kind,
        changes: Vec<Change>,
        /// Where the cursor goes; it stays when what was indexed before is indexed again.
        reached: Option<Mark>,
        done: oneshot::Sender<Result<()>>,
    },
    Flush(oneshot::Sender<Result<()>>),
}

/// What the thread and the handle both look at.
#[derive(Default)]
pub struct Shared {
    /// Changes that were accepted and are not searchable yet.
    pub unsearchable: AtomicUsize,
    /// Bytes of the changes in the queue.
    pub queued_bytes: AtomicUsize,
    /// Grows whenever a change was lost.
    pub losses: AtomicU64,
    /// Per kind: nothing is missing, and the cursor follows what is added.
    live: [AtomicBool; 2],
    pub fell_behind: Notify,
    /// Somebody waits for an answer.
    pub asked: Notify,
    /// What is committed.
    pub cursor: Mutex<Cursor>,
}

impl Shared {
    pub fn is_live(&self, kind: Kind) -> bool {
        self.live[kind as usize].load(Ordering::SeqCst)
    }

    pub fn set_live(&self, kind: Kind) {
        self.live[kind as usize].store(true, Ordering::SeqCst);
    }

    /// Something of this kind is missing from the index from now on.
    pub fn lose(&self, kind: Kind) {
        self.losses.fetch_add(1, Ordering::SeqCst);
        self.live[kind as usize].store(false, Ordering::SeqCst);
        self.fell_behind.notify_waiters();
    }
}

pub struct Indexer {
    index: tantivy::Index,
    reader: IndexReader,
    fields: Fields,
    shared: Arc<Shared>,
    writer: Option<IndexWriter>,
    /// Where the cursor will be after the next commit.
    cursor: Cursor,
    indexed: IndexedVersions,
    uncommitted: usize,
    uncommitted_bytes: usize,
    flushes: Vec<oneshot::Sender<Result<()>>>,
    last_commit: Instant,
    last_change: Instant,
    /// When the oldest uncommitted change came.
    oldest: Instant,
    retry_at: Instant,
}

impl Indexer {
    pub fn new(opened: Opened, fields: Fields, shared: Arc<Shared>) -> Indexer {
        let now = Instant::now();
        Indexer {
            index: opened.index,
            reader: opened.reader,
            fields,
            shared,
            writer: None,
            cursor: opened.cursor,
            indexed: IndexedVersions::default(),
            uncommitted: 0,
            uncommitted_bytes: 0,
            flushes: Vec::new(),
            last_commit: now,
            last_change: now,
            oldest: now,
            retry_at: now,
        }
    }

    /// Works until every sender of the queue is gone, then commits what is left.
    pub async fn run(mut self, mut queue: mpsc::Receiver<Message>) {
        let mut burst = Vec::with_capacity(BURST_MAX);
        loop {
            let received = match self.deadline() {
                Some(deadline) => timeout_at(deadline, queue.recv_many(&mut burst, BURST_MAX)).await,
                None => Ok(queue.recv_many(&mut burst, BURST_MAX).await),
            };
            if received == Ok(0) {
                break;
            }
            let took_all = burst.len() < BURST_MAX;
            for message in burst.drain(..) {
                self.take(message);
                self.settle();
            }
            self.settle();
            // Nobody waits for what is told now, so that more of it is taken at once. Being asked and the time being up are
            // both reasons to look.
            if took_all && self.flushes.is_empty() && !queue.is_closed() {
                let _ = timeout(GATHER, self.shared.asked.notified()).await;
            }
        }
        self.commit();
        self.close_writer();
    }

    /// When there is something to do even if no message comes.
    fn deadline(&self) -> Option<Instant> {
        if !self.flushes.is_empty() {
            return Some(self.last_commit + COMMIT_GAP);
        }
        if self.uncommitted > 0 {
            return Some(self.oldest + COMMIT_EVERY);
        }
        self.writer.as_ref().map(|_| self.last_change + WRITER_IDLE)
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Change { change, raises, before } => {
                self.shared.queued_bytes.fetch_sub(change.bytes(), Ordering::SeqCst);
                if self.apply(&change, before)
                    && raises
                    && let Some(mark) = change.mark()
                {
                    self.cursor.raise(change.kind(), mark);
                }
            }
            Message::Page { kind, changes, reached, done } => {
                let applied = changes.iter().all(|change| {
                    self.shared.unsearchable.fetch_add(1, Ordering::SeqCst);
                    self.apply(change, Before::Perhaps)
                });
                if let Some(reached) = reached.filter(|_| applied) {
                    self.cursor.set(kind, reached);
                }
                // Whoever asked may have given up; the page is in all the same.
                let _ = done.send(if applied { Ok(()) } else { Err(Error::NotWritten) });
            }
            Message::Flush(done) => self.flushes.push(done),
        }
    }

    /// Hands one change to the writer. False when it was lost.
    fn apply(&mut self, change: &Change, before: Before) -> bool {
        let now = Instant::now();
        if self.uncommitted == 0 {
            self.oldest = now;
        }
        self.last_change = now;
        self.uncommitted += 1;
        self.uncommitted_bytes += change.bytes();
        if now < self.retry_at {
            self.lose();
            return false;
        }
        match self.write(change, before) {
            Ok(()) => true,
            Err(reason) => {
                self.fail(&reason);
                false
            }
        }
    }

    fn write(&mut self, change: &Change, before: Before) -> Result<()> {
        let may_hold = self.indexed.may_hold(change, before);
        if self.writer.is_none() {
            let options = IndexWriterOptions::builder().memory_budget_per_thread(WRITER_MEMORY_BYTES);
            let options = options.num_worker_threads(1).num_merge_threads(1).build();
            self.writer = Some(self.index.writer_with_options(options)?);
            debug!("search index writer opened");
        }
        let Some(writer) = &self.writer else { return Err(Error::NotWritten) };
        let (key, document) = self.fields.document(change);
        // A commit looks for each of these terms in every segment, which are the more the busier the server is.
        if may_hold {
            writer.delete_term(self.fields.key_term(&key));
        }
        if let Some(document) = document {
            writer.add_document(document)?;
        }
        Ok(())
    }

    fn settle(&mut self) {
        let now = Instant::now();
        let asked = !self.flushes.is_empty() && (self.uncommitted == 0 || now >= self.last_commit + COMMIT_GAP);
        let due = self.uncommitted > 0 && now >= self.oldest + COMMIT_EVERY;
        let full = self.uncommitted >= COMMIT_CHANGES_MAX || self.uncommitted_bytes >= COMMIT_BYTES_MAX;
        if asked || due || full {
            self.commit();
        } else if self.uncommitted == 0 && now >= self.last_change + WRITER_IDLE {
            self.close_writer();
        }
    }

    fn commit(&mut self) {
        if self.uncommitted > 0
            && let Err(reason) = self.try_commit()
        {
            self.fail(&reason);
            return;
        }
        self.shared.unsearchable.fetch_sub(self.uncommitted, Ordering::SeqCst);
        self.uncommitted = 0;
        self.uncommitted_bytes = 0;
        self.last_commit = Instant::now();
        for done in self.flushes.drain(..) {
            // A search that waited too long went on without.
            let _ = done.send(Ok(()));
        }
    }

    fn try_commit(&mut self) -> Result<()> {
        let Some(writer) = &mut self.writer else { return Err(Error::NotWritten) };
        let mut commit = writer.prepare_commit()?;
        commit.set_payload(&payload(self.cursor));
        commit.commit()?;
        self.reader.reload()?;
        *self.shared.cursor.lock() = self.cursor;
        Ok(())
    }

    fn fail(&mut self, reason: &Error) {
        error!(%reason, changes = self.uncommitted, "search index not written; it is fed again from the store");
        self.retry_at = Instant::now() + RETRY_AFTER;
        self.lose();
    }

    /// Forgets everything since the last commit and says so.
    fn lose(&mut self) {
        self.writer = None;
        self.cursor = *self.shared.cursor.lock();
        self.shared.unsearchable.fetch_sub(self.uncommitted, Ordering::SeqCst);
        self.uncommitted = 0;
        self.uncommitted_bytes = 0;
        Kind::ALL.into_iter().for_each(|kind| self.shared.lose(kind));
        for done in self.flushes.drain(..) {
            let _ = done.send(Err(Error::NotWritten));
        }
    }

    fn close_writer(&mut self) {
        let Some(writer) = self.writer.take() else { return };
        match writer.wait_merging_threads() {
            Ok(()) => debug!("search index writer closed"),
            // Merging only saves space and time; what was committed is safe.
            Err(reason) => error!(%reason, "search index segments not merged"),
        }
    }
}

#[cfg(test)]
mod tests {
    use base::Id;
    use base::ids::{ChannelId, PostId, UserId};

    use super::*;
    use crate::changes::PostDoc;

    fn new_post(number: usize) -> Message {
        let number = u32::try_from(number).expect("a number");
        let id = PostId(Id(u128::from(number).to_be_bytes()));
        let (channel_id, user_id) = (ChannelId(Id([1; 16])), UserId(Id([2; 16])));
        let (at, message) = (i64::from(number), "tomato".to_owned());
        let post = PostDoc { id, channel_id, user_id, create_at: at, update_at: at, message, hashtags: String::new() };
        Message::Change { change: Change::Post(post), before: Before::Nothing, raises: false }
    }

    /// Time stands still but for what the indexer waits: with a wait behind each burst it would take no more than 12,800
    /// changes a second, and the queue of a busier server would overflow.
    #[tokio::test(start_paused = true)]
    async fn takes_what_is_queued_without_waiting_for_more() {
        const BURSTS: usize = 8;
        let folder = tempfile::tempdir().expect("a folder");
        let fields = Fields::new();
        let opened = crate::open::open(folder.path(), &fields).expect("an index");
        let (queue, messages) = mpsc::channel(BURSTS * BURST_MAX);
        for number in 0..BURSTS * BURST_MAX {
            assert!(queue.try_send(new_post(number)).is_ok());
        }
        let indexer = Indexer::new(opened, fields, Arc::new(Shared::default()));
        let watching = async move {
            let began = Instant::now();
            while queue.capacity() < BURSTS * BURST_MAX {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            began.elapsed()
        };
        let (elapsed, ()) = tokio::join!(watching, indexer.run(messages));
        assert!(elapsed < GATHER, "{elapsed:?}");
    }
}
