//! Removing for good, where the administrator wants it.

use conversation::removal::BATCH_LEN;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use store::post_pages::Edge;
use store::threads::Follow;
use testkit::{Database, Person, TestApp, both};
use wire::channels::Channel;
use wire::posts::Post;

use crate::{ask, must, refused};

/// A server that removes, with a post that carries a file.
async fn with_file() -> (TestApp, Person, Channel, Value) {
    let app = TestApp::with(|config| {
        config.accounts.enable_permanent_deletion = true;
        config.team.enable_permanent_team_deletion = true;
        config.team.enable_permanent_channel_deletion = true;
    })
    .await;
    let ann = app.member("ann").await;
    let channel = ann.channel(&app.team, "deck").await;
    let form = json!({"channel_id": channel.id, "message": "with a file", "file_ids": [upload(&ann, &channel).await]});
    let post = must(&ann.rest, Method::POST, "/posts", form).await;
    (app, ann, channel, post)
}

/// The id of a file that somebody may post in a channel.
async fn upload(by: &Person, channel: &Channel) -> Value {
    let path = format!("/api/v4/files?channel_id={}&filename=a.txt", channel.id);
    let uploaded = by.rest.request(&Method::POST, &path, "hello".into(), Some("text/plain")).await;
    let uploaded: Value = uploaded.and_then(|answer| answer.json()).expect("an upload");
    uploaded["file_infos"][0]["id"].clone()
}

/// Ann and Bob in a channel of a server that removes accounts and posts.
async fn on_deck(db: Database) -> (TestApp, Person, Person, Channel) {
    let app = TestApp::on_with(db, |config| {
        config.accounts.enable_permanent_deletion = true;
        config.posts.enable_permanent_deletion = true;
    })
    .await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let channel = app.admin.channel(&app.team, "deck").await;
    app.admin.let_in(&channel, &ann).await;
    app.admin.let_in(&channel, &bob).await;
    (app, ann, bob, channel)
}

async fn remove(app: &TestApp, account: &Person) {
    must(&app.admin.rest, Method::DELETE, &format!("/users/{}?permanent=true", account.user.id), Value::Null).await;
}

/// A thread of Ann's with what may hang on answers of Bob's: a file, an old version, a reaction, a flag, a mention that
/// she has not read, and one that was deleted. The ids of Bob's answers.
async fn answered(app: &TestApp, ann: &Person, bob: &Person, channel: &Channel) -> (Post, Vec<Post>) {
    let root = ann.post(channel, "Who has the keys?").await;
    let form = json!({"channel_id": channel.id, "root_id": root.id, "message": "Not me, @root.",
        "file_ids": [upload(bob, channel).await]});
    let with_file: Post = serde_json::from_value(must(&bob.rest, Method::POST, "/posts", form).await).expect("a post");
    let edited = bob.reply(&root, "Try the qartermaster.").await;
    let patch = json!({"message": "Try the quartermaster."});
    must(&bob.rest, Method::PUT, &format!("/posts/{}/patch", edited.id), patch).await;
    let reaction = json!({"user_id": app.admin.user.id, "post_id": edited.id, "emoji_name": "tada"});
    must(&app.admin.rest, Method::POST, "/reactions", reaction).await;
    let flag = json!([{"user_id": app.admin.user.id, "category": "flagged_post", "name": edited.id, "value": "true"}]);
    must(&app.admin.rest, Method::PUT, "/users/me/preferences", flag).await;
    let deleted = bob.reply(&root, "Never mind.").await;
    must(&bob.rest, Method::DELETE, &format!("/posts/{}", deleted.id), Value::Null).await;
    (root, vec![with_file, edited, deleted])
}

