//! What a person is (member, guest, bot, administrator) is not undone by a list of roles or by one's own token.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::TestApp;

use crate::{must, refused};

fn refusal(id: &str) -> (StatusCode, String) {
    (StatusCode::BAD_REQUEST, id.to_owned())
}

const BODY: &str = "api.context.invalid_body_param.app_error";

testkit::both! {
    async fn a_member_is_not_stripped_of_all_rights(db) {
        let app = TestApp::on(db).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let channel = ann.channel(&app.team, "deck").await;
        ann.let_in(&channel, &bob).await;
        for (place, noun) in [(format!("/teams/{}", app.team.id), "team"), (format!("/channels/{}", channel.id), "channel")] {
            let member = format!("{place}/members/{}", bob.user.id);
            let before = must(&bob.rest, Method::GET, &member, Value::Null).await;
            let id = format!("api.{noun}.update_{noun}_member_roles.unset_user_scheme.app_error");
            for form in [json!({}), json!({"scheme_admin": true}), json!({"scheme_user": false, "scheme_admin": false})] {
                let answer = refused(&app.admin.rest, Method::PUT, &format!("{member}/schemeRoles"), form.clone()).await;
                assert_eq!(answer, refusal(&id), "{form}");
            }
            for roles in [String::new(), format!("{noun}_admin")] {
                let form = json!({"roles": roles});
                let answer = refused(&app.admin.rest, Method::PUT, &format!("{member}/roles"), form.clone()).await;
                assert_eq!(answer, refusal(&id), "{form}");
            }
            let both = json!({"scheme_user": true, "scheme_guest": true});
            let answer = refused(&app.admin.rest, Method::PUT, &format!("{member}/schemeRoles"), both).await;
            assert_eq!(answer, refusal(&format!("api.{noun}.update_{noun}_member_roles.user_and_guest.app_error")));
            assert_eq!(must(&bob.rest, Method::GET, &member, Value::Null).await, before, "nothing changed");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_roles_makes_no_guest_and_leaves_nobody_without_rights() {
    let app = TestApp::with(|config| config.guests.enable = true).await;
    let (ann, gil) = (app.member("ann").await, app.member("gil").await);
    must(&app.admin.rest, Method::POST, &format!("/users/{}/demote", gil.user.id), Value::Null).await;
    let guest = "api.user.update_user_roles.changing_guest_role.app_error";
    for (person, roles, id) in [
        (&ann, "", BODY),
        (&ann, "system_admin", BODY),
        (&ann, "system_post_all", BODY),
        (&ann, "system_user system_guest", BODY),
        (&ann, "system_user team_admin", BODY),
        (&ann, "system_user channel_user", BODY),
        (&ann, "system_guest", guest),
        (&gil, "system_user", guest),
        (&gil, "system_user system_admin", guest),
        (&gil, "system_guest system_admin", BODY),
        (&gil, "system_guest system_manager", BODY),
    ] {
        let path = format!("/users/{}/roles", person.user.id);
        let answer = refused(&app.admin.rest, Method::PUT, &path, json!({"roles": roles})).await;
        assert_eq!(answer, refusal(id), "{} {roles:?}", person.user.username);
    }
    let roles = |person: &testkit::Person| {
        let (rest, path) = (app.admin.rest.clone(), format!("/users/{}", person.user.id));
        async move { must(&rest, Method::GET, &path, Value::Null).await["roles"].clone() }
    };
    assert_eq!((roles(&ann).await, roles(&gil).await), (json!("system_user"), json!("system_guest")));
    let member = format!("/teams/{}/members/{}", app.team.id, gil.user.id);
    let form = json!({"roles": "team_guest team_admin"});
    let answer = refused(&app.admin.rest, Method::PUT, &format!("{member}/roles"), form).await;
    assert_eq!(answer, refusal("api.team.update_team_member_roles.user_and_guest.app_error"));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_becomes_a_guest_administers_nothing() {
    let app = TestApp::with(|config| config.guests.enable = true).await;
    let ann = app.member("ann").await;
    let path = format!("/users/{}", ann.user.id);
    let form = json!({"roles": "system_user system_manager system_post_all"});
    must(&app.admin.rest, Method::PUT, &format!("{path}/roles"), form).await;
    must(&app.admin.rest, Method::POST, &format!("{path}/demote"), Value::Null).await;
    let user = must(&app.admin.rest, Method::GET, &path, Value::Null).await;
    assert_eq!(user["roles"], "system_guest system_post_all");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_gives_roles_gives_no_more_than_is_held() {
    let app = TestApp::start().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let role = |name: &str| {
        let (rest, path) = (app.admin.rest.clone(), format!("/roles/name/{name}"));
        async move { must(&rest, Method::GET, &path, Value::Null).await }
    };
    let mut manager = role("system_manager").await;
    let permissions = manager["permissions"].as_array_mut().expect("a list");
    permissions.push(json!("manage_roles"));
    let path = format!("/roles/{}/patch", manager["id"].as_str().expect("an id"));
    must(&app.admin.rest, Method::PUT, &path, json!({"permissions": manager["permissions"]})).await;
    let roles = format!("/users/{}/roles", ann.user.id);
    must(&app.admin.rest, Method::PUT, &roles, json!({"roles": "system_user system_manager"})).await;
    let denied = (StatusCode::FORBIDDEN, "api.context.permissions.app_error".to_owned());
    for higher in ["system_read_only_admin", "system_admin"] {
        let form = json!({"roles": format!("system_user system_manager {higher}")});
        assert_eq!(refused(&ann.rest, Method::PUT, &roles, form).await, denied, "{higher}");
    }
    let of_bob = format!("/users/{}/roles", bob.user.id);
    must(&ann.rest, Method::PUT, &of_bob, json!({"roles": "system_user system_manager"})).await;

    let admin = role("system_admin").await;
    let path = format!("/roles/{}/patch", admin["id"].as_str().expect("an id"));
    for form in [json!({"permissions": []}), json!({"permissions": ["manage_roles"]})] {
        let answer = refused(&app.admin.rest, Method::PUT, &path, form).await;
        assert_eq!(answer, refusal(BODY), "the administrators' role administers");
    }
    must(&app.admin.rest, Method::PUT, &path, json!({"permissions": admin["permissions"]})).await;
}

/// A bot of somebody's with a token of its own, and what asks with it.
async fn robot(app: &TestApp) -> (String, client::Rest) {
    let bot = must(&app.admin.rest, Method::POST, "/bots", json!({"username": "robot"})).await;
    let id = bot["user_id"].as_str().expect("an id").to_owned();
    let path = format!("/users/{id}/tokens");
    let token = must(&app.admin.rest, Method::POST, &path, json!({"description": "of the robot"})).await;
    (id, client::Rest::new(&app.base).with_token(token["token"].as_str().expect("a token")))
}

testkit::both! {
    async fn a_bots_token_does_not_change_the_bot(db) {
        let app = TestApp::on_with(db, |config| {
            config.integrations.enable_bots = true;
            config.accounts.enable_access_tokens = true;
        })
        .await;
        let (id, rest) = robot(&app).await;
        let path = format!("/users/{id}");
        let denied = (StatusCode::FORBIDDEN, "api.context.permissions.app_error".to_owned());
        let name = json!({"username": "boss", "nickname": "The Boss"});
        assert_eq!(refused(&rest, Method::PUT, "/users/me/patch", name.clone()).await, denied);
        let whole = json!({"id": id, "username": "boss", "email": "robot@localhost"});
        assert_eq!(refused(&rest, Method::PUT, &path, whole).await, denied);
        assert_eq!(refused(&rest, Method::DELETE, &format!("{path}/image"), Value::Null).await, denied);
        assert_eq!(refused(&rest, Method::POST, &format!("{path}/image"), Value::Null).await, denied);
        let bot = refused(&rest, Method::PUT, &format!("/bots/{id}"), json!({"display_name": "Boss"})).await;
        assert_eq!(bot.0, StatusCode::NOT_FOUND, "it may not even know of itself as a bot");
        let status = json!({"emoji": "coffee", "text": "at work"});
        must(&rest, Method::PUT, "/users/me/status/custom", status).await;
        must(&app.admin.rest, Method::PUT, &format!("{path}/patch"), name).await;

        let roles = json!({"roles": "system_user system_admin"});
        must(&app.admin.rest, Method::PUT, &format!("{path}/roles"), roles).await;
        must(&rest, Method::PUT, "/users/me/patch", json!({"nickname": "by myself"})).await;
    }

    async fn an_administrator_does_not_end_the_own_account(db) {
        let app = TestApp::on(db).await;
        let path = format!("/users/{}/active", app.admin.user.id);
        let answer = refused(&app.admin.rest, Method::PUT, &path, json!({"active": false})).await;
        assert_eq!(answer, (StatusCode::UNAUTHORIZED, "api.user.update_active.not_enable.app_error".to_owned()));
        must(&app.admin.rest, Method::GET, "/users/me", Value::Null).await;
        must(&app.admin.rest, Method::PUT, &path, json!({"active": true})).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_is_deactivated_as_an_account_is_disabled_as_a_bot() {
    let app = TestApp::with(|config| {
        config.integrations.enable_bots = true;
        config.accounts.enable_access_tokens = true;
    })
    .await;
    let (id, _) = robot(&app).await;
    let path = format!("/users/{id}/active");
    must(&app.admin.rest, Method::PUT, &path, json!({"active": false})).await;
    assert_eq!(
        refused(&app.admin.rest, Method::GET, &format!("/bots/{id}"), Value::Null).await.0,
        StatusCode::NOT_FOUND
    );
    must(&app.admin.rest, Method::PUT, &path, json!({"active": true})).await;
    let bot = must(&app.admin.rest, Method::GET, &format!("/bots/{id}"), Value::Null).await;
    assert_eq!(bot["delete_at"], 0);
}

testkit::both! {
    async fn an_owner_does_not_enable_a_bot_that_an_administrator_disabled(db) {
        let app = TestApp::on_with(db, |config| config.integrations.enable_bots = true).await;
        let ann = app.member("ann").await;
        let role = must(&app.admin.rest, Method::GET, "/roles/name/system_user", Value::Null).await;
        let mut permissions = role["permissions"].as_array().expect("a list").clone();
        permissions.extend(["create_bot", "read_bots", "manage_bots"].map(|one| json!(one)));
        let path = format!("/roles/{}/patch", role["id"].as_str().expect("an id"));
        must(&app.admin.rest, Method::PUT, &path, json!({"permissions": permissions})).await;
        let bot = must(&ann.rest, Method::POST, "/bots", json!({"username": "robot"})).await;
        let id = bot["user_id"].as_str().expect("an id");
        let [enable, disable] = ["enable", "disable"].map(|act| format!("/bots/{id}/{act}"));
        let active = |yes: bool| (Method::PUT, format!("/users/{id}/active"), json!({"active": yes}));
        let denied = (StatusCode::FORBIDDEN, "api.context.permissions.app_error".to_owned());

        must(&ann.rest, Method::POST, &disable, Value::Null).await;
        must(&ann.rest, Method::POST, &enable, Value::Null).await;
        for (method, path, body) in
            [(Method::POST, disable.clone(), Value::Null), active(false), (Method::DELETE, format!("/users/{id}"), Value::Null)]
        {
            must(&app.admin.rest, method, &path, body).await;
            assert_eq!(refused(&ann.rest, Method::POST, &enable, Value::Null).await, denied, "{path}");
            must(&ann.rest, Method::POST, &disable, Value::Null).await;
            assert_eq!(refused(&ann.rest, Method::POST, &enable, Value::Null).await, denied, "again by {path}");
            let (method, path, body) = if path == disable { (Method::POST, enable.clone(), Value::Null) } else { active(true) };
            must(&app.admin.rest, method, &path, body).await;
            must(&ann.rest, Method::POST, &disable, Value::Null).await;
            must(&ann.rest, Method::POST, &enable, Value::Null).await;
        }
    }

    async fn bots_that_went_with_their_owner_come_back_by_the_owner(db) {
        let app = TestApp::on_with(db, |config| {
            config.integrations.enable_bots = true;
            config.integrations.disable_bots_with_owner = true;
        })
        .await;
        let ann = app.member("ann").await;
        let path = format!("/users/{}", ann.user.id);
        must(&app.admin.rest, Method::PUT, &format!("{path}/roles"), json!({"roles": "system_user system_admin"})).await;
        let bot = must(&ann.rest, Method::POST, "/bots", json!({"username": "robot"})).await;
        must(&app.admin.rest, Method::PUT, &format!("{path}/roles"), json!({"roles": "system_user"})).await;
        let role = must(&app.admin.rest, Method::GET, "/roles/name/system_user", Value::Null).await;
        let mut permissions = role["permissions"].as_array().expect("a list").clone();
        permissions.extend(["read_bots", "manage_bots"].map(|one| json!(one)));
        let role = format!("/roles/{}/patch", role["id"].as_str().expect("an id"));
        must(&app.admin.rest, Method::PUT, &role, json!({"permissions": permissions})).await;
        for active in [false, true] {
            must(&app.admin.rest, Method::PUT, &format!("{path}/active"), json!({"active": active})).await;
        }
        let (ann, _) = ann.rest.login("ann", testkit::app::PASSWORD).await.expect("a session");
        let bot = format!("/bots/{}", bot["user_id"].as_str().expect("an id"));
        assert_eq!(refused(&ann, Method::GET, &bot, Value::Null).await.0, StatusCode::NOT_FOUND, "disabled");
        must(&ann, Method::POST, &format!("{bot}/enable"), Value::Null).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_does_not_come_back_where_there_are_no_guests() {
    let app = TestApp::with(|config| config.guests.enable = true).await;
    let gil = app.member("gil").await;
    let path = format!("/users/{}", gil.user.id);
    must(&app.admin.rest, Method::POST, &format!("{path}/demote"), Value::Null).await;
    must(&app.admin.rest, Method::PUT, &format!("{path}/active"), json!({"active": false})).await;
    let off = json!({"GuestAccountsSettings": {"Enable": false}});
    must(&app.admin.rest, Method::PUT, "/config/patch", off).await;
    let answer = refused(&app.admin.rest, Method::PUT, &format!("{path}/active"), json!({"active": true})).await;
    let id = "api.user.update_active.cannot_enable_guest_when_guest_feature_is_disabled.app_error";
    assert_eq!(answer, (StatusCode::UNAUTHORIZED, id.to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_kept_a_bot_has_no_key_to_the_person_it_becomes() {
    let app = TestApp::with(|config| {
        config.integrations.enable_bots = true;
        config.accounts.enable_access_tokens = true;
    })
    .await;
    let (id, rest) = robot(&app).await;
    must(&rest, Method::GET, "/users/me", Value::Null).await;
    let person = json!({"password": "battery staple", "email": "robot@example.test"});
    must(&app.admin.rest, Method::POST, &format!("/bots/{id}/convert_to_user?set_system_admin=true"), person).await;
    assert_eq!(refused(&rest, Method::GET, "/users/me", Value::Null).await.0, StatusCode::UNAUTHORIZED);
    let tokens = must(&app.admin.rest, Method::GET, &format!("/users/{id}/tokens"), Value::Null).await;
    assert_eq!(tokens, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_is_in_no_channel_of_a_team_that_he_is_not_in() {
    let app = TestApp::start().await;
    let (ann, bob, far) = (app.member("ann").await, app.member("bob").await, app.stranger("far").await);
    let group = must(&ann.rest, Method::POST, "/channels/group", json!([bob.user.id, far.user.id])).await;
    let (id, active) = (group["id"].as_str().expect("an id"), format!("/users/{}/active", far.user.id));
    must(&app.admin.rest, Method::PUT, &active, json!({"active": false})).await;
    let form = json!({"channel_id": id, "team_id": app.team.id, "name": "crew", "display_name": "Crew"});
    must(&ann.rest, Method::POST, &format!("/channels/{id}/convert_to_channel"), form).await;
    must(&app.admin.rest, Method::PUT, &active, json!({"active": true})).await;
    let (far, _) = far.rest.login("far", testkit::app::PASSWORD).await.expect("a session");
    let path = format!("/channels/{id}/posts");
    assert_eq!(refused(&far, Method::GET, &path, Value::Null).await.0, StatusCode::FORBIDDEN);
    must(&bob.rest, Method::GET, &path, Value::Null).await;
}
