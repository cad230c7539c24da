//! Pages of a channel: the same from memory and from the store.

use std::iter::zip;

use http::Method;
use serde_json::Value;
use testkit::{Person, TestApp, both};
use wire::channels::Channel;
use wire::posts::Post;

const KINDS: [&str; 2] = ["collapsedThreads=true", "skipFetchThreads=true"];

async fn page(person: &Person, channel: &Channel, query: &str) -> Value {
    let path = format!("/api/v4/channels/{}/posts?{query}", channel.id);
    person.must(&path, person.rest.request(&Method::GET, &path, Default::default(), None).await)
}

/// The pages behind each of the posts, of three sizes.
async fn behind(person: &Person, channel: &Channel, posts: &[Post], kind: &str) -> Vec<Value> {
    let mut pages = Vec::new();
    for post in posts {
        for size in [0, 2, 200] {
            pages.push(page(person, channel, &format!("{kind}&before={}&per_page={size}", post.id)).await);
        }
    }
    pages
}

both! {
    async fn what_is_behind_a_post_is_the_same_from_memory_and_from_the_store(db) {
        let app = TestApp::on(db).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let channel = ann.channel(&app.team, "deck").await;
        ann.let_in(&channel, &bob).await;
        let first = ann.post(&channel, "one").await;
        let second = bob.post(&channel, "two").await;
        let reply = bob.reply(&first, "one, really").await;
        let third = ann.post(&channel, "three").await;
        let posts = [first, second, reply, third];
        for kind in KINDS {
            let from_store = behind(&bob, &channel, &posts, kind).await;
            let newest = page(&bob, &channel, kind).await;
            assert!(newest["order"].as_array().is_some_and(|order| order.len() >= 3), "{newest}");
            for (at, (memory, store)) in zip(behind(&bob, &channel, &posts, kind).await, from_store).enumerate() {
                assert_eq!(memory, store, "{kind}, page {at}");
            }
        }
        let gone = format!("/api/v4/posts/{}", posts[1].id);
        ann.must::<Value>(&gone, app.admin.rest.request(&Method::DELETE, &gone, Default::default(), None).await);
        for kind in KINDS {
            page(&bob, &channel, kind).await;
            let left = page(&bob, &channel, &format!("{kind}&before={}&per_page=1", posts[3].id)).await;
            assert_ne!(left["order"][0], posts[1].id.to_string());
            assert_eq!(left["next_post_id"], posts[3].id.to_string());
        }
    }
}
