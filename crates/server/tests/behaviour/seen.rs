//! Who learns how far somebody has read: nobody, unless the server allows it and both sides chose it.

use std::time::Duration;

use base::Millis;
use client::Socket;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Person, TestApp, both};
use wire::channels::{Channel, ChannelSeen};
use wire::events::{ChannelsSeen, EventName};

const PATIENCE: Duration = Duration::from_secs(20);
/// Members of a channel of which it is told, at most.
const MEMBERS_MAX: usize = 20;

async fn ask(person: &Person, method: Method, path: &str, body: Value) -> Value {
    let body = if body.is_null() { Default::default() } else { body.to_string().into() };
    let path = format!("/api/v4{path}");
    person.must(&path, person.rest.request(&method, &path, body, Some("application/json")).await)
}

async fn choose(person: &Person, value: &str) {
    let chosen = json!([{"user_id": person.user.id, "category": "privacy", "name": "seen_by", "value": value}]);
    ask(person, Method::PUT, "/users/me/preferences", chosen).await;
}

async fn view(person: &Person, channel: &Channel) {
    let form = json!({"channel_id": channel.id, "collapsed_threads_supported": true});
    ask(person, Method::POST, "/channels/members/me/view", form).await;
}

/// The names and times of those who have read a channel, as a person is told.
async fn seen(person: &Person, channel: &Channel, of: &[&Person]) -> Vec<(String, Millis)> {
    let path = format!("/channels/{}/seen", channel.id);
    let seen: Vec<ChannelSeen> =
        serde_json::from_value(ask(person, Method::GET, &path, Value::Null).await).expect("a list");
    let name =
        |one: &ChannelSeen| of.iter().find(|person| person.user.id == one.user_id).map(|person| &person.user.username);
    seen.iter().map(|one| (name(one).expect("somebody of the channel").clone(), one.last_viewed_at)).collect()
}

/// What a person's socket heard of others' reading until the person said something in a channel.
async fn heard(socket: &mut Socket, person: &Person, channel: &Channel) -> Vec<ChannelsSeen> {
    let mark = person.post(channel, "until here").await;
    let mut heard = Vec::new();
    loop {
        let event = socket.event(PATIENCE).await.expect("an event in time");
        match event.name() {
            Some(EventName::ChannelsSeen) => heard.push(event.read::<ChannelsSeen>().expect("its data")),
            Some(EventName::Posted)
                if event.data["post"].as_str().is_some_and(|post| post.contains(&mark.id.to_string())) =>
            {
                return heard;
            }
            _ => {}
        }
    }
}

both! {
    async fn nobody_learns_what_others_read_unless_the_server_and_both_sides_choose_it(db) {
        let app = TestApp::on_with(db, |config| config.privacy.enable_seen_by = true).await;
        let (ann, bob, cal) = (app.member("ann").await, app.member("bob").await, app.member("cal").await);
        let channel = ann.channel(&app.team, "deck").await;
        ann.let_in(&channel, &bob).await;
        ann.let_in(&channel, &cal).await;
        let all = [&ann, &bob, &cal];
        let mut socket = Socket::open(&ann.rest).await.expect("a socket");

        ann.post(&channel, "one").await;
        view(&bob, &channel).await;
        assert_eq!(seen(&ann, &channel, &all).await, [], "before anybody chose it");
        choose(&ann, "true").await;
        ann.post(&channel, "two").await;
        view(&bob, &channel).await;
        assert_eq!(seen(&ann, &channel, &all).await, [], "of somebody who does not show it");
        assert_eq!(seen(&bob, &channel, &all).await, [], "to somebody who does not show it");
        assert_eq!(heard(&mut socket, &ann, &channel).await, []);

        choose(&bob, "true").await;
        let last = ann.post(&channel, "three").await;
        view(&bob, &channel).await;
        view(&cal, &channel).await;
        let told = ChannelsSeen { user_id: bob.user.id, channel_times: [(channel.id, last.create_at)].into() };
        assert_eq!(heard(&mut socket, &ann, &channel).await, [told]);
        assert_eq!(seen(&ann, &channel, &all).await, [("bob".to_owned(), last.create_at)]);
        assert_eq!(seen(&cal, &channel, &all).await, []);

        choose(&bob, "false").await;
        ann.post(&channel, "four").await;
        view(&bob, &channel).await;
        assert_eq!(heard(&mut socket, &ann, &channel).await, []);
        assert_eq!(seen(&ann, &channel, &all).await, []);
        assert_eq!(seen(&bob, &channel, &all).await, []);

        choose(&bob, "true").await;
        let mut config = config::Config::clone(&app.app.config());
        config.privacy.enable_seen_by = false;
        app.app.set_config(config);
        ann.post(&channel, "five").await;
        view(&bob, &channel).await;
        assert_eq!(heard(&mut socket, &ann, &channel).await, []);
        assert_eq!(seen(&ann, &channel, &all).await, [], "where the server does not allow it");
    }

    async fn who_is_not_in_a_channel_learns_nothing_of_its_readers(db) {
        let app = TestApp::on_with(db, |config| config.privacy.enable_seen_by = true).await;
        let (ann, bob, eve) = (app.member("ann").await, app.member("bob").await, app.member("eve").await);
        let open = ann.channel(&app.team, "deck").await;
        ann.let_in(&open, &bob).await;
        let direct: Channel =
            serde_json::from_value(ask(&ann, Method::POST, "/channels/direct", json!([ann.user.id, bob.user.id])).await)
                .expect("a channel");
        for person in [&ann, &bob, &eve, &app.admin] {
            choose(person, "true").await;
        }
        let mut socket = Socket::open(&eve.rest).await.expect("a socket");
        for channel in [&open, &direct] {
            ann.post(channel, "one").await;
            view(&bob, channel).await;
            assert_eq!(seen(&ann, channel, &[&ann, &bob]).await.len(), 1);
            assert_eq!(seen(&app.admin, channel, &[&ann, &bob]).await, []);
        }
        for channel in [&open, &direct] {
            let path = format!("/api/v4/channels/{}/seen", channel.id);
            let refused = eve.rest.request(&Method::GET, &path, Default::default(), None).await.expect("an answer");
            assert_eq!(refused.status, StatusCode::FORBIDDEN, "{}", channel.name);
        }
        let own = eve.channel(&app.team, "hold").await;
        assert_eq!(heard(&mut socket, &eve, &own).await, []);
    }

    async fn nobody_learns_who_read_a_channel_of_many(db) {
        let app = TestApp::on_with(db, |config| config.privacy.enable_seen_by = true).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let channel = ann.channel(&app.team, "deck").await;
        ann.let_in(&channel, &bob).await;
        for number in 3..=MEMBERS_MAX {
            ann.let_in(&channel, &app.member(&format!("crew{number}")).await).await;
        }
        choose(&ann, "true").await;
        choose(&bob, "true").await;
        ann.post(&channel, "one").await;
        view(&bob, &channel).await;
        assert_eq!(seen(&ann, &channel, &[&bob]).await.len(), 1);
        ann.let_in(&channel, &app.member("last").await).await;
        assert_eq!(seen(&ann, &channel, &[&bob]).await, []);
    }
}
