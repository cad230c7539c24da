//! From a browser and some words to the service of the browser's maker (RFC 8030): sealed, signed and sent; and what
//! the answer means.

use std::sync::Arc;
use std::time::Duration;

use base::ids::{ChannelId, PostId, SessionId, UserId};
use bytes::Bytes;
use config::Config;
use http::StatusCode;
use http::header::{self, HeaderName};
use metrics::PushEnd;
use outward::outbound::{Answered, Excess, Failed, Request};
use people::subscriptions::Subscription;
use request::App;

use crate::delivery_queue as delivery;
use crate::delivery_queue::{Delivery, Outcome};
use crate::web_push::WebPush;
use crate::web_push::sealed;
use crate::web_push::sealed::PLAIN_BYTES_MAX;

/// Services keep what a browser cannot take yet for this long; what is a day old is found in the channel.
const TTL_S: u32 = 24 * 60 * 60;
const TIMEOUT: Duration = Duration::from_secs(10);
/// A service says little, and nothing that matters here.
const ANSWER_BYTES_MAX: usize = 4_096;

const TTL: HeaderName = HeaderName::from_static("ttl");
const URGENCY: HeaderName = HeaderName::from_static("urgency");
const TOPIC: HeaderName = HeaderName::from_static("topic");

/// How soon a device that saves its battery is to hear of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hurry {
    Normal,
    High,
}

impl Hurry {
    fn name(self) -> &'static str {
        match self {
            Hurry::Normal => "normal",
            Hurry::High => "high",
        }
    }
}

/// Some words for one browser.
pub struct Parcel {
    pub session: SessionId,
    pub device: String,
    pub user: UserId,
    pub post: PostId,
    pub words: Bytes,
    /// Of parcels with one topic that wait at a service only the last arrives.
    pub topic: ChannelId,
    pub hurry: Hurry,
}

impl delivery::Parcel for Parcel {
    const TASK: &'static str = "web-push-delivery";

    fn delivery(app: &App) -> &Delivery {
        &app.of::<WebPush>().delivery
    }

    fn count(app: &App, end: PushEnd) {
        app.metrics.content.web_pushes.inc((end,));
    }

    fn device(&self) -> (SessionId, &str) {
        (self.session, &self.device)
    }

    fn of_post(&self) -> Option<(UserId, PostId)> {
        Some((self.user, self.post))
    }

    async fn attempt(&self, app: &Arc<App>) -> Outcome {
        let Some(request) = request(app, self) else { return Outcome::Refused("it cannot be sealed".to_owned()) };
        let host = request.url.host_str().unwrap_or_default().to_owned();
        let outcome = judge(app.call_out(request).await);
        if let Outcome::Refused(cause) = &outcome {
            tracing::warn!(host, cause, "a push service refused a message");
        }
        outcome
    }
}

fn request(app: &App, parcel: &Parcel) -> Option<Request> {
    let to = Subscription::parse(&parcel.device)?;
    if parcel.words.len() > PLAIN_BYTES_MAX {
        return None;
    }
    let push = app.of::<WebPush>();
    let body = sealed::seal(&to, &parcel.words, &push.random).ok()?;
    let word = push.identity.authorization(&to.endpoint, &contact(&app.config()), app.clock.now(), &push.random)?;
    let request = Request {
        answer_bytes_max: ANSWER_BYTES_MAX,
        excess: Excess::Cut,
        ..Request::post(to.endpoint, "application/octet-stream", body, TIMEOUT)
    };
    let request = request
        .with(header::CONTENT_ENCODING, "aes128gcm")
        .with(header::AUTHORIZATION, &word)
        .with(TTL, &TTL_S.to_string())
        .with(URGENCY, parcel.hurry.name())
        .with(TOPIC, &parcel.topic.to_string());
    Some(request)
}

/// Where the people of a service reach ours.
fn contact(config: &Config) -> String {
    let site = &config.service.site_url;
    match config.support.email.as_str() {
        "" if site.starts_with("https://") => site.clone(),
        "" => "mailto:root@localhost".to_owned(),
        email => format!("mailto:{email}"),
    }
}

fn judge(answered: Result<Answered, Failed>) -> Outcome {
    match answered {
        Ok(answered) if answered.status.is_success() => Outcome::Taken,
        Ok(answered) => match answered.status {
            StatusCode::NOT_FOUND | StatusCode::GONE => Outcome::Gone,
            status => Outcome::of_failure(status, &answered.headers),
        },
        Err(Failed::Busy | Failed::Late(_) | Failed::Io(_)) => Outcome::Later(None),
        Err(error @ (Failed::BadAddress | Failed::Forbidden(_) | Failed::TooLong(_) | Failed::Redirects)) => {
            Outcome::Refused(error.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderMap;

    use super::*;

    fn answered(status: u16, retry_after: &str) -> Result<Answered, Failed> {
        let mut headers = HeaderMap::new();
        if !retry_after.is_empty() {
            headers.insert(header::RETRY_AFTER, retry_after.parse().expect("a header"));
        }
        let status = StatusCode::from_u16(status).expect("a status");
        Ok(Answered { status, headers, body: Bytes::new(), url: "https://push.test/".parse().expect("a URL") })
    }

    #[test]
    fn what_a_service_answers_decides_whether_it_is_tried_again() {
        assert_eq!(judge(answered(201, "")), Outcome::Taken);
        assert_eq!(judge(answered(404, "")), Outcome::Gone);
        assert_eq!(judge(answered(410, "")), Outcome::Gone);
        assert_eq!(judge(answered(429, "7")), Outcome::Later(Some(Duration::from_secs(7))));
        assert_eq!(judge(answered(503, "Wed, 21 Oct 2026 07:28:00 GMT")), Outcome::Later(None));
        assert_eq!(judge(answered(403, "")), Outcome::Refused("403 Forbidden".into()));
        assert_eq!(judge(Err(Failed::Late(TIMEOUT))), Outcome::Later(None));
        assert!(matches!(judge(Err(Failed::Forbidden("10.0.0.1".into()))), Outcome::Refused(_)));
    }

    #[test]
    fn services_are_told_whom_to_write_to() {
        let mut config = Config::default();
        assert_eq!(contact(&config), "mailto:root@localhost");
        config.service.site_url = "https://chat.example.test".into();
        assert_eq!(contact(&config), "https://chat.example.test");
        config.support.email = "help@example.test".into();
        assert_eq!(contact(&config), "mailto:help@example.test");
    }
}
