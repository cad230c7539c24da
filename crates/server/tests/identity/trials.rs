//! Trials say in words what is wrong with a service, and previews what somebody would become.

use http::StatusCode;
use serde_json::{Value, json};
use testkit::Database;

use crate::saml::Site;
use crate::switch::{ask, world, world_with};
use crate::{World, ann, ann_with};

/// The provider that the world has configured.
const PROVIDER: &str = "work";

/// Where an administrator does something with a service.
fn at(service: &str, what: &str) -> String {
    format!("/sign_in/{service}/{what}")
}

/// Whether all was fine, and the last step.
async fn trial(world: &World, service: &str, form: Value) -> (bool, String, String) {
    let said = ask(&world.app.admin.rest, &at(service, "test"), &form).await;
    assert_eq!(said.status, StatusCode::OK, "{}", said.body);
    last(&said.body)
}

fn last(trial: &Value) -> (bool, String, String) {
    let step = trial["steps"].as_array().and_then(|steps| steps.last()).unwrap_or_else(|| panic!("no step: {trial}"));
    let text = |name: &str| step[name].as_str().unwrap_or_default().to_owned();
    assert_eq!(trial["is_fine"], step["is_fine"], "nothing is tried after what fails: {trial}");
    (trial["is_fine"] == true, text("name"), text("text"))
}

/// Outcome, account and reason.
async fn preview(world: &World, service: &str, form: Value) -> (Value, Value, Value) {
    let said = ask(&world.app.admin.rest, &at(service, "preview"), &form).await;
    assert_eq!(said.status, StatusCode::OK, "{}", said.body);
    (said.body["outcome"].clone(), said.body["account"].clone(), said.body["why"].clone())
}

