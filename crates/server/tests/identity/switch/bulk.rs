//! All accounts of one way move to another, and a report says which.

use http::StatusCode;
use identity::ldap::report::How;
use identity::switch::Way;
use identity::switch::bulk::{Report, run};
use identity::switch::plan::{Key, Wanted};
use serde_json::json;
use testkit::Database;
use testkit::app::PASSWORD;
use testkit::directory::{self, Entry};

use super::{ask, signs_in, stored, world};
use crate::{World, ann_with};

async fn moved(world: &World, from: Way, to: Way, key: Key) -> Report {
    let wanted = Wanted { from, to, key, only: None, how: How::Do, force: false };
    run(&world.app.app, &wanted).await.expect("a report")
}

testkit::both! {
    async fn accounts_move_to_the_directory_by_their_addresses(db) {
        let (world, directory) = world(db).await;
        for name in ["ann", "ben", "dan"] {
            world.app.member(name).await;
            let user = stored(&world, name).await;
            let email = format!("{name}@corp.test");
            let patch = store::users::update(&wire::users::User { email, email_verified: true, ..user.clone() }, user.update_at);
            world.app.app.store.write(patch).await.expect("a write");
        }
        let form = json!({"from": "email", "match_field": "email", "dry_run": true});
        let dry = ask(&world.app.admin.rest, "/users/migrate_auth/ldap", &form).await;
        assert_eq!((dry.status, &dry.body["moved"]), (StatusCode::OK, &json!(2)), "{}", dry.body);
        assert_eq!(stored(&world, "ann").await.auth_service, "", "nothing is done");
        directory.change(|entries| {
            let mut twin = Entry::person("twin", "staff");
            twin.values.retain(|(name, _)| name != "mail");
            twin.values.push(("mail".into(), "ben@corp.test".into()));
            entries.push(twin);
        });
        let form = json!({"from": "email", "match_field": "email", "force": false});
        let refused = ask(&world.app.admin.rest, "/users/migrate_auth/ldap", &form).await;
        assert_eq!(refused.refused(), (StatusCode::BAD_REQUEST, "api.user.migrate_auth.ambiguous.app_error"));
        assert_eq!(stored(&world, "ann").await.auth_service, "");
        let form = json!({"from": "email", "match_field": "email", "force": true});
        let done = ask(&world.app.admin.rest, "/users/migrate_auth/ldap", &form).await;
        assert_eq!((&done.body["status"], &done.body["moved"]), (&json!("OK"), &json!(1)), "{}", done.body);
        let ann = stored(&world, "ann").await;
        assert_eq!((ann.auth_service.as_str(), ann.auth_data.as_deref()), ("ldap", Some("id-ann")));
        assert_eq!(stored(&world, "ben").await.auth_service, "", "it is not certain who that is");
        assert!(signs_in(&world, "ann", directory::PASSWORD).await && !signs_in(&world, "ann", PASSWORD).await);
        assert!(signs_in(&world, "root", PASSWORD).await, "whom the directory has not");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_waits_for_the_person_whose_address_the_provider_vouches_for() {
    let (world, _directory) = world(Database::sqlite()).await;
    let old = world.app.member("old").await;
    let report = moved(&world, Way::Password, Way::Provider("work".into()), Key::Email).await;
    assert_eq!((report.moved, report.passed_over), (1, 1), "the last administrator stays: {:?}", report.lines);
    assert!(!signs_in(&world, "old", PASSWORD).await);
    let person =
        |verified: bool| ann_with(json!({"sub": "o-1", "email": "old@example.test", "email_verified": verified}));
    assert_eq!(world.sign_in(person(false)).await.why(), "no_address");
    let (user, _) = world.must_sign_in(person(true)).await;
    assert_eq!(user["id"], old.user.id.to_string());
    let twin = ann_with(json!({"sub": "o-2", "email": "old@example.test"}));
    assert_eq!(world.sign_in(twin).await.why(), "address_taken");

    let back = moved(&world, Way::Provider("work".into()), Way::Password, Key::Email).await;
    assert_eq!(back.moved, 1);
    let user = stored(&world, "old").await;
    assert_eq!((user.auth_service.as_str(), user.auth_data), ("", None));
    assert!(!signs_in(&world, "old", PASSWORD).await, "until a password is set by mail");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_alone_leaves_no_token_behind() {
    let (world, _directory) = world(Database::sqlite()).await;
    let evil = world.app.member("ann").await;
    let token = wire::sessions::AccessToken {
        id: world.app.app.ids.next(),
        token_hash: [7; 32],
        user_id: evil.user.id,
        is_active: true,
        ..Default::default()
    };
    world.app.app.store.write(store::access_tokens::insert(&token)).await.expect("a write");
    let report = moved(&world, Way::Password, Way::Directory, Key::Username).await;
    assert_eq!(report.moved, 1, "{:?}", report.lines);
    assert_eq!(stored(&world, "ann").await.auth_data.as_deref(), Some("id-ann"));
    let left = world.app.app.store.access_token_by_hash(&[7; 32]).await.expect("a read");
    assert!(left.is_none(), "whoever took the name here first has no key to the account");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_is_refused() {
    let (world, _directory) = world(Database::sqlite()).await;
    let member = world.app.member("old").await;
    let path = "/users/migrate_auth/ldap";
    let form = json!({"from": "email", "match_field": "email"});
    assert_eq!(ask(&member.rest, path, &form).await.status, StatusCode::FORBIDDEN);
    let root = &world.app.admin.rest;
    for bad in [
        json!({}),
        json!({"from": "email"}),
        json!({"from": "nowhere", "match_field": "email"}),
        json!({"from": "email", "match_field": "id"}),
        json!({"from": "ldap", "match_field": "email"}),
    ] {
        assert_eq!(ask(root, path, &bad).await.status, StatusCode::BAD_REQUEST, "{bad}");
    }
    let (from, to) = (Way::Password, Way::Provider("work".into()));
    let wanted = Wanted { from, to, key: Key::Username, only: None, how: How::Do, force: true };
    let refused = run(&world.app.app, &wanted).await.expect_err("providers vouch for no usernames");
    assert_eq!(refused.id, "api.user.migrate_auth.ways.app_error");
}
