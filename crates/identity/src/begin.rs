//! Beginning a sign-in: the browser is sent to the provider, with what binds the answer to it.

use base::tokens;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::{StatusCode, header};
use request::{Answer, App, Call, Reply};
use sha2::{Digest, Sha256};
use url::Url;

use crate::attempt::{Attempt, Moving, RETURN_LEN_MAX, Way, kept};
use crate::directory::Directory;
use crate::refusal::{Refusal, Why};
use crate::{callback, provider};

/// Characters of the tokens that clients bind their sign-ins by.
const CLIENT_TOKEN_LEN_MAX: usize = 128;
/// A challenge is the hash of a verifier (RFC 7636 §4.2): 43 characters.
const CHALLENGE_LEN: usize = 43;

/// `GET /oauth/{service}/login` and `…/signup`: who is new gets an account either way.
pub async fn login(call: Call) -> Answer {
    let way = browser_or_desktop(&call);
    begin(&call, way).await
}

/// `GET /oauth/{service}/mobile_login`
pub async fn mobile_login(call: Call) -> Answer {
    let way = phone(&call);
    begin(&call, way).await
}

/// Back to this browser, or to the desktop program, which brings a token of its own.
pub(crate) fn browser_or_desktop(call: &Call) -> Way {
    let query = call.query();
    match query.text("desktop_token") {
        "" => Way::Browser { path: path_of_ours(query.text("redirect_to")) },
        token => Way::Desktop { token: token.to_owned() },
    }
}

/// Back to the app of a phone.
pub(crate) fn phone(call: &Call) -> Way {
    let query = call.query();
    let is_hashed = query.text("code_challenge_method") == "S256";
    let challenge = if is_hashed { query.text("code_challenge") } else { "" };
    let (address, state) = (query.text("redirect_to").to_owned(), query.text("state").to_owned());
    Way::Mobile { address, challenge: challenge.to_owned(), state }
}

async fn begin(call: &Call, way: Way) -> Answer {
    let (service, wanted) = (call.text("service"), way.path().to_owned());
    match to_provider(call, service, way).await {
        Ok(reply) => Ok(reply),
        Err(refusal) => Ok(refusal.reply(call, service, &wanted)),
    }
}

async fn to_provider(call: &Call, service: &str, way: Way) -> Result<Reply, Refusal> {
    Ok(lead(call, service, way, None).await?.reply())
}

/// The way to a provider.
pub(crate) struct Led {
    /// The provider's page.
    pub address: String,
    cookies: Vec<String>,
}

impl Led {
    /// The browser of the call keeps the attempt.
    pub fn new(call: &Call, address: &str, state: &str, attempt: &Attempt) -> Led {
        Led { address: address.to_owned(), cookies: kept(call, state, attempt) }
    }

    /// Sends the browser there.
    pub fn reply(&self) -> Reply {
        self.kept_by(Reply::empty(StatusCode::FOUND).with_text_header(header::LOCATION, &self.address))
    }

    /// Adds the cookies by which the browser is known when it comes back.
    pub fn kept_by(&self, reply: Reply) -> Reply {
        let reply = reply.with_text_header(header::CACHE_CONTROL, "no-store");
        self.cookies.iter().fold(reply, |reply, set| reply.with_text_header(header::SET_COOKIE, set))
    }
}

/// Begins an attempt, which moves an account to the provider where one is given.
///
/// # Errors
/// As the reasons of [`Why`] say.
pub(crate) async fn lead(call: &Call, service: &str, way: Way, moving: Option<Moving>) -> Result<Led, Refusal> {
    let app = &call.app;
    let provider = provider(app, service)?;
    must_be_ours(app, &way)?;
    if app.config().service.site_url.is_empty() {
        return Err(Refusal::new(
            Why::Misconfigured,
            "service.site_url is not set: the provider sends people back to it",
        ));
    }
    let known = app.of::<Directory>().of(app, &provider).await?;
    let attempt = Attempt { moving, ..Attempt::new(service, &provider.issuer, way, app.clock.now()) };
    let state = tokens::long_secret();
    let endpoint = &known.metadata.authorization_endpoint;
    let mut url = Url::parse(endpoint).map_err(|error| Refusal::new(Why::Misconfigured, error))?;
    url.query_pairs_mut()
        .append_pair("response_type", "code")
        .append_pair("client_id", &provider.client_id)
        .append_pair("redirect_uri", &callback(app, service))
        .append_pair("scope", &provider.scopes.join(" "))
        .append_pair("state", &state)
        .append_pair("nonce", &attempt.nonce)
        .append_pair("code_challenge", &challenge_of(&attempt.verifier))
        .append_pair("code_challenge_method", "S256");
    let hint = call.query().text("login_hint").to_owned();
    if !hint.is_empty() && hint.len() <= rules::users::EMAIL_LEN_MAX {
        url.query_pairs_mut().append_pair("login_hint", &hint);
    }
    Ok(Led::new(call, url.as_str(), &state, &attempt))
}

