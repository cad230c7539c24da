//! Letting an application in: a page that asks the user, and the code that the answer is.

use base::tokens;
use http::{HeaderName, HeaderValue, StatusCode, header};
use store::oauth::Code;
use url::Url;
use wire::oauth::{AuthorizeForm, DeauthorizeForm, OAuthApp, Redirect};

use super::{GRANTS_MAX, end, find, must_be_on};
use crate::error::{ApiError, Result};
use crate::http::{Answer, Call, Reply};
use crate::resources::{audits, page};
use crate::session::hash;

const PAGE: &str = include_str!("authorize.html");
/// How long a code can be turned into a token (facts, data model §10).
const CODE_LASTS_S: i64 = 10 * 60;
/// What applications get that ask for nothing in particular.
const SCOPE: &str = "user";
/// Longest state that travels with a code.
const STATE_BYTES_MAX: usize = 2_048;
/// The only way of deriving a challenge that is worth having (RFC 7636 §4.2).
const CHALLENGE_METHOD: &str = "S256";
/// A challenge is the hash of a verifier of 43 to 128 characters (RFC 7636 §4.2): 43 characters.
const CHALLENGE_LEN: usize = 43;

/// `GET /oauth/authorize`: asks the user, or sends who is not signed in to sign in first.
pub async fn ask(call: Call) -> Answer {
    must_be_on(&call.app)?;
    let form = asked(&call)?;
    let app = find(&call.app, form.client_id).await?;
    must_be_asked_well(&call, &app, &form).await?;
    if call.identity.is_none() {
        let back = call.parts.uri.path_and_query().map(ToString::to_string).unwrap_or_default();
        let query = form_urlencoded::Serializer::new(String::new()).append_pair("redirect_to", &back).finish();
        return Ok(Reply::empty(StatusCode::FOUND).with_text_header(header::LOCATION, &format!("/login?{query}")));
    }
    if app.is_trusted {
        let target = let_in(&call, &app, form).await?;
        return Ok(Reply::empty(StatusCode::FOUND).with_text_header(header::LOCATION, &target));
    }
    let body = serde_json::to_string(&form).expect("wire types are JSON").replace('<', "\\u003c");
    let text = PAGE
        .replace("{{name}}", &page::escape(&app.name))
        .replace("{{description}}", &page::escape(&app.description))
        .replace("{{homepage}}", &page::escape(&app.homepage))
        .replace("{{user}}", &page::escape(&call.me().username))
        .replace("{{refused}}", &page::escape(&refused(&form)?))
        .replace("{{form}}", &body);
    let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; \
                  base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    Ok(Reply::bytes(HeaderValue::from_static("text/html; charset=utf-8"), text)
        .with_header(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy))
        .with_header(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))
        .with_header(HeaderName::from_static("x-frame-options"), HeaderValue::from_static("DENY")))
}

fn asked(call: &Call) -> Result<AuthorizeForm> {
    let query = call.query();
    Ok(AuthorizeForm {
        response_type: query.text("response_type").to_owned(),
        client_id: query.id("client_id")?,
        redirect_uri: query.text("redirect_uri").to_owned(),
        scope: query.text("scope").to_owned(),
        state: query.text("state").to_owned(),
        code_challenge: query.text("code_challenge").to_owned(),
        code_challenge_method: query.text("code_challenge_method").to_owned(),
        resource: query.text("resource").to_owned(),
    })
}

/// `POST /oauth/authorize`: the user lets the application in.
pub async fn authorize(mut call: Call) -> Answer {
    let form: AuthorizeForm = call.json("authorize_request").await?;
    must_be_on(&call.app)?;
    // An application must not let in another one, or itself for longer.
    crate::permit::allowed(!call.session().is_oauth)?;
    let app = find(&call.app, form.client_id).await?;
    must_be_asked_well(&call, &app, &form).await?;
    let redirect = let_in(&call, &app, form).await?;
    Ok(Reply::json(&Redirect { redirect }))
}

/// Only what was registered is sent to an address that was registered.
async fn must_be_asked_well(call: &Call, app: &OAuthApp, form: &AuthorizeForm) -> Result<()> {
    let bad = |name: &str| Err(ApiError::body_param(name));
    if !app.callback_urls.contains(&form.redirect_uri) {
        let text = "The address to come back to is not one of the application's.";
        return Err(ApiError::bad_request("api.oauth.allow_oauth.redirect_callback.app_error", text));
    }
    if form.response_type != "code" {
        return bad("response_type");
    }
    if form.state.len() > STATE_BYTES_MAX || form.scope.len() > STATE_BYTES_MAX {
        return bad("state");
    }
    let has_challenge = !form.code_challenge.is_empty() || !form.code_challenge_method.is_empty();
    if has_challenge && (form.code_challenge_method != CHALLENGE_METHOD || form.code_challenge.len() != CHALLENGE_LEN) {
        return bad("code_challenge");
    }
    if !has_challenge && call.app.store.oauth_app_is_public(app.id).await? {
        return bad("code_challenge");
    }
    Ok(())
}

/// Keeps a code and returns the address that carries it to the application.
async fn let_in(call: &Call, app: &OAuthApp, form: AuthorizeForm) -> Result<String> {
    let secret = tokens::long_secret();
    let code = Code {
        hash: hash(&secret),
        client_id: app.id,
        user_id: call.my_id(),
        expires_in: CODE_LASTS_S,
        create_at: call.app.clock.now(),
        redirect_uri: form.redirect_uri.clone(),
        state: form.state.clone(),
        scope: if form.scope.is_empty() { SCOPE.to_owned() } else { form.scope },
        code_challenge: form.code_challenge,
        code_challenge_method: form.code_challenge_method,
        resource: form.resource,
    };
    let mut change = call.app.change();
    change.write(store::oauth::clean_codes(code.create_at - CODE_LASTS_S * 1000));
    change.write(store::oauth::insert_code(&code));
    audits::note(&mut change, call, &format!("client_id={}", app.id));
    change.commit().await?;
    with(&form.redirect_uri, &[("code", &secret), ("state", &form.state)])
}

/// Where the browser goes when the user does not let the application in.
fn refused(form: &AuthorizeForm) -> Result<String> {
    with(&form.redirect_uri, &[("error", "access_denied"), ("state", &form.state)])
}

fn with(address: &str, pairs: &[(&str, &str)]) -> Result<String> {
    let mut url = Url::parse(address).map_err(|_| ApiError::body_param("redirect_uri"))?;
    let given = pairs.iter().filter(|(_, value)| !value.is_empty());
    url.query_pairs_mut().extend_pairs(given);
    Ok(url.to_string())
}

/// `POST /oauth/deauthorize`: ends all that an application may do for the caller.
pub async fn deauthorize(mut call: Call) -> Answer {
    let form: DeauthorizeForm = call.json("client_id").await?;
    must_be_on(&call.app)?;
    if form.client_id.is_none() {
        return Err(ApiError::body_param("client_id"));
    }
    let grants = call.app.store.oauth_grants(call.my_id(), form.client_id, GRANTS_MAX).await?;
    let mut change = call.app.change();
    end(&mut change, &grants);
    audits::note(&mut change, &call, &format!("client_id={}", form.client_id));
    change.commit().await?;
    Ok(Reply::ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_address_carries_is_added_to_what_it_has() {
        let to = with("https://a.test/cb?x=1", &[("code", "c d"), ("state", "")]).expect("an address");
        assert_eq!(to, "https://a.test/cb?x=1&code=c+d");
    }
}
