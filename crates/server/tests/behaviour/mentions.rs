//! Who is called by a post, how long that counts, and what of it is told.

use std::time::Duration;

use client::Socket;
use http::Method;
use serde_json::{Value, json};
use testkit::{Person, TestApp, both};
use wire::channels::Channel;
use wire::posts::Post;

const PATIENCE: Duration = Duration::from_secs(20);

async fn ask(person: &Person, method: Method, path: &str, body: Value) -> Value {
    let body = if body.is_null() { Default::default() } else { body.to_string().into() };
    let path = format!("/api/v4{path}");
    person.must(&path, person.rest.request(&method, &path, body, Some("application/json")).await)
}

async fn delete(person: &Person, post: &Post) {
    ask(person, Method::DELETE, &format!("/posts/{}", post.id), Value::Null).await;
}

async fn edit(person: &Person, post: &Post, message: &str) {
    ask(person, Method::PUT, &format!("/posts/{}/patch", post.id), json!({"message": message})).await;
}

/// Mentions that are unread in a channel: all, those in roots, those that are urgent.
async fn mentions(person: &Person, channel: &Channel) -> [Value; 3] {
    let member = ask(person, Method::GET, &format!("/channels/{}/members/me", channel.id), Value::Null).await;
    ["mention_count", "mention_count_root", "urgent_mention_count"].map(|name| member[name].clone())
}

/// The own membership as the next event about it tells it.
async fn member_updated(socket: &mut Socket) -> Value {
    loop {
        let event = socket.event(PATIENCE).await.expect("an event in time");
        if event.event == "channel_member_updated" {
            return serde_json::from_str(event.data["channelMember"].as_str().expect("a member")).expect("JSON");
        }
    }
}

/// Ann and Bob in a channel of which Bob has read everything, that he was added included.
async fn two(app: &TestApp) -> (Person, Person, Channel) {
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let channel = ann.channel(&app.team, "deck").await;
    ann.let_in(&channel, &bob).await;
    view(&bob, &channel).await;
    (ann, bob, channel)
}

async fn set_status(person: &Person, status: &str) {
    let form = json!({"user_id": person.user.id, "status": status});
    ask(person, Method::PUT, "/users/me/status", form).await;
}

async fn view(person: &Person, channel: &Channel) {
    ask(person, Method::POST, "/channels/members/me/view", json!({"channel_id": channel.id})).await;
}

