//! Accounts: made, found, changed, put out of use, and back.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::Database;
use testkit::app::PASSWORD;

use super::{World, person};
use crate::{ann_with, me};

testkit::both! {
    async fn somebody_is_made_found_changed_and_put_out_of_use(db) {
        let world = World::start(db).await;
        let made = world.ask(Method::POST, "/Users", person("Ann")).await;
        assert_eq!(made.status, StatusCode::CREATED, "{made:?}");
        let told = ["userName", "externalId", "active", "displayName"].map(|name| made.body[name].clone());
        assert_eq!(told, [json!("Ann@corp.test"), json!("ext-Ann"), json!(true), json!("Ann Corp")]);
        let user = world.stored(&made.id()).await;
        assert_eq!((user.username.as_str(), user.email.as_str(), user.email_verified), ("ann", "ann@corp.test", true));
        let again = world.ask(Method::POST, "/Users", person("ann")).await;
        assert_eq!(again.kind(), (409, "uniqueness"));

        for filter in [
            r#"userName eq "ANN@corp.test""#, r#"externalId eq "ext-Ann""#, r#"emails.value eq "ann@corp.test""#,
            r#"emails[type eq "work" and value eq "ann@corp.test"]"#, r#"name.familyName sw "co" and active eq true"#,
            r#"userName sw "ann@" or id eq "x""#,
        ] {
            let found = world.found("Users", filter).await;
            assert_eq!((found.len(), &found[0]["id"]), (1, &made.body["id"]), "{filter}");
        }
        let path = format!("/Users/{}", made.id());
        let mut anna = person("ann");
        (anna["name"]["givenName"], anna["title"]) = (json!("Anna"), json!("Mate"));
        let changed = world.ask(Method::PUT, &path, anna.clone()).await;
        assert_eq!((&changed.body["name"]["givenName"], &changed.body["title"]), (&json!("Anna"), &json!("Mate")));

        let rest = client::Rest::new(&world.app.base);
        let hash = world.app.app.hashes.hash(PASSWORD.to_owned()).await.expect("a hash");
        let now = world.app.app.clock.now();
        world.app.app.store.write(store::users::set_password(user.id, &hash, now)).await.expect("a write");
        let (session, _) = rest.login("ann", PASSWORD).await.expect("a session");
        let off = world.patch(&path, json!([{"op": "Replace", "path": "active", "value": "False"}])).await;
        assert_eq!((off.status, &off.body["active"]), (StatusCode::OK, &json!(false)), "{off:?}");
        assert_eq!(me(&session).await, Value::Null, "sessions end");
        assert!(rest.login("ann", PASSWORD).await.is_err());
        assert_eq!(world.get(&path).await.body["active"], false);
        let on = world.patch(&path, json!([{"op": "replace", "value": {"active": true}}])).await;
        assert_eq!(on.body["active"], true);

        assert_eq!(world.ask(Method::DELETE, &path, Value::Null).await.status, StatusCode::NO_CONTENT);
        assert_eq!(world.get(&path).await.status, StatusCode::NOT_FOUND);
        assert!(world.found("Users", r#"userName eq "ann@corp.test""#).await.is_empty());
        assert!(!world.stored(&made.id()).await.is_active());
        let back = world.ask(Method::POST, "/Users", anna).await;
        assert_eq!((back.status, back.id()), (StatusCode::CREATED, made.id()), "the same account comes back");
        let audits = world.app.app.store.audits_of(user.id, 100, 0).await.expect("a read");
        let noted: Vec<&str> = audits.iter().map(|audit| audit.action.split(' ').next().unwrap_or_default()).collect();
        assert!(["POST", "PUT", "PATCH", "DELETE"].iter().all(|action| noted.contains(action)), "{noted:?}");
    }

    async fn whom_an_administrator_put_out_of_use_the_program_does_not_bring_back(db) {
        let world = World::start(db).await;
        let id = world.make("ann").await;
        let path = format!("/Users/{id}");
        let (off, on) = (json!([{"op": "replace", "value": {"active": false}}]), json!([{"op": "replace", "value": {"active": true}}]));
        let set = async |is_active: bool| {
            let (path, form) = (format!("/api/v4/users/{id}/active"), json!({"active": is_active}).to_string());
            let answer = world.app.admin.rest.request(&Method::PUT, &path, form.into(), None).await.expect("an answer");
            assert_eq!(answer.status, StatusCode::OK);
        };
        set(false).await;
        assert_eq!(world.ask(Method::PUT, &path, person("ann")).await.body["active"], false, "as it was said before");
        assert_eq!(world.patch(&path, on.clone()).await.body["active"], false);
        assert_eq!(world.ask(Method::DELETE, &path, Value::Null).await.status, StatusCode::NO_CONTENT);
        assert_eq!(world.ask(Method::POST, "/Users", person("ann")).await.body["active"], false);
        set(true).await;
        world.patch(&path, off.clone()).await;
        assert_eq!(world.patch(&path, on.clone()).await.body["active"], true, "whom it put out itself");
        world.patch(&path, off).await;
        set(false).await;
        assert_eq!(world.patch(&path, on).await.body["active"], false, "and an administrator after it");
    }

    async fn lists_are_paged(db) {
        let world = World::start(db).await;
        for name in ["ann", "ben", "cal"] {
            world.make(name).await;
        }
        let all = world.get("/Users").await;
        // The administrator, and no bots.
        assert_eq!((&all.body["totalResults"], &all.body["itemsPerPage"]), (&json!(4), &json!(4)));
        let second = world.get("/Users?startIndex=3&count=1&attributes=userName").await;
        let told = ["totalResults", "startIndex", "itemsPerPage"].map(|name| second.body[name].clone());
        assert_eq!(told, [4, 3, 1].map(Value::from));
        let one = second.body["Resources"][0].as_object().expect("a resource").keys().cloned().collect::<Vec<_>>();
        assert_eq!(one.len(), 3, "schemas, id and userName: {one:?}");
        let filtered = world.get("/Users?count=2&filter=userName%20co%20%22corp%22").await;
        assert_eq!((&filtered.body["totalResults"], &filtered.body["itemsPerPage"]), (&json!(3), &json!(2)));
        assert_eq!(world.get("/Users?count=0").await.body["totalResults"], 4);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_here_before_is_found_and_keeps_the_account() {
    let world = World::start(Database::sqlite()).await;
    let old = world.app.member("old").await;
    for filter in [r#"userName eq "old""#, r#"userName eq "Old@example.test""#] {
        let found = world.found("Users", filter).await;
        assert_eq!(found[0]["id"], old.user.id.to_string(), "{filter}");
    }
    let taken = json!({"userName": "x@corp.test", "emails": [{"value": "old@example.test"}]});
    assert_eq!(world.ask(Method::POST, "/Users", taken).await.kind(), (409, "uniqueness"));
    let path = format!("/Users/{}", old.user.id);
    let linked = world.ask(Method::PUT, &path, json!({"userName": "old@example.test", "externalId": "7"})).await;
    assert_eq!((&linked.body["userName"], &linked.body["externalId"]), (&json!("old@example.test"), &json!("7")));
    assert!(client::Rest::new(&world.app.base).login("old", PASSWORD).await.is_ok(), "the password stays");
    let bot = json!({"username": "robot"}).to_string();
    let made = world.app.admin.rest.request(&Method::POST, "/api/v4/bots", bot.into(), None).await.expect("an answer");
    if made.status.is_success() {
        assert!(world.found("Users", r#"userName eq "robot""#).await.is_empty(), "bots are nobody's");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_waits_for_its_owner_at_the_provider() {
    let provider = testkit::provider::Provider::start().await;
    let configured = provider.configured("work");
    let world = World::with(Database::sqlite(), |config| {
        config.sign_in.providers = vec![configured];
        config.provisioning.service = "work".into();
    })
    .await;
    let id = world.make("ann").await;
    let world = crate::World { app: world.app, provider };
    let (user, _) = world.must_sign_in(ann_with(json!({"email": "ann@corp.test"}))).await;
    assert_eq!((&user["id"], &user["auth_service"]), (&json!(id), &json!("work")));
}
