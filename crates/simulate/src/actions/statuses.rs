//! The custom status.

use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use crate::mix::words::{self, EMOJI};
use crate::users::Actor;
use crate::users::session::{Acted, Outcome};

/// Sets a status for half an hour.
pub async fn update_custom_status(actor: &mut Actor) -> Acted {
    let (_, me) = actor.me()?;
    let emoji = actor.random.one_of(EMOJI).copied().unwrap_or(":smile:");
    let now = Timestamp::from_millisecond(actor.lab.clock.now()).unwrap_or_default();
    let until = now.checked_add(SignedDuration::from_mins(30)).unwrap_or(now);
    let mut text = String::new();
    words::sentence(&mut actor.random, 1, &mut text);
    let body = json!({"emoji": emoji, "text": text, "duration": "thirty_minutes", "expires_at": until.to_string()});
    actor.session.put("/users/{user}/status/custom", &[&me], &body).await?;
    Ok(Outcome::Done)
}

/// Takes it back.
pub async fn remove_custom_status(actor: &mut Actor) -> Acted {
    let (_, me) = actor.me()?;
    actor.delete("/users/{user}/status/custom", &[&me]).await?;
    Ok(Outcome::Done)
}
