//! From a phone and what it is told to the proxy: signed, tried a few times; and what the answer means.

use std::sync::Arc;
use std::time::Duration;

use base::ids::SessionId;
use base::tokens;
use http::{StatusCode, header};
use metrics::PushEnd;
use wire::push::{MESSAGE, PushNotification, PushReceipt};

use super::proxy::{Answered, Ask, Failed};
use super::{Device, is_on, message};
use crate::app::App;
use crate::error::Result;
use crate::resources::client_settings;

/// A proxy that is busy or broken is tried so often.
const ATTEMPTS_MAX: u32 = 4;
const RETRY_WAIT: Duration = Duration::from_secs(2);
/// A proxy that asks for more patience than that does without the message.
const RETRY_WAIT_MAX: Duration = Duration::from_secs(60);

const REMOVE: &str = "REMOVE";
const FAIL: &str = "FAIL";

/// Something for one phone.
pub struct Parcel {
    pub session: SessionId,
    pub device: String,
    /// Without what is of the device.
    pub message: PushNotification,
}

/// What became of a try.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Taken,
    /// There is no such phone any more.
    Gone,
    /// Another try may help, after this long.
    Later(Option<Duration>),
    Refused(String),
}

/// Whether a device can be told, as far as its proxy says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    Yes,
    No,
    Unknown,
}

/// Sends a parcel soon, or drops it when too many wait.
pub fn deliver_later(app: &Arc<App>, parcel: Parcel) {
    let Ok(place) = app.phones.queue.clone().try_acquire_owned() else {
        return app.metrics.content.phone_pushes.inc((PushEnd::Dropped,));
    };
    let app = app.clone();
    crate::tasks::spawn("phone-delivery", async move {
        let end = deliver(&app, parcel).await;
        drop(place);
        app.metrics.content.phone_pushes.inc((end,));
    });
}

async fn deliver(app: &Arc<App>, parcel: Parcel) -> PushEnd {
    let Some(message) = addressed(app, &parcel.device, parcel.message) else { return PushEnd::Refused };
    for attempt in 0..ATTEMPTS_MAX {
        match attempt_once(app, &message).await {
            Outcome::Taken => {
                if message.kind == MESSAGE {
                    app.metrics.content.pushes.inc();
                }
                return PushEnd::Sent;
            }
            Outcome::Gone => {
                if let Err(error) = forget(app, parcel.session, &parcel.device).await {
                    tracing::warn!(error = %error.message, "a phone that is gone could not be forgotten");
                }
                return PushEnd::Gone;
            }
            Outcome::Refused(cause) => {
                tracing::warn!(cause, kind = message.kind, "the push proxy does not take what a phone is told");
                return PushEnd::Refused;
            }
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

/// The message with what is of the device; `None` when it is no phone.
fn addressed(app: &App, device: &str, message: PushNotification) -> Option<PushNotification> {
    let Device { platform, id } = Device::parse(device)?;
    let ack_id = tokens::secret();
    let signature = app.web_push.identity.phone_signature(&ack_id, id, &app.web_push.random)?;
    let (platform, device_id) = (platform.to_owned(), id.to_owned());
    Some(PushNotification { ack_id, platform, device_id, signature, ..message })
}

async fn attempt_once(app: &App, message: &PushNotification) -> Outcome {
    let Ok(_turn) = app.phones.sending.acquire().await else { return Outcome::Later(None) };
    let server = app.config().push.server.clone();
    judge(app.phones.proxy.ask(&server, Ask::Send, message).await)
}

fn judge(answered: std::result::Result<Answered, Failed>) -> Outcome {
    match answered {
        Ok(Answered { status, body, .. }) if status.is_success() => match body.status.as_str() {
            REMOVE => Outcome::Gone,
            FAIL => Outcome::Refused(body.error),
            _ => Outcome::Taken,
        },
        Ok(Answered { status, headers, .. }) => match status {
            status if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() => {
                // In seconds; dates are not read.
                let patience = headers.get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
                Outcome::Later(patience.and_then(|text| text.trim().parse().ok()).map(Duration::from_secs))
            }
            status => Outcome::Refused(status.to_string()),
        },
        Err(Failed::Late | Failed::Io(_)) => Outcome::Later(None),
        Err(error @ Failed::BadAddress(_)) => Outcome::Refused(error.to_string()),
    }
}

async fn forget(app: &Arc<App>, session: SessionId, device: &str) -> Result<()> {
    let mut change = app.change();
    change.sessions_changed(store::sessions::drop_device(session, device));
    change.commit().await?;
    Ok(())
}

/// Asks the proxy whether a device can be told. Anybody may ask, so few are asked about at a time.
///
/// # Errors
/// When the store does not answer.
pub async fn try_device(app: &Arc<App>, device: &str) -> Result<Reach> {
    if !is_on(&app.config()) {
        return Ok(Reach::Unknown);
    }
    let Ok(_place) = app.phones.trying.try_acquire() else { return Ok(Reach::Unknown) };
    let message = PushNotification { server_id: client_settings::identity(app).await?, ..message::of_nothing() };
    let Some(message) = addressed(app, device, message) else { return Ok(Reach::No) };
    Ok(match attempt_once(app, &message).await {
        Outcome::Taken => Reach::Yes,
        Outcome::Gone | Outcome::Refused(_) => Reach::No,
        Outcome::Later(_) => Reach::Unknown,
    })
}

/// Tells the proxy, later, that a phone received something. It only counts, so it is tried once.
pub fn acknowledge_later(app: &Arc<App>, receipt: PushReceipt) {
    let Ok(place) = app.phones.queue.clone().try_acquire_owned() else {
        return app.metrics.system.queue_drops.inc(("push_receipts",));
    };
    let app = app.clone();
    crate::tasks::spawn("push-receipt", async move {
        let Ok(_turn) = app.phones.sending.acquire().await else { return };
        let server = app.config().push.server.clone();
        if let Err(error) = app.phones.proxy.ask(&server, Ask::Acknowledge, &receipt).await {
            tracing::debug!(%error, "the push proxy was not told of a receipt");
        }
        drop(place);
    });
}

#[cfg(test)]
mod tests {
    use http::HeaderMap;
    use wire::push::PushAnswer;

    use super::*;

    fn answered(status: u16, said: &str, retry_after: &str) -> std::result::Result<Answered, Failed> {
        let mut headers = HeaderMap::new();
        if !retry_after.is_empty() {
            headers.insert(header::RETRY_AFTER, retry_after.parse().expect("a header"));
        }
        let body = PushAnswer { status: said.into(), error: "why".into() };
        Ok(Answered { status: StatusCode::from_u16(status).expect("a status"), headers, body })
    }

    #[test]
    fn what_a_proxy_answers_decides_whether_it_is_tried_again() {
        assert_eq!(judge(answered(200, "OK", "")), Outcome::Taken);
        assert_eq!(judge(answered(200, "REMOVE", "")), Outcome::Gone);
        assert_eq!(judge(answered(200, "FAIL", "")), Outcome::Refused("why".into()));
        assert_eq!(judge(answered(429, "", "7")), Outcome::Later(Some(Duration::from_secs(7))));
        assert_eq!(judge(answered(503, "", "Wed, 21 Oct 2026 07:28:00 GMT")), Outcome::Later(None));
        assert_eq!(judge(answered(302, "", "")), Outcome::Refused("302 Found".into()));
        assert_eq!(judge(Err(Failed::Late)), Outcome::Later(None));
    }
}
