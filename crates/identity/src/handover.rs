//! Bringing the session to where the sign-in was begun: this browser, a phone's app, or the desktop program.
//!
//! A sign-in is finished once: what says so is written in the same change as the session, or as the code that the session
//! is fetched for. Programs outside this browser get no session by an address where they can fetch it: other programs
//! might read the address.

use base::ids::UserId;
use base::{Millis, tokens};
use http::{StatusCode, header};
use node::error::ApiError;
use people::sessions::ending::{DESKTOP_CODE, MOBILE_CODE};
use people::sessions::login::must_be_admitted;
use people::sessions::opening::{Opening, open, open_session, with_cookies};
use people::users::must_stored;
use request::{Answer, Call, Reply};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use url::Url;
use wire::sessions::{PROP_CSRF, PROP_SSO_NAME, PROP_SSO_SERVICE, PROP_SSO_SID, Session};
use wire::users::User;

use crate::attempt::{Attempt, LASTS_MS, Way};
use crate::begin::challenge_of;
use crate::logout;
use crate::refusal::{Refusal, Why};

/// What the store calls a sign-in that is finished.
const USED: &str = "sign_in";
/// How long a session can be fetched.
const CODE_LASTS_MS: Millis = 3 * 60_000;

/// What a sign-in has shown.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Proven {
    pub service: String,
    /// What the provider calls the session that it has with this browser; empty where it does not say.
    pub sid: String,
    /// What a provider of SAML calls the person, with the kind of name; empty elsewhere.
    pub name: String,
    /// Shown to the provider again at the end, by this browser alone.
    #[serde(skip)]
    pub id_token: String,
}

/// A session that waits to be fetched. The user stands first: [`people::sessions::ending::end_waiting`] finds it there.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
struct Waiting {
    user_id: UserId,
    proven: Proven,
    /// Of the client that may fetch it; empty where it has none.
    challenge: String,
    state: String,
}

/// Opens the session, or keeps a code for it, and sends the browser on.
///
/// # Errors
/// [`Why::Used`] when this sign-in was finished before.
pub async fn hand_over(
    call: &Call,
    user: &User,
    attempt: Attempt,
    state: &str,
    proven: Proven,
) -> Result<Reply, Refusal> {
    let app = &call.app;
    let used = [
        store::tokens::clean(USED, app.clock.now() - 2 * LASTS_MS),
        insert(call, USED, &format!("{USED}/{state}"), String::new()),
    ];
    let site = app.config().service.site_url.clone();
    match attempt.way {
        Way::Browser { path } => {
            let session = of_browser(call, user, &proven, used).await?;
            let reply = with_cookies(call, to(&format!("{site}{path}")), &session);
            Ok(match logout::hint(call, &proven) {
                Some(cookie) => reply.with_text_header(header::SET_COOKIE, &cookie),
                None => reply,
            })
        }
        Way::Mobile { address, challenge, .. } if challenge.is_empty() => {
            let is_mobile = true;
            let opening = Opening { is_mobile, ..opening(&proven, used.into()) };
            let session = open_session(call, user, opening).await.map_err(twice)?;
            let pairs = [("MMAUTHTOKEN", session.token.as_str()), ("MMCSRF", session.prop(PROP_CSRF))];
            Ok(to(&with(&address, &pairs)?))
        }
        Way::Mobile { address, challenge, state } => {
            let waiting = Waiting { user_id: user.id, proven, challenge, state };
            let code = keep(call, MOBILE_CODE, &waiting, used).await?;
            Ok(to(&with(&address, &[("login_code", &code)])?))
        }
        Way::Desktop { token } => {
            let waiting = Waiting { user_id: user.id, proven, ..Waiting::default() };
            let code = keep(call, DESKTOP_CODE, &waiting, used).await?;
            let address = format!("{site}/login/desktop");
            Ok(to(&with(&address, &[("client_token", &token), ("server_token", &code)])?))
        }
    }
}

async fn of_browser(call: &Call, user: &User, proven: &Proven, used: [store::Write; 2]) -> Result<Session, Refusal> {
    open_session(call, user, opening(proven, used.into())).await.map_err(twice)
}

fn opening(proven: &Proven, writes: Vec<store::Write>) -> Opening<'static> {
    let mut props = vec![(PROP_SSO_SERVICE, proven.service.clone())];
    if !proven.sid.is_empty() {
        props.push((PROP_SSO_SID, proven.sid.clone()));
    }
    if !proven.name.is_empty() {
        props.push((PROP_SSO_NAME, proven.name.clone()));
    }
    Opening { props, writes, by: format!("success service={}", proven.service), ..Opening::default() }
}

/// The one conflict that a session can have here is the note that its sign-in is finished.
fn twice(error: ApiError) -> Refusal {
    if error.id == people::sessions::opening::TWICE { Refusal::new(Why::Used, "finished before") } else { error.into() }
}