fn seen(outcome: &str, account: &str, why: &str) -> (Value, Value, Value) {
    (json!(outcome), json!(account), json!(why))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_is_tried_step_by_step() {
    let (world, _directory) = world(Database::sqlite()).await;
    let (is_fine, step, text) = trial(&world, PROVIDER, json!({})).await;
    assert!(is_fine && step == "client" && text.contains("never gave"), "{step}: {text}");
    let configured = world.provider.configured(PROVIDER);
    let typed = |change: &dyn Fn(&mut Value)| {
        let secret = configured.client_secret.reveal();
        let mut table = json!({"name": PROVIDER, "issuer": configured.issuer, "client_id": configured.client_id,
            "client_secret": secret});
        change(&mut table);
        json!({"provider": table})
    };
    assert!(trial(&world, PROVIDER, typed(&|_| {})).await.0, "as the file has it");
    for (change, step, words) in [
        (json!({"issuer": "http://127.0.0.1:1"}), "answer", "Nothing listens there"),
        (json!({"issuer": format!("{}/", configured.issuer)}), "description", "exactly as the service calls itself"),
        (json!({"issuer": format!("{}/realms/none", configured.issuer)}), "answer", "no description at this address"),
        (json!({"issuer": "https://no-such-host.invalid"}), "name", "DNS"),
        (json!({"client_secret": "wrong"}), "client", "client_id or client_secret"),
    ] {
        let form = typed(&|table| {
            for (name, value) in change.as_object().expect("a change") {
                table[name] = value.clone();
            }
        });
        let (is_fine, ended, text) = trial(&world, PROVIDER, form).await;
        assert!(!is_fine && ended == step && text.contains(words), "{change}: {ended}: {text}");
    }
    world.provider.set_down(true);
    assert_eq!(trial(&world, PROVIDER, json!({})).await.1, "answer", "what was known before does not count");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_directory_is_tried_step_by_step() {
    let (world, directory) = world(Database::sqlite()).await;
    let (is_fine, step, text) = trial(&world, "ldap", json!({})).await;
    assert!(is_fine && step == "groups", "{step}: {text}");
    let try_with = async |change: &dyn Fn(&mut config::Ldap)| {
        let mut config = config::Config::clone(&world.app.app.config());
        config.ldap = directory.configured();
        change(&mut config.ldap);
        world.app.app.set_config(config);
        trial(&world, "ldap", json!({})).await
    };
    let wrong = |step: &str, words: &str, found: (bool, String, String)| {
        assert!(!found.0 && found.1 == step && found.2.contains(words), "{found:?}");
    };
    wrong("reader", "bind_username", try_with(&|ldap| ldap.bind_password = "wrong".to_owned().into()).await);
    wrong("people", "finds nobody", try_with(&|ldap| ldap.user_filter = "(uid=nobody)".into()).await);
    wrong("people", "has the attribute none", try_with(&|ldap| ldap.email_attribute = "none".into()).await);
    wrong("answer", "Nothing listens", try_with(&|ldap| ldap.port = 1).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_says_what_becomes_of_somebody_and_does_nothing() {
    let (world, _directory) = world_with(Database::sqlite(), |config| {
        let provider = &mut config.sign_in.providers[0];
        provider.roles = vec!["ops=system_manager".into(), "ops=no_such_role".into()];
        provider.teams = vec!["*=crew".into()];
    })
    .await;
    let claims = |changes: Value| json!({"claims": ann_with(changes)});
    assert_eq!(preview(&world, PROVIDER, claims(json!({}))).await, seen("new", "", ""));
    let said = ask(&world.app.admin.rest, &at(PROVIDER, "preview"), &claims(json!({"groups": ["/ops"]}))).await;
    let told = ["subject", "username", "email", "roles", "teams", "groups"].map(|name| said.body[name].clone());
    let expected = [
        json!("ann-1"),
        json!("ann"),
        json!("ann@corp.test"),
        json!(["system_user", "system_manager"]),
        json!(["crew"]),
        json!(["ops"]),
    ];
    assert_eq!(told, expected);
    assert!(world.app.app.store.user_by_username("ann").await.expect("a read").is_none(), "nothing is made");
    world.must_sign_in(ann()).await;
    assert_eq!(preview(&world, PROVIDER, claims(json!({}))).await, seen("known", "ann", ""));
    let other = preview(&world, PROVIDER, claims(json!({"sub": "b-1"}))).await;
    assert_eq!(other, seen("refused", "", "address_taken"));
    let doubtful = preview(&world, PROVIDER, claims(json!({"sub": "b-1", "email_verified": false}))).await;
    assert_eq!(doubtful, seen("refused", "", "no_address"));
    assert_eq!(preview(&world, PROVIDER, json!({"claims": {}})).await, seen("refused", "", "misconfigured"));

    assert_eq!(preview(&world, "ldap", json!({"login_id": "ben"})).await, seen("new", "", ""));
    assert_eq!(preview(&world, "ldap", json!({"login_id": "ann"})).await, seen("refused", "", "address_taken"));
    assert_eq!(
        preview(&world, "ldap", json!({"login_id": "*"})).await,
        seen("refused", "", "not_allowed"),
        "a name only"
    );
    assert!(world.app.app.store.user_by_username("ben").await.expect("a read").is_none(), "nothing is made");
}

#[tokio::test(flavor = "multi_thread")]
async fn saml_is_tried_and_previewed() {
    let site = Site::start().await;
    let test = ask(&site.app.admin.rest, "/sign_in/saml/test", &json!({})).await;
    let (is_fine, step, text) = last(&test.body);
    assert!(!is_fine && step == "name" && text.contains("DNS"), "its host is in no name server: {step}: {text}");
    let claims = json!({"claims": {"NameID": "ann-1", "username": "ann", "email": "ann@corp.test"}});
    let shown = ask(&site.app.admin.rest, &at("saml", "preview"), &claims).await;
    assert_eq!((&shown.body["outcome"], &shown.body["subject"]), (&json!("new"), &json!("ann-1")), "{}", shown.body);
    site.must_sign_in(|answer| answer).await;
    let shown = ask(&site.app.admin.rest, &at("saml", "preview"), &claims).await;
    assert_eq!((&shown.body["outcome"], &shown.body["account"]), (&json!("known"), &json!("ann")), "{}", shown.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_administrators_try_and_only_what_is_there() {
    let (world, _directory) = world(Database::sqlite()).await;
    let member = world.app.member("old").await;
    for path in [at(PROVIDER, "test"), at(PROVIDER, "preview"), at("ldap", "preview")] {
        assert_eq!(ask(&member.rest, &path, &json!({"login_id": "ann"})).await.status, StatusCode::FORBIDDEN, "{path}");
    }
    let root = &world.app.admin.rest;
    for path in ["/sign_in/saml/test", "/sign_in/nowhere/test", "/sign_in/saml/preview", "/sign_in/nowhere/preview"] {
        let said = ask(root, path, &json!({})).await;
        assert_eq!(said.refused(), (StatusCode::NOT_FOUND, "api.sign_in.absent.app_error"), "{path}");
    }
    let configured = world.provider.configured(PROVIDER);
    for (change, value) in
        [("ca_file", "/etc/passwd"), ("name", "other"), ("issuer", "http://far.test"), ("isuer", "x")]
    {
        let mut table = json!({"name": PROVIDER, "issuer": configured.issuer, "client_id": "x"});
        table[change] = json!(value);
        let said = ask(root, &at(PROVIDER, "test"), &json!({"provider": table})).await;
        assert_eq!(said.status, StatusCode::BAD_REQUEST, "{change}: {}", said.body);
    }
}
