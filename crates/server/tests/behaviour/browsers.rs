//! A browser that is remembered is not asked for the second factor, and nothing else gets by it.

use client::Rest;
use http::{Method, StatusCode, header};
use serde_json::{Value, json};
use testkit::app::PASSWORD;
use testkit::{Database, Person, TestApp, both};

use crate::second_factor::code;

/// Of an app that shows codes.
const SECRET: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const NEEDS_CODE: (StatusCode, &str) = (StatusCode::UNAUTHORIZED, "mfa.validate_token.authenticate.app_error");

/// An answer, and the cookie by which a browser is remembered.
struct Said {
    status: StatusCode,
    id: String,
    cookie: String,
}

impl Said {
    fn refused(&self) -> (StatusCode, &str) {
        (self.status, &self.id)
    }
}

async fn post(app: &TestApp, path: &str, cookie: &str, form: Value) -> Said {
    post_at(&Rest::new(&app.base), path, cookie, form).await
}

async fn post_at(rest: &Rest, path: &str, cookie: &str, form: Value) -> Said {
    let headers = [("cookie", cookie), ("user-agent", "Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0")];
    let body = form.to_string().into();
    let answer = rest.request_whole(&Method::POST, path, &headers, body).await.expect("an answer");
    let body: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let set = answer.headers.get_all(header::SET_COOKIE).iter().filter_map(|value| value.to_str().ok());
    let kept = set.filter_map(|line| line.split(';').next()).find(|pair| pair.contains("MUSTER_BROWSER_"));
    let cookie = kept.unwrap_or_default().to_owned();
    Said { status: answer.status, id: body["id"].as_str().unwrap_or_default().to_owned(), cookie }
}

async fn sign_in(app: &TestApp, name: &str, cookie: &str, more: Value) -> Said {
    let mut form = json!({"login_id": name, "password": PASSWORD});
    for (name, value) in more.as_object().expect("a form") {
        form[name] = value.clone();
    }
    post(app, "/api/v4/users/login", cookie, form).await
}

/// A server that remembers browsers for a month, and somebody with a second factor.
async fn world(database: Database) -> (TestApp, Person) {
    let app = TestApp::on_with(database, |config| {
        config.accounts.enable_mfa = true;
        config.accounts.enable_switch = true;
        config.accounts.remember_browser_days = 30;
    })
    .await;
    let ann = app.member("ann").await;
    protect(&app, &ann).await;
    (app, ann)
}

async fn protect(app: &TestApp, person: &Person) {
    let sealed = app.app.secrets.seal(store::secrets::Column::UserMfa, person.user.id, SECRET);
    let write = store::users::set_mfa(person.user.id, store::users::Mfa::Active, &sealed, app.app.clock.now());
    app.app.store.write(write).await.expect("a write");
}

/// The cookie of a browser that is remembered from now on.
async fn remembered(app: &TestApp, name: &str) -> String {
    app.app.clock.advance(60_000);
    let form = json!({"token": code(app, SECRET, 0), "remember_browser": "true"});
    let said = sign_in(app, name, "", form).await;
    assert_eq!(said.status, StatusCode::OK, "{}", said.id);
    assert!(!said.cookie.is_empty(), "a cookie");
    said.cookie
}

