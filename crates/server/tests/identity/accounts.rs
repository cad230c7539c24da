//! Which account somebody is, and what the provider decides of it.

use http::Method;
use serde_json::{Value, json};
use testkit::Database;

use crate::{World, ann, ann_with, me};

async fn get(rest: &client::Rest, path: &str) -> Value {
    let answer = rest.request(&Method::GET, &format!("/api/v4{path}"), Default::default(), None).await;
    answer.expect("an answer").json().unwrap_or(Value::Null)
}

testkit::both! {
    async fn whoever_is_new_gets_an_account_and_comes_back_to_it(db) {
        let world = World::with(db, |_| {}).await;
        let (first, rest) = world.must_sign_in(ann()).await;
        let told = ["username", "email", "first_name", "last_name", "auth_service"].map(|name| first[name].clone());
        assert_eq!(told, ["ann", "ann@corp.test", "Ann", "Lee", "work"].map(Value::from));
        assert_eq!(first["email_verified"], true);
        let seen = get(&world.app.admin.rest, &format!("/users/{}", first["id"].as_str().expect("an id"))).await;
        assert_eq!(seen["auth_data"], "work:ann-1");
        let changed = json!({"given_name": "Anna", "email": "anna@corp.test", "preferred_username": "anna"});
        let (again, _) = world.must_sign_in(ann_with(changed)).await;
        assert_eq!((&again["id"], &again["first_name"]), (&first["id"], &json!("Anna")));
        assert_eq!((&again["email"], &again["username"]), (&json!("anna@corp.test"), &json!("ann")));
        let (bob, _) = world.must_sign_in(json!({"sub": "2", "preferred_username": "Ann", "email": "b@corp.test",
            "email_verified": true})).await;
        assert_eq!(bob["username"], "ann-2");
        let sessions = get(&rest, "/users/me/sessions").await;
        assert_eq!(sessions[0]["props"]["isOAuthUser"], "true");
    }

    async fn an_address_finds_an_account_only_where_that_is_wanted(db) {
        let world = World::with(db, |provider| provider.match_by_email = true).await;
        let old = world.app.member("old").await;
        let claims = json!({"sub": "9", "email": "old@example.test", "email_verified": true});
        let (user, _) = world.must_sign_in(claims.clone()).await;
        assert_eq!((&user["id"], &user["auth_service"]), (&json!(old.user.id.to_string()), &json!("work")));
        assert_eq!(me(&old.rest).await, Value::Null, "sessions by the password end");
        let by_password = client::Rest::new(&world.app.base).login("old", testkit::app::PASSWORD).await;
        assert!(by_password.is_err(), "and so does the password");
        world.must_sign_in(claims).await;
        let other = world.sign_in(json!({"sub": "10", "email": "old@example.test", "email_verified": true})).await;
        assert_eq!(other.why(), "address_taken", "it is somebody's by the provider now");
        let root = json!({"sub": "11", "email": "root@example.test", "email_verified": true});
        assert_eq!(world.sign_in(root).await.why(), "not_admitted", "the last administrator keeps the password");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_somebody_has_is_left_alone_otherwise() {
    let world = World::start().await;
    world.app.member("old").await;
    let sent = world.sign_in(json!({"sub": "9", "email": "old@example.test", "email_verified": true})).await;
    assert_eq!(sent.why(), "address_taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_account_is_made_where_none_shall_be() {
    let world = World::with(Database::sqlite(), |provider| provider.create_accounts = false).await;
    assert_eq!(world.sign_in(ann()).await.why(), "no_account");
    let user = world.app.member("ann").await;
    let form = json!({"auth_service": "work", "auth_data": "work:ann-1"}).to_string();
    let path = format!("/api/v4/users/{}/auth", user.user.id);
    let moved = world.app.admin.rest.request(&Method::PUT, &path, form.into(), None).await.expect("an answer");
    assert!(moved.status.is_success(), "{}", String::from_utf8_lossy(&moved.body));
    assert_eq!(world.must_sign_in(ann()).await.0["id"], user.user.id.to_string(), "whom an administrator moved");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_deactivated_stays_out() {
    let world = World::start().await;
    let (user, rest) = world.must_sign_in(ann()).await;
    let path = format!("/api/v4/users/{}", user["id"].as_str().expect("an id"));
    world.app.admin.rest.request(&Method::DELETE, &path, Default::default(), None).await.expect("an answer");
    assert_eq!(me(&rest).await, Value::Null);
    assert_eq!(world.sign_in(ann()).await.why(), "not_admitted");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_or_a_claim_can_be_required() {
    let world = World::with(Database::sqlite(), |provider| {
        provider.required_groups = vec!["staff".into()];
        provider.required_claims = vec!["hd=corp.test".into()];
    })
    .await;
    for claims in [json!({}), json!({"groups": ["guests"], "hd": "corp.test"}), json!({"groups": ["staff"]})] {
        let sent = world.sign_in(ann_with(claims.clone())).await;
        assert_eq!((sent.why(), sent.cookie("MMAUTHTOKEN")), ("not_allowed", None), "{claims}");
    }
    world.must_sign_in(ann_with(json!({"groups": ["staff"], "hd": "corp.test"}))).await;
}

testkit::both! {
    async fn groups_give_roles_and_teams_and_take_roles(db) {
        let world = World::with(db, |provider| {
            provider.roles = vec!["ops=system_admin".into(), "help=system_user_manager".into()];
            provider.teams = vec!["*=test-team".into(), "ops=nowhere".into()];
        })
        .await;
        let (user, rest) = world.must_sign_in(ann_with(json!({"groups": ["ops", "help", "more"]}))).await;
        assert_eq!(user["roles"], "system_admin system_user system_user_manager");
        let teams = get(&rest, "/users/me/teams").await;
        assert_eq!(teams[0]["name"], "test-team");
        let (user, _) = world.must_sign_in(ann_with(json!({"groups": ["help"]}))).await;
        assert_eq!(user["roles"], "system_user system_user_manager");
        let (user, _) = world.must_sign_in(ann_with(json!({"_claim_names": {"groups": "src1"}}))).await;
        assert_eq!(user["roles"], "system_user system_user_manager", "too many to list is not none");
        let (user, _) = world.must_sign_in(ann()).await;
        assert_eq!(user["roles"], "system_user");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_issuer_under_the_same_name_knows_nobody() {
    let world = World::start().await;
    world.must_sign_in(ann()).await;
    let other = testkit::provider::Provider::start().await;
    let moved = World { app: world.app, provider: other };
    let configure = |previous: Vec<String>| {
        let mut config = config::Config::clone(&moved.app.app.config());
        config.sign_in.providers =
            vec![config::Provider { previous_issuers: previous, ..moved.provider.configured("work") }];
        config
    };
    moved.app.app.node.set_config(configure(Vec::new()));
    assert_eq!(moved.sign_in(ann()).await.why(), "misconfigured", "it may call another one ann-1");
    moved.app.app.node.set_config(configure(vec![world.provider.issuer.clone()]));
    assert_eq!(moved.must_sign_in(ann()).await.0["username"], "ann");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_account_has_the_providers_picture() {
    let world = World::start().await;
    let picture = format!("{}/picture", world.provider.issuer);
    let (user, rest) = world.must_sign_in(ann_with(json!({"picture": picture}))).await;
    for _ in 0..100 {
        let told = get(&rest, &format!("/users/{}", user["id"].as_str().expect("an id"))).await;
        if told["last_picture_update"].as_i64().is_some_and(|at| at > 0) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the picture was not taken over");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_became_a_bot_signs_in_no_more() {
    let world = World::start().await;
    let (user, _) = world.must_sign_in(ann()).await;
    let path = format!("/api/v4/users/{}/convert_to_bot", user["id"].as_str().expect("an id"));
    let bot = world.app.admin.rest.request(&Method::POST, &path, Default::default(), None).await.expect("an answer");
    assert!(bot.status.is_success());
    let sent = world.sign_in(ann()).await;
    assert_eq!((sent.why(), sent.cookie("MMAUTHTOKEN")), ("not_admitted", None), "the provider still knows the person");
}
