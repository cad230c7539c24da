//! A sign-in that was begun and is not finished: kept by the browser that began it, sealed in a cookie.
//!
//! So nothing is stored for whoever only begins, any node can finish, and nobody finishes in another browser what somebody
//! began: the cookie opens only with the `state` that comes back from the provider. Each sign-in has a cookie of its own,
//! so that two windows do not disturb each other.

use auth::{Key, Keyring};
use base::Millis;
use base::ids::UserId;
use base::tokens;
use http::HeaderMap;
use node::error::Result;
use people::sessions::{HOST_ONLY, cookie_path, guard, secure};
use request::Call;
use request::secrets::Secrets;
use request::token::cookie;
use serde::{Deserialize, Serialize};
use store::Store;
use wire::users::User;

/// Under this name the store keeps the key that seals attempts, sealed itself.
const KEY_NAME: &str = "SignInKey";
/// How long somebody may take at the provider.
pub const LASTS_MS: Millis = 10 * 60_000;
/// What cookies of attempts are called, with the beginning of their `state` behind it.
const COOKIE: &str = "MUSTER_SIGN_IN_";
const NAMED_BY: usize = 10;
/// Attempts of one browser; those beyond it are forgotten, so that headers stay small.
const COOKIES_MAX: usize = 4;
/// Characters of an address that somebody goes back to.
pub const RETURN_LEN_MAX: usize = 1_000;

/// Where the session is brought to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Way {
    /// This browser, and there to this path.
    Browser { path: String },
    /// An app of a phone, by an address of its own; with a challenge (RFC 7636), the session is fetched for a code.
    Mobile { address: String, challenge: String, state: String },
    /// The desktop program, which knows its sign-in by this token of its own.
    Desktop { token: String },
}

impl Way {
    /// The path that a browser goes on to; empty for programs.
    pub fn path(&self) -> &str {
        if let Way::Browser { path } = self { path } else { "" }
    }
}

/// A sign-in that was begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    pub service: String,
    /// The provider's, so that a code of another one is not taken for its own.
    pub issuer: String,
    pub nonce: String,
    /// The secret behind the challenge that the provider was given (RFC 7636).
    pub verifier: String,
    pub way: Way,
    pub begun_at: Millis,
    /// The account that this sign-in moves to the provider, in place of the one that the provider knows.
    #[serde(default)]
    pub moving: Option<Moving>,
}

impl Attempt {
    pub fn new(service: &str, issuer: &str, way: Way, now: Millis) -> Attempt {
        Attempt {
            service: service.to_owned(),
            issuer: issuer.to_owned(),
            nonce: tokens::long_secret(),
            verifier: tokens::long_secret(),
            way,
            begun_at: now,
            moving: None,
        }
    }
}

/// An account whose owner has proven it, and goes to a provider to move it there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moving {
    pub user: UserId,
    /// How the account signed in when its owner proved it.
    auth_service: String,
    auth_data: Option<String>,
    last_password_update: Millis,
}

impl Moving {
    pub fn of(user: &User) -> Moving {
        Moving {
            user: user.id,
            auth_service: user.auth_service.clone(),
            auth_data: user.auth_data.clone(),
            last_password_update: user.last_password_update,
        }
    }

    /// Whether the account still signs in by what its owner proved.
    pub fn still_is(&self, user: &User) -> bool {
        *self == Moving::of(user)
    }
}

/// Seals attempts.
pub struct Seal(Keyring);

impl Seal {
    /// The key of this server and of all nodes with it, made at the first start.
    ///
    /// # Errors
    /// When the store does not answer, and as [`Secrets::open`].
    pub async fn load(store: &Store, secrets: &Secrets) -> Result<Seal> {
        let text = secrets.own(store, KEY_NAME, Key::random).await?;
        let key = Key::parse(&text).map_err(|error| {
            node::error::ApiError::internal("app.secrets.closed.app_error", "A key of the server cannot be read.")
                .because(error)
        })?;
        Ok(Seal(Keyring::new(Some(key), Vec::new())))
    }

    pub fn seal(&self, attempt: &Attempt, state: &str) -> String {
        let text = serde_json::to_string(attempt).expect("an attempt is JSON");
        self.0.seal(&place(state), &text)
    }

    /// The attempt, if it was sealed here with this `state`.
    pub fn open(&self, sealed: &str, state: &str) -> Option<Attempt> {
        // What is not sealed would be returned as it is.
        let text =
            self.0.mark().filter(|mark| sealed.starts_with(mark)).and_then(|_| self.0.open(&place(state), sealed).ok());
        text.and_then(|text| serde_json::from_str(&text).ok())
    }

