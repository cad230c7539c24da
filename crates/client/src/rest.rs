//! Requests: an endpoint of the contract, values for its path, a body, and the answer.

use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use http_body_util::{BodyExt, Full, Limited};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wire::ErrorBody;
use wire::endpoints::{self, Endpoint};
use wire::sessions::LoginForm;
use wire::users::User;

use crate::error::{Error, Result};

/// Bytes of an answer that are read at most: above the largest file a server accepts by default.
const ANSWER_BYTES_MAX: usize = 128 * 1024 * 1024;

/// One caller of one server. Clones share the connections and the session.
#[derive(Clone)]
pub struct Rest {
    http: Client<HttpConnector, Full<Bytes>>,
    base: Arc<str>,
    token: Arc<str>,
}

/// An answer, whatever its status.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Answer {
    /// The body as a value of the contract, unless the server refused.
    ///
    /// # Errors
    /// With the server's reason, or when the body is no such value.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T> {
        let text = || String::from_utf8_lossy(&self.body).into_owned();
        let unexpected = || Error::Unexpected { status: self.status.as_u16(), text: text() };
        if self.status.is_success() {
            return serde_json::from_slice(&self.body).map_err(|_| unexpected());
        }
        match serde_json::from_slice::<ErrorBody>(&self.body) {
            Ok(body) if !body.id.is_empty() => Err(Error::Refused(body)),
            _ => Err(unexpected()),
        }
    }
}

impl Rest {
    /// A caller without a session; `base` reads `http://127.0.0.1:8065`.
    pub fn new(base: &str) -> Rest {
        let http = Client::builder(TokioExecutor::new()).build_http();
        Rest { http, base: base.trim_end_matches('/').into(), token: "".into() }
    }

    /// The same server with another session.
    pub fn with_token(&self, token: &str) -> Rest {
        Rest { token: token.into(), ..self.clone() }
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    /// The same caller at another address of the same site.
    pub fn at(&self, base: &str) -> Rest {
        Rest { base: base.trim_end_matches('/').into(), ..self.clone() }
    }

    pub fn base(&self) -> &str {
        &self.base
    }

    /// Signs in and returns the caller with its session.
    ///
    /// # Errors
    /// With the server's reason.
    pub async fn login(&self, login_id: &str, password: &str) -> Result<(Rest, User)> {
        let form = LoginForm { login_id: login_id.into(), password: password.into(), ..LoginForm::default() };
        let answer = self.send(endpoints::LOGIN, &[], "", &form).await?;
        let user = answer.json()?;
        let token = answer.headers.get("token").and_then(|token| token.to_str().ok()).unwrap_or_default();
        Ok((self.with_token(token), user))
    }

    /// Asks an endpoint without a body. `query` is what follows the question mark.
    ///
    /// # Errors
    /// When the server cannot be reached.
    pub async fn ask(&self, endpoint: &Endpoint, values: &[&str], query: &str) -> Result<Answer> {
        self.request(&endpoint.method, &path(endpoint, values, query), Bytes::new(), None).await
    }

    /// Asks an endpoint with a value as its body.
    ///
    /// # Errors
    /// When the server cannot be reached.
    pub async fn send<T: Serialize>(
        &self,
        endpoint: &Endpoint,
        values: &[&str],
        query: &str,
        body: &T,
    ) -> Result<Answer> {
        let body = serde_json::to_vec(body).map_err(|error| Error::Connection(error.to_string()))?;
        self.request(&endpoint.method, &path(endpoint, values, query), body.into(), Some("application/json")).await
    }

    /// Asks any address of the server; `path` begins with a slash.
    ///
    /// # Errors
    /// When the server cannot be reached.
    pub async fn request(&self, method: &Method, path: &str, body: Bytes, kind: Option<&str>) -> Result<Answer> {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.base));
        if !self.token.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {}", self.token));
        }
        if let Some(kind) = kind {
            request = request.header(header::CONTENT_TYPE, kind);
        }
        let request = request.body(Full::new(body)).map_err(|error| Error::Connection(error.to_string()))?;
        self.exchange(request).await
    }

    /// Sends a request with further headers.
    ///
    /// # Errors
    /// When the server cannot be reached.
    pub async fn request_with(&self, method: &Method, path: &str, headers: &[(&'static str, &str)]) -> Result<Answer> {
        self.request_whole(method, path, headers, Bytes::new()).await
    }

    /// Sends a request with further headers and a body.
    ///
    /// # Errors
    /// When the server cannot be reached.
    pub async fn request_whole(
        &self,
        method: &Method,
        path: &str,
        headers: &[(&'static str, &str)],
        body: Bytes,
    ) -> Result<Answer> {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.base));
        if !self.token.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {}", self.token));
        }
        for (name, value) in headers {
            let value = HeaderValue::from_str(value).map_err(|error| Error::Connection(error.to_string()))?;
            request = request.header(HeaderName::from_static(name), value);
        }
        let request = request.body(Full::new(body)).map_err(|error| Error::Connection(error.to_string()))?;
        self.exchange(request).await
    }

    async fn exchange(&self, request: Request<Full<Bytes>>) -> Result<Answer> {
        let lost = |error: &dyn std::fmt::Display| Error::Connection(error.to_string());
        let response = self.http.request(request).await.map_err(|error| lost(&Error::root(&error)))?;
        let (parts, body) = response.into_parts();
        let body = Limited::new(body, ANSWER_BYTES_MAX).collect().await.map_err(|error| lost(&error))?;
        Ok(Answer { status: parts.status, headers: parts.headers, body: body.to_bytes() })
    }
}

fn path(endpoint: &Endpoint, values: &[&str], query: &str) -> String {
    let mut path = endpoint.url_path(values);
    if !query.is_empty() {
        path.push('?');
        path.push_str(query);
    }
    path
}