/// Nothing is left of a thread and its answers, wherever one looks.
async fn assert_no_trace(app: &TestApp, root: &Post, answers: &[Post]) {
    let (store, ids) = (&app.server.app.store, answers.iter().map(|post| post.id).collect::<Vec<_>>());
    assert_eq!(store.posts(&ids).await.expect("a read"), [], "answers");
    for id in &ids {
        assert_eq!(store.post_versions(*id, 10).await.expect("a read"), [], "old versions");
    }
    assert_eq!(store.threads(&[root.id]).await.expect("a read"), [], "the thread");
    assert_eq!(store.thread_members(root.id).await.expect("a read"), [], "who followed it");
    assert_eq!(store.files_of_posts_with_deleted(&ids).await.expect("a read"), [], "files");
    assert_eq!(stored(app), 0, "bytes");
    let reactions = store.reactions_of_posts(&ids).await.expect("a read");
    assert!(reactions.is_empty(), "{reactions:?}");
    let preferences = must(&app.admin.rest, Method::GET, "/users/me/preferences", Value::Null).await;
    let flags = preferences.as_array().expect("a list").iter().filter(|one| one["category"] == "flagged_post").count();
    assert_eq!(flags, 0, "{preferences}");
    let threads = format!("/users/me/teams/{}/threads", app.team.id);
    let list = must(&app.admin.rest, Method::GET, &threads, Value::Null).await;
    assert_eq!([&list["total"], &list["total_unread_threads"], &list["total_unread_mentions"]], [0, 0, 0], "{list}");
    let search = json!({"terms": "quartermaster", "is_or_search": false});
    let path = format!("/teams/{}/posts/search", app.team.id);
    let found = must(&app.admin.rest, Method::POST, &path, search).await;
    assert_eq!(found["order"], json!([]), "{found}");
}

