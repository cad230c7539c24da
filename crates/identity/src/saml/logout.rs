//! Single logout (SAML 2.0 Core §3.7, Profiles §4.4), begun here or at the provider.
//!
//! A request of the provider must be signed, recent, addressed to this server and used once. It ends only sessions of the
//! person that it names. An answer of the provider to a request of this server changes nothing.

use std::io::Read;

use base::Millis;
use base::tokens;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use config::{Config, Saml};
use flate2::read::DeflateDecoder;
use http::{StatusCode, header};
use request::{Answer, Call, Reply};
use roxmltree::Node;
use serde::{Deserialize, Serialize};
use wire::sessions::{PROP_SSO_NAME, PROP_SSO_SERVICE, PROP_SSO_SID, Session};

use crate::accounts::auth_data;
use crate::logout::end_sessions;
use crate::refusal::{Refusal, Why};
use crate::saml::answer::{BODY_BYTES_MAX, STATE_LEN_MAX, decoded, used};
use crate::saml::begin::{Message, instant, sent};
use crate::saml::certificate::PublicKey;
use crate::saml::response::{
    Assertion, Expected, NameKind, Wrong, must_be_between, must_be_issuer, must_be_of_version, must_be_recent,
};
use crate::saml::signature::{self, Unbelieved};
use crate::saml::xml::{BYTES_MAX, Comments, escaped, named, only, parse, text};
use crate::saml::{ASSERTION, PROTOCOL, SERVICE, certificates, configured, identifier};

/// Where the provider sends requests to sign out, and answers, below the address of the site.
pub const PATH: &str = "/login/sso/saml/logout";
/// Sessions that one request names, and sessions here that one of these names.
const NAMED_MAX: usize = 100;
/// Bytes of a name that is kept.
const NAME_LEN_MAX: usize = 255;

/// The name of a person at the provider, as the session stores it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
struct Name {
    value: String,
    kind: NameKind,
}

/// The part of an assertion that a session stores for a later logout. Empty if the provider takes no logout requests.
pub fn kept(settings: &Saml, assertion: &Assertion) -> String {
    if settings.idp_logout_url.is_empty() || assertion.name_id.len() > NAME_LEN_MAX {
        return String::new();
    }
    let name = Name { value: assertion.name_id.clone(), kind: assertion.name_kind.clone() };
    serde_json::to_string(&name).expect("texts are JSON")
}

fn name_of(session: &Session) -> Option<Name> {
    serde_json::from_str(session.prop(PROP_SSO_NAME)).ok()
}

/// The address at which a browser signs out at the provider as well. `None` if the provider takes no such requests, or
/// cannot be asked: the session ends here in any case.
pub async fn address(call: &Call, session: &Session) -> Option<String> {
    let config = configured(&call.app).ok().filter(|config| !config.saml.idp_logout_url.is_empty())?;
    let request = request(&config, &name_of(session)?, session.prop(PROP_SSO_SID), call.app.clock.now()).ok()?;
    let message = Message { name: "SAMLRequest", text: &request, state: "" };
    to_provider(call, &config, &message).await.ok()
}

async fn to_provider(call: &Call, config: &Config, message: &Message<'_>) -> Result<String, Refusal> {
    // Providers want these signed more often than requests to sign in.
    let key = certificates::private_key(&call.app).await?;
    sent(config, &config.saml.idp_logout_url, message, key.as_ref())
}

fn request(config: &Config, name: &Name, index: &str, now: Millis) -> Result<String, Refusal> {
    let attribute = |label: &str, value: &str| match value {
        "" => String::new(),
        value => format!(" {label}=\"{}\"", escaped(value)),
    };
    let kind = [
        attribute("Format", &name.kind.format),
        attribute("NameQualifier", &name.kind.qualifier),
        attribute("SPNameQualifier", &name.kind.sp_qualifier),
    ];
    let index = match index {
        "" => String::new(),
        index => format!("<samlp:SessionIndex>{}</samlp:SessionIndex>", escaped(index)),
    };
    let inner = format!("<saml:NameID{}>{}</saml:NameID>{index}", kind.concat(), escaped(&name.value));
    message(config, "LogoutRequest", "", &inner, now)
}

/// A message to the provider about signing out.
fn message(config: &Config, kind: &str, more: &str, inner: &str, now: Millis) -> Result<String, Refusal> {
    let (destination, issuer) = (escaped(&config.saml.idp_logout_url), escaped(&identifier(config)?));
    let (id, at) = (tokens::long_secret(), instant(now));
    Ok(format!(
        "<samlp:{kind} xmlns:samlp=\"{PROTOCOL}\" xmlns:saml=\"{ASSERTION}\" ID=\"_{id}\" Version=\"2.0\" \
         IssueInstant=\"{at}\" Destination=\"{destination}\"{more}><saml:Issuer>{issuer}</saml:Issuer>{inner}\
         </samlp:{kind}>"
    ))
}

