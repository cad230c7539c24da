//! The object store: one interface, one backend chosen at start.
//!
//! Writes go through a [`Writer`] and count only after [`Writer::finish`], when the object is
//! durable; reads come in chunks of [`CHUNK_BYTES`], so that a transfer holds two chunks whatever
//! the object's size. Backends are variants of an enum: each method names them all, and the
//! compiler lists what a new one has to answer.

mod listing;
mod local;
pub(crate) mod s3;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base::{Clock, Millis};
use bytes::Bytes;
use futures_util::Stream;
use futures_util::stream;

pub use self::listing::Listing;
pub use self::s3::{Credentials as S3Credentials, S3};
use crate::{FileError, ObjectPath};

/// Bytes read or written at a time: large enough for a disk's throughput, and a thousand
/// simultaneous downloads hold 256 MiB at most.
pub const CHUNK_BYTES: usize = 128 * 1024;

/// Size and age of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stat {
    pub size: u64,
    pub modified_at: Millis,
}

/// Objects that a list names at a time; object stores give no more.
pub const LIST_LEN: usize = 1_000;

/// An upload this old that was not finished has no writer: none takes a day, and other nodes share the store.
const UNFINISHED_AGE_MAX_MS: Millis = 24 * 60 * 60 * 1000;

/// An object of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub path: ObjectPath,
    pub stat: Stat,
}

/// How an object is to be offered by a store that hands it out itself.
#[derive(Debug, Clone, Copy)]
pub struct Download<'a> {
    pub mime: &'a str,
    /// The header `Content-Disposition`.
    pub disposition: &'a str,
}

/// Keeps objects. Clones are the same store.
#[derive(Clone)]
pub struct FileStore {
    backend: Backend,
    clock: Clock,
}

#[derive(Clone)]
enum Backend {
    Local(Arc<local::LocalStore>),
    S3(Arc<s3::S3Store>),
}

impl FileStore {
    /// A folder of this machine (or one all nodes mount). Removes what crashed writers left behind.
    ///
    /// # Errors
    /// [`FileError::Store`] when the folder cannot be made or read.
    pub async fn local(root: &Path, clock: &Clock) -> Result<Self, FileError> {
        let backend = Backend::Local(Arc::new(local::LocalStore::open(root, clock).await?));
        Ok(FileStore { backend, clock: clock.clone() })
    }

    /// A bucket that all nodes share. Parts of uploads wait in the folder `spool` of this machine, which is made
    /// when it is needed. Asks the store nothing: a server starts while its files cannot be reached.
    pub fn s3(to: &S3, clock: &Clock, spool: PathBuf) -> Self {
        FileStore { backend: Backend::S3(Arc::new(s3::S3Store::new(to, clock, spool))), clock: clock.clone() }
    }

