//! Beginning a sign-in by SAML: the browser is sent to the provider with a request (HTTP-Redirect binding).

use std::io::Write;

use base::{Millis, tokens};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use config::{Config, SamlSignature};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use request::{Answer, Call, Reply};
use url::Url;

use crate::attempt::{Attempt, Moving, Way};
use crate::begin::{Led, browser_or_desktop, must_be_ours, phone};
use crate::refusal::{Refusal, Why};
use crate::saml::certificate::{Hash, PrivateKey};
use crate::saml::xml::escaped;
use crate::saml::{ASSERTION, PROTOCOL, SERVICE, certificates, configured, identifier, receiver};

/// `GET /login/sso/saml`: for a browser, the desktop program (`desktop_token`) or a phone (`action=mobile`).
pub async fn login(call: Call) -> Answer {
    let is_phone = call.query().text("action") == "mobile";
    let way = if is_phone { phone(&call) } else { browser_or_desktop(&call) };
    let wanted = way.path().to_owned();
    match to_provider(&call, way).await {
        Ok(reply) => Ok(reply),
        Err(refusal) => Ok(refusal.reply(&call, SERVICE, &wanted)),
    }
}

async fn to_provider(call: &Call, way: Way) -> Result<Reply, Refusal> {
    Ok(lead(call, way, None).await?.reply())
}

/// Begins an attempt, which moves an account to the provider where one is given.
///
/// # Errors
/// As the reasons of [`Why`] say.
pub(crate) async fn lead(call: &Call, way: Way, moving: Option<Moving>) -> Result<Led, Refusal> {
    let app = &call.app;
    let config = configured(app)?;
    must_be_ours(app, &way)?;
    let begun = Attempt::new(SERVICE, &config.saml.idp_descriptor_url, way, app.clock.now());
    let attempt = Attempt { moving, ..begun };
    let state = tokens::long_secret();
    let request = request(&config, &request_id(&attempt), attempt.begun_at)?;
    let key = match config.saml.sign_request {
        true => Some(certificates::private_key(app).await?.ok_or_else(|| {
            Refusal::new(
                Why::Misconfigured,
                "saml.sign_request needs a private key: upload one, or set private_key_file",
            )
        })?),
        false => None,
    };
    let message = Message { name: "SAMLRequest", text: &request, state: &state };
    let address = sent(&config, &config.saml.idp_url, &message, key.as_ref())?;
    Ok(Led::new(call, &address, &state, &attempt))
}

/// What the request of an attempt is called: the answer names it. An ID of XML begins with no digit.
pub fn request_id(attempt: &Attempt) -> String {
    format!("_{}", attempt.nonce)
}

/// The request (SAML 2.0 Core §3.4.1).
fn request(config: &Config, id: &str, now: Millis) -> Result<String, Refusal> {
    let saml = &config.saml;
    let (receiver, identifier) = (escaped(&receiver(config)?), escaped(&identifier(config)?));
    let (destination, at) = (escaped(&saml.idp_url), instant(now));
    let scoping = match (saml.scoping_idp_provider_id.as_str(), saml.scoping_idp_name.as_str()) {
        ("", _) => String::new(),
        (provider, name) => format!(
            "<samlp:Scoping><samlp:IDPList><samlp:IDPEntry ProviderID=\"{}\" Name=\"{}\"/></samlp:IDPList></samlp:Scoping>",
            escaped(provider),
            escaped(name)
        ),
    };
    Ok(format!(
        "<samlp:AuthnRequest xmlns:samlp=\"{PROTOCOL}\" xmlns:saml=\"{ASSERTION}\" ID=\"{id}\" Version=\"2.0\" \
         IssueInstant=\"{at}\" Destination=\"{destination}\" AssertionConsumerServiceURL=\"{receiver}\" \
         ProtocolBinding=\"urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST\"><saml:Issuer>{identifier}</saml:Issuer>\
         <samlp:NameIDPolicy AllowCreate=\"true\"/>{scoping}</samlp:AuthnRequest>"
    ))
}

