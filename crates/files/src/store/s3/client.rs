//! Requests to the object store: signed, timed, tried again within a bound; and what its refusals mean.
//!
//! One deadline holds for all attempts of a request, so that whoever waits for it waits no longer because there
//! were several. `ops` and `reader` know what to ask; here is how.

use std::time::Duration;

use base::{Clock, Millis};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::{HeaderMap, Method, Request, Response, StatusCode, header};
use http_body_util::{BodyExt, Limited};
use hyper::body::Incoming;
use tls::http::{Body, Client, Pool, causes};
use tokio::time::Instant;

use super::S3;
use super::credentials::KeySource;
use super::sign::{self, Keys, Signed};
use super::spool::Payload;
use super::xml;
use crate::FileError;

const DIAL_TIMEOUT: Duration = Duration::from_secs(3);
/// Below the minute after which common stores and proxies close idle connections.
const IDLE_TIMEOUT: Duration = Duration::from_secs(45);
/// Connections kept for the next request.
const IDLE_CONNECTIONS_MAX: usize = 64;
/// A store that fails four times in a row is down.
const ATTEMPTS_MAX: u32 = 4;
const FIRST_PAUSE: Duration = Duration::from_millis(50);
/// Largest answer that is read whole: a thousand names of the greatest length, escaped.
const ANSWER_BYTES_MAX: usize = 8 << 20;
/// The region of stores that have none.
const NO_REGION: &str = "us-east-1";
const AMAZON: &str = "s3.amazonaws.com";
/// Seconds that a link to an object opens: a download begins at once, or asks the server again.
const LINK_SECONDS: u32 = 60;

pub(super) struct S3Client {
    http: Client,
    clock: Clock,
    keys: KeySource,
    scheme: &'static str,
    host: String,
    /// Before the key: the bucket, unless the host names it.
    root: String,
    pub(super) timeout: Duration,
    encrypt: bool,
}

