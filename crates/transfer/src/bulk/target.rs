//! A bulk file being written: lines, and in a zip what they name by a path. Bytes go to a thread of their own, which
//! writes them wherever they belong; a few pieces wait for it.

use std::io::{self, BufWriter, Write};

use bytes::Bytes;
use files::Writer;
use node::error::{ApiError, Result};
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::bulk::line::Line;

/// Pieces that wait: a quarter of a mebibyte each, or one line.
const WAITING_MAX: usize = 8;
const PIECE_BYTES: usize = 256 << 10;
const BUFFER_BYTES: usize = 256 << 10;
/// The file of lines in a zip.
const LINES: &str = "import.jsonl";

/// What is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Lines alone.
    Lines,
    /// A zip with the lines and what they name.
    Zip,
}

enum Piece {
    Bytes(Bytes),
    /// From here on the bytes are those of another entry of the zip.
    Entry(String),
}

/// A file that is being written.
pub struct Target {
    pieces: mpsc::Sender<Piece>,
    thread: JoinHandle<io::Result<()>>,
    held: Vec<u8>,
    /// Lines so far.
    pub lines: u64,
}

impl Target {
    /// Begins a file; what it holds goes to `to`, on a thread that may wait.
    pub fn new(to: impl Write + Send + 'static, form: Form) -> Target {
        let (pieces, waiting) = mpsc::channel(WAITING_MAX);
        let thread = tokio::task::spawn_blocking(move || match form {
            Form::Lines => write_lines(to, waiting),
            Form::Zip => write_zip(to, waiting),
        });
        Target { pieces, thread, held: Vec::with_capacity(PIECE_BYTES), lines: 0 }
    }

    /// Adds a line.
    ///
    /// # Errors
    /// When the thread could not write any more; [`Target::finish`] says why.
    pub async fn line(&mut self, line: &Line) -> Result<()> {
        serde_json::to_writer(&mut self.held, line).expect("lines are JSON, and memory does not fail to write");
        self.held.push(b'\n');
        self.lines += 1;
        if self.held.len() >= PIECE_BYTES { self.flush().await } else { Ok(()) }
    }

    /// Begins another entry of a zip, behind all lines.
    ///
    /// # Errors
    /// As [`Target::line`].
    pub async fn entry(&mut self, name: String) -> Result<()> {
        self.flush().await?;
        self.send(Piece::Entry(name)).await
    }

    /// Adds bytes of the entry.
    ///
    /// # Errors
    /// As [`Target::line`].
    pub async fn bytes(&mut self, bytes: Bytes) -> Result<()> {
        self.send(Piece::Bytes(bytes)).await
    }

    async fn flush(&mut self) -> Result<()> {
        if self.held.is_empty() {
            return Ok(());
        }
        let full = std::mem::replace(&mut self.held, Vec::with_capacity(PIECE_BYTES));
        self.send(Piece::Bytes(full.into())).await
    }

    async fn send(&self, piece: Piece) -> Result<()> {
        self.pieces.send(piece).await.map_err(|_| failed("the file is closed"))
    }

    /// Ends the file.
    ///
    /// # Errors
    /// When something could not be written.
    pub async fn finish(mut self) -> Result<()> {
        // What the thread failed with says more than that it does not listen any more.
        let flushed = self.flush().await;
        let Target { pieces, thread, .. } = self;
        drop(pieces);
        match thread.await {
            Ok(Ok(())) => flushed,
            Ok(Err(error)) => Err(failed(error)),
            Err(error) => Err(failed(error)),
        }
    }
}

fn failed(error: impl ToString) -> ApiError {
    ApiError::internal("app.export.write.error", "The file could not be written.").because(error)
}

fn write_lines(to: impl Write, mut waiting: mpsc::Receiver<Piece>) -> io::Result<()> {
    let mut to = BufWriter::with_capacity(BUFFER_BYTES, to);
    while let Some(piece) = waiting.blocking_recv() {
        match piece {
            Piece::Bytes(bytes) => to.write_all(&bytes)?,
            Piece::Entry(_) => return Err(io::Error::other("lines alone have no entries")),
        }
    }
    to.flush()
}

/// Entries are stored as they are: pictures and archives, most of what people attach, do not become smaller.
fn write_zip(to: impl Write, mut waiting: mpsc::Receiver<Piece>) -> io::Result<()> {
    let mut zip = ZipWriter::new_stream(BufWriter::with_capacity(BUFFER_BYTES, to));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored).large_file(true);
    zip.start_file(LINES, options)?;
    while let Some(piece) = waiting.blocking_recv() {
        match piece {
            Piece::Bytes(bytes) => zip.write_all(&bytes)?,
            Piece::Entry(name) => zip.start_file(name, options)?,
        }
    }
    zip.finish()?.into_inner().flush()
}

/// An object of the file store, written like a file. It is there once [`ObjectWriter::finish`] was called.
pub struct ObjectWriter {
    writer: std::sync::Arc<parking_lot::Mutex<Option<Writer>>>,
    runtime: Handle,
}

impl ObjectWriter {
    /// Called where tasks run.
    pub fn new(writer: Writer) -> ObjectWriter {
        ObjectWriter { writer: std::sync::Arc::new(parking_lot::Mutex::new(Some(writer))), runtime: Handle::current() }
    }

    /// The same object, for whoever finishes it.
    pub fn again(&self) -> ObjectWriter {
        ObjectWriter { writer: self.writer.clone(), runtime: self.runtime.clone() }
    }

    /// Makes the object durable; its size in bytes.
    ///
    /// # Errors
    /// When the store does not answer, or it is finished already.
    pub async fn finish(&self) -> Result<u64> {
        let writer = self.writer.lock().take();
        Ok(writer.ok_or_else(|| failed("finished already"))?.finish().await?)
    }
}

impl Write for ObjectWriter {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        // Out of the lock while it waits; nobody else writes.
        let mut writer = self.writer.lock().take().ok_or_else(|| io::Error::other("finished already"))?;
        let written = self.runtime.block_on(writer.write(Bytes::copy_from_slice(buffer)));
        *self.writer.lock() = Some(writer);
        written.map(|()| buffer.len()).map_err(io::Error::other)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
