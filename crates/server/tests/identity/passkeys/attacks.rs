//! What attackers do with passkeys, and what honest people are kept from: nobody is let in, and nothing is kept.

use super::*;

/// What an attacker changes about an authenticator.
type Change = fn(&mut Authenticator);

const ATTACKS: &[(&str, Change)] = &[
    ("another site", |device| device.origin = "https://evil.test".into()),
    ("a site below", |device| device.origin = "https://evil.chat.example.test".into()),
    ("another host", |device| device.rp_id = "evil.test".into()),
    ("a frame of another site", |device| device.said = json!({"crossOrigin": true})),
    ("another challenge", |device| device.said = json!({"challenge": "b3RoZXI"})),
    ("another ceremony", |device| device.said = json!({"type": "webauthn.none"})),
    ("nobody there", |device| device.flags = 0),
    ("another person's name", |device| device.user_handle = vec![7; 16]),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_forged_use_lets_nobody_in() {
    let app = start(Database::sqlite()).await;
    let ann = app.member("ann").await;
    for form in [json!({}), password("ann", "")] {
        for (attack, change) in ATTACKS {
            let mut device = device();
            must_enrol(&ann, &mut device).await;
            change(&mut device);
            let heard = sign_in(&anyone(&app), &form, &mut device).await;
            assert_eq!((heard.status, heard.token.as_str()), (StatusCode::UNAUTHORIZED, ""), "{attack}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forged_passkey_is_not_kept() {
    let app = start(Database::sqlite()).await;
    let ann = app.member("ann").await;
    for (attack, change) in &ATTACKS[..ATTACKS.len() - 1] {
        let mut device = device();
        change(&mut device);
        let heard = enrol(&ann, &mut device).await;
        assert_eq!((heard.status, heard.id()), (StatusCode::BAD_REQUEST, "api.passkey.refused.app_error"), "{attack}");
    }
    let begun = ask(&ann, Method::POST, "/users/me/passkeys/begin", json!({})).await.body;
    let mut credential = device().create(&begun["options"]);
    credential["id"] = json!("AAAA");
    let form = json!({"state": begun["state"], "credential": credential});
    assert_eq!(ask(&ann, Method::POST, "/users/me/passkeys", form).await.status, StatusCode::BAD_REQUEST, "another id");
    assert_eq!(crate::me(&ann.rest).await.get("passkey_count"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn flipped_bits_let_nobody_in() {
    let app = start(Database::sqlite()).await;
    let ann = app.member("ann").await;
    let mut device = device();
    must_enrol(&ann, &mut device).await;
    for part in ["clientDataJSON", "authenticatorData", "signature"] {
        let (options, cookie) = begin(&anyone(&app), &json!({})).await;
        let mut credential = device.get(&options);
        let text = credential["response"][part].as_str().expect("a part");
        let at = text.len() / 2;
        let other = if &text[at..=at] == "A" { "B" } else { "A" };
        credential["response"][part] = json!(format!("{}{other}{}", &text[..at], &text[at + 1..]));
        assert_eq!(finish(&anyone(&app), &cookie, &credential).await.status, StatusCode::UNAUTHORIZED, "{part}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_passkey_opens_its_own_account_alone() {
    let app = start(Database::sqlite()).await;
    let (ann, eve) = (app.member("ann").await, app.member("eve").await);
    let (mut hers, mut evil) = (device(), device());
    must_enrol(&ann, &mut hers).await;
    must_enrol(&eve, &mut evil).await;
    // The own passkey behind somebody else's password.
    let heard = sign_in(&anyone(&app), &password("ann", ""), &mut evil).await;
    assert_eq!((heard.status, heard.id()), (StatusCode::UNAUTHORIZED, "api.passkey.refused.app_error"));
    // The own key under the id of somebody else's passkey: at the sign-in, and as a passkey of the own account.
    evil.credential_id = hers.credential_id.clone();
    let heard = sign_in(&anyone(&app), &json!({}), &mut evil).await;
    assert_eq!(heard.status, StatusCode::UNAUTHORIZED);
    let heard = enrol(&eve, &mut evil).await;
    assert_eq!((heard.status, heard.id()), (StatusCode::BAD_REQUEST, "api.passkey.refused.app_error"));
    assert_eq!(crate::me(&eve.rest).await["passkey_count"], 1, "a refusal counts nothing");
    // A registration that somebody else began.
    let begun = ask(&ann, Method::POST, "/users/me/passkeys/begin", json!({})).await.body;
    let form = json!({"state": begun["state"], "credential": device().create(&begun["options"])});
    let heard = ask(&eve, Method::POST, "/users/me/passkeys", form).await;
    assert_eq!((heard.status, heard.id()), (StatusCode::BAD_REQUEST, "api.passkey.not_begun.app_error"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_for_one_browser_one_ceremony_and_five_minutes() {
    let app = start(Database::sqlite()).await;
    let ann = app.member("ann").await;
    let mut device = device();
    must_enrol(&ann, &mut device).await;
    let (options, cookie) = begin(&anyone(&app), &json!({})).await;
    let (_, other) = begin(&anyone(&app), &json!({})).await;
    let credential = device.get(&options);
    let name = cookie.split_once('=').expect("a pair").0;
    let begun = ask(&ann, Method::POST, "/users/me/passkeys/begin", json!({})).await.body;
    let moved = format!("{name}={}", begun["state"].as_str().expect("a state"));
    let plain = format!("{name}={}", json!({"text": options["challenge"], "whose": "Anybody", "begun_at": i64::MAX}));
    for cookie in ["", &other, &moved, &plain] {
        let heard = finish(&anyone(&app), cookie, &credential).await;
        assert_eq!((heard.status, heard.token.as_str()), (StatusCode::UNAUTHORIZED, ""), "{cookie}");
    }
    assert_eq!(finish(&anyone(&app), &cookie, &credential).await.status, StatusCode::OK);
    let (options, cookie) = begin(&anyone(&app), &json!({})).await;
    app.app.clock.advance(5 * MINUTE_MS);
    let heard = finish(&anyone(&app), &cookie, &device.get(&options)).await;
    assert_eq!(heard.id(), "api.passkey.not_begun.app_error", "too late");
    assert!(name.starts_with("__Host-"), "{name}");
}

#[tokio::test(flavor = "multi_thread")]
async fn alone_a_passkey_needs_a_verified_person() {
    let app = start(Database::sqlite()).await;
    let ann = app.member("ann").await;
    let mut device = device();
    must_enrol(&ann, &mut device).await;
    device.flags = PRESENT;
    let heard = sign_in(&anyone(&app), &json!({}), &mut device).await;
    assert_eq!((heard.status, heard.id()), (StatusCode::UNAUTHORIZED, "api.passkey.refused.app_error"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_counter_that_goes_back_is_refused_and_noted() {
    let app = start(Database::sqlite()).await;
    let ann = app.member("ann").await;
    let mut device = device();
    must_enrol(&ann, &mut device).await;
    device.sign_count = 40;
    assert_eq!(sign_in(&anyone(&app), &json!({}), &mut device).await.status, StatusCode::OK);
    device.sign_count = 7;
    let heard = sign_in(&anyone(&app), &json!({}), &mut device).await;
    assert_eq!(heard.status, StatusCode::UNAUTHORIZED);
    let audits = ask(&app.admin, Method::GET, &format!("/users/{}/audits", ann.user.id), Value::Null).await.body;
    assert!(audits.to_string().contains("its counter did not rise"), "{audits}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_session_makes_no_passkey_without_the_password() {
    let app = start(Database::sqlite()).await;
    let ann = app.member("ann").await;
    app.app.clock.advance(11 * MINUTE_MS);
    let ask = async |form: Value| ask(&ann, Method::POST, "/users/me/passkeys/begin", form).await;
    assert_eq!(ask(json!({})).await.id(), "api.passkey.sign_in_again.app_error");
    assert_eq!(ask(json!({"password": "Wrong-Passw0rd"})).await.id(), "api.passkey.wrong_password.app_error");
    assert_eq!(ask(json!({"password": PASSWORD})).await.status, StatusCode::OK);
    for _ in 0..app.app.config().session.max_login_attempts {
        ask(json!({"password": "Wrong-Passw0rd"})).await;
    }
    let heard = ask(json!({"password": PASSWORD})).await;
    assert_eq!(heard.id(), "api.user.check_user_login_attempts.too_many.app_error", "guesses are counted");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_has_twenty_passkeys_at_most() {
    let app = start(Database::sqlite()).await;
    let ann = app.member("ann").await;
    for _ in 0..store::passkeys::PER_USER_MAX {
        must_enrol(&ann, &mut device()).await;
    }
    assert_eq!(enrol(&ann, &mut device()).await.id(), "api.passkey.too_many.app_error");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_services_accounts_and_other_sites_have_no_passkeys() {
    let app = start(Database::sqlite()).await;
    let ann = app.member("ann").await;
    let mut device = device();
    must_enrol(&ann, &mut device).await;
    let auth = format!("/users/{}/auth", ann.user.id);
    let moved = ask(&app.admin, Method::PUT, &auth, json!({"auth_service": "ldap", "auth_data": "ann-1"})).await;
    assert_eq!(moved.status, StatusCode::OK, "{}", moved.body);
    let heard = sign_in(&anyone(&app), &json!({}), &mut device).await;
    assert_eq!((heard.status, heard.token.as_str()), (StatusCode::UNAUTHORIZED, ""), "a directory is asked each time");
    configure(&app, |config| config.service.site_url = "https://192.0.2.7".into());
    let heard = ask_with(&anyone(&app), Method::POST, "/users/login/passkey/begin", "", &json!({})).await;
    assert_eq!((heard.status, heard.id()), (StatusCode::NOT_IMPLEMENTED, "api.passkey.off.app_error"));
    configure(&app, |config| {
        config.service.site_url = ORIGIN.into();
        config.accounts.enable_passkeys = false;
    });
    let heard = ask_with(&anyone(&app), Method::POST, "/users/login/passkey/begin", "", &json!({})).await;
    assert_eq!(heard.status, StatusCode::NOT_IMPLEMENTED);
}