both! {
    async fn a_browser_is_remembered_where_its_owner_wants_that(db) {
        let (app, ann) = world(db).await;
        let plain = sign_in(&app, "ann", "", json!({"token": code(&app, SECRET, 0)})).await;
        assert_eq!((plain.status, plain.cookie.as_str()), (StatusCode::OK, ""), "nobody asked for it");
        let cookie = remembered(&app, "ann").await;
        assert_eq!(sign_in(&app, "ann", "", json!({})).await.refused(), NEEDS_CODE, "another browser");
        assert_eq!(sign_in(&app, "ann", &cookie, json!({})).await.status, StatusCode::OK);
        let wrong = sign_in(&app, "ann", &cookie, json!({"password": "wrong"})).await;
        assert_eq!(wrong.status, StatusCode::UNAUTHORIZED, "it is no password");

        let path = format!("/api/v4/users/{}/browsers", ann.user.id);
        let listed = app.admin.rest.request(&Method::GET, &path, Default::default(), None).await.expect("an answer");
        let listed: Value = listed.json().expect("a list");
        assert_eq!((listed[0]["name"].as_str(), listed[0]["os"].as_str()), (Some("Firefox/128.0"), Some("Linux")));
        let secret = cookie.split('=').nth(1).expect("a secret");
        assert!(!listed.to_string().contains(secret) && listed[0].get("token_hash").is_none());
        let one = format!("{path}/{}", listed[0]["id"].as_str().expect("an id"));
        let gone = ann.rest.request(&Method::DELETE, &one, Default::default(), None).await.expect("an answer");
        assert_eq!(gone.status, StatusCode::OK);
        assert_eq!(sign_in(&app, "ann", &cookie, json!({})).await.refused(), NEEDS_CODE);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_is_forgotten_with_what_it_stands_for() {
    let (app, ann) = world(Database::sqlite()).await;
    let path = |what: &str| format!("/api/v4/users/{}/{what}", ann.user.id);
    let admin = async |method: Method, what: &str, form: Value| {
        let answer = app.admin.rest.request(&method, &path(what), form.to_string().into(), None).await;
        assert!(answer.expect("an answer").status.is_success(), "{what}");
    };
    let cookie = remembered(&app, "ann").await;
    admin(Method::POST, "sessions/revoke/all", json!({})).await;
    assert_eq!(sign_in(&app, "ann", &cookie, json!({})).await.refused(), NEEDS_CODE, "signed out everywhere");
    let cookie = remembered(&app, "ann").await;
    admin(Method::PUT, "mfa", json!({"activate": false})).await;
    protect(&app, &ann).await;
    assert_eq!(sign_in(&app, "ann", &cookie, json!({})).await.refused(), NEEDS_CODE, "another second factor");
    let cookie = remembered(&app, "ann").await;
    app.app.clock.advance(60_000);
    let mut config = config::Config::clone(&app.app.config());
    config.session.end_on_password_change = false;
    app.app.set_config(config);
    admin(Method::PUT, "password", json!({"new_password": PASSWORD})).await;
    assert_eq!(sign_in(&app, "ann", &cookie, json!({})).await.refused(), NEEDS_CODE, "a new password");
    let cookie = remembered(&app, "ann").await;
    app.app.clock.advance(29 * DAY_MS);
    assert_eq!(sign_in(&app, "ann", &cookie, json!({})).await.status, StatusCode::OK);
    app.app.clock.advance(DAY_MS);
    assert_eq!(sign_in(&app, "ann", &cookie, json!({})).await.refused(), NEEDS_CODE, "its time is over");
    let cookie = remembered(&app, "ann").await;
    let mut config = config::Config::clone(&app.app.config());
    config.accounts.remember_browser_days = 0;
    app.app.set_config(config);
    assert_eq!(sign_in(&app, "ann", &cookie, json!({})).await.refused(), NEEDS_CODE, "turned off");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_of_one_account_opens_no_other_and_proves_nothing_else() {
    let (app, _ann) = world(Database::sqlite()).await;
    let ben = app.member("ben").await;
    protect(&app, &ben).await;
    let cookie = remembered(&app, "ann").await;
    let (_, secret) = cookie.split_once('=').expect("a pair");
    let stolen = format!("MUSTER_BROWSER_{}={secret}", ben.user.id);
    assert_eq!(sign_in(&app, "ben", &stolen, json!({})).await.refused(), NEEDS_CODE);
    assert_eq!(sign_in(&app, "ben", &cookie, json!({})).await.refused(), NEEDS_CODE);
    let form = json!({"current_service": "email", "new_service": "gitlab", "email": "ann@example.test",
        "password": PASSWORD});
    let mut config = config::Config::clone(&app.app.config());
    config.sign_in.providers = vec![config::Provider {
        name: "gitlab".into(),
        issuer: "http://127.0.0.1:1".into(),
        client_id: "x".into(),
        ..config::Provider::default()
    }];
    app.app.set_config(config);
    let moved = post(&app, "/api/v4/users/login/switch", &cookie, form).await;
    assert_eq!(moved.refused(), NEEDS_CODE, "who moves an account shows the second factor");
    let without = app.member("cal").await;
    let said = sign_in(&app, &without.user.username, "", json!({"remember_browser": "true"})).await;
    assert_eq!((said.status, said.cookie.as_str()), (StatusCode::OK, ""), "there is nothing to be spared");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_ends_all_sessions_of_the_server_forgets_every_browser() {
    let (app, _ann) = world(Database::sqlite()).await;
    let cookie = remembered(&app, "ann").await;
    let path = "/api/v4/users/sessions/revoke/all";
    let all = app.admin.rest.request(&Method::POST, path, Default::default(), None).await.expect("an answer");
    assert_eq!(all.status, StatusCode::OK);
    assert_eq!(sign_in(&app, "ann", &cookie, json!({})).await.refused(), NEEDS_CODE);
}

testkit::nodes! { 2:
async fn a_browser_is_remembered_and_forgotten_at_all_nodes(db) {
    let (app, ann) = world(db).await;
    let cookie = remembered(&app, "ann").await;
    let other = Rest::new(&app.others[0].base);
    let form = json!({"login_id": "ann", "password": PASSWORD});
    assert_eq!(post_at(&other, "/api/v4/users/login", &cookie, form.clone()).await.status, StatusCode::OK);
    let path = format!("/api/v4/users/{}/sessions/revoke/all", ann.user.id);
    let all = ann.rest.request(&Method::POST, &path, Default::default(), None).await.expect("an answer");
    assert_eq!(all.status, StatusCode::OK);
    assert_eq!(post_at(&other, "/api/v4/users/login", &cookie, form).await.refused(), NEEDS_CODE);
}
}
