//! Letting an application in: a page that asks the user, and the code that the answer is.

use std::sync::LazyLock;

use askama::Template;
use base::tokens;
use http::{HeaderName, HeaderValue, StatusCode, header};
use node::error::{ApiError, Result};
use people::audits;
use request::token::hash;
use request::{Answer, Call, Reply, html};
use store::oauth::Code;
use url::Url;
use wire::oauth::{AuthorizeForm, DeauthorizeForm, OAuthApp, Redirect};

use crate::oauth::{GRANTS_MAX, end, find, must_be_on};

/// Stand in the page.
const STYLE: &str = include_str!("../../templates/authorize.css");
const SCRIPT: &str = include_str!("../../templates/authorize.js");
/// The page's own script and style, a request to this server, and nothing else.
static POLICY: LazyLock<String> = LazyLock::new(|| {
    let (style, script) = (html::source(STYLE), html::source(SCRIPT));
    format!(
        "default-src 'none'; style-src {style}; script-src {script}; connect-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'"
    )
});
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

/// `GET /oauth/authorize`: asks the user to authorize the application, after a sign-in if there is no session.
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
    let page = Consent {
        style: STYLE,
        script: SCRIPT,
        app: &app,
        user: &call.me().username,
        address: &form.redirect_uri,
        refused: &refused(&form)?,
        form: &serde_json::to_string(&form).expect("wire types are JSON"),
    };
    Ok(html::page(&page)?
        .with_text_header(header::CONTENT_SECURITY_POLICY, &POLICY)
        .with_header(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))
        .with_header(HeaderName::from_static("x-frame-options"), HeaderValue::from_static("DENY")))
}

/// The page that asks. All but `style` and `script` is what an application says of itself, and of what it wants.
#[derive(Template)]
#[template(path = "authorize.html")]
struct Consent<'a> {
    style: &'static str,
    script: &'static str,
    app: &'a OAuthApp,
    user: &'a str,
    /// Where the answer goes.
    address: &'a str,
    /// Where the browser goes when the user refuses.
    refused: &'a str,
    /// What the page sends when the user allows it.
    form: &'a str,
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
    request::permit::allowed(!call.session().is_oauth)?;
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

/// An address with more in its query.
///
/// # Errors
/// 400 when it is none.
pub fn with(address: &str, pairs: &[(&str, &str)]) -> Result<String> {
    let mut url = Url::parse(address).map_err(|_| ApiError::body_param("redirect_uri"))?;
    let given = pairs.iter().filter(|(_, value)| !value.is_empty());
    url.query_pairs_mut().extend_pairs(given);
    Ok(url.to_string())
}

/// `POST /oauth/deauthorize`: ends the caller's authorization of an application.
pub async fn deauthorize(mut call: Call) -> Answer {
    let form: DeauthorizeForm = call.json("client_id").await?;
    must_be_on(&call.app)?;
    if form.client_id.is_none() {
        return Err(ApiError::body_param("client_id"));
    }
    let grants = call.app.store.oauth_grants(call.my_id(), form.client_id, GRANTS_MAX).await?;
    let mut change = call.app.change();
    end(&mut change, &grants);
    change.write(store::oauth::remove_codes(call.my_id(), form.client_id));
    audits::note(&mut change, &call, &format!("client_id={}", form.client_id));
    change.commit().await?;
    Ok(Reply::ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_application_says_cannot_leave_its_place_in_the_page() {
        let hostile = "\"autofocus onfocus='x()'></script><script>{{ form }}{{form}}";
        let callback_urls = vec![hostile.to_owned(), format!("2{hostile}")];
        let app = OAuthApp {
            name: hostile.into(),
            description: hostile.into(),
            homepage: hostile.into(),
            callback_urls,
            is_dynamically_registered: true,
            ..OAuthApp::default()
        };
        let (address, user, refused, form) = (hostile, hostile, hostile, hostile);
        let page = Consent { style: STYLE, script: SCRIPT, app: &app, user, address, refused, form };
        let page = page.render().expect("a page");
        assert!(!page.contains("\"autofocus") && !page.contains("='x()'"), "{page}");
        assert_eq!((page.matches("<script>").count(), page.matches("</script>").count()), (1, 1), "{page}");
        // The name twice, description, homepage, user, address, the other address, and two attributes.
        assert_eq!(page.matches("{{form}}").count(), 9, "{page}");
        assert!(page.contains("registered itself"));
    }

    #[test]
    fn the_policy_names_what_stands_in_the_page() {
        let app = OAuthApp::default();
        let page = Consent { style: STYLE, script: SCRIPT, app: &app, user: "", address: "", refused: "", form: "" };
        let page = page.render().expect("a page");
        let between = |open: &str, close: &str| {
            let (_, rest) = page.split_once(open).expect("an element");
            html::source(rest.split_once(close).expect("its end").0)
        };
        assert!(POLICY.contains(&format!("style-src {};", between("<style>", "</style>"))));
        assert!(POLICY.contains(&format!("script-src {};", between("<script>", "</script>"))));
        assert!(!POLICY.contains("unsafe"));
        assert!(!page.contains("registered itself"));
    }

    #[test]
    fn what_an_address_carries_is_added_to_what_it_has() {
        let to = with("https://a.test/cb?x=1", &[("code", "c d"), ("state", "")]).expect("an address");
        assert_eq!(to, "https://a.test/cb?x=1&code=c+d");
    }
}
