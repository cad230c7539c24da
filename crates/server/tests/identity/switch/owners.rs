//! Owners prove both sides, and nobody else moves an account.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::Database;
use testkit::app::PASSWORD;
use testkit::directory;

use super::{ask, away, signs_in, stored, switch, world, world_with};
use crate::{Begun, World, ann_with, me};

const OTHER_PASSWORD: &str = "Other-Passw0rd";

/// The way to the provider of somebody who proved a password.
async fn begun(world: &World, email: &str) -> Begun {
    let said = switch(&client::Rest::new(&world.app.base), away(email, "work")).await;
    assert_eq!(said.status, StatusCode::OK, "{}", said.body);
    let cookie = said.cookies.last().expect("a cookie").split(';').next().expect("a pair").to_owned();
    Begun { address: said.body["follow_link"].as_str().expect("a link").to_owned(), cookie }
}

testkit::both! {
    async fn a_password_becomes_a_provider_and_the_provider_a_password(db) {
        let (world, _directory) = world(db).await;
        let old = world.app.member("old").await;
        let nobody = client::Rest::new(&world.app.base);
        let wrong = json!({"current_service": "email", "new_service": "work", "email": "old@example.test",
            "password": "Wrong-Passw0rd"});
        assert_eq!(switch(&nobody, wrong).await.status, StatusCode::UNAUTHORIZED);

        let begun = begun(&world, "old@example.test").await;
        let claims = ann_with(json!({"sub": "o-1", "email": "elsewhere@corp.test"}));
        let back = world.provider.authorize(&begun.address, &claims, world.now());
        let sent = world.visit(&back, &begun.cookie).await;
        let rest = nobody.with_token(sent.cookie("MMAUTHTOKEN").unwrap_or_else(|| panic!("{sent:?}")));
        let user = me(&rest).await;
        assert_eq!((&user["id"], &user["auth_service"]), (&json!(old.user.id.to_string()), &json!("work")));
        assert_eq!(me(&old.rest).await, Value::Null, "sessions by the password end");
        assert!(!signs_in(&world, "old", PASSWORD).await);
        assert_eq!(world.must_sign_in(claims).await.0["id"], user["id"]);

        let home = json!({"current_service": "work", "new_service": "email", "email": user["email"],
            "new_password": OTHER_PASSWORD});
        assert_eq!(switch(&nobody, home.clone()).await.status, StatusCode::UNAUTHORIZED, "without a session");
        let said = switch(&rest, home).await;
        assert_eq!(said.body["follow_link"], "/login?extra=signin_change", "{}", said.body);
        assert_eq!(me(&rest).await, Value::Null, "sessions by the provider end");
        assert!(signs_in(&world, "old", OTHER_PASSWORD).await);
    }

    async fn a_password_becomes_one_of_the_directory_and_back(db) {
        let (world, _directory) = world(db).await;
        let old = world.app.member("old").await;
        let nobody = client::Rest::new(&world.app.base);
        let form = |password: &str| {
            let mut form = away("old@example.test", "ldap");
            (form["ldap_id"], form["new_password"]) = (json!("ann"), json!(password));
            form
        };
        let wrong = switch(&nobody, form("wrong")).await;
        assert_eq!(wrong.refused(), (StatusCode::UNAUTHORIZED, "ent.ldap.do_login.invalid_password.app_error"));
        assert_eq!(switch(&nobody, form(directory::PASSWORD)).await.status, StatusCode::OK);
        let user = stored(&world, "old").await;
        assert_eq!((user.auth_service.as_str(), user.auth_data.as_deref()), ("ldap", Some("id-ann")));
        assert_eq!(me(&old.rest).await, Value::Null);

        let home = |password: &str| json!({"current_service": "ldap", "new_service": "email",
            "email": "old@example.test", "password": password, "new_password": OTHER_PASSWORD});
        assert_eq!(switch(&nobody, home(PASSWORD)).await.status, StatusCode::UNAUTHORIZED);
        let said = switch(&nobody, home(directory::PASSWORD)).await;
        assert_eq!(said.status, StatusCode::OK, "{}", said.body);
        // Meanwhile the account was called as the directory calls the person.
        assert!(signs_in(&world, "ann", OTHER_PASSWORD).await && !signs_in(&world, "ann", directory::PASSWORD).await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_sign_in_of_the_same_browser_moves_nothing() {
    let (world, _directory) = world(Database::sqlite()).await;
    let old = world.app.member("old").await;
    let begun = begun(&world, "old@example.test").await;
    let other = world.begin("").await;
    let cookies = format!("{}; {}", begun.cookie, other.cookie);
    let back = world.provider.authorize(&other.address, &ann_with(json!({})), world.now());
    let sent = world.visit(&back, &cookies).await;
    let rest = old.rest.with_token(sent.cookie("MMAUTHTOKEN").expect("a session"));
    assert_eq!(me(&rest).await["username"], "ann");
    assert!(signs_in(&world, "old", PASSWORD).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_proven_must_still_be_so() {
    let (world, _directory) = world(Database::sqlite()).await;
    let old = world.app.member("old").await;
    let first = begun(&world, "old@example.test").await;
    world.app.app.clock.advance(1_000);
    let form = json!({"current_password": PASSWORD, "new_password": OTHER_PASSWORD}).to_string();
    let path = "/api/v4/users/me/password";
    let changed = old.rest.request(&Method::PUT, path, form.into(), None).await.expect("an answer");
    assert!(changed.status.is_success());
    let back = world.provider.authorize(&first.address, &ann_with(json!({})), world.now());
    assert_eq!(world.visit(&back, &first.cookie).await.why(), "not_begun", "the password is another one");
    let elsewhere = world.visit(&back, "").await;
    assert_eq!(elsewhere.why(), "not_begun", "another browser");
    assert!(signs_in(&world, "old", OTHER_PASSWORD).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_takes_what_is_another_accounts_and_the_last_administrator_stays() {
    let (world, _directory) = world(Database::sqlite()).await;
    world.must_sign_in(ann_with(json!({}))).await;
    world.app.member("old").await;
    let first = begun(&world, "old@example.test").await;
    let back = world.provider.authorize(&first.address, &ann_with(json!({})), world.now());
    assert_eq!(world.visit(&back, &first.cookie).await.why(), "already_linked");
    assert!(signs_in(&world, "old", PASSWORD).await);
    let root = begun(&world, "root@example.test").await;
    let back = world.provider.authorize(&root.address, &ann_with(json!({"sub": "r-1"})), world.now());
    assert_eq!(world.visit(&back, &root.cookie).await.why(), "not_admitted");
    assert!(signs_in(&world, "root", PASSWORD).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_session_and_a_token_leave_no_provider() {
    let (world, _directory) =
        world_with(Database::sqlite(), |config| config.accounts.enable_access_tokens = true).await;
    let (user, rest) = world.must_sign_in(ann_with(json!({}))).await;
    let path = format!("/users/{}/roles", user["id"].as_str().expect("an id"));
    let roles = json!({"roles": "system_user system_user_access_token"}).to_string();
    let path = format!("/api/v4{path}");
    world.app.admin.rest.request(&Method::PUT, &path, roles.into(), None).await.expect("an answer");
    let token = ask(&rest, "/users/me/tokens", &json!({"description": "mine"})).await;
    let token = rest.with_token(token.body["token"].as_str().unwrap_or_else(|| panic!("{}", token.body)));
    let home = json!({"current_service": "work", "new_service": "email", "email": user["email"],
        "new_password": OTHER_PASSWORD});
    assert_eq!(switch(&token, home.clone()).await.status, StatusCode::FORBIDDEN, "a program");
    let foreign = json!({"current_service": "work", "new_service": "email", "email": "root@example.test",
        "new_password": OTHER_PASSWORD});
    assert_eq!(switch(&rest, foreign).await.status, StatusCode::FORBIDDEN, "another account");
    world.app.app.clock.advance(10 * 60_000);
    let late = switch(&rest, home).await;
    assert_eq!(late.refused(), (StatusCode::FORBIDDEN, "api.user.switch.sign_in_again.app_error"));
    assert_eq!(me(&rest).await["auth_service"], "work");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_factor_is_part_of_the_proof() {
    let (world, _directory) = world_with(Database::sqlite(), |config| config.accounts.enable_mfa = true).await;
    let old = world.app.member("old").await;
    let secret =
        world.app.app.secrets.seal(store::secrets::Column::UserMfa, old.user.id, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    let write = store::users::set_mfa(old.user.id, store::users::Mfa::Active, &secret, world.app.app.clock.now());
    world.app.app.store.write(write).await.expect("a write");
    let said = switch(&client::Rest::new(&world.app.base), away("old@example.test", "work")).await;
    assert_eq!((said.status, said.cookies.len()), (StatusCode::UNAUTHORIZED, 0), "{}", said.body);
    let mut form = away("old@example.test", "work");
    form["mfa_code"] = json!("000000");
    assert_eq!(switch(&old.rest, form).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn people_move_only_where_they_may() {
    let (world, _directory) = world_with(Database::sqlite(), |config| config.accounts.enable_switch = false).await;
    world.app.member("old").await;
    let nobody = client::Rest::new(&world.app.base);
    for (form, id) in [
        (away("old@example.test", "work"), "api.user.email_to_oauth.not_available.app_error"),
        (away("old@example.test", "ldap"), "api.user.email_to_ldap.not_available.app_error"),
        (json!({"current_service": "ldap", "new_service": "email"}), "api.user.ldap_to_email.not_available.app_error"),
        (json!({"current_service": "work", "new_service": ""}), "api.user.oauth_to_email.not_available.app_error"),
    ] {
        assert_eq!(switch(&nobody, form).await.refused(), (StatusCode::FORBIDDEN, id));
    }
    for form in [away("old@example.test", "email"), away("old@example.test", "nowhere"), json!({})] {
        assert_eq!(switch(&nobody, form).await.status, StatusCode::BAD_REQUEST);
    }
}
