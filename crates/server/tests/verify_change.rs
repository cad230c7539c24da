//! For each write that others hear of: what its events tell is what a fresh load shows.

use client::Rest;
use http::Method;
use serde_json::{Value, json};
use testkit::{Database, Person, TestApp, both, verify_change};
use wire::channels::Channel;
use wire::endpoints;

/// Two people of one team in one channel.
async fn ann_and_bob(db: Database) -> (TestApp, Person, Person, Channel) {
    let app = TestApp::on(db).await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let channel = ann.channel(&app.team, "deck").await;
    ann.let_in(&channel, &bob).await;
    (app, ann, bob, channel)
}

async fn send(rest: &Rest, method: Method, path: &str, body: Value) -> Value {
    let body = if body.is_null() { bytes::Bytes::new() } else { body.to_string().into() };
    let answer = rest.request(&method, &format!("/api/v4{path}"), body, Some("application/json")).await;
    answer.expect("an answer").json().unwrap_or_else(|error| panic!("{method} {path}: {error}"))
}

both! {
    async fn a_post_is_told_to_those_in_the_channel(db) {
        let (_app, ann, bob, channel) = ann_and_bob(db).await;
        verify_change(&bob, &[channel.id], ann.post(&channel, "hello @bob")).await;
        verify_change(&ann, &[channel.id], ann.post(&channel, "to myself")).await;
    }

    async fn a_reply_is_told_with_its_thread(db) {
        let (_app, ann, bob, channel) = ann_and_bob(db).await;
        let root = ann.post(&channel, "a question").await;
        verify_change(&ann, &[channel.id], bob.reply(&root, "an answer")).await;
        verify_change(&bob, &[channel.id], ann.reply(&root, "thanks @bob")).await;
    }

    async fn an_edit_and_a_deletion_are_told(db) {
        let (_app, ann, bob, channel) = ann_and_bob(db).await;
        let post = ann.post(&channel, "frist").await;
        let path = format!("/posts/{}", post.id);
        let patch = json!({"message": "first"});
        verify_change(&bob, &[channel.id], send(&ann.rest, Method::PUT, &format!("{path}/patch"), patch)).await;
        verify_change(&bob, &[channel.id], send(&ann.rest, Method::POST, &format!("{path}/pin"), Value::Null)).await;
        verify_change(&bob, &[channel.id], send(&ann.rest, Method::DELETE, &path, Value::Null)).await;
    }

    async fn reactions_are_told(db) {
        let (_app, ann, bob, channel) = ann_and_bob(db).await;
        let post = ann.post(&channel, "ship it?").await;
        let form = json!({"user_id": bob.user.id, "post_id": post.id, "emoji_name": "rocket"});
        verify_change(&ann, &[channel.id], send(&bob.rest, Method::POST, "/reactions", form)).await;
        let path = format!("/users/me/posts/{}/reactions/rocket", post.id);
        verify_change(&ann, &[channel.id], send(&bob.rest, Method::DELETE, &path, Value::Null)).await;
    }

    async fn reading_and_unreading_are_told_to_oneself(db) {
        let (_app, ann, bob, channel) = ann_and_bob(db).await;
        let post = ann.post(&channel, "one @bob").await;
        ann.post(&channel, "two").await;
        let view = json!({"channel_id": channel.id, "collapsed_threads_supported": true});
        verify_change(&bob, &[], send(&bob.rest, Method::POST, "/channels/members/me/view", view)).await;
        let path = format!("/users/me/posts/{}/set_unread", post.id);
        let form = json!({"collapsed_threads_supported": true});
        verify_change(&bob, &[], send(&bob.rest, Method::POST, &path, form)).await;
    }

    async fn coming_and_going_are_told(db) {
        let (app, ann, bob, channel) = ann_and_bob(db).await;
        let other = ann.channel(&app.team, "engine").await;
        verify_change(&bob, &[channel.id], ann.let_in(&other, &bob)).await;
        let path = format!("/channels/{}/members/{}", other.id, bob.user.id);
        verify_change(&bob, &[channel.id], send(&ann.rest, Method::DELETE, &path, Value::Null)).await;
        let direct = json!([ann.user.id, bob.user.id]);
        verify_change(&bob, &[], send(&ann.rest, Method::POST, "/channels/direct", direct)).await;
    }

    async fn a_changed_channel_is_told(db) {
        let (_app, ann, bob, channel) = ann_and_bob(db).await;
        let path = format!("/channels/{}", channel.id);
        let patch = json!({"header": "all hands", "display_name": "Upper deck"});
        verify_change(&bob, &[], send(&ann.rest, Method::PUT, &format!("{path}/patch"), patch)).await;
        let mute = json!({"channel_id": channel.id, "user_id": bob.user.id, "mark_unread": "mention"});
        let own = format!("{path}/members/{}/notify_props", bob.user.id);
        verify_change(&bob, &[], send(&bob.rest, Method::PUT, &own, mute)).await;
        verify_change(&bob, &[], send(&ann.rest, Method::DELETE, &path, Value::Null)).await;
    }

    async fn preferences_drafts_and_status_are_told_to_ones_other_clients(db) {
        let (_app, _ann, bob, channel) = ann_and_bob(db).await;
        let preference = json!([{"user_id": bob.user.id, "category": "display_settings", "name": "name_format",
            "value": "full_name"}]);
        let path = "/users/me/preferences";
        verify_change(&bob, &[], send(&bob.rest, Method::PUT, path, preference.clone())).await;
        verify_change(&bob, &[], send(&bob.rest, Method::POST, &format!("{path}/delete"), preference)).await;
        let draft = json!({"user_id": bob.user.id, "channel_id": channel.id, "message": "half a thou"});
        verify_change(&bob, &[], send(&bob.rest, Method::POST, "/drafts", draft)).await;
        let path = format!("/users/me/channels/{}/drafts", channel.id);
        verify_change(&bob, &[], send(&bob.rest, Method::DELETE, &path, Value::Null)).await;
        let away = json!({"user_id": bob.user.id, "status": "dnd"});
        verify_change(&bob, &[], send(&bob.rest, Method::PUT, "/users/me/status", away)).await;
    }

    async fn teams_and_people_are_told(db) {
        let (app, _ann, bob, _channel) = ann_and_bob(db).await;
        let path = format!("/teams/{}/patch", app.team.id);
        let patch = json!({"display_name": "Other name"});
        verify_change(&bob, &[], send(&app.admin.rest, Method::PUT, &path, patch)).await;
        let nickname = json!({"nickname": "bobby"});
        verify_change(&bob, &[], send(&bob.rest, Method::PUT, "/users/me/patch", nickname)).await;
        let second = json!({"name": "second-team", "display_name": "Second", "type": "O"});
        let team = send(&app.admin.rest, Method::POST, "/teams", second).await;
        let form = json!({"team_id": team["id"], "user_id": bob.user.id});
        let members = format!("/teams/{}/members", team["id"].as_str().expect("an id"));
        verify_change(&bob, &[], send(&app.admin.rest, Method::POST, &members, form)).await;
        let path = format!("{members}/{}", bob.user.id);
        verify_change(&bob, &[], send(&app.admin.rest, Method::DELETE, &path, Value::Null)).await;
        assert_eq!(bob.rest.ask(endpoints::GET_USER, &["me"], "").await.expect("an answer").status, 200);
    }
}
