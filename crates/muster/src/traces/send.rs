//! Sending spans to the collector, a batch at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use http::{Method, Request, header};
use tokio::sync::{mpsc, watch};

use ::tls::Trust;
use ::tls::http::{Client, Pool, causes, whole};

use super::{Ended, otlp};

/// Spans of one request.
const BATCH_MAX: usize = 512;
/// A span is with the collector this much later, at most.
const BATCH_EVERY: Duration = Duration::from_secs(2);
const SEND_TIMEOUT: Duration = Duration::from_secs(5);
/// Some batches long: a connection to a quiet server is not kept for ever.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// What takes spans from the queue.
pub struct Sender {
    url: String,
    waiting: mpsc::Receiver<Ended>,
    dropped: Arc<AtomicU64>,
    http: Client,
}

impl Sender {
    pub(super) fn new(url: &str, waiting: mpsc::Receiver<Ended>, dropped: Arc<AtomicU64>) -> Self {
        let http = Pool {
            trust: Trust::PublicRoots,
            from: None,
            dial_timeout: SEND_TIMEOUT,
            idle_timeout: IDLE_TIMEOUT,
            idle_max: 1,
        }
        .open();
        Sender { url: format!("{url}/v1/traces"), waiting, dropped, http }
    }

    /// Sends until `stop` turns true, then what waits. A batch that the collector does not take is lost, and said.
    pub async fn run(mut self, node: String, mut stop: watch::Receiver<bool>) {
        loop {
            let stopping = tokio::select! {
                () = tokio::time::sleep(BATCH_EVERY) => false,
                _ = stop.wait_for(|stop| *stop) => true,
            };
            loop {
                let mut batch = Vec::new();
                while batch.len() < BATCH_MAX
                    && let Ok(ended) = self.waiting.try_recv()
                {
                    batch.push(ended);
                }
                if batch.is_empty() {
                    break;
                }
                if let Err(why) = self.send(&batch, &node).await {
                    tracing::warn!(lost = batch.len(), why, "the collector of traces did not take them");
                    break;
                }
            }
            let dropped = self.dropped.swap(0, Ordering::Relaxed);
            if dropped > 0 {
                tracing::warn!(dropped, "traces came faster than they could be sent");
            }
            if stopping {
                return;
            }
        }
    }

    async fn send(&self, batch: &[Ended], node: &str) -> Result<(), String> {
        let body = otlp::body(batch, node).to_string();
        let request = Request::builder()
            .method(Method::POST)
            .uri(&self.url)
            .header(header::CONTENT_TYPE, "application/json")
            .body(whole(body))
            .map_err(|error| error.to_string())?;
        match tokio::time::timeout(SEND_TIMEOUT, self.http.request(request)).await {
            Ok(Ok(answer)) if answer.status().is_success() => Ok(()),
            Ok(Ok(answer)) => Err(format!("status {}", answer.status().as_u16())),
            Ok(Err(error)) => Err(causes(&error)),
            Err(_) => Err(format!("no answer within {SEND_TIMEOUT:?}")),
        }
    }
}
