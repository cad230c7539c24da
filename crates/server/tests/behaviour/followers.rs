//! What followers of threads are told of what was unread before, and who is told nothing any more.

use std::time::Duration;

use client::Socket;
use config::CollapsedThreads;
use http::Method;
use serde_json::{Value, json};
use testkit::{Person, TestApp, both};
use wire::events::Event;
use wire::posts::Post;

const PATIENCE: Duration = Duration::from_secs(20);

async fn ask(person: &Person, method: Method, path: &str, body: Value) -> Value {
    let body = if body.is_null() { Default::default() } else { body.to_string().into() };
    let path = format!("/api/v4{path}");
    person.must(&path, person.rest.request(&method, &path, body, Some("application/json")).await)
}

/// Unread replies and mentions of a thread as the next event about it tells them: before, and now.
async fn thread_updated(socket: &mut Socket) -> [i64; 4] {
    let event = loop {
        let event = socket.event(PATIENCE).await.expect("an event in time");
        if event.event == "thread_updated" {
            break event;
        }
    };
    let thread: Value = serde_json::from_str(event.data["thread"].as_str().expect("a thread")).expect("JSON");
    let number = |value: &Value| value.as_i64().expect("a number");
    [
        number(&event.data["previous_unread_replies"]),
        number(&event.data["previous_unread_mentions"]),
        number(&thread["unread_replies"]),
        number(&thread["unread_mentions"]),
    ]
}

/// All events up to the one that tells of a new direct channel.
async fn until_direct(socket: &mut Socket, one: &Person, other: &Person) -> Vec<Event> {
    let both = [one.user.id, other.user.id];
    ask(one, Method::POST, "/channels/direct", json!(both)).await;
    let mut events = Vec::new();
    loop {
        let event = socket.event(PATIENCE).await.expect("an event in time");
        if event.event == "direct_added" {
            return events;
        }
        events.push(event);
    }
}

/// Ann and Bob in a public channel with a thread of Ann's, and Eve, who is not in the channel and follows the thread.
async fn world(app: &TestApp) -> (Person, Person, Person, Post) {
    let (ann, bob, eve) = (app.member("ann").await, app.member("bob").await, app.member("eve").await);
    let channel = ann.channel(&app.team, "deck").await;
    ann.let_in(&channel, &bob).await;
    let root = ann.post(&channel, "Who has the keys?").await;
    ann.reply(&root, "Nobody?").await;
    follow(app, &eve, &root, Method::PUT).await;
    (ann, bob, eve, root)
}

async fn follow(app: &TestApp, person: &Person, root: &Post, method: Method) {
    let path = format!("/users/me/teams/{}/threads/{}/following", app.team.id, root.id);
    ask(person, method, &path, Value::Null).await;
}

/// How many threads a list has, and what the totals say.
async fn listed(app: &TestApp, person: &Person) -> (usize, [Value; 3]) {
    let path = format!("/users/me/teams/{}/threads?extended=true", app.team.id);
    let list = ask(person, Method::GET, &path, Value::Null).await;
    let totals = ["total", "total_unread_threads", "total_unread_mentions"].map(|name| list[name].clone());
    (list["threads"].as_array().expect("threads").len(), totals)
}

