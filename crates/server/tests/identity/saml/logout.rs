//! Signing out here leads to the provider, and signing out there ends sessions here.

use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use http::{Method, StatusCode};
use identity::saml::begin::instant;
use serde_json::Value;
use testkit::Database;

use super::Site;
use super::forge::{ISSUER, Key, sign};
use crate::{Sent, me, visit};

const PATH: &str = "/login/sso/saml/logout";

async fn site(database: Database) -> Site {
    Site::with(database, |config| config.saml.idp_logout_url = format!("{ISSUER}/slo")).await
}

/// Ann, as a client that is signed in.
async fn ann(site: &Site) -> client::Rest {
    let sent = site.sign_in(|answer| answer).await;
    client::Rest::new(&site.app.base).with_token(sent.cookie("MMAUTHTOKEN").unwrap_or_else(|| panic!("{sent:?}")))
}

/// What the provider writes to sign somebody out.
fn wish(site: &Site, name: &str, more: &str) -> String {
    format!(
        "<samlp:LogoutRequest xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\" \
         xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\" ID=\"_l{}\" Version=\"2.0\" IssueInstant=\"{}\" \
         Destination=\"{}{PATH}\"><saml:Issuer>{ISSUER}</saml:Issuer><saml:NameID>{name}</saml:NameID>{more}\
         </samlp:LogoutRequest>",
        base::tokens::secret(),
        instant(site.now()),
        site.app.app.config().service.site_url,
    )
}

/// The query of a redirect, signed as providers do.
fn redirect(key: &Key, text: &str, state: &str) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).expect("a list takes every byte");
    let packed = STANDARD.encode(encoder.finish().expect("a list takes every byte"));
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("SAMLRequest", &packed).append_pair("RelayState", state).append_pair("SigAlg", key.method());
    let signed = query.finish();
    let signature =
        form_urlencoded::Serializer::new(String::new()).append_pair("Signature", &key.sign(&signed)).finish();
    format!("{PATH}?{signed}&{signature}")
}

async fn follow(site: &Site, path: &str) -> Sent {
    visit(&site.app.base, path, "").await
}

/// What a page of the provider does, which posts the message through the browser.
async fn post(site: &Site, field: &str, text: &str) -> Sent {
    let form = form_urlencoded::Serializer::new(String::new()).append_pair(field, &STANDARD.encode(text)).finish();
    let kind = Some("application/x-www-form-urlencoded");
    let rest = client::Rest::new(&site.app.base);
    Sent::of(rest.request(&Method::POST, PATH, form.into(), kind).await.expect("an answer"))
}

