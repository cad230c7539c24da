//! Objects in a bucket that speaks S3: what the store's promises mean in its terms.
//!
//! `credentials`, `sign` and `client` carry a request, `writer` and `reader` the bytes, `pieces` the uploads that come in
//! parts. Decisions 0013 and 0041 say why this is no library.

mod client;
mod credentials;
mod pieces;
mod reader;
mod sign;
mod spool;
mod writer;
pub(crate) mod xml;

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use base::{Clock, Millis};
use bytes::Bytes;
use http::{Method, header};
use jiff::Timestamp;
use jiff::fmt::rfc2822;
use tls::Trust;

use self::client::{Ask, S3Client};
pub use self::credentials::Credentials;
use self::pieces::Piece;
pub(super) use self::reader::S3Reader;
use self::spool::{Payload, Spool};
pub(super) use self::writer::S3Writer;
use self::writer::{Empty, Multipart, lacking};
use super::{Download, LIST_LEN, Listed, Stat};
use crate::{FileError, ObjectPath};

/// Smallest part of a multipart upload that is not its last.
const COPIED_PART_BYTES_MIN: u64 = 5 << 20;
/// Bytes that the store is asked to copy at a time: within what it takes (5 GiB) and soon done.
const COPIED_PART_BYTES_MAX: u64 = 1 << 30;
/// Pieces that one upload may come in.
const PIECES_MAX: usize = 10_000;

/// Where a bucket is and how it is reached.
#[derive(Clone)]
pub struct S3 {
    /// Host and port, without scheme.
    pub endpoint: String,
    pub bucket: String,
    /// Empty for stores that have none.
    pub region: String,
    /// Put before every name, without slashes at its ends.
    pub prefix: String,
    pub credentials: Credentials,
    pub tls: bool,
    /// Which certificates the store may show.
    pub trust: Trust,
    /// Names the bucket in the path instead of in the host's name.
    pub path_style: bool,
    /// Asks the store to encrypt what it writes down.
    pub encrypt: bool,
    /// Lets people download from the store itself, by links that are short-lived.
    pub links: bool,
    pub timeout: Duration,
}

pub struct S3Store {
    client: S3Client,
    bucket: String,
    /// Empty, or ends with a slash.
    prefix: String,
    links: bool,
    spool: Spool,
}

impl S3Store {
    pub(super) fn new(to: &S3, clock: &Clock, spool: PathBuf) -> Self {
        let prefix = to.prefix.trim_matches('/');
        S3Store {
            client: S3Client::new(to, clock),
            bucket: to.bucket.clone(),
            prefix: if prefix.is_empty() { String::new() } else { format!("{prefix}/") },
            links: to.links,
            spool: Spool::new(spool),
        }
    }

    pub(super) fn begin(self: &Arc<Self>, path: &ObjectPath) -> S3Writer {
        S3Writer::new(self, self.key(path), 0, Empty::Stored)
    }

    pub(super) async fn get(
        self: &Arc<Self>,
        path: &ObjectPath,
        range: Option<Range<u64>>,
    ) -> Result<S3Reader, FileError> {
        S3Reader::open(self, self.key(path), range).await
    }

    pub(super) async fn stat(&self, path: &ObjectPath) -> Result<Stat, FileError> {
        self.stat_key(&self.key(path)).await
    }

    pub(super) async fn delete(&self, path: &ObjectPath) -> Result<bool, FileError> {
        let key = self.key(path);
        // The store answers the same whether there was one or not.
        match self.stat_key(&key).await {
            Ok(_) => self.delete_key(&key).await.map(|()| true),
            Err(FileError::NotFound) => Ok(false),
            Err(error) => Err(error),
        }
    }

    pub(super) fn link(&self, path: &ObjectPath, download: &Download<'_>) -> Option<String> {
        let link = || self.client.link(&self.key(path), download.mime, download.disposition);
        self.links.then(link).flatten()
    }

    pub(super) async fn append(self: &Arc<Self>, path: &ObjectPath, offset: u64) -> Result<S3Writer, FileError> {
        if offset > 0 {
            let pieces = self.pieces(path).await?;
            pieces::chain(&pieces, offset).map_err(|size| FileError::Gap { size })?;
        }
        let key = format!("{}{}{}", self.prefix, pieces::folder(path), pieces::name(offset));
        Ok(S3Writer::new(self, key, offset, Empty::LeftOut))
    }

