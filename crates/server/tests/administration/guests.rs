//! Guests are invited by mail to channels of a team.

use http::{Method, StatusCode};
use serde_json::json;
use testkit::TestApp;

use crate::{must, refused};

#[tokio::test(flavor = "multi_thread")]
async fn guests_are_invited_where_the_server_has_guests() {
    let without = TestApp::start().await;
    let ann = without.member("ann").await;
    let channel = ann.channel(&without.team, "deck").await;
    let path = format!("/teams/{}/invite-guests/email", without.team.id);
    let form = json!({"emails": ["g@example.test"], "channels": [channel.id]});
    let off = refused(&without.admin.rest, Method::POST, &path, form).await;
    assert_eq!(off.0, StatusCode::NOT_IMPLEMENTED);

    let app = TestApp::with(|config| config.guests.enable = true).await;
    let ann = app.member("ann").await;
    let channel = ann.channel(&app.team, "deck").await;
    let path = format!("/teams/{}/invite-guests/email", app.team.id);
    let form = json!({"emails": ["g@example.test"], "channels": [channel.id]});
    assert_eq!(refused(&ann.rest, Method::POST, &path, form.clone()).await.0, StatusCode::FORBIDDEN);
    must(&app.admin.rest, Method::POST, &path, form).await;
    let nowhere = json!({"emails": ["g@example.test"], "channels": []});
    assert_eq!(refused(&app.admin.rest, Method::POST, &path, nowhere).await.0, StatusCode::BAD_REQUEST);
    let wrong = json!({"emails": ["nobody"], "channels": [channel.id]});
    assert_eq!(refused(&app.admin.rest, Method::POST, &path, wrong).await.0, StatusCode::BAD_REQUEST);
}
