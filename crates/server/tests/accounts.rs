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

    /// Asks with a header that may not be what it should be.
    async fn authorized(&self, value: &[u8], path: &str) -> Answer {
        let value = http::HeaderValue::from_bytes(value).expect("a header");
        let request = Request::builder()
            .uri(format!("{}/api/v4{path}", self.server.base))
            .header("authorization", value)
            .body(Full::default())
            .expect("a request");
        self.exchange(request).await
    }

    async fn ask(&self, token: &str, method: Method, path: &str, body: Value) -> Answer {
        let request = Request::builder()
            .method(method)
            .uri(format!("{}/api/v4{path}", self.server.base))
            .header("authorization", format!("Bearer {token}"))
            .body(Full::new(Bytes::from(body.to_string())))
            .expect("a request");
        self.exchange(request).await
    }

    async fn exchange(&self, request: Request<Full<Bytes>>) -> Answer {
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

    async fn who_sets_custom_statuses_at_once_is_served_each_time(db) {
        let server = Server::start(db, |_| {}).await;
        server.sign_up("ann").await;
        let session = server.login("ann", PASSWORD).await.token;
        let say = |text: &'static str| {
            server.ask(&session, Method::PUT, "/users/me/status/custom", json!({"emoji": "house", "text": text}))
        };
        let (one, two, three, four) = tokio::join!(say("a"), say("b"), say("c"), say("d"));
        assert_eq!([one, two, three, four].map(|answer| answer.status), [StatusCode::OK; 4]);
    }

    async fn an_emoji_of_a_custom_status_may_have_its_colons(db) {
        let server = Server::start(db, |_| {}).await;
        server.sign_up("ann").await;
        let session = server.login("ann", PASSWORD).await.token;
        let say = |emoji: &'static str| {
            let form = json!({"emoji": emoji, "text": "lunch.", "duration": "thirty_minutes", "expires_at": "2100-01-01T10:00:00Z"});
            server.ask(&session, Method::PUT, "/users/me/status/custom", form)
        };
        assert_eq!(say(":tada:").await.status, StatusCode::OK);
        let me = server.ask(&session, Method::GET, "/users/me", json!(null)).await;
        let kept = me.body["props"]["customStatus"].as_str().expect("a status");
        let kept: Value = serde_json::from_str(kept).expect("an object");
        assert_eq!((&kept["emoji"], &kept["text"]), (&json!(":tada:"), &json!("lunch.")), "as it was sent");
        let unknown = say("no_such_emoji").await;
        let id = "api.custom_status.set_custom_statuses.emoji_not_found";
        assert_eq!((unknown.status, unknown.id()), (StatusCode::BAD_REQUEST, id));
        assert_eq!(say("").await.status, StatusCode::OK);
        let me = server.ask(&session, Method::GET, "/users/me", json!(null)).await;
        let kept = me.body["props"]["customStatus"].as_str().expect("a status");
        let kept: Value = serde_json::from_str(kept).expect("an object");
        assert_eq!((&kept["emoji"], &kept["text"]), (&json!(""), &json!("lunch.")), "a text alone has none");
        let refused = say("no emoji").await;
        assert_eq!((refused.status, refused.id()), (StatusCode::BAD_REQUEST, "api.context.invalid_body_param.app_error"));
    }

    async fn what_is_no_token_is_no_session(db) {
        let server = Server::start(db, |_| {}).await;
        server.sign_up("ann").await;
        let session = server.login("ann", PASSWORD).await.token;
        let long = "x".repeat(8_000);
        let garbage: [&[u8]; 12] = [
            b"", b" ", b"Bearer", b"Bearer ", b"Bearer  ", b"token", b"Basic YW5uOnBhc3M=", b"Bearer \xff\xfe",
            b"\xc3\xa9", b"Negotiate", b"Bearer a b c", long.as_bytes(),
        ];
        for value in garbage {
            let me = server.authorized(value, "/users/me").await;
            assert_eq!((me.status, me.id()), (StatusCode::UNAUTHORIZED, "api.context.session_expired.app_error"));
            assert_eq!(server.authorized(value, "/system/ping").await.status, StatusCode::OK);
        }
        for kind in ["Bearer", "bearer", "BEARER", "token"] {
            let value = format!("{kind} {session}");
            assert_eq!(server.authorized(value.as_bytes(), "/users/me").await.status, StatusCode::OK, "{kind}");
        }
    }

    async fn a_list_of_users_goes_on_behind_the_one_that_the_caller_names(db) {
        let server = Server::start(db, |_| {}).await;
        for name in ["ann", "bob", "cid", "dan"] {
            server.sign_up(name).await;
        }
        let session = server.login("ann", PASSWORD).await.token;
        let list = async |query: String| {
            let users = server.ask(&session, Method::GET, &format!("/users?per_page=2{query}"), json!(null)).await.body;
            let field = |field: &str| -> Vec<String> {
                let users = users.as_array().expect("users").iter();
                users.map(|user| user[field].as_str().unwrap_or_default().to_owned()).collect()
            };
            (field("username"), field("id"))
        };
        let (first, ids) = list(String::new()).await;
        assert_eq!(first, ["ann", "bob"]);
        assert_eq!(list(format!("&cursor_id={}", ids[1])).await.0, ["cid", "dan"]);
        let path = format!("/users?sort=display_name&cursor_id={}", ids[1]);
        let refused = server.ask(&session, Method::GET, &path, json!(null)).await;
        assert_eq!(refused.id(), "api.context.invalid_url_param.app_error");
    }

    async fn a_list_where_an_object_is_due_is_refused(db) {
        let server = Server::start(db, |_| {}).await;
        let list = json!(["", "ann", "", PASSWORD, "", "", ""]);
        let refused = server.ask("", Method::POST, "/users/login/type", list).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
        assert_eq!(refused.id(), "api.context.invalid_body_param.app_error");
    }
}
