//! Reads: a few connections, each of which serves one read at a time.
//!
//! A short read runs on the thread that asks for it: to wake another thread for it, and to be woken by that, costs more
//! than the read. A long read, and one that finds no connection free, waits for a reader thread. Which statements are
//! short is measured ([`Durations`]).

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex, MutexGuard};
use rusqlite::Connection;
use tokio::sync::{Semaphore, oneshot};

use super::{bind, collect, failed};
use crate::dialect;
use crate::error::{Error, Result};
use crate::statement::Statement;
use crate::value::Value;

/// Reads that may wait for a reader thread.
const WAITING_MAX: usize = 4_096;

/// Statements that a connection keeps prepared: all constant ones, of which there are some 400, and a hundred that are
/// composed.
const PREPARED_MAX: usize = 512;

/// A read that takes longer runs on a reader thread. Waking a thread and being woken takes 10 to 20 µs.
const SHORT: Duration = Duration::from_micros(100);

type Work = Box<dyn FnOnce(&Reader) + Send>;

/// The connections that read, and the threads for what takes long.
pub struct Readers {
    connections: Vec<Mutex<Option<Reader>>>,
    queue: Queue,
    durations: Durations,
}

/// What waits for a thread. One thread is woken for each read.
struct Queue {
    places: Semaphore,
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    works: VecDeque<Work>,
    is_closed: bool,
}

impl Queue {
    fn new() -> Queue {
        Queue { places: Semaphore::new(WAITING_MAX), waiting: Mutex::default(), changed: Condvar::new() }
    }

    /// False when the store is closed.
    fn push(&self, work: Work) -> bool {
        let mut waiting = self.waiting.lock();
        if waiting.is_closed {
            return false;
        }
        waiting.works.push_back(work);
        drop(waiting);
        self.changed.notify_one();
        true
    }

    /// The next read, as soon as there is one; nothing when the store is closed and none is left.
    fn pop(&self) -> Option<Work> {
        let mut waiting = self.waiting.lock();
        loop {
            if let Some(work) = waiting.works.pop_front() {
                return Some(work);
            }
            if waiting.is_closed {
                return None;
            }
            self.changed.wait(&mut waiting);
        }
    }

    fn close(&self) {
        self.waiting.lock().is_closed = true;
        self.changed.notify_all();
    }
}

impl Readers {
    /// Starts a thread for each connection by `spawn`.
    ///
    /// # Errors
    /// Those of `spawn`.
    pub fn start(
        connections: Vec<Connection>,
        spawn: impl Fn(Box<dyn FnOnce() + Send>) -> Result<JoinHandle<()>>,
    ) -> Result<(Arc<Readers>, Vec<JoinHandle<()>>)> {
        let readers = Arc::new(Readers {
            connections: connections.into_iter().map(|connection| Mutex::new(Some(Reader::on(connection)))).collect(),
            queue: Queue::new(),
            durations: Durations::default(),
        });
        let serve = |own: usize| {
            let readers = readers.clone();
            spawn(Box::new(move || readers.serve(own)))
        };
        let threads = (0..readers.connections.len()).map(serve).collect::<Result<_>>()?;
        Ok((readers, threads))
    }

    /// All rows of a query.
    ///
    /// # Errors
    /// When the query fails, or the store is closed.
    pub async fn read(self: &Arc<Self>, statement: &Statement, params: Vec<Value>) -> Result<Vec<Vec<Value>>> {
        if self.durations.is_short(statement) {
            // Nothing here waits, so a loop of reads would keep others from this thread.
            tokio::task::coop::consume_budget().await;
            if let Some(reader) = self.free() {
                return self.timed(&reader, statement, &params);
            }
        }
        let (readers, statement) = (self.clone(), statement.clone());
        self.later(statement.name, move |reader| readers.timed(reader, &statement, &params)).await
    }

    /// What `work` makes of a connection, on a reader thread.
    ///
    /// # Errors
    /// Those of `work`, or when the store is closed.
    pub async fn later<T: Send + 'static>(
        &self,
        name: &'static str,
        work: impl FnOnce(&Reader) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let gone = || Error::Database { statement: name, cause: "the store is closed".to_owned() };
        let _place = self.queue.places.acquire().await.map_err(|_| gone())?;
        let (answer, result) = oneshot::channel();
        if !self.queue.push(Box::new(move |reader: &Reader| drop(answer.send(work(reader))))) {
            return Err(gone());
        }
        result.await.unwrap_or_else(|_| Err(gone()))
    }

    /// Reads that wait are still answered; then the threads end.
    pub fn end(&self) {
        self.queue.close();
    }

    /// Closes the connections.
    pub fn close(&self) {
        for connection in &self.connections {
            drop(connection.lock().take());
        }
    }

    fn serve(&self, own: usize) {
        while let Some(work) = self.queue.pop() {
            if let Some(reader) = &*self.connections[own].lock() {
                work(reader);
            }
        }
    }

    fn free(&self) -> Option<parking_lot::MappedMutexGuard<'_, Reader>> {
        self.connections.iter().find_map(|connection| MutexGuard::try_map(connection.try_lock()?, Option::as_mut).ok())
    }

    fn timed(&self, reader: &Reader, statement: &Statement, params: &[Value]) -> Result<Vec<Vec<Value>>> {
        let began = Instant::now();
        let rows = reader.query(statement, params);
        self.durations.took(statement, began.elapsed());
        rows
    }
}

/// One connection, its statements prepared, and their texts in SQLite's accent.
pub struct Reader {
    pub connection: Connection,
    /// By the place of a constant text in the program.
    texts: RefCell<HashMap<(usize, usize), Arc<str>>>,
}

