//! What a person does, and what attackers do with browsers.

use http::StatusCode;
use serde_json::{Value, json};

use super::Site;
use super::forge::Key;
use crate::{me, visit};

testkit::both! {
    async fn whoever_the_provider_has_gets_an_account_and_comes_back_to_it(db) {
        let site = Site::with(db, |_| {}).await;
        let ann = site.must_sign_in(|answer| answer).await;
        let told = ["username", "email", "first_name", "auth_service", "roles"].map(|name| ann[name].clone());
        assert_eq!(told, ["ann", "ann@corp.test", "Ann", "saml", "system_user"].map(Value::from));
        let kept = site.app.app.store.user_by_auth("ann-1", "saml").await.expect("a row").expect("an account");
        assert_eq!(json!(kept.id), ann["id"], "imports bring the bare name, too");
        let again = site.must_sign_in(|answer| answer.with("given", &["Anna"]).with("username", &["other"])).await;
        assert_eq!((&again["id"], &again["first_name"], &again["username"]), (&ann["id"], &json!("Anna"), &json!("ann")));
        let taken = site.sign_in(|mut answer| {
            answer.subject = "<saml:NameID>other</saml:NameID>".into();
            answer
        });
        assert_eq!(taken.await.why(), "address_taken");
    }

    async fn an_answer_counts_once(db) {
        let site = Site::with(db, |_| {}).await;
        let begun = site.begin("").await;
        let answer = site.answer(&begun).signed(&site.key);
        let sent = site.post(&answer, &begun.state).await;
        assert_eq!(site.post(&answer, &begun.state).await.why(), "already_used", "before the first one was finished");
        let path = site.path(&sent);
        assert!(visit(&site.app.base, &path, &begun.cookie).await.cookie("MMAUTHTOKEN").is_some());
        assert_eq!(visit(&site.app.base, &path, &begun.cookie).await.why(), "already_used");
        assert_eq!(site.post(&answer, &begun.state).await.why(), "already_used");
        site.app.app.clock.advance(15 * 60_000);
        assert_eq!(site.post(&answer, &begun.state).await.why(), "not_believed", "too old");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_is_finished_by_the_browser_that_began_it() {
    let site = Site::start().await;
    let (begun, other) = (site.begin("").await, site.begin("").await);
    let path = site.path(&site.post(&site.answer(&begun).signed(&site.key), &begun.state).await);
    // Login CSRF: the attacker's answer in the victim's browser, which began nothing, or something else.
    for cookie in ["", &other.cookie, "MUSTER_SIGN_IN_x=y"] {
        let sent = visit(&site.app.base, &path, cookie).await;
        assert_eq!((sent.why(), sent.cookie("MMAUTHTOKEN")), ("not_begun", None), "{cookie}");
    }
    let swapped = path.replace(&begun.state, &other.state);
    let sent = visit(&site.app.base, &swapped, &other.cookie).await;
    assert_eq!((sent.why(), sent.cookie("MMAUTHTOKEN")), ("not_begun", None), "InResponseTo of another browser");
    let sent = visit(&site.app.base, &path, &begun.cookie).await;
    assert!(sent.cookie("MMAUTHTOKEN").is_some(), "nobody spoilt it: {sent:?}");
    let late = site.begin("").await;
    let path = site.path(&site.post(&site.answer(&late).signed(&site.key), &late.state).await);
    site.app.app.clock.advance(3 * 60_000);
    assert_eq!(visit(&site.app.base, &path, &late.cookie).await.why(), "already_used", "it waited too long");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_signed_or_asked_for_lets_nobody_in() {
    let site = Site::start().await;
    let begun = site.begin("").await;
    let forged = site.answer(&begun).signed(&Key::new());
    let unasked = site.answer(&begun);
    let unasked = super::Answer { in_response_to: String::new(), ..unasked }.signed(&site.key);
    for (attack, answer, why) in [
        ("a key of another", forged.as_str(), "not_believed"),
        ("no XML", "none", "not_believed"),
        ("nothing", "", "not_believed"),
        ("an answer that nobody asked for", unasked.as_str(), "not_begun"),
    ] {
        let sent = site.post(answer, &begun.state).await;
        assert_eq!((sent.why(), sent.cookie("MMAUTHTOKEN")), (why, None), "{attack}: {sent:?}");
        assert_eq!(sent.query("code").len(), 26, "the log has the same number");
    }
    let denied = super::Answer { status: "urn:oasis:names:tc:SAML:2.0:status:Requester".into(), ..site.answer(&begun) };
    assert_eq!(site.post(&denied.signed(&site.key), &begun.state).await.why(), "denied");
    let off = visit(&site.app.base, "/login/sso/saml/complete?code=x&state=y", "").await;
    assert_eq!(off.why(), "not_begun");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_the_provider_may_begin_where_it_is_let() {
    let site = Site::with(testkit::Database::sqlite(), |config| config.saml.allow_unsolicited = true).await;
    let begun = site.begin("").await;
    for (state, place) in [
        ("", "/"),
        ("/crew/channels/town-square", "/crew/channels/town-square"),
        ("https://evil.test/", "/"),
        ("//evil.test", "/"),
    ] {
        let answer = super::Answer { in_response_to: String::new(), ..site.answer(&begun) }.signed(&site.key);
        let sent = site.post(&answer, state).await;
        let site_url = site.app.app.config().service.site_url.clone();
        assert_eq!((sent.why(), sent.to.as_str()), ("", format!("{site_url}{place}").as_str()), "{state}");
        assert!(sent.cookie("MMAUTHTOKEN").is_some());
        assert_eq!(site.post(&answer, state).await.why(), "already_used");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn people_go_back_to_a_page_of_this_site_alone() {
    let site = Site::start().await;
    let site_url = site.app.app.config().service.site_url.clone();
    for (asked, place) in [("/crew/pl/x", "/crew/pl/x"), ("https://evil.test/", "/"), ("//evil.test", "/")] {
        let begun = site.begin(&format!("?redirect_to={}", asked.replace('/', "%2F"))).await;
        let sent = site.finish(&site.answer(&begun), &begun).await;
        assert_eq!(sent.to, format!("{site_url}{place}"));
    }
    // Only apps that the configuration names get a session.
    let sent = visit(&site.app.base, "/login/sso/saml?action=mobile&redirect_to=https%3A%2F%2Fevil.test", "").await;
    assert_eq!(sent.why(), "bad_return");
    let begun = site.begin("?action=mobile&redirect_to=mmauth%3A%2F%2Fcallback").await;
    let sent = site.finish(&site.answer(&begun), &begun).await;
    assert!(sent.to.starts_with("mmauth://callback?MMAUTHTOKEN="), "{sent:?}");
    let begun = site.begin("?desktop_token=clients-own").await;
    let sent = site.finish(&site.answer(&begun), &begun).await;
    assert!(
        sent.to.starts_with(&format!("{site_url}/login/desktop?client_token=clients-own&server_token=")),
        "{sent:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn attributes_decide_who_is_let_in_and_as_what() {
    let site = Site::with(testkit::Database::sqlite(), |config| {
        config.guests.enable = true;
        let saml = &mut config.saml;
        saml.required_groups = vec!["staff".into(), "partners".into()];
        saml.guest_attribute = "kind=guest".into();
        (saml.enable_admin_attribute, saml.admin_attribute) = (true, "admin=yes".into());
        saml.roles = vec!["ops=system_manager".into()];
    })
    .await;
    assert_eq!(site.sign_in(|answer| answer).await.why(), "not_allowed");
    let ann = site.must_sign_in(|answer| answer.with("groups", &["staff", "ops"]).with("admin", &["yes"])).await;
    let roles: Vec<&str> = ann["roles"].as_str().expect("roles").split(' ').collect();
    assert!(["system_admin", "system_manager", "system_user"].iter().all(|role| roles.contains(role)), "{roles:?}");
    let ann = site.must_sign_in(|answer| answer.with("groups", &["staff"])).await;
    assert_eq!(ann["roles"], "system_user", "what is not said any more is taken back");
    let gus = |kind: &'static str| {
        site.must_sign_in(move |answer| {
            let answer =
                answer.with("username", &["gus"]).with("email", &["gus@partner.test"]).with("groups", &["partners"]);
            super::Answer { subject: "<saml:NameID>gus</saml:NameID>".into(), ..answer.with("kind", &[kind]) }
        })
    };
    assert_eq!(gus("guest").await["roles"], "system_guest");
    assert_eq!(gus("member").await["roles"], "system_user");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_finds_an_account_where_that_is_wanted() {
    let site = Site::with(testkit::Database::sqlite(), |config| config.saml.match_by_email = true).await;
    let bob = site.app.member("bob").await;
    let email = bob.user.email.clone();
    let told = site.must_sign_in(|answer| answer.with("email", &[&email])).await;
    assert_eq!((&told["id"], &told["auth_service"]), (&json!(bob.user.id), &json!("saml")));
    assert_eq!(me(&bob.rest).await, Value::Null, "sessions of before have ended");
}

testkit::nodes! { 2:
async fn another_node_takes_the_answer_that_one_asked_for(db) {
    let site = Site::with(db, |config| config.service.site_url = "https://chat.test".into()).await;
    let other = site.app.others[0].base.clone();
    let begun = site.begin("").await;
    let answer = site.answer(&begun).signed(&site.key);
    let sent = site.post_at(&other, &answer, &begun.state).await;
    assert_eq!(site.post(&answer, &begun.state).await.why(), "already_used", "each assertion counts once at all nodes");
    let sent = visit(&site.app.base, &site.path(&sent), &begun.cookie).await;
    assert!(sent.cookie("MMAUTHTOKEN").is_some(), "{sent:?}");
    assert_eq!(sent.status, StatusCode::FOUND);
}
}