/// A time as SAML has it, in UTC.
pub fn instant(at: Millis) -> String {
    jiff::Timestamp::from_millisecond(at).map(|at| format!("{at:.3}")).unwrap_or_default()
}

/// A message that a browser brings to the provider.
pub(super) struct Message<'a> {
    /// `SAMLRequest` or `SAMLResponse`.
    pub name: &'static str,
    pub text: &'a str,
    /// Comes back with the answer; empty where none is wanted.
    pub state: &'a str,
}

/// The address of the provider with a message. What is signed is the query as it stands there (Bindings §3.4.4.1).
pub(super) fn sent(
    config: &Config,
    to: &str,
    message: &Message<'_>,
    key: Option<&PrivateKey>,
) -> Result<String, Refusal> {
    let mut url = Url::parse(to).map_err(|error| Refusal::new(Why::Misconfigured, error))?;
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair(message.name, &deflated(message.text));
    if !message.state.is_empty() {
        query.append_pair("RelayState", message.state);
    }
    let mut query = match key {
        None => query.finish(),
        Some(key) => {
            let (hash, name) = match config.saml.signature_algorithm {
                SamlSignature::Sha256 => (Hash::Sha256, "rsa-sha256"),
                SamlSignature::Sha512 => (Hash::Sha512, "rsa-sha512"),
            };
            query.append_pair("SigAlg", &format!("http://www.w3.org/2001/04/xmldsig-more#{name}"));
            let signed = query.finish();
            let signature = STANDARD.encode(key.sign(signed.as_bytes(), hash));
            let signature =
                form_urlencoded::Serializer::new(String::new()).append_pair("Signature", &signature).finish();
            format!("{signed}&{signature}")
        }
    };
    if let Some(before) = url.query().filter(|before| !before.is_empty()) {
        query = format!("{before}&{query}");
    }
    url.set_query(Some(&query));
    Ok(url.to_string())
}

fn deflated(text: &str) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    let written = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
    STANDARD.encode(written.expect("a list takes every byte"))
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::DeflateDecoder;

    use super::*;
    use crate::saml::xml::{Comments, parse};

    #[test]
    fn a_request_says_who_asks_and_where_the_answer_goes() {
        let text = "[service]\nsite_url = \"https://chat.test\"\n[saml]\nidp_url = \"https://id.test/sso?idpid=1&x=2\"\n\
                    scoping_idp_provider_id = \"https://inner.test\"\nscoping_idp_name = \"A & B\"\n";
        let config = config::parse(text).expect("a configuration");
        let written = request(&config, "_1", 1_800_000_000_123).expect("a request");
        let message = Message { name: "SAMLRequest", text: &written, state: "st" };
        let address = sent(&config, &config.saml.idp_url, &message, None).expect("an address");
        assert!(address.starts_with("https://id.test/sso?idpid=1&x=2&SAMLRequest="), "{address}");
        let url = Url::parse(&address).expect("an address");
        let sent = url.query_pairs().find(|(name, _)| name == "SAMLRequest").map(|(_, value)| value.into_owned());
        let bytes = STANDARD.decode(sent.unwrap_or_default()).expect("base64");
        let mut read = String::new();
        DeflateDecoder::new(&bytes[..]).read_to_string(&mut read).expect("deflated");
        assert_eq!(read, written);
        let document = parse(&read, Comments::Refused).expect("XML");
        let root = document.root_element();
        assert_eq!(root.attribute("AssertionConsumerServiceURL"), Some("https://chat.test/login/sso/saml"));
        assert_eq!(root.attribute("Destination"), Some("https://id.test/sso?idpid=1&x=2"));
        assert_eq!(root.attribute("IssueInstant"), Some("2027-01-15T08:00:00.123Z"));
        assert!(read.contains("Name=\"A &amp; B\""), "{read}");
    }
}