/// What a provider, or a client, is given instead of a secret (RFC 7636 §4.2).
pub fn challenge_of(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()))
}

/// Sessions are brought to our own pages, and to programs that the configuration names.
pub(crate) fn must_be_ours(app: &App, way: &Way) -> Result<(), Refusal> {
    match way {
        Way::Browser { .. } => Ok(()),
        Way::Desktop { token } => match is_plain(token) && token.len() <= CLIENT_TOKEN_LEN_MAX {
            true => Ok(()),
            false => Err(Refusal::new(Why::BadReturn, "desktop_token is no token")),
        },
        Way::Mobile { address, challenge, state } => {
            let schemes = app.config().native_apps.custom_url_schemes.clone();
            if address.len() > RETURN_LEN_MAX || !is_of_scheme(address, &schemes) {
                return Err(Refusal::new(
                    Why::BadReturn,
                    format!("{address:?} is of no app that native_apps.custom_url_schemes names"),
                ));
            }
            if !challenge.is_empty() && (challenge.len() != CHALLENGE_LEN || !is_plain(challenge)) {
                return Err(Refusal::new(Why::BadReturn, "code_challenge is no hash"));
            }
            match is_plain(state) && state.len() <= CLIENT_TOKEN_LEN_MAX {
                true => Ok(()),
                false => Err(Refusal::new(Why::BadReturn, "state is no token")),
            }
        }
    }
}

fn is_plain(token: &str) -> bool {
    token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte))
}

/// Whether an address begins as one of the schemes does, which are not those of browsers.
fn is_of_scheme(address: &str, schemes: &[String]) -> bool {
    let Ok(url) = Url::parse(address) else { return false };
    let of_browsers = ["http", "https", "javascript", "data", "file", "blob", "about", "ftp", "ws", "wss"];
    let named = |scheme: &String| scheme.trim_end_matches([':', '/']).eq_ignore_ascii_case(url.scheme());
    !of_browsers.contains(&url.scheme()) && schemes.iter().any(named)
}

/// A path of this site; the first page for everything else.
pub(crate) fn path_of_ours(asked: &str) -> String {
    let is_fine = |c: char| !c.is_control() && c != '\\';
    let is_path = asked.starts_with('/') && !asked.starts_with("//");
    if is_path && asked.len() <= RETURN_LEN_MAX && asked.chars().all(is_fine) {
        asked.to_owned()
    } else {
        "/".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_goes_back_to_a_page_of_ours_alone() {
        for ours in ["/", "/crew/channels/town-square?x=1#y", "/crew/pl/abc", "/login?id=x"] {
            assert_eq!(path_of_ours(ours), ours);
        }
        let long = format!("/{}", "x".repeat(RETURN_LEN_MAX));
        for foreign in [
            "",
            "https://evil.test",
            "//evil.test",
            "/\\evil.test",
            "\\\\evil.test",
            "javascript:alert(1)",
            "evil.test",
            "/\t/evil.test",
            "/\r\nSet-Cookie: a=b",
            " //evil.test",
            &long,
        ] {
            assert_eq!(path_of_ours(foreign), "/", "{foreign:?}");
        }
    }

    #[test]
    fn only_apps_that_are_named_get_a_session() {
        let schemes = ["mmauth://".to_owned(), "chat:".to_owned(), "https://".to_owned()];
        for named in ["mmauth://callback", "MMAUTH://x", "chat://x/y", "mmauth://"] {
            assert!(is_of_scheme(named, &schemes), "{named}");
        }
        for foreign in
            ["https://evil.test", "mmauthx://x", "evil://mmauth://", "", "/x", "javascript:mmauth://", "data:x"]
        {
            assert!(!is_of_scheme(foreign, &schemes), "{foreign}");
        }
    }

    #[test]
    fn the_challenge_is_that_of_the_standard() {
        // RFC 7636, appendix B.
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        assert_eq!(challenge_of(verifier), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }
}
