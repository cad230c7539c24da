//! A search server: OpenSearch 2 and 3, Elasticsearch 7 (from 7.10) and 8, over their few common endpoints.
//!
//! Words are cut here and sent as rows ([`crate::words::row`]), which the server splits at blanks: no analyser of the
//! server takes part, so no plugin is needed and every server finds what the embedded index finds.

mod bulk;
pub mod fuzzed;
mod http;
mod indexes;
mod query;

use std::sync::Arc;
use std::time::{Duration, Instant};

use ::http::{Method, StatusCode};
use base::Id;
use metrics::Metrics;
use metrics::SearchRequest;
use serde_json::{Value, json};
use store::full_text::Search;

use self::http::{Body, Http, Reply};
use crate::cursor::{Kind, Mark};
use crate::feeder::Fed;
use crate::index::HITS_MAX;
use crate::newest::Hit;
use crate::{Error, Result};

/// How to reach a search server, and what is made there.
#[derive(Clone, Debug)]
pub struct Options {
    /// `https://search.example:9200`, several for one cluster.
    pub urls: Vec<String>,
    /// Empty for none.
    pub username: String,
    pub password: String,
    pub trust: tls::Trust,
    /// Put before the name of each index.
    pub prefix: String,
    /// For one request.
    pub timeout: Duration,
    pub shards: u32,
    pub replicas: u32,
    /// Changes in one request.
    pub batch_len: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            urls: Vec::new(),
            username: String::new(),
            password: String::new(),
            trust: tls::Trust::default(),
            prefix: String::new(),
            timeout: Duration::from_secs(30),
            shards: 1,
            replicas: 0,
            batch_len: 1_000,
        }
    }
}

/// A search server and our indexes there.
pub struct OpenSearch {
    http: Http,
    options: Options,
    metrics: Arc<Metrics>,
}

/// A document of the index that has no words: how far the index is.
const CURSOR: &str = "cursor";

impl OpenSearch {
    /// Asks nothing yet.
    ///
    /// # Errors
    /// When an address or the account cannot be used.
    pub fn new(options: Options, metrics: Arc<Metrics>) -> Result<OpenSearch> {
        Ok(OpenSearch { http: Http::new(&options)?, options, metrics })
    }

    /// The newest documents that match, as many as are wanted; what the server would refuse is too many.
    pub async fn search(&self, kind: Kind, search: &Search, wanted: usize) -> Result<Vec<Hit>> {
        // All or nothing: a shard that is away must not look like posts that never were.
        let path = format!(
            "/{}/_search?allow_partial_search_results=false&filter_path=hits.hits.sort,error",
            self.alias(kind)
        );
        let reply = self.send(SearchRequest::Search, Method::POST, &path, query::body(search, wanted)).await?;
        if reply.status == StatusCode::NOT_FOUND {
            return Err(Error::Unavailable("there is no index yet".to_owned()));
        }
        if reply.status == StatusCode::TOO_MANY_REQUESTS || reply.status.is_server_error() {
            return Err(Error::Unavailable(reply.refused().to_string()));
        }
        query::hits(&reply.must()?)
    }

    /// Ids of a kind behind `after`, in their order.
    pub async fn ids(&self, kind: Kind, after: Id, limit: usize) -> Result<Vec<Id>> {
        let path = format!("/{}/_search?filter_path=hits.hits.sort,error", self.alias(kind));
        let body = json!({
            "size": limit.min(HITS_MAX),
            "_source": false,
            "query": {"range": {"id": {"gt": query::digits(after)}}},
            "sort": [{"id": "asc"}],
        });
        let answer = self.send(SearchRequest::Search, Method::POST, &path, body).await?.must()?;
        Ok(read_ids(&answer))
    }

    /// Makes what was written searchable now.
    pub async fn refresh(&self, kind: Kind) -> Result<()> {
        let path = format!("/{}/_refresh", self.alias(kind));
        self.send(SearchRequest::Refresh, Method::POST, &path, Value::Null).await?.must().map(drop)
    }

    /// How far an index is; zero when it is new.
    pub async fn mark(&self, home: &str) -> Result<Mark> {
        let path = format!("/{home}/_doc/{CURSOR}?stored_fields={CURSOR}&_source=false");
        let reply = self.send(SearchRequest::Index, Method::GET, &path, Value::Null).await?;
        if reply.status == StatusCode::NOT_FOUND {
            return Ok(Mark::default());
        }
        read_mark(&reply.must()?)
    }

    /// Writes changes into an index, then how far it is: should the second fail, the first is done again.
    pub async fn put(&self, home: &str, changes: &[Fed], reached: Option<Mark>) -> Result<()> {
        for part in bulk::parts(changes, self.options.batch_len) {
            bulk::send(self, home, part).await?;
        }
        let Some(reached) = reached else { return Ok(()) };
        let text = serde_json::to_string(&reached).map_err(|error| Error::Refused(error.to_string()))?;
        // Through the alias, so that an index that is gone is not made again by this.
        let path = format!("/{}/_doc/{CURSOR}?require_alias=true", indexes::write_alias(home));
        self.send(SearchRequest::Index, Method::PUT, &path, json!({CURSOR: text})).await?.must().map(drop)
    }

    async fn send(&self, request: SearchRequest, method: Method, path: &str, body: Value) -> Result<Reply> {
        let body = if body.is_null() { Body::None } else { Body::Json(body) };
        self.timed(request, self.http.send(method, path, body)).await
    }

    async fn timed(&self, request: SearchRequest, exchange: impl Future<Output = Result<Reply>>) -> Result<Reply> {
        let began = Instant::now();
        let reply = exchange.await;
        let is_good = reply.as_ref().is_ok_and(|reply| !reply.status.is_server_error());
        self.metrics.content.search_server_time.observe((request, is_good), began.elapsed().as_secs_f64());
        reply
    }
}

/// The ids that documents were sorted by.
fn read_ids(answer: &Value) -> Vec<Id> {
    let hits = answer["hits"]["hits"].as_array().map(Vec::as_slice).unwrap_or_default();
    hits.iter().filter_map(|hit| query::id(hit["sort"][0].as_str()?)).collect()
}

/// How far the index is that holds this document; zero when it does not say.
fn read_mark(answer: &Value) -> Result<Mark> {
    let Some(text) = answer["fields"][CURSOR][0].as_str() else { return Ok(Mark::default()) };
    serde_json::from_str(text).map_err(|error| Error::Refused(format!("a cursor that does not read: {error}")))
}
