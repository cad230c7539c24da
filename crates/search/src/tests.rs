//! Tests of the index as its users see it.

mod cases;
mod damage;
pub mod engines;
mod feeding;

use std::fs;
use std::io::ErrorKind;

use base::Id;
use base::ids::{ChannelId, FileId, PostId, UserId};
use tempfile::TempDir;
use text::search_query::{Joined, SearchQuery};

use crate::*;

const KITCHEN: ChannelId = ChannelId(Id([1; 16]));
const SECRET: ChannelId = ChannelId(Id([2; 16]));
const ALICE: UserId = UserId(Id([3; 16]));
const BOB: UserId = UserId(Id([4; 16]));

/// Midnight of 2020-01-01 UTC; posts are written a second apart from there.
const START: i64 = 1_577_836_800_000;

const NOTHING: [u8; 0] = [];

const FIRST: Page = Page { number: 0, size: 60 };

fn id(number: u8) -> Id {
    let mut bytes = [0; 16];
    bytes[15] = number;
    Id(bytes)
}

fn post(number: u8, user_id: UserId, channel_id: ChannelId, message: &str) -> PostDoc {
    let at = START + i64::from(number) * 1000;
    let hashtags = text::hashtags::hashtags(message);
    let message = message.to_owned();
    PostDoc { id: PostId(id(number)), channel_id, user_id, create_at: at, update_at: at, message, hashtags }
}

fn file(number: u8, name: &str, content: &str) -> FileDoc {
    let at = START + i64::from(number) * 1000;
    let (name, content) = (name.to_owned(), content.to_owned());
    let extension = name.rsplit('.').next().unwrap_or_default().to_owned();
    let (id, post_id) = (FileId(id(number)), PostId(id(99)));
    FileDoc { id, post_id, channel_id: KITCHEN, user_id: ALICE, create_at: at, update_at: at, name, extension, content }
}

fn recipes() -> [PostDoc; 5] {
    [
        post(1, ALICE, KITCHEN, "fresh tomato soup with basil"),
        post(2, BOB, KITCHEN, "tomato salad, no basil #lunch"),
        post(3, ALICE, SECRET, "secret tomato recipe"),
        post(4, BOB, KITCHEN, "potatoes are baking"),
        post(5, BOB, KITCHEN, "reply about soup"),
    ]
}

fn everywhere() -> SearchScope {
    SearchScope { channels: vec![KITCHEN, SECRET], ..SearchScope::default() }
}

struct Shelf {
    folder: TempDir,
    index: Index,
}

impl Shelf {
    fn empty() -> Shelf {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let index = Index::open(&folder.path().join("index")).expect("an empty index");
        Shelf { folder, index }
    }

    fn cooking() -> Shelf {
        let shelf = Shelf::empty();
        recipes().into_iter().for_each(|post| shelf.add(post));
        shelf
    }

    fn add(&self, post: PostDoc) {
        assert_eq!(self.index.add_post(post), Behind::No);
    }

    async fn found(&self, terms: &str) -> Vec<u8> {
        self.found_in(terms, everywhere()).await
    }

    async fn found_in(&self, terms: &str, scope: SearchScope) -> Vec<u8> {
        let query = SearchQuery::parse(terms, Joined::And, 0);
        self.numbers(&query, scope, FIRST).await
    }

    async fn numbers(&self, query: &SearchQuery, scope: SearchScope, page: Page) -> Vec<u8> {
        let hits = self.index.search_posts(query, scope, page).await.expect("a readable index");
        hits.into_iter().map(|(id, _)| id.0.0[15]).collect()
    }

    /// What a machine finds that lost power now: the files as they are. A merge in the background may commit while
    /// they are copied, which no power loss does: `meta.json` is the commit, so a copy counts only if it stayed.
    fn after_power_loss(&self) -> Shelf {
        let commit = || fs::read(self.path().join("meta.json")).expect("the commit");
        loop {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let copy = folder.path().join("index");
            fs::create_dir(&copy).expect("a folder");
            let before = commit();
            for entry in fs::read_dir(self.path()).expect("the index folder") {
                let entry = entry.expect("an entry");
                match fs::copy(entry.path(), copy.join(entry.file_name())) {
                    Err(error) if error.kind() == ErrorKind::NotFound => {}
                    copied => drop(copied.expect("a copy")),
                }
            }
            if commit() == before {
                let index = Index::open(&copy).expect("an index");
                return Shelf { folder, index };
            }
        }
    }

    fn path(&self) -> std::path::PathBuf {
        self.folder.path().join("index")
    }

    async fn reopened(self) -> Shelf {
        let Shelf { folder, index } = self;
        index.close().await;
        let index = Index::open(&folder.path().join("index")).expect("the same index");
        Shelf { folder, index }
    }
}

#[tokio::test]
async fn order_holds_across_commits_and_late_arrivals() {
    let shelf = Shelf::empty();
    for number in [7, 3, 9, 1, 8, 2] {
        shelf.add(post(number, ALICE, KITCHEN, "tomato"));
        shelf.index.flush().await.expect("written");
    }
    assert_eq!(shelf.found("tomato").await, [9, 8, 7, 3, 2, 1]);
    let query = SearchQuery::parse("tomato", Joined::And, 0);
    assert_eq!(shelf.numbers(&query, everywhere(), Page { number: 0, size: 3 }).await, [9, 8, 7]);
}

