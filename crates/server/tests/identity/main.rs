//! Signing in by a provider of OpenID Connect or SAML, or by a directory: what a person does, what attackers do, and what programs are given.

mod accounts;
mod attacks;
mod directory;
mod handover;
mod logout;
mod passkeys;
mod providers;
mod provisioning;
mod saml;
mod switch;
mod trials;

use http::{Method, StatusCode, header};
use serde_json::{Value, json};
use testkit::provider::Provider;
use testkit::{Database, TestApp};

/// A server with one provider, `work`.
pub struct World {
    pub app: TestApp,
    pub provider: Provider,
}

/// A browser that began a sign-in.
pub struct Begun {
    /// Where it was sent.
    pub address: String,
    /// What it brings along from now on.
    pub cookie: String,
}

/// Where a browser was sent, and what it was given to keep.
#[derive(Debug, Clone)]
pub struct Sent {
    pub status: StatusCode,
    pub to: String,
    pub cookies: Vec<String>,
}

impl Sent {
    pub fn of(answer: client::Answer) -> Sent {
        let text = |value: &http::HeaderValue| value.to_str().expect("text").to_owned();
        Sent {
            status: answer.status,
            to: answer.headers.get(header::LOCATION).map(text).unwrap_or_default(),
            cookies: answer.headers.get_all(header::SET_COOKIE).iter().map(text).collect(),
        }
    }

    /// Why the sign-in came to nothing; empty when it did not.
    pub fn why(&self) -> &str {
        self.query("sign_in_error")
    }

    pub fn query(&self, name: &str) -> &str {
        let query = self.to.split_once('?').map_or("", |(_, query)| query);
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.filter(|(key, _)| *key == name).map(|(_, value)| value).next().unwrap_or_default()
    }

    /// The value of a cookie that was set.
    pub fn cookie(&self, name: &str) -> Option<&str> {
        let values = self.cookies.iter().filter_map(|line| line.split(';').next()?.split_once('='));
        values.filter(|(key, _)| *key == name).map(|(_, value)| value).next()
    }
}

impl World {
    pub async fn start() -> World {
        World::with(Database::sqlite(), |_| {}).await
    }

    /// With a provider that is configured as `change` says.
    pub async fn with(database: Database, change: impl FnOnce(&mut config::Provider)) -> World {
        let provider = Provider::start().await;
        let mut configured = provider.configured("work");
        change(&mut configured);
        let app = TestApp::on_with(database, |config| config.sign_in.providers = vec![configured]).await;
        World { app, provider }
    }

    /// Asks an address of the server as a browser does, which follows no redirect by itself here.
    pub async fn visit(&self, path: &str, cookie: &str) -> Sent {
        self.visit_at(&self.app.base, path, cookie).await
    }

    /// The same at another node.
    pub async fn visit_at(&self, base: &str, path: &str, cookie: &str) -> Sent {
        visit(base, path, cookie).await
    }

    pub async fn begin(&self, query: &str) -> Begun {
        self.begin_at(&format!("/oauth/work/login{query}")).await
    }

    pub async fn begin_at(&self, path: &str) -> Begun {
        let sent = self.visit(path, "").await;
        assert_eq!((sent.status, sent.why()), (StatusCode::FOUND, ""), "{sent:?}");
        let kept = sent.cookies.last().expect("a cookie of the sign-in").split(';').next().expect("a pair").to_owned();
        Begun { address: sent.to, cookie: kept }
    }

    /// The time in seconds.
    pub fn now(&self) -> i64 {
        self.app.app.clock.now() / 1000
    }

    /// Signs somebody in, as far as the browser's last step.
    pub async fn sign_in(&self, claims: Value) -> Sent {
        let begun = self.begin("").await;
        let back = self.provider.authorize(&begun.address, &claims, self.now());
        self.visit(&back, &begun.cookie).await
    }

    /// Signs somebody in who must be let in; the account.
    pub async fn must_sign_in(&self, claims: Value) -> (Value, client::Rest) {
        let sent = self.sign_in(claims).await;
        let token = sent.cookie("MMAUTHTOKEN").unwrap_or_else(|| panic!("nobody is let in: {sent:?}"));
        let rest = client::Rest::new(&self.app.base).with_token(token);
        (me(&rest).await, rest)
    }
}

/// Asks an address as a browser does, which follows no redirect by itself here.
pub async fn visit(base: &str, path: &str, cookie: &str) -> Sent {
    let headers = [("cookie", cookie)];
    let headers = if cookie.is_empty() { &[][..] } else { &headers[..] };
    Sent::of(client::Rest::new(base).request_with(&Method::GET, path, headers).await.expect("an answer"))
}

/// Whose session it is; null when it is nobody's.
pub async fn me(rest: &client::Rest) -> Value {
    let answer = rest.request(&Method::GET, "/api/v4/users/me", Default::default(), None).await.expect("an answer");
    answer.json().unwrap_or(Value::Null)
}

/// Somebody with an address that the provider vouches for.
pub fn ann() -> Value {
    json!({"sub": "ann-1", "preferred_username": "ann", "email": "ann@corp.test", "email_verified": true,
        "given_name": "Ann", "family_name": "Lee"})
}

/// The same with other claims.
pub fn ann_with(changes: Value) -> Value {
    let mut claims = ann();
    for (name, value) in changes.as_object().expect("claims") {
        claims[name] = value.clone();
    }
    claims
}
