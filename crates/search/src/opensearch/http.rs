//! Requests to the nodes of a search server, in turn. A node that does not answer is left out for a while, and when all
//! are out, requests fail at once instead of waiting: whoever searches is told, or answered from the database.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use http::{HeaderValue, Method, Request, StatusCode, header};
use http_body_util::{BodyExt, Limited};
use parking_lot::Mutex;
use serde_json::Value;
use tls::http::{Client, Pool, causes, whole};
use tokio::time::Instant;
use tracing::warn;

use super::Options;
use crate::{Error, Result};

const DIAL_TIMEOUT: Duration = Duration::from_secs(2);
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);
/// Connections kept to each node: searches are few at a time, and one feeder writes.
const IDLE_MAX: usize = 16;
/// Longest answer that is read: 10,000 hits, or what became of each item of a bulk.
const ANSWER_BYTES_MAX: usize = 16 << 20;
/// How long a node is left out after it failed; doubles with each failure.
const OUT_FIRST: Duration = Duration::from_secs(1);
const OUT_MAX: Duration = Duration::from_secs(30);
/// Characters of a foreign error that are told.
pub const TEXT_MAX: usize = 500;

/// An answer, whatever its status.
pub struct Reply {
    pub status: StatusCode,
    pub body: Bytes,
}

impl Reply {
    pub fn json(&self) -> Result<Value> {
        serde_json::from_slice(&self.body).map_err(|error| Error::Refused(format!("an answer does not read: {error}")))
    }

    /// The answer's JSON, when its status is good.
    pub fn must(self) -> Result<Value> {
        if self.status.is_success() { self.json() } else { Err(self.refused()) }
    }

    pub fn refused(&self) -> Error {
        let text = String::from_utf8_lossy(&self.body[..self.body.len().min(TEXT_MAX)]);
        let text = &text[..text.floor_char_boundary(TEXT_MAX)];
        Error::Refused(format!("{}: {text}", self.status))
    }
}

/// How a node does.
#[derive(Default)]
struct Health {
    failures: u32,
    out_until: Option<Instant>,
}

struct Node {
    base: String,
    health: Mutex<Health>,
}

impl Node {
    /// Whether this node may be asked. One that was out is asked by one caller, whose success brings it back.
    fn take(&self) -> bool {
        let mut health = self.health.lock();
        let now = Instant::now();
        match health.out_until {
            Some(until) if now < until => false,
            Some(_) => {
                health.out_until = Some(now + out_time(health.failures));
                true
            }
            None => true,
        }
    }

    fn did_well(&self) {
        *self.health.lock() = Health::default();
    }

    fn failed(&self, why: &str) {
        let mut health = self.health.lock();
        health.failures = health.failures.saturating_add(1);
        let out = out_time(health.failures);
        health.out_until = Some(Instant::now() + out);
        drop(health);
        warn!(search.node = self.base, why, out_s = out.as_secs(), "a search node does not answer and is left out");
    }
}

fn out_time(failures: u32) -> Duration {
    OUT_FIRST.saturating_mul(1 << failures.clamp(1, 6).saturating_sub(1)).min(OUT_MAX)
}

pub struct Http {
    client: Client,
    nodes: Vec<Node>,
    next: AtomicUsize,
    authorization: Option<HeaderValue>,
    timeout: Duration,
}

/// A body and what it is.
pub enum Body {
    None,
    Json(Value),
    /// Lines of JSON.
    Lines(Bytes),
}

impl Http {
    /// # Errors
    /// When an address or the account cannot be used.
    pub fn new(options: &Options) -> Result<Http> {
        let mut nodes = Vec::new();
        for base in options.urls.iter().map(|url| url.trim_end_matches('/')) {
            let uri: http::Uri = base.parse().map_err(|error| Error::Refused(format!("{base}: {error}")))?;
            if !matches!(uri.scheme_str(), Some("http" | "https")) {
                return Err(Error::Refused(format!("{base} does not begin with http:// or https://")));
            }
            nodes.push(Node { base: base.to_owned(), health: Mutex::default() });
        }
        let authorization = match options.username.is_empty() {
            true => None,
            false => {
                let pair = BASE64_STANDARD.encode(format!("{}:{}", options.username, options.password));
                let value = HeaderValue::from_str(&format!("Basic {pair}"));
                Some(value.map_err(|error| Error::Refused(error.to_string()))?)
            }
        };
        let client = Pool {
            trust: options.trust.clone(),
            from: None,
            dial_timeout: DIAL_TIMEOUT,
            idle_timeout: IDLE_TIMEOUT,
            idle_max: IDLE_MAX,
        }
        .open();
        Ok(Http { client, nodes, next: AtomicUsize::new(0), authorization, timeout: options.timeout })
    }