/// `GET /login/sso/saml/logout`: a request of the provider by redirect, or its answer to one of this server.
pub async fn by_redirect(call: Call) -> Answer {
    if !call.query().text("SAMLResponse").is_empty() {
        return Ok(signed_out(&call));
    }
    let query = call.parts.uri.query().unwrap_or_default().to_owned();
    let outcome = redirected(&call, &query).await;
    Ok(ended(&call, outcome))
}

async fn redirected(call: &Call, query: &str) -> Result<Reply, Refusal> {
    let config = must_be_on(call)?;
    let keys = certificates::provider_keys(&call.app).await?;
    let read = Redirected::read(query, &keys).map_err(|why| Refusal::new(Why::Unbelieved, why))?;
    obey(call, &config, &read.text, &read.state).await
}

/// `POST /login/sso/saml/logout`: the same by a form, which the provider posts through the browser.
pub async fn by_post(mut call: Call) -> Answer {
    let body = call.bytes_up_to(BODY_BYTES_MAX).await?;
    let field = |wanted: &str| {
        let found = form_urlencoded::parse(&body).find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.into_owned()).unwrap_or_default()
    };
    if !field("SAMLResponse").is_empty() {
        return Ok(signed_out(&call));
    }
    let outcome = posted(&call, &field("SAMLRequest"), &field("RelayState")).await;
    Ok(ended(&call, outcome))
}

async fn posted(call: &Call, request: &str, state: &str) -> Result<Reply, Refusal> {
    let config = must_be_on(call)?;
    let keys = certificates::provider_keys(&call.app).await?;
    let text = decoded(request)?;
    let document = parse(&text, Comments::Refused).map_err(|why| Refusal::new(Why::Unbelieved, why))?;
    let signed = signature::verified(document.root_element(), &keys);
    obey(call, &config, &signed.map_err(|why| Refusal::new(Why::Unbelieved, why))?, state).await
}

fn must_be_on(call: &Call) -> Result<std::sync::Arc<Config>, Refusal> {
    let config = configured(&call.app)?;
    match config.saml.idp_logout_url.as_str() {
        "" => Err(Refusal::new(Why::Unknown, "saml.idp_logout_url is not set")),
        _ => Ok(config),
    }
}

/// The page that a browser sees at the end of a logout begun here. The answer of the provider changes nothing.
fn signed_out(call: &Call) -> Reply {
    let site = call.app.config().service.site_url.clone();
    Reply::empty(StatusCode::SEE_OTHER).with_text_header(header::LOCATION, &format!("{site}/login"))
}

fn ended(call: &Call, outcome: Result<Reply, Refusal>) -> Reply {
    let reply = outcome.unwrap_or_else(|refusal| refusal.reply(call, SERVICE, ""));
    reply.with_text_header(header::CACHE_CONTROL, "no-store")
}

/// Ends the sessions that a verified request names, and redirects the browser back with the answer.
async fn obey(call: &Call, config: &Config, signed: &str, state: &str) -> Result<Reply, Refusal> {
    let app = &call.app;
    if state.len() > STATE_LEN_MAX {
        return Err(Refusal::new(Why::Unbelieved, "RelayState is too long"));
    }
    let expected = Expected {
        issuer: &config.saml.idp_descriptor_url,
        audience: "",
        recipient: &format!("{}{PATH}", config.service.site_url),
        keys: &[],
        private_key: None,
        must_be_encrypted: false,
        now: app.clock.now(),
    };
    let wish = Wish::read(signed, &expected).map_err(|wrong| Refusal::new(Why::Unbelieved, wrong))?;
    match app.store.commit(used(call, &format!("logout/{}", wish.id)).into(), None).await {
        Ok(_) => {}
        Err(store::Error::Conflict { .. }) => return Err(Refusal::new(Why::Used, "this request was used before")),
        Err(error) => return Err(error.into()),
    }
    let meant = meant(call, &wish).await?;
    end_sessions(app, &meant, SERVICE).await?;
    let more = format!(" InResponseTo=\"{}\"", escaped(&wish.id));
    let inner = "<samlp:Status><samlp:StatusCode Value=\"urn:oasis:names:tc:SAML:2.0:status:Success\"/></samlp:Status>";
    let answer = message(config, "LogoutResponse", &more, inner, app.clock.now())?;
    let back = to_provider(call, config, &Message { name: "SAMLResponse", text: &answer, state }).await?;
    Ok(Reply::empty(StatusCode::SEE_OTHER).with_text_header(header::LOCATION, &back))
}

