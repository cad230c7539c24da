//! A part on its way: small ones in memory, larger ones on this machine's disk until they are sent.
//!
//! An object store takes parts of 5 MiB or more and wants their length and hash beforehand. Held in memory, a
//! thousand slow uploads would take 8 GiB; on disk they take 256 KiB of memory each. The file has no name once it
//! is open, so a crash leaves nothing behind.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use futures_util::stream;
use http_body_util::{BodyExt, StreamBody};
use hyper::body::Frame;
use sha2::{Digest, Sha256};
use tls::http::{Body, whole};

use super::sign;
use crate::FileError;
use crate::store::CHUNK_BYTES;

/// Bytes of a part that wait in memory before they go to disk: pictures and most attachments never do.
const MEMORY_BYTES: usize = 256 * 1024;

/// Where parts wait.
#[derive(Clone)]
pub(super) struct Spool {
    folder: Arc<PathBuf>,
}

/// Bytes to send, as often as it takes.
#[derive(Clone)]
pub(super) struct Payload {
    content: Content,
    pub len: u64,
    /// Hash in hexadecimal; the store compares it with what arrived.
    pub sha256: String,
}

#[derive(Clone)]
enum Content {
    Memory(Bytes),
    Disk(Arc<File>),
}

impl Spool {
    pub(super) fn new(folder: PathBuf) -> Self {
        Spool { folder: Arc::new(folder) }
    }

    async fn file(&self) -> Result<Arc<File>, FileError> {
        let folder = self.folder.clone();
        blocking(move || {
            fs::create_dir_all(&*folder)?;
            let path = folder.join(base::tokens::secret());
            let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path)?;
            fs::remove_file(&path)?;
            Ok(Arc::new(file))
        })
        .await
    }
}

impl Payload {
    pub(super) fn of(bytes: Bytes) -> Self {
        Payload { len: bytes.len() as u64, sha256: sign::hash(&bytes), content: Content::Memory(bytes) }
    }

    pub(super) fn body(&self) -> Body {
        match &self.content {
            Content::Memory(bytes) => whole(bytes.clone()),
            Content::Disk(file) => {
                let chunks = stream::try_unfold((file.clone(), 0, self.len), next_chunk);
                StreamBody::new(chunks).boxed_unsync()
            }
        }
    }
}

type Position = (Arc<File>, u64, u64);

async fn next_chunk((file, at, len): Position) -> io::Result<Option<(Frame<Bytes>, Position)>> {
    if at == len {
        return Ok(None);
    }
    let read = {
        let file = file.clone();
        tokio::task::spawn_blocking(move || {
            let mut chunk = vec![0; (len - at).min(CHUNK_BYTES as u64) as usize];
            file.read_exact_at(&mut chunk, at).map(|()| Bytes::from(chunk))
        })
    };
    let chunk = read.await.map_err(io::Error::other)??;
    let next = at + chunk.len() as u64;
    Ok(Some((Frame::data(chunk), (file, next, len))))
}

/// A part that is being filled.
pub(super) struct Part {
    spool: Spool,
    memory: BytesMut,
    disk: Option<Arc<File>>,
    disk_len: u64,
    hash: Sha256,
}

impl Part {
    pub(super) fn new(spool: &Spool) -> Self {
        Part { spool: spool.clone(), memory: BytesMut::new(), disk: None, disk_len: 0, hash: Sha256::new() }
    }

    pub(super) fn len(&self) -> u64 {
        self.disk_len + self.memory.len() as u64
    }

    pub(super) async fn push(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.hash.update(bytes);
        if self.memory.len() + bytes.len() > MEMORY_BYTES {
            self.write_out().await?;
        }
        self.memory.extend_from_slice(bytes);
        Ok(())
    }

    /// The whole part, and an empty one in its place.
    pub(super) async fn take(&mut self) -> Result<Payload, FileError> {
        if self.disk.is_some() {
            self.write_out().await?;
        }
        let Part { memory, disk, disk_len, hash, .. } = std::mem::replace(self, Part::new(&self.spool));
        let sha256 = sign::hex(&hash.finalize());
        Ok(match disk {
            None => Payload { len: memory.len() as u64, content: Content::Memory(memory.freeze()), sha256 },
            Some(file) => Payload { len: disk_len, content: Content::Disk(file), sha256 },
        })
    }

    async fn write_out(&mut self) -> Result<(), FileError> {
        let file = match &self.disk {
            Some(file) => file.clone(),
            None => self.disk.insert(self.spool.file().await?).clone(),
        };
        let (bytes, at) = (self.memory.split().freeze(), self.disk_len);
        self.disk_len += bytes.len() as u64;
        blocking(move || file.write_all_at(&bytes, at)).await
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> Result<T, FileError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|lost| Err(io::Error::other(lost))).map_err(FileError::failing("spool part"))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn sent(payload: &Payload) -> Bytes {
        payload.body().collect().await.expect("a body").to_bytes()
    }

    #[tokio::test]
    async fn a_large_part_waits_on_disk_and_is_sent_twice_the_same() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut part = Part::new(&Spool::new(folder.path().join("spool")));
        let content: Vec<u8> = (0..1_000_000u32).map(|at| (at % 251) as u8).collect();
        for piece in content.chunks(9_999) {
            part.push(piece).await.expect("push");
        }
        assert_eq!(part.len(), 1_000_000);
        let payload = part.take().await.expect("take");
        assert!(matches!(payload.content, Content::Disk(_)));
        assert_eq!(fs::read_dir(folder.path().join("spool")).expect("spool").count(), 0, "the file has no name");
        assert_eq!(payload.sha256, sign::hash(&content));
        assert_eq!(sent(&payload).await, content);
        assert_eq!(sent(&payload).await, content);
        assert_eq!(part.len(), 0);
    }

    #[tokio::test]
    async fn a_small_part_never_touches_the_disk() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut part = Part::new(&Spool::new(folder.path().join("spool")));
        part.push(b"small").await.expect("push");
        let payload = part.take().await.expect("take");
        assert_eq!((payload.len, sent(&payload).await.as_ref()), (5, b"small".as_slice()));
        assert!(!folder.path().join("spool").exists());
    }
}
