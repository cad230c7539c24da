//! The object store: one interface, one backend chosen at start.
//!
//! Writes go through a [`Writer`] and count only after [`Writer::finish`], when the object is
//! durable; reads come in chunks of [`CHUNK_BYTES`], so that a transfer holds two chunks whatever
//! the object's size. Backends are variants of an enum: each method names them all, and the
//! compiler lists what a new one has to answer.

mod local;

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use base::{Clock, Millis};
use bytes::Bytes;
use futures_util::Stream;
use futures_util::stream;

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

/// Keeps objects. Clones are the same store.
#[derive(Clone)]
pub struct FileStore {
    backend: Backend,
}

#[derive(Clone)]
enum Backend {
    Local(Arc<local::LocalStore>),
}

impl FileStore {
    /// A folder of this machine (or one all nodes mount). Removes what crashed writers left behind.
    ///
    /// # Errors
    /// [`FileError::Store`] when the folder cannot be made or read.
    pub async fn local(root: &Path, clock: &Clock) -> Result<Self, FileError> {
        Ok(FileStore { backend: Backend::Local(Arc::new(local::LocalStore::open(root, clock).await?)) })
    }

    /// Begins an object at `path`, which appears (or is replaced) whole when the writer finishes.
    pub async fn begin(&self, path: &ObjectPath) -> Result<Writer, FileError> {
        match &self.backend {
            Backend::Local(local) => local.begin(path).await.map(Writer::local),
        }
    }

    /// Stores bytes that are in memory already.
    pub async fn put(&self, path: &ObjectPath, bytes: Bytes) -> Result<(), FileError> {
        let mut writer = self.begin(path).await?;
        writer.write(bytes).await?;
        writer.finish().await?;
        Ok(())
    }

    /// Continues an object from `offset`, or begins it when `offset` is 0. What is there behind
    /// `offset` was never acknowledged and is cut off. Unlike [`FileStore::begin`], bytes are
    /// visible as they come, and durable when the writer finishes.
    ///
    /// # Errors
    /// [`FileError::Gap`] when fewer than `offset` bytes are there, [`FileError::Busy`] when
    /// another writer appends, on this node or another.
    pub async fn append(&self, path: &ObjectPath, offset: u64) -> Result<Writer, FileError> {
        match &self.backend {
            Backend::Local(local) => local.append(path, offset).await.map(Writer::local),
        }
    }

    /// Opens an object, or the part of it in `range` (whose end is cut to the object's end).
    ///
    /// # Errors
    /// [`FileError::NotFound`]; [`FileError::RangeOutside`] when the range begins at or behind the
    /// end, or is empty.
    pub async fn get(&self, path: &ObjectPath, range: Option<Range<u64>>) -> Result<Reader, FileError> {
        match &self.backend {
            Backend::Local(local) => local.get(path, range).await.map(Reader::local),
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
        }
    }

    /// Moves an object, over another if there is one. Durable when it returns.
    ///
    /// # Errors
    /// [`FileError::NotFound`].
    pub async fn rename(&self, from: &ObjectPath, to: &ObjectPath) -> Result<(), FileError> {
        match &self.backend {
            Backend::Local(local) => local.rename(from, to).await,
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
pub struct Writer {
    inner: local::LocalWriter,
}

impl Writer {
    fn local(inner: local::LocalWriter) -> Self {
        Writer { inner }
    }

    /// Adds bytes; returns when the store took them, which is what slows a fast sender down.
    pub async fn write(&mut self, bytes: Bytes) -> Result<(), FileError> {
        self.inner.write(bytes).await
    }

    /// Bytes in the object so far, with those before an append's offset.
    pub fn size(&self) -> u64 {
        self.inner.size()
    }

    /// Makes the object durable and returns its size.
    pub async fn finish(self) -> Result<u64, FileError> {
        self.inner.finish().await
    }
}

/// An object being read.
pub struct Reader {
    inner: local::LocalReader,
}

impl Reader {
    fn local(inner: local::LocalReader) -> Self {
        Reader { inner }
    }

    /// The whole object, whatever range was asked for.
    pub fn stat(&self) -> Stat {
        self.inner.stat()
    }

    /// Bytes still to come.
    pub fn left(&self) -> u64 {
        self.inner.left()
    }

    /// The next bytes, at most [`CHUNK_BYTES`]; `None` at the end.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, FileError> {
        self.inner.chunk().await
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
