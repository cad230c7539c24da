//! Tests the provider of SAML: the certificates here, its host name, and whether its metadata still match the settings.

use request::Call;
use url::Url;
use wire::trials::Trial;

use crate::refusal::Refusal;
use crate::saml::certificate::public_keys;
use crate::saml::metadata::{Described, fetched, read};
use crate::saml::{certificates, configured, identifier, receiver};
use crate::trial::Steps;

/// # Errors
/// [`crate::refusal::Why::Unknown`] when SAML is off.
pub async fn test(call: &Call) -> Result<Trial, Refusal> {
    let app = &call.app;
    let config = configured(app)?;
    let settings = &config.saml;
    let mut steps = Steps::default();
    match (receiver(&config), identifier(&config)) {
        (Ok(receiver), Ok(identifier)) => {
            steps.fine("site", format!("The provider must know {identifier:?}, whose answers go to {receiver}"));
        }
        (Err(refusal), _) | (_, Err(refusal)) => return Ok(steps.wrong("site", refusal.detail)),
    }
    let keys = match certificates::provider_keys(app).await {
        Ok(keys) => keys,
        Err(refusal) => return Ok(steps.wrong("certificate", refusal.detail)),
    };
    steps.fine("certificate", format!("{} of the provider, by which its answers are checked", keys.len()));
    match certificates::private_key(app).await {
        Ok(None) if settings.sign_request || settings.encrypt => {
            return Ok(steps.wrong("key", "saml.sign_request and saml.encrypt need a private key: upload one"));
        }
        Ok(None) => {}
        Ok(Some(_)) => steps.fine("key", "This server has a key of its own"),
        Err(refusal) => return Ok(steps.wrong("key", refusal.detail)),
    }
    if let Err(why) = steps.resolve(&settings.idp_url).await {
        return Ok(steps.wrong("name", why));
    }
    let Ok(url) = Url::parse(&settings.idp_metadata_url) else {
        // Its page for people answers browsers; what it says to a program tells nothing.
        steps.fine("description", "saml.idp_metadata_url is not set, so that nothing more can be asked");
        return Ok(steps.end());
    };
    let text = match fetched(call, url).await {
        Ok(text) => text,
        Err(refusal) => return Ok(steps.wrong("answer", refusal.detail)),
    };
    let told = match read(&text) {
        Ok(told) => told,
        Err(why) => return Ok(steps.wrong("description", why)),
    };
    let said = public_keys(&told.idp_public_certificate).unwrap_or_default();
    let is_one_known = said.iter().any(|key| keys.contains(key));
    Ok(match difference(&told, &settings.idp_descriptor_url, &settings.idp_url) {
        Some(why) => steps.wrong("description", why),
        None if !is_one_known => steps.wrong(
            "certificate",
            "the provider signs with other certificates than those here: take them from its description",
        ),
        None => {
            steps.fine("description", format!("{} describes itself as the settings have it", told.idp_descriptor_url));
            steps.end()
        }
    })
}

/// What a provider says otherwise than the settings.
fn difference(told: &Described, descriptor: &str, address: &str) -> Option<String> {
    if told.idp_descriptor_url != descriptor {
        return Some(format!(
            "it calls itself {:?}, and saml.idp_descriptor_url is {descriptor:?}",
            told.idp_descriptor_url
        ));
    }
    (told.idp_url != address)
        .then(|| format!("it takes requests at {:?}, and saml.idp_url is {address:?}", told.idp_url))
}
