//! Descriptions (SAML 2.0 Metadata): of this server for the provider, and of the provider for this server.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use config::Config;
use http::{HeaderValue, StatusCode};
use node::error::ApiError;
use outward::outbound::{Named, Request};
use permissions::Permission;
use request::{Answer, Call, Reply};
use roxmltree::Node;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::refusal::{Refusal, Why};
use crate::saml::certificate::{pem, public_key};
use crate::saml::signature::base64;
use crate::saml::xml::{BYTES_MAX, Comments, escaped, named, parse, text};
use crate::saml::{PROTOCOL, SERVICE, certificates, configured, identifier, receiver};

const NAMESPACE: &str = "urn:oasis:names:tc:SAML:2.0:metadata";
const SIGNATURE: &str = "http://www.w3.org/2000/09/xmldsig#";
const REDIRECT: &str = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const TIMEOUT: Duration = Duration::from_secs(10);
/// Redirects that lead to a description.
const REDIRECTS_MAX: usize = 2;
/// Certificates of a description that are kept.
const CERTIFICATES_MAX: usize = 8;

/// `GET /saml/metadata`
pub async fn own(call: Call) -> Answer {
    let Ok(config) = configured(&call.app) else {
        let id = wire::errors::ids::API_ADMIN_SAML_NOT_AVAILABLE;
        return Err(ApiError::new(StatusCode::NOT_IMPLEMENTED, id, "Sign-in by SAML is off on this server."));
    };
    let of = |refusal: Refusal| refusal.error(&call, SERVICE);
    let certificate = certificates::own_certificate(&call.app).await.map_err(of)?;
    let text = described(&config, certificate.as_deref()).map_err(of)?;
    Ok(Reply::bytes(HeaderValue::from_static("application/samlmetadata+xml"), text))
}

/// What a provider must know of this server.
fn described(config: &Config, certificate: Option<&[u8]>) -> Result<String, Refusal> {
    let (entity, receiver) = (escaped(&identifier(config)?), escaped(&receiver(config)?));
    let keys: String = certificate.map(|bytes| STANDARD.encode(bytes)).map_or_else(String::new, |text| {
        let key = |usage| {
            format!(
                "<md:KeyDescriptor use=\"{usage}\"><ds:KeyInfo xmlns:ds=\"{SIGNATURE}\"><ds:X509Data><ds:X509Certificate>\
                 {text}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>"
            )
        };
        format!("{}{}", key("signing"), key("encryption"))
    });
    let signs = config.saml.sign_request;
    let logout = match config.saml.idp_logout_url.as_str() {
        "" => String::new(),
        _ => {
            let place = escaped(&format!("{}{}", config.service.site_url, crate::saml::logout::PATH));
            let of = |binding| format!("<md:SingleLogoutService Binding=\"{binding}\" Location=\"{place}\"/>");
            format!("{}{}", of(REDIRECT), of("urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"))
        }
    };
    Ok(format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<md:EntityDescriptor xmlns:md=\"{NAMESPACE}\" entityID=\"{entity}\">\
         <md:SPSSODescriptor AuthnRequestsSigned=\"{signs}\" WantAssertionsSigned=\"true\" \
         protocolSupportEnumeration=\"{PROTOCOL}\">{keys}{logout}<md:AssertionConsumerService \
         Binding=\"urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST\" Location=\"{receiver}\" index=\"0\" \
         isDefault=\"true\"/></md:SPSSODescriptor></md:EntityDescriptor>\n"
    ))
}

/// Body of `POST /saml/metadatafromidp`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct AddressForm {
    saml_metadata_url: String,
}

/// A provider by its own description.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Described {
    pub idp_descriptor_url: String,
    pub idp_url: String,
    /// All of its certificates in PEM, the older and the newer one.
    pub idp_public_certificate: String,
}

/// `POST /saml/metadatafromidp`: reads the description of a provider; what becomes of it the caller decides.
pub async fn of_provider(mut call: Call) -> Answer {
    call.must(Permission::GetSamlMetadataFromIdp)?;
    let form: AddressForm = call.json("saml_metadata_url").await?;
    let url = Some(&form.saml_metadata_url)
        .filter(|text| config::is_web_address(text))
        .and_then(|text| Url::parse(text).ok());
    let url = url.ok_or_else(|| ApiError::body_param("saml_metadata_url"))?;
    let text = fetched(&call, url).await.map_err(|refusal| {
        let id = "api.admin.saml.failure_get_metadata_from_idp.app_error";
        ApiError::bad_request(id, "The description cannot be fetched.").because(refusal.detail)
    })?;
    let found = read(&text).map_err(|why| {
        ApiError::bad_request("api.admin.saml.invalid_xml_attribute.app_error", "The description cannot be used.")
            .because(why)
    })?;
    Ok(Reply::json(&found))
}

/// Whoever may only read descriptions reaches no host of the own network but that of the provider that is set.
///
/// # Errors
/// [`Why::Unreachable`] unless it answers 200.
pub(crate) async fn fetched(call: &Call, url: Url) -> Result<String, Refusal> {
    let app = &call.app;
    let saml = app.config().saml.clone();
    let host = url.host_str().unwrap_or_default().to_owned();
    let is_set = [&saml.idp_url, &saml.idp_metadata_url]
        .into_iter()
        .any(|set| Url::parse(set).is_ok_and(|set| set.host_str() == Some(host.as_str())));
    let is_named = is_set || call.can(Permission::ManageSystem);
    let host = if is_named { host } else { String::new() };
    let named = Some(Named { host, authorities: saml.ca_file });
    let address = url.to_string();
    let request =
        Request { named, answer_bytes_max: BYTES_MAX, redirects_max: REDIRECTS_MAX, ..Request::get(url, TIMEOUT) };
    let answered =
        app.call_out(request).await.map_err(|error| Refusal::new(Why::Unreachable, format!("{address}: {error}")))?;
    if answered.status != StatusCode::OK {
        return Err(Refusal::new(Why::Unreachable, format!("{address} answers {}", answered.status)));
    }
    String::from_utf8(answered.body.to_vec())
        .map_err(|_| Refusal::new(Why::Misconfigured, format!("{address} is no text")))
}

