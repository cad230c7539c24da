//! Both sides read as lines.

use std::io::{self, Write};
use std::sync::Arc;

use parking_lot::Mutex;
use request::App;

use crate::bulk::left_out::LeftOut;
use crate::bulk::line::Line;
use crate::bulk::notes::Notes;
use crate::bulk::source::Source;
use crate::bulk::target::{Form, Target};
use crate::bulk::{Failed, LINE_BYTES_MAX, check};
use crate::exports;
use crate::exports::{Options, Progress, Selection};
use crate::fidelity::tally::{Detail, Lot, Tally};

/// A source that was read.
pub struct Read {
    pub tally: Tally,
    pub left_out: LeftOut,
    pub notes: Notes,
    /// The number of the last line.
    pub lines: u64,
}

/// What a source has, and what of it is no line.
///
/// # Errors
/// When it cannot be read.
pub async fn of_source(source: &Source, detail: Detail) -> Result<Read, Failed> {
    let mut batches = source.batches(0);
    let tally = Tally::new(detail, Lot::Drawn);
    let mut read = Read { tally, left_out: LeftOut::default(), notes: Notes::default(), lines: 1 };
    while let Some(batch) = batches.next().await? {
        batch.lines.iter().for_each(|line| read.tally.add(&line.of));
        read.lines = batch.last().max(read.lines);
        read.left_out.extend(batch.left_out);
        read.notes.extend(batch.notes);
    }
    Ok(read)
}

/// What is here, of a selection: as an export of it says.
///
/// # Errors
/// When the store does not answer.
pub async fn of_store(app: &Arc<App>, ours: &Tally, only: Selection, detail: Detail) -> Result<Tally, Failed> {
    let lot = Lot::Given(ours.sample.keys().copied().collect());
    let tally = Arc::new(Mutex::new(Tally::new(detail, lot)));
    let target = Target::new(Reading { tally: tally.clone(), begun: Vec::new() }, Form::Lines);
    let options =
        Options { attachments: true, archived_channels: true, profile_pictures: false, ids: ours.has_ids, only };
    exports::run(app, target, Form::Lines, options, &Progress::default()).await?;
    // The thread that wrote has ended.
    let read = std::mem::take(&mut *tally.lock());
    Ok(read)
}

/// Takes the bytes of lines, and counts them.
struct Reading {
    tally: Arc<Mutex<Tally>>,
    begun: Vec<u8>,
}

impl Write for Reading {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            self.begun.extend_from_slice(&rest[..end]);
            rest = &rest[end + 1..];
            self.line()?;
            self.begun.clear();
        }
        self.begun.extend_from_slice(rest);
        if self.begun.len() > LINE_BYTES_MAX {
            return Err(io::Error::other("a line of the export is longer than 16 MiB"));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Reading {
    fn line(&mut self) -> io::Result<()> {
        let line: Line = serde_json::from_slice(&self.begun).map_err(io::Error::other)?;
        if line.kind == "version" {
            return Ok(());
        }
        // What is here need not be as a file wants it: that is for whoever imports it.
        if let Ok(of) = check::of(1, line) {
            self.tally.lock().add(&of);
        }
        Ok(())
    }
}
