//! Sending bytes: whole or in part, shown in place or saved, as their type allows.

use std::ops::Range;

use files::{Download, FileError, ObjectPath, media};
use futures_util::TryStreamExt;
use http::{HeaderName, HeaderValue, StatusCode, header};
use http_body_util::{BodyExt, StreamBody};
use hyper::body::Frame;
use node::error::ApiError;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use request::reply::Content;
use request::{Answer, Call, Reply, SANDBOX, VIEWER};
use wire::errors::ids;
use wire::files::FileInfo;

use crate::files::{CACHED, link, live, must_read};

/// Types that a browser may show in place, because it runs nothing in them.
const SHOWN: &[&str] =
    &["image/png", "image/jpeg", "image/gif", "image/bmp", "image/webp", "image/tiff", "image/avif", PDF, "text/plain"];
/// Types of which every kind may be shown.
const SHOWN_FAMILIES: &[&str] = &["video/", "audio/"];
const PDF: &str = "application/pdf";
const JPEG: &str = "image/jpeg";
/// Letters of a file's name that a header carries as they are (RFC 5987).
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// Bytes and what they are called.
pub struct Sent<'a> {
    pub path: &'a str,
    pub mime: &'a str,
    pub name: &'a str,
    pub save: bool,
    pub cache: HeaderValue,
}

pub async fn get(call: Call) -> Answer {
    let file = must_read(&call).await?;
    send_whole(&call, &file).await
}

/// For people without an account who know the link.
pub async fn public(call: Call) -> Answer {
    link::must_be_enabled(&call)?;
    let file = live(&call).await?;
    link::must_know(&call, &file).await?;
    link::must_be_shown(&call, &file).await?;
    send_whole(&call, &file).await
}

pub async fn thumbnail(call: Call) -> Answer {
    let file = must_read(&call).await?;
    if file.thumbnail_path.is_empty() {
        let text = "The file has no thumbnail.";
        return Err(ApiError::bad_request(ids::API_FILE_GET_FILE_THUMBNAIL_NO_THUMBNAIL, text));
    }
    let save = call.query().flag("download");
    send(&call, Sent { path: &file.thumbnail_path, mime: JPEG, name: &file.name, save, cache: CACHED }).await
}

pub async fn preview(call: Call) -> Answer {
    let file = must_read(&call).await?;
    if file.preview_path.is_empty() {
        let text = "The file has no preview.";
        return Err(ApiError::bad_request(ids::API_FILE_GET_FILE_PREVIEW_NO_PREVIEW, text));
    }
    let save = call.query().flag("download");
    send(&call, Sent { path: &file.preview_path, mime: JPEG, name: &file.name, save, cache: CACHED }).await
}

async fn send_whole(call: &Call, file: &FileInfo) -> Answer {
    if let Some(reply) = linked(call, file) {
        return Ok(reply);
    }
    let save = call.query().flag("download");
    send(call, Sent { path: &file.path, mime: &file.mime_type, name: &file.name, save, cache: CACHED }).await
}

/// Smallest file that is worth a second request: below, the store's own round trip takes longer than the bytes.
const LINKED_BYTES_MIN: u64 = 1 << 20;

/// A large file, from the object store itself where the operator allows it: the permission was checked here, and the
/// link is good for a minute. `None` for all others.
fn linked(call: &Call, file: &FileInfo) -> Option<Reply> {
    let large = u64::try_from(file.size).is_ok_and(|size| size >= LINKED_BYTES_MIN);
    let path = ObjectPath::parse(&file.path).ok().filter(|_| large)?;
    let save = call.query().flag("download");
    let sent = Sent { path: &file.path, mime: &file.mime_type, name: &file.name, save, cache: CACHED };
    let link =
        call.app.files.link(&path, &Download { mime: media::neutral(sent.mime), disposition: &disposition(&sent) })?;
    let reply = Reply::empty(StatusCode::TEMPORARY_REDIRECT)
        .with_text_header(header::LOCATION, &link)
        .with_header(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))
        .confined();
    Some(reply)
}

