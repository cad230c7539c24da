//! Lines on their way from a file: read, parsed and checked.

use std::io::{BufRead, BufReader, Read};
use std::mem::take;

use base::text_file;
use node::error::ApiError;

use crate::bulk::file::unreadable;
use crate::bulk::gather::{Gather, Numbered};
use crate::bulk::line::Line;
use crate::bulk::notes::{Note, Notes};
use crate::bulk::{Failed, LINE_BYTES_MAX, check, repair};

const BUFFER_BYTES: usize = 1 << 20;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The lines of a file on their way.
pub struct Lines<R> {
    from: BufReader<R>,
    number: u64,
    bytes: u64,
    line: Vec<u8>,
    notes: Notes,
}

impl<R: Read> Lines<R> {
    pub fn new(from: R) -> Lines<R> {
        let (from, notes) = (BufReader::with_capacity(BUFFER_BYTES, from), Notes::default());
        Lines { from, number: 0, bytes: 0, line: Vec::new(), notes }
    }

    /// Sends all lines that are not known already, until nobody listens any more.
    ///
    /// # Errors
    /// The first line that cannot be.
    pub fn send_all(mut self, to: &mut Gather) -> Result<(), Failed> {
        let mut is_head = true;
        while self.next()? {
            to.notes.extend(take(&mut self.notes));
            if is_head {
                let head = repair::read(self.number, &self.line, &mut to.notes);
                head.and_then(|line| check::version(&line)).map_err(Failed::at(self.number))?;
                is_head = false;
                to.reached(self.bytes);
                continue;
            }
            if self.number <= to.after() {
                to.reached(self.bytes);
                continue;
            }
            let mut notes = Notes::default();
            let parsed = repair::read(self.number, &self.line, &mut notes).map_err(Failed::at(self.number))?;
            let of = check::of(self.number, parsed)?;
            let line = Numbered { number: self.number, of, from: None };
            if to.put(line, notes, self.line.len(), self.bytes).is_break() {
                return Ok(());
            }
        }
        if is_head {
            check::version(&Line::default()).map_err(Failed::at(1))?;
        }
        to.notes.extend(take(&mut self.notes));
        to.reached(self.bytes);
        Ok(())
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
