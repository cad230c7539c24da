//! Secrets that have to be read again: closed in the database, open to their owners, whatever key they lie under.

use auth::{Key, Keyring};
use base::Id;
use http::{Method, StatusCode};
use request::secrets::{OWN, Secrets, seal_all};
use serde_json::{Value, json};
use store::secrets::{Column, Kept};
use store::users::Mfa;
use testkit::app::PASSWORD;
use testkit::{Person, TestApp, both};
use totp_rs::{Algorithm, Builder, Secret};

use crate::{must, refused};

const STEP_MS: i64 = 30_000;
const BACK: &str = "http://127.0.0.1:9/back";

/// The code that an authenticator app shows now.
fn code(app: &TestApp, secret: &str) -> String {
    let secret = Secret::try_from_base32(secret).expect("base32");
    let totp = Builder::new().with_algorithm(Algorithm::SHA1).with_digits(6).with_step_duration(30);
    let now_s = u64::try_from(app.app.clock.now()).expect("a time") / 1_000;
    totp.with_secret(secret).build_noncompliant().generate(now_s).to_string()
}

/// Turns the second factor on; its secret.
async fn activated(app: &TestApp, person: &Person) -> String {
    let made = must(&person.rest, Method::POST, "/users/me/mfa/generate", json!({})).await;
    let secret = text(&made, "secret");
    let form = json!({"activate": true, "code": code(app, &secret)});
    must(&person.rest, Method::PUT, "/users/me/mfa", form).await;
    secret
}

/// A sign-in with a code that was not used yet.
async fn sign_in(app: &TestApp, name: &str, secret: &str) -> (StatusCode, String) {
    app.app.clock.advance(STEP_MS);
    let form = json!({"login_id": name, "password": PASSWORD, "token": code(app, secret)});
    refused(&client::Rest::new(&app.base), Method::POST, "/users/login", form).await
}

fn text(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap_or_else(|| panic!("{name} in {value}")).to_owned()
}

