//! A call: one request, who it is from, and the ways a handler reads it.

use std::net::IpAddr;
use std::sync::Arc;

use base::Id;
use base::ids::UserId;
use bytes::Bytes;
use http::{HeaderMap, header, request::Parts};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::Body;
use node::error::{ApiError, Result};
use serde::de::DeserializeOwned;
use wire::endpoints::Endpoint;
use wire::sessions::Session;
use wire::users::User;

use crate::App;
use crate::Query;
use crate::body::RequestBody;
use crate::transport::{Way, is_https};

/// One request on its way through a handler.
pub struct Call {
    pub app: Arc<App>,
    pub endpoint: &'static Endpoint,
    pub parts: Parts,
    pub request_id: Id,
    /// Where the request came from, behind the proxies that the configuration trusts.
    pub peer: IpAddr,
    pub way: Way,
    /// Variables of the path, decoded, in the order of the path.
    pub path: Vec<(&'static str, String)>,
    pub identity: Option<Identity>,
    pub body: Option<RequestBody>,
}

/// The media type of a `Content-Type`, in lower case and without its parameters.
pub fn media(content_type: &str) -> String {
    content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Who a request is from.
#[derive(Clone)]
pub struct Identity {
    pub session: Arc<Session>,
    pub user: Arc<User>,
}

impl Call {
    /// The caller's session.
    ///
    /// # Panics
    /// On open endpoints without a session; the table of endpoints says which those are.
    pub fn session(&self) -> &Arc<Session> {
        &self.known().session
    }

    /// The caller.
    pub fn me(&self) -> &Arc<User> {
        &self.known().user
    }

    /// The caller's id.
    pub fn my_id(&self) -> UserId {
        self.known().user.id
    }

    fn known(&self) -> &Identity {
        self.identity.as_ref().expect("the endpoint needs a session, so dispatch found one")
    }

    /// A variable of the path as text.
    ///
    /// # Panics
    /// When the path of the endpoint has no such variable.
    pub fn text(&self, name: &str) -> &str {
        let found = self.path.iter().find(|(key, _)| *key == name);
        found.map(|(_, value)| value.as_str()).unwrap_or_else(|| panic!("{} has no {name}", self.endpoint.path))
    }

    /// A variable of the path as an id.
    ///
    /// # Errors
    /// `invalid_url_param` when it is no id.
    pub fn id<T: From<Id>>(&self, name: &str) -> Result<T> {
        match Id::parse(self.text(name)) {
            Some(id) if !id.is_none() => Ok(T::from(id)),
            _ => Err(ApiError::url_param(name)),
        }
    }

    /// The user of the path's `user_id`, which may read `me`.
    ///
    /// # Errors
    /// `invalid_url_param` when it is neither.
    pub fn user_id(&self) -> Result<UserId> {
        if self.text("user_id") == "me" && self.identity.is_some() {
            return Ok(self.my_id());
        }
        self.id("user_id")
    }

    pub fn query(&self) -> Query<'_> {
        Query::new(self.parts.uri.query())
    }

    pub fn headers(&self) -> &HeaderMap {
        &self.parts.headers
    }

    /// A header's text; empty when it is missing or not text.
    pub fn header(&self, name: &str) -> &str {
        self.parts.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// Whether the request came encrypted, to this server or to the proxy before it.
    pub fn is_encrypted(&self) -> bool {
        is_https(self.way, &self.parts.headers)
    }

    /// The connection whose user caused this call and need not hear of it.
    pub fn connection_id(&self) -> &str {
        self.header("connection-id")
    }

    /// True when the caller already has what `etag` names.
    pub fn has(&self, etag: &str) -> bool {
        self.parts.headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == etag.as_bytes())
    }

    /// The whole body, up to the limit for JSON bodies.
    ///
    /// # Errors
    /// `request_body_too_large` beyond it; `invalid_body_param` when the body breaks off.
    pub async fn bytes(&mut self) -> Result<Bytes> {
        let limit = usize::try_from(self.app.config().service.max_payload_bytes).unwrap_or(usize::MAX);
        self.bytes_up_to(limit).await
    }

    /// The whole body, up to `limit` bytes.
    ///
    /// # Errors
    /// As [`Call::bytes`].
    pub async fn bytes_up_to(&mut self, limit: usize) -> Result<Bytes> {
        let Some(body) = self.body.take() else { return Ok(Bytes::new()) };
        // Who announces too much is told before it is sent.
        if body.size_hint().lower() > limit as u64 {
            return Err(ApiError::too_large());
        }
        match Limited::new(body, limit).collect().await {
            Ok(collected) => Ok(collected.to_bytes()),
            Err(error) if error.is::<LengthLimitError>() => Err(ApiError::too_large()),
            Err(error) => Err(ApiError::body_param("body").because(error)),
        }
    }

    /// The body as a stream, for uploads. The handler bounds it.
    pub fn stream(&mut self) -> Option<RequestBody> {
        self.body.take()
    }

    /// The body as JSON; `name` is what the error calls it.
    ///
    /// # Errors
    /// `invalid_body_param` when it is not such a value.
    pub async fn json<T: DeserializeOwned>(&mut self, name: &str) -> Result<T> {
        let bytes = self.bytes().await?;
        crate::reply::parse(&bytes, name)
    }

    /// As [`Call::json`], of what clients send back as they had it: what the handler does not take from `Whole` must have
    /// the type that it has there all the same.
    ///
    /// # Errors
    /// As [`Call::json`].
    pub async fn json_part<Whole: DeserializeOwned, T: DeserializeOwned>(&mut self, name: &str) -> Result<T> {
        let bytes = self.bytes().await?;
        crate::reply::parse::<Whole>(&bytes, name)?;
        crate::reply::parse(&bytes, name)
    }

    /// The body as JSON, where all of it may be left out: no body and `null` are a value without fields.
    ///
    /// # Errors
    /// As [`Call::json`].
    pub async fn json_or_default<T: DeserializeOwned + Default>(&mut self, name: &str) -> Result<T> {
        let bytes = self.bytes().await?;
        if bytes.trim_ascii().is_empty() { Ok(T::default()) } else { crate::reply::parse(&bytes, name) }
    }

    /// The body as a JSON list of texts, as most endpoints for many ids take it.
    ///
    /// # Errors
    /// `api.payload.parse.error` when it is no such list.
    pub async fn list(&mut self) -> Result<Vec<String>> {
        self.list_of().await
    }

    /// The body as a JSON list of what is read from texts.
    ///
    /// # Errors
    /// As [`Call::list`].
    pub async fn list_of<T: DeserializeOwned>(&mut self) -> Result<Vec<T>> {
        let bytes = self.bytes().await?;
        wire::json::read(&bytes).map_err(|error| ApiError::payload().because(error))
    }
}
