//! Lanes being watched: what they refuse, and how long is waited.

use std::sync::Arc;
use std::time::Duration;

use base::LaneWatch;
use metrics::Metrics;

/// Counts what a lane refuses and, of the passwords', how long is waited.
pub struct Watched {
    queue: &'static str,
    counts_waits: bool,
    metrics: Arc<Metrics>,
}

impl Watched {
    pub fn lane(queue: &'static str, metrics: &Arc<Metrics>) -> Arc<Watched> {
        Arc::new(Watched { queue, counts_waits: false, metrics: metrics.clone() })
    }

    pub fn passwords(metrics: &Arc<Metrics>) -> Arc<Watched> {
        Arc::new(Watched { queue: "passwords", counts_waits: true, metrics: metrics.clone() })
    }
}

impl LaneWatch for Watched {
    fn began(&self, waited: Duration) {
        if self.counts_waits {
            self.metrics.http.hash_wait.observe(waited.as_secs_f64());
        }
    }

    fn refused(&self) {
        self.metrics.system.queue_drops.inc((self.queue,));
    }
}
