//! Those who were given some rights of an administrator, and accounts that hold others.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Person, TestApp};
use wire::roles::Role;

use crate::{ask, must, refused};

const MANAGES_USERS: &[&str] =
    &["edit_other_users", "sysconsole_write_user_management_users", "demote_to_guest", "promote_guest"];
const NO_RIGHT: &str = "api.context.permissions.app_error";

/// A member with a role of these permissions.
async fn delegate(app: &TestApp, name: &str, permissions: &[&str]) -> Person {
    let person = app.member(name).await;
    give(app, &person, &format!("{name}_role"), permissions).await;
    person
}

async fn give(app: &TestApp, person: &Person, role: &str, permissions: &[&str]) {
    let made = Role {
        id: app.app.ids.next(),
        name: role.to_owned(),
        display_name: role.to_owned(),
        permissions: permissions.iter().map(|&name| name.to_owned()).collect(),
        ..Role::default()
    };
    let mut change = app.app.change();
    change.write(store::roles::insert_new(&made));
    change.role_changed(&made);
    change.commit().await.expect("a role");
    let path = format!("/users/{}/roles", person.user.id);
    must(&app.admin.rest, Method::PUT, &path, json!({"roles": format!("system_user {role}")})).await;
}

/// Each way to take an account over, or to shut its owner out.
fn takeovers() -> Vec<(Method, &'static str, Value)> {
    vec![
        (Method::PUT, "/mfa", json!({"activate": false})),
        (Method::POST, "/mfa/generate", Value::Null),
        (Method::GET, "/sessions", Value::Null),
        (Method::POST, "/sessions/revoke/all", Value::Null),
        (Method::PUT, "/password", json!({"new_password": "battery staple"})),
        (Method::PUT, "/patch", json!({"email": "mine@example.test"})),
        (Method::PUT, "/auth", json!({"auth_service": "ldap", "auth_data": "me"})),
        (Method::PUT, "/active", json!({"active": false})),
        (Method::DELETE, "", Value::Null),
        (Method::DELETE, "/image", Value::Null),
        (Method::PUT, "/status/custom", json!({"emoji": "house", "text": "home"})),
        (Method::POST, "/reset_failed_attempts", Value::Null),
        (Method::POST, "/demote", Value::Null),
    ]
}

