//! An index that nodes share follows the store, through outages, and is made anew while it is searched.

use std::sync::Arc;

use base::Clock;
use metrics::Metrics;
use store::Store;
use text::search_query::{Joined, SearchQuery};
use wire::posts::Post;

use super::engines::{server, shared, sqlite_store, unique};
use super::*;
use crate::target::Database;

fn written(number: u8, message: &str) -> Post {
    let at = START + i64::from(number) * 1000;
    let message = message.to_owned();
    let id = PostId(id(number));
    Post { id, channel_id: KITCHEN, user_id: ALICE, create_at: at, update_at: at, message, ..Post::default() }
}

async fn write(store: &Store, number: u8, message: &str) {
    let post = written(number, message);
    store.write(store::posts::insert(&post, post.create_at)).await.expect("a new post");
}

async fn found(shared: &Shared, terms: &str) -> Vec<u8> {
    let query = SearchQuery::parse(terms, Joined::And, 0);
    let hits = shared.search(Kind::Posts, &query, &everywhere(), FIRST).await.expect("a readable index");
    hits.into_iter().map(|hit| hit.id.0[15]).collect()
}

/// One body on the database's full text and on a search server.
macro_rules! every_shared {
    ($(async fn $name:ident($target:ident, $store:ident) $body:block)+) => {$(
        mod $name {
            use super::*;

            async fn run($target: impl AsyncFn() -> Target, $store: Store) $body

            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                let folder = tempfile::tempdir().expect("a temporary folder");
                let store = sqlite_store(&folder).await;
                run(async || Target::Database(Database::new(store.clone())), store.clone()).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn search_server() {
                let (folder, metrics, prefix) = (tempfile::tempdir().expect("a folder"), Metrics::new(), unique());
                let Some(cleaner) = server(&metrics, prefix.clone()) else { return };
                let store = sqlite_store(&folder).await;
                let make = async || Target::Server(Box::new(server(&metrics, prefix.clone()).expect("named above")));
                run(make, store).await;
                for kind in Kind::ALL {
                    cleaner.remove_all(kind).await.expect("the index goes");
                }
            }
        }
    )+};
}

