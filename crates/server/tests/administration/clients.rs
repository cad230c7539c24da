//! What programs written for the protocol count on in everyday answers: which error it is, and that what they ask without
//! being told to is answered quietly.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::TestApp;

use crate::{ask, must, refused};

testkit::both! {
    async fn an_archived_public_channel_is_joined_by_who_finds_it(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, cid) = (app.member("ann").await, app.member("bob").await, app.member("cid").await);
        let channel = ann.channel(&app.team, "deck").await;
        must(&ann.rest, Method::DELETE, &format!("/channels/{}", channel.id), Value::Null).await;
        let path = format!("/channels/{}/members", channel.id);
        let joined = ask(&bob.rest, Method::POST, &path, json!({"user_id": bob.user.id})).await;
        assert_eq!(joined.status, StatusCode::CREATED);
        must(&bob.rest, Method::GET, &format!("/channels/{}/posts", channel.id), Value::Null).await;
        let deleted = (StatusCode::BAD_REQUEST, "api.channel.add_user.to.channel.failed.deleted.app_error".to_owned());
        for form in [json!({"user_id": cid.user.id}), json!({"user_ids": [bob.user.id, cid.user.id]})] {
            assert_eq!(refused(&ann.rest, Method::POST, &path, form).await, deleted, "nobody is brought in");
        }
        let private = json!({"team_id": app.team.id, "name": "hold", "display_name": "Hold", "type": "P"});
        let private = must(&ann.rest, Method::POST, "/channels", private).await;
        let private = format!("/channels/{}", private["id"].as_str().expect("an id"));
        must(&ann.rest, Method::DELETE, &private, Value::Null).await;
        let answer = refused(&bob.rest, Method::POST, &format!("{private}/members"), json!({"user_id": bob.user.id})).await;
        assert!(answer.0.is_client_error(), "{answer:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_not_see_archived_channels_joins_none() {
    let app = TestApp::with(|config| config.team.view_archived_channels = false).await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let channel = ann.channel(&app.team, "deck").await;
    must(&ann.rest, Method::DELETE, &format!("/channels/{}", channel.id), Value::Null).await;
    let path = format!("/channels/{}/members", channel.id);
    let answer = refused(&bob.rest, Method::POST, &path, json!({"user_id": bob.user.id})).await;
    assert_eq!(answer.0, StatusCode::FORBIDDEN);
}
