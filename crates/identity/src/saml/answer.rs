//! Receiving the answer of a provider, which it posts through the browser (HTTP-POST binding).
//!
//! The post comes from a page of the provider, so browsers leave out the cookie that says who began. What the answer says is
//! checked here and kept for a moment, and the browser is sent on to [`complete`](crate::saml::complete) of this site,
//! where it brings its cookies along. Only answers that the provider signed are kept.

use base::{Millis, tokens};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use config::Config;
use http::{StatusCode, header};
use request::{Answer, Call, Reply};
use sha2::{Digest, Sha256};
use store::tokens::Token;

use crate::attempt::{Attempt, LASTS_MS, Seal, Way};
use crate::begin::path_of_ours;
use crate::refusal::{Refusal, Why};
use crate::saml::complete::{self, finish};
use crate::saml::response::{Assertion, Expected, Wrong, read};
use crate::saml::xml::BYTES_MAX;
use crate::saml::{SERVICE, certificates, configured, identifier, receiver};

/// Bytes of the body: an answer in base64, as a form has it.
pub(super) const BODY_BYTES_MAX: usize = 2 * BYTES_MAX;
/// Characters of the text that comes back with an answer.
pub(super) const STATE_LEN_MAX: usize = 1_000;
/// What the store calls assertions that were used, and answers that wait for their browser.
const USED: &str = "saml";
pub const WAITING: &str = "saml_answer";
/// What was used is remembered for longer than any answer is good.
const USED_LASTS_MS: Millis = 6 * LASTS_MS;

/// `POST /login/sso/saml`
pub async fn receive(mut call: Call) -> Answer {
    let body = call.bytes_up_to(BODY_BYTES_MAX).await?;
    let field = |wanted: &str| {
        let found = form_urlencoded::parse(&body).find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.into_owned()).unwrap_or_default()
    };
    let (answer, state) = (field("SAMLResponse"), field("RelayState"));
    match take(&call, &answer, &state).await {
        Ok(reply) => Ok(reply),
        Err(refusal) => {
            call.app.metrics.http.logins_failed.inc();
            Ok(refusal.reply(&call, SERVICE, ""))
        }
    }
}

async fn take(call: &Call, answer: &str, state: &str) -> Result<Reply, Refusal> {
    let app = &call.app;
    let config = configured(app)?;
    let text = decoded(answer)?;
    let assertion = judged(call, &config, &text).await?;
    if assertion.in_response_to.is_empty() {
        return unsolicited(call, &config, assertion, state).await;
    }
    if state.len() > STATE_LEN_MAX {
        return Err(Refusal::new(Why::NotBegun, "RelayState is longer than those of this server"));
    }
    let code = keep(call, &assertion).await?;
    let pairs = [("code", code.as_str()), ("state", state)];
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    let address = format!("{}{}?{query}", config.service.site_url, complete::PATH);
    Ok(Reply::empty(StatusCode::SEE_OTHER)
        .with_text_header(header::LOCATION, &address)
        .with_text_header(header::CACHE_CONTROL, "no-store"))
}

/// The XML of an answer: base64, in lines perhaps, and not packed.
pub(super) fn decoded(answer: &str) -> Result<String, Refusal> {
    let unlike = |why: &str| Refusal::new(Why::Unbelieved, format!("the message {why}"));
    if answer.is_empty() {
        return Err(unlike("is missing"));
    }
    let whole: String = answer.split_ascii_whitespace().collect();
    let bytes = STANDARD.decode(whole).map_err(|_| unlike("is no base64"))?;
    String::from_utf8(bytes).map_err(|_| unlike("is no UTF-8"))
}

async fn judged(call: &Call, config: &Config, text: &str) -> Result<Assertion, Refusal> {
    let app = &call.app;
    let keys = certificates::provider_keys(app).await?;
    let private_key = certificates::private_key(app).await?;
    let expected = Expected {
        issuer: &config.saml.idp_descriptor_url,
        audience: &identifier(config)?,
        recipient: &receiver(config)?,
        keys: &keys,
        private_key: private_key.as_ref(),
        must_be_encrypted: config.saml.encrypt,
        now: app.clock.now(),
    };
    read(text, &expected).map_err(|wrong| match wrong {
        Wrong::Denied(_) => Refusal::new(Why::Denied, wrong),
        wrong => Refusal::new(Why::Unbelieved, format!("the answer: {wrong}")),
    })
}

/// Marks an assertion as used, and keeps what it says for who began, in one change.
async fn keep(call: &Call, assertion: &Assertion) -> Result<String, Refusal> {
    let (app, code) = (&call.app, tokens::long_secret());
    let said = serde_json::to_string(assertion).expect("texts are JSON");
    let sealed = app.of::<Seal>().seal_text(WAITING, &said);
    let mut change = app.change();
    for write in used(call, &assertion.id) {
        change.write(write);
    }
    change.write(store::tokens::clean(WAITING, app.clock.now() - complete::LASTS_MS));
    change.write(insert(call, WAITING, &code, sealed));
    match change.commit().await {
        Ok(_) => Ok(code),
        Err(store::Error::Conflict { .. }) => Err(Refusal::new(Why::Used, "this assertion was used before")),
        Err(error) => Err(error.into()),
    }
}

/// Each assertion, and each request to sign out, counts once, at whichever node: its provider's name and its own are there
/// once.
pub(super) fn used(call: &Call, id: &str) -> [store::Write; 2] {
    let name = format!("{USED}/{}/{id}", call.app.config().saml.idp_descriptor_url);
    [store::tokens::clean(USED, call.app.clock.now() - USED_LASTS_MS), insert(call, USED, &name, String::new())]
}

fn insert(call: &Call, kind: &str, secret: &str, extra: String) -> store::Write {
    let (hash, create_at) = (hash_of(secret), call.app.clock.now());
    store::tokens::insert(&Token { hash, create_at, kind: kind.to_owned(), extra })
}

pub(crate) fn hash_of(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

/// An answer that nobody asked for, from a page of the provider that lists applications.
async fn unsolicited(call: &Call, config: &Config, assertion: Assertion, state: &str) -> Result<Reply, Refusal> {
    if !config.saml.allow_unsolicited {
        let detail = "the answer is to no request (InResponseTo); see saml.allow_unsolicited";
        return Err(Refusal::new(Why::NotBegun, detail));
    }
    let app = &call.app;
    match app.store.commit(used(call, &assertion.id).into(), None).await {
        Ok(_) => {}
        Err(store::Error::Conflict { .. }) => return Err(Refusal::new(Why::Used, "this assertion was used before")),
        Err(error) => return Err(error.into()),
    }
    let way = Way::Browser { path: path_of_ours(state) };
    let attempt = Attempt::new(SERVICE, &config.saml.idp_descriptor_url, way, app.clock.now());
    let reply = finish(call, config, assertion, attempt, &tokens::long_secret()).await?;
    app.metrics.http.logins.inc();
    Ok(reply)
}
