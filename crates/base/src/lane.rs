//! A lane: slow computation off the request path, so many at a time and so many waiting.
//!
//! Password hashes and pictures cost from milliseconds to seconds of one core. A lane runs them
//! on blocking threads with a fixed number of permits and a bounded queue, and refuses what the
//! queue does not hold: a login storm delays logins, not messages. What runs inside is a plain
//! function; a lane knows nothing of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

/// What a job's caller hears when there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LaneError {
    /// As many wait as may wait. Answered as "try again later".
    #[error("lane {lane} is full")]
    Full { lane: &'static str },
    /// The job panicked, or the runtime shut down before it ran.
    #[error("a job on lane {lane} did not finish")]
    Lost { lane: &'static str },
}

/// How many jobs run and how many wait.
#[derive(Debug, Clone, Copy)]
pub struct LaneSize {
    pub running_max: usize,
    pub waiting_max: usize,
}

/// Hears how a lane fares, for those who count it. Called on the way of every job, so it must not wait.
pub trait LaneWatch: Send + Sync {
    /// A job has its permit, after so long.
    fn began(&self, waited: Duration);
    /// A job was refused: the queue is full.
    fn refused(&self);
}

/// Runs blocking jobs, `running_max` at a time. Clones are the same lane.
#[derive(Clone)]
pub struct Lane {
    name: &'static str,
    waiting_max: usize,
    waiting: Arc<AtomicUsize>,
    permits: Arc<Semaphore>,
    watch: Option<Arc<dyn LaneWatch>>,
}

impl Lane {
    /// # Panics
    /// When nothing may run.
    pub fn new(name: &'static str, size: LaneSize) -> Self {
        assert!(size.running_max > 0, "a lane runs at least one job");
        Lane {
            name,
            waiting_max: size.waiting_max,
            waiting: Arc::new(AtomicUsize::new(0)),
            permits: Arc::new(Semaphore::new(size.running_max)),
            watch: None,
        }
    }

    /// The same lane, heard by `watch`.
    pub fn watched_by(self, watch: Arc<dyn LaneWatch>) -> Self {
        Lane { watch: Some(watch), ..self }
    }

    /// The job's answer. Jobs start in the order of their calls. A caller who goes away leaves the
    /// queue at once; a job that has started runs to its end and keeps its permit until then.
    ///
    /// # Errors
    /// [`LaneError::Full`] when no permit is free and `waiting_max` callers wait already;
    /// [`LaneError::Lost`] when the job panicked or the runtime shut down.
    pub async fn run<T, F>(&self, job: F) -> Result<T, LaneError>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        let lost = LaneError::Lost { lane: self.name };
        let asked = Instant::now();
        let permit = match self.permits.clone().try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                let _place = self.wait_in_line()?;
                self.permits.clone().acquire_owned().await.map_err(|_| lost)?
            }
        };
        if let Some(watch) = &self.watch {
            watch.began(asked.elapsed());
        }
        let running = tokio::task::spawn_blocking(move || {
            let answer = job();
            drop(permit);
            answer
        });
        running.await.map_err(|_| lost)
    }

    /// Callers that wait for a permit right now.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    fn wait_in_line(&self) -> Result<Place, LaneError> {
        let joined = self.waiting.fetch_update(Ordering::AcqRel, Ordering::Acquire, |waiting| {
            (waiting < self.waiting_max).then_some(waiting + 1)
        });
        match joined {
            Ok(_) => Ok(Place(self.waiting.clone())),
            Err(_) => {
                if let Some(watch) = &self.watch {
                    watch.refused();
                }
                Err(LaneError::Full { lane: self.name })
            }
        }
    }
}

/// One caller's place in the queue, given up when dropped.
struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::pin::Pin;
    use std::sync::mpsc;
    use std::task::Poll;

    use super::*;

    fn lane(running_max: usize, waiting_max: usize) -> Lane {
        Lane::new("test", LaneSize { running_max, waiting_max })
    }

    #[tokio::test]
    async fn a_job_answers() {
        assert_eq!(lane(1, 0).run(|| 6 * 7).await, Ok(42));
    }

    #[tokio::test]
    async fn a_full_queue_refuses_and_a_waiting_caller_may_leave() {
        let lane = lane(1, 1);
        let (release, held) = mpsc::sync_channel::<()>(1);
        let mut first = Box::pin(lane.run(move || held.recv().is_ok()));
        assert!(poll_once(&mut first).await.is_none());

        let mut second = Box::pin(lane.run(|| "second"));
        assert!(poll_once(&mut second).await.is_none());
        assert_eq!(lane.waiting(), 1);
        assert_eq!(lane.run(|| "third").await, Err(LaneError::Full { lane: "test" }));

        drop(second);
        assert_eq!(lane.waiting(), 0);
        release.send(()).expect("the job waits for it");
        assert_eq!(first.await, Ok(true));
        assert_eq!(lane.run(|| "fourth").await, Ok("fourth"));
    }

    #[tokio::test]
    async fn a_panic_is_reported_and_frees_its_permit() {
        let lane = lane(1, 0);
        let lost = lane.run(|| panic!("on purpose")).await;
        assert_eq!(lost, Err::<(), _>(LaneError::Lost { lane: "test" }));
        assert_eq!(lane.run(|| 1).await, Ok(1));
    }

    async fn poll_once<F: Future + Unpin>(future: &mut F) -> Option<F::Output> {
        poll_fn(|context| match Pin::new(&mut *future).poll(context) {
            Poll::Ready(answer) => Poll::Ready(Some(answer)),
            Poll::Pending => Poll::Ready(None),
        })
        .await
    }
}
