//! Codes of authenticator apps: each counts once, for the secret that it was made from.

use std::sync::Arc;
use std::time::Duration;

use base::ids::PostId;
use client::Socket;
use delivery::hub::Event;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::app::PASSWORD;
use testkit::{Person, TestApp, both};
use totp_rs::{Algorithm, Builder, Secret};
use wire::JsonMap;
use wire::channels::Channel;
use wire::events::{Broadcast, EncodedEvent, EventName, Typing};

const STEP_S: u64 = 30;

/// The code that an app shows `steps` of time from now.
pub(crate) fn code(app: &TestApp, secret: &str, steps: u64) -> String {
    let secret = Secret::try_from_base32(secret).expect("base32");
    let totp = Builder::new().with_algorithm(Algorithm::SHA1).with_digits(6).with_step_duration(STEP_S);
    let now_s = u64::try_from(app.app.clock.now()).expect("a time") / 1_000;
    totp.with_secret(secret).build_noncompliant().generate(now_s + steps * STEP_S).to_string()
}

async fn ask(person: &Person, method: Method, path: &str, body: Value) -> (StatusCode, Value) {
    let path = format!("/api/v4{path}");
    let answer = person.rest.request(&method, &path, body.to_string().into(), Some("application/json")).await;
    let answer = answer.expect("an answer");
    (answer.status, serde_json::from_slice(&answer.body).unwrap_or_default())
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

/// Time in which an answer or an event comes that is certain to come.
const PATIENCE: Duration = Duration::from_secs(5);

async fn socket(person: &Person) -> client::Result<Socket> {
    Socket::open(&person.rest).await
}

fn enforce(app: &TestApp, change: impl FnOnce(&mut config::Config)) {
    let mut config = config::Config::clone(&app.app.config());
    change(&mut config);
    app.app.set_config(config);
}

/// An event that every member of a channel hears.
fn typing(channel: &Channel, by: &Person) -> Arc<Event> {
    let data = Typing { parent_id: PostId::NONE, user_id: by.user.id };
    Arc::new(Event::plain(EncodedEvent::new(EventName::Typing, &data, Broadcast::to_channel(channel.id))))
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

    async fn who_lacks_the_second_factor_hears_nothing_over_a_socket(db) {
        let app = TestApp::on_with(db, |config| config.accounts.enable_mfa = true).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let channel = ann.channel(&app.team, "deck").await;
        ann.let_in(&channel, &bob).await;
        let (mut open, mut asking) = (socket(&bob).await.expect("a socket"), socket(&bob).await.expect("a socket"));
        enforce(&app, |config| config.accounts.enforce_mfa = true);
        assert!(asking.ask("get_statuses", JsonMap::new(), PATIENCE).await.is_err(), "no action");
        app.app.hub.publish(typing(&channel, &ann));
        // What was told before may still be on its way.
        while let Ok(event) = open.event(PATIENCE).await {
            assert_ne!(event.name(), Some(EventName::Typing));
        }
        assert!(socket(&bob).await.is_err(), "and no other socket");
        let secret = generate(&bob).await;
        assert_eq!(activate(&bob, &code(&app, &secret, 0)).await, StatusCode::OK);
        let mut socket = socket(&bob).await.expect("a socket");
        assert!(socket.ask("get_statuses", JsonMap::new(), PATIENCE).await.is_ok());
    }

    async fn guests_can_be_asked_for_the_second_factor_alone(db) {
        let app = TestApp::on_with(db, |config| {
            config.accounts.enable_mfa = true;
            config.guests.enable = true;
            config.guests.enforce_mfa = true;
        })
        .await;
        let (ann, gus) = (app.member("ann").await, app.member("gus").await);
        let path = format!("/users/{}/demote", gus.user.id);
        assert_eq!(ask(&app.admin, Method::POST, &path, Value::Null).await.0, StatusCode::OK);
        let (status, refused) = ask(&gus, Method::GET, "/users/me", Value::Null).await;
        assert_eq!((status, &refused["id"]), (StatusCode::UNAUTHORIZED, &json!("api.context.mfa_required.app_error")));
        assert!(socket(&gus).await.is_err());
        assert_eq!(ask(&ann, Method::GET, "/users/me", Value::Null).await.0, StatusCode::OK);
        assert!(socket(&ann).await.is_ok());
    }

    async fn guessing_the_first_code_of_a_secret_is_bounded(db) {
        let app = TestApp::on_with(db, |config| config.accounts.enable_mfa = true).await;
        let ann = app.member("ann").await;
        let secret = generate(&ann).await;
        for _ in 0..app.app.config().session.max_login_attempts {
            assert_eq!(activate(&ann, "000").await, StatusCode::UNAUTHORIZED);
        }
        let form = json!({"activate": true, "code": code(&app, &secret, 0)});
        let (_, refused) = ask(&ann, Method::PUT, "/users/me/mfa", form).await;
        assert_eq!(refused["id"], "api.user.check_user_login_attempts.too_many.app_error");
    }
}