    /// Asks one node after the other until one answers; `path` begins with a slash.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when none does. Whatever else a node says is an answer.
    pub async fn send(&self, method: Method, path: &str, body: Body) -> Result<Reply> {
        let (kind, body) = match body {
            Body::None => (None, Bytes::new()),
            Body::Json(value) => (Some("application/json"), value.to_string().into()),
            Body::Lines(lines) => (Some("application/x-ndjson"), lines),
        };
        let first = self.next.fetch_add(1, Ordering::Relaxed);
        let mut why = "all nodes are left out for a while".to_owned();
        for at in 0..self.nodes.len() {
            let node = &self.nodes[(first + at) % self.nodes.len()];
            if !node.take() {
                continue;
            }
            match self.ask(node, &method, path, kind, &body).await {
                Ok(reply) if is_down(reply.status) => why = format!("{}: {}", node.base, reply.status),
                Ok(reply) => {
                    node.did_well();
                    return Ok(reply);
                }
                Err(error) => why = format!("{}: {error}", node.base),
            }
            node.failed(&why);
        }
        Err(Error::Unavailable(why))
    }

    async fn ask(
        &self,
        node: &Node,
        method: &Method,
        path: &str,
        kind: Option<&'static str>,
        body: &Bytes,
    ) -> Result<Reply, String> {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", node.base));
        if let Some(kind) = kind {
            request = request.header(header::CONTENT_TYPE, kind);
        }
        if let Some(value) = &self.authorization {
            request = request.header(header::AUTHORIZATION, value);
        }
        let request = request.body(whole(body.clone())).map_err(|error| error.to_string())?;
        let exchange = async {
            let (head, body) = self.client.request(request).await.map_err(|error| causes(&error))?.into_parts();
            let body = Limited::new(body, ANSWER_BYTES_MAX).collect().await.map_err(|error| error.to_string())?;
            Ok(Reply { status: head.status, body: body.to_bytes() })
        };
        let late = || format!("no answer within {} s", self.timeout.as_secs());
        tokio::time::timeout(self.timeout, exchange).await.unwrap_or_else(|_| Err(late()))
    }
}

/// Whether another node may do better. 429 is no such answer: a busy server is not helped by asking twice.
fn is_down(status: StatusCode) -> bool {
    matches!(status, StatusCode::BAD_GATEWAY | StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node() -> Node {
        Node { base: "http://127.0.0.1:1".to_owned(), health: Mutex::default() }
    }

    #[tokio::test(start_paused = true)]
    async fn a_failed_node_is_left_out_and_then_asked_by_one() {
        let node = node();
        assert!(node.take() && node.take(), "a good node is asked by anyone");
        node.failed("gone");
        assert!(!node.take());
        tokio::time::advance(OUT_FIRST).await;
        assert!(node.take());
        assert!(!node.take(), "one tries");
        node.did_well();
        assert!(node.take() && node.take());
    }

    #[test]
    fn who_fails_again_is_left_out_for_longer_up_to_a_bound() {
        let times: Vec<u64> = [1, 2, 3, 6, 60].map(|failures| out_time(failures).as_secs()).into();
        assert_eq!(times, [1, 2, 4, 30, 30]);
    }

    #[tokio::test]
    async fn nobody_waits_for_nodes_that_are_all_out() {
        let options = Options { urls: vec!["http://127.0.0.1:1".to_owned()], ..Options::default() };
        let http = Http::new(&options).expect("an address");
        let asked = async || http.send(Method::GET, "/", Body::None).await.err().expect("nobody listens").to_string();
        assert!(asked().await.contains("127.0.0.1:1"));
        assert!(asked().await.contains("left out"));
    }
}
