//! Passkeys over the API: made, used as the only factor and as the second one, lost; and what [attackers](attacks) do.

mod attacks;

use http::{Method, StatusCode, header};
use serde_json::{Value, json};
use testkit::app::PASSWORD;
use testkit::authenticator::{Authenticator, Kind, PRESENT};
use testkit::{Database, Person, TestApp, both};

const ORIGIN: &str = "https://chat.example.test";
const RP_ID: &str = "chat.example.test";

const MINUTE_MS: i64 = 60_000;

async fn start(db: Database) -> TestApp {
    TestApp::on_with(db, |config| {
        config.service.site_url = ORIGIN.into();
        config.accounts.enable_mfa = true;
    })
    .await
}

fn device() -> Authenticator {
    Authenticator::new(Kind::Es256, ORIGIN, RP_ID)
}

/// What was answered: the status, the body, and the cookies that were set.
struct Heard {
    status: StatusCode,
    body: Value,
    cookies: Vec<String>,
    token: String,
}

impl Heard {
    fn id(&self) -> &str {
        self.body["id"].as_str().unwrap_or_default()
    }
}

async fn ask_with(rest: &client::Rest, method: Method, path: &str, cookie: &str, body: &Value) -> Heard {
    let headers = [("content-type", "application/json"), ("cookie", cookie)];
    let headers = if cookie.is_empty() { &headers[..1] } else { &headers[..] };
    let path = format!("/api/v4{path}");
    let answer = rest.request_whole(&method, &path, headers, body.to_string().into()).await.expect("an answer");
    let text = |value: &http::HeaderValue| value.to_str().expect("text").to_owned();
    Heard {
        status: answer.status,
        body: serde_json::from_slice(&answer.body).unwrap_or_default(),
        cookies: answer.headers.get_all(header::SET_COOKIE).iter().map(text).collect(),
        token: answer.headers.get("token").map(text).unwrap_or_default(),
    }
}

async fn ask(person: &Person, method: Method, path: &str, body: Value) -> Heard {
    ask_with(&person.rest, method, path, "", &body).await
}

/// Makes a passkey of this authenticator.
async fn enrol(person: &Person, device: &mut Authenticator) -> Heard {
    let begun = ask(person, Method::POST, "/users/me/passkeys/begin", json!({})).await;
    assert_eq!(begun.status, StatusCode::OK, "{}", begun.body);
    let form =
        json!({"name": "Key", "state": begun.body["state"], "credential": device.create(&begun.body["options"])});
    ask(person, Method::POST, "/users/me/passkeys", form).await
}

async fn must_enrol(person: &Person, device: &mut Authenticator) -> Value {
    let made = enrol(person, device).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.body);
    made.body
}

/// A sign-in that a browser began: what it is to answer, and its cookie.
async fn begin(rest: &client::Rest, form: &Value) -> (Value, String) {
    let begun = ask_with(rest, Method::POST, "/users/login/passkey/begin", "", form).await;
    assert_eq!(begun.status, StatusCode::OK, "{}", begun.body);
    let cookie = begun.cookies.first().expect("a cookie").split(';').next().expect("a pair").to_owned();
    (begun.body, cookie)
}

async fn finish(rest: &client::Rest, cookie: &str, credential: &Value) -> Heard {
    ask_with(rest, Method::POST, "/users/login/passkey", cookie, &json!({"credential": credential})).await
}

async fn sign_in(rest: &client::Rest, form: &Value, device: &mut Authenticator) -> Heard {
    let (options, cookie) = begin(rest, form).await;
    finish(rest, &cookie, &device.get(&options)).await
}

fn anyone(app: &TestApp) -> client::Rest {
    client::Rest::new(&app.base)
}

fn password(name: &str, code: &str) -> Value {
    json!({"login_id": name, "password": PASSWORD, "token": code})
}

async fn by_password(app: &TestApp, name: &str, code: &str) -> Heard {
    ask_with(&anyone(app), Method::POST, "/users/login", "", &password(name, code)).await
}

fn configure(app: &TestApp, change: impl FnOnce(&mut config::Config)) {
    let mut config = config::Config::clone(&app.app.config());
    change(&mut config);
    app.app.set_config(config);
}

