//! Plain API calls over one keep-alive connection.

use std::time::Duration;

use bytes::Bytes;
use http::{Method, Request, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;

/// A living server answers sooner; a killed one closes the connection.
const ANSWER_LIMIT: Duration = Duration::from_secs(20);

/// Why there is no answer of success.
#[derive(Debug)]
pub enum Failure {
    /// The connection ended: what was sent may or may not have happened.
    Gone(String),
    /// The server answered, with an error.
    Refused(String),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Gone(why) => write!(out, "no answer: {why}"),
            Failure::Refused(why) => write!(out, "refused: {why}"),
        }
    }
}

/// One person's way to the server.
#[derive(Clone)]
pub struct Api {
    client: Client<HttpConnector, Full<Bytes>>,
    base: String,
    token: String,
}

impl Api {
    pub fn new(base: &str) -> Self {
        let client = Client::builder(TokioExecutor::new()).build_http();
        Api { client, base: base.to_owned(), token: String::new() }
    }

    /// Logs in; the session is meant to outlive the server.
    pub async fn log_in(base: &str, name: &str, password: &str) -> Result<Self, Failure> {
        let mut api = Api::new(base);
        let body = serde_json::json!({"login_id": name, "password": password});
        let (token, _) = api.send(Method::POST, "/users/login", "application/json", body.to_string().into()).await?;
        api.token = token.ok_or_else(|| Failure::Refused("a login without a token".into()))?;
        Ok(api)
    }

    pub async fn get(&self, path: &str) -> Result<Value, Failure> {
        parse(&self.bytes(path).await?)
    }

    pub async fn bytes(&self, path: &str) -> Result<Bytes, Failure> {
        Ok(self.send(Method::GET, path, "application/json", Bytes::new()).await?.1)
    }

    pub async fn post(&self, path: &str, body: &Value) -> Result<Value, Failure> {
        let (_, answer) = self.send(Method::POST, path, "application/json", body.to_string().into()).await?;
        parse(&answer)
    }

    /// Uploads one file as a browser does, and gives its id.
    pub async fn upload(&self, channel: &str, name: &str, content: &str) -> Result<String, Failure> {
        const EDGE: &str = "durability-part-edge";
        let body = format!(
            "--{EDGE}\r\nContent-Disposition: form-data; name=\"channel_id\"\r\n\r\n{channel}\r\n\
             --{EDGE}\r\nContent-Disposition: form-data; name=\"files\"; filename=\"{name}\"\r\n\
             Content-Type: text/plain\r\n\r\n{content}\r\n--{EDGE}--\r\n"
        );
        let kind = format!("multipart/form-data; boundary={EDGE}");
        let (_, answer) = self.send(Method::POST, "/files", &kind, body.into()).await?;
        let id = parse(&answer)?["file_infos"][0]["id"].as_str().map(str::to_owned);
        id.ok_or_else(|| Failure::Refused("an upload without a file id".into()))
    }

    /// The `Token` header and the body of a successful answer.
    async fn send(
        &self,
        method: Method,
        path: &str,
        content_type: &str,
        body: Bytes,
    ) -> Result<(Option<String>, Bytes), Failure> {
        let request = Request::builder()
            .method(method)
            .uri(format!("{}/api/v4{path}", self.base))
            .header("content-type", content_type)
            .header("authorization", format!("Bearer {}", self.token))
            .body(Full::new(body))
            .expect("paths and tokens are plain ASCII");
        let exchange = async {
            let answer = self.client.request(request).await.map_err(|why| Failure::Gone(why.to_string()))?;
            let (head, body) = answer.into_parts();
            let body = body.collect().await.map_err(|why| Failure::Gone(why.to_string()))?.to_bytes();
            if head.status >= StatusCode::BAD_REQUEST {
                return Err(Failure::Refused(format!("{} {path}: {}", head.status, String::from_utf8_lossy(&body))));
            }
            let token = head.headers.get("token").and_then(|token| token.to_str().ok()).map(str::to_owned);
            Ok((token, body))
        };
        tokio::time::timeout(ANSWER_LIMIT, exchange)
            .await
            .unwrap_or_else(|_| Err(Failure::Refused(format!("{path}: nothing within {ANSWER_LIMIT:?}"))))
    }
}

fn parse(body: &[u8]) -> Result<Value, Failure> {
    serde_json::from_slice(body).map_err(|why| Failure::Refused(format!("an answer that is no JSON: {why}")))
}
