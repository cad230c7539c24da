//! Certificates that administrators upload, and descriptions.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::{Method, StatusCode};
use serde_json::{Value, json};

use super::Site;
use super::forge::{Key, OwnKey, sign};
use crate::visit;

async fn ask(site: &Site, method: Method, path: &str, body: &str) -> (StatusCode, String) {
    let path = format!("/api/v4/saml/{path}");
    let answer = site.app.admin.rest.request(&method, &path, body.to_owned().into(), None).await.expect("an answer");
    (answer.status, String::from_utf8_lossy(&answer.body).into_owned())
}

async fn status(site: &Site) -> Value {
    let (_, text) = ask(site, Method::GET, "certificate/status", "").await;
    serde_json::from_str(&text).expect("JSON")
}

testkit::both! {
    async fn while_a_provider_changes_its_key_both_are_believed(db) {
        let site = Site::with(db, |_| {}).await;
        let new = Key::new();
        let sign_in = async |key: &Key| {
            let begun = site.begin("").await;
            site.post(&site.answer(&begun).signed(key), &begun.state).await.status
        };
        assert_eq!((sign_in(&site.key).await, sign_in(&new).await), (StatusCode::SEE_OTHER, StatusCode::FOUND));
        let both = format!("{}{}", site.key.certificate, new.certificate);
        assert_eq!(ask(&site, Method::POST, "certificate/idp", &both).await.0, StatusCode::OK);
        assert_eq!((sign_in(&site.key).await, sign_in(&new).await), (StatusCode::SEE_OTHER, StatusCode::SEE_OTHER));
        assert_eq!(ask(&site, Method::POST, "certificate/idp", &new.certificate).await.0, StatusCode::OK);
        assert_eq!((sign_in(&site.key).await, sign_in(&new).await), (StatusCode::FOUND, StatusCode::SEE_OTHER));
        assert_eq!(ask(&site, Method::DELETE, "certificate/idp", "").await.0, StatusCode::OK);
        assert_eq!(sign_in(&site.key).await, StatusCode::SEE_OTHER, "the file counts again");
    }

    async fn a_private_key_signs_requests_opens_answers_and_is_told_to_nobody(db) {
        let site = Site::with(db, |config| (config.saml.sign_request, config.saml.encrypt) = (true, true)).await;
        let sent = visit(&site.app.base, "/login/sso/saml", "").await;
        assert_eq!(sent.why(), "misconfigured", "there is no key yet");
        let own = OwnKey::new();
        let certificate = Key::rsa(&own).certificate;
        assert_eq!(ask(&site, Method::POST, "certificate/private", &own.pem).await.0, StatusCode::OK);
        assert_eq!(ask(&site, Method::POST, "certificate/public", &certificate).await.0, StatusCode::OK);
        let told = json!({"idp_certificate_file": true, "private_key_file": true, "public_certificate_file": true});
        assert_eq!(status(&site).await, told);
        let begun = site.begin("").await;
        let plain = site.post(&site.answer(&begun).signed(&site.key), &begun.state).await;
        assert_eq!(plain.why(), "not_believed", "it must be encrypted");
        let answer = site.answer(&begun);
        let signed = sign(&answer.assertion(), &answer.assertion_id, &site.key);
        let sent = site.post(&answer.around(&own.seal(&signed)), &begun.state).await;
        assert_eq!(sent.status, StatusCode::SEE_OTHER, "{sent:?}");
        let (_, metadata) = ask(&site, Method::GET, "metadata", "").await;
        let body: String = certificate.lines().filter(|line| !line.starts_with('-')).collect();
        assert_eq!(metadata.matches(&body).count(), 2, "{metadata}");
        let kept = site.app.app.store.system("SamlPrivateKey").await.expect("a row").expect("a key");
        assert!(!kept.contains("PRIVATE KEY"), "{kept}");
        let other = Key::rsa(&OwnKey::new()).certificate;
        assert_eq!(ask(&site, Method::POST, "certificate/public", &other).await.0, StatusCode::OK);
        assert_eq!(ask(&site, Method::GET, "metadata", "").await.0, StatusCode::BAD_REQUEST, "of another key");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signed_request_is_that_of_this_server() {
    let site = Site::with(testkit::Database::sqlite(), |config| config.saml.sign_request = true).await;
    let own = OwnKey::new();
    assert_eq!(ask(&site, Method::POST, "certificate/private", &own.pem).await.0, StatusCode::OK);
    let sent = visit(&site.app.base, "/login/sso/saml", "").await;
    let (_, query) = sent.to.split_once('?').expect("a query");
    let (signed, signature) = query.rsplit_once("&Signature=").expect("a signature");
    assert!(signed.ends_with("SigAlg=http%3A%2F%2Fwww.w3.org%2F2001%2F04%2Fxmldsig-more%23rsa-sha256"), "{signed}");
    let signature = form_urlencoded::parse(signature.as_bytes()).next().expect("a value").0.into_owned();
    let key = ring::signature::RsaKeyPair::from_pkcs8(&own.der).expect("a key");
    let public = ring::signature::UnparsedPublicKey::new(&ring::signature::RSA_PKCS1_2048_8192_SHA256, key.public());
    let bytes = STANDARD.decode(signature).expect("base64");
    assert!(public.verify(signed.as_bytes(), &bytes).is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_certificate_is_refused_with_what_is_wrong() {
    let site = Site::start().await;
    let key = Key::new();
    for (path, text, why) in [
        ("certificate/idp", "no certificate", "has no certificate in PEM"),
        ("certificate/public", "", "has no certificate in PEM"),
        ("certificate/private", key.certificate.as_str(), "has no RSA key"),
        ("certificate/idp", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "cannot be read"),
    ] {
        let (status, body) = ask(&site, Method::POST, path, text).await;
        assert!(status == StatusCode::BAD_REQUEST && body.contains(why), "{path}: {body}");
    }
    let (status, body) =
        ask(&site, Method::POST, "metadatafromidp", "{\"saml_metadata_url\":\"http://x.test/\"}").await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{body}");
    let off = testkit::TestApp::start().await;
    let answer = off.admin.rest.request(&Method::GET, "/api/v4/saml/metadata", Default::default(), None).await;
    assert_eq!(answer.expect("an answer").status, StatusCode::NOT_IMPLEMENTED);
}
