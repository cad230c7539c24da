//! From a phone and what it is told to the proxy: signed and sent; and what the answer means.

use std::sync::Arc;

use base::ids::{PostId, SessionId, UserId};
use base::tokens;
use metrics::PushEnd;
use node::error::Result;
use request::App;
use wire::push::{MESSAGE, PushNotification, PushReceipt};

use crate::client_settings;
use crate::delivery_queue as delivery;
use crate::delivery_queue::{Delivery, Outcome};
use crate::phones::Phones;
use crate::phones::proxy::{Answered, Ask, Failed};
use crate::phones::{Device, is_on, message};
use crate::web_push::WebPush;

const REMOVE: &str = "REMOVE";
const FAIL: &str = "FAIL";

/// Something for one phone.
pub struct Parcel {
    pub session: SessionId,
    pub device: String,
    pub user: UserId,
    /// Without what is of the device.
    pub message: PushNotification,
}

/// Whether a device can be told, as far as its proxy says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    Yes,
    No,
    Unknown,
}

impl delivery::Parcel for Parcel {
    const TASK: &'static str = "phone-delivery";

    fn delivery(app: &App) -> &Delivery {
        &app.of::<Phones>().delivery
    }

    fn count(app: &App, end: PushEnd) {
        app.metrics.content.phone_pushes.inc((end,));
    }

    fn device(&self) -> (SessionId, &str) {
        (self.session, &self.device)
    }

    fn of_post(&self) -> Option<(UserId, PostId)> {
        (self.message.kind == MESSAGE).then_some((self.user, self.message.post_id))
    }

    fn addressed(self, app: &App) -> Option<Parcel> {
        let message = addressed(app, &self.device, self.message)?;
        Some(Parcel { message, ..self })
    }

    async fn attempt(&self, app: &Arc<App>) -> Outcome {
        let outcome = ask(app, &self.message).await;
        if let Outcome::Refused(cause) = &outcome {
            tracing::warn!(cause, kind = self.message.kind, "the push proxy refused a message");
        }
        outcome
    }
}

/// The message with what is of the device; `None` when it is no phone.
fn addressed(app: &App, device: &str, message: PushNotification) -> Option<PushNotification> {
    let Device { platform, id } = Device::parse(device)?;
    let ack_id = tokens::secret();
    let signature = app.of::<WebPush>().identity.phone_signature(&ack_id, id, &app.of::<WebPush>().random)?;
    let (platform, device_id) = (platform.to_owned(), id.to_owned());
    Some(PushNotification { ack_id, platform, device_id, signature, ..message })
}

async fn ask(app: &App, message: &PushNotification) -> Outcome {
    let server = app.config().push.server.clone();
    judge(app.of::<Phones>().proxy.ask(&server, Ask::Send, message).await)
}

/// What becomes of a message whose proxy answered so.
pub fn judge(answered: std::result::Result<Answered, Failed>) -> Outcome {
    match answered {
        Ok(Answered { status, body, .. }) if status.is_success() => match body.status.as_str() {
            REMOVE => Outcome::Gone,
            FAIL => Outcome::Refused(body.error),
            _ => Outcome::Taken,
        },
        Ok(Answered { status, headers, .. }) => Outcome::of_failure(status, &headers),
        Err(Failed::Late | Failed::Io(_)) => Outcome::Later(None),
        Err(error @ Failed::BadAddress(_)) => Outcome::Refused(error.to_string()),
    }
}

/// Asks the proxy whether a device can be told. Anybody may ask, so few are asked about at a time.
///
/// # Errors
/// When the store does not answer.
pub async fn try_device(app: &Arc<App>, device: &str) -> Result<Reach> {
    if !is_on(&app.config()) {
        return Ok(Reach::Unknown);
    }
    let Ok(_place) = app.of::<Phones>().trying.try_acquire() else { return Ok(Reach::Unknown) };
    let message = PushNotification { server_id: client_settings::identity(app).await?, ..message::of_nothing() };
    let Some(message) = addressed(app, device, message) else { return Ok(Reach::No) };
    let _turn = app.of::<Phones>().delivery.turn().await;
    Ok(match ask(app, &message).await {
        Outcome::Taken => Reach::Yes,
        Outcome::Gone | Outcome::Refused(_) => Reach::No,
        Outcome::Later(_) => Reach::Unknown,
    })
}

/// Tells the proxy, later, that a phone received something. It only counts, so it is tried once.
pub fn acknowledge_later(app: &Arc<App>, receipt: PushReceipt) {
    let Some(place) = app.of::<Phones>().delivery.place() else {
        return app.metrics.system.queue_drops.inc(("push_receipts",));
    };
    let app = app.clone();
    base::tasks::spawn("push-receipt", async move {
        let _turn = app.of::<Phones>().delivery.turn().await;
        let server = app.config().push.server.clone();
        if let Err(error) = app.of::<Phones>().proxy.ask(&server, Ask::Acknowledge, &receipt).await {
            tracing::debug!(%error, "the push proxy was not told of a receipt");
        }
        drop(place);
    });
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use http::{HeaderMap, StatusCode, header};
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
