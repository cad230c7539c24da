//! Where queries are answered: by the lab's own samples, or by a Prometheus.

use std::collections::HashMap;
use std::time::Duration;

use base::Millis;
use serde::Deserialize;

use super::{Labels, Samples, Target, ThisHost};
use crate::net::Trust;
use crate::net::fetch::Fetch;
use crate::promql::{Expression, Series, Value, parse};

/// As the reference tool waits.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Answers queries.
pub enum Source {
    Own(Box<Own>),
    Prometheus(Box<Fetch>),
}

/// The lab's own scraping.
#[derive(Default)]
pub struct Own {
    pub targets: Vec<Target>,
    pub samples: Samples,
    parsed: HashMap<String, Expression>,
}

/// Why a query has no answer.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{query}: {reason}")]
pub struct QueryError {
    pub query: String,
    pub reason: String,
}

/// Distinct queries that are kept parsed: those of a run, and its charts.
const PARSED_MAX: usize = 256;

impl Source {
    pub fn own(targets: Vec<Target>) -> Source {
        Source::Own(Box::new(Own { targets, ..Own::default() }))
    }

    /// `url` reads `http://127.0.0.1:9090`.
    pub fn prometheus(url: &str, trust: &Trust) -> Source {
        Source::Prometheus(Box::new(Fetch::new(url, trust)))
    }

    /// Asks every target once; a Prometheus does so itself.
    pub async fn scrape(&mut self, at: Millis) {
        let Source::Own(own) = self else { return };
        let pages = own.targets.iter_mut().map(Target::fetch);
        let pages = futures_util::future::join_all(pages).await;
        let Own { targets, samples, .. } = &mut **own;
        for (target, lines) in targets.iter_mut().zip(pages) {
            target.store(lines, at, samples);
        }
    }

    /// Proves that everything that was named tells numbers: later it may fall silent, but an address that was never
    /// right would pass for a server without troubles.
    ///
    /// # Errors
    /// With the first that does not, and the reason.
    pub async fn reach(&mut self) -> Result<(), String> {
        match self {
            Source::Own(own) => {
                futures_util::future::join_all(own.targets.iter_mut().map(Target::fetch)).await;
                let troubled = own.targets.iter().find_map(|target| Some((target.url(), target.trouble.clone()?)));
                troubled.map_or(Ok(()), |(url, why)| Err(format!("{url} tells no metrics: {why}")))
            }
            Source::Prometheus(http) => {
                let wrong = |error: QueryError| format!("{} is no Prometheus: {}", http.base(), error.reason);
                ask::<Instant>(http, "1", "/api/v1/query?query=1").await.map(drop).map_err(wrong)
            }
        }
    }

    /// The lab's own machine, where the server shares it.
    pub fn this_host(&self) -> Option<ThisHost<'_>> {
        match self {
            Source::Prometheus(_) => None,
            Source::Own(own) => own.targets.iter().find_map(Target::as_this_host),
        }
    }

    /// Targets that did not answer the last time, with the reason.
    pub fn troubles(&self) -> Vec<String> {
        match self {
            Source::Prometheus(_) => Vec::new(),
            Source::Own(own) => {
                let troubled = own.targets.iter();
                let said = |target: &Target| target.trouble.as_ref().map(|why| format!("{}: {why}", target.instance()));
                troubled.filter_map(said).collect()
            }
        }
    }

    /// The series of a query at `at`.
    ///
    /// # Errors
    /// When the query cannot be read or evaluated, or the Prometheus does not answer.
    pub async fn instant(&mut self, query: &str, at: Millis) -> Result<Vec<Series>, QueryError> {
        match self {
            Source::Own(own) => own.instant(query, at),
            Source::Prometheus(http) => {
                let path = format!("/api/v1/query?query={}&time={}", escape(query), at as f64 / 1_000.0);
                let told: Told<Instant> = ask(http, query, &path).await?;
                Ok(match told.result {
                    Instant::Number((_, value)) => {
                        vec![Series { labels: Labels::default(), value: number(&value) }]
                    }
                    Instant::Vector(series) => {
                        let series = series.into_iter();
                        series.map(|one| Series { labels: labels(one.metric), value: number(&one.value.1) }).collect()
                    }
                })
            }
        }
    }

    /// The first series of a query at each step of a span.
    ///
    /// # Errors
    /// Those of [`Source::instant`].
    pub async fn range(
        &mut self,
        query: &str,
        (from, to): (Millis, Millis),
        step_ms: Millis,
    ) -> Result<Vec<(Millis, f64)>, QueryError> {
        match self {
            Source::Own(own) => {
                let wrong = |reason: &dyn ToString| QueryError { query: query.into(), reason: reason.to_string() };
                let parsed = parse(query).map_err(|error| wrong(&error))?;
                parsed.range(&own.samples, (from, to), step_ms).map_err(|error| wrong(&error))
            }
            Source::Prometheus(http) => {
                let seconds = |ms: Millis| ms as f64 / 1_000.0;
                let (from, to, step) = (seconds(from), seconds(to), seconds(step_ms));
                let path = format!("/api/v1/query_range?query={}&start={from}&end={to}&step={step}", escape(query));
                let told: Told<Vec<RangeSeries>> = ask(http, query, &path).await?;
                let first = told.result.into_iter().next().map(|series| series.values).unwrap_or_default();
                Ok(first.into_iter().map(|(at, value)| ((at * 1_000.0) as Millis, number(&value))).collect())
            }
        }
    }
}

