//! Lines on their way from a file: read, parsed, checked, and gathered into batches of one kind.

use std::io::{BufRead, BufReader, Read};
use std::mem::{Discriminant, discriminant, take};
use std::ops::ControlFlow;

use tokio::sync::mpsc;

use super::line::Of;
use super::source::unreadable;
use super::{Failed, LINE_BYTES_MAX, check};
use crate::error::ApiError;

/// Lines and bytes of a batch; a line with many replies is one by itself.
const BATCH_LINES_MAX: usize = 1_000;
const BATCH_BYTES_MAX: usize = 4 << 20;
const BUFFER_BYTES: usize = 1 << 20;

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
}

impl<'a, R: Read> Lines<'a, R> {
    pub fn new(from: R, to: &'a mpsc::Sender<Result<Batch, Failed>>) -> Lines<'a, R> {
        Lines { from: BufReader::with_capacity(BUFFER_BYTES, from), to, number: 0, bytes: 0, line: Vec::new() }
    }

    /// Sends all lines behind `after`, until nobody listens any more.
    ///
    /// # Errors
    /// The first line that cannot be.
    pub fn send_all(mut self, after: u64) -> Result<(), Failed> {
        let (mut open, mut held) = (Vec::new(), 0);
        let mut kind: Option<Discriminant<Of>> = None;
        while self.next()? {
            if self.number == 1 {
                check::parse(&self.line).and_then(|line| check::version(&line)).map_err(Failed::at(1))?;
                continue;
            }
            if self.number <= after {
                continue;
            }
            let parsed = check::parse(&self.line).map_err(Failed::at(self.number));
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
                let before = self.bytes - self.line.len() as u64;
                if self.send(take(&mut open), before).is_break() {
                    return Ok(());
                }
                held = 0;
            }
            kind = Some(next);
            held += self.line.len();
            open.push(Numbered { number: self.number, of });
        }
        if self.number == 0 {
            check::version(&Default::default()).map_err(Failed::at(1))?;
        }
        self.send_last(open);
        Ok(())
    }

    fn send_last(&self, open: Vec<Numbered>) {
        if !open.is_empty() {
            // Whoever does not listen any more has ended the import.
            let _ended = self.send(open, self.bytes);
        }
    }

    fn send(&self, lines: Vec<Numbered>, read: u64) -> ControlFlow<()> {
        match self.to.blocking_send(Ok(Batch { lines, read })) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Reads a line. False at the end of the file.
    fn next(&mut self) -> Result<bool, Failed> {
        self.line.clear();
        let bound = LINE_BYTES_MAX as u64 + 2;
        let read = self.from.by_ref().take(bound).read_until(b'\n', &mut self.line);
        let read = read.map_err(|error| Failed { line: self.number + 1, error: unreadable(error) })?;
        if read == 0 {
            return Ok(false);
        }
        self.number += 1;
        self.bytes += read as u64;
        while self.line.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
            self.line.pop();
        }
        if self.line.len() > LINE_BYTES_MAX {
            let error = check::parse(&self.line).err().unwrap_or_else(ApiError::too_large);
            return Err(Failed { line: self.number, error });
        }
        Ok(true)
    }
}
