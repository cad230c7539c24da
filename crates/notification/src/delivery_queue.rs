//! The delivery queue: push messages wait in a bounded queue, are tried a few times, and are counted by their outcome.
//!
//! A [`Parcel`] is one message for one device. [`web_push`](crate::web_push) and [`phones`](crate::phones) know how to send
//! theirs and what an answer means. No post waits for a message, and a message that fails is dropped: the post is stored
//! anyway. Each try first checks whether the user may still read the post, since the message may have waited for long.

use std::sync::Arc;
use std::time::Duration;

use base::ids::{PostId, SessionId, UserId};
use http::{HeaderMap, StatusCode, header};
use metrics::PushEnd;
use node::error::{ApiError, Result};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

use request::App;

/// Concurrent calls to one kind of devices: to the services of browsers, of the 64 calls that the server makes in all, or
/// to the push proxy of phones, forwarded receipts included.
pub const SENDING_MAX: usize = 16;
/// Tries of a message while its service is busy or fails.
const ATTEMPTS_MAX: u32 = 4;
const RETRY_WAIT: Duration = Duration::from_secs(2);
/// The longest pause before the next try. A service that asks for more does not get the message.
const RETRY_WAIT_MAX: Duration = Duration::from_secs(60);

/// The queue of one kind of devices.
pub struct Delivery {
    /// Permits for waiting messages.
    queue: Arc<Semaphore>,
    queue_max: usize,
    sending: Semaphore,
}

impl Delivery {
    pub fn new(queue_max: usize) -> Delivery {
        Delivery { queue: Arc::new(Semaphore::new(queue_max)), queue_max, sending: Semaphore::new(SENDING_MAX) }
    }

    /// Messages that wait or are being sent.
    pub fn waiting(&self) -> usize {
        self.queue_max - self.queue.available_permits()
    }

    /// A place in the queue, unless it is full.
    pub fn place(&self) -> Option<OwnedSemaphorePermit> {
        self.queue.clone().try_acquire_owned().ok()
    }

    /// Waits until a call may begin. Dropping the permit ends it.
    pub async fn turn(&self) -> SemaphorePermit<'_> {
        self.sending.acquire().await.expect("nobody closes the semaphore")
    }
}

/// The outcome of a try.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    Taken,
    /// The device no longer exists.
    Gone,
    /// Another try may succeed, after this long.
    Later(Option<Duration>),
    /// No try can succeed, for this reason.
    Refused(String),
}

impl Outcome {
    /// The outcome of a status that is no success and has no meaning of the service's own.
    pub fn of_failure(status: StatusCode, headers: &HeaderMap) -> Outcome {
        if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() {
            return Outcome::Later(patience(headers));
        }
        Outcome::Refused(status.to_string())
    }
}

/// The pause that a service asks for (`Retry-After`) in seconds. Dates are not read.
fn patience(headers: &HeaderMap) -> Option<Duration> {
    headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}

/// A message for one device, which knows how to send itself.
pub trait Parcel: Sized + Send + Sync + 'static {
    /// The name of the task that delivers it.
    const TASK: &'static str;

    fn delivery(app: &App) -> &Delivery;

    /// Counts the outcome of a message.
    fn count(app: &App, end: PushEnd);

    /// The owner of the device, and the device's name.
    fn device(&self) -> (SessionId, &str);

    /// The post of the message, and its receiver.
    fn of_post(&self) -> Option<(UserId, PostId)>;

    /// Prepares what all tries share; `None` when no message can reach the device.
    fn addressed(self, _app: &App) -> Option<Self> {
        Some(self)
    }

    /// Tries once to send it. It logs a refusal, since it knows who refused.
    fn attempt(&self, app: &Arc<App>) -> impl Future<Output = Outcome> + Send;
}

/// Queues a message, or drops it when the queue is full.
pub fn deliver_later<P: Parcel>(app: &Arc<App>, parcel: P) {
    let Some(place) = P::delivery(app).place() else { return P::count(app, PushEnd::Dropped) };
    let app = app.clone();
    base::tasks::spawn(P::TASK, async move {
        let end = deliver(&app, parcel).await;
        drop(place);
        P::count(&app, end);
    });
}

async fn deliver<P: Parcel>(app: &Arc<App>, parcel: P) -> PushEnd {
    let Some(parcel) = parcel.addressed(app) else { return PushEnd::Refused };
    for attempt in 0..ATTEMPTS_MAX {
        let turn = P::delivery(app).turn().await;
        // Before the first try as well: the message may have waited in the queue.
        if !still_concerns(app, &parcel).await {
            return PushEnd::Withdrawn;
        }
        let outcome = parcel.attempt(app).await;
        drop(turn);
        match outcome {
            Outcome::Taken => {
                if parcel.of_post().is_some() {
                    app.metrics.content.pushes.inc();
                }
                return PushEnd::Sent;
            }
            Outcome::Gone => {
                let (session, device) = parcel.device();
                if let Err(error) = forget(app, session, device).await {
                    tracing::warn!(task = P::TASK, error = %error.message, "a device that is gone could not be removed");
                }
                return PushEnd::Gone;
            }
            Outcome::Refused(_) => return PushEnd::Refused,
            Outcome::Later(wait) => {
                let wait = wait.unwrap_or(RETRY_WAIT * 2_u32.pow(attempt));
                if wait > RETRY_WAIT_MAX {
                    break;
                }
                tokio::time::sleep(wait).await;
            }
        }
    }
    PushEnd::Busy
}

/// Whether the user may still read the post.
async fn still_concerns<P: Parcel>(app: &Arc<App>, parcel: &P) -> bool {
    let Some((user, post)) = parcel.of_post() else { return true };
    let (session, device) = parcel.device();
    let asked = async {
        let session = app.store.session(session).await?;
        Ok(session.is_some_and(|session| session.device_id == device)
            && crate::audience::still_reads(app, user, post).await?)
    };
    asked.await.unwrap_or_else(|error: ApiError| {
        tracing::warn!(task = P::TASK, error = %error.message, "a push is dropped, since its user's rights cannot be read");
        false
    })
}

async fn forget(app: &Arc<App>, session: SessionId, device: &str) -> Result<()> {
    let mut change = app.change();
    change.sessions_changed(store::sessions::drop_device(session, device));
    change.commit().await?;
    Ok(())
}
