//! What attackers do, each refused with the reason, and nobody let in.

use serde_json::{Value, json};
use testkit::provider::{CLIENT_ID, Provider, SigningKey};

use crate::{World, ann, ann_with};

/// Makes a token that is not to be believed of the claims of one that is.
type Forge = fn(&SigningKey, &Value) -> String;

/// Changes to the claims of an ID token, and why each is refused.
fn tokens(world: &World) -> Vec<(&'static str, Value, &'static str)> {
    let now = world.now();
    vec![
        ("wrong issuer", json!({"iss": "https://evil.test"}), "not_believed"),
        ("wrong audience", json!({"aud": "another"}), "not_believed"),
        ("another party", json!({"aud": [CLIENT_ID, "another"], "azp": "another"}), "not_believed"),
        ("nonce of another sign-in", json!({"nonce": "another"}), "not_believed"),
        ("no nonce", json!({"nonce": null}), "not_believed"),
        ("expired", json!({"exp": now - 120}), "not_believed"),
        ("from the future", json!({"iat": now + 600}), "not_believed"),
        ("long made", json!({"iat": now - 3_600, "exp": now + 3_600}), "not_believed"),
        ("of nobody", json!({"sub": ""}), "not_believed"),
        ("of another access token", json!({"at_hash": "AAAAAAAAAAAAAAAAAAAAAA"}), "not_believed"),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_is_not_for_this_sign_in_lets_nobody_in() {
    let world = World::start().await;
    for (attack, claims, why) in tokens(&world) {
        let sent = world.sign_in(ann_with(claims)).await;
        assert_eq!((sent.why(), sent.cookie("MMAUTHTOKEN")), (why, None), "{attack}: {sent:?}");
        assert_eq!(sent.query("code").len(), 26, "the log has the same number");
    }
    assert_eq!(world.sign_in(ann()).await.why(), "", "and honest people come in");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_the_provider_did_not_sign_lets_nobody_in() {
    let world = World::start().await;
    let signed_by = |sign: fn(&SigningKey, &Value) -> String| world.provider.sign_by(sign);
    let attacks: [(&str, Forge); 6] = [
        ("another key of the same name", |key, claims| SigningKey::new(&key.kid).sign(claims)),
        ("a key that nobody has", |_, claims| SigningKey::new("other").sign(claims)),
        ("alg=none", |key, claims| {
            let token = key.sign_as(&json!({"alg": "none"}), claims);
            format!("{}.", token.rsplit_once('.').expect("three parts").0)
        }),
        ("the public key as a shared secret", |key, claims| {
            key.sign_as(&json!({"alg": "HS256", "kid": key.kid}), claims)
        }),
        ("a key of the token's own", |_, claims| {
            let own = SigningKey::new("own");
            own.sign_as(
                &json!({"alg": "ES256", "kid": "own", "jwk": {"kty": "EC"}, "jku": "http://127.0.0.1:1/"}),
                claims,
            )
        }),
        ("no token", |_, _| "no token".to_owned()),
    ];
    for (attack, sign) in attacks {
        signed_by(sign);
        let sent = world.sign_in(ann()).await;
        assert_eq!((sent.why(), sent.cookie("MMAUTHTOKEN")), ("not_believed", None), "{attack}: {sent:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_is_finished_by_the_browser_that_began_it_and_once() {
    let world = World::start().await;
    let (begun, other) = (world.begin("").await, world.begin("").await);
    let back = world.provider.authorize(&begun.address, &ann(), world.now());
    // Login CSRF: the attacker's answer in the victim's browser, which began nothing, or something else.
    for cookie in ["", &other.cookie, "MUSTER_SIGN_IN_x=y"] {
        let sent = world.visit(&back, cookie).await;
        assert_eq!((sent.why(), sent.cookie("MMAUTHTOKEN")), ("not_begun", None), "{cookie}");
    }
    // The cookie of one sign-in under the name of the other.
    let name = begun.cookie.split('=').next().expect("a name");
    let moved = format!("{name}={}", other.cookie.split_once('=').expect("a pair").1);
    assert_eq!(world.visit(&back, &moved).await.why(), "not_begun");
    let (path, query) = back.split_once('?').expect("a query");
    for changed in [format!("{path}?code=x"), format!("{path}?{}", query.replace("state=", "state=x")), path.to_owned()]
    {
        assert_eq!(world.visit(&changed, &begun.cookie).await.why(), "not_begun", "{changed}");
    }
    assert_eq!(world.visit(&back, &begun.cookie).await.why(), "", "nothing of that used it up");
    let again = world.visit(&back, &begun.cookie).await;
    assert_eq!((again.why(), again.cookie("MMAUTHTOKEN")), ("denied", None), "the code is used up at the provider");
    // A provider that takes a code twice does not open two sessions.
    let twice = world.provider.authorize(&begun.address, &ann(), world.now());
    let sent = world.visit(&twice, &begun.cookie).await;
    assert_eq!((sent.why(), sent.cookie("MMAUTHTOKEN")), ("already_used", None));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_too_long_begins_anew() {
    let world = World::start().await;
    let begun = world.begin("").await;
    world.app.app.clock.advance(10 * 60_000 + 1);
    let back = world.provider.authorize(&begun.address, &ann(), world.now());
    assert_eq!(world.visit(&back, &begun.cookie).await.why(), "not_begun");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_of_one_provider_is_not_taken_to_another() {
    let (honest, evil) = (Provider::start().await, Provider::start().await);
    let configured = vec![honest.configured("work"), evil.configured("other")];
    let app = testkit::TestApp::with(|config| config.sign_in.providers = configured).await;
    let world = World { app, provider: honest };
    let begun = world.begin("").await;
    let back = world.provider.authorize(&begun.address, &ann(), world.now());
    // The browser is brought to the address of the other provider with the code of this one.
    let mixed = back.replace("/signup/work/", "/signup/other/");
    let sent = world.visit(&mixed, &begun.cookie).await;
    assert_eq!((sent.why(), evil.asked("/token")), ("not_begun", 0), "the code goes nowhere");
    // The answer names whose it is (RFC 9207).
    let named = |issuer: &str| format!("{back}&iss={}", issuer.replace(':', "%3A").replace('/', "%2F"));
    assert_eq!(world.visit(&named(&evil.issuer), &begun.cookie).await.why(), "not_believed");
    assert_eq!(world.visit(&named(&world.provider.issuer), &begun.cookie).await.why(), "");
    // The same name at the other provider is somebody else.
    let theirs = world.begin_at("/oauth/other/login").await;
    let back = evil.authorize(&theirs.address, &ann_with(json!({"email": "eve@corp.test"})), world.now());
    let sent = world.visit(&back, &theirs.cookie).await;
    let rest = client::Rest::new(&world.app.base).with_token(sent.cookie("MMAUTHTOKEN").expect("let in"));
    assert_eq!(crate::me(&rest).await["username"], "ann-2");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_names_itself_must_do_so() {
    let world = World::start().await;
    world.provider.say("authorization_response_iss_parameter_supported", json!(true));
    assert_eq!(world.sign_in(ann()).await.why(), "not_believed");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_sent_elsewhere() {
    let world = World::start().await;
    let base = world.app.base.clone();
    for (asked, gone_to) in [
        ("", "/"),
        ("?redirect_to=%2Ftest-team%2Fchannels%2Ftown-square", "/test-team/channels/town-square"),
        ("?redirect_to=https%3A%2F%2Fevil.test", "/"),
        ("?redirect_to=%2F%2Fevil.test", "/"),
        ("?redirect_to=%2F%5Cevil.test", "/"),
        ("?redirect_to=javascript%3Aalert(1)", "/"),
        ("?redirect_to=%2F%0d%0aSet-Cookie%3Aa", "/"),
    ] {
        let begun = world.begin(asked).await;
        let back = world.provider.authorize(&begun.address, &ann(), world.now());
        assert_eq!(world.visit(&back, &begun.cookie).await.to, format!("{base}{gone_to}"), "{asked}");
    }
    for address in ["https%3A%2F%2Fevil.test", "evil%3A%2F%2Fx", "javascript%3Aalert(1)", ""] {
        let sent = world.visit(&format!("/oauth/work/mobile_login?redirect_to={address}"), "").await;
        assert_eq!(sent.why(), "bad_return", "{address}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_the_provider_does_not_vouch_for_takes_nothing_over() {
    let world = World::with(testkit::Database::sqlite(), |provider| provider.match_by_email = true).await;
    let victim = world.app.member("victim").await;
    for claims in [
        json!({"sub": "eve", "email": "victim@example.test"}),
        json!({"sub": "eve", "email": "victim@example.test", "email_verified": false}),
        json!({"sub": "eve", "email": "VICTIM@example.test", "email_verified": "no"}),
        json!({"sub": "eve", "email": "nobody@example.test", "email_verified": false}),
        json!({"sub": "eve"}),
    ] {
        let sent = world.sign_in(claims.clone()).await;
        assert_eq!(
            (sent.why(), sent.cookie("MMAUTHTOKEN")),
            ("no_address", None),
            "{claims}: nothing tells who is here"
        );
    }
    assert_eq!(crate::me(&victim.rest).await["username"], "victim");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_on_a_person_speaks_of_the_same_person() {
    let world = World::start().await;
    let begun = world.begin("").await;
    let back = world.provider.authorize(&begun.address, &json!({"sub": "eve"}), world.now());
    world.provider.tell(&back, json!({"sub": "ann-1", "email": "ann@corp.test", "email_verified": true}));
    assert_eq!(world.visit(&back, &begun.cookie).await.why(), "not_believed");
    let begun = world.begin("").await;
    let back = world.provider.authorize(&begun.address, &json!({"sub": "ann-1"}), world.now());
    world.provider.tell(&back, ann());
    assert_eq!(world.visit(&back, &begun.cookie).await.why(), "", "what the token lacks is asked for");
}
