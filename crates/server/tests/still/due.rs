//! What happens at a time happens once: reminders, repeating notifications, scheduled posts, codes that expire, with
//! the server stopped and started in between.

use client::Rest;
use http::Method;
use serde_json::{Value, json};

use crate::world::{ANN, BEN, MINUTE, START, World, id};

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_comes_once_although_the_server_was_restarted() {
    let mut world = World::new().await;
    let post = world.post(ANN, json!({"message": "think of the milk"})).await;
    let path = format!("/users/{}/posts/{post}/reminder", world.ids[BEN]);
    world.ask(BEN, Method::POST, &path, json!({"target_time": (START + 5 * MINUTE) / 1000})).await;
    world.clock.advance(4 * MINUTE);
    world.server().look().await;
    assert_eq!(world.reminders().await, 0);
    world.restart().await;
    world.clock.advance(2 * MINUTE);
    world.server().look().await;
    assert_eq!(world.reminders().await, 1);
    world.restart().await;
    world.clock.advance(10 * MINUTE);
    world.server().look().await;
    assert_eq!(world.reminders().await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_of_a_post_that_is_gone_does_not_hold_up_the_others() {
    let world = World::new().await;
    for message in ["gone", "there"] {
        let post = world.post(ANN, json!({"message": message})).await;
        let path = format!("/users/{}/posts/{post}/reminder", world.ids[BEN]);
        world.ask(BEN, Method::POST, &path, json!({"target_time": (START + MINUTE) / 1000})).await;
        if message == "gone" {
            world.ask(ANN, Method::DELETE, &format!("/posts/{post}"), Value::Null).await;
        }
    }
    world.clock.advance(2 * MINUTE);
    world.server().look().await;
    assert_eq!(world.reminders().await, 1);
}

fn urgent(message: &str) -> Value {
    let priority = json!({"priority": "urgent", "requested_ack": false, "persistent_notifications": true});
    json!({"message": message, "metadata": {"priority": priority}})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notification_repeats_each_interval_until_its_reader_reacts() {
    let mut world = World::new().await;
    let post = world.post(ANN, urgent("man overboard @ben")).await;
    world.server().look().await;
    assert_eq!(world.repeated().await, Some(0));
    world.clock.advance(5 * MINUTE);
    world.server().look().await;
    assert_eq!(world.repeated().await, Some(1));
    world.restart().await;
    world.server().look().await;
    assert_eq!(world.repeated().await, Some(1));
    world.clock.advance(5 * MINUTE);
    world.server().look().await;
    assert_eq!(world.repeated().await, Some(2));
    // The author does not answer for those who were called.
    let mine = json!({"user_id": world.ids[ANN], "post_id": post, "emoji_name": "eyes"});
    world.ask(ANN, Method::POST, "/reactions", mine).await;
    assert_eq!(world.repeated().await, Some(2));
    let reaction = json!({"user_id": world.ids[BEN], "post_id": post, "emoji_name": "eyes"});
    world.ask(BEN, Method::POST, "/reactions", reaction).await;
    assert_eq!(world.repeated().await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notification_that_nobody_answers_ends_by_itself() {
    let world = World::new().await;
    world.post(ANN, urgent("anybody there, @ben?")).await;
    for _ in 0..6 {
        world.clock.advance(5 * MINUTE);
        world.server().look().await;
    }
    assert_eq!(world.repeated().await, Some(6));
    world.clock.advance(5 * MINUTE);
    world.server().look().await;
    assert_eq!(world.repeated().await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notification_ends_with_its_channel() {
    let world = World::new().await;
    world.post(ANN, urgent("closing time @ben")).await;
    world.ask(ANN, Method::DELETE, &format!("/channels/{}", world.channel), Value::Null).await;
    world.clock.advance(5 * MINUTE);
    world.server().look().await;
    assert_eq!(world.repeated().await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scheduled_post_is_sent_once_although_the_server_was_restarted() {
    let mut world = World::new().await;
    let form = json!({"channel_id": world.channel, "message": "good morning", "scheduled_at": START + 5 * MINUTE});
    world.ask(ANN, Method::POST, "/posts/schedule", form).await;
    world.clock.advance(4 * MINUTE);
    world.server().look().await;
    assert_eq!(world.count(ANN, &world.channel, "good morning").await, 0);
    world.restart().await;
    world.clock.advance(2 * MINUTE);
    world.server().look().await;
    world.restart().await;
    world.server().look().await;
    assert_eq!(world.count(ANN, &world.channel, "good morning").await, 1);
    let path = format!("/posts/scheduled/team/{}?includeDirectChannels=true", world.team);
    let left = world.ask(ANN, Method::GET, &path, Value::Null).await;
    assert_eq!(left[&world.team].as_array().map(Vec::len), Some(0), "{left}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scheduled_post_that_cannot_be_sent_stays_with_its_reason() {
    let world = World::new().await;
    let form = json!({"channel_id": world.channel, "message": "too late", "scheduled_at": START + 5 * MINUTE});
    world.ask(BEN, Method::POST, "/posts/schedule", form).await;
    let path = format!("/channels/{}/members/{}", world.channel, world.ids[BEN]);
    world.ask(ANN, Method::DELETE, &path, Value::Null).await;
    world.clock.advance(6 * MINUTE);
    world.server().look().await;
    assert_eq!(world.count(ANN, &world.channel, "too late").await, 0);
    let path = format!("/posts/scheduled/team/{}", world.team);
    let left = world.ask(BEN, Method::GET, &path, Value::Null).await;
    assert_eq!(left[&world.team][0]["error_code"], "no_channel_member", "{left}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_of_oauth_is_worth_nothing_after_ten_minutes() {
    let world = World::new().await;
    let back = "http://127.0.0.1:9/back";
    let form = json!({"name": "tides", "description": "x", "callback_urls": [back], "homepage": "http://x.test"});
    let app = world.ask(ANN, Method::POST, "/oauth/apps", form).await;
    for (minutes, good) in [(9, true), (10, false)] {
        let form = json!({"response_type": "code", "client_id": app["id"], "redirect_uri": back, "state": ""});
        let answer = world.tokens[BEN]
            .request(&Method::POST, "/oauth/authorize", form.to_string().into(), Some("application/json"))
            .await;
        let answer: Value = answer.expect("an answer").json().expect("a redirect");
        let redirect = answer["redirect"].as_str().expect("an address");
        let code = redirect.split_once("code=").expect("a code").1;
        world.clock.advance(minutes * MINUTE);
        let secret = app["client_secret"].as_str().expect("a secret");
        let form = format!(
            "grant_type=authorization_code&client_id={}&client_secret={secret}&code={code}&redirect_uri={back}",
            id(&app)
        );
        let kind = Some("application/x-www-form-urlencoded");
        let anyone = Rest::new(&world.server().base);
        let answer = anyone.request(&Method::POST, "/oauth/access_token", form.into(), kind).await.expect("an answer");
        assert_eq!(answer.status.is_success(), good, "after {minutes} minutes: {:?}", answer.body);
    }
}