    /// A small secret for one purpose, such as a token of the provider that comes back at the end of a session.
    pub fn seal_text(&self, purpose: &str, text: &str) -> String {
        self.0.seal(purpose, text)
    }

    /// What [`Seal::seal_text`] sealed for the same purpose.
    pub fn open_text(&self, purpose: &str, sealed: &str) -> Option<String> {
        let mark = self.0.mark().filter(|mark| sealed.starts_with(mark));
        mark.and_then(|_| self.0.open(purpose, sealed).ok())
    }
}

fn place(state: &str) -> String {
    format!("sign-in/{state}")
}

/// The name of an attempt's cookie. Where people come encrypted it says so by its prefix, and browsers take it from no other
/// host, be it below the same domain.
fn cookie_name(guard: &str, state: &str) -> String {
    let beginning: String = state.chars().filter(char::is_ascii_alphanumeric).take(NAMED_BY).collect();
    format!("{guard}{COOKIE}{beginning}")
}

/// The `Set-Cookie` values that keep an attempt in the browser, and forget those that are too many.
pub fn kept(call: &Call, state: &str, attempt: &Attempt) -> Vec<String> {
    let sealed = call.app.of::<Seal>().seal(attempt, state);
    let others = names(call.headers());
    let surplus = others.len().saturating_sub(COOKIES_MAX - 1);
    let mut set: Vec<String> = others.iter().take(surplus).map(|name| cleared(call, name)).collect();
    let (name, path, lasts_s) = (cookie_name(guard(call), state), cookie_path(&call.app), LASTS_MS / 1000);
    set.push(format!("{name}={sealed}; Path={path}; Max-Age={lasts_s}; HttpOnly; SameSite=Lax{}", secure(call)));
    set
}

/// The attempt that this browser began with `state`, if it is not too old.
pub fn find(call: &Call, state: &str) -> Option<Attempt> {
    let sealed = cookie(call.headers(), &cookie_name(guard(call), state))?;
    let attempt = call.app.of::<Seal>().open(sealed, state)?;
    (call.app.clock.now() < attempt.begun_at + LASTS_MS).then_some(attempt)
}

/// The `Set-Cookie` value that forgets an attempt.
pub fn forgotten(call: &Call, state: &str) -> String {
    cleared(call, &cookie_name(guard(call), state))
}

fn cleared(call: &Call, name: &str) -> String {
    format!("{name}=; Path={}; Max-Age=0; HttpOnly; SameSite=Lax{}", cookie_path(&call.app), secure(call))
}

/// The attempts that the browser has, by the names of their cookies.
fn names(headers: &HeaderMap) -> Vec<String> {
    let lines = headers.get_all(http::header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let fits = |name: &&str| {
        name.strip_prefix(HOST_ONLY)
            .unwrap_or(name)
            .strip_prefix(COOKIE)
            .is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_alphanumeric()))
    };
    pairs.map(|(name, _)| name).filter(fits).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seal() -> Seal {
        let key = Key::parse(&Key::random()).expect("a key");
        Seal(Keyring::new(Some(key), Vec::new()))
    }

    #[test]
    fn an_attempt_opens_with_its_own_state_and_key_alone() {
        let attempt = Attempt::new("work", "https://id.test", Way::Browser { path: "/".into() }, 7);
        let (ours, other) = (seal(), seal());
        let sealed = ours.seal(&attempt, "state");
        assert_eq!(ours.open(&sealed, "state").as_ref(), Some(&attempt));
        assert_eq!(ours.open(&sealed, "other"), None);
        assert_eq!(other.open(&sealed, "state"), None);
        assert_eq!(ours.open(&serde_json::to_string(&attempt).expect("JSON"), "state"), None, "it was never sealed");
        assert!(!sealed.contains(&attempt.verifier) && sealed.len() < 1_000);
    }

    #[test]
    fn a_state_from_outside_names_no_other_cookie() {
        assert_eq!(cookie_name("", "ab;c=d\r\nefghijklmnop"), "MUSTER_SIGN_IN_abcdefghij");
        let mut headers = HeaderMap::new();
        let line = "a=b; MUSTER_SIGN_IN_x1=y; MUSTER_SIGN_IN_x2=z; MUSTER_SIGN_IN_é=w";
        headers.insert(http::header::COOKIE, http::HeaderValue::from_bytes(line.as_bytes()).expect("a header"));
        assert!(names(&headers).is_empty(), "a header that is no text is nobody's");
        headers.insert(
            http::header::COOKIE,
            "a=b; MUSTER_SIGN_IN_x1=y; __Host-MUSTER_SIGN_IN_x2=z".parse().expect("a header"),
        );
        assert_eq!(names(&headers), ["MUSTER_SIGN_IN_x1", "__Host-MUSTER_SIGN_IN_x2"]);
    }
}