/// # Errors
/// 404 when the bytes are not there.
pub async fn send(call: &Call, sent: Sent<'_>) -> Answer {
    let path = ObjectPath::parse(sent.path)?;
    let size = call.app.files.stat(&path).await.map_err(lost)?.size;
    let range = asked(call.header(header::RANGE.as_str()), size);
    let range = match range {
        Asked::Outside => return Ok(outside(size)),
        Asked::Whole => None,
        Asked::Part(range) => Some(range),
    };
    let kind = HeaderValue::from_str(media::neutral(sent.mime)).unwrap_or(HeaderValue::from_static(media::UNKNOWN));
    let (status, len) = match &range {
        Some(range) => (StatusCode::PARTIAL_CONTENT, range.end - range.start),
        None => (StatusCode::OK, size),
    };
    let body = if len == 0 || call.parts.method == http::Method::HEAD {
        request::reply::whole(bytes::Bytes::new())
    } else {
        let reader = call.app.files.get(&path, range.clone()).await.map_err(lost)?;
        StreamBody::new(reader.into_stream().map_ok(Frame::data).map_err(std::io::Error::other)).boxed_unsync()
    };
    let mut reply = Reply::new(status, Content::Stream(kind, body))
        .with_header(header::CONTENT_LENGTH, HeaderValue::from(len))
        .with_header(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"))
        .with_header(header::CACHE_CONTROL, sent.cache.clone())
        .with_text_header(header::CONTENT_DISPOSITION, &disposition(&sent))
        .confined_by(policy(&sent));
    if let Some(range) = range {
        let text = format!("bytes {}-{}/{size}", range.start, range.end - 1);
        reply = reply.with_text_header(header::CONTENT_RANGE, &text);
    }
    Ok(reply)
}

/// The store has lost what the database knows of.
fn lost(error: FileError) -> ApiError {
    match error {
        FileError::NotFound => ApiError::not_found(ids::APP_FILE_INFO_GET, "The file's content is missing."),
        error => error.into(),
    }
}

fn outside(size: u64) -> Reply {
    let range: HeaderName = header::CONTENT_RANGE;
    Reply::empty(StatusCode::RANGE_NOT_SATISFIABLE).with_text_header(range, &format!("bytes */{size}")).confined()
}

/// What a request wants of a file.
#[derive(Debug, PartialEq, Eq)]
pub enum Asked {
    Whole,
    Part(Range<u64>),
    /// Begins behind the end.
    Outside,
}

/// One range of bytes. Several at once, or one that cannot be read, are answered with everything, as HTTP allows.
pub fn asked(header: &str, size: u64) -> Asked {
    let Some((first, last)) = header.strip_prefix("bytes=").and_then(|range| range.trim().split_once('-')) else {
        return Asked::Whole;
    };
    let range = match (first.trim().parse::<u64>(), last.trim().parse::<u64>()) {
        (Ok(first), Ok(last)) if first <= last => first..last.saturating_add(1).min(size),
        (Ok(first), Err(_)) if last.trim().is_empty() => first..size,
        (Err(_), Ok(len)) if first.trim().is_empty() => size.saturating_sub(len)..size,
        _ => return Asked::Whole,
    };
    if range.is_empty() { Asked::Outside } else { Asked::Part(range) }
}

fn policy(sent: &Sent) -> HeaderValue {
    if media::essence(sent.mime) == PDF && is_inline(sent) { VIEWER } else { SANDBOX }
}

fn disposition(sent: &Sent) -> String {
    let how = if is_inline(sent) { "inline" } else { "attachment" };
    let plain: String = sent.name.chars().map(|c| if is_quotable(c) { c } else { '_' }).collect();
    format!("{how};filename=\"{plain}\"; filename*=UTF-8''{}", utf8_percent_encode(sent.name, PLAIN))
}

fn is_quotable(c: char) -> bool {
    c == ' ' || c.is_ascii_graphic() && !matches!(c, '"' | '\\')
}

fn is_inline(sent: &Sent) -> bool {
    let essence = media::essence(sent.mime);
    !sent.save && (SHOWN.contains(&essence.as_str()) || SHOWN_FAMILIES.iter().any(|family| essence.starts_with(family)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ranges_are_read_as_http_has_them() {
        assert_eq!(asked("", 10), Asked::Whole);
        assert_eq!(asked("bytes=0-0", 10), Asked::Part(0..1));
        assert_eq!(asked("bytes=5-", 10), Asked::Part(5..10));
        assert_eq!(asked("bytes=-3", 10), Asked::Part(7..10));
        assert_eq!(asked("bytes=-30", 10), Asked::Part(0..10));
        assert_eq!(asked("bytes=5-100", 10), Asked::Part(5..10));
        assert_eq!(asked("bytes=10-", 10), Asked::Outside);
        assert_eq!(asked("bytes=-0", 10), Asked::Outside);
        assert_eq!(asked("bytes=0-", 0), Asked::Outside);
        for whole in ["bytes=5-2", "bytes=a-b", "bytes=0-1,4-5", "lines=0-1", "bytes=-"] {
            assert_eq!(asked(whole, 10), Asked::Whole, "{whole}");
        }
    }

    proptest! {
        #[test]
        fn a_part_lies_inside(header in "bytes=[0-9]{0,20}-[0-9]{0,20}", size in 0u64..1000) {
            if let Asked::Part(range) = asked(&header, size) {
                prop_assert!(range.start < range.end && range.end <= size);
            }
        }
    }

    #[test]
    fn only_a_pdf_in_place_is_outside_of_the_sandbox() {
        let sent = |mime, save| policy(&Sent { path: "", mime, name: "x", save, cache: CACHED });
        assert_eq!(sent("application/pdf", false), VIEWER);
        for (mime, save) in
            [("application/pdf", true), ("image/png", false), ("text/html", false), ("video/mp4", false)]
        {
            assert_eq!(sent(mime, save), SANDBOX, "{mime}");
        }
    }

    #[test]
    fn what_a_browser_would_run_is_saved() {
        let sent = |mime, name| disposition(&Sent { path: "", mime, name, save: false, cache: CACHED });
        assert_eq!(sent("image/png", "a b.png"), "inline;filename=\"a b.png\"; filename*=UTF-8''a%20b.png");
        assert!(sent("image/svg+xml", "x.svg").starts_with("attachment;"));
        assert!(sent("text/html; charset=utf-8", "x.html").starts_with("attachment;"));
        assert!(sent("IMAGE/PNG", "x.png").starts_with("inline;"));
        assert_eq!(sent("text/plain", "\"ö\r.txt"), "inline;filename=\"___.txt\"; filename*=UTF-8''%22%C3%B6%0D.txt");
    }
}