/// A provider by the text of its description.
///
/// # Errors
/// With what is missing, as a sentence.
pub fn read(text: &str) -> Result<Described, String> {
    let document = parse(text, Comments::Skipped).map_err(|why| why.to_string())?;
    let root = document.root_element();
    let entities: Vec<Node<'_, '_>> = match root.has_tag_name((NAMESPACE, "EntitiesDescriptor")) {
        true => named(root, NAMESPACE, "EntityDescriptor").collect(),
        false => vec![root],
    };
    let providers: Vec<(Node<'_, '_>, Node<'_, '_>)> = entities
        .into_iter()
        .filter_map(|entity| named(entity, NAMESPACE, "IDPSSODescriptor").next().map(|provider| (entity, provider)))
        .collect();
    let [(entity, provider)] = providers.as_slice() else {
        return Err(format!("it describes {} providers, and must describe one", providers.len()));
    };
    let idp_descriptor_url = entity.attribute("entityID").unwrap_or_default().to_owned();
    let services = named(*provider, NAMESPACE, "SingleSignOnService");
    let service = services
        .filter(|service| service.attribute("Binding") == Some(REDIRECT))
        .find_map(|it| it.attribute("Location"));
    let idp_url = service.ok_or("it has no address for HTTP-Redirect")?.to_owned();
    let found = certificates_of(*provider)?;
    let idp_public_certificate: String = found.iter().map(|certificate| pem(certificate)).collect();
    Ok(Described { idp_descriptor_url, idp_url, idp_public_certificate })
}

/// The certificates that a provider signs with. One whose key is not believed here is left out.
fn certificates_of(provider: Node<'_, '_>) -> Result<Vec<Vec<u8>>, String> {
    let mut found: Vec<Vec<u8>> = Vec::new();
    let signing = named(provider, NAMESPACE, "KeyDescriptor").filter(|key| key.attribute("use") != Some("encryption"));
    for key in signing {
        let written = key.descendants().filter(|node| node.has_tag_name((SIGNATURE, "X509Certificate")));
        for certificate in written.filter_map(text).filter_map(|text| base64(&text)) {
            if public_key(&certificate).is_ok() && !found.contains(&certificate) {
                found.push(certificate);
            }
        }
    }
    found.truncate(CERTIFICATES_MAX);
    if found.is_empty() { Err("it has no certificate that can be used".into()) } else { Ok(found) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_server_describes_itself_and_is_read_as_no_provider() {
        let text = "[service]\nsite_url = \"https://chat.test\"\n[saml]\nsign_request = true\n\
                    service_provider_identifier = \"chat & co\"\n";
        let written = described(&config::parse(text).expect("a configuration"), Some(b"abc")).expect("a description");
        let document = parse(&written, Comments::Refused).expect("XML");
        assert_eq!(document.root_element().attribute("entityID"), Some("chat & co"));
        assert_eq!(written.matches("YWJj").count(), 2);
        assert!(
            written.contains("AuthnRequestsSigned=\"true\"") && written.contains("https://chat.test/login/sso/saml")
        );
        assert!(read(&written).expect_err("no provider").contains("0 providers"));
    }

    #[test]
    fn a_provider_is_read_with_all_its_certificates() {
        let key = || rcgen::KeyPair::generate().expect("a key");
        let made = |key: &rcgen::KeyPair| {
            let certificate = rcgen::CertificateParams::new(Vec::new()).expect("parameters").self_signed(key);
            STANDARD.encode(certificate.expect("a certificate").der())
        };
        let descriptor = |usage: &str, text: &str| {
            format!(
                "<md:KeyDescriptor{usage}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n{text}\n</ds:X509Certificate>\
                 </ds:X509Data></ds:KeyInfo></md:KeyDescriptor>"
            )
        };
        let (old, new, other) = (made(&key()), made(&key()), made(&key()));
        let keys = [
            descriptor(" use=\"signing\"", &old),
            descriptor("", &new),
            descriptor(" use=\"encryption\"", &other),
            descriptor(" use=\"signing\"", "AAAA"),
        ];
        let text = format!(
            "<!-- mine --><md:EntityDescriptor xmlns:md=\"{NAMESPACE}\" xmlns:ds=\"{SIGNATURE}\" entityID=\"https://id.test\">\
             <md:IDPSSODescriptor>{}<md:SingleSignOnService Binding=\"urn:x\" Location=\"https://id.test/post\"/>\
             <md:SingleSignOnService Binding=\"{REDIRECT}\" Location=\"https://id.test/sso\"/></md:IDPSSODescriptor>\
             </md:EntityDescriptor>",
            keys.concat()
        );
        let found = read(&text).expect("a provider");
        assert_eq!(
            (found.idp_descriptor_url.as_str(), found.idp_url.as_str()),
            ("https://id.test", "https://id.test/sso")
        );
        let expected: String = [&old, &new].map(|text| pem(&STANDARD.decode(text).expect("base64"))).concat();
        assert_eq!(found.idp_public_certificate, expected);
        assert!(read(&text.replace(REDIRECT, "urn:y")).expect_err("no address").contains("HTTP-Redirect"));
        assert!(read(&text.replace("KeyDescriptor", "Key")).expect_err("no key").contains("no certificate"));
        assert!(read("<!DOCTYPE a><a/>").expect_err("refused").contains("document type"));
    }
}
