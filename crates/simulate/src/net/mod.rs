//! Requests of all users of one agent: one bounded pool of connections, each request measured.
//!
//! The bounds are the reference tool's (facts of its HTTP transport): a quarter as many connections as users, 5 s for
//! a whole request. A request is timed from when its user wanted it, so waiting for a connection counts.

pub mod dial;
mod failure;
pub mod fetch;
mod gzip;

use std::fmt::Display;
use std::net::IpAddr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::response::Parts;
use http::{HeaderValue, Method, Request, Response, StatusCode, header};
use http_body_util::{BodyExt, Limited};
use hyper::body::Incoming;
use serde::de::DeserializeOwned;
use tokio::sync::Semaphore;

pub use failure::Failure;
use tls::http::{Body, Client, Pool, causes, whole};
pub use tls::{Trust, client_config};

use crate::meter::Meter;

/// A whole request, from the first wait to the last byte.
const TIMEOUT: Duration = Duration::from_secs(5);
const DIAL_TIMEOUT: Duration = Duration::from_secs(1);
const IDLE_TIMEOUT: Duration = Duration::from_secs(90);
/// A small agent may still load a page with several requests at once.
const CONNECTIONS_MIN: usize = 8;
/// Largest answer that is read, as it comes and unpacked: far above a page of 200 posts.
const ANSWER_BYTES_MAX: usize = 32 << 20;

/// What goes out: a template of the documentation, what its names stand for, and the rest.
pub struct Call {
    pub method: Method,
    /// Where `path` begins.
    pub below: &'static str,
    /// `/users/{id}/image`, below `/api/v4`; the label of the measurement.
    pub template: &'static str,
    pub path: String,
    pub body: Bytes,
    pub kind: Option<HeaderValue>,
    pub etag: Option<i64>,
}

/// An answer below 400. A packed body is unpacked when somebody reads it, and at most once: most bodies nobody reads.
pub struct Reply {
    pub status: StatusCode,
    pub headers: header::HeaderMap,
    /// As it came.
    received: Bytes,
    unpacked: OnceLock<Bytes>,
    template: &'static str,
}

impl Reply {
    fn new(head: Parts, received: Bytes, template: &'static str) -> Reply {
        Reply { status: head.status, headers: head.headers, received, unpacked: OnceLock::new(), template }
    }

    /// What the server wrote.
    ///
    /// # Errors
    /// When it is packed and does not unpack, or unpacked is longer than an answer may be.
    pub fn body(&self) -> Result<&Bytes, Failure> {
        if !gzip::is_packed(&self.headers) || self.received.is_empty() {
            return Ok(&self.received);
        }
        if let Some(body) = self.unpacked.get() {
            return Ok(body);
        }
        let body = gzip::unpack(self.template, &self.received)?;
        Ok(self.unpacked.get_or_init(|| body))
    }

    /// # Errors
    /// When the body is something else.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        serde_json::from_slice(self.body()?).map_err(|error| Failure::unreadable(self.template, &error))
    }

    /// A header's text, empty when there is none.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The session that a sign-in was answered with, as the header of later calls.
    ///
    /// # Errors
    /// When there is none: whatever answered is no server of the API, for all its status of 200.
    pub fn session(&self) -> Result<HeaderValue, Failure> {
        let token = self.header("token");
        if token.is_empty() {
            return Err(Failure::unreadable(self.template, &"there is no Token header"));
        }
        let token = HeaderValue::from_str(&format!("BEARER {token}"));
        token.map_err(|_| Failure::unreadable(self.template, &"the token is no header"))
    }
}

/// The way to one server.
pub struct Net {
    /// One client per source address, each with its own pool.
    clients: Vec<Client>,
    next: AtomicUsize,
    permits: Semaphore,
    base: String,
    timeout: Duration,
}

impl Net {
    /// `server` reads `http://127.0.0.1:8065`.
    ///
    /// # Errors
    /// When there are no roots to trust.
    pub fn new(server: &str, users_max: usize, local: &[IpAddr], trust: &Trust) -> Result<Net, String> {
        let connections = (users_max / 4).max(CONNECTIONS_MIN);
        let client = |from: Option<IpAddr>| http_client(from, connections, trust.clone());
        let clients = match local {
            [] => vec![client(None)],
            some => some.iter().map(|address| client(Some(*address))).collect(),
        };
        let base = server.trim_end_matches('/').to_owned();
        Ok(Net { clients, next: AtomicUsize::new(0), permits: Semaphore::new(connections), base, timeout: TIMEOUT })
    }

    /// Waits longer for an answer than a client of the API would.
    pub fn patient(self, timeout: Duration) -> Net {
        Net { timeout, ..self }
    }

    pub fn base(&self) -> &str {
        &self.base
    }

    /// Sends a call and reads its answer.
    ///
    /// # Errors
    /// When the server refuses, does not answer in time, or cannot be reached.
    pub async fn send(&self, meter: &Meter, call: Call, token: Option<HeaderValue>) -> Result<Reply, Failure> {
        let (template, method) = (call.template, call.method.clone());
        let wanted = Instant::now();
        let result = tokio::time::timeout(self.timeout, self.exchange(meter, call, token)).await;
        let result = result.unwrap_or(Err(Failure::Timeout { method: method.clone(), template }));
        meter.request(&method, template, wanted.elapsed(), &result);
        result
    }