fn to(address: &str) -> Reply {
    Reply::empty(StatusCode::FOUND)
        .with_text_header(header::LOCATION, address)
        .with_text_header(header::CACHE_CONTROL, "no-store")
}

/// An address with more in its query.
fn with(address: &str, pairs: &[(&str, &str)]) -> Result<String, Refusal> {
    let mut url = Url::parse(address).map_err(|_| Refusal::new(Why::BadReturn, "the address cannot be read"))?;
    url.query_pairs_mut().extend_pairs(pairs);
    Ok(url.to_string())
}

fn insert(call: &Call, kind: &str, secret: &str, extra: String) -> store::Write {
    let (hash, create_at) = (Sha256::digest(secret.as_bytes()).into(), call.app.clock.now());
    store::tokens::insert(&store::tokens::Token { hash, create_at, kind: kind.to_owned(), extra })
}

async fn keep(call: &Call, kind: &str, waiting: &Waiting, used: [store::Write; 2]) -> Result<String, Refusal> {
    let code = tokens::long_secret();
    let extra = serde_json::to_string(waiting).expect("texts are JSON");
    let mut change = call.app.change();
    for write in used {
        change.write(write);
    }
    change.write(store::tokens::clean(kind, call.app.clock.now() - CODE_LASTS_MS));
    change.write(insert(call, kind, &code, extra));
    match change.commit().await {
        Ok(_) => Ok(code),
        Err(store::Error::Conflict { .. }) => Err(Refusal::new(Why::Used, "finished before")),
        Err(error) => Err(error.into()),
    }
}

/// What waits behind a code, which is used up with the session that it opens.
async fn fetch(call: &Call, kind: &str, code: &str) -> Result<(Waiting, User, store::Write), Refusal> {
    let unknown = || Refusal::new(Why::Used, "no session waits behind this code");
    let hash: [u8; 32] = Sha256::digest(code.as_bytes()).into();
    let token = call.app.store.token(&hash).await?.filter(|token| token.kind == kind).ok_or_else(unknown)?;
    if call.app.clock.now() >= token.create_at + CODE_LASTS_MS {
        return Err(unknown());
    }
    let waiting: Waiting = serde_json::from_str(&token.extra).map_err(|_| unknown())?;
    let user = must_stored(&call.app, waiting.user_id).await?;
    must_be_admitted(&call.app, &user)?;
    Ok((waiting, user, store::tokens::remove(&hash)))
}

/// Body of `POST /users/login/sso/code-exchange`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct CodeForm {
    login_code: String,
    code_verifier: String,
    state: String,
}

/// What a phone's app signs its requests with.
#[derive(Serialize)]
struct Fetched<'a> {
    token: &'a str,
    csrf: &'a str,
}

/// `POST /users/login/sso/code-exchange`: answers with the session of a phone's app, for the app that began the sign-in.
pub async fn exchange_code(mut call: Call) -> Answer {
    let form: CodeForm = call.json("login_code").await?;
    for (name, value) in [("login_code", &form.login_code), ("code_verifier", &form.code_verifier)] {
        if value.is_empty() {
            return Err(ApiError::body_param(name));
        }
    }
    let found = fetch(&call, MOBILE_CODE, &form.login_code).await;
    let (waiting, user, used) = found.map_err(|refusal| refusal.error(&call, "mobile"))?;
    if challenge_of(&form.code_verifier) != waiting.challenge || form.state != waiting.state {
        // Somebody else has the code: it is good for nobody any more.
        call.app.store.write(used).await?;
        let refusal = Refusal::new(Why::Unbelieved, "the code was begun by another client");
        return Err(refusal.error(&call, &waiting.proven.service));
    }
    let opening = Opening { is_mobile: true, ..opening(&waiting.proven, vec![used]) };
    let session = open_session(&call, &user, opening).await?;
    Ok(Reply::json(&Fetched { token: &session.token, csrf: session.prop(PROP_CSRF) }))
}

/// Body of `POST /users/login/desktop_token`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct DesktopForm {
    token: String,
    #[serde(alias = "deviceId")]
    device_id: String,
}

/// `POST /users/login/desktop_token`: answers with the session of the desktop program after its sign-in in a browser.
pub async fn desktop_token(mut call: Call) -> Answer {
    let form: DesktopForm = call.json("desktop_token").await?;
    if form.token.is_empty() {
        return Err(ApiError::body_param("token"));
    }
    let found = fetch(&call, DESKTOP_CODE, &form.token).await;
    let (waiting, user, used) = found.map_err(|refusal| refusal.error(&call, "desktop"))?;
    let opening = Opening { device_id: &form.device_id, ..opening(&waiting.proven, vec![used]) };
    open(&call, user, opening).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_app_is_called_by_its_own_address() {
        let address = with("mmauth://callback", &[("MMAUTHTOKEN", "a b"), ("MMCSRF", "c")]).expect("an address");
        assert_eq!(address, "mmauth://callback?MMAUTHTOKEN=a+b&MMCSRF=c");
    }
}
