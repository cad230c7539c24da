//! What the users of one agent measure while they act; `agent::results` and `/metrics` are read from it.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use http::Method;
use parking_lot::{Mutex, RwLock};

use crate::mix::Action;
use crate::net::{Failure, Reply};
use crate::results::noticed::Notes;
use crate::results::storm::Chat;
use crate::results::{self, LATE_MS};

/// Upper bounds of `loadtest_http_request_time`, the usual ones of Prometheus.
const BOUNDS_S: [f64; 11] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
/// Failures that are kept as sentences; the oldest goes first.
const EXAMPLES_MAX: usize = 50;

type Key = (Method, &'static str);

#[derive(Default)]
pub struct Meter {
    endpoints: RwLock<HashMap<Key, Arc<Mutex<results::Endpoint>>>>,
    actions: Mutex<BTreeMap<Action, results::Action>>,
    examples: Mutex<VecDeque<String>>,
    pub sockets: SocketMeter,
    /// What users noticed of faults, but for what only the ledger knows.
    pub noticed: Notes,
    buckets: [AtomicU64; BOUNDS_S.len() + 1],
    sum_us: AtomicU64,
    errors: AtomicU64,
    pool_waits: AtomicU64,
    late: Mutex<crate::latency::Latency>,
    late_starts: AtomicU64,
}

/// Counters of sockets.
#[derive(Default)]
pub struct SocketMeter {
    pub open: AtomicU64,
    pub opened: AtomicU64,
    pub failed: AtomicU64,
    pub lost: AtomicU64,
    pub resumed: AtomicU64,
    pub renewed: AtomicU64,
    pub gaps: AtomicU64,
    pub missing: AtomicU64,
    pub bytes: AtomicU64,
    pub events: Mutex<BTreeMap<String, u64>>,
}

impl Meter {
    /// Of an agent that was made at that time.
    pub fn since(began_at: base::Millis) -> Meter {
        Meter { noticed: Notes::since(began_at), ..Meter::default() }
    }

    /// One request, whatever became of it.
    pub fn request(&self, method: &Method, template: &'static str, took: Duration, result: &Result<Reply, Failure>) {
        let key = (method.clone(), template);
        let known = self.endpoints.read().get(&key).cloned();
        let endpoint = known.unwrap_or_else(|| self.endpoints.write().entry(key).or_default().clone());
        let mut endpoint = endpoint.lock();
        endpoint.latency.record(took);
        match result {
            Err(Failure::Refused { status, .. }) => *endpoint.errors.entry(*status).or_default() += 1,
            Err(Failure::Timeout { .. }) => endpoint.timeouts += 1,
            Err(_) => endpoint.broken += 1,
            Ok(_) => {}
        }
        drop(endpoint);
        let at = BOUNDS_S.partition_point(|bound| *bound < took.as_secs_f64());
        self.buckets[at].fetch_add(1, Relaxed);
        self.sum_us.fetch_add(took.as_micros() as u64, Relaxed);
    }

    /// What an endpoint's callers met so far.
    pub fn endpoint(&self, method: &Method, template: &'static str) -> results::Endpoint {
        let known = self.endpoints.read().get(&(method.clone(), template)).cloned();
        known.map(|endpoint| endpoint.lock().clone()).unwrap_or_default()
    }

    /// The requests of people who are signed in, so far.
    pub fn chat(&self) -> Chat {
        let mut chat = Chat::default();
        for ((_, template), endpoint) in self.endpoints.read().iter().filter(|((_, path), _)| *path != "/users/login") {
            let endpoint = endpoint.lock();
            chat.all.add(&endpoint.latency);
            if *template == "/posts" {
                chat.posts.add(&endpoint.latency);
            }
        }
        chat
    }

    /// The end of an action.
    pub fn action(&self, action: Action, end: End, requests: u64) {
        let mut actions = self.actions.lock();
        let entry = actions.entry(action).or_default();
        entry.requests += requests;
        match end {
            End::Done(took) => {
                entry.done += 1;
                entry.latency.record(took);
            }
            End::Skipped(reason) => *entry.skipped.entry(reason.to_owned()).or_default() += 1,
            End::Failed(failure) => *entry.failed.entry(failure.label()).or_default() += 1,
        }
    }

    /// Something went wrong for a user, in an action or beside one.
    pub fn error(&self, place: &str, failure: &dyn std::fmt::Display) {
        self.errors.fetch_add(1, Relaxed);
        let mut examples = self.examples.lock();
        if examples.len() >= EXAMPLES_MAX {
            examples.pop_front();
        }
        examples.push_back(format!("{place}: {failure}"));
    }

    pub fn errors(&self) -> u64 {
        self.errors.load(Relaxed)
    }

    pub(crate) fn pool_wait(&self) {
        self.pool_waits.fetch_add(1, Relaxed);
    }

    /// An action began this much after it should have.
    pub fn start(&self, late: Duration) {
        self.late.lock().record(late);
        if late.as_millis() as u64 > LATE_MS {
            self.late_starts.fetch_add(1, Relaxed);
        }
    }

    /// Fills in what is measured here.
    pub fn fill(&self, results: &mut results::Results) {
        let endpoints = self.endpoints.read();
        let named = |((method, template), endpoint): (&Key, &Arc<Mutex<results::Endpoint>>)| {
            (format!("{method} {template}"), endpoint.lock().clone())
        };
        results.endpoints = endpoints.iter().map(named).collect();
        let actions = self.actions.lock();
        results.actions = actions.iter().map(|(action, entry)| (action.name().to_owned(), entry.clone())).collect();
        results.examples = self.examples.lock().iter().cloned().collect();
        let sockets = &self.sockets;
        results.sockets = results::Sockets {
            open: sockets.open.load(Relaxed),
            opened: sockets.opened.load(Relaxed),
            failed: sockets.failed.load(Relaxed),
            lost: sockets.lost.load(Relaxed),
            resumed: sockets.resumed.load(Relaxed),
            renewed: sockets.renewed.load(Relaxed),
            gaps: sockets.gaps.load(Relaxed),
            missing: sockets.missing.load(Relaxed),
            events: sockets.events.lock().clone(),
            bytes: sockets.bytes.load(Relaxed),
        };
        let generator = &mut results.generator;
        generator.pool_waits = self.pool_waits.load(Relaxed);
        generator.late = self.late.lock().clone();
        generator.starts = generator.late.count();
        generator.late_starts = self.late_starts.load(Relaxed);
    }

    /// Adds up the exposition of several agents in the names of the reference tool.
    pub fn exposition(meters: &[&Meter]) -> String {
        let mut text = String::new();
        let sum = |of: &dyn Fn(&Meter) -> u64| meters.iter().map(|meter| of(meter)).sum::<u64>();
        histogram(&mut text, meters);
        let mut errors: BTreeMap<(Key2, u16), u64> = BTreeMap::new();
        let mut timeouts: BTreeMap<Key2, u64> = BTreeMap::new();
        for meter in meters {
            for ((method, template), endpoint) in meter.endpoints.read().iter() {
                let key = (template.to_string(), method.to_string());
                let endpoint = endpoint.lock();
                for (status, count) in &endpoint.errors {
                    *errors.entry((key.clone(), *status)).or_default() += count;
                }
                // From 0 on: the rate of a counter that begins with its first timeout misses that one.
                *timeouts.entry(key).or_default() += endpoint.timeouts;
            }
        }
        head(&mut text, "loadtest_http_errors_total", "Answers of 400 and above.", "counter");
        for (((path, method), status), count) in errors {
            let labels = format!("path=\"/api/v4{path}\",method=\"{method}\",status_code=\"{status}\"");
            line(&mut text, &format!("loadtest_http_errors_total{{{labels}}}"), count as f64);
        }
        head(&mut text, "loadtest_http_timeouts_total", "Requests without an answer in time.", "counter");
        for ((path, method), count) in timeouts {
            let labels = format!("path=\"/api/v4{path}\",method=\"{method}\"");
            line(&mut text, &format!("loadtest_http_timeouts_total{{{labels}}}"), count as f64);
        }
        head(&mut text, "loadtest_websocket_connections_total", "Open sockets.", "gauge");
        let open = sum(&|meter| meter.sockets.open.load(Relaxed));
        line(&mut text, "loadtest_websocket_connections_total", open as f64);
        head(&mut text, "loadtest_actions_started_total", "Actions of the mix that users began.", "counter");
        line(&mut text, "loadtest_actions_started_total", sum(&|meter| meter.late.lock().count()) as f64);
        head(&mut text, "loadtest_actions_late_total", "Of them, those that began more than 100 ms late.", "counter");
        line(&mut text, "loadtest_actions_late_total", sum(&|meter| meter.late_starts.load(Relaxed)) as f64);
        text
    }
}

type Key2 = (String, String);

/// How an action ended.
pub enum End<'a> {
    Done(Duration),
    Skipped(&'static str),
    Failed(&'a Failure),
}

fn histogram(text: &mut String, meters: &[&Meter]) {
    let sum = |of: &dyn Fn(&Meter) -> u64| meters.iter().map(|meter| of(meter)).sum::<u64>();
    const NAME: &str = "loadtest_http_request_time";
    head(text, NAME, "Seconds from when a user wanted an answer until it was there.", "histogram");
    let mut below = 0;
    for (at, bound) in BOUNDS_S.iter().map(f64::to_string).chain(["+Inf".to_owned()]).enumerate() {
        below += sum(&|meter| meter.buckets[at].load(Relaxed));
        line(text, &format!("{NAME}_bucket{{le=\"{bound}\"}}"), below as f64);
    }
    line(text, &format!("{NAME}_sum"), sum(&|meter| meter.sum_us.load(Relaxed)) as f64 / 1e6);
    line(text, &format!("{NAME}_count"), below as f64);
}

pub(crate) fn head(text: &mut String, name: &str, help: &str, kind: &str) {
    writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}").expect("writing to a string");
}

pub(crate) fn line(text: &mut String, series: &str, value: f64) {
    writeln!(text, "{series} {value}").expect("writing to a string");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exposition_has_the_published_names() {
        let meter = Meter::default();
        let refused = |status| Failure::Refused {
            method: Method::GET,
            template: "/users/{id}/image",
            status,
            id: String::new(),
            message: String::new(),
        };
        meter.request(&Method::GET, "/users/{id}/image", Duration::from_millis(30), &Err(refused(500)));
        let text = Meter::exposition(&[&meter]);
        assert!(text.contains("loadtest_http_request_time_bucket{le=\"0.025\"} 0\n"), "{text}");
        assert!(text.contains("loadtest_http_request_time_bucket{le=\"0.05\"} 1\n"), "{text}");
        assert!(text.contains("loadtest_http_request_time_count 1\n"), "{text}");
        let error =
            "loadtest_http_errors_total{path=\"/api/v4/users/{id}/image\",method=\"GET\",status_code=\"500\"} 1";
        assert!(text.contains(error), "{text}");
    }
}