/// The sessions that a request names, or all of the person that it names. A session whose person has another name stays.
async fn meant(call: &Call, wish: &Wish) -> Result<Vec<Session>, Refusal> {
    let store = &call.app.store;
    let mut found = Vec::new();
    for index in &wish.sessions {
        found.extend(store.sessions_of_outer(SERVICE, index, NAMED_MAX).await?);
    }
    if wish.sessions.is_empty() {
        // Accounts are known by the name, or by the address, which may be the name.
        for known in [wish.name.clone(), wish.name.to_lowercase()] {
            if let Some(user) = store.user_by_auth(&auth_data(SERVICE, &known), SERVICE).await? {
                found.extend(store.sessions_of(user.id).await?);
            }
        }
        found.sort_unstable_by_key(|session| session.id);
        found.dedup_by_key(|session| session.id);
    }
    let is_meant = |session: &Session| {
        session.prop(PROP_SSO_SERVICE) == SERVICE && name_of(session).is_some_and(|name| name.value == wish.name)
    };
    found.retain(is_meant);
    Ok(found)
}

/// The person and the sessions that a request names.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Wish {
    id: String,
    name: String,
    /// Session indexes of the provider. An empty list means all sessions of the person.
    sessions: Vec<String>,
}

impl Wish {
    /// Reads what was signed.
    ///
    /// # Errors
    /// The first thing that is wrong.
    fn read(signed: &str, expected: &Expected<'_>) -> Result<Wish, Wrong> {
        let document = parse(signed, Comments::Refused)?;
        let root = document.root_element();
        if !root.has_tag_name((PROTOCOL, "LogoutRequest")) {
            return Err(Wrong::Form("LogoutRequest"));
        }
        must_be_of_version(root)?;
        must_be_recent("request", root, expected.now)?;
        must_be_between("request", root, expected.now)?;
        match root.attribute("Destination") {
            Some(address) if address == expected.recipient => {}
            Some(address) => return Err(Wrong::Recipient(address.to_owned())),
            None => return Err(Wrong::Form("Destination")),
        }
        let issuer = only(root, ASSERTION, "Issuer").ok_or(Wrong::Form("Issuer"))?;
        must_be_issuer("request", issuer, expected)?;
        let id = root.attribute("ID").filter(|id| !id.is_empty() && id.len() <= NAME_LEN_MAX);
        let id = id.ok_or(Wrong::Form("ID"))?.to_owned();
        let name = only(root, ASSERTION, "NameID").and_then(text).filter(|name| !name.is_empty());
        let sessions: Vec<String> = named(root, PROTOCOL, "SessionIndex").filter_map(index).collect();
        if sessions.len() > NAMED_MAX {
            return Err(Wrong::Form("bounded number of sessions"));
        }
        Ok(Wish { id, name: name.ok_or(Wrong::Subject)?, sessions })
    }
}

fn index(node: Node<'_, '_>) -> Option<String> {
    text(node).filter(|index| !index.is_empty() && index.len() <= NAME_LEN_MAX)
}

/// A message that came by redirect, and whose signature is right.
#[derive(Debug, PartialEq, Eq)]
struct Redirected {
    text: String,
    state: String,
}

/// Why a redirect brings no message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum Unread {
    #[error("the query has no {0}, or several")]
    Form(&'static str),
    #[error("the signature of the query: {0}")]
    Unbelieved(#[from] Unbelieved),
    #[error("the message cannot be unpacked, or is longer than {BYTES_MAX} bytes")]
    Packed,
}

impl Redirected {
    /// What is signed are the values as they stand in the query, in this order and no other.
    fn read(query: &str, keys: &[PublicKey]) -> Result<Redirected, Unread> {
        let one = |wanted: &'static str| {
            let mut found =
                query.split('&').filter_map(|pair| pair.split_once('=')).filter(|(name, _)| *name == wanted);
            match (found.next(), found.next()) {
                (value, None) => Ok(value.map(|(_, value)| value)),
                _ => Err(Unread::Form(wanted)),
            }
        };
        let must = |wanted: &'static str| one(wanted)?.ok_or(Unread::Form(wanted));
        let plain = |value: &str| {
            let pair = format!("v={value}");
            form_urlencoded::parse(pair.as_bytes()).next().map(|(_, value)| value.into_owned()).unwrap_or_default()
        };
        let (message, state, method) = (must("SAMLRequest")?, one("RelayState")?, must("SigAlg")?);
        let relay = state.map(|state| format!("&RelayState={state}")).unwrap_or_default();
        let signed = format!("SAMLRequest={message}{relay}&SigAlg={method}");
        let signature = signature::base64(&plain(must("Signature")?)).ok_or(Unread::Form("Signature"))?;
        signature::must_be_signed(signed.as_bytes(), &plain(method), &signature, keys)?;
        let text = inflated(&plain(message)).ok_or(Unread::Packed)?;
        Ok(Redirected { text, state: state.map(plain).unwrap_or_default() })
    }
}

