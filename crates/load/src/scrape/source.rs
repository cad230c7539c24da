//! Where queries are answered: by the lab's own samples, or by a Prometheus.

use std::collections::HashMap;

use base::Millis;

use super::prometheus::Prometheus;
use super::{Labels, Samples, Target, ThisHost};
use crate::promql::{Expression, Series, Value, parse};
use simulate::net::Trust;

/// Answers queries.
pub enum Source {
    Own(Box<Own>),
    Prometheus(Box<Prometheus>),
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

/// How instances of the application begin, and those of their machines.
const APP: &str = "app";

/// Distinct queries that are kept parsed: those of a run, and its charts.
const PARSED_MAX: usize = 256;

impl Source {
    pub fn own(targets: Vec<Target>) -> Source {
        Source::Own(Box::new(Own { targets, ..Own::default() }))
    }

    /// `url` reads `http://127.0.0.1:9090`.
    pub fn prometheus(url: &str, trust: &Trust) -> Source {
        Source::Prometheus(Box::new(Prometheus::new(url, trust)))
    }

    /// Asks every target once; a Prometheus does so itself.
    pub async fn scrape(&mut self, at: Millis) {
        let Source::Own(own) = self else { return };
        let pages = own.targets.iter_mut().map(Target::fetch);
        let pages = futures_util::future::join_all(pages).await;
        let Own { targets, samples, .. } = &mut **own;
        for (target, told) in targets.iter_mut().zip(&pages) {
            target.store(told, at, samples);
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
            Source::Prometheus(prometheus) => prometheus.reach().await,
        }
    }

    /// The lab's own machine, where the server shares it; a proxy alone does not make it the server's.
    pub fn this_host(&self) -> Option<ThisHost<'_>> {
        match self {
            Source::Prometheus(_) => None,
            Source::Own(own) => {
                let mut ours = own.targets.iter().filter(|target| target.instance().starts_with(APP));
                ours.find_map(Target::as_this_host)
            }
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

    /// Points that were not kept because there were too many series.
    pub fn lost(&self) -> u64 {
        match self {
            Source::Prometheus(_) => 0,
            Source::Own(own) => own.samples.lost(),
        }
    }

    /// The series of a query at `at`.
    ///
    /// # Errors
    /// When the query cannot be read or evaluated, or the Prometheus does not answer.
    pub async fn instant(&mut self, query: &str, at: Millis) -> Result<Vec<Series>, QueryError> {
        match self {
            Source::Own(own) => own.instant(query, at),
            Source::Prometheus(prometheus) => prometheus.instant(query, at).await,
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
            Source::Prometheus(prometheus) => prometheus.range(query, (from, to), step_ms).await,
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

#[cfg(test)]
mod tests {
    use super::*;
    use simulate::null::{NullServer, Size};

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
