//! The push proxy: one HTTP call to it. Who runs the server names its address, so it may be one of the own network; it
//! redirects nobody, and connections to it are kept.

use std::time::Duration;

use http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::{BodyExt, Limited};
use serde::Serialize;
use tls::http::{Client, Pool, causes, whole};
use wire::push::PushAnswer;

use crate::delivery_queue::SENDING_MAX;

const DIAL_TIMEOUT: Duration = Duration::from_secs(5);
const TIMEOUT: Duration = Duration::from_secs(10);
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);
/// As many as call at a time.
const IDLE_MAX: usize = SENDING_MAX;
/// A proxy says whether it was done, and in a few words why not.
const ANSWER_BYTES_MAX: usize = 4_096;

/// What is asked of a proxy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    Send,
    /// A phone received something.
    Acknowledge,
}

impl Ask {
    fn path(self) -> &'static str {
        match self {
            Ask::Send => "/api/v1/send_push",
            Ask::Acknowledge => "/api/v1/ack",
        }
    }
}

/// What a proxy answered.
#[derive(Debug)]
pub struct Answered {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: PushAnswer,
}

impl Answered {
    /// Reads an answer; of one that is no JSON the status is told.
    pub fn of(status: StatusCode, headers: HeaderMap, body: &[u8]) -> Answered {
        Answered { status, headers, body: wire::json::read_loose(body).unwrap_or_default() }
    }
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    #[error("push.server is no address: {0}")]
    BadAddress(#[from] http::Error),
    #[error("no answer in time")]
    Late,
    #[error("{0}")]
    Io(String),
}

/// Calls the proxy.
pub struct Proxy {
    client: Client,
    timeout: Duration,
}

impl Default for Proxy {
    fn default() -> Self {
        Self::new()
    }
}

impl Proxy {
    pub fn new() -> Proxy {
        let pool = Pool {
            trust: tls::Trust::PublicRoots,
            from: None,
            dial_timeout: DIAL_TIMEOUT,
            idle_timeout: IDLE_TIMEOUT,
            idle_max: IDLE_MAX,
        };
        Proxy { client: pool.open(), timeout: TIMEOUT }
    }

    /// Asks the proxy at `server` and waits for its answer.
    ///
    /// # Errors
    /// When the proxy does not answer as HTTP in time.
    pub async fn ask<T: Serialize>(&self, server: &str, ask: Ask, what: &T) -> Result<Answered, Failed> {
        let body = serde_json::to_vec(what).expect("wire types are JSON");
        let request = Request::builder()
            .method(Method::POST)
            .uri(format!("{}{}", server.trim_end_matches('/'), ask.path()))
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::USER_AGENT, "Muster")
            .body(whole(body))?;
        let asked = async {
            let answer = self.client.request(request).await.map_err(|error| Failed::Io(causes(&error)))?;
            let (parts, body) = answer.into_parts();
            let body = Limited::new(body, ANSWER_BYTES_MAX).collect().await;
            let body = body.map_err(|error| Failed::Io(error.to_string()))?.to_bytes();
            Ok(Answered::of(parts.status, parts.headers, &body))
        };
        tokio::time::timeout(self.timeout, asked).await.unwrap_or(Err(Failed::Late))
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    /// The address of a proxy that takes one request and then says this, or nothing.
    async fn saying(answer: Option<String>) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        base::tasks::spawn("test-proxy", async move {
            let (mut stream, _) = listener.accept().await.expect("a call");
            let _ = stream.read(&mut [0; 4096]).await;
            match answer {
                Some(answer) => stream.write_all(answer.as_bytes()).await.expect("a write"),
                None => std::future::pending().await,
            }
        });
        format!("http://{address}")
    }

    fn with_body(body: &str) -> Option<String> {
        Some(format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len()))
    }

    #[tokio::test]
    async fn a_proxy_that_says_nothing_is_late() {
        let proxy = Proxy { timeout: Duration::from_millis(50), ..Proxy::new() };
        let asked = proxy.ask(&saying(None).await, Ask::Send, &()).await;
        assert!(matches!(asked, Err(Failed::Late)), "{asked:?}");
    }

    #[tokio::test]
    async fn an_answer_is_read_within_bounds() {
        let proxy = Proxy::new();
        let server = saying(with_body(r#"{"status":"REMOVE"}"#)).await;
        let answered = proxy.ask(&format!("{server}/"), Ask::Send, &()).await.expect("an answer");
        assert_eq!(answered.body.status, "REMOVE");
        let plain = proxy.ask(&saying(with_body("fine")).await, Ask::Send, &()).await.expect("an answer");
        assert_eq!((plain.status, plain.body), (StatusCode::OK, PushAnswer::default()));
        let endless = proxy.ask(&saying(with_body(&"x".repeat(5_000))).await, Ask::Send, &()).await;
        assert!(matches!(endless, Err(Failed::Io(_))), "{endless:?}");
    }

    #[tokio::test]
    async fn what_is_no_address_is_not_called() {
        let asked = Proxy::new().ask("https://", Ask::Send, &()).await;
        assert!(matches!(asked, Err(Failed::BadAddress(_) | Failed::Io(_))), "{asked:?}");
    }
}
