//! The clock: wall time in milliseconds, real or set by a test.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970-01-01 UTC.
pub type Millis = i64;

/// Where the time comes from. Clones share a fixed clock's hand.
#[derive(Clone, Default)]
pub struct Clock {
    fixed: Option<Arc<AtomicI64>>,
}

impl Clock {
    /// The machine's wall clock.
    pub fn system() -> Self {
        Clock { fixed: None }
    }

    /// Stands still at `at` until [`Clock::advance`].
    pub fn fixed(at: Millis) -> Self {
        Clock { fixed: Some(Arc::new(AtomicI64::new(at))) }
    }

    pub fn now(&self) -> Millis {
        match &self.fixed {
            Some(hand) => hand.load(Ordering::Relaxed),
            None => system_now(),
        }
    }

    /// Moves a fixed clock.
    ///
    /// # Panics
    /// On the system clock, which nobody moves.
    pub fn advance(&self, by: Millis) {
        self.fixed.as_ref().expect("only a fixed clock is moved").fetch_add(by, Ordering::Relaxed);
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the one place that reads the machine's clock")]
fn system_now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
}