    pub(super) async fn assemble(
        self: &Arc<Self>,
        from: &ObjectPath,
        to: &ObjectPath,
        size: u64,
    ) -> Result<(), FileError> {
        let pieces = self.pieces(from).await?;
        if pieces.is_empty() && size > 0 {
            return Err(FileError::NotFound);
        }
        let chain = pieces::chain(&pieces, size).map_err(|size| FileError::Gap { size })?;
        let early = chain.len().saturating_sub(1);
        if size == 0 || chain[..early].iter().any(|piece| piece.len < COPIED_PART_BYTES_MIN) {
            self.assemble_here(&chain, to).await?;
        } else {
            self.assemble_there(&chain, to, size).await?;
        }
        self.delete_all(&pieces).await
    }

    pub(super) async fn discard_appended(&self, path: &ObjectPath) -> Result<bool, FileError> {
        let pieces = self.pieces(path).await?;
        self.delete_all(&pieces).await?;
        Ok(!pieces.is_empty())
    }

    pub(super) async fn list(&self, after: Option<&ObjectPath>) -> Result<Vec<Listed>, FileError> {
        let mut after = after.map(|path| self.key(path));
        loop {
            let (found, last) = self.list_keys(&self.prefix, after.as_deref()).await?;
            let listed: Vec<Listed> = found.into_iter().filter_map(|(key, stat)| self.listed(&key, stat)).collect();
            // A page of names that are none of ours is not the end.
            if !listed.is_empty() || last.is_none() {
                return Ok(listed);
            }
            after = last;
        }
    }

