//! A Prometheus that is asked, and what it answered: the raw metrics of a run that the lab did not scrape itself.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use base::Millis;
use serde::{Deserialize, Serialize};

use super::source::QueryError;
use super::{Labels, Point};
use crate::promql::Series;
use simulate::net::Trust;
use simulate::net::fetch::Fetch;

/// As the reference tool waits.
const TIMEOUT: Duration = Duration::from_secs(60);

pub struct Prometheus {
    http: Fetch,
    answers: Answers,
}

/// Points that are kept, of 16 bytes each; further ones are counted. An hour and a half of eleven metrics each two
/// seconds is 30,000, and the charts of its report are 6,000.
const POINTS_MAX: usize = 1_000_000;

/// What was answered, by query.
#[derive(Default)]
pub struct Answers {
    by_query: BTreeMap<String, BTreeMap<Labels, Vec<Point>>>,
    kept: usize,
    left_out: u64,
}

/// [`Answers`] in a form to write down.
#[derive(Serialize)]
pub struct Archive<'a> {
    prometheus: &'a str,
    /// Points for which there was no room.
    left_out: u64,
    series: Vec<ArchivedSeries<'a>>,
}

#[derive(Serialize)]
struct ArchivedSeries<'a> {
    query: &'a str,
    labels: BTreeMap<&'a str, &'a str>,
    /// Milliseconds and values, the values as a Prometheus writes them.
    points: Vec<(Millis, String)>,
}

impl Prometheus {
    /// `url` reads `http://127.0.0.1:9090`.
    pub fn new(url: &str, trust: &Trust) -> Prometheus {
        Prometheus { http: Fetch::new(url, trust), answers: Answers::default() }
    }

    pub fn base(&self) -> &str {
        self.http.base()
    }

    /// Everything that it answered so far, in the order of queries, labels and times.
    pub fn archive(&self) -> Archive<'_> {
        let Answers { by_query, left_out, .. } = &self.answers;
        let all = by_query.iter().flat_map(|(query, series)| series.iter().map(move |one| (query, one)));
        let series = all.map(|(query, (labels, points))| {
            let mut points: Vec<(Millis, String)> = points.iter().map(|point| (point.at, text(point.value))).collect();
            points.sort();
            points.dedup();
            ArchivedSeries { query, labels: labels.iter().collect(), points }
        });
        Archive { prometheus: self.base(), left_out: *left_out, series: series.collect() }
    }

    /// Proves that it is one.
    ///
    /// # Errors
    /// With what it says instead.
    pub(super) async fn reach(&self) -> Result<(), String> {
        let wrong = |error: QueryError| format!("{} is no Prometheus: {}", self.base(), error.reason);
        self.ask::<Instant>("1", "/api/v1/query?query=1").await.map(drop).map_err(wrong)
    }

    pub(super) async fn instant(&mut self, query: &str, at: Millis) -> Result<Vec<Series>, QueryError> {
        let path = format!("/api/v1/query?query={}&time={}", escape(query), at as f64 / 1_000.0);
        let told: Told<Instant> = self.ask(query, &path).await?;
        let series: Vec<Series> = match told.result {
            Instant::Number((_, value)) => vec![Series { labels: Labels::default(), value: number(&value) }],
            Instant::Vector(series) => {
                let series = series.into_iter();
                series.map(|one| Series { labels: Labels::new(one.metric), value: number(&one.value.1) }).collect()
            }
        };
        for one in &series {
            self.answers.keep(query, &one.labels, &[Point { at, value: one.value }]);
        }
        Ok(series)
    }

    /// The first series at each step of a span.
    pub(super) async fn range(
        &mut self,
        query: &str,
        (from, to): (Millis, Millis),
        step_ms: Millis,
    ) -> Result<Vec<(Millis, f64)>, QueryError> {
        let seconds = |ms: Millis| ms as f64 / 1_000.0;
        let (from, to, step) = (seconds(from), seconds(to), seconds(step_ms));
        let path = format!("/api/v1/query_range?query={}&start={from}&end={to}&step={step}", escape(query));
        let told: Told<Vec<RangeSeries>> = self.ask(query, &path).await?;
        let mut first = None;
        for one in told.result {
            let point = |(at, value): &(f64, String)| Point { at: (at * 1_000.0) as Millis, value: number(value) };
            let points: Vec<Point> = one.values.iter().map(point).collect();
            self.answers.keep(query, &Labels::new(one.metric), &points);
            first.get_or_insert(points);
        }
        Ok(first.unwrap_or_default().into_iter().map(|point| (point.at, point.value)).collect())
    }

    async fn ask<T: serde::de::DeserializeOwned>(&self, query: &str, path: &str) -> Result<Told<T>, QueryError> {
        let wrong = |reason: String| QueryError { query: query.into(), reason };
        let (status, body) = self.http.get(path, TIMEOUT).await.map_err(wrong)?;
        let strange = || wrong(format!("it answers {status}, and not as a Prometheus does"));
        let envelope: Envelope<Told<T>> = serde_json::from_slice(&body).map_err(|_| strange())?;
        match envelope.data {
            Some(data) => Ok(data),
            None if envelope.error.is_empty() => Err(strange()),
            None => Err(wrong(envelope.error)),
        }
    }
}

impl Answers {
    fn keep(&mut self, query: &str, labels: &Labels, points: &[Point]) {
        let room = points.len().min(POINTS_MAX - self.kept);
        self.kept += room;
        self.left_out += (points.len() - room) as u64;
        if !self.by_query.contains_key(query) {
            self.by_query.insert(query.to_owned(), BTreeMap::new());
        }
        if let Some(series) = self.by_query.get_mut(query) {
            series.entry(labels.clone()).or_default().extend_from_slice(&points[..room]);
        }
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
    #[serde(default)]
    metric: HashMap<String, String>,
    values: Vec<(f64, String)>,
}

fn number(text: &str) -> f64 {
    match text {
        "+Inf" => f64::INFINITY,
        "-Inf" => f64::NEG_INFINITY,
        _ => text.parse().unwrap_or(f64::NAN),
    }
}

fn text(value: f64) -> String {
    match value {
        f64::INFINITY => "+Inf".into(),
        f64::NEG_INFINITY => "-Inf".into(),
        value => value.to_string(),
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

    #[test]
    fn answers_are_archived_in_order_and_each_once() {
        let mut prometheus = Prometheus::new("http://127.0.0.1:9090", &Trust::PublicRoots);
        let labels = Labels::new([("le".to_owned(), "1".to_owned())]);
        let point = |at, value| Point { at, value };
        prometheus.answers.keep("up", &labels, &[point(2_000, f64::NAN), point(4_000, 1.5)]);
        prometheus.answers.keep("up", &labels, &[point(1_000, f64::INFINITY), point(4_000, 1.5)]);
        prometheus.answers.kept = POINTS_MAX;
        prometheus.answers.keep("up", &labels, &[point(6_000, 1.0)]);
        let archive = serde_json::to_value(prometheus.archive()).expect("JSON");
        let expected = serde_json::json!({
            "prometheus": "http://127.0.0.1:9090",
            "left_out": 1,
            "series": [{
                "query": "up",
                "labels": {"le": "1"},
                "points": [[1_000, "+Inf"], [2_000, "NaN"], [4_000, "1.5"]],
            }],
        });
        assert_eq!(archive, expected);
    }
}