impl Reader {
    fn on(connection: Connection) -> Reader {
        connection.set_prepared_statement_cache_capacity(PREPARED_MAX);
        Reader { connection, texts: RefCell::default() }
    }

    fn query(&self, statement: &Statement, params: &[Value]) -> Result<Vec<Vec<Value>>> {
        let run = || {
            let mut prepared = self.connection.prepare_cached(&self.text(statement))?;
            bind(&mut prepared, params)?;
            collect(&mut prepared)
        };
        run().map_err(|error| failed(statement.name, &error))
    }

    fn text(&self, statement: &Statement) -> Arc<str> {
        match statement.sql {
            Cow::Borrowed(text) => {
                let place = (text.as_ptr() as usize, text.len());
                self.texts.borrow_mut().entry(place).or_insert_with(|| dialect::sqlite(text).into()).clone()
            }
            Cow::Owned(ref text) => dialect::sqlite(text).into(),
        }
    }
}

/// How long the constant statements take, by the place of their text in the program. Statements that share a slot share
/// a duration. A composed statement counts as long.
struct Durations {
    nanos: [AtomicU32; Durations::SLOTS],
}

impl Default for Durations {
    /// A statement that has not run yet counts as long.
    fn default() -> Self {
        Durations { nanos: std::array::from_fn(|_| AtomicU32::new(u32::MAX)) }
    }
}

impl Durations {
    const SLOTS: usize = 1_024;

    fn is_short(&self, statement: &Statement) -> bool {
        self.slot(statement).is_some_and(|slot| u128::from(slot.load(Ordering::Relaxed)) <= SHORT.as_nanos())
    }

    /// Rises at once by half the difference and falls slowly, so that a statement of which few reads are long is long.
    fn took(&self, statement: &Statement, time: Duration) {
        let Some(slot) = self.slot(statement) else { return };
        let (old, new) = (slot.load(Ordering::Relaxed), u32::try_from(time.as_nanos()).unwrap_or(u32::MAX));
        let kept = match old {
            u32::MAX => new,
            _ if new > old => old + (new - old) / 2,
            _ => old - (old - new) / 16,
        };
        slot.store(kept.min(u32::MAX - 1), Ordering::Relaxed);
    }

    fn slot(&self, statement: &Statement) -> Option<&AtomicU32> {
        let Cow::Borrowed(text) = statement.sql else { return None };
        Some(&self.nanos[(text.as_ptr() as usize / 16) % Durations::SLOTS])
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    static QUERY: Statement = Statement::new("Test", "SELECT $1 + 1");

    fn readers(count: usize) -> Arc<Readers> {
        let connections = (0..count).map(|_| Connection::open_in_memory().expect("a database")).collect();
        Readers::start(connections, |work| Ok(std::thread::spawn(work))).expect("readers").0
    }

    async fn answer(readers: &Arc<Readers>, value: i64) -> Vec<Vec<Value>> {
        readers.read(&QUERY, vec![Value::Int(value)]).await.expect("rows")
    }

    #[test]
    fn a_statement_is_short_until_it_takes_long_once_and_long_until_it_was_short_for_a_while() {
        let durations = Durations::default();
        let took = |micros| durations.took(&QUERY, Duration::from_micros(micros));
        assert!(!durations.is_short(&QUERY), "unknown");
        took(20);
        assert!(durations.is_short(&QUERY));
        took(300);
        assert!(!durations.is_short(&QUERY));
        took(20);
        assert!(!durations.is_short(&QUERY), "one short read is no proof");
        (0..30).for_each(|_| took(20));
        assert!(durations.is_short(&QUERY));
        took(60_000_000);
        assert!(!durations.is_short(&QUERY), "a minute is not a number that wraps");
        assert!(!durations.is_short(&Statement::composed("Test", "SELECT 1".to_owned())));
    }

    #[tokio::test]
    async fn reads_are_answered_where_they_are_asked_and_by_threads() {
        let readers = readers(1);
        for value in 0..300 {
            assert_eq!(answer(&readers, value).await, [[Value::Int(value + 1)]]);
        }
        let composed = Statement::composed("Test", "SELECT $1 + 2".to_owned());
        assert_eq!(readers.read(&composed, vec![Value::Int(1)]).await.expect("rows"), [[Value::Int(3)]]);
    }

    #[tokio::test]
    async fn a_read_waits_for_a_thread_while_no_connection_is_free() {
        let readers = readers(1);
        answer(&readers, 1).await;
        readers.durations.took(&QUERY, Duration::ZERO);
        let mut reading = Box::pin(answer(&readers, 1));
        {
            let _taken = readers.connections[0].lock();
            assert_eq!(reading.as_mut().now_or_never(), None);
        }
        assert_eq!(reading.await, [[Value::Int(2)]]);
    }

    #[tokio::test]
    async fn a_failed_read_keeps_no_value_and_the_next_one_works() {
        let readers = readers(1);
        let broken = Statement::new("Test", "SELECT nothing FROM nowhere");
        for _ in 0..2 {
            assert!(matches!(readers.read(&broken, vec![]).await, Err(Error::Database { statement: "Test", .. })));
        }
        assert_eq!(answer(&readers, 1).await, [[Value::Int(2)]]);
        assert_eq!(readers.read(&QUERY, vec![]).await.expect("rows"), [[Value::Null]]);
    }

    #[tokio::test]
    async fn a_closed_store_says_so() {
        let readers = readers(2);
        answer(&readers, 1).await;
        readers.end();
        readers.close();
        assert!(readers.read(&QUERY, vec![Value::Int(1)]).await.is_err());
        let composed = Statement::composed("Test", "SELECT 1".to_owned());
        assert!(readers.read(&composed, vec![]).await.is_err());
    }
}
