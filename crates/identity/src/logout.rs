//! Signing out at a provider of OpenID Connect: where a browser goes for that, and what ends here when somebody did so there.

use std::sync::Arc;

use config::Provider;
use http::{StatusCode, header};
use people::sessions::{cookie_path, ending, secure};
use request::token::cookie;
use request::{Answer, App, Call, Reply};
use serde_json::Value;
use url::Url;
use wire::sessions::{PROP_SSO_SERVICE, PROP_SSO_SID, Session};

use crate::attempt::Seal;
use crate::claims::{Claims, must_be_for, must_be_timely, text};
use crate::complete::signed;
use crate::directory::Directory;
use crate::handover::Proven;
use crate::refusal::{Refusal, Why};
use crate::{accounts, provider};

/// The event that a token of a provider must name when somebody signed out there.
const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";
/// Keeps the provider's token until the session ends. It goes along with that one request.
const HINT: &str = "MUSTER_SIGNED_IN_BY";
const HINT_PATH: &str = "/api/v4/users/logout";
/// Sessions that one name of the provider's ends: it is one browser, which signed in here more than once.
const SESSIONS_MAX: usize = 100;
/// Bytes of a cookie that browsers keep.
const COOKIE_BYTES_MAX: usize = 4_000;

/// Where the provider signs somebody out; nothing where it does not, or does not say now: people sign out here all the
/// same.
pub(crate) async fn address(call: &Call, service: &str) -> Option<String> {
    let app = &call.app;
    let provider = provider(app, service).ok().filter(|provider| provider.sign_out_there)?;
    let known = app.of::<Directory>().of(app, &provider).await.ok()?;
    let mut url = Url::parse(&known.metadata.end_session_endpoint).ok()?;
    let back = format!("{}/login", app.config().service.site_url);
    url.query_pairs_mut().append_pair("client_id", &provider.client_id).append_pair("post_logout_redirect_uri", &back);
    let kept = cookie(call.headers(), HINT).and_then(|sealed| app.of::<Seal>().open_text(HINT, sealed));
    if let Some(token) = kept {
        url.query_pairs_mut().append_pair("id_token_hint", &token);
    }
    Some(url.to_string())
}

/// The `Set-Cookie` value that keeps the provider's token for the end; nothing where it is not needed, or too long.
pub fn hint(call: &Call, proven: &Proven) -> Option<String> {
    provider(&call.app, &proven.service).ok().filter(|provider| provider.sign_out_there)?;
    let sealed = call.app.of::<Seal>().seal_text(HINT, &proven.id_token);
    let lasts_s = i64::from(call.app.config().session.sso_length_h) * 3600;
    let kept =
        format!("{HINT}={sealed}; Path={}; Max-Age={lasts_s}; HttpOnly; SameSite=Lax{}", path(call), secure(call));
    (kept.len() <= COOKIE_BYTES_MAX).then_some(kept)
}

/// The `Set-Cookie` value that forgets that token.
pub(crate) fn hint_forgotten(call: &Call) -> String {
    format!("{HINT}=; Path={}; Max-Age=0; HttpOnly", path(call))
}

fn path(call: &Call) -> String {
    format!("{}{HINT_PATH}", cookie_path(&call.app).trim_end_matches('/'))
}

/// `POST /oauth/{service}/backchannel_logout`: somebody signed out at the provider, which says so by a token of its own
/// (OpenID Connect Back-Channel Logout).
pub async fn back_channel(mut call: Call) -> Answer {
    let service = call.text("service").to_owned();
    let body = call.bytes().await?;
    let done = end(&call, &service, &body).await;
    done.map_err(|refusal| refusal.error(&call, &service))?;
    Ok(Reply::empty(StatusCode::OK).with_text_header(header::CACHE_CONTROL, "no-store"))
}

async fn end(call: &Call, service: &str, body: &[u8]) -> Result<(), Refusal> {
    let app = &call.app;
    let provider = provider(app, service)?;
    let token = form_urlencoded::parse(body).find(|(name, _)| name == "logout_token").map(|(_, token)| token);
    let token = token.ok_or_else(|| Refusal::new(Why::Unbelieved, "there is no logout_token"))?;
    let known = app.of::<Directory>().of(app, &provider).await?;
    let claims = signed(app, &provider, known, &token).await?;
    must_end(&provider, &claims, app.clock.now()).map_err(|why| Refusal::new(Why::Unbelieved, why))?;
    let subject = match text(&claims, &provider.subject_claim) {
        "" => text(&claims, "sub"),
        subject => subject,
    };
    let sid = text(&claims, "sid");
    let meant = match subject {
        "" => app.store.sessions_of_outer(service, sid, SESSIONS_MAX).await?,
        subject => of_person(app, service, subject, sid).await?,
    };
    end_sessions(app, &meant, service).await
}