    /// What it is, for people.
    pub fn name(&self) -> &'static str {
        match &self.backend {
            Backend::Local(_) => "folder",
            Backend::S3(_) => "object store",
        }
    }

    /// Begins an object at `path`, which appears (or is replaced) whole when the writer finishes.
    pub async fn begin(&self, path: &ObjectPath) -> Result<Writer, FileError> {
        match &self.backend {
            Backend::Local(local) => local.begin(path).await.map(Writer::Local),
            Backend::S3(s3) => Ok(Writer::S3(s3.begin(path))),
        }
    }

    /// Stores bytes that are in memory already.
    pub async fn put(&self, path: &ObjectPath, bytes: Bytes) -> Result<(), FileError> {
        if let Backend::S3(s3) = &self.backend {
            return s3.put_bytes(path, bytes).await;
        }
        let mut writer = self.begin(path).await?;
        writer.write(bytes).await?;
        writer.finish().await?;
        Ok(())
    }

    /// Continues an upload from `offset`, or begins it when `offset` is 0. What is there behind
    /// `offset` was never acknowledged and is left out. Bytes are durable when the writer finishes;
    /// they are an object once [`FileStore::assemble`] made them one.
    ///
    /// # Errors
    /// [`FileError::Gap`] when fewer than `offset` bytes are there, [`FileError::Busy`] when
    /// another writer appends and the store can tell. A bucket cannot: there both are kept, and the
    /// length that was acknowledged says which one counts.
    pub async fn append(&self, path: &ObjectPath, offset: u64) -> Result<Writer, FileError> {
        match &self.backend {
            Backend::Local(local) => local.append(path, offset).await.map(Writer::Local),
            Backend::S3(s3) => s3.append(path, offset).await.map(Writer::S3),
        }
    }

    /// Makes the `size` bytes appended to `from` the object `to`, over another if there is one.
    /// Durable when it returns; `from` is gone.
    ///
    /// # Errors
    /// [`FileError::NotFound`]; [`FileError::Gap`] when fewer bytes are there.
    pub async fn assemble(&self, from: &ObjectPath, to: &ObjectPath, size: u64) -> Result<(), FileError> {
        match &self.backend {
            Backend::Local(local) => local.assemble(from, to, size).await,
            Backend::S3(s3) => s3.assemble(from, to, size).await,
        }
    }

    /// Removes what was appended. True when there was something.
    pub async fn discard_appended(&self, path: &ObjectPath) -> Result<bool, FileError> {
        match &self.backend {
            Backend::Local(local) => local.delete(path).await,
            Backend::S3(s3) => s3.discard_appended(path).await,
        }
    }

    /// Opens an object, or the part of it in `range` (whose end is cut to the object's end).
    ///
    /// # Errors
    /// [`FileError::NotFound`]; [`FileError::RangeOutside`] when the range begins at or behind the
    /// end, or is empty.
    pub async fn get(&self, path: &ObjectPath, range: Option<Range<u64>>) -> Result<Reader, FileError> {
        match &self.backend {
            Backend::Local(local) => local.get(path, range).await.map(Reader::Local),
            Backend::S3(s3) => s3.get(path, range).await.map(Reader::S3),
        }
    }

    /// A whole object of at most `len_max` bytes; `None` when it is larger.
    pub async fn get_small(&self, path: &ObjectPath, len_max: usize) -> Result<Option<Bytes>, FileError> {
        let mut reader = self.get(path, None).await?;
        if reader.left() > len_max as u64 {
            return Ok(None);
        }
        let mut whole = Vec::with_capacity(reader.left() as usize);
        while let Some(chunk) = reader.chunk().await? {
            whole.extend_from_slice(&chunk);
        }
        Ok(Some(whole.into()))
    }

    /// # Errors
    /// [`FileError::NotFound`].
    pub async fn stat(&self, path: &ObjectPath) -> Result<Stat, FileError> {
        match &self.backend {
            Backend::Local(local) => local.stat(path).await,
            Backend::S3(s3) => s3.stat(path).await,
        }
    }

    pub async fn exists(&self, path: &ObjectPath) -> Result<bool, FileError> {
        match self.stat(path).await {
            Ok(_) => Ok(true),
            Err(FileError::NotFound) => Ok(false),
            Err(other) => Err(other),
        }
    }

    /// Removes an object. True when there was one.
    pub async fn delete(&self, path: &ObjectPath) -> Result<bool, FileError> {
        match &self.backend {
            Backend::Local(local) => local.delete(path).await,
            Backend::S3(s3) => s3.delete(path).await,
        }
    }

    /// An address from which anybody may read the object for a minute; `None` where the store hands nothing out.
    pub fn link(&self, path: &ObjectPath, download: &Download<'_>) -> Option<String> {
        match &self.backend {
            Backend::Local(_) => None,
            Backend::S3(s3) => s3.link(path, download),
        }
    }

    /// At most [`LIST_LEN`] objects behind `after`, in the order of their names' bytes; empty at the end.
    pub async fn list(&self, after: Option<&ObjectPath>) -> Result<Vec<Listed>, FileError> {
        match &self.backend {
            Backend::Local(local) => local.list(after).await,
            Backend::S3(s3) => s3.list(after).await,
        }
    }

    /// Removes what writers that crashed a day ago or earlier left. Returns how many those were.
    pub async fn sweep(&self) -> Result<u64, FileError> {
        let before = self.clock.now() - UNFINISHED_AGE_MAX_MS;
        match &self.backend {
            Backend::Local(local) => local.sweep(before).await,
            Backend::S3(s3) => s3.sweep(before).await,
        }
    }

    /// Writes, reads and removes a small object: the store can do its work.
    pub async fn health(&self) -> Result<(), FileError> {
        let path = ObjectPath::parse(&format!("health/{}", base::tokens::secret()))?;
        self.put(&path, Bytes::from_static(b"ok")).await?;
        self.get_small(&path, 2).await?;
        self.delete(&path).await?;
        Ok(())
    }
}

/// An object being written. Dropped before [`Writer::finish`], an object begun never appears.
pub enum Writer {
    Local(local::LocalWriter),
    S3(s3::S3Writer),
}

impl Writer {
    /// Adds bytes; returns when the store took them, which is what slows a fast sender down.
    pub async fn write(&mut self, bytes: Bytes) -> Result<(), FileError> {
        match self {
            Writer::Local(local) => local.write(bytes).await,
            Writer::S3(s3) => s3.write(bytes).await,
        }
    }

    /// Bytes in the object so far, with those before an append's offset.
    pub fn size(&self) -> u64 {
        match self {
            Writer::Local(local) => local.size(),
            Writer::S3(s3) => s3.size(),
        }
    }

    /// Makes the object durable and returns its size.
    pub async fn finish(self) -> Result<u64, FileError> {
        match self {
            Writer::Local(local) => local.finish().await,
            Writer::S3(s3) => s3.finish().await,
        }
    }
}

/// An object being read.
pub enum Reader {
    Local(local::LocalReader),
    S3(s3::S3Reader),
}

impl Reader {
    /// The whole object, whatever range was asked for.
    pub fn stat(&self) -> Stat {
        match self {
            Reader::Local(local) => local.stat(),
            Reader::S3(s3) => s3.stat(),
        }
    }

    /// Bytes still to come.
    pub fn left(&self) -> u64 {
        match self {
            Reader::Local(local) => local.left(),
            Reader::S3(s3) => s3.left(),
        }
    }

    /// The next bytes, at most [`CHUNK_BYTES`]; `None` at the end.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, FileError> {
        match self {
            Reader::Local(local) => local.chunk().await,
            Reader::S3(s3) => s3.chunk().await,
        }
    }

    /// The chunks as a stream, for a response body.
    pub fn into_stream(self) -> impl Stream<Item = Result<Bytes, FileError>> + Send {
        stream::try_unfold(self, |mut reader| async move {
            let chunk = reader.chunk().await?;
            Ok(chunk.map(|chunk| (chunk, reader)))
        })
    }
}

#[cfg(test)]
mod tests;
