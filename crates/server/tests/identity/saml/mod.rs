//! Signing in by a provider of SAML.

mod attacks;
mod certificates;
mod forge;
mod logout;
mod moving;
mod sign_in;

use std::collections::HashMap;
use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::DeflateDecoder;
use forge::{Answer, ISSUER, Key};
use http::{Method, StatusCode};
use serde_json::Value;
use tempfile::TempDir;
use testkit::{Database, TestApp};

use crate::{Sent, me, visit};

/// A server with a provider, whose part the test plays.
pub struct Site {
    pub app: TestApp,
    pub key: Key,
    _folder: TempDir,
}

/// A browser that was sent to the provider.
pub struct Begun {
    pub request: String,
    pub state: String,
    pub cookie: String,
}

impl Begun {
    /// What a browser reads where it is sent, and keeps.
    pub fn of(address: &str, cookies: &[String]) -> Begun {
        let (address, query) = address.split_once('?').expect("a query");
        assert_eq!(address, format!("{ISSUER}/sso"));
        let pairs: HashMap<String, String> =
            form_urlencoded::parse(query.as_bytes()).map(|(name, value)| (name.into(), value.into())).collect();
        let mut text = String::new();
        let packed = STANDARD.decode(&pairs["SAMLRequest"]).expect("base64");
        DeflateDecoder::new(&packed[..]).read_to_string(&mut text).expect("a request");
        let request = text.split("ID=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("an ID").to_owned();
        let cookie = cookies.last().expect("a cookie of the sign-in").split(';').next().expect("a pair").to_owned();
        Begun { request, state: pairs["RelayState"].clone(), cookie }
    }
}

impl Site {
    pub async fn start() -> Site {
        Site::with(Database::sqlite(), |_| {}).await
    }

    /// With settings that are changed.
    pub async fn with(database: Database, change: impl FnOnce(&mut config::Config)) -> Site {
        let (key, folder) = (Key::new(), TempDir::new().expect("a folder"));
        let file = folder.path().join("provider.pem");
        std::fs::write(&file, &key.certificate).expect("a file");
        let app = TestApp::on_with(database, |config| {
            let saml = &mut config.saml;
            saml.enable = true;
            saml.idp_url = format!("{ISSUER}/sso");
            saml.idp_descriptor_url = ISSUER.into();
            saml.idp_certificate_file = file.display().to_string();
            saml.id_attribute = "NameID".into();
            saml.username_attribute = "username".into();
            saml.email_attribute = "email".into();
            saml.first_name_attribute = "given".into();
            saml.groups_attribute = "groups".into();
            change(config);
        })
        .await;
        Site { app, key, _folder: folder }
    }

    pub fn receiver(&self) -> String {
        format!("{}/login/sso/saml", self.app.app.config().service.site_url)
    }

    pub fn now(&self) -> i64 {
        self.app.app.clock.now()
    }

    /// Begins a sign-in as a browser, which reads where it is sent.
    pub async fn begin(&self, query: &str) -> Begun {
        let sent = visit(&self.app.base, &format!("/login/sso/saml{query}"), "").await;
        assert_eq!((sent.status, sent.why()), (StatusCode::FOUND, ""), "{sent:?}");
        Begun::of(&sent.to, &sent.cookies)
    }

    /// An honest answer to a request.
    pub fn answer(&self, begun: &Begun) -> Answer {
        Answer::of(&self.receiver(), &begun.request, self.now())
    }

    /// What a page of the provider does: it posts the answer, and the browser brings no cookie along.
    pub async fn post_at(&self, base: &str, answer: &str, state: &str) -> Sent {
        let pairs = [("SAMLResponse", STANDARD.encode(answer)), ("RelayState", state.to_owned())];
        let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        let kind = Some("application/x-www-form-urlencoded");
        let rest = client::Rest::new(base);
        Sent::of(rest.request(&Method::POST, "/login/sso/saml", form.into(), kind).await.expect("an answer"))
    }

    pub async fn post(&self, answer: &str, state: &str) -> Sent {
        self.post_at(&self.app.base, answer, state).await
    }

    /// The path of this site that a browser was sent on to.
    pub fn path(&self, sent: &Sent) -> String {
        assert_eq!(sent.status, StatusCode::SEE_OTHER, "{sent:?}");
        let site = self.app.app.config().service.site_url.clone();
        sent.to.strip_prefix(&site).unwrap_or_else(|| panic!("{sent:?}")).to_owned()
    }

    /// Both steps of the way back.
    pub async fn finish(&self, answer: &Answer, begun: &Begun) -> Sent {
        let sent = self.post(&answer.signed(&self.key), &begun.state).await;
        if sent.status != StatusCode::SEE_OTHER {
            return sent;
        }
        visit(&self.app.base, &self.path(&sent), &begun.cookie).await
    }

    /// Signs in whoever `change` makes of Ann.
    pub async fn sign_in(&self, change: impl FnOnce(Answer) -> Answer) -> Sent {
        let begun = self.begin("").await;
        self.finish(&change(self.answer(&begun)), &begun).await
    }

    /// The same for somebody who must be let in; the account.
    pub async fn must_sign_in(&self, change: impl FnOnce(Answer) -> Answer) -> Value {
        let sent = self.sign_in(change).await;
        let token = sent.cookie("MMAUTHTOKEN").unwrap_or_else(|| panic!("nobody is let in: {sent:?}"));
        me(&client::Rest::new(&self.app.base).with_token(token)).await
    }
}
