//! Metrics: what the server counts and times.

/// Every metric of the process.
#[derive(Default)]
pub struct Metrics {}

impl Metrics {
    /// Seconds a store method took.
    pub fn db_store_time(&self, _method: &'static str, _success: bool, _seconds: f64) {}

    /// Changes in one commit group and the seconds its transaction took.
    pub fn commit_group(&self, _changes: usize, _seconds: f64) {}
}
