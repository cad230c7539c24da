//! What is brought along, as lines: read on a thread of their own, and what they name by a path, when asked.
//!
//! ```text
//!  thread: read, parse, check ── batches of one kind, two wait ──▶ whoever writes them
//! ```
//!
//! A bulk file has its lines ([`crate::bulk::file`]); what other programs keep is read as lines by an [`Origin`] of its own.

use std::collections::HashSet;
use std::sync::Arc;

use base::Millis;
use node::error::ApiError;
use store::Value;
use store::records::Table;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::bulk::Failed;
use crate::bulk::gather::{Batch, Gather, Going};

/// Batches that wait for their writer.
const WAITING_MAX: usize = 2;

/// Where lines come from.
pub trait Origin: Send + Sync {
    /// Sends all lines, the same ones in the same order each time. Waits: called where threads may.
    ///
    /// # Errors
    /// The first line that cannot be, or why the rest cannot be read.
    fn send(&self, to: &mut Gather) -> Result<(), Failed>;

    /// The bytes that a line names by a path. Waits: called where threads may.
    ///
    /// # Errors
    /// When there are none, the path leads elsewhere, or they are more than `len_max`.
    fn data(&self, path: &str, len_max: u64) -> Result<Vec<u8>, String>;

    /// Asks what the accounts are called here that it names by itself, some at a time, and calls them so: another program's
    /// names may be taken. Called before lines are read, if at all; nothing where the names of the lines count.
    ///
    /// # Errors
    /// As `ask` does.
    fn settle(&self, ask: &mut Ask<'_, Failed>) -> Result<(), Failed> {
        drop(ask(&[])?);
        Ok(())
    }

    /// The same of the channels that it names by itself: people of another program do not come among those of a channel that
    /// only has the same name.
    ///
    /// # Errors
    /// As `ask` does.
    fn settle_channels(&self, ask: &mut AskChannels<'_, Failed>) -> Result<(), Failed> {
        drop(ask(&[])?);
        Ok(())
    }

    /// What it can say of its rows, where it sends records; nothing where its lines are others.
    fn rows(&self) -> Option<&dyn Rows> {
        None
    }
}

/// A source whose lines are records: a server with the same tables as this one.
pub trait Rows: Send + Sync {
    /// The tables that it has, each with its number of rows.
    fn tables(&self) -> &[(&'static Table, u64)];

    /// The source's own time, in milliseconds, at which it is read.
    fn opened_at(&self) -> Millis;

    /// Whether it has this column of a table. Those that it does not have get what the server gives a new row.
    fn has(&self, table: &Table, column: &str) -> bool;

    /// Which keys of a table it has, as [`store::records::key_text`] writes them. Waits: called where threads may.
    ///
    /// # Errors
    /// When the source cannot be read.
    fn there(&self, table: &'static Table, keys: &[Vec<Value>]) -> Result<HashSet<String>, Failed>;
}

/// Says what accounts are called here, in their order.
pub type Ask<'a, E> = dyn FnMut(&[Account]) -> Result<Vec<Named>, E> + 'a;
/// Says what channels are called here, in their order.
pub type AskChannels<'a, E> = dyn FnMut(&[Place]) -> Result<Vec<Named>, E> + 'a;

/// An account of a source that names its accounts by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// As it will have here.
    pub id: base::Id,
    pub username: String,
    pub email: String,
}

/// A channel of a source that names its channels by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// As it will have here.
    pub id: base::Id,
    /// The address of its team. All that are asked about at once have the same.
    pub team: String,
    pub name: String,
    pub is_open: bool,
}

/// What an account or a channel of a source is called here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    /// Nobody has its address or its name.
    Free,
    /// An earlier run made it; this is what it is called by now.
    Own(String),
    /// Somebody of this name has its address: it is the same account. Or both are channels of this name, open to all of the
    /// team.
    There(String),
    /// Somebody else has its name, or a channel that is not for everybody.
    Taken,
}

/// Something to bring along.
#[derive(Clone)]
pub struct Source {
    origin: Arc<dyn Origin>,
    /// Bytes of all lines, or of what they are made from.
    pub size: u64,
    /// The same for the same source, whatever it is called.
    pub fingerprint: String,
}

/// The batches of a source, as its thread reads them.
pub struct Batches {
    waiting: mpsc::Receiver<Result<Batch, Failed>>,
    thread: Option<JoinHandle<()>>,
}

impl Batches {
    /// The next lines; nothing at the end.
    ///
    /// # Errors
    /// The first line that cannot be, and then nothing more comes.
    pub async fn next(&mut self) -> Result<Option<Batch>, Failed> {
        if let Some(batch) = self.waiting.recv().await {
            return batch.map(Some);
        }
        match self.thread.take() {
            Some(thread) => thread.await.map(|()| None).map_err(|error| {
                let text = "The file could not be read to its end.";
                ApiError::internal("app.import.bulk_import.file_scan.error", text).because(error).into()
            }),
            None => Ok(None),
        }
    }
}

impl Source {
    /// What an origin has; `size` in bytes, for the progress.
    pub fn of(origin: Arc<dyn Origin>, size: u64, fingerprint: String) -> Source {
        Source { origin, size, fingerprint }
    }

    /// Where its lines come from.
    pub fn origin(&self) -> &dyn Origin {
        &*self.origin
    }

    /// Reads, parses and checks on a thread; lines up to `after` are passed over unseen. The last message is an error,
    /// or the source is read to its end.
    pub fn batches(&self, after: u64) -> Batches {
        self.batches_from(Going { line: after, ..Going::default() })
    }

    /// The same from where an earlier reading stood.
    pub fn batches_from(&self, from: Going) -> Batches {
        let (sender, waiting) = mpsc::channel(WAITING_MAX);
        let origin = self.origin.clone();
        let thread = tokio::task::spawn_blocking(move || {
            let mut gather = Gather::new(sender.clone(), from);
            let done = origin.send(&mut gather);
            gather.end();
            if let Err(failed) = done {
                // Nobody waits for it when the import has ended.
                drop(sender.blocking_send(Err(failed)));
            }
        });
        Batches { waiting, thread: Some(thread) }
    }

    /// As [`Origin::data`].
    ///
    /// # Errors
    /// As there.
    pub fn data(&self, path: &str, len_max: u64) -> Result<Vec<u8>, String> {
        self.origin.data(path, len_max)
    }
}
