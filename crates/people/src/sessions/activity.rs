//! Use of a session: noted now and then, so that one in use goes on and one that nobody uses ends.
//!
//! What memory holds of a session tells when its use was noted last, so noting costs nothing most of the time; what is
//! noted is written by [`crate::activity`]. A session that ends unused is refused by whoever is asked next, and removed on all nodes by a job that closes its sockets.

use std::sync::Arc;

use base::Millis;
use node::change::Change;
use node::consequence::Fact;
use node::error::Result;
use request::App;
use wire::sessions::Session;

use crate::sessions::{EXTEND_AFTER_MS_MAX, EXTEND_AFTER_MS_MIN, EXTEND_AFTER_PERCENT, length_ms};
use crate::subscriptions as subscription;

const MINUTE_MS: Millis = 60 * 1000;
/// Use is written at most this often for each session and node (facts, websocket §7).
pub const NOTE_EVERY_MS: Millis = 5 * MINUTE_MS;
/// Unused sessions that are removed at a time; the rest waits for the next run of the job.
const ENDED_MAX: usize = 10_000;

/// Tells in a change that a session was used at this time and, when it is due, moves its end.
pub fn keep(app: &App, change: &mut Change, session: &Session, at: Millis) {
    let length = length_ms(app, session);
    let since_extended = length - (session.expires_at - at);
    let due = (length * EXTEND_AFTER_PERCENT / 100).clamp(EXTEND_AFTER_MS_MIN, EXTEND_AFTER_MS_MAX);
    let extends = app.config().session.extend_with_activity && session.expires_at > 0 && since_extended >= due;
    if extends {
        change.write(store::sessions::extend(session.id, at + length));
    }
    // Where sessions end unused, a node that missed the use would refuse one that is in use.
    change.fact(match extends || used_before(app).is_some() {
        true => Fact::SessionChanged(session.token_hash),
        false => Fact::Used(session.token_hash, at),
    });
}

/// Whether a session is at its end, or nobody used it for too long.
pub fn is_over(app: &App, session: &Session) -> bool {
    session.is_expired(app.clock.now())
        || used_before(app).is_some_and(|before| session.last_activity_at < before && ends_unused(session))
}

/// Sessions of people in browsers end when nobody uses them; programs and phones are quiet for long.
fn ends_unused(session: &Session) -> bool {
    let is_browser = session.device_id.is_empty() || session.device_id.starts_with(subscription::PREFIX);
    is_browser && !session.is_mobile() && !session.is_oauth && !session.is_access_token()
}

/// Sessions whose use was noted last before this moment are over; `None` where they do not end by that. As use is noted
/// so seldom, each gets that much more time: none in use ends.
fn used_before(app: &App) -> Option<Millis> {
    let session = &app.config().session;
    let idle_ms = Millis::from(session.idle_timeout_min) * MINUTE_MS;
    let is_on = idle_ms > 0 && !session.extend_with_activity;
    is_on.then(|| app.clock.now() - idle_ms - NOTE_EVERY_MS)
}

/// Removes sessions that nobody uses, on all nodes. Called now and then.
///
/// # Errors
/// When the store does not answer.
pub async fn end_unused(app: Arc<App>) -> Result<()> {
    let Some(before) = used_before(&app) else { return Ok(()) };
    let mut change = app.change();
    change.end_sessions(store::sessions::remove_unused(before, ENDED_MAX));
    change.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use wire::sessions::{PROP_IS_MOBILE, PROP_TYPE, TYPE_ACCESS_TOKEN};

    use super::*;

    #[test]
    fn browsers_end_unused_and_programs_and_phones_do_not() {
        let with = |name: &str, value: &str| Session {
            props: [(name.to_owned(), value.to_owned())].into(),
            ..Session::default()
        };
        let on = |device: &str| Session { device_id: device.into(), ..Session::default() };
        assert!(ends_unused(&Session::default()) && ends_unused(&on("webpush:abc")));
        assert!(!ends_unused(&on("apple_rn-v2:abc")) && !ends_unused(&with(PROP_IS_MOBILE, "true")));
        assert!(!ends_unused(&with(PROP_TYPE, TYPE_ACCESS_TOKEN)));
        assert!(!ends_unused(&Session { is_oauth: true, ..Session::default() }));
    }
}
