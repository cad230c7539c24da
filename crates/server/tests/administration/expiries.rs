//! Accounts end at their time: nobody signs in, and sessions end on all nodes.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::app::PASSWORD;
use testkit::{Database, TestApp, both};

use crate::{must, refused};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

both! {
    async fn an_account_ends_at_its_time_and_comes_back(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let path = format!("/users/{}/expiry", ann.user.id);
        let at = app.app.clock.now() + DAY_MS;
        assert_eq!(must(&app.admin.rest, Method::PUT, &path, json!({"expires_at": at})).await["expires_at"], at);
        assert_eq!(must(&ann.rest, Method::GET, &path, Value::Null).await["expires_at"], at, "the owner sees it");
        organisation::users::expiries::end_due(app.app.clone()).await.expect("a run");
        must(&ann.rest, Method::GET, "/users/me", Value::Null).await;

        app.app.clock.advance(DAY_MS);
        let login = json!({"login_id": "ann", "password": PASSWORD});
        let ended = (StatusCode::UNAUTHORIZED, "api.user.login.expired.app_error".to_owned());
        assert_eq!(refused(&ann.rest, Method::POST, "/users/login", login.clone()).await, ended, "before the job comes");
        organisation::users::expiries::end_due(app.app.clone()).await.expect("a run");
        assert_eq!(refused(&ann.rest, Method::GET, "/users/me", Value::Null).await.0, StatusCode::UNAUTHORIZED);
        let user = app.app.store.user(ann.user.id).await.expect("a read").expect("an account");
        assert!(!user.is_active());

        let active = format!("/users/{}/active", ann.user.id);
        must(&app.admin.rest, Method::PUT, &active, json!({"active": true})).await;
        must(&ann.rest, Method::POST, "/users/login", login).await;
        assert_eq!(must(&app.admin.rest, Method::GET, &path, Value::Null).await["expires_at"], 0, "its time is over");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_ends_the_own_account_or_that_of_the_last_administrator() {
    let app = TestApp::on(Database::sqlite()).await;
    let ann = app.member("ann").await;
    let form = json!({"expires_at": app.app.clock.now()});
    let own = format!("/users/{}/expiry", ann.user.id);
    assert_eq!(refused(&ann.rest, Method::PUT, &own, form.clone()).await.0, StatusCode::FORBIDDEN);
    let root = format!("/users/{}/expiry", app.admin.user.id);
    assert_eq!(refused(&ann.rest, Method::PUT, &root, form.clone()).await.0, StatusCode::FORBIDDEN);
    let bad = refused(&app.admin.rest, Method::PUT, &own, json!({"expires_at": -1})).await;
    assert_eq!(bad.0, StatusCode::BAD_REQUEST);
    app.app.store.write(store::expiries::save(app.admin.user.id, 1)).await.expect("a write");
    organisation::users::expiries::end_due(app.app.clone()).await.expect("a run");
    let user = app.app.store.user(app.admin.user.id).await.expect("a read").expect("an account");
    assert!(user.is_active(), "the last administrator stays");
}
