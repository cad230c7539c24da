//! Finishing a sign-in: the browser comes back from the provider with a code.
//!
//! The order is that of trust: first whether this browser began it, then whether the answer is this provider's, then what
//! the provider itself says. Nothing is written before all of it is believed.

use std::sync::Arc;

use config::Provider;
use http::header;
use request::{Answer, App, Call, Reply};

use crate::attempt::{Attempt, find, forgotten};
use crate::claims::{Claims, Expected, must_be_ours, must_have, person, text};
use crate::directory::{Directory, Known};
use crate::exchange::{Tokens, exchange, more, short};
use crate::handover::Proven;
use crate::jwt::{Token, Unbelieved};
use crate::refusal::{Refusal, Why};
use crate::{accounts, handover, link, provider};

/// Characters of a code; those of known providers have at most some two thousand.
const CODE_LEN_MAX: usize = 8_000;
/// Bytes of the name that a provider has for a session: the store finds sessions by it.
const SID_LEN_MAX: usize = 255;

/// `GET /signup/{service}/complete`, and the two other addresses that servers of this protocol are registered by.
pub async fn complete(call: Call) -> Answer {
    let (service, state) = (call.text("service").to_owned(), call.query().text("state").to_owned());
    let outcome = finish(&call, &service, &state).await;
    Ok(ended(&call, &service, &state, outcome))
}

/// The answer of the last step of a sign-in. It is counted, and the attempt is forgotten, whether it succeeds or not.
pub(crate) fn ended(call: &Call, service: &str, state: &str, outcome: Result<Reply, Refusal>) -> Reply {
    call.app.metrics.http.count_sign_in(&outcome);
    let reply = outcome.unwrap_or_else(|refusal| {
        let wanted = find(call, state).map(|attempt| attempt.way.path().to_owned()).unwrap_or_default();
        refusal.reply(call, service, &wanted)
    });
    match state {
        "" => reply,
        state => reply.with_text_header(header::SET_COOKIE, &forgotten(call, state)),
    }
}

async fn finish(call: &Call, service: &str, state: &str) -> Result<Reply, Refusal> {
    let app = &call.app;
    let provider = provider(app, service)?;
    let attempt =
        find(call, state).ok_or_else(|| Refusal::new(Why::NotBegun, "no cookie of this browser fits the state"))?;
    if attempt.service != service || attempt.issuer != provider.issuer {
        let detail = format!("begun with {} of {}, finished as {service}", attempt.service, attempt.issuer);
        return Err(Refusal::new(Why::NotBegun, detail));
    }
    let known = app.of::<Directory>().of(app, &provider).await?;
    must_come_from(call, &provider, &known)?;
    let code = code_of(call)?;
    let tokens = exchange(app, &provider, &known, &attempt, &code).await?;
    let claims = believed(app, &provider, known.clone(), &tokens, &attempt).await?;
    // A name that is longer than names are is none: it would be the beginning of others.
    let sid = Some(text(&claims, "sid")).filter(|sid| sid.len() <= SID_LEN_MAX).unwrap_or_default().to_owned();
    let claims = more(app, &provider, &known, &tokens, claims).await?;
    let person = person(&provider, &claims).ok_or_else(|| {
        Refusal::new(Why::Misconfigured, format!("the claim {} names nobody", provider.subject_claim))
    })?;
    must_have(&provider, &claims, &person).map_err(|why| Refusal::new(Why::NotAllowed, why))?;
    accounts::must_be_of_issuer(app, &provider).await?;
    if let Some(moving) = &attempt.moving {
        link::arrive(app, &provider, &person, moving).await?;
    }
    let user = accounts::admit(app, &provider, &person).await?;
    let proven = Proven { service: service.to_owned(), sid, id_token: tokens.id_token, ..Proven::default() };
    handover::hand_over(call, &user, attempt, state, proven).await
}

/// Whoever names itself when it sends somebody back must be the one that the person was sent to (RFC 9207).
fn must_come_from(call: &Call, provider: &Provider, known: &Known) -> Result<(), Refusal> {
    let query = call.query();
    let named = query.get("iss");
    let must_name = known.metadata.authorization_response_iss_parameter_supported;
    match named {
        Some(issuer) if issuer != provider.issuer => {
            Err(Refusal::new(Why::Unbelieved, format!("the answer is of {:?}", short(issuer))))
        }
        None if must_name => Err(Refusal::new(Why::Unbelieved, "the answer does not say whose it is, as it must")),
        _ => Ok(()),
    }
}

fn code_of(call: &Call) -> Result<String, Refusal> {
    let query = call.query();
    let error = query.text("error");
    if !error.is_empty() {
        let why = match error {
            "access_denied" | "login_required" | "interaction_required" | "consent_required" => Why::Denied,
            "server_error" | "temporarily_unavailable" => Why::Unreachable,
            _ => Why::Misconfigured,
        };
        return Err(Refusal::new(why, short(&format!("{error} {}", query.text("error_description")))));
    }
    let code = query.text("code");
    if code.is_empty() || code.len() > CODE_LEN_MAX {
        return Err(Refusal::new(Why::Denied, "the provider sent no code"));
    }
    Ok(code.to_owned())
}

/// What the ID token says, if the provider signed it for this sign-in.
async fn believed(
    app: &Arc<App>,
    provider: &Provider,
    known: Known,
    tokens: &Tokens,
    attempt: &Attempt,
) -> Result<Claims, Refusal> {
    let claims = signed(app, provider, known, &tokens.id_token).await?;
    let expected = Expected {
        issuer: &provider.issuer,
        client_id: &provider.client_id,
        nonce: &attempt.nonce,
        access_token: &tokens.access_token,
        now: app.clock.now(),
    };
    must_be_ours(&claims, expected).map_err(|wrong| Refusal::new(Why::Unbelieved, format!("the ID token: {wrong}")))?;
    Ok(claims)
}

/// What a token of the provider says, if its signature is right. Keys that are not known are looked for once.
///
/// # Errors
/// [`Why::Unbelieved`] when it is not, and as [`Directory::with_newer_keys`].
pub(crate) async fn signed(
    app: &Arc<App>,
    provider: &Provider,
    mut known: Known,
    token: &str,
) -> Result<Claims, Refusal> {
    let of = |why: Unbelieved| Refusal::new(Why::Unbelieved, format!("the token: {why}"));
    let token = Token::parse(token).map_err(of)?;
    let mut claims = token.believed(&known.keys);
    if matches!(claims, Err(Unbelieved::NoKey(_) | Unbelieved::Forged)) {
        known = app.of::<Directory>().with_newer_keys(app, provider, &known).await?;
        claims = token.believed(&known.keys);
    }
    claims.map_err(of)
}
