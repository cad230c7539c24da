//! Finishing a sign-in by SAML, in the browser that began it.

use base::Millis;
use config::Config;
use request::{Answer, Call, Reply};

use crate::attempt::{Attempt, Seal, find};
use crate::complete::ended;
use crate::handover::Proven;
use crate::refusal::{Refusal, Why};
use crate::saml::answer::{WAITING, hash_of};
use crate::saml::begin::request_id;
use crate::saml::person::{known, set_guest};
use crate::saml::response::Assertion;
use crate::saml::{SERVICE, configured, logout};
use crate::{accounts, handover, link};

/// Where the browser is sent on to, below the address of the site.
pub const PATH: &str = "/login/sso/saml/complete";
/// How long an answer waits for its browser, which comes at once.
pub const LASTS_MS: Millis = 2 * 60_000;

/// `GET /login/sso/saml/complete`
pub async fn complete(call: Call) -> Answer {
    let (code, state) = (call.query().text("code").to_owned(), call.query().text("state").to_owned());
    let outcome = taken(&call, &code, &state).await;
    Ok(ended(&call, SERVICE, &state, outcome))
}

async fn taken(call: &Call, code: &str, state: &str) -> Result<Reply, Refusal> {
    let config = configured(&call.app)?;
    let attempt =
        find(call, state).ok_or_else(|| Refusal::new(Why::NotBegun, "no cookie of this browser fits the state"))?;
    if attempt.service != SERVICE || attempt.issuer != config.saml.idp_descriptor_url {
        let detail = format!("begun with {} of {}, finished as {SERVICE}", attempt.service, attempt.issuer);
        return Err(Refusal::new(Why::NotBegun, detail));
    }
    let assertion = waiting(call, code).await?;
    if assertion.in_response_to != request_id(&attempt) {
        return Err(Refusal::new(Why::NotBegun, "the answer is to the request of another browser (InResponseTo)"));
    }
    finish(call, &config, assertion, attempt, state).await
}

/// What waits behind a code. Who has the code alone gets nothing for it, so it is left to its time.
async fn waiting(call: &Call, code: &str) -> Result<Assertion, Refusal> {
    let unknown = || Refusal::new(Why::Used, "no answer waits behind this code");
    let app = &call.app;
    let token = app.store.token(&hash_of(code)).await?.filter(|token| token.kind == WAITING).ok_or_else(unknown)?;
    if app.clock.now() >= token.create_at + LASTS_MS {
        return Err(unknown());
    }
    let said = app.of::<Seal>().open_text(WAITING, &token.extra).ok_or_else(unknown)?;
    serde_json::from_str(&said).map_err(|_| unknown())
}

/// The account, its session, and the way back.
///
/// # Errors
/// As the reasons of [`Why`] say.
pub async fn finish(
    call: &Call,
    config: &Config,
    assertion: Assertion,
    attempt: Attempt,
    state: &str,
) -> Result<Reply, Refusal> {
    let app = &call.app;
    let known = known(config, &assertion)?;
    accounts::must_be_of_issuer(app, &known.provider).await?;
    if let Some(moving) = &attempt.moving {
        link::arrive(app, &known.provider, &known.person, moving).await?;
    }
    set_guest(app, &config.saml, &known).await?;
    let user = accounts::admit(app, &known.provider, &known.person).await?;
    let name = logout::kept(&config.saml, &assertion);
    let proven = Proven { service: SERVICE.to_owned(), sid: assertion.session_index, name, ..Proven::default() };
    handover::hand_over(call, &user, attempt, state, proven).await
}
