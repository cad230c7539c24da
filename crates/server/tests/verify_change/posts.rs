//! Posts and what hangs on them.

use http::Method;
use serde_json::{Value, json};
use testkit::{TestApp, hears, verify_change};

use crate::{ann_and_bob, send};

hears! {
    [Posted, MultipleChannelsViewed]
    async fn a_post_is_told_to_those_in_the_channel(db) {
        let (_app, ann, bob, channel) = ann_and_bob(db).await;
        verify_change(&bob, &[channel.id], ann.post(&channel, "hello @bob")).await;
        verify_change(&ann, &[channel.id], ann.post(&channel, "to myself")).await;
    }

    [Posted, ThreadUpdated]
    async fn a_reply_is_told_with_its_thread(db) {
        let (_app, ann, bob, channel) = ann_and_bob(db).await;
        let root = ann.post(&channel, "a question").await;
        verify_change(&ann, &[channel.id], bob.reply(&root, "an answer")).await;
        verify_change(&bob, &[channel.id], ann.reply(&root, "thanks @bob")).await;
    }

    [PostDeleted, ThreadUpdated]
    async fn a_deleted_reply_is_told_with_its_thread(db) {
        let (_app, ann, bob, channel) = ann_and_bob(db).await;
        let root = bob.post(&channel, "a question").await;
        let (call, last) = (ann.reply(&root, "@bob, an answer").await, ann.reply(&root, "another").await);
        for reply in [call, last] {
            let path = format!("/posts/{}", reply.id);
            verify_change(&bob, &[channel.id], send(&ann.rest, Method::DELETE, &path, Value::Null)).await;
        }
    }

    [PostEdited, PostDeleted]
    async fn an_edit_and_a_deletion_are_told(db) {
        let (_app, ann, bob, channel) = ann_and_bob(db).await;
        let post = ann.post(&channel, "frist").await;
        let path = format!("/posts/{}", post.id);
        let patch = json!({"message": "first"});
        verify_change(&bob, &[channel.id], send(&ann.rest, Method::PUT, &format!("{path}/patch"), patch)).await;
        verify_change(&bob, &[channel.id], send(&ann.rest, Method::POST, &format!("{path}/pin"), Value::Null)).await;
        verify_change(&bob, &[channel.id], send(&ann.rest, Method::DELETE, &path, Value::Null)).await;
    }

    [ReactionAdded, ReactionRemoved]
    async fn reactions_are_told(db) {
        let (_app, ann, bob, channel) = ann_and_bob(db).await;
        let post = ann.post(&channel, "ship it?").await;
        let form = json!({"user_id": bob.user.id, "post_id": post.id, "emoji_name": "rocket"});
        verify_change(&ann, &[channel.id], send(&bob.rest, Method::POST, "/reactions", form)).await;
        let path = format!("/users/me/posts/{}/reactions/rocket", post.id);
        verify_change(&ann, &[channel.id], send(&bob.rest, Method::DELETE, &path, Value::Null)).await;
    }

    [MultipleChannelsViewed, PostUnread]
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

    [ChannelsSeen]
    async fn what_somebody_read_is_told_to_those_who_show_the_same(db) {
        let app = TestApp::on_with(db, |config| config.privacy.enable_seen_by = true).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let channel = ann.channel(&app.team, "deck").await;
        ann.let_in(&channel, &bob).await;
        for person in [&ann, &bob] {
            let chosen = json!([{"user_id": person.user.id, "category": "privacy", "name": "seen_by", "value": "true"}]);
            send(&person.rest, Method::PUT, "/users/me/preferences", chosen).await;
        }
        let post = ann.post(&channel, "one @bob").await;
        let view = json!({"channel_id": channel.id, "collapsed_threads_supported": true});
        verify_change(&ann, &[channel.id], send(&bob.rest, Method::POST, "/channels/members/me/view", view)).await;
        verify_change(&ann, &[channel.id], bob.post(&channel, "two")).await;
        let path = format!("/users/me/posts/{}/set_unread", post.id);
        let form = json!({"collapsed_threads_supported": true});
        verify_change(&ann, &[channel.id], send(&bob.rest, Method::POST, &path, form)).await;
    }

    [EphemeralMessage]
    async fn what_one_person_alone_is_to_read_is_told_to_that_person(db) {
        let (app, _ann, bob, channel) = ann_and_bob(db).await;
        let form = json!({"user_id": bob.user.id, "post": {"channel_id": channel.id, "message": "psst"}});
        verify_change(&bob, &[channel.id], send(&app.admin.rest, Method::POST, "/posts/ephemeral", form)).await;
    }

    [PostAcknowledgementAdded, PostAcknowledgementRemoved]
    async fn acknowledgements_are_told(db) {
        let (_app, ann, bob, channel) = ann_and_bob(db).await;
        let form = json!({"channel_id": channel.id, "message": "read this",
            "metadata": {"priority": {"priority": "important", "requested_ack": true}}});
        let post = send(&ann.rest, Method::POST, "/posts", form).await;
        let path = format!("/users/me/posts/{}/ack", post["id"].as_str().expect("an id"));
        verify_change(&ann, &[channel.id], send(&bob.rest, Method::POST, &path, Value::Null)).await;
        verify_change(&ann, &[channel.id], send(&bob.rest, Method::DELETE, &path, Value::Null)).await;
    }

    [Typing]
    async fn who_types_is_told(db) {
        let (_app, ann, bob, channel) = ann_and_bob(db).await;
        let form = json!({"channel_id": channel.id});
        verify_change(&ann, &[], send(&bob.rest, Method::POST, "/users/me/typing", form)).await;
    }

    [ScheduledPostCreated, ScheduledPostUpdated, ScheduledPostDeleted]
    async fn scheduled_posts_are_told_to_ones_other_clients(db) {
        let (_app, _ann, bob, channel) = ann_and_bob(db).await;
        let at = base::Clock::system().now() + 86_400_000;
        let upload = format!("/api/v4/files?channel_id={}&filename=note.txt", channel.id);
        let file = bob.rest.request(&Method::POST, &upload, "a note".into(), Some("text/plain")).await;
        let file: Value = file.expect("an answer").json().expect("a file");
        let mut form = json!({"user_id": bob.user.id, "channel_id": channel.id, "message": "later", "scheduled_at": at,
            "file_ids": [file["file_infos"][0]["id"]]});
        let made = verify_change(&bob, &[], send(&bob.rest, Method::POST, "/posts/schedule", form.clone())).await;
        let path = format!("/posts/schedule/{}", made["id"].as_str().expect("an id"));
        form["id"] = made["id"].clone();
        form["message"] = json!("much later");
        verify_change(&bob, &[], send(&bob.rest, Method::PUT, &path, form)).await;
        verify_change(&bob, &[], send(&bob.rest, Method::DELETE, &path, Value::Null)).await;
    }

    [ThreadFollowChanged, ThreadReadChanged]
    async fn following_and_reading_threads_are_told(db) {
        let (app, ann, bob, channel) = ann_and_bob(db).await;
        let root = ann.post(&channel, "a question").await;
        ann.reply(&root, "never mind").await;
        let thread = format!("/users/me/teams/{}/threads/{}", app.team.id, root.id);
        let follow = format!("{thread}/following");
        verify_change(&bob, &[channel.id], send(&bob.rest, Method::PUT, &follow, Value::Null)).await;
        ann.reply(&root, "@bob, after all").await;
        let read = format!("{thread}/read/{}", base::Clock::system().now() + 1_000);
        verify_change(&bob, &[channel.id], send(&bob.rest, Method::PUT, &read, Value::Null)).await;
        verify_change(&bob, &[channel.id], send(&bob.rest, Method::DELETE, &follow, Value::Null)).await;
    }
}
