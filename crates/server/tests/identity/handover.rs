//! Sessions of programs that are not the browser which signed in, and sign-ins over several nodes.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::TestApp;
use testkit::provider::Provider;

use crate::{World, ann, me};

async fn post(world: &World, path: &str, form: Value) -> client::Answer {
    let rest = client::Rest::new(&world.app.base);
    rest.request(&Method::POST, &format!("/api/v4{path}"), form.to_string().into(), None).await.expect("an answer")
}

fn challenge(verifier: &str) -> String {
    let hash = ring::digest::digest(&ring::digest::SHA256, verifier.as_bytes());
    URL_SAFE_NO_PAD.encode(hash)
}

/// Where a phone's app is called at the end.
async fn mobile(world: &World, query: &str) -> crate::Sent {
    let begun = world.begin_at(&format!("/oauth/work/mobile_login?redirect_to=mmauth%3A%2F%2Fcallback{query}")).await;
    let back = world.provider.authorize(&begun.address, &ann(), world.now());
    world.visit(&back, &begun.cookie).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phones_app_gets_the_session_and_the_browser_none() {
    let world = World::start().await;
    let sent = mobile(&world, "").await;
    assert!(sent.to.starts_with("mmauth://callback?MMAUTHTOKEN="), "{sent:?}");
    assert_eq!(sent.cookie("MMAUTHTOKEN"), None);
    let rest = client::Rest::new(&world.app.base).with_token(sent.query("MMAUTHTOKEN"));
    assert_eq!(me(&rest).await["username"], "ann");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_good_once_and_for_who_began_alone() {
    let world = World::start().await;
    let verifier = "v".repeat(50);
    let query = format!("&state=abc&code_challenge={}&code_challenge_method=S256", challenge(&verifier));
    let exchange = async |code: &str, verifier: &str, state: &str| {
        let form = json!({"login_code": code, "code_verifier": verifier, "state": state});
        post(&world, "/users/login/sso/code-exchange", form).await
    };
    let sent = mobile(&world, &query).await;
    let code = sent.query("login_code").to_owned();
    assert!(!code.is_empty() && !sent.to.contains("MMAUTHTOKEN"), "{sent:?}");
    let answer: Value = exchange(&code, &verifier, "abc").await.json().expect("a session");
    let rest = client::Rest::new(&world.app.base).with_token(answer["token"].as_str().expect("a token"));
    assert_eq!((me(&rest).await["username"].clone(), answer["csrf"].is_string()), (json!("ann"), true));
    assert_eq!(exchange(&code, &verifier, "abc").await.status, StatusCode::BAD_REQUEST, "used");
    for (verifier, state) in [("another", "abc"), (verifier.as_str(), "other")] {
        let code = mobile(&world, &query).await.query("login_code").to_owned();
        assert_eq!(exchange(&code, verifier, state).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(
            exchange(&code, &"v".repeat(50), "abc").await.status,
            StatusCode::BAD_REQUEST,
            "good for nobody now"
        );
    }
    let code = mobile(&world, &query).await.query("login_code").to_owned();
    world.app.app.clock.advance(3 * 60_000);
    assert_eq!(exchange(&code, &verifier, "abc").await.status, StatusCode::BAD_REQUEST, "too late");
    let desktop = post(&world, "/users/login/desktop_token", json!({"token": code})).await;
    assert_eq!(desktop.status, StatusCode::BAD_REQUEST, "of another kind");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_desktop_program_fetches_what_a_browser_finished() {
    let world = World::start().await;
    let begun = world.begin("?desktop_token=clients-own").await;
    let back = world.provider.authorize(&begun.address, &ann(), world.now());
    let sent = world.visit(&back, &begun.cookie).await;
    assert!(sent.to.starts_with(&format!("{}/login/desktop?client_token=clients-own&server_token=", world.app.base)));
    assert_eq!(sent.cookie("MMAUTHTOKEN"), None);
    let form = json!({"token": sent.query("server_token"), "deviceId": ""});
    let answer = post(&world, "/users/login/desktop_token", form.clone()).await;
    let token = answer.headers["token"].to_str().expect("text").to_owned();
    assert_eq!(answer.json::<Value>().expect("an account")["username"], "ann");
    assert_eq!(me(&client::Rest::new(&world.app.base).with_token(&token)).await["username"], "ann");
    assert_eq!(post(&world, "/users/login/desktop_token", form).await.status, StatusCode::BAD_REQUEST, "used");
    assert_eq!(post(&world, "/users/login/desktop_token", json!({"token": ""})).await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_waits_ends_with_the_others() {
    let world = World::start().await;
    let verifier = "v".repeat(50);
    let query = format!("&state=abc&code_challenge={}&code_challenge_method=S256", challenge(&verifier));
    let (user, _) = world.must_sign_in(ann()).await;
    let id = user["id"].as_str().expect("an id").to_owned();
    let by_admin = async |method: Method, path: String, form: Value| {
        let path = format!("/api/v4{path}");
        let answer = world.app.admin.rest.request(&method, &path, form.to_string().into(), None).await;
        assert_eq!(answer.expect("an answer").status, StatusCode::OK, "{path}");
    };
    // The administrator is out at the last.
    for way in ["sessions", "account", "everybody"] {
        let code = mobile(&world, &query).await.query("login_code").to_owned();
        let begun = world.begin("?desktop_token=clients-own").await;
        let back = world.provider.authorize(&begun.address, &ann(), world.now());
        let desktop = world.visit(&back, &begun.cookie).await.query("server_token").to_owned();
        match way {
            "sessions" => by_admin(Method::POST, format!("/users/{id}/sessions/revoke/all"), json!({})).await,
            "everybody" => by_admin(Method::POST, "/users/sessions/revoke/all".into(), json!({})).await,
            _ => {
                for active in [false, true] {
                    by_admin(Method::PUT, format!("/users/{id}/active"), json!({"active": active})).await;
                }
            }
        }
        let form = json!({"login_code": code, "code_verifier": verifier, "state": "abc"});
        let phone = post(&world, "/users/login/sso/code-exchange", form).await;
        let program = post(&world, "/users/login/desktop_token", json!({"token": desktop})).await;
        assert_eq!([phone.status, program.status], [StatusCode::BAD_REQUEST; 2], "{way}");
    }
}

testkit::nodes! { 2:
async fn another_node_finishes_what_one_began(db) {
    let provider = Provider::start().await;
    let configured = vec![provider.configured("work")];
    // People come to one address, whichever node answers.
    let app = TestApp::on_with(db, |config| {
        (config.sign_in.providers, config.service.site_url) = (configured, "https://chat.test".into());
    })
    .await;
    let world = World { app, provider };
    let other = world.app.others[0].base.clone();
    let begun = world.begin("").await;
    let back = world.provider.authorize(&begun.address, &ann(), world.now());
    let sent = world.visit_at(&other, &back, &begun.cookie).await;
    let token = sent.cookie("MMAUTHTOKEN").unwrap_or_else(|| panic!("{sent:?}")).to_owned();
    for base in [&world.app.base, &other] {
        assert_eq!(me(&client::Rest::new(base).with_token(&token)).await["username"], "ann", "{base}");
    }
    let twice = world.provider.authorize(&begun.address, &ann(), world.now());
    assert_eq!(world.visit(&twice, &begun.cookie).await.why(), "already_used", "at the first node, too");
}
}
