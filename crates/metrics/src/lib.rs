//! The numbers that the server counts, each declared once, and their text for Prometheus.
//!
//! [`Metrics`] is made once and shared. Recording takes no lock and, after a series' first value, no memory;
//! [`Metrics::render`] goes to the metrics listener. Nothing here knows what is being counted.

mod declare;
mod docs;
mod exposition;
pub mod family;
pub mod groups;
pub mod label;
mod process;
pub mod value;

use std::sync::{Arc, OnceLock};

pub use declare::Declaration;
pub use docs::markdown;
pub use exposition::CONTENT_TYPE;
pub use family::Family;
pub use groups::bus::Bus;
pub use groups::clients::{ClientAgent, ClientPlatform, Clients};
pub use groups::content::{Content, NotificationPlatform, NotificationType, PushEnd, SearchRequest};
pub use groups::http::{Cost, Http, Method, OriginClient, PageLoad};
pub use groups::realtime::{Realtime, Reconnect, SocketDrop};
pub use groups::store::Store;
pub use groups::system::System;
pub use value::{Counter, Gauge, Histogram, Seconds};

/// Refreshes gauges that are read elsewhere: lengths of queues, sizes of caches, tasks of the runtime.
type Refresh = Box<dyn Fn(&Metrics) + Send + Sync>;

/// Everything that is counted.
pub struct Metrics {
    pub http: Http,
    pub store: Store,
    pub realtime: Realtime,
    pub bus: Bus,
    pub content: Content,
    pub system: System,
    pub clients: Clients,
    refresh: OnceLock<Refresh>,
}

/// Heading and declarations of each group, in the order of the exposition.
pub const GROUPS: &[(&str, &[Declaration])] = &[
    (Http::ABOUT, Http::DECLARATIONS),
    (Store::ABOUT, Store::DECLARATIONS),
    (Realtime::ABOUT, Realtime::DECLARATIONS),
    (Bus::ABOUT, Bus::DECLARATIONS),
    (Content::ABOUT, Content::DECLARATIONS),
    (System::ABOUT, System::DECLARATIONS),
    (Clients::ABOUT, Clients::DECLARATIONS),
];

/// One answered request of the API.
#[derive(Clone, Copy, Debug)]
pub struct ApiCall {
    /// Name of the endpoint, as dashboards know it: `createPost`.
    pub handler: &'static str,
    pub method: Method,
    pub status: u16,
    pub origin: OriginClient,
    pub page_load: PageLoad,
}

impl Metrics {
    /// Shared from the start: every part of the server holds it.
    pub fn new() -> Arc<Metrics> {
        Arc::new(Metrics::default())
    }

    /// Records an answered request: time, number, and whether it was an error.
    pub fn api_time(&self, call: ApiCall, seconds: f64) {
        self.http.requests.inc();
        if call.status >= 400 {
            self.http.errors.inc();
        }
        self.http.api_time.observe((call.handler, call.method, call.status, call.origin, call.page_load), seconds);
    }

    /// Records a call of the store. `name` reads like "PostStore.Save".
    pub fn db_store_time(&self, name: &'static str, ok: bool, seconds: f64) {
        self.store.time.observe((name, ok), seconds);
    }

    /// Records a request to other nodes, answered or not.
    pub fn cluster_request(&self, seconds: f64) {
        self.system.cluster_requests.inc();
        self.system.cluster_request_time.observe(seconds);
    }

    /// Records a durable commit of `changes` writes that shared it.
    pub fn commit_group(&self, changes: usize, seconds: f64) {
        self.store.commit_batch.observe(changes as f64);
        self.store.commit_time.observe(seconds);
    }

    /// Has `refresh` called before each rendering. The first caller wins: there is one server to a process.
    pub fn refresh_with(&self, refresh: impl Fn(&Metrics) + Send + Sync + 'static) {
        if self.refresh.set(Box::new(refresh)).is_err() {
            debug_assert!(false, "refresh_with is called once, where the server is put together");
        }
    }

    /// The text of all metrics.
    pub fn render(&self) -> String {
        if let Some(refresh) = self.refresh.get() {
            refresh(self);
        }
        process::read(&self.system);
        let mut lost = 0;
        self.each(&mut |_, metric| lost += metric.lost());
        self.system.lost.set(i64::try_from(lost).unwrap_or(i64::MAX));
        // About 200 bytes a sample and 100 samples before anything happened.
        let mut out = String::with_capacity(64 * 1024);
        self.each(&mut |declaration, metric| metric.write(declaration, &mut out));
        out
    }

    fn each(&self, metric: &mut dyn FnMut(&'static Declaration, &dyn exposition::Exposed)) {
        self.http.each(metric);
        self.store.each(metric);
        self.realtime.each(metric);
        self.bus.each(metric);
        self.content.each(metric);
        self.system.each(metric);
        self.clients.each(metric);
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Metrics {
            http: Http::new(),
            store: Store::new(),
            realtime: Realtime::new(),
            bus: Bus::new(),
            content: Content::new(),
            system: System::new(),
            clients: Clients::new(),
            refresh: OnceLock::new(),
        }
    }
}

#[cfg(test)]
#[path = "lib_tests.rs"]
mod tests;
