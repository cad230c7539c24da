//! Codes of authenticator apps: each counts once, for the secret that it was made from.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::app::PASSWORD;
use testkit::{Person, TestApp, both};
use totp_rs::{Algorithm, Builder, Secret};

const STEP_S: u64 = 30;

/// The code that an app shows `steps` of time from now.
fn code(app: &TestApp, secret: &str, steps: u64) -> String {
    let secret = Secret::try_from_base32(secret).expect("base32");
    let totp = Builder::new().with_algorithm(Algorithm::SHA1).with_digits(6).with_step_duration(STEP_S);
    let now_s = u64::try_from(app.app.clock.now()).expect("a time") / 1_000;
    totp.with_secret(secret).build_noncompliant().generate(now_s + steps * STEP_S).to_string()
}

async fn ask(person: &Person, method: Method, path: &str, body: Value) -> (StatusCode, Value) {
    let path = format!("/api/v4{path}");
    let answer = person.rest.request(&method, &path, body.to_string().into(), Some("application/json")).await;
    let answer = answer.expect("an answer");
    (answer.status, answer.json().unwrap_or_default())
}

/// A new secret, not in use yet.
async fn generate(person: &Person) -> String {
    let (status, made) = ask(person, Method::POST, "/users/me/mfa/generate", json!({})).await;
    assert_eq!(status, StatusCode::OK, "{made}");
    made["secret"].as_str().expect("a secret").to_owned()
}

async fn activate(person: &Person, code: &str) -> StatusCode {
    ask(person, Method::PUT, "/users/me/mfa", json!({"activate": true, "code": code})).await.0
}

async fn sign_in(person: &Person, code: &str) -> StatusCode {
    let form = json!({"login_id": person.user.username, "password": PASSWORD, "token": code});
    ask(person, Method::POST, "/users/login", form).await.0
}

both! {
    async fn a_code_of_a_new_secret_counts_whatever_was_used_before(db) {
        let app = TestApp::on_with(db, |config| config.accounts.enable_mfa = true).await;
        let ann = app.member("ann").await;
        let first = generate(&ann).await;
        // Clocks differ: a code of the next step counts as well.
        assert_eq!(activate(&ann, &code(&app, &first, 1)).await, StatusCode::OK);
        let (status, _) = ask(&ann, Method::PUT, "/users/me/mfa", json!({"activate": false})).await;
        assert_eq!(status, StatusCode::OK);
        let second = generate(&ann).await;
        assert_eq!(activate(&ann, &code(&app, &second, 0)).await, StatusCode::OK);
    }

    async fn a_code_counts_once(db) {
        let app = TestApp::on_with(db, |config| config.accounts.enable_mfa = true).await;
        let ann = app.member("ann").await;
        let secret = generate(&ann).await;
        let used = code(&app, &secret, 0);
        assert_eq!(activate(&ann, &used).await, StatusCode::OK);
        assert_eq!(sign_in(&ann, &used).await, StatusCode::UNAUTHORIZED, "it was used");
        assert_eq!(sign_in(&ann, &code(&app, &secret, 1)).await, StatusCode::OK);
    }
}