testkit::both! {
    async fn nobody_acts_on_an_account_with_rights_that_are_not_his_own(db) {
        let app = TestApp::on_with(db, |config| {
            config.accounts.enable_mfa = true;
            config.guests.enable = true;
        })
        .await;
        let eve = delegate(&app, "eve", MANAGES_USERS).await;
        let other = delegate(&app, "other", &["get_logs"]).await;
        let ann = app.member("ann").await;
        for target in [&app.admin, &other] {
            for (method, path, body) in takeovers() {
                let path = format!("/users/{}{path}", target.user.id);
                let refusal = refused(&eve.rest, method.clone(), &path, body).await;
                assert_eq!(refusal, (StatusCode::FORBIDDEN, NO_RIGHT.to_owned()), "{method} {path}");
            }
        }
        for (method, path, body) in takeovers().into_iter().take(6) {
            let path = format!("/users/{}{path}", ann.user.id);
            let done = ask(&eve.rest, method.clone(), &path, body).await;
            assert!(done.status.is_success(), "{method} {path}: {}", done.status);
        }
    }

    async fn who_manages_accounts_reads_no_texts_and_no_names_of_private_channels(db) {
        let app = TestApp::on(db).await;
        let (eve, ann) = (delegate(&app, "eve", MANAGES_USERS).await, app.member("ann").await);
        let channel = ann.channel(&app.team, "deck").await;
        let root = ann.post(&channel, "a secret").await;
        ann.reply(&root, "another").await;
        let (team, deck, root) = (app.team.id, channel.id, root.id);
        for path in [
            format!("/teams/{team}/threads"),
            format!("/teams/{team}/threads/{root}"),
            format!("/teams/{team}/channels"),
            "/channels".to_owned(),
            format!("/teams/{team}/channels/categories"),
            format!("/teams/{team}/channels/members"),
            "/channel_members".to_owned(),
            format!("/channels/{deck}/posts/unread"),
            format!("/channels/{deck}/unread"),
            "/posts/flagged".to_owned(),
            "/teams/unread".to_owned(),
            "/preferences".to_owned(),
            "/preferences/tutorial_step".to_owned(),
            "/audits".to_owned(),
        ] {
            let path = format!("/users/{}{path}", ann.user.id);
            let refusal = refused(&eve.rest, Method::GET, &path, Value::Null).await;
            assert_eq!(refusal, (StatusCode::FORBIDDEN, NO_RIGHT.to_owned()), "{path}");
            assert!(ask(&app.admin.rest, Method::GET, &path, Value::Null).await.status.is_success(), "{path}");
        }
        give(&app, &eve, "auditor", &["read_audits"]).await;
        let path = format!("/users/{}/audits", ann.user.id);
        assert!(ask(&eve.rest, Method::GET, &path, Value::Null).await.status.is_success());
    }

    async fn who_gives_roles_gives_no_right_that_is_not_his_own(db) {
        let app = TestApp::on(db).await;
        let (eve, ann) = (delegate(&app, "eve", &["manage_roles"]).await, app.member("ann").await);
        for (who, roles, status) in [
            (&eve, "system_user system_manager", StatusCode::FORBIDDEN),
            (&ann, "system_user system_manager", StatusCode::FORBIDDEN),
            (&ann, "system_user eve_role", StatusCode::OK),
        ] {
            let path = format!("/users/{}/roles", who.user.id);
            assert_eq!(ask(&eve.rest, Method::PUT, &path, json!({"roles": roles})).await.status, status, "{roles}");
        }
    }

    async fn a_bot_with_more_rights_is_managed_by_those_who_hold_them(db) {
        let app = TestApp::on_with(db, |config| {
            config.integrations.enable_bots = true;
            config.accounts.enable_access_tokens = true;
        })
        .await;
        let rights = ["manage_others_bots", "read_others_bots", "assign_bot", "create_user_access_token"];
        let eve = delegate(&app, "eve", &rights).await;
        let bot = must(&app.admin.rest, Method::POST, "/bots", json!({"username": "robot", "display_name": "R"})).await;
        let id = bot["user_id"].as_str().expect("an id").to_owned();
        let roles = format!("/users/{id}/roles");
        for (roles_of_bot, status) in [("system_user system_admin", 403), ("system_user", 200)] {
            must(&app.admin.rest, Method::PUT, &roles, json!({"roles": roles_of_bot})).await;
            for (method, path, body) in [
                (Method::POST, format!("/users/{id}/tokens"), json!({"description": "x"})),
                (Method::PUT, format!("/bots/{id}"), json!({"display_name": "S"})),
                (Method::POST, format!("/bots/{id}/assign/{}", app.admin.user.id), Value::Null),
            ] {
                let done = ask(&eve.rest, method, &path, body).await;
                assert_eq!(done.status.as_u16(), status, "{path} {roles_of_bot}");
            }
        }
    }

    async fn only_a_membership_makes_an_administrator_of_a_team(db) {
        let app = TestApp::on(db).await;
        let (ann, eve) = (app.member("ann").await, app.stranger("eve").await);
        let form = json!({"name": "crew", "display_name": "Crew", "type": "O"});
        let team = must(&ann.rest, Method::POST, "/teams", form).await;
        let id = team["id"].as_str().expect("an id").to_owned();
        let admins = |member: &Value| member["scheme_admin"].as_bool();
        let own = must(&ann.rest, Method::GET, &format!("/teams/{id}/members/me"), Value::Null).await;
        assert_eq!(admins(&own), Some(true));
        must(&app.admin.rest, Method::PUT, &format!("/users/{}/patch", ann.user.id), json!({"email": "new@example.test"}))
            .await;
        must(&app.admin.rest, Method::PUT, &format!("/users/{}/patch", eve.user.id), json!({"email": "ann@example.test"}))
            .await;
        let form = json!({"team_id": id, "user_id": eve.user.id});
        let joined = must(&ann.rest, Method::POST, &format!("/teams/{id}/members"), form).await;
        assert_eq!(admins(&joined), Some(false));
    }
}
