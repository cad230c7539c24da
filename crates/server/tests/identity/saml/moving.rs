//! Accounts move to the provider and away from it: by their owners, and all at once.

use http::StatusCode;
use serde_json::{Value, json};
use testkit::Database;
use testkit::app::PASSWORD;

use super::{Begun, Site};
use crate::me;
use crate::switch::{ask, away, switch};

const OTHER_PASSWORD: &str = "Other-Passw0rd";
const ALL: &str = "/users/migrate_auth/saml";

async fn service_of(site: &Site, name: &str) -> (String, Option<String>) {
    let user = site.app.app.store.user_by_username(name).await.expect("a read").expect("an account");
    (user.auth_service, user.auth_data)
}

testkit::both! {
    async fn a_password_becomes_saml_and_saml_a_password(db) {
        let site = Site::with(db, |config| config.accounts.enable_switch = true).await;
        let old = site.app.member("old").await;
        let nobody = client::Rest::new(&site.app.base);
        let said = switch(&nobody, away("old@example.test", "saml")).await;
        let link = said.body["follow_link"].as_str().unwrap_or_else(|| panic!("{}", said.body));
        let begun = Begun::of(link, &said.cookies);
        let sent = site.finish(&site.answer(&begun), &begun).await;
        let rest = nobody.with_token(sent.cookie("MMAUTHTOKEN").unwrap_or_else(|| panic!("{sent:?}")));
        let user = me(&rest).await;
        assert_eq!((&user["id"], &user["auth_service"]), (&json!(old.user.id.to_string()), &json!("saml")));
        assert_eq!(me(&old.rest).await, Value::Null, "sessions by the password end");
        assert!(nobody.login("old", PASSWORD).await.is_err());
        assert_eq!(site.finish(&site.answer(&begun), &begun).await.why(), "not_begun", "a proof is good once");

        let home = json!({"current_service": "saml", "new_service": "email", "email": user["email"],
            "new_password": OTHER_PASSWORD});
        let said = switch(&rest, home).await;
        assert_eq!(said.body["follow_link"], "/login?extra=signin_change", "{}", said.body);
        assert_eq!(me(&rest).await, Value::Null, "sessions by the provider end");
        assert!(nobody.login("old", OTHER_PASSWORD).await.is_ok());
    }

    async fn accounts_wait_for_the_person_with_their_address(db) {
        let site = Site::with(db, |_| {}).await;
        let old = site.app.member("old").await;
        site.app.member("ben").await;
        let root = &site.app.admin.rest;
        let form = json!({"from": "email", "auto": false,
            "matches": {"Old@example.test": "o.ld", "gone@example.test": "gone"}, "dry_run": true});
        let dry = ask(root, ALL, &form).await;
        assert_eq!((&dry.body["moved"], &dry.body["passed_over"]), (&json!(1), &json!(1)), "{}", dry.body);
        assert_eq!(service_of(&site, "old").await, (String::new(), None), "nothing is done");
        let form = json!({"from": "email", "auto": false, "matches": {"old@example.test": "o.ld"}});
        let done = ask(root, ALL, &form).await;
        assert_eq!((&done.body["status"], &done.body["moved"]), (&json!("OK"), &json!(1)), "{}", done.body);
        assert_eq!(service_of(&site, "old").await, ("saml".to_owned(), None));
        assert_eq!(service_of(&site, "ben").await.0, "", "whom nobody named");
        assert_eq!(me(&old.rest).await, Value::Null);

        let user = site.must_sign_in(|answer| answer.with("email", &["old@example.test"])).await;
        assert_eq!((&user["id"], &user["username"]), (&json!(old.user.id.to_string()), &json!("old")));
        let twin = site.sign_in(|mut answer| {
            answer.subject = "<saml:NameID>other</saml:NameID>".into();
            answer.with("email", &["old@example.test"])
        });
        assert_eq!(twin.await.why(), "address_taken");

        let done = ask(root, ALL, &json!({"from": "email", "matches": {}, "auto": true})).await;
        assert_eq!((&done.body["moved"], &done.body["passed_over"]), (&json!(1), &json!(1)), "root stays: {}", done.body);
        assert_eq!(service_of(&site, "ben").await.0, "saml");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_is_refused() {
    let site = Site::with(Database::sqlite(), |_| {}).await;
    let member = site.app.member("old").await;
    let all = json!({"from": "email", "matches": {}, "auto": true});
    assert_eq!(ask(&member.rest, ALL, &all).await.status, StatusCode::FORBIDDEN);
    for bad in [
        json!({}),
        json!({"from": "", "auto": true}),
        json!({"from": "email"}),
        json!({"from": "email", "matches": {}, "auto": false}),
        json!({"from": "nowhere", "auto": true}),
        json!({"from": "saml", "auto": true}),
    ] {
        assert_eq!(ask(&site.app.admin.rest, ALL, &bad).await.status, StatusCode::BAD_REQUEST, "{bad}");
    }
    let mut config = config::Config::clone(&site.app.app.config());
    config.saml.enable = false;
    site.app.app.set_config(config);
    let off = ask(&site.app.admin.rest, ALL, &all).await;
    assert_eq!(off.refused(), (StatusCode::BAD_REQUEST, "api.user.migrate_auth.ways.app_error"));
    assert_eq!(service_of(&site, "old").await.0, "");
}
