//! What clients and scripts send by mistake: bodies that say nothing, say it wrong, or cannot be meant.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use store::Store;
use testkit::{Person, TestApp};
use wire::users::{SYSTEM_USER, User};

use crate::{event, must, refused};

const BODY: &str = "api.context.invalid_body_param.app_error";

/// A refusal as its status and id.
async fn refusal(by: &Person, method: Method, path: &str, body: Value) -> (u16, String) {
    let (status, id) = refused(&by.rest, method, path, body).await;
    (status.as_u16(), id)
}

fn bad(id: &str) -> (u16, String) {
    (400, id.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_taken_from_a_body_has_its_type_all_the_same() {
    let app = TestApp::start().await;
    let (ann, admin) = (app.member("ann").await, &app.admin);
    let account = json!({"username": "new", "email": "new@example.test", "password": "Test-Passw0rd"});
    let whole = json!({"id": ann.user.id, "username": "ann", "email": "ann@example.test"});
    let member = json!({"team_id": app.team.id, "user_id": ann.user.id});
    let status = json!({"user_id": ann.user.id, "status": "away"});
    let members = format!("/teams/{}/members", app.team.id);
    let profile = format!("/users/{}", ann.user.id);
    let times = ["update_at", "delete_at", "last_picture_update", "failed_attempts", "last_activity_at", "is_bot"];
    let rows: [(&Person, Method, &str, Value, &[&str]); 5] = [
        (admin, Method::POST, "/users", account, &times),
        (&ann, Method::PUT, profile.as_str(), whole, &times),
        (&ann, Method::PUT, "/users/me/status", status, &["manual", "last_activity_at"]),
        (admin, Method::POST, members.as_str(), member, &["delete_at", "scheme_admin", "scheme_user"]),
        (admin, Method::POST, "/jobs", json!({"type": "export_process"}), &["priority", "create_at", "progress"]),
    ];
    for (by, method, path, body, fields) in rows {
        for field in fields {
            let mut body = body.clone();
            body[field] = json!("x");
            let answer = refusal(by, method.clone(), path, body).await;
            assert_eq!(answer, bad(BODY), "{method} {path} {field}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_names_nothing_is_refused_before_the_right_is_asked() {
    let app = TestApp::with(|config| config.accounts.enable_access_tokens = true).await;
    let ann = app.member("ann").await;
    for verb in ["revoke", "disable", "enable"] {
        let path = format!("/users/tokens/{verb}");
        assert_eq!(refusal(&ann, Method::POST, &path, json!({})).await, bad(BODY), "{verb}");
        let named = json!({"token_id": ann.user.id});
        assert_eq!(refusal(&ann, Method::POST, &path, named).await.0, 403, "{verb}");
    }
    assert_eq!(refusal(&ann, Method::POST, "/users/tokens/search", json!({"term": ""})).await, bad(BODY));
}

testkit::both! {
    async fn a_deleted_post_is_saved_by_nobody(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let deck = ann.channel(&app.team, "deck").await;
        let post = ann.post(&deck, "ahoy").await;
        must(&ann.rest, Method::DELETE, &format!("/posts/{}", post.id), Value::Null).await;
        let saved = json!([{"user_id": ann.user.id, "category": "flagged_post", "name": post.id, "value": "true"}]);
        assert_eq!(refusal(&ann, Method::PUT, "/users/me/preferences", saved).await, bad(BODY));
    }

    async fn an_account_keeps_its_way_to_sign_in_until_another_is_named(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let path = format!("/users/{}/auth", ann.user.id);
        must(&app.admin.rest, Method::PUT, &path, json!({"auth_service": "saml", "auth_data": "ann"})).await;
        for form in [json!({}), json!({"password": "Other-Passw0rd"}), json!({"auth_data": ""})] {
            assert_eq!(refusal(&app.admin, Method::PUT, &path, form).await, bad(BODY));
        }
        let kept = app.app.store.user(ann.user.id).await.expect("an answer").expect("ann");
        assert_eq!(kept.auth_service, "saml");
        must(&app.admin.rest, Method::PUT, &path, json!({"auth_service": ""})).await;
        let kept = app.app.store.user(ann.user.id).await.expect("an answer").expect("ann");
        assert_eq!(kept.auth_service, "");
    }

    async fn a_theme_has_colours_that_clients_can_read(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let mut socket = client::Socket::open(&ann.rest).await.expect("a socket");
        let value = r##"{"type":"Nord","sidebarBg":"#4c566","linkColor":"#81a1c1"}"##;
        let theme = json!([{"user_id": ann.user.id, "category": "theme", "name": "", "value": value}]);
        must(&ann.rest, Method::PUT, "/users/me/preferences", theme).await;
        let kept = must(&ann.rest, Method::GET, "/users/me/preferences/theme", Value::Null).await;
        let blanked = r##"{"type":"Nord","sidebarBg":"#ffffff","linkColor":"#81a1c1"}"##;
        assert_eq!(kept[0]["value"], blanked);
        let told = event(&mut socket, "preferences_changed").await;
        assert!(told.data["preferences"].as_str().expect("a text").contains("#ffffff"), "{told:?}");
    }

    async fn nothing_is_drafted_that_cannot_be_posted(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let deck = ann.channel(&app.team, "deck").await;
        for kind in ["burn_on_read", "zzz"] {
            let draft = json!({"channel_id": deck.id, "message": "x", "type": kind});
            let answer = refusal(&ann, Method::POST, "/drafts", draft).await;
            assert_eq!(answer, bad("model.post.is_valid.type.app_error"), "{kind}");
        }
        must(&ann.rest, Method::POST, "/drafts", json!({"channel_id": deck.id, "message": "x", "type": "me"})).await;
        let form = json!({"channel_id": deck.id, "message": "x", "scheduled_at": 3_900_000_000_000_i64});
        let made = must(&ann.rest, Method::POST, "/posts/schedule", form.clone()).await;
        let path = format!("/posts/schedule/{}", made["id"].as_str().expect("an id"));
        let mut other = form.clone();
        other["id"] = json!("nosuchnosuchnosuchnosuch11");
        assert_eq!(refusal(&ann, Method::PUT, &path, other).await, bad(BODY), "the body of another one");
        must(&ann.rest, Method::PUT, &path, form).await;
    }

    async fn nobody_takes_the_name_of_the_servers_own_account(db) {
        let app = TestApp::on_with(db, |config| config.integrations.enable_bots = true).await;
        let ann = app.member("ann").await;
        let taken = bad("app.user.save.username_exists.app_error");
        let account = json!({"username": "System-Bot", "email": "x@example.test", "password": "Test-Passw0rd"});
        assert_eq!(refusal(&app.admin, Method::POST, "/users", account).await, taken);
        assert_eq!(refusal(&ann, Method::PUT, "/users/me/patch", json!({"username": "system-bot"})).await, taken);
        assert_eq!(refusal(&app.admin, Method::POST, "/bots", json!({"username": "system-bot"})).await, taken);
        must(&ann.rest, Method::POST, "/notifications/test", Value::Null).await;
        assert!(app.app.store.user_by_username("system-bot").await.expect("an answer").expect("made").is_bot);
    }

    async fn a_person_with_the_name_of_the_servers_own_account_does_not_speak_for_it(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        insert_person(&app.app.store, "system-bot").await;
        let mut socket = client::Socket::open(&ann.rest).await.expect("a socket");
        must(&ann.rest, Method::POST, "/notifications/test", Value::Null).await;
        let told = event(&mut socket, "posted").await;
        assert_eq!(told.data["sender_name"], "@system-bot-2");
    }

    async fn a_mistyped_permission_is_given_to_no_role(db) {
        let app = TestApp::on(db).await;
        let role = must(&app.admin.rest, Method::GET, "/roles/name/channel_user", Value::Null).await;
        let path = format!("/roles/{}/patch", role["id"].as_str().expect("an id"));
        let form = json!({"permissions": ["create_pots"]});
        let answer = refusal(&app.admin, Method::PUT, &path, form).await;
        assert_eq!(answer, bad("app.role.save.invalid_role.app_error"));
        must(&app.admin.rest, Method::PUT, &path, json!({"permissions": role["permissions"]})).await;
    }
}

/// Somebody whom an import brought.
async fn insert_person(store: &Store, username: &str) {
    let person = User {
        id: base::ids::UserId::parse("ybndrfg8ejkmcpqxot1uwisza3").expect("an id"),
        create_at: 1,
        update_at: 1,
        username: username.into(),
        email: format!("{username}@example.test"),
        roles: SYSTEM_USER.into(),
        locale: "en".into(),
        ..User::default()
    };
    store.write(store::users::insert(&person)).await.expect("written");
}

#[tokio::test(flavor = "multi_thread")]
async fn administrators_count_the_accounts_there_are_now() {
    let app = TestApp::start().await;
    let count =
        async || must(&app.admin.rest, Method::GET, "/limits/server", Value::Null).await["activeUserCount"].as_i64();
    let before = count().await.expect("a number");
    app.member("ann").await;
    assert_eq!(count().await, Some(before + 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_names_its_version_by_numbers() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    for version in ["x.y", "2", "2.10", "2.10.x", "2..1", "2.10.1-"] {
        let answer =
            refused(&ann.rest, Method::PUT, "/users/sessions/device", json!({"mobile_version": version})).await;
        assert_eq!(answer, (StatusCode::BAD_REQUEST, BODY.to_owned()), "{version}");
    }
    for version in ["", "2.10.1", "2.10.1-beta.1", "2.10.1+600"] {
        must(&ann.rest, Method::PUT, "/users/sessions/device", json!({"mobile_version": version})).await;
    }
}
