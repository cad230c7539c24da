//! The last administrator, whom no route takes away, and passwords that were hashed elsewhere.

use http::{Method, StatusCode};
use organisation::users::operator;
use organisation::users::operator::{Activity, Rank, Remaining, Secret};
use serde_json::{Value, json};
use testkit::TestApp;
use wire::users::UserForm;

use crate::imports::{import, write};
use crate::{must, refused};

/// Everybody's.
const PASSWORD: &str = "Test-Passw0rd";
const LAST: &str = "api.user.last_administrator.app_error";

testkit::both! {
    async fn the_last_administrator_goes_by_no_route(db) {
        let app = TestApp::on_with(db, |config| {
            config.guests.enable = true;
            config.accounts.enable_deactivation = true;
            config.accounts.enable_permanent_deletion = true;
        }).await;
        let (rest, id) = (&app.admin.rest, app.admin.user.id);
        for (method, path, body) in [
            (Method::PUT, format!("/users/{id}/active"), json!({"active": false})),
            (Method::DELETE, format!("/users/{id}"), Value::Null),
            (Method::DELETE, format!("/users/{id}?permanent=true"), Value::Null),
            (Method::PUT, format!("/users/{id}/roles"), json!({"roles": "system_user"})),
            (Method::POST, format!("/users/{id}/demote"), Value::Null),
            (Method::PUT, format!("/users/{id}/auth"), json!({"auth_service": "ldap", "auth_data": "me"})),
            (Method::POST, format!("/users/{id}/convert_to_bot"), Value::Null),
        ] {
            let said = refused(rest, method.clone(), &path, body).await;
            assert_eq!(said, (StatusCode::BAD_REQUEST, LAST.to_owned()), "{method} {path}");
        }
        let name = &app.admin.user.username;
        let line = json!({"type": "user", "user": {"username": name, "email": app.admin.user.email,
            "roles": "system_user", "delete_at": 5}});
        let file = format!("{{\"type\":\"version\",\"version\":1}}\n{line}\n");
        let report = import(&app.app, &write(app.folder(), &file)).await;
        assert!(report.warned.concat().contains("no other"), "{report:?}");
        let me = must(rest, Method::GET, "/users/me", Value::Null).await;
        assert_eq!((&me["roles"], &me["delete_at"]), (&json!("system_admin system_user"), &json!(0)));

        let ann = app.member("ann").await.user.id;
        let roles = json!({"roles": "system_user system_admin"});
        must(rest, Method::PUT, &format!("/users/{ann}/roles"), roles).await;
        must(rest, Method::PUT, &format!("/users/{ann}/active"), json!({"active": false})).await;
        let said = refused(rest, Method::PUT, &format!("/users/{id}/active"), json!({"active": false})).await;
        assert_eq!(said.1, LAST, "a deactivated one does not count");
        must(rest, Method::PUT, &format!("/users/{ann}/active"), json!({"active": true})).await;
        must(rest, Method::PUT, &format!("/users/{id}/roles"), json!({"roles": "system_user"})).await;
    }

    async fn the_operator_does_it_all_with_nobodys_session(db) {
        let app = TestApp::on(db).await;
        let (bob, root) = (app.member("bob").await.user, &app.admin.user.username);
        let find = async |name: &str| operator::find(&app.app, name).await.expect("an account");
        let plain = |text: &str| Secret::Plain(text.to_owned());
        let admin = find(root).await;
        let last = operator::set_activity(&app.app, &admin, Activity::Deactivated, Remaining::Must).await;
        assert_eq!(last.expect_err("the last one").id, LAST);
        let last = operator::set_rank(&app.app, &admin, Rank::User, Remaining::Must).await;
        assert_eq!(last.expect_err("the last one").id, LAST);
        operator::set_activity(&app.app, &admin, Activity::Deactivated, Remaining::May).await.expect("insisted on");
        assert!(client::Rest::new(&app.base).login(root, PASSWORD).await.is_err(), "sessions and sign-in end");

        operator::set_password(&app.app, &bob, plain("An0ther-Passw0rd")).await.expect("no current one is asked for");
        operator::set_rank(&app.app, &find("bob").await, Rank::Administrator, Remaining::Must).await.expect("a rank");
        let (rest, _) = client::Rest::new(&app.base).login("bob", "An0ther-Passw0rd").await.expect("the new password");
        let form = UserForm { username: "Cid".into(), email: "cid@example.test".into(), ..UserForm::default() };
        let short = operator::create(&app.app, &form, plain("x"), Rank::Administrator).await;
        assert!(short.is_err() && operator::find(&app.app, "cid").await.is_err(), "nothing is done by halves");
        let cid = operator::create(&app.app, &form, plain("Test-Passw0rd"), Rank::Administrator).await.expect("an account");
        assert!(cid.is_system_admin() && cid.email_verified);
        operator::end_sessions(&app.app, &find("bob").await).await.expect("a store");
        assert_eq!(refused(&rest, Method::GET, "/users/me", Value::Null).await.0, StatusCode::UNAUTHORIZED);
        let (rest, _) = client::Rest::new(&app.base).login("cid", "Test-Passw0rd").await.expect("a login");
        let audits = must(&rest, Method::GET, "/audits?per_page=200", Value::Null).await;
        for action in ["console: user password", "console: user role", "console: user create", "console: user sign-out"] {
            assert!(audits.as_array().expect("a list").iter().any(|one| one["action"] == action), "{action}");
        }
    }

    async fn who_is_locked_out_is_let_in_again_by_the_operator(db) {
        let app = TestApp::on_with(db, |config| {
            config.accounts.enable_mfa = true;
            config.session.max_login_attempts = 2;
        }).await;
        let ann = app.member("ann").await;
        must(&ann.rest, Method::POST, &format!("/users/{}/mfa/generate", ann.user.id), Value::Null).await;
        let now = app.app.clock.now();
        let stored = operator::find(&app.app, "ann").await.expect("an account");
        let write = store::users::set_mfa(ann.user.id, store::users::Mfa::Active, &stored.mfa_secret, now);
        app.app.store.write(write).await.expect("a store");
        let login = async || client::Rest::new(&app.base).login("ann", PASSWORD).await;
        assert!(login().await.is_err(), "the code is missing");
        operator::reset_mfa(&app.app, &operator::find(&app.app, "ann").await.expect("ann")).await.expect("a store");
        login().await.expect("without a code");
        for _ in 0..3 {
            assert!(client::Rest::new(&app.base).login("ann", "wrong").await.is_err());
        }
        assert!(login().await.is_err(), "locked");
        operator::unlock(&app.app, &operator::find(&app.app, "ann").await.expect("ann")).await.expect("a store");
        login().await.expect("unlocked");
    }

    async fn a_password_that_is_hashed_already_is_a_hash_that_can_be_verified(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let path = format!("/users/{}/password", ann.user.id);
        let form = |text: &str| json!({"new_password": text, "already_hashed": true});
        for text in ["", "Test-Passw0rd", "$2a$10$short", "$argon2id$v=19$m=1$a$b", "$2a$31$XajjQvNhvvRt5GSeFk1xFeyqRrsxkhBkUiQeg0dt.wU1qD4aFDcga"] {
            let said = refused(&app.admin.rest, Method::PUT, &path, form(text)).await;
            assert_eq!(said, (StatusCode::BAD_REQUEST, "api.context.invalid_body_param.app_error".to_owned()), "{text}");
        }
        client::Rest::new(&app.base).login("ann", PASSWORD).await.expect("nothing changed");
        // A widely published vector.
        let hash = form("$2a$10$XajjQvNhvvRt5GSeFk1xFeyqRrsxkhBkUiQeg0dt.wU1qD4aFDcga");
        let (own, _) = client::Rest::new(&app.base).login("ann", PASSWORD).await.expect("a login");
        let mut with_current = hash.clone();
        with_current["current_password"] = PASSWORD.into();
        assert_eq!(refused(&own, Method::PUT, &path, with_current).await.0, StatusCode::FORBIDDEN);
        must(&app.admin.rest, Method::PUT, &path, hash).await;
        client::Rest::new(&app.base).login("ann", "allmine").await.expect("the password of the hash");
        assert!(client::Rest::new(&app.base).login("ann", PASSWORD).await.is_err());
    }
}
