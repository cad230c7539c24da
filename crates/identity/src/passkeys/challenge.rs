//! A challenge: random, for one session or one browser, good once and for five minutes.
//!
//! Nothing is stored for whoever only begins. The challenge is sealed with the key of all nodes, so that any node can
//! finish: for an enrolment into a text that comes back from the same session, for a sign-in into a cookie. It is used up
//! by a row that stands in the same change as what it was for.

use base::ids::{SessionId, UserId};
use base::{Millis, tokens};
use memory::failed_attempts::Guess;
use people::sessions::{guard, secure};
use request::Call;
use request::token::cookie;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::Write;
use store::tokens::Token;

use crate::attempt::Seal;

/// How long somebody may take at the authenticator; browsers are told so as well.
pub const LASTS_MS: Millis = 5 * 60_000;
const COOKIE: &str = "MUSTER_PASSKEY";
/// What the store calls challenges that were used.
const USED: &str = "passkey_challenge";
/// What keeps the two ceremonies apart: what was sealed for one opens for no other.
const ENROLMENT: &str = "passkey/enrolment";
const SIGN_IN: &str = "passkey/sign-in";

/// Who may answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whose {
    /// The owner of this session, who makes a passkey.
    Session(SessionId),
    /// The owner of this account, who knew its password when it had been changed last at that time.
    Person { user: UserId, last_password_update: Millis, guess: Guess },
    /// Whoever has a passkey.
    Anybody,
}

/// A ceremony that was begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    /// As the browser gets it, base64url.
    pub text: String,
    pub whose: Whose,
    begun_at: Millis,
}

impl Challenge {
    pub fn new(whose: Whose, now: Millis) -> Challenge {
        Challenge { text: super::encode(tokens::long_secret().as_bytes()), whose, begun_at: now }
    }

    /// The text that comes back with the credential of an enrolment.
    pub fn sealed(&self, call: &Call) -> String {
        self.seal(call, ENROLMENT)
    }

    /// The challenge of an enrolment that this session began, if it is not too old.
    pub fn of_enrolment(call: &Call, sealed: &str) -> Option<Challenge> {
        let challenge = open(call, ENROLMENT, sealed)?;
        (challenge.whose == Whose::Session(call.session().id)).then_some(challenge)
    }

    /// The `Set-Cookie` value that keeps the challenge of a sign-in in this browser. Another sign-in replaces it.
    pub fn kept(&self, call: &Call) -> String {
        let sealed = self.seal(call, SIGN_IN);
        set_cookie(call, &sealed, LASTS_MS / 1_000)
    }

    /// The challenge of the sign-in that this browser began last, if it is not too old.
    pub fn of_sign_in(call: &Call) -> Option<Challenge> {
        open(call, SIGN_IN, cookie(call.headers(), &name(call))?)
    }

    /// The `Set-Cookie` value that forgets the challenge of a sign-in.
    pub fn forgotten(call: &Call) -> String {
        set_cookie(call, "", 0)
    }

    /// Uses the challenge up: a change with these writes conflicts when it was used before.
    pub fn used(&self, now: Millis) -> [Write; 2] {
        let hash = Sha256::digest(format!("{USED}/{}", self.text)).into();
        let token = Token { hash, create_at: now, kind: USED.to_owned(), extra: String::new() };
        [store::tokens::clean(USED, now - 2 * LASTS_MS), store::tokens::insert(&token)]
    }

    fn seal(&self, call: &Call, purpose: &str) -> String {
        let text = serde_json::to_string(self).expect("texts and numbers are JSON");
        call.app.of::<Seal>().seal_text(purpose, &text)
    }
}

fn open(call: &Call, purpose: &str, sealed: &str) -> Option<Challenge> {
    let text = call.app.of::<Seal>().open_text(purpose, sealed)?;
    let challenge: Challenge = serde_json::from_str(&text).ok()?;
    (call.app.clock.now() < challenge.begun_at + LASTS_MS).then_some(challenge)
}

fn name(call: &Call) -> String {
    format!("{}{COOKIE}", guard(call))
}

/// No step from another site brings the cookie along: the whole sign-in happens on pages of this one.
fn set_cookie(call: &Call, value: &str, lasts_s: Millis) -> String {
    let path = people::sessions::cookie_path(&call.app);
    format!("{}={value}; Path={path}; Max-Age={lasts_s}; HttpOnly; SameSite=Strict{}", name(call), secure(call))
}
