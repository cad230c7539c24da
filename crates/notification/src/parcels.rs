//! Delivery to devices: what each is told waits in a bounded queue, is tried a few times, and is counted by its end.
//!
//! How something is sent, and what an answer means, is known where the devices are: a [`Parcel`] of
//! [`web_push`](crate::web_push) or of [`phones`](crate::phones). Nothing waits for any of it, and
//! what does not get through is dropped: the post is there anyway. Before each try it is asked whether the device may still
//! be told: it waited for its turn, or for the next try.

use std::sync::Arc;
use std::time::Duration;

use base::ids::{PostId, SessionId, UserId};
use http::{HeaderMap, StatusCode, header};
use metrics::PushEnd;
use node::error::{ApiError, Result};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

use request::App;

/// Calls at a time in one way to devices: to the services of browsers of the 64 that the server makes in all, or to the
/// proxy of phones, receipts that are passed on included.
pub const SENDING_MAX: usize = 16;
/// Who is busy or broken is tried so often.
const ATTEMPTS_MAX: u32 = 4;
const RETRY_WAIT: Duration = Duration::from_secs(2);
/// Who asks for more patience than that does without the message.
const RETRY_WAIT_MAX: Duration = Duration::from_secs(60);

/// One way to devices, the same for all parcels of a kind.
pub struct Delivery {
    /// Places for what waits to be sent.
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

    /// Waits until a call may be made; it is over when the permit is dropped.
    pub async fn turn(&self) -> SemaphorePermit<'_> {
        self.sending.acquire().await.expect("nobody closes the semaphore")
    }
}

/// What became of a try.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    Taken,
    /// There is no such device any more.
    Gone,
    /// Another try may help, after this long.
    Later(Option<Duration>),
    /// No try will help, for this reason.
    Refused(String),
}

impl Outcome {
    /// What a status means that is neither success nor anything particular to a service.
    pub fn of_failure(status: StatusCode, headers: &HeaderMap) -> Outcome {
        if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() {
            return Outcome::Later(patience(headers));
        }
        Outcome::Refused(status.to_string())
    }
}

/// How long a service asks to be left alone, in seconds; dates are not read.
fn patience(headers: &HeaderMap) -> Option<Duration> {
    headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}

/// Something for one device, which knows the way there.
pub trait Parcel: Sized + Send + Sync + 'static {
    /// What the task is called that delivers it.
    const TASK: &'static str;

    fn delivery(app: &App) -> &Delivery;

    /// Counts how one ended.
    fn count(app: &App, end: PushEnd);

    /// Whose device it is for, and its name there.
    fn device(&self) -> (SessionId, &str);

    /// The post that it tells of, and who is told.
    fn of_post(&self) -> Option<(UserId, PostId)>;

    /// The parcel with what all tries have in common; `None` when the device cannot be told.
    fn addressed(self, _app: &App) -> Option<Self> {
        Some(self)
    }

    /// Tries to send it, once. What is refused is logged here, where it is known who refused.
    fn attempt(&self, app: &Arc<App>) -> impl Future<Output = Outcome> + Send;
}

/// Sends a parcel soon, or drops it when too many wait.
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
        // Before the first try as well: it may have waited for its turn.
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
                    tracing::warn!(task = P::TASK, error = %error.message, "a device that is gone could not be forgotten");
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

/// Whether the device may be told by now, some time after it was found to be.
async fn still_concerns<P: Parcel>(app: &Arc<App>, parcel: &P) -> bool {
    let Some((user, post)) = parcel.of_post() else { return true };
    let (session, device) = parcel.device();
    let asked = async {
        let session = app.store.session(session).await?;
        Ok(session.is_some_and(|session| session.device_id == device)
            && crate::told::still_reads(app, user, post).await?)
    };
    asked.await.unwrap_or_else(|error: ApiError| {
        tracing::warn!(task = P::TASK, error = %error.message, "a device is not told, since nobody knows whether it may be");
        false
    })
}

async fn forget(app: &Arc<App>, session: SessionId, device: &str) -> Result<()> {
    let mut change = app.change();
    change.sessions_changed(store::sessions::drop_device(session, device));
    change.commit().await?;
    Ok(())
}
