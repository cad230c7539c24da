//! A lane: slow computation off the request path, so many at a time and so many waiting.
//!
//! Password hashes and pictures cost from milliseconds to seconds of one core. A lane runs them
//! on blocking threads with a fixed number of permits and a bounded queue, and refuses what the
//! queue does not hold: a login storm delays logins, not messages. Where callers have only so much
//! patience, it refuses as well whom it would answer too late. What runs inside is a plain function;
//! a lane knows nothing of it.

mod pace;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use self::pace::Pace;

/// What a job's caller hears when there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LaneError {
    /// As many wait as may wait, or as can be answered in time. Answered as "try again later": when those who wait had
    /// their turn, which is in about `wait`, as far as the lane knows.
    #[error("lane {lane} is full")]
    Full { lane: &'static str, wait: Option<Duration> },
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
    /// A job was refused: too many wait.
    fn refused(&self);
}

/// Runs blocking jobs, `running_max` at a time. Clones are the same lane.
#[derive(Clone)]
pub struct Lane {
    name: &'static str,
    size: LaneSize,
    waiting: Arc<AtomicUsize>,
    permits: Arc<Semaphore>,
    patience: Option<Arc<Bound>>,
    watch: Option<Arc<dyn LaneWatch>>,
}

/// The patience of callers, with what is known of the jobs.
struct Bound {
    answer_within: Duration,
    pace: Pace,
}

impl Bound {
    fn admits(&self, before: usize) -> bool {
        self.pace.wait(before).saturating_add(self.pace.job()) <= self.answer_within
    }
}

impl Lane {
    /// # Panics
    /// When nothing may run.
    pub fn new(name: &'static str, size: LaneSize) -> Self {
        assert!(size.running_max > 0, "a lane runs at least one job");
        Lane {
            name,
            size,
            waiting: Arc::new(AtomicUsize::new(0)),
            permits: Arc::new(Semaphore::new(size.running_max)),
            patience: None,
            watch: None,
        }
    }

    /// The same lane, which lets nobody wait whom it would answer later than that, by what jobs took of late.
    pub fn patient(self, answer_within: Duration) -> Self {
        Lane { patience: Some(Arc::new(Bound { answer_within, pace: Pace::new(self.size.running_max) })), ..self }
    }

    /// Tells a patient lane what a job takes. Until it is told, or has seen some, it takes them for quick.
    pub fn expect(&self, job: Duration) {
        if let Some(bound) = &self.patience {
            bound.pace.expect(job);
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
    /// [`LaneError::Full`] when no permit is free and `waiting_max` callers wait already, or so many
    /// that the answer would come too late; [`LaneError::Lost`] when the job panicked or the runtime shut down.
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
        let patience = self.patience.clone();
        let running = tokio::task::spawn_blocking(move || {
            let began = Instant::now();
            let answer = job();
            if let Some(bound) = patience {
                bound.pace.note(began.elapsed());
            }
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
        let patience = self.patience.as_deref();
        let joined = self.waiting.fetch_update(Ordering::AcqRel, Ordering::Acquire, |waiting| {
            let fits = waiting < self.size.waiting_max && patience.is_none_or(|bound| bound.admits(waiting));
            fits.then_some(waiting + 1)
        });
        match joined {
            Ok(_) => Ok(Place(self.waiting.clone())),
            Err(waiting) => {
                if let Some(watch) = &self.watch {
                    watch.refused();
                }
                Err(LaneError::Full { lane: self.name, wait: patience.map(|bound| bound.pace.wait(waiting)) })
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
        assert_eq!(lane.run(|| "third").await, Err(LaneError::Full { lane: "test", wait: None }));

        drop(second);
        assert_eq!(lane.waiting(), 0);
        release.send(()).expect("the job waits for it");
        assert_eq!(first.await, Ok(true));
        assert_eq!(lane.run(|| "fourth").await, Ok("fourth"));
    }

    #[tokio::test]
    async fn callers_wait_as_long_as_they_can_be_answered_in_time() {
        let lane = lane(2, 100).patient(Duration::from_secs(3));
        lane.expect(Duration::from_secs(1));
        let held = lane.permits.clone().acquire_many_owned(2).await.expect("nothing runs");
        let mut waiting: Vec<_> = (0..4).map(|_| Box::pin(lane.run(quick))).collect();
        for one in &mut waiting {
            assert!(poll_once(one).await.is_none());
        }
        // Two seconds and a half until it begins, and one more until its answer.
        let refused = LaneError::Full { lane: "test", wait: Some(Duration::from_millis(2_500)) };
        assert_eq!(lane.run(quick).await, Err(refused));

        drop(waiting.pop());
        waiting.push(Box::pin(lane.run(quick)));
        drop(held);
        for one in waiting {
            assert_eq!(one.await, Ok(()));
        }
    }

    #[tokio::test]
    async fn what_jobs_take_is_learnt() {
        let lane = lane(1, 100).patient(Duration::from_secs(60));
        let bound = lane.patience.clone().expect("it is patient");
        lane.expect(Duration::from_secs(61));
        assert!(!bound.admits(0));
        // A free permit is for whoever comes, and what is believed gives way to what is seen.
        for _ in 0..8 {
            assert_eq!(lane.run(quick).await, Ok(()));
        }
        assert!(bound.admits(0));
    }

    #[tokio::test]
    async fn a_panic_is_reported_and_frees_its_permit() {
        let lane = lane(1, 0);
        let lost = lane.run(|| panic!("on purpose")).await;
        assert_eq!(lost, Err::<(), _>(LaneError::Lost { lane: "test" }));
        assert_eq!(lane.run(|| 1).await, Ok(1));
    }

    fn quick() {}

    async fn poll_once<F: Future + Unpin>(future: &mut F) -> Option<F::Output> {
        poll_fn(|context| match Pin::new(&mut *future).poll(context) {
            Poll::Ready(answer) => Poll::Ready(Some(answer)),
            Poll::Pending => Poll::Ready(None),
        })
        .await
    }
}