every_shared! {
    async fn what_the_store_has_is_found_after_a_pass_and_what_is_deleted_is_not(target, store) {
        let shared = shared(target().await, store.clone(), Fallback::None);
        let mut feeder = Feeder::default();
        write(&store, 1, "tomato one").await;
        shared.feed(&mut feeder).await.expect("fed");
        shared.target.refresh(Kind::Posts).await.expect("searchable");
        assert_eq!(found(&shared, "tomato").await, [1]);
        write(&store, 2, "tomato two").await;
        store.write(store::posts::delete(PostId(id(1)), UserId::NONE, START + 9_000)).await.expect("a live post");
        shared.feed(&mut feeder).await.expect("fed");
        shared.target.refresh(Kind::Posts).await.expect("searchable");
        assert_eq!(found(&shared, "tomato").await, [2]);
    }

    async fn another_node_goes_on_where_the_last_one_stopped(target, store) {
        write(&store, 1, "tomato one").await;
        let first = shared(target().await, store.clone(), Fallback::None);
        first.feed(&mut Feeder::default()).await.expect("fed");
        let home = first.target.home(Kind::Posts).await.expect("an index");
        let mark = first.target.mark(&home, Kind::Posts).await.expect("a mark");
        assert_eq!(mark, Mark { update_at: START + 1000, id: id(1) });
        write(&store, 2, "tomato two").await;
        let second = shared(target().await, store.clone(), Fallback::None);
        second.feed(&mut Feeder::default()).await.expect("fed");
        second.target.refresh(Kind::Posts).await.expect("searchable");
        assert_eq!(found(&second, "tomato").await, [2, 1]);
    }

    async fn what_is_removed_for_good_is_taken_out(target, store) {
        let engine = Engine::Shared(Box::new(shared(target().await, store.clone(), Fallback::None)));
        let shared = engine.shared().expect("a shared engine");
        let mut feeder = Feeder::default();
        write(&store, 1, "tomato one").await;
        shared.feed(&mut feeder).await.expect("fed");
        store.write(store::posts::remove(&[PostId(id(1))])).await.expect("removed");
        assert_eq!(engine.remove_post(PostId(id(1))), Behind::No);
        shared.feed(&mut feeder).await.expect("fed");
        shared.target.refresh(Kind::Posts).await.expect("searchable");
        assert_eq!(found(shared, "tomato").await, NOTHING);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_version_takes_over_with_all_that_was_written_meanwhile() {
    let (folder, metrics) = (tempfile::tempdir().expect("a folder"), Metrics::new());
    let Some(target) = server(&metrics, unique()) else { return };
    let store = sqlite_store(&folder).await;
    let shared = shared(Target::Server(Box::new(target)), store.clone(), Fallback::None);
    let mut feeder = Feeder::default();
    write(&store, 1, "tomato one").await;
    shared.feed(&mut feeder).await.expect("fed");
    let old = shared.target.home(Kind::Posts).await.expect("an index");

    let build = shared.build().await.expect("begun").expect("a version");
    let changes = source::page(&store, Kind::Posts, Mark::default()).await.expect("a page");
    let reached = changes[0].0;
    build.put(&shared, Kind::Posts, changes, reached).await.expect("written");
    write(&store, 2, "tomato two").await;
    shared.feed(&mut feeder).await.expect("fed");
    shared.target.refresh(Kind::Posts).await.expect("searchable");
    assert_eq!(found(&shared, "tomato").await, [2, 1], "the old version serves");
    build.take_over(&shared).await.expect("in use");

    let new = shared.target.home(Kind::Posts).await.expect("an index");
    assert_ne!(old, new);
    assert_eq!(found(&shared, "tomato").await, [1], "the new version is as far as it was filled");
    write(&store, 3, "tomato three").await;
    // The feeder meets an index that is gone, and goes on in the new one from where that is.
    assert!(shared.feed(&mut feeder).await.is_err());
    shared.feed(&mut feeder).await.expect("fed");
    shared.target.refresh(Kind::Posts).await.expect("searchable");
    assert_eq!(found(&shared, "tomato").await, [3, 2, 1]);
    let Target::Server(server) = &shared.target else { return };
    for kind in Kind::ALL {
        server.remove_all(kind).await.expect("the index goes");
    }
}

/// A search server that nobody listens for.
async fn unreachable(fallback: Fallback) -> (TempDir, Store, Shared) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = sqlite_store(&folder).await;
    let metrics: Arc<Metrics> = Metrics::new();
    let options = Options { urls: vec!["http://127.0.0.1:1".to_owned()], ..Options::default() };
    let target = Target::Server(Box::new(OpenSearch::new(options, metrics.clone()).expect("an address")));
    let shared = Shared::new(target, store.clone(), Clock::system(), metrics, fallback);
    (folder, store, shared)
}

#[tokio::test]
async fn without_its_server_a_search_says_so() {
    let (_folder, _store, shared) = unreachable(Fallback::None).await;
    let query = SearchQuery::parse("tomato", Joined::And, 0);
    let failed = shared.search(Kind::Posts, &query, &everywhere(), FIRST).await.expect_err("nobody listens");
    assert!(failed.is_outage());
    assert!(shared.feed(&mut Feeder::default()).await.is_err());
}

#[tokio::test]
async fn without_its_server_a_search_finds_the_newest_posts_by_the_same_rules() {
    let (_folder, store, shared) = unreachable(Fallback::Database).await;
    write(&store, 1, "fresh tomato soup").await;
    write(&store, 2, "potatoes").await;
    write(&store, 3, "tomato salad").await;
    let secret = Post { channel_id: SECRET, ..written(4, "secret tomato") };
    store.write(store::posts::insert(&secret, secret.create_at)).await.expect("a new post");
    assert_eq!(found(&shared, "tomato").await, [4, 3, 1]);
    assert_eq!(found(&shared, "potato").await, [2]);
    assert_eq!(found(&shared, "\"tomato soup\" -salad").await, [1]);
    let query = SearchQuery::parse("tomato", Joined::And, 0);
    let kitchen = SearchScope { channels: vec![KITCHEN], ..SearchScope::default() };
    let hits = shared.search(Kind::Posts, &query, &kitchen, Page { number: 1, size: 1 }).await.expect("an answer");
    assert_eq!(hits.into_iter().map(|hit| hit.id.0[15]).collect::<Vec<_>>(), [1]);
    assert_eq!(shared.metrics.content.search_fallbacks.get(), 4);
}
