//! Who reads what at the moment it is told: events show nobody more than a request would.

use std::time::Duration;

use client::Socket;
use http::Method;
use serde_json::{Value, json};
use testkit::{Person, TestApp, both};
use wire::channels::Channel;

/// Time in which an event comes that is certain to come.
const PATIENCE: Duration = Duration::from_secs(20);

/// Status and body of an answer.
async fn ask(person: &Person, method: Method, path: &str, body: Value) -> (u16, Value) {
    let body = if body.is_null() { Default::default() } else { body.to_string().into() };
    let path = format!("/api/v4{path}");
    let answer = person.rest.request(&method, &path, body, Some("application/json")).await;
    match answer.and_then(|answer| answer.json()) {
        Ok(answer) => (200, answer),
        Err(client::Error::Refused(refusal)) => (refusal.status_code, json!(refusal.id)),
        Err(error) => panic!("{path}: {error}"),
    }
}

async fn must(person: &Person, method: Method, path: &str, body: Value) -> Value {
    let (status, answer) = ask(person, method, path, body).await;
    assert_eq!(status, 200, "{path}: {answer}");
    answer
}

/// The post of the next event of this name.
async fn told(socket: &mut Socket, name: &str) -> Value {
    loop {
        let event = socket.event(PATIENCE).await.expect("an event in time");
        if event.event == name {
            let data = &event.data;
            return serde_json::from_str(data["post"].as_str().expect("a post")).expect("JSON");
        }
    }
}

/// What is told before the post with this text, as one text.
async fn told_before(socket: &mut Socket, text: &str) -> String {
    let mut told = String::new();
    loop {
        let event = socket.event(PATIENCE).await.expect("an event in time");
        let data = serde_json::to_string(&event.data).expect("JSON");
        if data.contains(text) {
            return told;
        }
        told.push_str(&data);
    }
}

/// A guest who is in one channel, into which the host lets guests.
async fn guest(app: &TestApp, host: &Person, channel: &Channel, name: &str) -> Person {
    let guest = app.stranger(name).await;
    must(&app.admin, Method::POST, &format!("/users/{}/demote", guest.user.id), Value::Null).await;
    let form = json!({"team_id": app.team.id, "user_id": guest.user.id});
    must(&app.admin, Method::POST, &format!("/teams/{}/members", app.team.id), form).await;
    host.let_in(channel, &guest).await;
    guest
}

/// What a post shows of another.
fn shown(post: &Value) -> (bool, usize) {
    let embeds = post["metadata"]["embeds"].as_array().map_or(0, Vec::len);
    (post["props"].get("previewed_post").is_some(), embeds)
}

