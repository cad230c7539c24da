//! Signing out here and there.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::Database;

use crate::{World, ann, ann_with, me};

const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

async fn told(world: &World, claims: Value) -> StatusCode {
    let now = world.now();
    let mut token = json!({"iss": world.provider.issuer, "aud": testkit::provider::CLIENT_ID, "iat": now,
        "exp": now + 120, "jti": "1", "events": {EVENT: {}}});
    for (name, value) in claims.as_object().expect("claims") {
        token[name] = value.clone();
    }
    let form = format!("logout_token={}", world.provider.key().sign(&token));
    let rest = client::Rest::new(&world.app.base);
    let kind = Some("application/x-www-form-urlencoded");
    let answer = rest.request(&Method::POST, "/oauth/work/backchannel_logout", form.into(), kind).await;
    answer.expect("an answer").status
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_out_at_the_provider_is_out_here() {
    let world = World::start().await;
    let (_, one) = world.must_sign_in(ann_with(json!({"sid": "one"}))).await;
    let (_, two) = world.must_sign_in(ann_with(json!({"sid": "two"}))).await;
    let (_, bob) = world.must_sign_in(json!({"sub": "b", "email": "b@corp.test", "email_verified": true})).await;
    for (bad, claims) in [
        ("a token of a sign-in", json!({"sub": "ann-1", "nonce": "n"})),
        ("for another", json!({"sub": "ann-1", "aud": "other"})),
        ("no event", json!({"sub": "ann-1", "events": {}})),
        ("old", json!({"sub": "ann-1", "iat": 1, "exp": 2})),
        ("of nobody", json!({})),
    ] {
        assert_eq!(told(&world, claims).await, StatusCode::BAD_REQUEST, "{bad}");
    }
    assert_eq!(me(&one).await["username"], "ann");
    assert_eq!(told(&world, json!({"sub": "ann-1", "sid": "one"})).await, StatusCode::OK);
    assert_eq!((me(&one).await, me(&two).await["username"].clone()), (Value::Null, json!("ann")));
    assert_eq!(told(&world, json!({"sub": "ann-1"})).await, StatusCode::OK);
    assert_eq!(me(&two).await, Value::Null);
    assert_eq!(told(&world, json!({"sub": "nobody"})).await, StatusCode::OK, "who is not here is out");
    assert!(me(&bob).await.is_object());
}

testkit::both! {
async fn a_session_ends_by_the_name_that_the_provider_has_for_it(db) {
    let world = World::with(db, |_| {}).await;
    let (_, one) = world.must_sign_in(ann_with(json!({"sid": "one"}))).await;
    let (_, two) = world.must_sign_in(ann_with(json!({"sid": "two"}))).await;
    let (_, unnamed) = world.must_sign_in(ann()).await;
    assert_eq!(told(&world, json!({"sid": "on"})).await, StatusCode::OK, "no such session is out");
    assert!(me(&one).await.is_object());
    assert_eq!(told(&world, json!({"sid": "one"})).await, StatusCode::OK);
    assert_eq!(me(&one).await, Value::Null);
    assert!(me(&two).await.is_object() && me(&unnamed).await.is_object());
}
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_out_here_is_sent_to_the_provider_where_that_is_wanted() {
    let world = World::with(Database::sqlite(), |provider| provider.sign_out_there = true).await;
    let sent = world.sign_in(ann()).await;
    let token = sent.cookie("MMAUTHTOKEN").expect("a session").to_owned();
    let hint = sent.cookies.iter().find(|line| line.starts_with("MUSTER_SIGNED_IN_BY=")).expect("a hint");
    assert!(hint.contains("; Path=/api/v4/users/logout;") && hint.contains("HttpOnly"), "{hint}");
    let cookie = format!("MMAUTHTOKEN={token}; {}", hint.split(';').next().expect("a pair"));
    let headers = [("cookie", cookie.as_str()), ("x-requested-with", "XMLHttpRequest")];
    let answer = client::Rest::new(&world.app.base).request_with(&Method::POST, "/api/v4/users/logout", &headers).await;
    let body: Value = answer.expect("an answer").json().expect("a body");
    let to = body["logout_url"].as_str().expect("an address");
    assert!(
        to.starts_with(&format!("{}/end?client_id=muster&post_logout_redirect_uri=", world.provider.issuer)),
        "{to}"
    );
    assert!(to.contains("&id_token_hint=ey"), "{to}");
    assert_eq!(me(&client::Rest::new(&world.app.base).with_token(&token)).await, Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_is_down_keeps_nobody_in() {
    let world = World::with(Database::sqlite(), |provider| provider.sign_out_there = true).await;
    let (_, rest) = world.must_sign_in(ann()).await;
    world.provider.set_down(true);
    world.app.app.clock.advance(25 * 3_600_000);
    let answer = rest.request(&Method::POST, "/api/v4/users/logout", Default::default(), None).await;
    assert_eq!(answer.expect("an answer").json::<Value>().expect("a body"), json!({"status": "OK"}));
    assert_eq!(me(&rest).await, Value::Null);
}