/// Files that lie in the store's folder.
fn stored(app: &TestApp) -> usize {
    fn count(folder: &std::path::Path) -> usize {
        let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
        let entries = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
        entries.map(|path| if path.is_dir() { count(&path) } else { 1 }).sum()
    }
    count(&app.folder().join("files"))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_goes_with_what_it_wrote() {
    let (app, ann, _channel, post) = with_file().await;
    let path = format!("/users/{}?permanent=true", ann.user.id);
    let bob = app.member("bob").await;
    assert_eq!(refused(&bob.rest, Method::DELETE, &path, Value::Null).await.0, StatusCode::FORBIDDEN);
    assert!(stored(&app) > 0);
    must(&app.admin.rest, Method::DELETE, &path, Value::Null).await;
    assert_eq!(stored(&app), 0);
    let post = format!("/posts/{}", post["id"].as_str().expect("an id"));
    assert_eq!(ask(&app.admin.rest, Method::GET, &post, Value::Null).await.status, StatusCode::NOT_FOUND);
    let user = format!("/users/{}", ann.user.id);
    assert_eq!(ask(&app.admin.rest, Method::GET, &user, Value::Null).await.status, StatusCode::NOT_FOUND);
    app.member("ann").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn replies_go_with_their_author_and_count_no_longer() {
    let app = TestApp::with(|config| config.accounts.enable_permanent_deletion = true).await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let channel = app.admin.channel(&app.team, "deck").await;
    app.admin.let_in(&channel, &ann).await;
    app.admin.let_in(&channel, &bob).await;
    let root = app.admin.post(&channel, "Who has the keys?").await;
    app.admin.reply(&root, "Not me.").await;
    ann.reply(&root, "@bob you?").await;
    must(&app.admin.rest, Method::DELETE, &format!("/users/{}?permanent=true", ann.user.id), Value::Null).await;
    let threads = format!("/users/me/teams/{}/threads", app.team.id);
    let list = must(&bob.rest, Method::GET, &threads, Value::Null).await;
    let thread = &list["threads"][0];
    assert_eq!([&thread["reply_count"], &thread["unread_replies"], &thread["unread_mentions"]], [1, 1, 0], "{list}");
    assert_eq!(thread["participants"].as_array().map(Vec::len), Some(1), "{list}");
}

both! {
    async fn answers_of_others_go_with_the_threads_of_an_account(db) {
        let (app, ann, bob, channel) = on_deck(db).await;
        let (root, answers) = answered(&app, &ann, &bob, &channel).await;
        let kept = bob.post(&channel, "Good morning.").await;
        remove(&app, &ann).await;
        assert_no_trace(&app, &root, &answers).await;
        let page = must(&bob.rest, Method::GET, &format!("/channels/{}/posts", channel.id), Value::Null).await;
        assert_eq!(page["posts"][kept.id.to_string()]["message"], "Good morning.");
    }

    async fn answers_go_with_a_root_that_is_removed_for_good(db) {
        let (app, ann, bob, channel) = on_deck(db).await;
        let (root, answers) = answered(&app, &ann, &bob, &channel).await;
        must(&app.admin.rest, Method::DELETE, &format!("/posts/{}?permanent=true", root.id), Value::Null).await;
        assert_no_trace(&app, &root, &answers).await;
    }

    /// As after `DELETE /posts/{post_id}`: what was deleted without being removed is removed later.
    async fn deleted_answers_go_with_a_deleted_root_that_is_removed_for_good(db) {
        let (app, ann, bob, channel) = on_deck(db).await;
        let (root, answers) = answered(&app, &ann, &bob, &channel).await;
        must(&ann.rest, Method::DELETE, &format!("/posts/{}", root.id), Value::Null).await;
        must(&app.admin.rest, Method::DELETE, &format!("/posts/{}?permanent=true", root.id), Value::Null).await;
        assert_no_trace(&app, &root, &answers).await;
    }

    /// More answers than one change removes.
    async fn a_long_thread_goes_with_its_root_in_several_changes(db) {
        let (app, ann, bob, channel) = on_deck(db).await;
        let root = ann.post(&channel, "Sound off!").await;
        let (server, now) = (&app.server.app, app.server.app.clock.now());
        let answer = |number: i64| Post {
            id: server.ids.next(),
            root_id: root.id,
            channel_id: channel.id,
            user_id: bob.user.id,
            create_at: now + number,
            update_at: now + number,
            message: number.to_string(),
            ..Post::default()
        };
        let count = 2 * i64::try_from(BATCH_LEN).expect("few") + 1;
        let answers: Vec<Post> = (0..count).map(answer).collect();
        let mut writes: Vec<store::Write> = Vec::new();
        for post in &answers {
            writes.push(store::posts::insert(post, now));
            writes.push(store::threads::reply(post, app.team.id));
        }
        writes.push(store::threads::follow(root.id, &[bob.user.id], Follow::Wrote, 0, now));
        server.store.commit(writes, None).await.expect("a change");
        remove(&app, &ann).await;
        let left = server.store.replies_after(channel.id, root.id, Edge::START, 10).await.expect("a read");
        assert_eq!(left, []);
        assert_eq!(server.store.thread_members(root.id).await.expect("a read"), []);
    }

    /// Who answers while the root goes is refused, or the answer goes as well.
    async fn no_answer_outlives_a_root_that_goes_at_the_same_time(db) {
        let (app, ann, bob, channel) = on_deck(db).await;
        for permanent in [true, false, true, false, true, false] {
            let root = ann.post(&channel, "Anybody?").await;
            let form = json!({"channel_id": channel.id, "root_id": root.id, "message": "Here."});
            let answers = (0..24).map(|_| ask(&bob.rest, Method::POST, "/posts", form.clone()));
            let path = format!("/posts/{}?permanent={permanent}", root.id);
            let going = async {
                // Some answers are on their way by then.
                ask(&bob.rest, Method::GET, "/users/me", Value::Null).await;
                must(&app.admin.rest, Method::DELETE, &path, Value::Null).await;
            };
            let (answers, ()) = tokio::join!(futures_util::future::join_all(answers), going);
            for answer in answers {
                assert!(matches!(answer.status, StatusCode::CREATED | StatusCode::BAD_REQUEST), "{}", answer.status);
            }
            let store = &app.server.app.store;
            let left = store.replies_after(channel.id, root.id, Edge::START, 100).await.expect("a read");
            assert_eq!(left.len(), 0, "permanent={permanent}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_team_goes_with_its_channels_and_their_files() {
    let (app, ann, channel, _post) = with_file().await;
    let path = format!("/teams/{}?permanent=true", app.team.id);
    assert_eq!(refused(&ann.rest, Method::DELETE, &path, Value::Null).await.0, StatusCode::FORBIDDEN);
    must(&app.admin.rest, Method::DELETE, &path, Value::Null).await;
    assert_eq!(stored(&app), 0);
    let channel = format!("/channels/{}", channel.id);
    assert_eq!(ask(&app.admin.rest, Method::GET, &channel, Value::Null).await.status, StatusCode::NOT_FOUND);
    let team = format!("/teams/{}", app.team.id);
    assert_eq!(ask(&app.admin.rest, Method::GET, &team, Value::Null).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_removed_unless_the_administrator_wants_it() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    for path in [format!("/users/{}", ann.user.id), format!("/teams/{}", app.team.id)] {
        let (status, id) =
            refused(&app.admin.rest, Method::DELETE, &format!("{path}?permanent=true"), Value::Null).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED);
        assert!(id.ends_with(".not_enabled.app_error"), "{id}");
    }
}