/// # Errors
/// With what is wrong: a token of a sign-in must not end a session, and neither one of somebody else's.
fn must_end(provider: &Provider, claims: &Claims, now: base::Millis) -> Result<(), String> {
    must_be_for(claims, &provider.issuer, &provider.client_id).map_err(|wrong| wrong.to_string())?;
    let mut timed = claims.clone();
    // Older providers say only when it was made.
    let made = claims.get("iat").cloned().unwrap_or_default();
    timed.entry("exp").or_insert(made.as_i64().map_or(Value::Null, |made| made.saturating_add(120).into()));
    must_be_timely(&timed, now).map_err(|wrong| wrong.to_string())?;
    if claims.get("events").is_none_or(|events| events.get(EVENT).is_none_or(|event| !event.is_object())) {
        return Err("the event is not that of signing out".to_owned());
    }
    if claims.contains_key("nonce") {
        return Err("it has a nonce, as tokens of sign-ins do".to_owned());
    }
    if ["sub", "sid", &provider.subject_claim].into_iter().all(|claim| text(claims, claim).is_empty()) {
        return Err("it names nobody and no session".to_owned());
    }
    Ok(())
}

/// The sessions that somebody opened by this provider, or the one that it names. One whose name it did not tell when it was
/// opened may be meant.
async fn of_person(app: &Arc<App>, service: &str, subject: &str, sid: &str) -> Result<Vec<Session>, Refusal> {
    let data = accounts::auth_data(service, subject);
    let Some(user) = app.store.user_by_auth(&data, service).await? else { return Ok(Vec::new()) };
    let mut change = app.change();
    ending::end_waiting(&mut change, user.id);
    change.commit().await?;
    let mut sessions = app.store.sessions_of(user.id).await?;
    sessions.retain(|session| {
        let named = session.prop(PROP_SSO_SID);
        session.prop(PROP_SSO_SERVICE) == service && (sid.is_empty() || named.is_empty() || named == sid)
    });
    Ok(sessions)
}

/// Ends sessions, and what their people have not fetched yet, as the service says by which they were opened.
///
/// # Errors
/// When the store does not answer.
pub(crate) async fn end_sessions(app: &Arc<App>, sessions: &[Session], service: &str) -> Result<(), Refusal> {
    for session in sessions {
        let mut change = app.change();
        ending::end(&mut change, session);
        ending::end_waiting(&mut change, session.user_id);
        match change.commit().await {
            Ok(_) => tracing::info!(user.id = %session.user_id, service, "a session ended at the provider"),
            // It ended a moment ago.
            Err(store::Error::Unmet { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const NOW: base::Millis = 1_800_000_000_000;

    #[test]
    fn only_a_token_that_says_so_ends_sessions() {
        let text = "[[sign_in.providers]]\nname = \"x\"\nissuer = \"https://id.test\"\nclient_id = \"chat\"";
        let provider = config::parse(text).expect("a provider").sign_in.providers[0].complete();
        let judged = |change: Value| {
            let now = NOW / 1000;
            let mut token = json!({"iss": "https://id.test", "aud": "chat", "sub": "1", "iat": now, "jti": "a",
                "events": {EVENT: {}}});
            for (name, value) in change.as_object().expect("a change") {
                token[name] = value.clone();
            }
            must_end(&provider, token.as_object().expect("claims"), NOW)
        };
        for good in [json!({}), json!({"sid": "s"}), json!({"exp": NOW / 1000 + 60}), json!({"sub": "", "sid": "s"})] {
            assert_eq!(judged(good.clone()), Ok(()), "{good}");
        }
        for (bad, why) in [
            (json!({"events": {}}), "event"),
            (json!({"events": {EVENT: true}}), "event"),
            (json!({"nonce": "n"}), "nonce"),
            (json!({"sub": ""}), "nobody"),
            (json!({"aud": "other"}), "for other"),
            (json!({"iss": "https://evil.test"}), "issuer"),
            (json!({"iat": NOW / 1000 - 700}), "ended"),
            (json!({"iat": null}), "no time"),
        ] {
            assert!(judged(bad.clone()).expect_err("refused").contains(why), "{bad}: {:?}", judged(bad.clone()));
        }
    }
}