both! {
    async fn a_name_calls_when_it_stands_alone(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, channel) = two(&app).await;
        app.member("bob.jones").await;
        for message in ["npm i @here-maps/ui", "the @all-hands meeting", "@channel.io/sdk", "@here.com", "@channel-ops",
            "@bob.jones please", "@bob-2", "@bob.smith"]
        {
            ann.post(&channel, message).await;
            assert_eq!(mentions(&bob, &channel).await, [0, 0, 0], "{message}");
        }
        ann.post(&channel, "And @bob, please (@bob).").await;
        assert_eq!(mentions(&bob, &channel).await, [1, 1, 0]);
    }

    async fn a_mention_counts_no_more_when_its_post_is_deleted(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, channel) = two(&app).await;
        let [first, _second] = [ann.post(&channel, "@bob?").await, ann.post(&channel, "@channel now").await];
        let reply = ann.reply(&first, "@bob answers?").await;
        assert_eq!(mentions(&bob, &channel).await, [3, 2, 0]);
        let mut socket = Socket::open(&bob.rest).await.expect("a socket");
        delete(&ann, &reply).await;
        let told = member_updated(&mut socket).await;
        assert_eq!((&told["mention_count"], &told["mention_count_root"]), (&json!(2), &json!(2)));
        assert_eq!(told["roles"], "channel_user");
        delete(&ann, &first).await;
        assert_eq!(mentions(&bob, &channel).await, [1, 1, 0]);
        let path = format!("/users/me/teams/{}/unread", app.team.id);
        assert_eq!(ask(&bob, Method::GET, &path, Value::Null).await["mention_count"], 1);
    }

    async fn a_root_takes_the_mentions_of_its_replies_along(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, channel) = two(&app).await;
        let root = ann.post(&channel, "Who has the keys?").await;
        ann.reply(&root, "@bob you?").await;
        ann.reply(&root, "Or @bob's friend?").await;
        let urgent = json!({"channel_id": channel.id, "message": "@bob!",
            "metadata": {"priority": {"priority": "urgent"}}});
        let urgent: Post = serde_json::from_value(ask(&ann, Method::POST, "/posts", urgent).await).expect("a post");
        assert_eq!(mentions(&bob, &channel).await, [3, 1, 1]);
        delete(&ann, &root).await;
        assert_eq!(mentions(&bob, &channel).await, [1, 1, 1]);
        delete(&ann, &urgent).await;
        assert_eq!(mentions(&bob, &channel).await, [0, 0, 0]);
    }

    async fn a_mention_counts_no_more_when_it_is_edited_away(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, channel) = two(&app).await;
        let post = ann.post(&channel, "@bob, and everybody").await;
        let reply = ann.reply(&post, "@bob?").await;
        edit(&ann, &post, "@bob, and nobody else").await;
        assert_eq!(mentions(&bob, &channel).await, [2, 1, 0]);
        let mut socket = Socket::open(&bob.rest).await.expect("a socket");
        edit(&ann, &post, "Nobody").await;
        assert_eq!(member_updated(&mut socket).await["mention_count"], 1);
        edit(&ann, &reply, "Nobody?").await;
        assert_eq!(mentions(&bob, &channel).await, [0, 0, 0]);
        let told = loop {
            let event = socket.event(PATIENCE).await.expect("an event in time");
            if event.event == "thread_updated" {
                break event;
            }
        };
        let thread: Value = serde_json::from_str(told.data["thread"].as_str().expect("a thread")).expect("JSON");
        assert_eq!((&thread["unread_mentions"], &thread["unread_replies"]), (&json!(0), &json!(1)));
        assert_eq!(told.data["previous_unread_mentions"], 1);
        assert_eq!(told.data["previous_unread_replies"], 1);
        edit(&ann, &post, "@bob again").await;
        delete(&ann, &post).await;
        assert_eq!(mentions(&bob, &channel).await, [0, 0, 0]);
    }

    async fn who_was_there_loses_the_mention_with_its_post(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, channel) = two(&app).await;
        let carol = app.member("carol").await;
        ann.let_in(&channel, &carol).await;
        view(&carol, &channel).await;
        set_status(&bob, "online").await;
        set_status(&carol, "offline").await;
        let [first, second, third] =
            [ann.post(&channel, "@here!").await, ann.post(&channel, "@here?").await, ann.post(&channel, "@here.").await];
        ann.post(&channel, "@carol is not here").await;
        assert_eq!(mentions(&bob, &channel).await, [3, 3, 0]);
        // Who comes and goes afterwards changes nothing of whom it called.
        set_status(&bob, "offline").await;
        set_status(&carol, "online").await;
        delete(&ann, &first).await;
        assert_eq!(mentions(&bob, &channel).await, [2, 2, 0]);
        edit(&ann, &second, "@here, please?").await;
        assert_eq!(mentions(&bob, &channel).await, [2, 2, 0]);
        edit(&ann, &second, "Nobody?").await;
        assert_eq!(mentions(&bob, &channel).await, [1, 1, 0]);
        edit(&ann, &third, "@bob.").await;
        assert_eq!(mentions(&bob, &channel).await, [1, 1, 0]);
        delete(&ann, &second).await;
        delete(&ann, &third).await;
        assert_eq!(mentions(&bob, &channel).await, [0, 0, 0]);
        assert_eq!(mentions(&carol, &channel).await, [1, 1, 0]);
    }

    async fn who_wants_all_answers_loses_the_mention_with_the_answer(db) {
        let app = TestApp::on_with(db, |config| config.threads.collapsed = config::CollapsedThreads::DefaultOff).await;
        let (ann, bob, channel) = two(&app).await;
        let settings = json!({"notify_props": {"comments": "root"}});
        ask(&bob, Method::PUT, "/users/me/patch", settings).await;
        let root = bob.post(&channel, "Who has the keys?").await;
        let [first, second] = [ann.reply(&root, "I do.").await, ann.reply(&root, "Or not.").await];
        assert_eq!(mentions(&bob, &channel).await, [2, 0, 0]);
        edit(&ann, &first, "I do not.").await;
        assert_eq!(mentions(&bob, &channel).await, [2, 0, 0]);
        let mut socket = Socket::open(&bob.rest).await.expect("a socket");
        delete(&ann, &first).await;
        assert_eq!(member_updated(&mut socket).await["mention_count"], 1);
        delete(&ann, &second).await;
        assert_eq!(mentions(&bob, &channel).await, [0, 0, 0]);
    }

    async fn a_root_takes_the_drafts_of_answers_along(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, channel) = two(&app).await;
        let [root, other] = [ann.post(&channel, "Who has the keys?").await, ann.post(&channel, "And the lamp?").await];
        for one in [&root, &other] {
            let draft = json!({"channel_id": channel.id, "root_id": one.id, "message": "Not I"});
            ask(&bob, Method::POST, "/drafts", draft).await;
        }
        let mut socket = Socket::open(&bob.rest).await.expect("a socket");
        delete(&ann, &root).await;
        let told = loop {
            let event = socket.event(PATIENCE).await.expect("an event in time");
            if event.event == "draft_deleted" {
                break event;
            }
        };
        let draft: Value = serde_json::from_str(told.data["draft"].as_str().expect("a draft")).expect("JSON");
        assert_eq!((&draft["root_id"], &draft["message"]), (&json!(root.id), &json!("Not I")));
        let left = app.app.store.draft(bob.user.id, channel.id, root.id).await.expect("a store that answers");
        assert_eq!(left, None);
        let drafts = ask(&bob, Method::GET, &format!("/users/me/teams/{}/drafts", app.team.id), Value::Null).await;
        assert_eq!(drafts.as_array().map(Vec::len), Some(1), "{drafts}");
    }

    async fn nobody_loses_a_mention_by_a_post_that_did_not_count(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, channel) = two(&app).await;
        let carol = app.member("carol").await;
        let early = ann.post(&channel, "@carol should be here, and @bob is").await;
        view(&bob, &channel).await;
        ann.let_in(&channel, &carol).await;
        let later = ann.post(&channel, "Hello").await;
        ann.post(&channel, "@bob and @carol, welcome").await;
        let before = [mentions(&bob, &channel).await, mentions(&carol, &channel).await];
        edit(&ann, &later, "Hello @bob and @carol").await;
        delete(&ann, &later).await;
        delete(&ann, &early).await;
        assert_eq!([mentions(&bob, &channel).await, mentions(&carol, &channel).await], before);
    }

    async fn a_muted_channel_has_nothing_unread_but_mentions(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, channel) = two(&app).await;
        let settings = format!("/channels/{}/members/{}/notify_props", channel.id, bob.user.id);
        ask(&bob, Method::PUT, &settings, json!({"mark_unread": "mention"})).await;
        ann.post(&channel, "Hello").await;
        ann.post(&channel, "Hello @bob").await;
        let unread = ask(&bob, Method::GET, &format!("/users/me/channels/{}/unread", channel.id), Value::Null).await;
        assert_eq!((&unread["msg_count"], &unread["msg_count_root"]), (&json!(0), &json!(0)));
        assert_eq!((&unread["mention_count"], &unread["mention_count_root"]), (&json!(1), &json!(1)));
    }

    async fn who_muted_a_channel_is_called_with_everybody_only_where_set_so(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, channel) = two(&app).await;
        let settings = format!("/channels/{}/members/{}/notify_props", channel.id, bob.user.id);
        ask(&bob, Method::PUT, &settings, json!({"mark_unread": "mention"})).await;
        ann.post(&channel, "@channel hello").await;
        assert_eq!(mentions(&bob, &channel).await, [0, 0, 0]);
        ask(&bob, Method::PUT, &settings, json!({"ignore_channel_mentions": "off"})).await;
        ann.post(&channel, "@channel hello").await;
        assert_eq!(mentions(&bob, &channel).await, [1, 1, 0]);
    }
}
