//! Writing to an object store: one request for what fits into a part, a multipart upload for more.
//!
//! Either way the object appears whole or not at all. A multipart upload that is given up leaves its parts, which
//! no reader sees; `sweep` ends those.

use std::sync::Arc;

use bytes::Bytes;
use http::{Method, header};

use super::S3Store;
use super::client::Ask;
use super::spool::{Part, Payload};
use super::xml;
use crate::FileError;

/// Bytes of a part. Stores take 10,000 parts, so an object has at most 78 GiB.
pub(super) const PART_BYTES: u64 = 8 << 20;
const PARTS_MAX: usize = 10_000;

pub struct S3Writer {
    store: Arc<S3Store>,
    key: String,
    /// Bytes before this writer's, for a piece of an upload.
    before: u64,
    size: u64,
    part: Part,
    multipart: Option<Multipart>,
    /// Whether an object without bytes is one; a piece is not.
    empty: Empty,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Empty {
    Stored,
    LeftOut,
}

impl S3Writer {
    pub(super) fn new(store: &Arc<S3Store>, key: String, before: u64, empty: Empty) -> Self {
        let part = Part::new(&store.spool);
        S3Writer { store: store.clone(), key, before, size: 0, part, multipart: None, empty }
    }

    pub(crate) async fn write(&mut self, mut bytes: Bytes) -> Result<(), FileError> {
        while !bytes.is_empty() {
            if self.part.len() == PART_BYTES {
                self.send_part().await?;
            }
            let room = usize::try_from(PART_BYTES - self.part.len()).unwrap_or(usize::MAX);
            let taken = bytes.split_to(room.min(bytes.len()));
            self.size += taken.len() as u64;
            self.part.push(&taken).await?;
        }
        Ok(())
    }

    pub(crate) fn size(&self) -> u64 {
        self.before + self.size
    }

    pub(crate) async fn finish(mut self) -> Result<u64, FileError> {
        if self.multipart.is_some() {
            self.send_part().await?;
            let multipart = self.multipart.take().expect("a multipart upload was begun");
            multipart.complete(&self.store, &self.key, self.size).await?;
        } else if self.size > 0 || self.empty == Empty::Stored {
            let payload = self.part.take().await?;
            self.store.put(&self.key, payload).await?;
        }
        Ok(self.size())
    }

    async fn send_part(&mut self) -> Result<(), FileError> {
        let payload = self.part.take().await?;
        if self.multipart.is_none() {
            self.multipart = Some(Multipart::begin(&self.store, &self.key).await?);
        }
        let multipart = self.multipart.as_mut().expect("begun above");
        multipart.send(&self.store, &self.key, payload).await
    }
}

/// An object that comes in parts.
pub(super) struct Multipart {
    id: String,
    etags: Vec<String>,
}

impl Multipart {
    pub(super) async fn begin(store: &S3Store, key: &str) -> Result<Self, FileError> {
        let action = "begin multipart upload";
        let mut ask = Ask::new(Method::POST, key).query("uploads", "");
        ask.headers.extend(store.client.encryption());
        let (_, text) = store.client.ask_text(action, &ask).await?;
        let id = xml::text(&text, "UploadId").ok_or_else(|| lacking(action, "UploadId"))?.into_owned();
        Ok(Multipart { id, etags: Vec::new() })
    }

    async fn send(&mut self, store: &S3Store, key: &str, payload: Payload) -> Result<(), FileError> {
        let action = "send part";
        let ask = self.next_part(key, action)?.payload(payload);
        let response = store.client.ask(action, &ask).await?;
        let etag = response.headers().get(header::ETAG).and_then(|etag| etag.to_str().ok());
        self.etags.push(etag.ok_or_else(|| lacking(action, "ETag"))?.to_owned());
        Ok(())
    }

    /// Adds bytes of another object, which the store copies by itself.
    pub(super) async fn copy(
        &mut self,
        store: &S3Store,
        key: &str,
        from: &str,
        range: std::ops::Range<u64>,
    ) -> Result<(), FileError> {
        let action = "copy part";
        let ask = self
            .next_part(key, action)?
            .header("x-amz-copy-source", store.client.copy_source(&store.bucket, from))
            .header("x-amz-copy-source-range", format!("bytes={}-{}", range.start, range.end - 1));
        let (_, text) = store.client.ask_text(action, &ask).await?;
        let etag = xml::text(&text, "ETag").ok_or_else(|| lacking(action, "ETag"))?.into_owned();
        self.etags.push(etag);
        Ok(())
    }

    /// Makes the parts one object of `size` bytes.
    pub(super) async fn complete(&self, store: &S3Store, key: &str, size: u64) -> Result<(), FileError> {
        let mut parts = String::new();
        for (number, etag) in (1..).zip(&self.etags) {
            let etag = xml::escape(etag);
            parts.push_str(&format!("<Part><PartNumber>{number}</PartNumber><ETag>{etag}</ETag></Part>"));
        }
        let body = format!("<CompleteMultipartUpload>{parts}</CompleteMultipartUpload>");
        let ask = Ask::new(Method::POST, key).query("uploadId", self.id.as_str()).payload(Payload::of(body.into()));
        match store.client.ask_text("complete multipart upload", &ask).await {
            Ok(_) => Ok(()),
            // Tried again after an answer that got lost: the upload is none any more, but an object.
            Err(FileError::NotFound) if store.stat_key(key).await?.size == size => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn next_part<'a>(&self, key: &'a str, action: &'static str) -> Result<Ask<'a>, FileError> {
        if self.etags.len() == PARTS_MAX {
            let source = std::io::Error::new(std::io::ErrorKind::FileTooLarge, "more parts than object stores take");
            return Err(FileError::Store { action, source });
        }
        let number = (self.etags.len() + 1).to_string();
        Ok(Ask::new(Method::PUT, key).query("partNumber", number).query("uploadId", self.id.as_str()))
    }
}

/// An answer that is none of the protocol's.
pub(super) fn lacking(action: &'static str, what: &str) -> FileError {
    let source = std::io::Error::new(std::io::ErrorKind::InvalidData, format!("the answer has no {what}"));
    FileError::Store { action, source }
}
