//! Evaluates the health metrics round by round and remembers how each of them did.

use base::Millis;
use serde::{Deserialize, Serialize};

use crate::health::{Judged, Metric};
use crate::scrape::Source;

/// How a metric did over the run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    pub description: String,
    pub query: String,
    pub threshold: f64,
    /// It may stop a test.
    pub alerts: bool,
    /// Rounds in which it had a value.
    pub judged: u64,
    /// Rounds in which it had none, after its first minute.
    pub missing: u64,
    /// Rounds in which it stood at or above its threshold.
    pub over: u64,
    pub mean: f64,
    pub max: f64,
    pub last: Option<f64>,
    pub first_over: Option<FirstOver>,
}

/// When a metric first reached its threshold.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FirstOver {
    pub at: Millis,
    pub users: u32,
    pub value: f64,
}

/// The metrics of a run.
pub struct Monitor {
    metrics: Vec<Metric>,
    records: Vec<Record>,
    /// The same since [`Monitor::begin_anew`].
    counted: Vec<Record>,
    /// Places of the metrics that alerted in the last round.
    over: Vec<usize>,
    began: Millis,
    warned: Vec<String>,
}

/// What a round came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Judgement {
    /// A metric that may alert does.
    pub alert: bool,
    /// Use of the processors as a share of its limit, where it has a value.
    pub fill: Option<f64>,
}

/// Broken queries that are told; each is told once.
const WARNED_MAX: usize = 32;

impl Monitor {
    pub fn new(metrics: Vec<Metric>, began: Millis) -> Monitor {
        let record = |metric: &Metric| Record {
            description: metric.description.clone(),
            query: metric.query.clone(),
            threshold: metric.threshold,
            alerts: metric.alert,
            ..Record::default()
        };
        let records: Vec<Record> = metrics.iter().map(record).collect();
        Monitor { metrics, counted: records.clone(), records, over: Vec::new(), began, warned: Vec::new() }
    }

    /// Of the whole run.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Of the part that counts.
    pub fn counted(&self) -> &[Record] {
        &self.counted
    }

    /// What alerted in the last round.
    pub fn over(&self) -> impl Iterator<Item = &str> {
        self.over.iter().map(|place| self.metrics[*place].description.as_str())
    }

    /// Evaluates every metric. A failed query is healthy, as published.
    pub async fn round(&mut self, source: &mut Source, at: Millis, users: u32) -> Judgement {
        let mut fill = None;
        self.over.clear();
        for place in 0..self.metrics.len() {
            let value = match source.instant(&self.metrics[place].query, at).await {
                Ok(series) => series.first().map(|series| series.value),
                Err(error) => {
                    self.warn(error.to_string());
                    None
                }
            };
            let metric = &self.metrics[place];
            let judged = metric.judge(value, at - self.began);
            if metric.is_of_processors() {
                fill = value.filter(|value| value.is_finite()).map(|value| value / metric.threshold);
            }
            if metric.alert && matches!(judged, Judged::Over(_)) {
                self.over.push(place);
            }
            self.records[place].note(judged, at, users);
            self.counted[place].note(judged, at, users);
        }
        Judgement { alert: !self.over.is_empty(), fill }
    }

    /// What follows is the part that counts.
    pub fn begin_anew(&mut self) {
        for record in &mut self.counted {
            *record = Record {
                description: std::mem::take(&mut record.description),
                query: std::mem::take(&mut record.query),
                threshold: record.threshold,
                alerts: record.alerts,
                ..Record::default()
            };
        }
    }

    fn warn(&mut self, text: String) {
        if self.warned.len() < WARNED_MAX && !self.warned.contains(&text) {
            tracing::warn!("a health metric has no value: {text}");
            self.warned.push(text);
        }
    }
}

impl Record {
    fn note(&mut self, judged: Judged, at: Millis, users: u32) {
        let value = match judged {
            Judged::TooEarly => return,
            Judged::Missing => {
                self.missing += 1;
                return;
            }
            Judged::Healthy(value) => value,
            Judged::Over(value) => {
                self.over += 1;
                self.first_over.get_or_insert(FirstOver { at, users, value });
                value
            }
        };
        self.judged += 1;
        self.mean += (value - self.mean) / self.judged as f64;
        self.max = if self.judged == 1 { value } else { self.max.max(value) };
        self.last = Some(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::health::published;

    #[test]
    fn a_record_sums_up_what_was_seen() {
        let mut record = Record::default();
        for judged in [Judged::TooEarly, Judged::Healthy(1.0), Judged::Missing, Judged::Over(3.0), Judged::Over(2.0)] {
            record.note(judged, 7, 40);
        }
        assert_eq!((record.judged, record.missing, record.over, record.mean, record.max), (3, 1, 2, 2.0, 3.0));
        assert_eq!(record.first_over, Some(FirstOver { at: 7, users: 40, value: 3.0 }));
    }

    #[tokio::test]
    async fn metrics_without_values_are_healthy_and_counted_as_missing() {
        let mut monitor = Monitor::new(published(), 0);
        let mut source = Source::own(vec![]);
        assert_eq!(monitor.round(&mut source, 61_000, 5).await, Judgement::default());
        assert!(monitor.records().iter().all(|record| record.missing == 1 && record.judged == 0));
    }

    #[tokio::test]
    async fn only_a_metric_that_may_alert_does() {
        let always = Metric { query: "5".into(), threshold: 1.0, ..published()[0].clone() };
        let silent = Metric { alert: false, ..always.clone() };
        let mut source = Source::own(vec![]);
        assert!(!Monitor::new(vec![silent], 0).round(&mut source, 61_000, 5).await.alert);
        let mut monitor = Monitor::new(vec![always], 0);
        assert!(monitor.round(&mut source, 61_000, 5).await.alert);
        assert_eq!(monitor.over().collect::<Vec<_>>(), [published()[0].description.as_str()]);
    }
}
