//! Ways in beside the password, and the small trials of administrators.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::TestApp;

use crate::{event, must, refused};

#[tokio::test(flavor = "multi_thread")]
async fn tokens_that_no_sign_in_left_for_the_desktop_program_are_not_taken() {
    let app = TestApp::start().await;
    let form = json!({"token": "x".repeat(64), "deviceId": ""});
    let refusal = refused(&app.admin.rest.with_token(""), Method::POST, "/users/login/desktop_token", form).await;
    assert_eq!(refusal, (StatusCode::BAD_REQUEST, "api.user.sign_in.already_used.app_error".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_no_service_to_switch_to() {
    let app = TestApp::start().await;
    let form =
        json!({"current_service": "email", "new_service": "saml", "email": "root@example.test", "password": "x"});
    let refusal = refused(&app.admin.rest, Method::POST, "/users/login/switch", form).await;
    assert_eq!(refusal, (StatusCode::FORBIDDEN, "api.user.email_to_oauth.not_available.app_error".to_owned()));
    let nonsense = json!({"current_service": "saml", "new_service": "ldap"});
    assert_eq!(
        refused(&app.admin.rest, Method::POST, "/users/login/switch", nonsense).await.0,
        StatusCode::BAD_REQUEST
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_of_another_service_signs_in_by_password_no_more() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    let path = format!("/users/{}/auth", ann.user.id);
    let form = json!({"auth_service": "saml", "auth_data": "ann@idp"});
    assert_eq!(refused(&ann.rest, Method::PUT, &path, form.clone()).await.0, StatusCode::FORBIDDEN);
    let set = must(&app.admin.rest, Method::PUT, &path, form).await;
    assert_eq!((&set["auth_service"], &set["auth_data"]), (&json!("saml"), &json!("ann@idp")));
    assert_eq!(refused(&ann.rest, Method::GET, "/users/me", Value::Null).await.0, StatusCode::UNAUTHORIZED);
    let login = json!({"login_id": "ann", "password": "Test-Passw0rd"});
    assert_eq!(refused(&ann.rest, Method::POST, "/users/login", login).await.0, StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_test_notification_is_a_message_to_oneself() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    let mut socket = client::Socket::open(&ann.rest).await.expect("a socket");
    must(&ann.rest, Method::POST, "/notifications/test", Value::Null).await;
    let posted = event(&mut socket, "posted").await;
    assert_eq!((&posted.data["channel_type"], &posted.data["sender_name"]), (&json!("D"), &json!("@system-bot")));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_tried_within_what_calls_may_reach() {
    let app = TestApp::with(|config| config.integrations.allowed_internal_hosts = "127.0.0.1".into()).await;
    let form = json!({"site_url": app.base});
    must(&app.admin.rest, Method::POST, "/site_url/test", form.clone()).await;
    let closed = TestApp::start().await;
    let refusal = refused(&closed.admin.rest, Method::POST, "/site_url/test", form).await;
    assert_eq!(refusal, (StatusCode::BAD_REQUEST, "app.admin.test_site_url.failure".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_tried_where_they_can_be_kept() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    let local = json!({"FileSettings": {"DriverName": "local"}});
    assert_eq!(refused(&ann.rest, Method::POST, "/file/s3_test", local).await.0, StatusCode::FORBIDDEN);
    let settings = json!({"FileSettings": {"MaxFileSize": 1000000}});
    must(&app.admin.rest, Method::POST, "/file/s3_test", settings).await;
    let none = refused(&app.admin.rest, Method::POST, "/file/s3_test", json!({})).await;
    assert_eq!(none.1, "api.file.test_connection_s3_settings_nil.app_error");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bucket_that_does_not_answer_is_told() {
    let app = TestApp::start().await;
    let bucket = json!({"FileSettings": {
        "DriverName": "amazons3", "AmazonS3Endpoint": "127.0.0.1:1", "AmazonS3Bucket": "b", "AmazonS3SSL": false,
    }});
    let told = refused(&app.admin.rest, Method::POST, "/file/s3_test", bucket).await;
    assert_eq!(told, (StatusCode::INTERNAL_SERVER_ERROR, "api.file.test_connection.app_error".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn there_are_no_plugins_and_nobody_hosts_the_server() {
    let app = TestApp::start().await;
    let anyone = app.admin.rest.with_token("");
    assert_eq!(must(&anyone, Method::GET, "/plugins/webapp", Value::Null).await, json!([]));
    assert_eq!(must(&app.admin.rest, Method::GET, "/plugins/statuses", Value::Null).await, json!([]));
    let visit = "/plugins/marketplace/first_admin_visit";
    assert_eq!(refused(&anyone, Method::POST, visit, Value::Null).await.0, StatusCode::UNAUTHORIZED);
    must(&app.admin.rest, Method::POST, visit, Value::Null).await;
    assert_eq!(must(&app.admin.rest, Method::GET, visit, Value::Null).await["value"], "true");
    let cloud = refused(&app.admin.rest, Method::GET, "/cloud/limits", Value::Null).await;
    assert_eq!(cloud, (StatusCode::FORBIDDEN, "api.cloud.license_error".to_owned()));
}