#[tokio::test]
async fn a_new_post_is_found_once_also_when_the_store_was_read_before_it_was_told() {
    let shelf = Shelf::empty();
    let new = |number, message| assert_eq!(shelf.index.add_new_post(post(number, ALICE, KITCHEN, message)), Behind::No);
    new(1, "tomato one");
    let page = vec![Change::Post(post(3, ALICE, KITCHEN, "tomato three"))];
    shelf.index.again(Kind::Posts, page.clone()).await.expect("written");
    new(3, "tomato three");
    new(2, "tomato two");
    new(4, "tomato four");
    assert_eq!(shelf.found("tomato").await, [4, 3, 2, 1]);
    shelf.index.again(Kind::Posts, page).await.expect("written");
    shelf.add(post(4, ALICE, KITCHEN, "tomato soup"));
    assert_eq!(shelf.found("tomato").await, [4, 3, 2, 1]);
    assert_eq!((shelf.found("soup").await, shelf.found("four").await), (vec![4], vec![]));
}

#[tokio::test]
async fn a_restart_finds_what_was_closed_in_order() {
    let shelf = Shelf::cooking().reopened().await;
    assert_eq!(shelf.found("tomato").await, [3, 2, 1]);
}

#[tokio::test]
async fn after_a_power_loss_the_store_is_read_from_the_cursor_and_nothing_is_missing() {
    let shelf = Shelf::empty();
    let minute = |number: u8| Mark { update_at: START + i64::from(number) * 60_000, id: id(number) };
    let in_minute = |number: u8, message: &str| {
        let update_at = minute(number).update_at;
        PostDoc { create_at: update_at, update_at, ..post(number, ALICE, KITCHEN, message) }
    };
    let replay = shelf.index.replay(Kind::Posts);
    assert_eq!(replay.cursor(), Mark::default());
    let page = vec![Change::Post(in_minute(1, "tomato one")), Change::Post(in_minute(2, "tomato two"))];
    replay.feed(page, minute(2)).await.expect("room");
    assert!(replay.finish());
    shelf.add(in_minute(3, "tomato three"));
    shelf.index.flush().await.expect("written");
    shelf.add(in_minute(4, "tomato four"));

    let shelf = shelf.after_power_loss();
    let from = shelf.index.cursor().posts;
    assert_eq!(from.update_at, minute(2).update_at, "a minute before the last committed post");
    assert_eq!(shelf.found("tomato").await, [3, 2, 1], "what was not committed is gone");
    let replay = shelf.index.replay(Kind::Posts);
    let store = [in_minute(3, "tomato three"), in_minute(4, "tomato four")].map(Change::Post).to_vec();
    replay.feed([store, vec![Change::PostGone(PostId(id(1)))]].concat(), minute(5)).await.expect("room");
    assert!(replay.finish());
    assert_eq!(shelf.found("tomato").await, [4, 3, 2], "fed again, found once");
    assert_eq!(shelf.index.cursor().posts.update_at, minute(4).update_at);
}

#[tokio::test]
async fn the_cursor_does_not_pass_what_was_never_fed() {
    let shelf = Shelf::cooking();
    shelf.index.flush().await.expect("written");
    assert_eq!(shelf.index.cursor(), Cursor::default(), "the past was not replayed yet");
    shelf.index.fell_behind(Kind::Posts).await;
}

#[tokio::test]
async fn an_overfull_queue_refuses_and_asks_for_a_replay() {
    let shelf = Shelf::empty();
    assert!(shelf.index.replay(Kind::Posts).finish());
    let replay = shelf.index.replay(Kind::Posts);
    let heavy = "tomato ".repeat(100_000);
    let refused = (0..200u8).any(|number| shelf.index.add_post(post(number, ALICE, KITCHEN, &heavy)) == Behind::Yes);
    assert!(refused, "140 MB do not fit");
    shelf.index.fell_behind(Kind::Posts).await;
    assert!(!replay.finish(), "it began before the loss");
    assert!(shelf.index.replay(Kind::Posts).finish());
}

#[tokio::test]
async fn what_is_indexed_again_leaves_the_cursor_where_it_was() {
    let shelf = Shelf::cooking();
    let cursor = shelf.index.cursor();
    let again = vec![Change::Post(post(1, ALICE, KITCHEN, "cold tomato soup")), Change::PostGone(PostId(id(2)))];
    shelf.index.again(Kind::Posts, again).await.expect("written");
    let query = SearchQuery::parse("tomato", Joined::And, 0);
    let hits = shelf.index.search_posts(&query, everywhere(), FIRST).await.expect("an index");
    assert_eq!(hits.into_iter().map(|(id, _)| id.0).collect::<Vec<_>>(), [id(3), id(1)]);
    assert_eq!(shelf.index.cursor(), cursor);
}