impl Own {
    fn instant(&mut self, query: &str, at: Millis) -> Result<Vec<Series>, QueryError> {
        let wrong = |reason: &dyn ToString| QueryError { query: query.into(), reason: reason.to_string() };
        if !self.parsed.contains_key(query) {
            if self.parsed.len() >= PARSED_MAX {
                self.parsed.clear();
            }
            let expression = parse(query).map_err(|error| wrong(&error))?;
            self.parsed.insert(query.to_owned(), expression);
        }
        Ok(match self.parsed[query].instant(&self.samples, at).map_err(|error| wrong(&error))? {
            Value::Number(value) => vec![Series { labels: Labels::default(), value }],
            Value::Vector(series) => series,
        })
    }
}

#[derive(Deserialize)]
struct Envelope<T> {
    data: Option<T>,
    #[serde(default)]
    error: String,
}

#[derive(Deserialize)]
struct Told<T> {
    result: T,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Instant {
    Number((f64, String)),
    Vector(Vec<InstantSeries>),
}

#[derive(Deserialize)]
struct InstantSeries {
    metric: HashMap<String, String>,
    value: (f64, String),
}

#[derive(Deserialize)]
struct RangeSeries {
    values: Vec<(f64, String)>,
}

async fn ask<T: serde::de::DeserializeOwned>(http: &Fetch, query: &str, path: &str) -> Result<Told<T>, QueryError> {
    let wrong = |reason: String| QueryError { query: query.into(), reason };
    let (status, body) = http.get(path, TIMEOUT).await.map_err(wrong)?;
    let strange = || wrong(format!("it answers {status}, and not as a Prometheus does"));
    let envelope: Envelope<Told<T>> = serde_json::from_slice(&body).map_err(|_| strange())?;
    match envelope.data {
        Some(data) => Ok(data),
        None if envelope.error.is_empty() => Err(strange()),
        None => Err(wrong(envelope.error)),
    }
}

fn labels(metric: HashMap<String, String>) -> Labels {
    Labels::new(metric)
}

fn number(text: &str) -> f64 {
    match text {
        "+Inf" => f64::INFINITY,
        "-Inf" => f64::NEG_INFINITY,
        _ => text.parse().unwrap_or(f64::NAN),
    }
}

/// Percent-encodes a query for an address.
fn escape(query: &str) -> String {
    let mut out = String::with_capacity(query.len() * 2);
    for byte in query.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' => out.push(byte as char),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::null::{NullServer, Size};

    #[test]
    fn answers_of_a_prometheus_are_read() {
        let text = r#"{"status":"success","data":{"resultType":"vector","result":[
            {"metric":{"le":"1"},"value":[1700000000.5,"+Inf"]}]}}"#;
        let envelope: Envelope<Told<Instant>> = serde_json::from_str(text).expect("it reads");
        let Some(Told { result: Instant::Vector(series) }) = envelope.data else { panic!("a vector") };
        assert_eq!(number(&series[0].value.1), f64::INFINITY);
        let text = r#"{"status":"success","data":{"resultType":"scalar","result":[1.5,"7"]}}"#;
        let envelope: Envelope<Told<Instant>> = serde_json::from_str(text).expect("it reads");
        assert!(matches!(envelope.data, Some(Told { result: Instant::Number(_) })));
    }

    #[test]
    fn a_query_is_escaped_for_an_address() {
        assert_eq!(escape("a{b=~\"5..\"}+1"), "a%7Bb%3D~%225..%22%7D%2B1".replace('~', "%7E"));
    }

    #[tokio::test]
    async fn an_address_that_tells_nothing_is_named() {
        let page = Target::page("http://127.0.0.1:1/metrics", "app", "app-0:8067", &Trust::PublicRoots);
        let refused = Source::own(vec![page]).reach().await.expect_err("nobody listens");
        assert!(refused.starts_with("http://127.0.0.1:1/metrics tells no metrics: "), "{refused}");
        let (_server, other) = NullServer::start(([127, 0, 0, 1], 0).into(), Size { users: 12, channels: 16 })
            .await
            .expect("a port is free");
        let mut source = Source::prometheus(&format!("http://{other}"), &Trust::PublicRoots);
        let refused = source.reach().await.expect_err("a chat server");
        assert!(refused.contains("is no Prometheus"), "{refused}");
    }

    #[tokio::test]
    async fn an_own_source_answers_and_refuses_by_the_query() {
        let mut source = Source::own(vec![]);
        assert_eq!(source.instant("1 + 1", 0).await.expect("a number")[0].value, 2.0);
        let refused = source.instant("topk(1, a)", 0).await.expect_err("not evaluated");
        assert!(refused.to_string().contains("topk"), "{refused}");
    }
}