/// What is asked of the store.
pub(super) struct Ask<'a> {
    pub method: Method,
    /// Empty for the bucket itself.
    pub key: &'a str,
    pub query: Vec<(&'static str, String)>,
    pub headers: Vec<(&'static str, String)>,
    pub payload: Payload,
}

impl<'a> Ask<'a> {
    pub(super) fn new(method: Method, key: &'a str) -> Self {
        Ask { method, key, query: Vec::new(), headers: Vec::new(), payload: Payload::of(Bytes::new()) }
    }

    pub(super) fn query(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.query.push((name, value.into()));
        self
    }

    pub(super) fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    pub(super) fn payload(mut self, payload: Payload) -> Self {
        self.payload = payload;
        self
    }
}

impl S3Client {
    pub(super) fn new(to: &S3, clock: &Clock) -> Self {
        let http = Pool {
            trust: to.trust.clone(),
            from: None,
            dial_timeout: DIAL_TIMEOUT,
            idle_timeout: IDLE_TIMEOUT,
            idle_max: IDLE_CONNECTIONS_MAX,
        }
        .open();
        let region = if to.region.is_empty() { NO_REGION } else { &to.region };
        // Amazon's address without a region answers for one region only.
        let endpoint = match to.endpoint.trim_end_matches('/') {
            AMAZON if region != NO_REGION => format!("s3.{region}.amazonaws.com"),
            endpoint => endpoint.to_owned(),
        };
        let bucket = sign::encode_path(&to.bucket);
        let (host, root) = match to.path_style {
            true => (endpoint, format!("/{bucket}")),
            false => (format!("{bucket}.{endpoint}"), String::new()),
        };
        let keys = KeySource::new(&to.credentials, region, clock);
        let scheme = if to.tls { "https" } else { "http" };
        S3Client { http, clock: clock.clone(), keys, scheme, host, root, timeout: to.timeout, encrypt: to.encrypt }
    }

    /// Asks until there is an answer that is no passing failure, at most [`ATTEMPTS_MAX`] times within one timeout. In a box,
    /// so that it is compiled here, and not in each crate that reads or writes files.
    ///
    /// # Errors
    /// [`FileError::Unreachable`] when there is none.
    pub(super) fn send<'a>(
        &'a self,
        action: &'static str,
        ask: &'a Ask<'a>,
    ) -> BoxFuture<'a, Result<Response<Incoming>, FileError>> {
        Box::pin(self.attempts(action, ask))
    }

    async fn attempts(&self, action: &'static str, ask: &Ask<'_>) -> Result<Response<Incoming>, FileError> {
        let deadline = Instant::now() + self.timeout;
        let unreachable = |reason: String| FileError::Unreachable { action, reason };
        let keys = self.keys.get().await.map_err(unreachable)?;
        let mut pause = FIRST_PAUSE;
        for attempt in 1.. {
            let answered = tokio::time::timeout_at(deadline, self.http.request(self.request(ask, &keys)?)).await;
            let reason = match answered {
                Err(_) => return Err(unreachable(format!("no answer within {:?}", self.timeout))),
                Ok(Ok(response)) if !is_passing(response.status()) => return Ok(response),
                Ok(Ok(response)) => format!("status {}", response.status().as_u16()),
                Ok(Err(error)) => causes(&error),
            };
            if attempt == ATTEMPTS_MAX || Instant::now() + pause >= deadline {
                return Err(unreachable(reason));
            }
            tokio::time::sleep(pause).await;
            pause *= 4;
        }
        unreachable!("the loop ends by its last attempt")
    }

    /// The same for questions that are answered with success or a refusal.
    ///
    /// # Errors
    /// What [`S3Client::send`] and [`refusal`] say.
    pub(super) async fn ask(&self, action: &'static str, ask: &Ask<'_>) -> Result<Response<Incoming>, FileError> {
        let response = self.send(action, ask).await?;
        if response.status().is_success() { Ok(response) } else { Err(self.refusal(action, response).await) }
    }

    /// The whole answer as text. A refusal may come under a status of success where the store works for long.
    pub(super) async fn ask_text(&self, action: &'static str, ask: &Ask<'_>) -> Result<(HeaderMap, String), FileError> {
        let response = self.ask(action, ask).await?;
        let headers = response.headers().clone();
        let text = self.text(action, response).await?;
        if xml::text(&text, "Error").is_some() {
            return Err(refused(action, StatusCode::OK, &text));
        }
        Ok((headers, text))
    }

    /// What an answer without success means.
    pub(super) async fn refusal(&self, action: &'static str, response: Response<Incoming>) -> FileError {
        let status = response.status();
        match self.text(action, response).await {
            Ok(text) => refused(action, status, &text),
            Err(error) => error,
        }
    }

    async fn text(&self, action: &'static str, response: Response<Incoming>) -> Result<String, FileError> {
        let reading = Limited::new(response.into_body(), ANSWER_BYTES_MAX).collect();
        let unreachable = |reason: String| FileError::Unreachable { action, reason };
        match tokio::time::timeout(self.timeout, reading).await {
            Err(_) => Err(unreachable("the answer broke off".to_owned())),
            Ok(Err(error)) => Err(unreachable(error.to_string())),
            Ok(Ok(body)) => Ok(String::from_utf8_lossy(&body.to_bytes()).into_owned()),
        }
    }

    /// An address under which anybody may read the object for [`LINK_SECONDS`], as a file of that type and name. `None`
    /// while there are no keys that hold for so long.
    pub(super) fn link(&self, key: &str, mime: &str, disposition: &str) -> Option<String> {
        let keys = self.keys.lasting(Millis::from(LINK_SECONDS) * 1_000)?;
        let path = self.path(key);
        let extra = [
            ("response-content-type", mime.to_owned()),
            ("response-content-disposition", disposition.to_owned()),
            ("response-cache-control", "private, max-age=86400".to_owned()),
        ];
        let query = keys.presigned(&self.host, &path, &extra, LINK_SECONDS, self.clock.now());
        Some(format!("{}://{}{path}?{query}", self.scheme, self.host))
    }

    /// A key as a copy names its source.
    pub(super) fn copy_source(&self, bucket: &str, key: &str) -> String {
        format!("/{}/{}", sign::encode_path(bucket), sign::encode_path(key))
    }

    /// What writes carry when the bucket is to encrypt objects with its own key.
    pub(super) fn encryption(&self) -> Vec<(&'static str, String)> {
        if self.encrypt { vec![("x-amz-server-side-encryption", "AES256".to_owned())] } else { Vec::new() }
    }

    fn path(&self, key: &str) -> String {
        let path = format!("{}/{}", self.root, sign::encode_path(key));
        // A bucket in the path has no slash behind it.
        if key.is_empty() && !self.root.is_empty() { self.root.clone() } else { path }
    }

    fn request(&self, ask: &Ask<'_>, keys: &Keys) -> Result<Request<Body>, FileError> {
        let (path, at) = (self.path(ask.key), self.clock.now());
        let mut headers = vec![
            ("host", self.host.clone()),
            ("x-amz-content-sha256", ask.payload.sha256.clone()),
            ("x-amz-date", sign::stamp(at)),
        ];
        if !keys.session.is_empty() {
            headers.push(("x-amz-security-token", keys.session.clone()));
        }
        headers.extend(ask.headers.iter().cloned());
        let signed = Signed {
            method: ask.method.as_str(),
            path: &path,
            query: &ask.query,
            headers: &headers,
            body_hash: &ask.payload.sha256,
            at,
        };
        let authorization = keys.authorization(&signed);
        let query = sign::encode_query(&ask.query);
        let mark = if query.is_empty() { "" } else { "?" };
        let uri = format!("{}://{}{path}{mark}{query}", self.scheme, self.host);
        let mut request = Request::builder().method(&ask.method).uri(uri).header(header::AUTHORIZATION, authorization);
        for (name, value) in &headers {
            request = request.header(*name, value);
        }
        if ask.method != Method::GET && ask.method != Method::HEAD {
            request = request.header(header::CONTENT_LENGTH, ask.payload.len);
        }
        request.body(ask.payload.body()).map_err(|error| FileError::Store {
            action: "ask the object store",
            source: std::io::Error::new(std::io::ErrorKind::InvalidInput, error),
        })
    }
}