/// Inflates a message. `None` if it is damaged or exceeds the bound.
fn inflated(packed: &str) -> Option<String> {
    let bytes = STANDARD.decode(packed).ok()?;
    let mut text = String::new();
    let most = u64::try_from(BYTES_MAX).unwrap_or(u64::MAX);
    DeflateDecoder::new(&bytes[..]).take(most.saturating_add(1)).read_to_string(&mut text).ok()?;
    (text.len() <= BYTES_MAX).then_some(text)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::DeflateEncoder;

    use super::*;

    const NOW: Millis = 1_800_000_000_000;

    fn packed(text: &[u8]) -> String {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(text).expect("a list takes every byte");
        STANDARD.encode(encoder.finish().expect("a list takes every byte"))
    }

    fn wish(change: impl FnOnce(String) -> String) -> Result<Wish, Wrong> {
        let expected = Expected {
            issuer: "https://id.test",
            audience: "",
            recipient: "https://chat.test/login/sso/saml/logout",
            keys: &[],
            private_key: None,
            must_be_encrypted: false,
            now: NOW,
        };
        let text = format!(
            "<samlp:LogoutRequest xmlns:samlp=\"{PROTOCOL}\" xmlns:saml=\"{ASSERTION}\" ID=\"_1\" Version=\"2.0\" \
             IssueInstant=\"{}\" Destination=\"{}\"><saml:Issuer>https://id.test</saml:Issuer>\
             <saml:NameID>ann</saml:NameID><samlp:SessionIndex>s-1</samlp:SessionIndex></samlp:LogoutRequest>",
            instant(NOW),
            expected.recipient
        );
        Wish::read(&change(text), &expected)
    }

    #[test]
    fn only_a_request_to_this_server_made_just_now_ends_sessions() {
        let read = wish(|text| text).expect("a request");
        assert_eq!((read.name.as_str(), read.sessions.as_slice()), ("ann", &["s-1".to_owned()][..]));
        for (old, new) in [
            ("https://chat.test/login", "https://other.test/login"),
            (" Destination=", " Destinatio="),
            ("https://id.test</", "https://evil.test</"),
            ("LogoutRequest", "AuthnRequest"),
            ("Version=\"2.0\"", "Version=\"1.1\""),
            ("<saml:NameID>ann</saml:NameID>", ""),
            ("ann<", "ann<!-- x -->b<"),
            ("ID=\"_1\"", "ID=\"\""),
        ] {
            assert!(wish(|text| text.replace(old, new)).is_err(), "{old}");
        }
        let old = wish(|text| text.replace(&instant(NOW), &instant(NOW - 700_000)));
        assert_eq!(old, Err(Wrong::Old("request", 700)));
        let over = format!(" NotOnOrAfter=\"{}\" ID=", instant(NOW - 70_000));
        assert_eq!(wish(|text| text.replace(" ID=", &over)), Err(Wrong::Expired("request", 70)));
    }

    #[test]
    fn a_query_has_each_part_once_and_unpacks_within_bounds() {
        for query in
            ["", "SAMLRequest=x", "SAMLRequest=x&SAMLRequest=y&SigAlg=a&Signature=AA==", "SAMLRequest=x&SigAlg=a"]
        {
            assert!(matches!(Redirected::read(query, &[]), Err(Unread::Form(_))), "{query}");
        }
        let unknown = Redirected::read("SAMLRequest=x&SigAlg=a&Signature=AA%3D%3D", &[]);
        assert!(matches!(unknown, Err(Unread::Unbelieved(Unbelieved::Algorithm(_)))), "{unknown:?}");
        assert_eq!(inflated(&packed(b"<a/>")).as_deref(), Some("<a/>"));
        assert_eq!(inflated(&packed(&vec![b'a'; BYTES_MAX + 1])), None, "a bomb");
        assert_eq!(inflated("no"), None);
    }
}
