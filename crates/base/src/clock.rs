//! The clock: wall time in milliseconds, real or set by a test.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970-01-01 UTC.
pub type Millis = i64;

/// Where the time comes from. Clones share the hand of a clock that is moved.
#[derive(Clone, Default)]
pub struct Clock {
    source: Source,
}

#[derive(Clone, Default)]
enum Source {
    #[default]
    System,
    Fixed(Arc<AtomicI64>),
    /// As far ahead of the system's.
    Ahead(Arc<AtomicI64>),
}

impl Clock {
    /// The machine's wall clock.
    pub fn system() -> Self {
        Clock { source: Source::System }
    }

    /// Stands still at `at` until [`Clock::advance`].
    pub fn fixed(at: Millis) -> Self {
        Clock { source: Source::Fixed(Arc::new(AtomicI64::new(at))) }
    }

    /// Goes as the machine's wall clock does, and jumps with [`Clock::advance`].
    pub fn jumping() -> Self {
        Clock { source: Source::Ahead(Arc::default()) }
    }

    pub fn now(&self) -> Millis {
        match &self.source {
            Source::System => system_now(),
            Source::Fixed(hand) => hand.load(Ordering::Relaxed),
            Source::Ahead(by) => system_now() + by.load(Ordering::Relaxed),
        }
    }

    /// Moves a clock that is fixed or jumps.
    ///
    /// # Panics
    /// On the system clock, which nobody moves.
    pub fn advance(&self, by: Millis) {
        let (Source::Fixed(hand) | Source::Ahead(hand)) = &self.source else {
            panic!("only a clock of a test is moved")
        };
        hand.fetch_add(by, Ordering::Relaxed);
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the one place that reads the machine's clock")]
fn system_now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
}