both! {
    async fn nobody_is_told_who_types_in_an_archived_channel(db) {
        let app = TestApp::on(db).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let (deck, hold) = (ann.channel(&app.team, "deck").await, ann.channel(&app.team, "hold").await);
        for channel in [&deck, &hold] {
            ann.let_in(channel, &bob).await;
        }
        must(&ann, Method::DELETE, &format!("/channels/{}", hold.id), Value::Null).await;
        let mut hears = Socket::open(&bob.rest).await.expect("bob");
        let mut types = Socket::open(&ann.rest).await.expect("ann");
        for channel in [hold.id, deck.id] {
            must(&ann, Method::POST, "/users/me/typing", json!({"channel_id": channel})).await;
            let form = json!({"channel_id": channel}).as_object().expect("an object").clone();
            types.ask("user_typing", form, PATIENCE).await.expect("a reply");
        }
        let mut told = Vec::new();
        while told.len() < 2 {
            let event = hears.event(PATIENCE).await.expect("an event in time");
            if event.event == "typing" {
                told.push(event.broadcast.channel_id);
            }
        }
        assert_eq!(told, [deck.id, deck.id]);
    }

    async fn a_preview_reaches_those_alone_who_may_read_the_post_it_shows(db) {
        let app = TestApp::on_with(db, |config| config.guests.enable = true).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let (deck, hold) = (ann.channel(&app.team, "deck").await, ann.channel(&app.team, "hold").await);
        ann.let_in(&deck, &bob).await;
        let gus = guest(&app, &ann, &deck, "gus").await;
        let secret = ann.post(&hold, "The anchor is stowed.").await;
        let link = format!("{}/test-team/pl/{}", app.base, secret.id);
        let mut sockets = [Socket::open(&bob.rest).await.expect("bob"), Socket::open(&gus.rest).await.expect("gus")];

        let post = ann.post(&deck, &format!("See {link}")).await;
        let both = [told(&mut sockets[0], "posted").await, told(&mut sockets[1], "posted").await];
        assert_eq!(both.each_ref().map(shown), [(true, 1), (false, 0)]);
        let read = must(&gus, Method::GET, &format!("/posts/{}", post.id), Value::Null).await;
        assert_eq!(shown(&read), (false, 0));

        let patch = json!({"message": format!("Look: {link}")});
        must(&ann, Method::PUT, &format!("/posts/{}/patch", post.id), patch).await;
        let both = [told(&mut sockets[0], "post_edited").await, told(&mut sockets[1], "post_edited").await];
        assert_eq!(both.each_ref().map(shown), [(true, 1), (false, 0)]);

        ann.let_in(&hold, &gus).await;
        must(&ann, Method::PUT, &format!("/posts/{}/patch", post.id), json!({"message": link})).await;
        assert_eq!(shown(&told(&mut sockets[1], "post_edited").await), (true, 1));
    }

    async fn a_preview_of_an_archived_channel_reaches_administrators_alone_where_others_may_not_look(db) {
        let app = TestApp::on_with(db, |config| config.team.view_archived_channels = false).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let (deck, hold) = (ann.channel(&app.team, "deck").await, ann.channel(&app.team, "hold").await);
        for channel in [&deck, &hold] {
            ann.let_in(channel, &bob).await;
        }
        let secret = ann.post(&hold, "The anchor is stowed.").await;
        must(&ann, Method::DELETE, &format!("/channels/{}", hold.id), Value::Null).await;
        let join = json!({"user_id": app.admin.user.id});
        must(&app.admin, Method::POST, &format!("/channels/{}/members", deck.id), join).await;
        let mut sockets =
            [Socket::open(&bob.rest).await.expect("bob"), Socket::open(&app.admin.rest).await.expect("admin")];
        let link = format!("{}/test-team/pl/{}", app.base, secret.id);
        let post = app.admin.post(&deck, &format!("See {link}")).await;
        let both = [told(&mut sockets[0], "posted").await, told(&mut sockets[1], "posted").await];
        assert_eq!(both.each_ref().map(shown), [(false, 0), (true, 1)]);
        for (person, sees) in [(&bob, (false, 0)), (&app.admin, (true, 1))] {
            let read = must(person, Method::GET, &format!("/posts/{}", post.id), Value::Null).await;
            assert_eq!(shown(&read), sees);
        }
    }

    async fn a_guest_learns_of_no_channel_but_the_own_ones(db) {
        let app = TestApp::on_with(db, |config| config.guests.enable = true).await;
        let ann = app.member("ann").await;
        let (deck, hold) = (ann.channel(&app.team, "deck").await, ann.channel(&app.team, "hold").await);
        let gus = guest(&app, &ann, &deck, "gus").await;
        let post = ann.post(&hold, "The anchor is stowed.").await;

        let found = must(&gus, Method::POST, "/channels/search?system_console=false", json!({"term": ""})).await;
        let names: Vec<&Value> = found.as_array().expect("a list").iter().map(|one| &one["name"]).collect();
        assert_eq!(names, ["deck"]);
        let found = must(&ann, Method::POST, "/channels/search?system_console=false", json!({"term": "hold"})).await;
        assert_eq!(found[0]["name"], "hold");

        let path = format!("/teams/{}/channels/ids", app.team.id);
        let found = must(&gus, Method::POST, &path, json!([deck.id, hold.id])).await;
        assert_eq!((found.as_array().expect("a list").len(), &found[0]["name"]), (1, &json!("deck")));

        let path = format!("/posts/{}/info", post.id);
        assert_eq!(ask(&gus, Method::GET, &path, Value::Null).await.0, 404);
        assert_eq!(ask(&app.member("bob").await, Method::GET, &path, Value::Null).await.0, 200);
    }

    async fn a_guest_opens_no_conversation_with_strangers(db) {
        let app = TestApp::on_with(db, |config| config.guests.enable = true).await;
        let (ann, far) = (app.member("ann").await, app.member("far").await);
        let deck = ann.channel(&app.team, "deck").await;
        let gus = guest(&app, &ann, &deck, "gus").await;

        let refused = (403, json!("api.context.permissions.app_error"));
        let direct = json!([gus.user.id, far.user.id]);
        assert_eq!(ask(&gus, Method::POST, "/channels/direct", direct).await, refused);
        let group = json!([gus.user.id, ann.user.id, far.user.id]);
        assert_eq!(ask(&gus, Method::POST, "/channels/group", group.clone()).await, refused);
        assert_eq!(ask(&gus, Method::GET, &format!("/users/{}", far.user.id), Value::Null).await, refused);
        must(&gus, Method::POST, "/channels/direct", json!([gus.user.id, ann.user.id])).await;
        // Somebody else may bring them together.
        must(&ann, Method::POST, "/channels/group", group).await;
    }

    async fn who_is_removed_from_a_team_hears_nothing_of_it_and_follows_nothing(db) {
        let app = TestApp::on(db).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let form = json!({"team_id": app.team.id, "name": "hold", "display_name": "Hold", "type": "P"});
        let hold: Channel = serde_json::from_value(must(&ann, Method::POST, "/channels", form).await).expect("a channel");
        ann.let_in(&hold, &bob).await;
        let root = ann.post(&hold, "Who has the keys?").await;
        bob.reply(&root, "Not me.").await;
        let direct = must(&ann, Method::POST, "/channels/direct", json!([ann.user.id, bob.user.id])).await;
        let direct: Channel = serde_json::from_value(direct).expect("a channel");
        let mut socket = Socket::open(&bob.elsewhere().rest).await.expect("a socket");
        ann.post(&hold, "before").await;
        told_before(&mut socket, "before").await;

        let member = format!("/teams/{}/members/{}", app.team.id, bob.user.id);
        must(&app.admin, Method::DELETE, &member, Value::Null).await;
        ann.reply(&root, "@bob a secret").await;
        ann.post(&hold, "@bob another secret").await;
        ann.post(&direct, "behind all of it").await;
        let told = told_before(&mut socket, "behind all of it").await;
        assert!(!told.contains("secret") && !told.contains("thread"), "{told}");

        let form = json!({"team_id": app.team.id, "user_id": bob.user.id});
        must(&app.admin, Method::POST, &format!("/teams/{}/members", app.team.id), form).await;
        let path = format!("/users/me/teams/{}/threads?extended=true", app.team.id);
        let threads = must(&bob, Method::GET, &path, Value::Null).await;
        assert_eq!((&threads["threads"], &threads["total"]), (&json!([]), &json!(0)));
    }

    async fn where_a_button_goes_is_shown_to_nobody(db) {
        let app = TestApp::on(db).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let channel = ann.channel(&app.team, "deck").await;
        ann.let_in(&channel, &bob).await;
        let mut socket = Socket::open(&bob.rest).await.expect("a socket");
        let integration = json!({"url": "http://ci.test/hidden", "context": {"key": "hidden"}});
        let buttons = json!([{"actions": [{"id": "go", "name": "Depart", "integration": integration}]}]);
        let form = json!({"channel_id": channel.id, "message": "Ready?", "props": {"attachments": buttons}});
        let root = must(&ann, Method::POST, "/posts", form).await["id"].as_str().expect("an id").to_owned();
        must(&ann, Method::PUT, &format!("/posts/{root}/patch"), json!({"message": "Ready now?"})).await;
        must(&ann, Method::POST, &format!("/posts/{root}/pin"), Value::Null).await;
        let saved = json!([{"user_id": bob.user.id, "category": "flagged_post", "name": root, "value": "true"}]);
        must(&bob, Method::PUT, "/users/me/preferences", saved).await;
        for (person, text) in [(&bob, "Aye"), (&ann, "Then go"), (&ann, "the end")] {
            let reply = json!({"channel_id": channel.id, "message": text, "root_id": root});
            must(person, Method::POST, "/posts", reply).await;
        }
        let told = told_before(&mut socket, "the end").await;
        assert!(told.contains("unread_replies") && told.contains("Depart") && !told.contains("hidden"), "{told}");
        let threads = format!("/users/me/teams/{}/threads", app.team.id);
        for (method, path, form) in [
            (Method::GET, format!("/posts/{root}"), Value::Null),
            (Method::GET, format!("/posts/{root}/thread"), Value::Null),
            (Method::GET, format!("/channels/{}/posts", channel.id), Value::Null),
            (Method::GET, format!("/channels/{}/pinned", channel.id), Value::Null),
            (Method::GET, "/users/me/posts/flagged".to_owned(), Value::Null),
            (Method::POST, "/posts/ids".to_owned(), json!([root])),
            (Method::GET, threads.clone(), Value::Null),
            (Method::GET, format!("{threads}?extended=true"), Value::Null),
            (Method::GET, format!("{threads}/{root}"), Value::Null),
        ] {
            let shown = must(&bob, method, &path, form).await.to_string();
            assert!(shown.contains("Depart") && !shown.contains("hidden"), "{path}: {shown}");
        }
        must(&ann, Method::DELETE, &format!("/posts/{root}"), Value::Null).await;
        ann.post(&channel, "behind all of it").await;
        let told = told_before(&mut socket, "behind all of it").await;
        assert!(told.contains("Depart") && !told.contains("hidden"), "{told}");
    }

    async fn nobody_learns_another_one_s_connection_or_keeps_an_event_from_it(db) {
        let app = TestApp::on(db).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let channel = ann.channel(&app.team, "deck").await;
        ann.let_in(&channel, &bob).await;
        let own = Socket::open(&ann.rest).await.expect("a socket");
        let (mut other, mut bobs) = (open(&ann).await, open(&bob).await);
        let path = format!("/api/v4/channels/{}/bookmarks", channel.id);
        let form = json!({"display_name": "tides", "type": "link", "link_url": "http://x.test"}).to_string();
        let add = async |person: &Person, connection: &str| {
            let headers = [("connection-id", connection), ("content-type", "application/json")];
            let answer = person.rest.request_whole(&Method::POST, &path, &headers, form.clone().into()).await;
            assert_eq!(answer.expect("an answer").status, 201);
        };
        add(&ann, &own.connection_id).await;
        let named = bookmarked(&mut bobs).await;
        assert!(!named.is_empty() && named != own.connection_id, "{named}");
        assert_eq!(bookmarked(&mut other).await, named);
        add(&bob, &named).await;
        let mut own = own;
        assert_ne!(bookmarked(&mut own).await, named, "the first one passed it by, as it asked");
    }
}

async fn open(person: &Person) -> Socket {
    Socket::open(&person.rest).await.expect("a socket")
}

/// Which connection the next event of a bookmark leaves out.
async fn bookmarked(socket: &mut Socket) -> String {
    loop {
        let event = socket.event(PATIENCE).await.expect("an event in time");
        if event.event == "channel_bookmark_created" {
            return event.broadcast.omit_connection_id;
        }
    }
}
