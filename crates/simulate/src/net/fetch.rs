//! Pages of whoever tells numbers: a server's metrics, a node exporter, a Prometheus. `http` and `https`, with the same
//! trust as the users have in the server. Nothing here is measured.

use std::time::Duration;

use bytes::Bytes;
use http::{Request, StatusCode};
use http_body_util::{BodyExt, Limited};

use tls::http::{Client, causes, whole};

use super::{ANSWER_BYTES_MAX, Trust, http_client};

/// Scrapes of one target do not overlap; a Prometheus is asked for a query at a time.
const IDLE_MAX: usize = 2;

/// One place that tells numbers.
#[derive(Clone)]
pub struct Fetch {
    http: Client,
    base: String,
}

impl Fetch {
    /// `base` reads `https://chat.example:8067`.
    pub fn new(base: &str, trust: &Trust) -> Fetch {
        Fetch { http: http_client(None, IDLE_MAX, trust.clone()), base: base.trim_end_matches('/').to_owned() }
    }

    pub fn base(&self) -> &str {
        &self.base
    }

    /// Asks once; `path` begins with a slash.
    ///
    /// # Errors
    /// With a sentence, when nothing comes in time or what comes is too long.
    pub async fn get(&self, path: &str, timeout: Duration) -> Result<(StatusCode, Bytes), String> {
        let request = Request::get(format!("{}{path}", self.base)).body(whole(Bytes::new()));
        let request = request.map_err(|error| error.to_string())?;
        let exchange = async {
            let (head, body) = self.http.request(request).await.map_err(|error| causes(&error))?.into_parts();
            let body = Limited::new(body, ANSWER_BYTES_MAX).collect().await.map_err(|error| error.to_string())?;
            Ok((head.status, body.to_bytes()))
        };
        let late = || format!("no answer within {} s", timeout.as_secs());
        tokio::time::timeout(timeout, exchange).await.unwrap_or_else(|_| Err(late()))
    }
}
