//! Lines on their way from a file: read, parsed, checked, and gathered into batches of one kind.

use std::io::{BufRead, BufReader, Read};
use std::mem::{Discriminant, discriminant, take};
use std::ops::ControlFlow;

use base::text_file;
use node::error::ApiError;
use tokio::sync::mpsc;

use crate::bulk::line::{Line, Of};
use crate::bulk::notes::{Note, Notes};
use crate::bulk::source::unreadable;
use crate::bulk::{Failed, LINE_BYTES_MAX, check, repair};

/// Lines and bytes of a batch; a line with many replies is one by itself.
const BATCH_LINES_MAX: usize = 1_000;
const BATCH_BYTES_MAX: usize = 4 << 20;
const BUFFER_BYTES: usize = 1 << 20;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A line with its number.
pub struct Numbered {
    pub number: u64,
    pub of: Of,
}

/// Lines of one kind that follow each other.
pub struct Batch {
    pub lines: Vec<Numbered>,
    /// Bytes of all lines up to the last of these.
    pub read: u64,
    /// What of these lines was read otherwise than it stands.
    pub notes: Notes,
}

impl Batch {
    /// The number of the last line.
    pub fn last(&self) -> u64 {
        self.lines.last().map_or(0, |line| line.number)
    }
}

/// The lines of a file on their way.
pub struct Lines<'a, R> {
    from: BufReader<R>,
    to: &'a mpsc::Sender<Result<Batch, Failed>>,
    number: u64,
    bytes: u64,
    line: Vec<u8>,
    notes: Notes,
}

impl<'a, R: Read> Lines<'a, R> {
    pub fn new(from: R, to: &'a mpsc::Sender<Result<Batch, Failed>>) -> Lines<'a, R> {
        let (from, notes) = (BufReader::with_capacity(BUFFER_BYTES, from), Notes::default());
        Lines { from, to, number: 0, bytes: 0, line: Vec::new(), notes }
    }

    /// Sends all lines behind `after`, until nobody listens any more.
    ///
    /// # Errors
    /// The first line that cannot be.
    pub fn send_all(mut self, after: u64) -> Result<(), Failed> {
        let (mut open, mut held) = (Vec::new(), 0);
        let mut kind: Option<Discriminant<Of>> = None;
        let (mut is_head, mut before) = (true, 0);
        while self.next()? {
            if is_head {
                let head = repair::read(self.number, &self.line, &mut self.notes);
                head.and_then(|line| check::version(&line)).map_err(Failed::at(self.number))?;
                (is_head, before) = (false, self.bytes);
                continue;
            }
            if self.number <= after {
                before = self.bytes;
                continue;
            }
            let mut notes = Notes::default();
            let parsed = repair::read(self.number, &self.line, &mut notes).map_err(Failed::at(self.number));
            let of = match parsed.and_then(|line| check::of(self.number, line)) {
                Ok(of) => of,
                Err(failed) => {
                    // What stands before it is good.
                    self.send_last(open);
                    return Err(failed);
                }
            };
            let next = discriminant(&of);
            let full = open.len() >= BATCH_LINES_MAX || held + self.line.len() > BATCH_BYTES_MAX;
            if !open.is_empty() && (full || kind != Some(next)) {
                if self.send(take(&mut open), before).is_break() {
                    return Ok(());
                }
                held = 0;
            }
            (kind, before) = (Some(next), self.bytes);
            self.notes.extend(notes);
            held += self.line.len();
            open.push(Numbered { number: self.number, of });
        }
        if is_head {
            check::version(&Line::default()).map_err(Failed::at(1))?;
        }
        self.send_last(open);
        Ok(())
    }

    fn send_last(&mut self, open: Vec<Numbered>) {
        if !open.is_empty() {
            // Whoever does not listen any more has ended the import.
            let _ended = self.send(open, self.bytes);
        }
    }

    fn send(&mut self, lines: Vec<Numbered>, read: u64) -> ControlFlow<()> {
        let notes = take(&mut self.notes);
        match self.to.blocking_send(Ok(Batch { lines, read, notes })) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Reads the next line that is not blank. False at the end of the file.
    fn next(&mut self) -> Result<bool, Failed> {
        while self.read()? {
            if !self.line.trim_ascii().is_empty() {
                return Ok(true);
            }
            self.notes.add(Note::Blank, self.number);
        }
        Ok(false)
    }

    fn read(&mut self) -> Result<bool, Failed> {
        self.line.clear();
        let bound = LINE_BYTES_MAX as u64 + 2;
        let read = self.from.by_ref().take(bound).read_until(b'\n', &mut self.line);
        let read = read.map_err(|error| Failed { line: self.number + 1, error: unreadable(error) })?;
        if read == 0 {
            return Ok(false);
        }
        self.number += 1;
        self.bytes += read as u64;
        if self.line.ends_with(b"\r\n") {
            self.notes.add(Note::LineEnd, self.number);
        }
        while self.line.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
            self.line.pop();
        }
        if self.line.len() > LINE_BYTES_MAX {
            let text = "The line is longer than 16 MiB.";
            let error = ApiError::bad_request("app.import.bulk_import.json_decode.error", text);
            return Err(Failed { line: self.number, error });
        }
        self.without_mark()?;
        Ok(true)
    }

    /// Takes a byte order mark away: at the beginning, and where files were put together.
    fn without_mark(&mut self) -> Result<(), Failed> {
        if self.number == 1 && text_file::is_utf_16(&self.line) {
            let text = "The file is in UTF-16. Please save it as UTF-8.";
            let error = ApiError::bad_request("app.import.bulk_import.json_decode.error", text);
            return Err(Failed { line: 1, error });
        }
        if self.line.starts_with(BYTE_ORDER_MARK) {
            self.line.drain(..BYTE_ORDER_MARK.len());
            self.notes.add(Note::ByteOrderMark, self.number);
        }
        Ok(())
    }
}