both! {
    async fn who_answers_is_told_what_was_unread_before(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, _eve, root) = world(&app).await;
        ann.reply(&root, "@bob you?").await;
        ann.reply(&root, "Hello?").await;
        let mut socket = Socket::open(&bob.rest).await.expect("a socket");
        bob.reply(&root, "Not me.").await;
        assert_eq!(thread_updated(&mut socket).await, [3, 1, 0, 0]);
        bob.reply(&root, "Nor Eve.").await;
        assert_eq!(thread_updated(&mut socket).await, [0, 0, 0, 0]);
        ann.reply(&root, "Hm.").await;
        assert_eq!(thread_updated(&mut socket).await, [0, 0, 1, 0]);
    }

    async fn who_is_made_to_follow_again_had_nothing_in_the_sums(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, _eve, root) = world(&app).await;
        ann.reply(&root, "@bob you?").await;
        follow(&app, &bob, &root, Method::DELETE).await;
        let mut socket = Socket::open(&bob.rest).await.expect("a socket");
        ann.reply(&root, "@bob really?").await;
        let [replies_before, mentions_before, ..] = thread_updated(&mut socket).await;
        assert_eq!([replies_before, mentions_before], [0, 0]);
    }

    async fn the_deletion_of_the_only_reply_is_told(db) {
        let app = TestApp::on(db).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let channel = ann.channel(&app.team, "deck").await;
        ann.let_in(&channel, &bob).await;
        let root = bob.post(&channel, "Who has the keys?").await;
        let reply = ann.reply(&root, "@bob has").await;
        let mut socket = Socket::open(&bob.rest).await.expect("a socket");
        ask(&ann, Method::DELETE, &format!("/posts/{}", reply.id), Value::Null).await;
        assert_eq!(thread_updated(&mut socket).await, [1, 1, 0, 0]);
    }

    async fn marking_a_reply_as_unread_follows_its_thread(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, _eve, root) = world(&app).await;
        let call = ann.reply(&root, "Ask the mate").await;
        ann.reply(&root, "Or somebody else").await;
        let mut socket = Socket::open(&bob.rest).await.expect("a socket");
        ask(&bob, Method::POST, &format!("/users/me/posts/{}/set_unread", call.id), json!({})).await;
        assert_eq!(thread_updated(&mut socket).await, [0, 0, 2, 0]);
        assert_eq!(listed(&app, &bob).await, (1, [json!(1), json!(1), json!(0)]));
        let named = ann.reply(&root, "@bob, you?").await;
        assert_eq!(thread_updated(&mut socket).await, [2, 0, 3, 1]);
        bob.reply(&root, "Yes.").await;
        assert_eq!(thread_updated(&mut socket).await, [3, 1, 0, 0]);
        ask(&bob, Method::POST, &format!("/users/me/posts/{}/set_unread", named.id), json!({})).await;
        assert_eq!(thread_updated(&mut socket).await, [0, 0, 2, 1], "the own reply counts as well");
        ask(&bob, Method::POST, &format!("/users/me/posts/{}/set_unread", call.id), json!({})).await;
        assert_eq!(thread_updated(&mut socket).await, [2, 1, 4, 1]);
    }

    async fn who_does_not_gather_replies_reads_threads_with_their_channel(db) {
        let app = TestApp::on_with(db, |config| config.threads.collapsed = CollapsedThreads::DefaultOff).await;
        let (ann, bob, _eve, root) = world(&app).await;
        ann.reply(&root, "@bob you?").await;
        assert_eq!(listed(&app, &bob).await.1, [json!(1), json!(1), json!(1)]);
        let view = json!({"channel_id": root.channel_id, "collapsed_threads_supported": true});
        ask(&bob, Method::POST, "/channels/members/me/view", view).await;
        assert_eq!(listed(&app, &bob).await.1, [json!(1), json!(0), json!(0)]);
    }

    async fn a_follower_outside_hears_nothing_of_a_channel_that_became_private(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, eve, root) = world(&app).await;
        ann.reply(&root, "Somebody?").await;
        assert_eq!(listed(&app, &eve).await.0, 1);
        let mut socket = Socket::open(&eve.rest).await.expect("a socket");
        let privacy = format!("/channels/{}/privacy", root.channel_id);
        ask(&app.admin, Method::PUT, &privacy, json!({"privacy": "P"})).await;
        ask(&ann, Method::PUT, &format!("/posts/{}/patch", root.id), json!({"message": "A secret"})).await;
        let reply = bob.reply(&root, "And another").await;
        ask(&bob, Method::DELETE, &format!("/posts/{}", reply.id), Value::Null).await;
        let heard = until_direct(&mut socket, &ann, &eve).await;
        let about = heard.iter().filter(|event| event.event.starts_with("thread_") || event.event == "posted");
        assert_eq!(about.map(|event| event.event.as_str()).collect::<Vec<_>>(), Vec::<&str>::new());
        assert_eq!(listed(&app, &eve).await, (0, [json!(0), json!(0), json!(0)]));
    }

    async fn a_follower_who_may_read_no_more_is_shown_no_threads(db) {
        let app = TestApp::on_with(db, |config| config.guests.enable = true).await;
        let (ann, _bob, eve, root) = world(&app).await;
        ann.reply(&root, "Somebody?").await;
        let mut socket = Socket::open(&eve.rest).await.expect("a socket");
        ask(&app.admin, Method::POST, &format!("/users/{}/demote", eve.user.id), Value::Null).await;
        ann.reply(&root, "Never mind").await;
        let heard = until_direct(&mut socket, &ann, &eve).await;
        assert!(heard.iter().all(|event| event.event != "thread_updated"));
        assert_eq!(listed(&app, &eve).await, (0, [json!(0), json!(0), json!(0)]));
        let path = "/users/me/teams/unread?include_collapsed_threads=true";
        let unread = ask(&eve, Method::GET, path, Value::Null).await;
        assert_eq!(unread[0]["thread_count"].as_i64().unwrap_or_default(), 0);
        let path = format!("/api/v4/users/{}/teams/{}/threads/{}", eve.user.id, app.team.id, root.id);
        let answer = app.admin.rest.request(&Method::GET, &path, Default::default(), None).await.expect("an answer");
        assert_eq!(answer.status, http::StatusCode::NOT_FOUND, "not even for who may read it");
    }
}