both! {
    async fn a_passkey_alone_signs_its_owner_in(db) {
        let app = start(db).await;
        let ann = app.member("ann").await;
        for kind in Kind::ALL {
            let mut device = Authenticator::new(kind, ORIGIN, RP_ID);
            let made = must_enrol(&ann, &mut device).await;
            assert!(made.get("public_key").is_none() && made.get("credential_id").is_none(), "{made}");
            let heard = sign_in(&anyone(&app), &json!({}), &mut device).await;
            assert_eq!((heard.status, &heard.body["username"]), (StatusCode::OK, &json!("ann")), "{kind:?}");
            let me = crate::me(&anyone(&app).with_token(&heard.token)).await;
            assert_eq!(me["id"], json!(ann.user.id));
        }
        assert_eq!(crate::me(&ann.rest).await["passkey_count"], 3);
        let listed = ask(&ann, Method::GET, "/users/me/passkeys", Value::Null).await.body;
        assert_eq!(listed.as_array().map(Vec::len), Some(3));
        assert!(listed[0]["last_used_at"].as_i64() > Some(0) && listed[0]["transports"] == json!(["internal"]), "{listed}");
        let audits = ask(&app.admin, Method::GET, &format!("/users/{}/audits", ann.user.id), Value::Null).await.body;
        let told = |what: &str| audits.to_string().contains(what);
        assert!(told(" made") && told("success passkey_id="), "{audits}");
        let bob = app.member("bob").await;
        let seen = ask(&bob, Method::GET, &format!("/users/{}", ann.user.id), Value::Null).await.body;
        assert_eq!(seen.get("passkey_count"), None, "others are not told");
    }

    async fn a_password_asks_for_the_passkey(db) {
        let app = start(db).await;
        let ann = app.member("ann").await;
        let mut device = device();
        must_enrol(&ann, &mut device).await;
        let refused = by_password(&app, "ann", "").await;
        assert_eq!((refused.status, refused.id()), (StatusCode::UNAUTHORIZED, "mfa.validate_token.authenticate.app_error"));
        // The password was right already: the authenticator need not verify the person.
        device.flags = PRESENT;
        let (options, cookie) = begin(&anyone(&app), &password("ann", "")).await;
        assert_eq!(options["allowCredentials"].as_array().map(Vec::len), Some(1));
        assert_eq!(options["userVerification"], "discouraged");
        let heard = finish(&anyone(&app), &cookie, &device.get(&options)).await;
        assert_eq!((heard.status, &heard.body["username"]), (StatusCode::OK, &json!("ann")), "{}", heard.body);
        configure(&app, |config| config.accounts.enable_mfa = false);
        assert_eq!(by_password(&app, "ann", "").await.status, StatusCode::OK, "as with codes of an app");
    }

    async fn a_browser_is_remembered_behind_a_passkey_until_the_second_factor_changes(db) {
        let app = start(db).await;
        configure(&app, |config| config.accounts.remember_browser_days = 30);
        let ann = app.member("ann").await;
        let mut device = device();
        let passkey = must_enrol(&ann, &mut device).await;
        let mut remembered = async |form: Value| {
            let (options, cookie) = begin(&anyone(&app), &form).await;
            let form = json!({"credential": device.get(&options), "remember_browser": true});
            let heard = ask_with(&anyone(&app), Method::POST, "/users/login/passkey", &cookie, &form).await;
            assert_eq!(heard.status, StatusCode::OK, "{}", heard.body);
            let kept = heard.cookies.into_iter().find(|line| line.starts_with("__Host-MUSTER_BROWSER_"));
            kept.and_then(|line| line.split(';').next().map(str::to_owned))
        };
        assert_eq!(remembered(json!({})).await, None, "alone it is no second factor");
        let first = remembered(password("ann", "")).await.expect("a cookie");
        let again = async |cookie: &str| {
            ask_with(&anyone(&app), Method::POST, "/users/login", cookie, &password("ann", "")).await.status
        };
        assert_eq!(again(&first).await, StatusCode::OK);
        assert_eq!(ask(&ann, Method::POST, "/users/me/recovery_codes", json!({})).await.status, StatusCode::OK);
        assert_eq!(again(&first).await, StatusCode::UNAUTHORIZED, "new recovery codes");
        let second = remembered(password("ann", "")).await.expect("a cookie");
        must_enrol(&ann, &mut self::device()).await;
        assert_eq!(again(&second).await, StatusCode::UNAUTHORIZED, "another passkey");
        let third = remembered(password("ann", "")).await.expect("a cookie");
        let path = format!("/users/me/passkeys/{}", passkey["id"].as_str().expect("an id"));
        assert_eq!(ask(&ann, Method::DELETE, &path, Value::Null).await.status, StatusCode::OK);
        assert_eq!(again(&third).await, StatusCode::UNAUTHORIZED, "a passkey that is gone");
    }

    async fn nobody_learns_without_the_password_which_passkeys_there_are(db) {
        let app = start(db).await;
        let ann = app.member("ann").await;
        app.member("bob").await;
        must_enrol(&ann, &mut device()).await;
        let wrong = json!({"login_id": "ann", "password": "Wrong-Passw0rd"});
        let nobody = json!({"login_id": "nobody", "password": "Wrong-Passw0rd"});
        for form in [wrong, nobody] {
            let heard = ask_with(&anyone(&app), Method::POST, "/users/login/passkey/begin", "", &form).await;
            assert_eq!(heard.status, StatusCode::UNAUTHORIZED);
            assert!(heard.id().starts_with("api.user.login.invalid_credentials"), "{}", heard.body);
        }
        let heard = ask_with(&anyone(&app), Method::POST, "/users/login/passkey/begin", "", &password("bob", "")).await;
        assert_eq!(heard.id(), "api.passkey.none.app_error");
        let (options, _) = begin(&anyone(&app), &json!({})).await;
        assert_eq!((&options["allowCredentials"], &options["userVerification"]), (&json!([]), &json!("required")));
    }

    async fn a_recovery_code_stands_for_a_lost_passkey_once(db) {
        let app = start(db).await;
        let ann = app.member("ann").await;
        let none = ask(&ann, Method::POST, "/users/me/recovery_codes", json!({})).await;
        assert_eq!(none.id(), "api.recovery_codes.no_factor.app_error");
        let passkey = must_enrol(&ann, &mut device()).await;
        let codes = async || {
            let made = ask(&ann, Method::POST, "/users/me/recovery_codes", json!({})).await;
            let codes = made.body["codes"].as_array().expect("codes").clone();
            codes.into_iter().map(|code| code.as_str().expect("text").to_owned()).collect::<Vec<_>>()
        };
        let left = async || ask(&ann, Method::GET, "/users/me/recovery_codes", Value::Null).await.body["left"].clone();
        let (old, new) = (codes().await, codes().await);
        assert_eq!((new.len(), left().await), (10, json!(10)));
        assert_eq!(by_password(&app, "ann", &old[0]).await.status, StatusCode::UNAUTHORIZED, "replaced");
        assert_eq!(by_password(&app, "ann", &new[0].to_uppercase().replace('-', "")).await.status, StatusCode::OK);
        assert_eq!(by_password(&app, "ann", &new[0]).await.status, StatusCode::UNAUTHORIZED, "used");
        let both = tokio::join!(by_password(&app, "ann", &new[1]), by_password(&app, "ann", &new[1]));
        let ok = [both.0.status, both.1.status].into_iter().filter(|status| *status == StatusCode::OK).count();
        assert_eq!((ok, left().await), (1, json!(8)), "two at once");
        let path = format!("/users/me/passkeys/{}", passkey["id"].as_str().expect("an id"));
        assert_eq!(ask(&ann, Method::DELETE, &path, Value::Null).await.status, StatusCode::OK);
        assert_eq!(left().await, json!(0), "codes are for a factor");
        assert_eq!(by_password(&app, "ann", "").await.status, StatusCode::OK);
        assert_eq!(ask(&ann, Method::DELETE, &path, Value::Null).await.status, StatusCode::NOT_FOUND, "gone");
    }

    async fn a_passkey_is_the_second_factor_that_a_server_asks_for(db) {
        let app = start(db).await;
        let ann = app.member("ann").await;
        configure(&app, |config| config.accounts.enforce_mfa = true);
        let refused = ask(&ann, Method::GET, "/users/me", Value::Null).await;
        assert_eq!(refused.id(), "api.context.mfa_required.app_error");
        let passkey = must_enrol(&ann, &mut device()).await;
        assert_eq!(ask(&ann, Method::GET, "/users/me", Value::Null).await.status, StatusCode::OK);
        let path = format!("/users/me/passkeys/{}", passkey["id"].as_str().expect("an id"));
        ask(&ann, Method::DELETE, &path, Value::Null).await;
        let refused = ask(&ann, Method::GET, "/users/me", Value::Null).await;
        assert_eq!(refused.id(), "api.context.mfa_required.app_error");
    }

    async fn who_administers_an_account_takes_its_second_factors_away_and_makes_none(db) {
        let app = start(db).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let passkey = must_enrol(&ann, &mut device()).await;
        ask(&ann, Method::POST, "/users/me/recovery_codes", json!({})).await;
        let of_ann = format!("/users/{}", ann.user.id);
        let one = format!("{of_ann}/passkeys/{}", passkey["id"].as_str().expect("an id"));
        for (method, path) in [
            (Method::GET, format!("{of_ann}/passkeys")),
            (Method::GET, format!("{of_ann}/recovery_codes")),
            (Method::PUT, one.clone()),
            (Method::DELETE, one.clone()),
        ] {
            assert_eq!(ask(&bob, method, &path, json!({"name": "x"})).await.status, StatusCode::FORBIDDEN, "{path}");
        }
        for path in ["passkeys/begin", "passkeys", "recovery_codes"] {
            let heard = ask(&app.admin, Method::POST, &format!("{of_ann}/{path}"), json!({})).await;
            assert_eq!(heard.status, StatusCode::FORBIDDEN, "{path}");
        }
        let renamed = ask(&app.admin, Method::PUT, &one, json!({"name": " Blue key "})).await;
        assert_eq!(renamed.status, StatusCode::OK);
        let listed = ask(&app.admin, Method::GET, &format!("{of_ann}/passkeys"), Value::Null).await.body;
        assert_eq!(listed[0]["name"], "Blue key");
        // A passkey of somebody else's under the own account.
        let own = format!("/users/me/passkeys/{}", passkey["id"].as_str().expect("an id"));
        assert_eq!(ask(&bob, Method::DELETE, &own, Value::Null).await.status, StatusCode::NOT_FOUND);
        // Codes of an app that the owner turns off leave passkeys alone.
        ask(&ann, Method::PUT, "/users/me/mfa", json!({"activate": false})).await;
        assert_eq!(by_password(&app, "ann", "").await.status, StatusCode::UNAUTHORIZED);
        let off = ask(&app.admin, Method::PUT, &format!("{of_ann}/mfa"), json!({"activate": false})).await;
        assert_eq!(off.status, StatusCode::OK);
        assert_eq!(by_password(&app, "ann", "").await.status, StatusCode::OK);
        let listed = ask(&ann, Method::GET, "/users/me/passkeys", Value::Null).await.body;
        let left = ask(&ann, Method::GET, "/users/me/recovery_codes", Value::Null).await.body;
        assert_eq!((listed, left["left"].clone()), (json!([]), json!(0)));
    }

    async fn a_person_who_became_a_bot_is_let_in_by_no_passkey(db) {
        let app = start(db).await;
        let ann = app.member("ann").await;
        let mut device = device();
        must_enrol(&ann, &mut device).await;
        let path = format!("/users/{}/convert_to_bot", ann.user.id);
        assert!(ask(&app.admin, Method::POST, &path, json!({})).await.status.is_success());
        let heard = sign_in(&anyone(&app), &json!({}), &mut device).await;
        assert_eq!((heard.status, heard.id()), (StatusCode::FORBIDDEN, "api.passkey.other_service.app_error"));
    }

    async fn an_account_that_is_put_out_of_use_keeps_its_passkeys_and_is_not_let_in(db) {
        let app = start(db).await;
        let ann = app.member("ann").await;
        let mut device = device();
        must_enrol(&ann, &mut device).await;
        let active = format!("/users/{}/active", ann.user.id);
        ask(&app.admin, Method::PUT, &active, json!({"active": false})).await;
        let heard = sign_in(&anyone(&app), &json!({}), &mut device).await;
        assert_eq!((heard.status, heard.id()), (StatusCode::UNAUTHORIZED, "api.user.login.inactive.app_error"));
        ask(&app.admin, Method::PUT, &active, json!({"active": true})).await;
        assert_eq!(sign_in(&anyone(&app), &json!({}), &mut device).await.status, StatusCode::OK);
    }
}

testkit::nodes! { 2:
async fn what_one_node_began_another_finishes_once(db) {
    let app = start(db).await;
    let ann = app.member("ann").await;
    let mut device = device();
    let begun = ask(&ann, Method::POST, "/users/me/passkeys/begin", json!({})).await.body;
    let form = json!({"state": begun["state"], "credential": device.create(&begun["options"])});
    let made = ask(&ann.elsewhere(), Method::POST, "/users/me/passkeys", form.clone()).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.body);
    assert_eq!(by_password(&app, "ann", "").await.status, StatusCode::UNAUTHORIZED, "every node asks for it");
    let elsewhere = client::Rest::new(ann.elsewhere().rest.base());
    let (options, cookie) = begin(&anyone(&app), &json!({})).await;
    let credential = device.get(&options);
    let heard = finish(&elsewhere, &cookie, &credential).await;
    assert_eq!(heard.status, StatusCode::OK, "{}", heard.body);
    let again = finish(&anyone(&app), &cookie, &credential).await;
    assert_eq!(again.status, StatusCode::UNAUTHORIZED, "replayed");
    let again = ask(&ann, Method::POST, "/users/me/passkeys", form).await;
    assert_eq!(again.status, StatusCode::BAD_REQUEST, "replayed");
}
}