    /// Ends uploads in parts that began before `before` and were given up.
    pub(super) async fn sweep(&self, before: Millis) -> Result<u64, FileError> {
        let ask = Ask::new(Method::GET, "")
            .query("uploads", "")
            .query("prefix", self.prefix.as_str())
            .query("max-uploads", LIST_LEN.to_string());
        let (_, text) = self.client.ask_text("list multipart uploads", &ask).await?;
        let mut ended = 0;
        for upload in xml::each(&text, "Upload") {
            let (Some(key), Some(id)) = (xml::text(upload, "Key"), xml::text(upload, "UploadId")) else { continue };
            let begun = xml::text(upload, "Initiated").map_or(before, |at| listed_at(&at));
            if begun >= before || !key.starts_with(&self.prefix) {
                continue;
            }
            let abort = Ask::new(Method::DELETE, &key).query("uploadId", id);
            match self.client.ask("end multipart upload", &abort).await {
                Ok(_) => ended += 1,
                // Another node was faster.
                Err(FileError::NotFound) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(ended)
    }

    async fn stat_key(&self, key: &str) -> Result<Stat, FileError> {
        let action = "look at object";
        let response = self.client.ask(action, &Ask::new(Method::HEAD, key)).await?;
        let text = |name| response.headers().get(name).and_then(|value| value.to_str().ok());
        let size = text(header::CONTENT_LENGTH).and_then(|len| len.parse().ok());
        let modified_at = modified_at(text(header::LAST_MODIFIED).unwrap_or_default());
        Ok(Stat { size: size.ok_or_else(|| lacking(action, "length"))?, modified_at })
    }

    async fn put(&self, key: &str, payload: Payload) -> Result<(), FileError> {
        let mut ask = Ask::new(Method::PUT, key).payload(payload);
        ask.headers.extend(self.client.encryption());
        self.client.ask("put object", &ask).await.map(drop)
    }

    async fn delete_key(&self, key: &str) -> Result<(), FileError> {
        match self.client.ask("delete object", &Ask::new(Method::DELETE, key)).await {
            Ok(_) | Err(FileError::NotFound) => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn delete_all(&self, pieces: &[Piece]) -> Result<(), FileError> {
        for piece in pieces {
            self.delete_key(&piece.key).await?;
        }
        Ok(())
    }

    /// The store copies the pieces into one object by itself.
    async fn assemble_there(&self, chain: &[&Piece], to: &ObjectPath, size: u64) -> Result<(), FileError> {
        let key = self.key(to);
        let mut multipart = Multipart::begin(self, &key).await?;
        for piece in chain {
            // Equal parts, so that none is below the least size.
            let parts = piece.len.div_ceil(COPIED_PART_BYTES_MAX);
            for part in 0..parts {
                let range = piece.len * part / parts..piece.len * (part + 1) / parts;
                multipart.copy(self, &key, &piece.key, range).await?;
            }
        }
        multipart.complete(self, &key, size).await
    }

    /// Pieces too small for that pass through this node.
    async fn assemble_here(self: &Arc<Self>, chain: &[&Piece], to: &ObjectPath) -> Result<(), FileError> {
        let mut writer = self.begin(to);
        for piece in chain {
            let mut reader = S3Reader::open(self, piece.key.clone(), None).await?;
            while let Some(chunk) = reader.chunk().await? {
                writer.write(chunk).await?;
            }
        }
        writer.finish().await.map(drop)
    }

    /// The pieces of an upload in the order of their offsets.
    async fn pieces(&self, upload: &ObjectPath) -> Result<Vec<Piece>, FileError> {
        let folder = format!("{}{}", self.prefix, pieces::folder(upload));
        let (mut pieces, mut after) = (Vec::new(), None);
        loop {
            let (found, last) = self.list_keys(&folder, after.as_deref()).await?;
            for (key, stat) in found {
                if let Some(start) = key.strip_prefix(&folder).and_then(pieces::start_of) {
                    pieces.push(Piece { key, start, len: stat.size });
                }
            }
            if last.is_none() {
                return Ok(pieces);
            }
            if pieces.len() >= PIECES_MAX {
                let source = std::io::Error::other("the upload came in more pieces than are put together");
                return Err(FileError::Store { action: "list pieces", source });
            }
            after = last;
        }
    }

    /// One page of keys in their order, and the last of them when there are more.
    async fn list_keys(
        &self,
        prefix: &str,
        after: Option<&str>,
    ) -> Result<(Vec<(String, Stat)>, Option<String>), FileError> {
        let mut ask = Ask::new(Method::GET, "")
            .query("list-type", "2")
            .query("prefix", prefix)
            .query("max-keys", LIST_LEN.to_string());
        if let Some(after) = after {
            ask = ask.query("start-after", after);
        }
        let (_, text) = self.client.ask_text("list objects", &ask).await?;
        let mut found = Vec::new();
        for one in xml::each(&text, "Contents") {
            let size = xml::text(one, "Size").and_then(|size| size.parse().ok());
            let (Some(key), Some(size)) = (xml::text(one, "Key"), size) else {
                return Err(lacking("list objects", "Key"));
            };
            let modified_at = xml::text(one, "LastModified").map_or(0, |at| listed_at(&at));
            found.push((key.into_owned(), Stat { size, modified_at }));
        }
        let more = xml::text(&text, "IsTruncated").as_deref() == Some("true");
        let last = found.last().filter(|_| more).map(|(key, _)| key.clone());
        Ok((found, last))
    }

    fn key(&self, path: &ObjectPath) -> String {
        format!("{}{path}", self.prefix)
    }

    /// `None` for a name that this server would never give.
    fn listed(&self, key: &str, stat: Stat) -> Option<Listed> {
        let path = ObjectPath::parse(key.strip_prefix(&self.prefix)?).ok()?;
        Some(Listed { path, stat })
    }
}

/// A header's time; 0 for one that cannot be read, which is older than any.
fn modified_at(header: &str) -> Millis {
    rfc2822::DateTimeParser::new().parse_timestamp(header).map_or(0, Timestamp::as_millisecond)
}

/// A list's time.
fn listed_at(text: &str) -> Millis {
    text.parse().map_or(0, Timestamp::as_millisecond)
}

impl S3Store {
    /// Stores bytes that are in memory already.
    pub(super) async fn put_bytes(&self, path: &ObjectPath, bytes: Bytes) -> Result<(), FileError> {
        self.put(&self.key(path), Payload::of(bytes)).await
    }
}
