//! An object of the file store, read like a file: at any place, in pieces, on a thread that may wait.

use std::io::{self, Read, Seek, SeekFrom};

use files::{FileError, FileStore, ObjectPath};
use tokio::runtime::Handle;

use crate::bulk::archive;

/// Bytes that are fetched at a time: a request to an object store costs as much as reading some hundred KiB.
const PIECE_BYTES: u64 = 1 << 20;

/// A place in an object.
pub struct ObjectReader {
    store: FileStore,
    path: ObjectPath,
    runtime: Handle,
    size: u64,
    at: u64,
    piece: Vec<u8>,
    /// Where the piece begins in the object.
    piece_at: u64,
}

impl ObjectReader {
    /// Opens an object; called where tasks run, and used where threads may wait.
    ///
    /// # Errors
    /// When there is none, or the store does not answer.
    pub async fn open(store: &FileStore, path: &ObjectPath) -> Result<ObjectReader, FileError> {
        let size = store.stat(path).await?.size;
        let (store, path, runtime) = (store.clone(), path.clone(), Handle::current());
        Ok(ObjectReader { store, path, runtime, size, at: 0, piece: Vec::new(), piece_at: 0 })
    }

    /// Another place in the same object.
    pub fn again(&self) -> ObjectReader {
        let (store, path, runtime) = (self.store.clone(), self.path.clone(), self.runtime.clone());
        ObjectReader { store, path, runtime, size: self.size, at: 0, piece: Vec::new(), piece_at: 0 }
    }

    fn fetch(&mut self) -> Result<(), FileError> {
        let end = (self.at + PIECE_BYTES).min(self.size);
        self.piece.clear();
        self.piece_at = self.at;
        let (store, path, range, piece) = (&self.store, &self.path, self.at..end, &mut self.piece);
        self.runtime.block_on(async {
            let mut reader = store.get(path, Some(range)).await?;
            while let Some(chunk) = reader.chunk().await? {
                piece.extend_from_slice(&chunk);
            }
            Ok(())
        })
    }
}

impl Read for ObjectReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at >= self.size || buffer.is_empty() {
            return Ok(0);
        }
        let inside = self.piece_at..self.piece_at + self.piece.len() as u64;
        if !inside.contains(&self.at) {
            self.fetch().map_err(io::Error::other)?;
        }
        let from = usize::try_from(self.at - self.piece_at).map_err(io::Error::other)?;
        let left = self.piece.get(from..).unwrap_or_default();
        let len = left.len().min(buffer.len());
        buffer[..len].copy_from_slice(&left[..len]);
        self.at += len as u64;
        Ok(len)
    }
}

impl Seek for ObjectReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = archive::sought(self.at, self.size, to)?;
        Ok(self.at)
    }
}
