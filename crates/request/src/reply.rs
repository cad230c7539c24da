//! What a handler answers: a status, a body that is ready to send, and a few headers.

use bytes::Bytes;
use http::header::{self, HeaderName, HeaderValue};
use http::{Response, StatusCode};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use serde::Serialize;
use serde::de::DeserializeOwned;
use smallvec::SmallVec;
use wire::errors::StatusBody;

use node::error::Result;

/// The body of every response.
pub type Body = UnsyncBoxBody<Bytes, std::io::Error>;

pub const JSON: HeaderValue = HeaderValue::from_static("application/json");
pub const TEXT: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");

/// An answer on its way to the connection.
pub struct Reply {
    pub status: StatusCode,
    pub content: Content,
    pub headers: SmallVec<[(HeaderName, HeaderValue); 4]>,
}

/// A body; whole ones may be compressed.
pub enum Content {
    Empty,
    Whole(HeaderValue, Bytes),
    /// Whole and compressed already; only for callers who accept that.
    Packed(HeaderValue, Bytes),
    Stream(HeaderValue, Body),
    /// The response is complete, as for an upgrade to a WebSocket.
    Raw(Box<Response<Body>>),
}

impl Reply {
    pub fn new(status: StatusCode, content: Content) -> Reply {
        Reply { status, content, headers: SmallVec::new() }
    }

    /// 200 with a value as JSON.
    pub fn json<T: Serialize + ?Sized>(value: &T) -> Reply {
        Reply::json_bytes(serde_json::to_vec(value).expect("wire types are JSON").into())
    }

    /// 200 with JSON that is encoded already.
    pub fn json_bytes(bytes: Bytes) -> Reply {
        Reply::new(StatusCode::OK, Content::Whole(JSON, bytes))
    }

    /// 201 with a value as JSON.
    pub fn created<T: Serialize + ?Sized>(value: &T) -> Reply {
        Reply::json(value).with_status(StatusCode::CREATED)
    }

    /// 200 for requests that succeed and have nothing to say.
    pub fn ok() -> Reply {
        Reply::json_bytes(Bytes::from_static(StatusBody::OK_JSON.as_bytes()))
    }

    pub fn empty(status: StatusCode) -> Reply {
        Reply::new(status, Content::Empty)
    }

    /// 200 with bytes of another kind, such as `image/png`.
    pub fn bytes(kind: HeaderValue, bytes: impl Into<Bytes>) -> Reply {
        Reply::new(StatusCode::OK, Content::Whole(kind, bytes.into()))
    }

    pub fn text(text: impl Into<String>) -> Reply {
        Reply::bytes(TEXT, text.into())
    }

    /// 304: what the caller has is still right.
    pub fn not_modified(etag: &str) -> Reply {
        Reply::empty(StatusCode::NOT_MODIFIED).with_etag(etag)
    }

    pub fn with_status(mut self, status: StatusCode) -> Reply {
        self.status = status;
        self
    }

    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Reply {
        self.headers.push((name, value));
        self
    }

    /// Adds a header whose value comes from data; one that no header can carry is left out.
    pub fn with_text_header(self, name: HeaderName, value: &str) -> Reply {
        match HeaderValue::from_str(value) {
            Ok(value) => self.with_header(name, value),
            Err(_) => self,
        }
    }

    pub fn with_etag(self, etag: &str) -> Reply {
        self.with_text_header(header::ETAG, etag)
    }
}

/// A body that is all there.
pub fn whole(bytes: Bytes) -> Body {
    Full::new(bytes).map_err(|never| match never {}).boxed_unsync()
}

/// Reads a value from JSON as [`wire::json`] does, or refuses the body under the name its parameter has.
///
/// # Errors
/// `invalid_body_param` with `name`.
pub fn parse<T: DeserializeOwned>(bytes: &[u8], name: &str) -> Result<T> {
    wire::json::read(bytes).map_err(|error| node::error::ApiError::body_param(name).because(error))
}