/// An application, an outgoing webhook and a command, as their owner is told of them.
async fn integrations(app: &TestApp) -> [(String, &'static str, String); 3] {
    let rest = &app.admin.rest;
    let form = json!({"name": "tides", "description": "x", "callback_urls": [BACK], "homepage": "http://x.test"});
    let made = must(rest, Method::POST, "/oauth/apps", form).await;
    let application = (format!("/oauth/apps/{}", text(&made, "id")), "client_secret", text(&made, "client_secret"));
    let form = json!({"team_id": app.team.id, "display_name": "x", "trigger_words": ["x"], "callback_urls": [BACK]});
    let made = must(rest, Method::POST, "/hooks/outgoing", form).await;
    let webhook = (format!("/hooks/outgoing/{}", text(&made, "id")), "token", text(&made, "token"));
    let form = json!({"team_id": app.team.id, "trigger": "tide", "url": BACK, "method": "P"});
    let made = must(rest, Method::POST, "/commands", form).await;
    let command = (format!("/commands/{}", text(&made, "id")), "token", text(&made, "token"));
    [application, webhook, command]
}

/// All secrets as they are kept.
async fn kept(app: &TestApp) -> Vec<Kept> {
    let mut all = Vec::new();
    for column in Column::ALL {
        all.extend(app.app.store.secrets_without(column, "?", Id::NONE, 100).await.expect("a store"));
    }
    all
}

/// What the files of an embedded database hold.
fn bytes(app: &TestApp) -> Vec<u8> {
    let files = std::fs::read_dir(app.folder()).expect("a folder").flatten().map(|entry| entry.path());
    files.filter(|path| path.is_file()).flat_map(|path| std::fs::read(path).expect("a file")).collect()
}

fn has(bytes: &[u8], secret: &str) -> bool {
    bytes.windows(secret.len()).any(|window| window == secret.as_bytes())
}

both! {
    async fn the_database_shows_no_secret_that_its_owner_is_told(db) {
        let app = TestApp::on_with(db, |config| config.accounts.enable_mfa = true).await;
        let ann = app.member("ann").await;
        let mfa = activated(&app, &ann).await;
        let told = integrations(&app).await;
        for (path, name, secret) in &told {
            let got = must(&app.admin.rest, Method::GET, path, Value::Null).await;
            assert_eq!(&text(&got, name), secret, "{path}");
        }
        let secrets: Vec<&String> = told.iter().map(|(_, _, secret)| secret).chain([&mfa]).collect();
        let kept = kept(&app).await;
        assert_eq!(kept.len(), secrets.len());
        let raw = bytes(&app);
        for secret in secrets {
            assert!(kept.iter().all(|kept| !kept.text.contains(secret.as_str()) && kept.text.starts_with("sealed:")));
            assert!(!has(&raw, secret), "in the files of the database");
        }
        let systems = app.app.store.systems().await.expect("a store");
        let own: Vec<&str> = systems.iter().filter(|(name, _)| OWN.contains(&&**name)).map(|(_, text)| &**text).collect();
        assert!(own.len() >= 2 && own.iter().all(|text| text.starts_with("sealed:")), "{own:?}");
        assert_eq!(sign_in(&app, "ann", &mfa).await.0, StatusCode::OK);
    }

    async fn what_an_earlier_version_kept_plain_still_counts_and_is_sealed(db) {
        let app = TestApp::on_with(db, |config| config.accounts.enable_mfa = true).await;
        let ann = app.member("ann").await;
        let secret = auth::OneTimeSecret::random().base32();
        let write = store::users::set_mfa(ann.user.id, Mfa::Active, &secret, app.app.clock.now());
        app.app.store.write(write).await.expect("a store");
        app.app.store.write(store::systems::save("PublicLinkSalt", "an old salt")).await.expect("a store");
        assert_eq!(sign_in(&app, "ann", &secret).await.0, StatusCode::OK);
        seal_all(app.app.clone()).await.map_err(|error| error.message).expect("sealed");
        let kept = kept(&app).await;
        assert!(kept.len() == 1 && kept[0].text.starts_with("sealed:"), "{kept:?}");
        let salt = app.app.store.system("PublicLinkSalt").await.expect("a store").expect("a salt");
        assert!(salt.starts_with("sealed:"), "{salt}");
        let salt = app.app.secrets.own(&app.app.store, "PublicLinkSalt", String::new).await;
        assert_eq!(salt.map_err(|error| error.message).as_deref(), Ok("an old salt"));
        assert_eq!(sign_in(&app, "ann", &secret).await.0, StatusCode::OK);
    }

    async fn another_key_opens_nothing_and_says_so(db) {
        let app = TestApp::on_with(db, |config| config.accounts.enable_mfa = true).await;
        let ann = app.member("ann").await;
        let secret = activated(&app, &ann).await;
        let other = || Keyring::new(Some(Key::parse(&Key::random()).expect("a key")), Vec::new());
        let mut config = config::Secrets::default();
        let started = Secrets::start(&app.app.store, other(), &config).await;
        let why = started.map(drop).expect_err("the key is not here");
        assert_eq!(why.id, "app.secrets.unknown_key.app_error");
        assert!(why.message.contains("Set secrets.key"), "{}", why.message);
        assert!(Secrets::start(&app.app.store, Keyring::default(), &config).await.is_err(), "no key at all");

        let place = format!("users.mfa_secret/{}", ann.user.id);
        let write = store::users::set_mfa(ann.user.id, Mfa::Active, &other().seal(&place, &secret), app.app.clock.now());
        app.app.store.write(write).await.expect("a store");
        let closed = (StatusCode::INTERNAL_SERVER_ERROR, "app.secrets.closed.app_error".to_owned());
        assert_eq!(sign_in(&app, "ann", &secret).await, closed);
        seal_all(app.app.clone()).await.map_err(|error| error.message).expect("the rest is sealed");
        assert_eq!(sign_in(&app, "ann", &secret).await, closed);

        config.key_is_lost = true;
        let started = Secrets::start(&app.app.store, other(), &config).await.map_err(|error| error.message).expect("anew");
        for name in OWN {
            let made = started.own(&app.app.store, name, || "made anew".to_owned()).await;
            assert_eq!(made.map_err(|error| error.message).as_deref(), Ok("made anew"), "{name}");
        }
    }

    async fn a_key_is_replaced_while_the_one_before_it_is_read(db) {
        let app = TestApp::on(db).await;
        let told = integrations(&app).await;
        let old = Key::parse(testkit::app::KEY).expect("a key");
        let new = Key::parse(&Key::random()).expect("a key");
        let both = Keyring::new(Some(new.clone()), vec![old]);
        let config = config::Secrets::default();
        Secrets::start(&app.app.store, both, &config).await.map_err(|error| error.message).expect("knows the old key");
        let id = app.app.store.system("SecretsKeyId").await.expect("a store");
        assert_eq!(id.as_deref(), Some(new.id()), "the next start needs the new key");
        for (path, name, secret) in &told {
            let got = must(&app.admin.rest, Method::GET, path, Value::Null).await;
            assert_eq!(&text(&got, name), secret, "{path}");
        }
    }

    async fn an_owner_cannot_hand_in_a_sealed_text(db) {
        let app = TestApp::on(db).await;
        let [_, (path, _, _), _] = integrations(&app).await;
        let mut form = must(&app.admin.rest, Method::GET, &path, Value::Null).await;
        form["token"] = "sealed:x:AAAA".into();
        let answered = must(&app.admin.rest, Method::PUT, &path, form).await;
        assert_eq!(text(&answered, "token"), "sealed:x:AAAA");
        let got = must(&app.admin.rest, Method::GET, &path, Value::Null).await;
        assert_eq!(text(&got, "token"), "sealed:x:AAAA");
    }
}