/// Failures that may be gone a moment later.
fn is_passing(status: StatusCode) -> bool {
    status.is_server_error() && status != StatusCode::NOT_IMPLEMENTED || status == StatusCode::TOO_MANY_REQUESTS
}

fn refused(action: &'static str, status: StatusCode, text: &str) -> FileError {
    let code = xml::text(text, "Code").unwrap_or_default();
    // Answers to HEAD have no body.
    if status == StatusCode::NOT_FOUND && matches!(&*code, "" | "NoSuchKey" | "NoSuchUpload" | "NotFound") {
        return FileError::NotFound;
    }
    let message = xml::text(text, "Message").unwrap_or_default();
    let source = std::io::Error::other(format!("status {}: {code}: {message}", status.as_u16()));
    FileError::Store { action, source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_say_what_the_caller_does_next() {
        let xml = "<Error><Code>NoSuchKey</Code></Error>";
        assert!(matches!(refused("get", StatusCode::NOT_FOUND, xml), FileError::NotFound));
        assert!(matches!(refused("look", StatusCode::NOT_FOUND, ""), FileError::NotFound));
        let gone =
            refused("put", StatusCode::NOT_FOUND, "<Error><Code>NoSuchBucket</Code><Message>m</Message></Error>");
        assert_eq!(gone.to_string(), "put: status 404: NoSuchBucket: m");
        assert!(is_passing(StatusCode::SERVICE_UNAVAILABLE) && !is_passing(StatusCode::FORBIDDEN));
    }
}
