//! What clients are told of providers, and providers that fail, change their keys, or are not who they say.

use std::time::Instant;

use http::Method;
use serde_json::{Value, json};
use testkit::provider::Provider;
use testkit::{Database, TestApp};

use crate::{World, ann, me};

#[tokio::test(flavor = "multi_thread")]
async fn clients_are_told_of_the_buttons_in_their_order() {
    let provider = Provider::start().await;
    let mut configured =
        vec![provider.configured("zeta"), provider.configured("gitlab"), provider.configured("openid")];
    (configured[1].button_text, configured[2].button_color) = ("Work".into(), "#123456".into());
    let app = TestApp::with(|config| config.sign_in.providers = configured).await;
    let path = "/api/v4/config/client?format=old";
    let answer = client::Rest::new(&app.base).request(&Method::GET, path, Default::default(), None).await;
    let told: Value = answer.expect("an answer").json().expect("a body");
    let buttons: Value = serde_json::from_str(told["SignInProviders"].as_str().expect("text")).expect("JSON");
    let names: Vec<&str> = buttons.as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["zeta", "gitlab", "openid"]);
    let keys = [
        "EnableSignUpWithGitLab",
        "GitLabButtonText",
        "EnableSignUpWithOpenId",
        "OpenIdButtonColor",
        "EnableSignUpWithGoogle",
    ];
    assert_eq!(keys.map(|key| told[key].as_str().expect("text")), ["true", "Work", "true", "#123456", "false"]);
    assert!(!told.to_string().contains("secret"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_is_down_is_said_to_be_and_disturbs_nobody() {
    let world = World::start().await;
    let (_, rest) = world.must_sign_in(ann()).await;
    let bob = world.app.member("bob").await;
    world.provider.set_down(true);
    let sent = world.visit("/oauth/work/login", "").await;
    assert_eq!(sent.why(), "", "what is known of it is good for a day: {sent:?}");
    world.app.app.clock.advance(25 * 3_600_000);
    let sent = world.visit("/oauth/work/login?redirect_to=%2Fcrew", "").await;
    let told = (sent.why(), sent.query("service"), sent.query("redirect_to"));
    assert_eq!(told, ("provider_unreachable", "work", "%2Fcrew"));
    let asked = world.provider.asked("/.well-known/openid-configuration");
    for _ in 0..5 {
        assert_eq!(world.visit("/oauth/work/login", "").await.why(), "provider_unreachable");
    }
    assert_eq!(world.provider.asked("/.well-known/openid-configuration"), asked, "it is left alone for a moment");
    assert_eq!(
        (me(&rest).await["username"].clone(), me(&bob.rest).await["username"].clone()),
        (json!("ann"), json!("bob"))
    );
    client::Rest::new(&world.app.base).login("root", testkit::app::PASSWORD).await.expect("administrators come in");
    world.provider.set_down(false);
    world.app.app.clock.advance(1_000);
    assert_eq!(world.sign_in(ann()).await.why(), "");
}

#[tokio::test(flavor = "multi_thread")]
async fn new_keys_are_found_when_a_token_names_one() {
    let world = World::start().await;
    world.must_sign_in(ann()).await;
    world.app.app.clock.advance(11_000);
    world.provider.rotate("two");
    world.must_sign_in(ann()).await;
    world.provider.sign_by(|_, claims| testkit::provider::SigningKey::new("three").sign(claims));
    let asked = world.provider.asked("/keys");
    for _ in 0..5 {
        assert_eq!(world.sign_in(ann()).await.why(), "not_believed");
    }
    assert!(world.provider.asked("/keys") <= asked + 1, "a stranger's tokens do not make the server ask each time");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_is_somebody_else_is_not_asked_further() {
    for (name, value) in [
        ("issuer", json!("https://another.test")),
        ("token_endpoint", json!("ftp://127.0.0.1/token")),
        ("authorization_endpoint", json!("javascript:alert(1)")),
        ("jwks_uri", json!("")),
    ] {
        let world = World::start().await;
        world.provider.say(name, value);
        assert_eq!(world.visit("/oauth/work/login", "").await.why(), "misconfigured", "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_leads_the_server_to_no_other_place_of_the_own_network() {
    let world = World::start().await;
    world.provider.say("jwks_uri", json!("http://127.0.0.2:1/keys"));
    assert_eq!(world.visit("/oauth/work/login", "").await.why(), "provider_unreachable");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_at_once_ask_the_provider_once() {
    let world = World::start().await;
    let began = Instant::now();
    let visits = (0..50).map(|_| world.visit("/oauth/work/login", ""));
    for sent in futures_util::future::join_all(visits).await {
        assert_eq!(sent.why(), "");
    }
    assert_eq!(world.provider.asked("/.well-known/openid-configuration"), 1);
    assert!(began.elapsed().as_secs() < 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_is_not_there_is_said_not_to_be() {
    let world = World::with(Database::sqlite(), |_| {}).await;
    for path in
        ["/oauth/nowhere/login", "/oauth/nowhere/signup", "/signup/nowhere/complete?state=x", "/login/nowhere/complete"]
    {
        assert_eq!(world.visit(path, "").await.why(), "unknown_provider", "{path}");
    }
}
