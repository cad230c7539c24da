//! Accounts over HTTP: a real server on a fresh database, asked as clients ask.

use bytes::Bytes;
use config::Config;
use http::{Method, Request, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};
use testkit::{Database, both};

const PASSWORD: &str = "correct horse";

/// A running server; it ends with the test.
struct Server {
    server: testkit::Server,
    http: Client<HttpConnector, Full<Bytes>>,
}

/// Status, error id (or nothing), token and body of an answer.
struct Answer {
    status: StatusCode,
    token: String,
    body: Value,
}

impl Answer {
    fn id(&self) -> &str {
        self.body["id"].as_str().unwrap_or_default()
    }
}

impl Server {
    async fn start(db: Database, change: impl FnOnce(&mut Config)) -> Server {
        let server = testkit::Server::start(db, change).await;
        Server { server, http: Client::builder(TokioExecutor::new()).build_http() }
    }

    async fn ask(&self, token: &str, method: Method, path: &str, body: Value) -> Answer {
        let request = Request::builder()
            .method(method)
            .uri(format!("{}/api/v4{path}", self.server.base))
            .header("authorization", format!("Bearer {token}"))
            .body(Full::new(Bytes::from(body.to_string())))
            .expect("a request");
        let response = self.http.request(request).await.expect("an answer");
        let status = response.status();
        let token =
            response.headers().get("token").and_then(|token| token.to_str().ok()).unwrap_or_default().to_owned();
        let bytes = response.into_body().collect().await.expect("a body").to_bytes();
        Answer { status, token, body: serde_json::from_slice(&bytes).unwrap_or_default() }
    }

    async fn sign_up(&self, name: &str) -> Answer {
        let email = format!("{name}@example.test");
        self.ask("", Method::POST, "/users", json!({"username": name, "email": email, "password": PASSWORD})).await
    }

    async fn login(&self, name: &str, password: &str) -> Answer {
        self.ask("", Method::POST, "/users/login", json!({"login_id": name, "password": password})).await
    }
}

both! {
    async fn of_two_who_sign_up_at_once_on_a_fresh_server_one_is_administrator(db) {
        let server = Server::start(db, |_| {}).await;
        let (ann, bob) = tokio::join!(server.sign_up("ann"), server.sign_up("bob"));
        assert_eq!((ann.status, bob.status), (StatusCode::CREATED, StatusCode::CREATED));
        let roles = |answer: &Answer| answer.body["roles"].as_str().unwrap_or_default().to_owned();
        let mut roles = [roles(&ann), roles(&bob)];
        roles.sort();
        assert_eq!(roles, ["system_admin system_user", "system_user"]);
    }

    async fn guessing_locks_the_account_even_for_the_right_password(db) {
        let server = Server::start(db, |config| config.session.max_login_attempts = 3).await;
        server.sign_up("ann").await;
        for _ in 0..3 {
            let refused = server.login("ann", "wrong horse").await;
            assert_eq!(refused.id(), "api.user.login.invalid_credentials_email_username");
        }
        let locked = server.login("ann", PASSWORD).await;
        assert_eq!(locked.id(), "api.user.check_user_login_attempts.too_many.app_error");
    }

    async fn a_revoked_access_token_opens_nothing_from_then_on(db) {
        let server = Server::start(db, |config| config.accounts.enable_access_tokens = true).await;
        server.sign_up("ann").await;
        let session = server.login("ann", PASSWORD).await.token;
        let made = server.ask(&session, Method::POST, "/users/me/tokens", json!({"description": "robot"})).await;
        let secret = made.body["token"].as_str().expect("a token").to_owned();
        assert_eq!(server.ask(&secret, Method::GET, "/users/me", json!(null)).await.status, StatusCode::OK);
        let revoked =
            server.ask(&session, Method::POST, "/users/tokens/revoke", json!({"token_id": made.body["id"]})).await;
        assert_eq!(revoked.status, StatusCode::OK);
        let refused = server.ask(&secret, Method::GET, "/users/me", json!(null)).await;
        assert_eq!(refused.id(), "api.context.session_expired.app_error");
    }

    async fn a_new_password_ends_the_other_sessions_and_not_the_own(db) {
        let server = Server::start(db, |_| {}).await;
        server.sign_up("ann").await;
        let (own, other) = (server.login("ann", PASSWORD).await.token, server.login("ann", PASSWORD).await.token);
        let change = json!({"current_password": PASSWORD, "new_password": "battery staple"});
        assert_eq!(server.ask(&own, Method::PUT, "/users/me/password", change).await.status, StatusCode::OK);
        assert_eq!(server.ask(&own, Method::GET, "/users/me", json!(null)).await.status, StatusCode::OK);
        assert_eq!(server.ask(&other, Method::GET, "/users/me", json!(null)).await.status, StatusCode::UNAUTHORIZED);
    }
}
