//! Reading from an object store: one request, continued where it broke off.
//!
//! A download may outlive a connection to the store. What is missing is asked for again, of the same version of
//! the object, a bounded number of times.

use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use http::{Method, Response, StatusCode, header};
use http_body_util::BodyExt;
use hyper::body::Incoming;

use super::client::Ask;
use super::writer::lacking;
use super::{S3Store, modified_at};
use crate::FileError;
use crate::store::{CHUNK_BYTES, Stat};

/// Times that one download is taken up again.
const RESUMES_MAX: u32 = 3;

pub struct S3Reader {
    store: Arc<S3Store>,
    key: String,
    etag: Option<String>,
    stat: Stat,
    at: u64,
    left: u64,
    /// `None` for a reader with nothing to read.
    body: Option<Incoming>,
    pending: Bytes,
    resumes: u32,
}

impl S3Reader {
    pub(super) async fn open(store: &Arc<S3Store>, key: String, range: Option<Range<u64>>) -> Result<Self, FileError> {
        let action = "open object";
        if let Some(range) = &range
            && range.is_empty()
        {
            let stat = store.stat_key(&key).await?;
            return Self::outside(store, key, stat, range.start);
        }
        let mut ask = Ask::new(Method::GET, &key);
        if let Some(range) = &range {
            ask = ask.header("range", format!("bytes={}-{}", range.start, range.end - 1));
        }
        let response = store.client.send(action, &ask).await?;
        if response.status() == StatusCode::RANGE_NOT_SATISFIABLE {
            let stat = store.stat_key(&key).await?;
            return Self::outside(store, key, stat, range.map_or(0, |range| range.start));
        }
        if !response.status().is_success() {
            return Err(store.client.refusal(action, response).await);
        }
        let (at, left, size) = span(&response).ok_or_else(|| lacking(action, "length"))?;
        if at != range.map_or(0, |range| range.start) {
            return Err(lacking(action, "range"));
        }
        let text = |name| response.headers().get(name).and_then(|value| value.to_str().ok());
        let stat = Stat { size, modified_at: modified_at(text(header::LAST_MODIFIED).unwrap_or_default()) };
        let etag = text(header::ETAG).map(str::to_owned);
        let body = Some(response.into_body());
        Ok(S3Reader { store: store.clone(), key, etag, stat, at, left, body, pending: Bytes::new(), resumes: 0 })
    }

    /// A range with nothing in it: all of an empty object is one, everything else is refused.
    fn outside(store: &Arc<S3Store>, key: String, stat: Stat, start: u64) -> Result<Self, FileError> {
        if start > 0 || stat.size > 0 {
            return Err(FileError::RangeOutside { size: stat.size });
        }
        let (store, pending) = (store.clone(), Bytes::new());
        Ok(S3Reader { store, key, etag: None, stat, at: 0, left: 0, body: None, pending, resumes: 0 })
    }

    pub(crate) fn stat(&self) -> Stat {
        self.stat
    }

    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    pub(crate) async fn chunk(&mut self) -> Result<Option<Bytes>, FileError> {
        if self.left == 0 {
            return Ok(None);
        }
        while self.pending.is_empty() {
            self.pending = self.receive().await?;
        }
        let len = self.pending.len().min(CHUNK_BYTES).min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let chunk = self.pending.split_to(len);
        self.at += chunk.len() as u64;
        self.left -= chunk.len() as u64;
        Ok(Some(chunk))
    }

    /// The next bytes of the body, of a new one if this one broke off.
    async fn receive(&mut self) -> Result<Bytes, FileError> {
        loop {
            let body = self.body.as_mut().expect("a reader with bytes left has a body");
            let reason = match tokio::time::timeout(self.store.client.timeout, body.frame()).await {
                Ok(Some(Ok(frame))) => match frame.into_data() {
                    Ok(bytes) => return Ok(bytes),
                    Err(_trailers) => continue,
                },
                Ok(Some(Err(error))) => error.to_string(),
                Ok(None) => "the object ended early".to_owned(),
                Err(_) => "no bytes came".to_owned(),
            };
            self.resumes += 1;
            if self.resumes > RESUMES_MAX {
                return Err(FileError::Unreachable { action: "read object", reason });
            }
            self.resume().await?;
        }
    }

    async fn resume(&mut self) -> Result<(), FileError> {
        let action = "read object";
        let mut ask =
            Ask::new(Method::GET, &self.key).header("range", format!("bytes={}-{}", self.at, self.at + self.left - 1));
        if let Some(etag) = &self.etag {
            ask = ask.header("if-match", etag.as_str());
        }
        let response = self.store.client.ask(action, &ask).await?;
        match span(&response) {
            Some((at, left, _)) if (at, left) == (self.at, self.left) => {}
            _ => return Err(lacking(action, "range")),
        }
        self.body = Some(response.into_body());
        Ok(())
    }
}

/// Where an answer's bytes begin, how many they are, and the size of the whole object.
fn span(response: &Response<Incoming>) -> Option<(u64, u64, u64)> {
    let text = |name| response.headers().get(name)?.to_str().ok();
    if response.status() == StatusCode::PARTIAL_CONTENT {
        return content_range(text(header::CONTENT_RANGE)?);
    }
    let size = text(header::CONTENT_LENGTH)?.parse().ok()?;
    Some((0, size, size))
}

/// `bytes 5-9/20` as (5, 5, 20).
fn content_range(header: &str) -> Option<(u64, u64, u64)> {
    let (range, size) = header.strip_prefix("bytes ")?.split_once('/')?;
    let (first, last) = range.split_once('-')?;
    let (first, last, size): (u64, u64, u64) = (first.parse().ok()?, last.parse().ok()?, size.parse().ok()?);
    let len = last.checked_sub(first)?.checked_add(1)?;
    (last < size).then_some((first, len, size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_answers_are_read() {
        assert_eq!(content_range("bytes 5-9/20"), Some((5, 5, 20)));
        for wrong in ["bytes 9-5/20", "bytes 0-20/20", "bytes */20", "5-9/20", "bytes 0-18446744073709551615/1"] {
            assert_eq!(content_range(wrong), None, "{wrong}");
        }
    }
}