fn id_of(text: &str) -> String {
    text.split("ID=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("an ID").to_owned()
}

/// The message in the query of an address.
fn unpacked(address: &str, name: &str) -> String {
    let query = address.split_once('?').expect("a query").1;
    let packed = form_urlencoded::parse(query.as_bytes()).find(|(key, _)| key == name).expect("a message").1;
    let mut text = String::new();
    DeflateDecoder::new(&STANDARD.decode(&*packed).expect("base64")[..]).read_to_string(&mut text).expect("packed");
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_here_leads_to_the_provider() {
    let site = site(Database::sqlite()).await;
    let sent = site
        .sign_in(|mut answer| {
            answer.subject =
                "<saml:NameID Format=\"urn:x:persistent\" SPNameQualifier=\"chat\">a&amp;n</saml:NameID>".into();
            answer
        })
        .await;
    let rest = client::Rest::new(&site.app.base).with_token(sent.cookie("MMAUTHTOKEN").expect("a session"));
    let out = rest.request(&Method::POST, "/api/v4/users/logout", Default::default(), None).await.expect("an answer");
    let body: Value = out.json().expect("an answer");
    let address = body["logout_url"].as_str().unwrap_or_else(|| panic!("{body}"));
    assert!(address.starts_with(&format!("{ISSUER}/slo?SAMLRequest=")), "{address}");
    let request = unpacked(address, "SAMLRequest");
    assert!(
        request.contains("Format=\"urn:x:persistent\" SPNameQualifier=\"chat\">a&amp;n</saml:NameID>"),
        "{request}"
    );
    assert!(request.contains("<samlp:SessionIndex>s-1</samlp:SessionIndex>"), "{request}");
    assert_eq!(me(&rest).await, Value::Null);
    let back = follow(&site, &format!("{PATH}?SAMLResponse=whatever")).await;
    assert!(back.to.ends_with("/login") && back.cookies.is_empty(), "{back:?}");
    let back = post(&site, "SAMLResponse", "whatever").await;
    assert!(back.to.ends_with("/login") && back.cookies.is_empty(), "by a form: {back:?}");

    let plain = Site::start().await;
    let rest = ann(&plain).await;
    let out = rest.request(&Method::POST, "/api/v4/users/logout", Default::default(), None).await.expect("an answer");
    assert!(out.json::<Value>().expect("an answer").get("logout_url").is_none(), "nobody set an address");
}

testkit::both! {
    async fn signing_out_there_ends_sessions_here(db) {
        let site = site(db).await;
        let index = "<samlp:SessionIndex>s-1</samlp:SessionIndex>";
        let (first, other) = (ann(&site).await, ann(&site).await);
        let path = redirect(&site.key, &wish(&site, "ann-1", index), "r 1");
        let sent = follow(&site, &path).await;
        assert_eq!(sent.status, StatusCode::SEE_OTHER, "{sent:?}");
        assert!(sent.to.starts_with(&format!("{ISSUER}/slo?SAMLResponse=")) && sent.to.contains("&RelayState=r+1"), "{sent:?}");
        let answer = unpacked(&sent.to, "SAMLResponse");
        assert!(answer.contains("status:Success") && answer.contains("InResponseTo=\"_l"), "{answer}");
        assert_eq!((me(&first).await, me(&other).await), (Value::Null, Value::Null), "both had this name there");
        assert_eq!(follow(&site, &path).await.why(), "already_used");

        let again = ann(&site).await;
        let text = wish(&site, "ann-1", "");
        let id = id_of(&text);
        let sent = post(&site, "SAMLRequest", &sign(&text, &id, &site.key)).await;
        assert_eq!(sent.status, StatusCode::SEE_OTHER, "{sent:?}");
        assert_eq!(me(&again).await, Value::Null, "all sessions of the person");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_ends_a_session() {
    let site = site(Database::sqlite()).await;
    let rest = ann(&site).await;
    let index = "<samlp:SessionIndex>s-1</samlp:SessionIndex>";
    let honest = || wish(&site, "ann-1", index);
    let signed = redirect(&site.key, &honest(), "");
    let (unsigned, _) = signed.split_once("&Signature=").expect("a signature");
    let old = honest().replace(&instant(site.now()), &instant(site.now() - 3_600_000));
    for (attack, path) in [
        ("nobody signed it", unsigned.to_owned()),
        ("another key", redirect(&Key::new(), &honest(), "")),
        ("another message", signed.replacen("SAMLRequest=", "SAMLRequest=x", 1)),
        ("another state", signed.replacen("&RelayState=", "&RelayState=x", 1)),
        ("a second message", format!("{signed}&SAMLRequest=x")),
        ("another server's", redirect(&site.key, &honest().replace(PATH, "/elsewhere"), "")),
        ("another issuer", redirect(&site.key, &honest().replace(ISSUER, "https://evil.test"), "")),
        ("long ago", redirect(&site.key, &old, "")),
        ("no request to sign out", redirect(&site.key, &honest().replace("LogoutRequest", "AuthnRequest"), "")),
    ] {
        assert_eq!(follow(&site, &path).await.why(), "not_believed", "{attack}");
        assert_eq!(me(&rest).await["username"], "ann", "{attack}");
    }
    let text = honest();
    let signed = sign(&text, &id_of(&text), &site.key);
    let other = honest();
    let wrapped =
        other.replacen("<saml:NameID>", &format!("<samlp:Extensions>{signed}</samlp:Extensions><saml:NameID>"), 1);
    for (attack, text) in [
        ("nobody signed the form", other.clone()),
        ("another key of the form", sign(&other, &id_of(&other), &Key::new())),
        ("a signed request within another one", wrapped),
        ("changed after it was signed", signed.replace("ann-1", "ben-1")),
        ("a comment in the name", sign(&text, &id_of(&text), &site.key).replace("ann-1", "ann-1<!-- x -->")),
    ] {
        assert_eq!(post(&site, "SAMLRequest", &text).await.why(), "not_believed", "{attack}");
        assert_eq!(me(&rest).await["username"], "ann", "{attack}");
    }
    let sent = follow(&site, &redirect(&site.key, &wish(&site, "ben-1", index), "")).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{sent:?}");
    assert_eq!(me(&rest).await["username"], "ann", "it is another person's session");
    let off = Site::start().await;
    let sent = follow(&off, &redirect(&off.key, &wish(&off, "ann-1", index), "")).await;
    assert_eq!(sent.why(), "unknown_provider", "nobody set an address");
}

testkit::nodes! { 2:
async fn a_request_counts_once_and_ends_sessions_at_all_nodes(db) {
    let site = Site::with(db, |config| {
        config.saml.idp_logout_url = format!("{ISSUER}/slo");
        config.service.site_url = "https://chat.test".into();
    })
    .await;
    let other = site.app.others[0].base.clone();
    let sent = site.sign_in(|answer| answer).await;
    let token = sent.cookie("MMAUTHTOKEN").unwrap_or_else(|| panic!("{sent:?}")).to_owned();
    let at = |base: &str| client::Rest::new(base).with_token(&token);
    assert_eq!(me(&at(&other)).await["username"], "ann");
    let path = redirect(&site.key, &wish(&site, "ann-1", "<samlp:SessionIndex>s-1</samlp:SessionIndex>"), "");
    let sent = visit(&other, &path, "").await;
    assert!(sent.to.contains("SAMLResponse="), "{sent:?}");
    for base in [&site.app.base, &other] {
        assert_eq!(me(&at(base)).await, Value::Null, "{base}");
    }
    assert_eq!(follow(&site, &path).await.why(), "already_used", "at the first node, too");
}
}
