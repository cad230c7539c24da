//! Triggers: who may be shown a form, for a short while after a click or a command.
//!
//! A trigger is text that the server signed: a random name, the user, the channel, the time. The program is told the whole text; the
//! client, in the answer and again with the form, only the name, by which it knows that the form is its own.

use base::Millis;
use base::ids::{ChannelId, UserId};
use base::tokens;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use node::error::{ApiError, Result};
use request::App;

use crate::interactive::Key;

const PURPOSE: &str = "trigger";

/// A new trigger.
pub struct Trigger {
    /// For the client.
    pub name: String,
    /// For the program.
    pub text: String,
}

/// Whom a trigger is for.
#[derive(Debug, PartialEq, Eq)]
pub struct Triggered {
    /// What the client knows it by.
    pub name: String,
    pub user: UserId,
    /// Where the user clicked, or ran a command.
    pub channel: ChannelId,
}

/// A trigger for the user, who did something in the channel.
pub fn new(app: &App, user: UserId, channel: ChannelId) -> Trigger {
    let (name, now) = (tokens::secret(), app.clock.now());
    let text = app.of::<Key>().sign_trigger(&Triggered { name: name.clone(), user, channel }, now);
    Trigger { name, text }
}

impl Key {
    /// A trigger of this time, for the program.
    pub fn sign_trigger(&self, Triggered { name, user, channel }: &Triggered, at: Millis) -> String {
        let signed = format!("{name}:{user}:{channel}:{at}");
        let signature = STANDARD.encode(crate::interactive::sign(&self.of(PURPOSE), signed.as_bytes()));
        STANDARD.encode(format!("{signed}:{signature}"))
    }

    /// Whom a trigger of this server is for, and its time.
    ///
    /// # Errors
    /// 400, with an id that says what is wrong with it.
    pub fn read_trigger(&self, trigger: &str) -> Result<(Triggered, Millis)> {
        let bytes = STANDARD.decode(trigger).map_err(|_| refused("base64_decode_failed"))?;
        let text = String::from_utf8(bytes).map_err(|_| refused("base64_decode_failed"))?;
        let (signed, signature) = text.rsplit_once(':').ok_or_else(|| refused("missing_data"))?;
        let parts: Vec<&str> = signed.split(':').collect();
        let [name, user, channel, at] = parts[..] else { return Err(refused("missing_data")) };
        let signature = STANDARD.decode(signature).map_err(|_| refused("base64_decode_failed_signature"))?;
        // Compared as hashes of both: how far a forgery was right cannot be timed.
        let key = self.of(PURPOSE);
        let right = crate::interactive::sign(&key, signed.as_bytes());
        if crate::interactive::sign(&key, &right) != super::sign(&key, &signature) {
            return Err(refused("verify_signature_failed"));
        }
        let at = at.parse().map_err(|_| refused("missing_data"))?;
        let user = UserId::parse(user).ok_or_else(|| refused("missing_data"))?;
        let channel = ChannelId::parse(channel).ok_or_else(|| refused("missing_data"))?;
        Ok((Triggered { name: name.to_owned(), user, channel }, at))
    }
}

/// Whom a trigger that is young enough is for.
///
/// # Errors
/// 400, with an id that says what is wrong with it.
pub fn read(app: &App, trigger: &str) -> Result<Triggered> {
    let (triggered, at) = app.of::<Key>().read_trigger(trigger)?;
    let lasts_ms = app.integration_timeout().as_millis() as Millis;
    if app.clock.now() - at > lasts_ms {
        return Err(refused("expired"));
    }
    Ok(triggered)
}

fn refused(what: &str) -> ApiError {
    let id = format!("interactive_message.decode_trigger_id.{what}");
    ApiError::new(http::StatusCode::BAD_REQUEST, id, "The trigger is not one of this server, or too old.")
}