    async fn exchange(&self, meter: &Meter, call: Call, token: Option<HeaderValue>) -> Result<Reply, Failure> {
        let (template, method) = (call.template, call.method.clone());
        let broken = |error: &dyn Display| Failure::broken(&method, template, error);
        let _permit = match self.permits.try_acquire() {
            Ok(permit) => permit,
            Err(_) => {
                meter.pool_wait();
                self.permits.acquire().await.map_err(|error| broken(&error))?
            }
        };
        let request = self.request(call, token).map_err(|error| broken(&error))?;
        let at = self.next.fetch_add(1, Ordering::Relaxed) % self.clients.len();
        let response: Response<Incoming> =
            self.clients[at].request(request).await.map_err(|error| broken(&causes(&error)))?;
        let (head, body) = response.into_parts();
        let body = Limited::new(body, ANSWER_BYTES_MAX).collect().await.map_err(|error| broken(&error))?.to_bytes();
        let reply = Reply::new(head, body, template);
        if reply.status.as_u16() >= 300 && reply.status != StatusCode::NOT_MODIFIED {
            // A refusal that cannot be unpacked is one all the same, and says what is wrong with it.
            let said = reply.body().cloned().unwrap_or_else(|failure| failure.to_string().into());
            return Err(Failure::refused(&method, template, reply.status, &said));
        }
        Ok(reply)
    }

    fn request(&self, call: Call, token: Option<HeaderValue>) -> Result<Request<Body>, http::Error> {
        let uri = format!("{}{}{}", self.base, call.below, call.path);
        let mut request = Request::builder().method(call.method).uri(uri);
        request = request.header(header::ACCEPT_ENCODING, gzip::WANTED);
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, token);
        }
        if let Some(kind) = call.kind {
            request = request.header(header::CONTENT_TYPE, kind);
        }
        if let Some(etag) = call.etag {
            request = request.header(header::IF_NONE_MATCH, etag);
        }
        request.body(whole(call.body))
    }
}

/// A pool of connections from one address.
fn http_client(from: Option<IpAddr>, idle_max: usize, trust: Trust) -> Client {
    Pool { trust, from, dial_timeout: DIAL_TIMEOUT, idle_timeout: IDLE_TIMEOUT, idle_max }.open()
}

/// What to do about an error of TLS, by its text.
pub fn tls_hint(text: &str) -> &'static str {
    match () {
        () if text.contains("certificate") => {
            "; --ca FILE believes an authority of your own, --insecure any certificate"
        }
        () if text.contains("InvalidContentType") => "; it does not speak TLS: is its address http://?",
        () => "",
    }
}

/// Below this the documentation's paths begin.
const API: &str = "/api/v4";

/// A path of the documentation with its names replaced in order, and a query behind it.
pub fn path(template: &str, values: &[&(dyn Display + Sync)], query: &str) -> String {
    use std::fmt::Write;
    let mut path = String::with_capacity(template.len() + 26 * values.len() + query.len() + 1);
    let mut values = values.iter();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (_, after) = after.split_once('}').expect("a brace of a template is closed");
        let value = values.next().expect("a template has as many values as names");
        path.push_str(before);
        write!(path, "{value}").expect("writing to a string");
        rest = after;
    }
    path.push_str(rest);
    if !query.is_empty() {
        path.push('?');
        path.push_str(query);
    }
    path
}

impl Call {
    /// A call without a body.
    pub fn plain(method: Method, template: &'static str, values: &[&(dyn Display + Sync)], query: &str) -> Call {
        let path = path(template, values, query);
        Call { method, below: API, template, path, body: Bytes::new(), kind: None, etag: None }
    }

    /// The same call with a query.
    pub fn asking(mut self, query: &str) -> Call {
        self.path.push('?');
        self.path.push_str(query);
        self
    }

    /// A call with a value of JSON.
    pub fn json<T: serde::Serialize + ?Sized>(
        method: Method,
        template: &'static str,
        values: &[&(dyn Display + Sync)],
        body: &T,
    ) -> Call {
        let body = serde_json::to_vec(body).expect("bodies of the lab are JSON").into();
        let kind = Some(HeaderValue::from_static("application/json"));
        Call { body, kind, ..Call::plain(method, template, values, "") }
    }

    /// A page outside the API: the web client and what it is made of.
    pub fn page(path: &str) -> Call {
        Call { below: "", path: path.to_owned(), ..Call::plain(Method::GET, "(page)", &[], "") }
    }
}

/// Text of a query's value.
pub fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_replaced_in_order() {
        assert_eq!(path("/users/{id}/teams/{team}/unread", &[&"a", &7], "x=1"), "/users/a/teams/7/unread?x=1");
        assert_eq!(path("/users/me", &[], ""), "/users/me");
    }
}
