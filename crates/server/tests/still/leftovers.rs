//! What goes takes along what belonged to it: drafts, saved flags, uploads, bytes; and what clients keep is bounded.

use std::path::{Path, PathBuf};

use conversation::files::sweep::sweep;
use http::Method;
use serde_json::{Value, json};

use crate::world::{ANN, BEN, MINUTE, World, id};

const DAY: i64 = 24 * 60 * MINUTE;

async fn upload(world: &World, who: usize, name: &str) -> String {
    let edge = "edge";
    let body = format!(
        "--{edge}\r\nContent-Disposition: form-data; name=\"channel_id\"\r\n\r\n{}\r\n--{edge}\r\nContent-Disposition: \
         form-data; name=\"files\"; filename=\"{name}\"\r\n\r\ncontent of {name}\r\n--{edge}--\r\n",
        world.channel
    );
    let kind = format!("multipart/form-data; boundary={edge}");
    let answer = world.tokens[who].request(&Method::POST, "/api/v4/files", body.into(), Some(&kind)).await;
    let answer: Value = answer.expect("an answer").json().expect("a file");
    id(&answer["file_infos"][0])
}

/// The files on the disk that hold what was uploaded under a name.
fn stored(folder: &Path, name: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false if holds(&path, name) => found.push(path),
                false => {}
            }
        }
    }
    found
}

fn holds(path: &Path, name: &str) -> bool {
    std::fs::read(path).expect("a file") == format!("content of {name}").into_bytes()
}

async fn drafts(world: &World) -> Value {
    world.ask(BEN, Method::GET, &format!("/users/me/teams/{}/drafts", world.team), Value::Null).await
}

#[tokio::test(flavor = "multi_thread")]
async fn drafts_of_a_deleted_thread_are_gone() {
    let world = World::new().await;
    let root = world.post(ANN, json!({"message": "a question"})).await;
    for root_id in ["", &root] {
        let draft =
            json!({"user_id": world.ids[BEN], "channel_id": world.channel, "root_id": root_id, "message": "hm"});
        world.ask(BEN, Method::POST, "/drafts", draft).await;
    }
    assert_eq!(drafts(&world).await.as_array().map(Vec::len), Some(2));
    world.ask(ANN, Method::DELETE, &format!("/posts/{root}"), Value::Null).await;
    let left = drafts(&world).await;
    assert_eq!(left.as_array().map(Vec::len), Some(1), "{left}");
    assert_eq!(left[0]["root_id"], "");
}

#[tokio::test(flavor = "multi_thread")]
async fn saved_replies_go_with_their_root() {
    let world = World::new().await;
    let root = world.post(ANN, json!({"message": "a question"})).await;
    let reply = world.post(ANN, json!({"message": "an answer", "root_id": root})).await;
    let path = format!("/users/{}/preferences", world.ids[BEN]);
    let flag = json!([{"user_id": world.ids[BEN], "category": "flagged_post", "name": reply, "value": "true"}]);
    world.ask(BEN, Method::PUT, &path, flag).await;
    world.ask(ANN, Method::DELETE, &format!("/posts/{root}"), Value::Null).await;
    let left = world.ask(BEN, Method::GET, &path, Value::Null).await;
    let flags = left.as_array().expect("a list").iter().filter(|one| one["category"] == "flagged_post").count();
    assert_eq!(flags, 0, "{left}");
}

#[tokio::test(flavor = "multi_thread")]
async fn uploads_that_nobody_posts_are_swept_and_those_of_drafts_stay() {
    let world = World::new().await;
    let files = world.folder.path().join("files");
    let posted = upload(&world, ANN, "posted.txt").await;
    world.post(ANN, json!({"message": "see", "file_ids": [posted]})).await;
    upload(&world, ANN, "forgotten.txt").await;
    let drafted = upload(&world, BEN, "drafted.txt").await;
    let draft = json!({"user_id": world.ids[BEN], "channel_id": world.channel, "message": "x", "file_ids": [drafted]});
    world.ask(BEN, Method::POST, "/drafts", draft).await;
    let app = &world.server().app;
    world.clock.advance(6 * DAY);
    sweep(app.clone()).await.map_err(|error| error.detailed).expect("the store answers");
    assert_eq!(stored(&files, "forgotten.txt").len(), 1);
    world.clock.advance(2 * DAY);
    sweep(app.clone()).await.map_err(|error| error.detailed).expect("the store answers");
    let left = ["posted.txt", "forgotten.txt", "drafted.txt"].map(|name| stored(&files, name).len());
    assert_eq!(left, [1, 0, 1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_deleted_for_good_leaves_no_bytes() {
    let world = World::new().await;
    let files = world.folder.path().join("files");
    let file = upload(&world, ANN, "secret.txt").await;
    let post = world.post(ANN, json!({"message": "see", "file_ids": [file]})).await;
    world.ask(ANN, Method::DELETE, &format!("/posts/{post}"), Value::Null).await;
    assert_eq!(stored(&files, "secret.txt").len(), 1);
    world.ask(ANN, Method::DELETE, &format!("/posts/{post}?permanent=true"), Value::Null).await;
    assert_eq!(stored(&files, "secret.txt").len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn preferences_are_bounded_and_those_at_the_bound_can_be_changed() {
    let world = World::new().await;
    let path = format!("/api/v4/users/{}/preferences", world.ids[BEN]);
    let batch = |first: usize| {
        let one = |at| json!({"user_id": world.ids[BEN], "category": "c", "name": format!("{at}"), "value": "v"});
        Value::from_iter((first..first + 100).map(one)).to_string()
    };
    let mut statuses = Vec::new();
    for first in (0..=rules::preferences::PER_USER_MAX).step_by(100) {
        let answer =
            world.tokens[BEN].request(&Method::PUT, &path, batch(first).into(), None).await.expect("an answer");
        statuses.push(answer.status.as_u16());
    }
    assert!(statuses[..99].iter().all(|status| *status == 200) && statuses.last() == Some(&400), "{statuses:?}");
    let again = world.tokens[BEN].request(&Method::PUT, &path, batch(0).into(), None).await.expect("an answer");
    assert_eq!(again.status.as_u16(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn marking_as_unread_counts_urgent_mentions() {
    let world = World::new().await;
    // Behind what the server wrote when ben came in.
    world.clock.advance(MINUTE);
    let label = json!({"priority": {"priority": "urgent", "requested_ack": false, "persistent_notifications": false}});
    let first = world.post(ANN, json!({"message": "@ben now", "metadata": label})).await;
    world.post(ANN, json!({"message": "@ben later"})).await;
    let view = json!({"channel_id": world.channel});
    world.ask(BEN, Method::POST, "/channels/members/me/view", view).await;
    let path = format!("/users/{}/posts/{first}/set_unread", world.ids[BEN]);
    let unread = world.ask(BEN, Method::POST, &path, json!({"collapsed_threads_supported": true})).await;
    assert_eq!((&unread["mention_count"], &unread["urgent_mention_count"]), (&json!(2), &json!(1)), "{unread}");
}
