//! Tests of the index as its users see it.

mod damage;

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
        let posts = [
            post(1, ALICE, KITCHEN, "fresh tomato soup with basil"),
            post(2, BOB, KITCHEN, "tomato salad, no basil #lunch"),
            post(3, ALICE, SECRET, "secret tomato recipe"),
            post(4, BOB, KITCHEN, "potatoes are baking"),
            post(5, BOB, KITCHEN, "reply about soup"),
        ];
        posts.into_iter().for_each(|post| shelf.add(post));
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

    async fn files(&self, terms: &str) -> Vec<u8> {
        let query = SearchQuery::parse(terms, Joined::And, 0);
        let hits = self.index.search_files(&query, everywhere(), FIRST).await.expect("a readable index");
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
async fn words_go_together_newest_first_and_just_written() {
    let shelf = Shelf::cooking();
    assert_eq!(shelf.found("tomato").await, [3, 2, 1]);
    assert_eq!(shelf.found("TOMATO, basil").await, [2, 1]);
    assert_eq!(shelf.found("xylophone").await, NOTHING);
    assert_eq!(shelf.found("tomato xylophone").await, NOTHING);
    let either = SearchQuery::parse("soup salad", Joined::Or, 0);
    assert_eq!(shelf.numbers(&either, everywhere(), FIRST).await, [5, 2, 1]);
}

#[tokio::test]
async fn english_forms_are_one_word_but_phrases_and_prefixes_are_exact() {
    let shelf = Shelf::cooking();
    assert_eq!(shelf.found("potato").await, [4]);
    assert_eq!(shelf.found("tomatoes bake").await, NOTHING);
    assert_eq!(shelf.found("bake potato").await, [4]);
    assert_eq!(shelf.found("\"tomato soup\"").await, [1]);
    assert_eq!(shelf.found("\"soup tomato\"").await, NOTHING);
    assert_eq!(shelf.found("\"potato are\"").await, NOTHING);
    assert_eq!(shelf.found("tom*").await, [3, 2, 1]);
    assert_eq!(shelf.found("so*").await, [5, 1]);
    assert_eq!(shelf.found("toma").await, NOTHING);
}

#[tokio::test]
async fn exclusions_narrow() {
    let shelf = Shelf::cooking();
    assert_eq!(shelf.found("tomato -basil").await, [3]);
    assert_eq!(shelf.found("tomato -\"tomato soup\"").await, [3, 2]);
    assert_eq!(shelf.found("tomato -#lunch").await, [3, 1]);
    assert_eq!(shelf.found("-tomato").await, [5, 4], "an exclusion alone is a search");
    let not_bob = SearchScope { not_from: vec![BOB], ..everywhere() };
    assert_eq!(shelf.found_in("tomato -from:bob", not_bob).await, [3, 1]);
    let outside = SearchScope { outside: vec![SECRET], ..everywhere() };
    assert_eq!(shelf.found_in("tomato -in:secret", outside).await, [2, 1]);
}

#[tokio::test]
async fn filters_work_with_words_and_without() {
    let shelf = Shelf::cooking();
    let from = |users: &[UserId]| SearchScope { from: Some(users.to_vec()), ..everywhere() };
    let within = |channels: &[ChannelId]| SearchScope { within: Some(channels.to_vec()), ..everywhere() };
    assert_eq!(shelf.found_in("from:bob tomato", from(&[BOB])).await, [2]);
    assert_eq!(shelf.found_in("from:bob", from(&[BOB])).await, [5, 4, 2]);
    assert_eq!(shelf.found_in("from:bob from:alice", from(&[BOB, ALICE])).await, [5, 4, 3, 2, 1]);
    assert_eq!(shelf.found_in("from:nobody tomato", from(&[])).await, NOTHING);
    assert_eq!(shelf.found_in("in:secret", within(&[SECRET])).await, [3]);
    assert_eq!(shelf.found_in("in:kitchen tomato", within(&[KITCHEN])).await, [2, 1]);
    assert_eq!(shelf.found_in("in:nowhere tomato", within(&[])).await, NOTHING);
}

#[tokio::test]
async fn days_bound_the_time_of_writing() {
    let shelf = Shelf::cooking();
    let mut late = post(6, BOB, KITCHEN, "late tomato");
    late.create_at = START + 86_400_000;
    shelf.add(late);
    assert_eq!(shelf.found("tomato on:2020-01-01").await, [3, 2, 1]);
    assert_eq!(shelf.found("tomato on:2020-01-02").await, [6]);
    assert_eq!(shelf.found("tomato before:2020-01-02").await, [3, 2, 1]);
    assert_eq!(shelf.found("tomato after:2020-01-01").await, [6]);
    assert_eq!(shelf.found("tomato after:2019-12-31 before:2020-01-03").await, [6, 3, 2, 1]);
    assert_eq!(shelf.found("tomato -on:2020-01-01").await, [6]);
    assert_eq!(shelf.found("before:2020-01-01").await, NOTHING);
    assert_eq!(shelf.found("after:2020-01-01").await, [6]);
}

#[tokio::test]
async fn hashtags_are_found_as_hashtags_only() {
    let shelf = Shelf::cooking();
    shelf.add(post(6, BOB, KITCHEN, "after lunch, #Lunch-Break"));
    assert_eq!(shelf.found("#lunch").await, [2]);
    assert_eq!(shelf.found("#LUNCH*").await, [6, 2]);
    assert_eq!(shelf.found("lunch").await, [6, 2]);
    assert_eq!(shelf.found("#dinner").await, NOTHING);
    assert_eq!(shelf.found("soup #lunch").await, [5, 2, 1], "words and hashtags are two searches");
}

#[tokio::test]
async fn scripts_without_blanks_are_searched_by_any_part() {
    let shelf = Shelf::empty();
    shelf.add(post(1, ALICE, KITCHEN, "今日は寿司を食べる"));
    shelf.add(post(2, ALICE, KITCHEN, "東京都に行く"));
    shelf.add(post(3, ALICE, KITCHEN, "안녕하세요 여러분"));
    assert_eq!(shelf.found("寿司").await, [1]);
    assert_eq!(shelf.found("寿").await, [1]);
    assert_eq!(shelf.found("る").await, [1]);
    assert_eq!(shelf.found("司寿").await, NOTHING);
    assert_eq!(shelf.found("東京都").await, [2]);
    assert_eq!(shelf.found("東*").await, [2]);
    assert_eq!(shelf.found("\"京都に\"").await, [2]);
    assert_eq!(shelf.found("京 -寿司").await, [2]);
    assert_eq!(shelf.found("안녕").await, [3]);
}

#[tokio::test]
async fn nothing_outside_the_permitted_channels_is_found() {
    let shelf = Shelf::cooking();
    let kitchen = SearchScope { channels: vec![KITCHEN], ..SearchScope::default() };
    assert_eq!(shelf.found_in("tomato", kitchen.clone()).await, [2, 1]);
    assert_eq!(shelf.found_in("from:alice", SearchScope { from: Some(vec![ALICE]), ..kitchen.clone() }).await, [1]);
    assert_eq!(shelf.found_in("in:secret", SearchScope { within: Some(vec![SECRET]), ..kitchen }).await, NOTHING);
    assert_eq!(shelf.found_in("tomato", SearchScope::default()).await, NOTHING);
    let many = (0..5000u32).map(|number| {
        let mut bytes = [9; 16];
        bytes[..4].copy_from_slice(&number.to_be_bytes());
        ChannelId(Id(bytes))
    });
    let many = SearchScope { channels: many.chain([SECRET]).collect(), ..SearchScope::default() };
    assert_eq!(shelf.found_in("tomato", many.clone()).await, [3]);
    assert_eq!(shelf.found_in("-basil", many).await, [3]);
}

#[tokio::test]
async fn nothing_asked_is_nothing_found() {
    let shelf = Shelf::cooking();
    for terms in ["", "   ", "!!", "from:", "on:never"] {
        assert_eq!(shelf.found(terms).await, NOTHING, "{terms}");
    }
}

#[tokio::test]
async fn pages_follow_each_other() {
    let shelf = Shelf::cooking();
    let query = SearchQuery::parse("tomato", Joined::And, 0);
    let page = |number, size| shelf.numbers(&query, everywhere(), Page { number, size });
    assert_eq!(page(0, 2).await, [3, 2]);
    assert_eq!(page(1, 2).await, [1]);
    assert_eq!(page(2, 2).await, NOTHING);
    assert_eq!(page(0, 0).await, NOTHING);
    assert_eq!(page(usize::MAX, usize::MAX).await, NOTHING);
}

#[tokio::test]
async fn an_edit_replaces_and_a_removal_removes() {
    let shelf = Shelf::cooking();
    shelf.add(post(1, ALICE, KITCHEN, "cold cucumber soup"));
    shelf.add(post(1, ALICE, KITCHEN, "warm cucumber soup"));
    assert_eq!(shelf.index.remove_post(PostId(id(2))), Behind::No);
    assert_eq!(shelf.found("tomato").await, [3]);
    assert_eq!(shelf.found("cucumber").await, [1]);
    assert_eq!(shelf.found("cold").await, NOTHING);
    shelf.add(post(2, BOB, KITCHEN, "tomato again"));
    assert_eq!(shelf.found("tomato").await, [3, 2]);
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
async fn files_are_found_by_name_content_and_extension() {
    let shelf = Shelf::cooking();
    for file in [file(1, "note.txt", "hello file"), file(2, "pic.PNG", ""), file(3, "raw_tomato-v2.txt", "")] {
        assert_eq!(shelf.index.add_file(file), Behind::No);
    }
    assert_eq!(shelf.files("note").await, [1]);
    assert_eq!(shelf.files("hello").await, [1]);
    assert_eq!(shelf.files("ext:png").await, [2]);
    assert_eq!(shelf.files("-ext:txt").await, [2]);
    assert_eq!(shelf.files("tomato ext:txt").await, [3]);
    assert_eq!(shelf.files("after:2019-01-01").await, [3, 2, 1]);
    assert_eq!(shelf.found("note").await, NOTHING, "files are no posts");
    assert_eq!(shelf.index.remove_file(FileId(id(1))), Behind::No);
    assert_eq!(shelf.files("note").await, NOTHING);
    assert_eq!(shelf.found("soup").await, [5, 1], "a post with the number of a removed file stays");
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
async fn ids_come_in_pages_and_of_one_kind() {
    let shelf = Shelf::cooking();
    assert_eq!(shelf.index.add_file(file(7, "menu.txt", "soup")), Behind::No);
    shelf.index.flush().await.expect("written");
    let page = |after, limit| shelf.index.ids(Kind::Posts, after, limit);
    assert_eq!(page(Id::NONE, 3).await.expect("an index"), [id(1), id(2), id(3)]);
    assert_eq!(page(id(3), 3).await.expect("an index"), [id(4), id(5)]);
    assert_eq!(shelf.index.ids(Kind::Files, Id::NONE, 9).await.expect("an index"), [id(7)]);
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
