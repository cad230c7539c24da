//! Lines on their way to whoever writes them, gathered into batches of one kind.

use std::fmt;
use std::mem::{Discriminant, discriminant, take};
use std::ops::ControlFlow;
use std::sync::Arc;

use base::Millis;
use tokio::sync::mpsc;

use crate::bulk::left_out::LeftOut;
use crate::bulk::line::{Line, Of, Record};
use crate::bulk::notes::Notes;
use crate::bulk::{Failed, check};

/// Lines and bytes of a batch; a line with many replies is one by itself. Lines of talk are many and small: the more of them
/// are written at once, the fewer pages are written again and again.
const BATCH_LINES_MAX: usize = 1_000;
const BATCH_TALK_MAX: usize = 16_000;
const BATCH_BYTES_MAX: usize = 2 << 20;

/// Where in the source a line is from, when it is no line there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    pub file: Arc<str>,
    /// Counted from 1; 0 for all of the file.
    pub row: u64,
}

impl fmt::Display for Spot {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.row {
            0 => out.write_str(&self.file),
            row => write!(out, "{} row {row}", self.file),
        }
    }
}

/// A line with its number.
pub struct Numbered {
    pub number: u64,
    pub of: Of,
    pub from: Option<Spot>,
}

/// Lines of one kind that follow each other.
pub struct Batch {
    pub lines: Vec<Numbered>,
    /// Bytes of all that was read up to the last of these.
    pub read: u64,
    /// What of these lines was read otherwise than it stands.
    pub notes: Notes,
    /// What was found between these lines and is no line.
    pub left_out: LeftOut,
    /// Where the source stands behind these, in its own words.
    pub page: Option<String>,
}

impl Batch {
    /// The number of the last line; 0 when it has none.
    pub fn last(&self) -> u64 {
        self.lines.last().map_or(0, |line| line.number)
    }
}

/// Where reading begins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Going {
    /// Lines up to this number are done.
    pub line: u64,
    /// Where the source stood then, if it says so: see [`Gather::page`].
    pub page: Option<String>,
    /// Only what changed since that time of the source counts, where the source knows; everything at 0.
    pub since: Millis,
}

/// Gathers lines, and sends them.
pub struct Gather {
    to: mpsc::Sender<Result<Batch, Failed>>,
    from: Going,
    number: u64,
    open: Vec<Numbered>,
    held: usize,
    kind: Option<Discriminant<Of>>,
    read: u64,
    /// What of the lines was read otherwise than it stands.
    pub notes: Notes,
    /// What is no line.
    pub left_out: LeftOut,
}

impl Gather {
    pub fn new(to: mpsc::Sender<Result<Batch, Failed>>, from: Going) -> Gather {
        let (notes, left_out) = (Notes::default(), LeftOut::default());
        Gather { to, from, number: 0, open: Vec::new(), held: 0, kind: None, read: 0, notes, left_out }
    }

    /// Lines up to this number are known already.
    pub fn after(&self) -> u64 {
        self.from.line
    }

    /// Where reading begins.
    pub fn from(&self) -> &Going {
        &self.from
    }

    /// Sends records that follow each other, which a source finds again behind `page` and not by their number. Breaks when
    /// nobody listens any more.
    pub fn page(&mut self, records: Vec<(Record, Spot)>, page: String, read: u64) -> ControlFlow<()> {
        self.number = self.number.max(self.from.line);
        for (record, from) in records {
            self.number += 1;
            self.open.push(Numbered { number: self.number, of: Of::Record(Box::new(record)), from: Some(from) });
        }
        self.read = read;
        if self.open.is_empty() && self.left_out.is_empty() {
            return self.listening();
        }
        self.flush(Some(page))
    }

    /// Adds a line of `bytes` bytes that is checked, and its notes; `read` bytes of the source are read with it. Breaks
    /// when nobody listens any more.
    pub fn put(&mut self, line: Numbered, notes: Notes, bytes: usize, read: u64) -> ControlFlow<()> {
        let next = discriminant(&line.of);
        let lines_max = if matches!(line.of, Of::Thread(_)) { BATCH_TALK_MAX } else { BATCH_LINES_MAX };
        let full = self.open.len() >= lines_max || self.held + bytes > BATCH_BYTES_MAX;
        if !self.open.is_empty() && (full || self.kind != Some(next)) {
            self.flush(None)?;
        }
        (self.kind, self.read) = (Some(next), read);
        self.notes.extend(notes);
        self.held += bytes;
        self.open.push(line);
        ControlFlow::Continue(())
    }

    /// Adds the next line of a source that has none of its own, of about `bytes` bytes. One that cannot be is left out:
    /// the rest is worth having.
    pub fn line(&mut self, line: Line, from: Spot, bytes: usize, read: u64) -> ControlFlow<()> {
        self.number += 1;
        match check::of(self.number, line) {
            Ok(_) if self.number <= self.from.line => self.listening(),
            Ok(of) => {
                let line = Numbered { number: self.number, of, from: Some(from) };
                self.put(line, Notes::default(), bytes, read)
            }
            Err(failed) => {
                self.left_out.add(format!("{} It is left out.", failed.error.message), from);
                self.listening()
            }
        }
    }

    fn listening(&self) -> ControlFlow<()> {
        if self.to.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn flush(&mut self, page: Option<String>) -> ControlFlow<()> {
        let (lines, notes, left_out) = (take(&mut self.open), take(&mut self.notes), take(&mut self.left_out));
        self.held = 0;
        match self.to.blocking_send(Ok(Batch { lines, read: self.read, notes, left_out, page })) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Sends what is gathered: at the end, or before a line that cannot be.
    pub fn end(&mut self) {
        if !self.open.is_empty() || !self.left_out.is_empty() {
            // Whoever does not listen any more has ended the import.
            let _ended = self.flush(None);
        }
    }

    /// Notes how many bytes of the source are read.
    pub fn reached(&mut self, read: u64) {
        self.read = read;
    }
}
