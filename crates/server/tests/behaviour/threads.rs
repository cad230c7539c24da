//! What followers have not read of a thread, when some of it goes.

use std::time::Duration;

use client::Socket;
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

async fn delete(person: &Person, post: &Post) {
    ask(person, Method::DELETE, &format!("/posts/{}", post.id), Value::Null).await;
}

/// Deletes for good.
async fn remove(app: &TestApp, post: &Post) {
    ask(&app.admin, Method::DELETE, &format!("/posts/{}?permanent=true", post.id), Value::Null).await;
}

/// Unread replies and unread mentions of the first thread in the list, and of all threads of the team.
async fn unread(app: &TestApp, person: &Person, query: &str) -> [Value; 4] {
    let path = format!("/users/me/teams/{}/threads{query}", app.team.id);
    let list = ask(person, Method::GET, &path, Value::Null).await;
    let thread = &list["threads"][0];
    [
        &thread["unread_replies"],
        &thread["unread_mentions"],
        &list["total_unread_threads"],
        &list["total_unread_mentions"],
    ]
    .map(Clone::clone)
}

/// The next event that tells of a thread.
async fn thread_updated(socket: &mut Socket) -> Event {
    loop {
        let event = socket.event(PATIENCE).await.expect("an event in time");
        if event.event == "thread_updated" {
            return event;
        }
    }
}

/// Ann and Bob in a channel, and a thread of Ann's that called Bob twice.
async fn called_twice(app: &TestApp) -> (Person, Person, Post, [Post; 2]) {
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let channel = ann.channel(&app.team, "deck").await;
    ann.let_in(&channel, &bob).await;
    let root = ann.post(&channel, "Who has the keys?").await;
    let calls = [ann.reply(&root, "@bob you?").await, ann.reply(&root, "@bob anybody?").await];
    (ann, bob, root, calls)
}

both! {
    async fn a_mention_goes_with_its_reply(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, root, [first, second]) = called_twice(&app).await;
        let plain = ann.reply(&root, "Never mind.").await;
        assert_eq!(unread(&app, &bob, "").await, [3, 2, 1, 2]);
        let mut socket = Socket::open(&bob.rest).await.expect("a socket");
        delete(&ann, &plain).await;
        thread_updated(&mut socket).await;
        assert_eq!(unread(&app, &bob, "").await, [2, 2, 1, 2], "nobody was called by it");
        delete(&ann, &first).await;
        assert_eq!(unread(&app, &bob, "").await, [1, 1, 1, 1]);
        let told = thread_updated(&mut socket).await;
        let thread: Value = serde_json::from_str(told.data["thread"].as_str().expect("a thread")).expect("JSON");
        assert_eq!((&thread["unread_replies"], &thread["unread_mentions"]), (&json!(1), &json!(1)));
        assert_eq!(
            (&told.data["previous_unread_replies"], &told.data["previous_unread_mentions"]),
            (&json!(2), &json!(2)),
            "clients keep their totals by the difference"
        );
        delete(&ann, &second).await;
        assert_eq!(unread(&app, &bob, "").await, [Value::Null, Value::Null, json!(0), json!(0)], "no reply is left");
        ann.reply(&root, "All found.").await;
        assert_eq!(unread(&app, &bob, "").await, [1, 0, 1, 0]);
    }

    async fn who_read_on_loses_nothing_by_what_was_read(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, root, [first, second]) = called_twice(&app).await;
        let path = format!("/users/me/teams/{}/threads/{}/read/{}", app.team.id, root.id, second.create_at - 1);
        ask(&bob, Method::PUT, &path, json!({})).await;
        assert_eq!(unread(&app, &bob, "").await, [1, 1, 1, 1]);
        delete(&ann, &first).await;
        assert_eq!(unread(&app, &bob, "").await, [1, 1, 1, 1]);
        delete(&ann, &second).await;
        ann.reply(&root, "All found.").await;
        assert_eq!(unread(&app, &bob, "").await, [1, 0, 1, 0]);
    }

    async fn a_mention_that_was_edited_away_goes_with_the_last_unread_reply(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, root, [_, second]) = called_twice(&app).await;
        let path = format!("/users/me/teams/{}/threads/{}/read/{}", app.team.id, root.id, second.create_at - 1);
        ask(&bob, Method::PUT, &path, json!({})).await;
        ask(&ann, Method::PUT, &format!("/posts/{}/patch", second.id), json!({"message": "anybody?"})).await;
        delete(&ann, &second).await;
        assert_eq!(unread(&app, &bob, "").await, [0, 0, 0, 0]);
    }

    async fn in_a_conversation_every_reply_of_the_other_is_a_mention(db) {
        let app = TestApp::on(db).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let both = [ann.user.id, bob.user.id];
        let channel = ann.must("direct", ann.rest.send(wire::endpoints::CREATE_DIRECT_CHANNEL, &[], "", &both).await);
        let root = bob.post(&channel, "Are you there?").await;
        let first = ann.reply(&root, "Yes.").await;
        ann.reply(&root, "Here.").await;
        assert_eq!(unread(&app, &bob, "").await, [2, 2, 1, 2]);
        delete(&ann, &first).await;
        assert_eq!(unread(&app, &bob, "").await, [1, 1, 1, 1]);
        let path = format!("/users/me/teams/{}/threads/{}/read/{}", app.team.id, root.id, root.create_at);
        ask(&bob, Method::PUT, &path, json!({})).await;
        assert_eq!(unread(&app, &bob, "").await, [1, 1, 1, 1], "nothing was read");
    }

    async fn nothing_is_unread_in_a_thread_whose_root_is_deleted(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, root, _) = called_twice(&app).await;
        delete(&ann, &root).await;
        assert_eq!(unread(&app, &bob, "?deleted=true").await, [0, 0, 0, 0]);
    }

    async fn a_mention_goes_with_a_reply_that_is_removed_for_good(db) {
        let app = TestApp::on_with(db, |config| config.posts.enable_permanent_deletion = true).await;
        let (_ann, bob, _root, [first, second]) = called_twice(&app).await;
        let mut socket = Socket::open(&bob.rest).await.expect("a socket");
        remove(&app, &first).await;
        assert_eq!(unread(&app, &bob, "").await, [1, 1, 1, 1]);
        let told = thread_updated(&mut socket).await;
        assert_eq!(told.data["previous_unread_mentions"], 2);
        remove(&app, &second).await;
        assert_eq!(unread(&app, &bob, "").await[2..], [0, 0]);
    }
}
