//! What every engine finds: one body for each case, run on each of them.

use text::search_query::{Joined, SearchQuery};

use super::engines::Shelf;
use super::*;

async fn cook(shelf: &Shelf) {
    shelf.change(Kind::Posts, recipes().into_iter().map(Change::Post).collect()).await;
}

/// One body, a test for each engine. Those that need another program take part when it is named: PostgreSQL by
/// `MUSTER_TEST_POSTGRES`, a search server by `MUSTER_TEST_OPENSEARCH`.
macro_rules! every_engine {
    ($(async fn $name:ident($shelf:ident) $body:block)+) => {$(
        mod $name {
            use super::*;

            async fn run($shelf: Shelf) {
                $body
                $shelf.clear().await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn embedded() {
                run(Shelf::embedded()).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                run(Shelf::sqlite().await).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                if let Some(shelf) = Shelf::postgres().await {
                    run(shelf).await;
                }
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn search_server() {
                if let Some(shelf) = Shelf::server().await {
                    run(shelf).await;
                }
            }
        }
    )+};
}

every_engine! {
    async fn words_go_together_newest_first_and_just_written(shelf) {
        cook(&shelf).await;
        assert_eq!(shelf.found("tomato").await, [3, 2, 1]);
        assert_eq!(shelf.found("TOMATO, basil").await, [2, 1]);
        assert_eq!(shelf.found("xylophone").await, NOTHING);
        assert_eq!(shelf.found("tomato xylophone").await, NOTHING);
        let either = SearchQuery::parse("soup salad", Joined::Or, 0);
        assert_eq!(shelf.numbers(&either, everywhere(), FIRST).await, [5, 2, 1]);
    }

    async fn english_forms_are_one_word_but_phrases_and_prefixes_are_exact(shelf) {
        cook(&shelf).await;
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

    async fn exclusions_narrow(shelf) {
        cook(&shelf).await;
        assert_eq!(shelf.found("tomato -basil").await, [3]);
        assert_eq!(shelf.found("tomato -\"tomato soup\"").await, [3, 2]);
        assert_eq!(shelf.found("tomato -#lunch").await, [3, 1]);
        assert_eq!(shelf.found("-tomato").await, [5, 4], "an exclusion alone is a search");
        let not_bob = SearchScope { not_from: vec![BOB], ..everywhere() };
        assert_eq!(shelf.found_in("tomato -from:bob", not_bob).await, [3, 1]);
        let outside = SearchScope { outside: vec![SECRET], ..everywhere() };
        assert_eq!(shelf.found_in("tomato -in:secret", outside).await, [2, 1]);
    }

    async fn filters_work_with_words_and_without(shelf) {
        cook(&shelf).await;
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

    async fn days_bound_the_time_of_writing(shelf) {
        cook(&shelf).await;
        let mut late = post(6, BOB, KITCHEN, "late tomato");
        late.create_at = START + 86_400_000;
        shelf.add(late).await;
        assert_eq!(shelf.found("tomato on:2020-01-01").await, [3, 2, 1]);
        assert_eq!(shelf.found("tomato on:2020-01-02").await, [6]);
        assert_eq!(shelf.found("tomato before:2020-01-02").await, [3, 2, 1]);
        assert_eq!(shelf.found("tomato after:2020-01-01").await, [6]);
        assert_eq!(shelf.found("tomato after:2019-12-31 before:2020-01-03").await, [6, 3, 2, 1]);
        assert_eq!(shelf.found("tomato -on:2020-01-01").await, [6]);
        assert_eq!(shelf.found("before:2020-01-01").await, NOTHING);
        assert_eq!(shelf.found("after:2020-01-01").await, [6]);
    }

    async fn hashtags_are_found_as_hashtags_only(shelf) {
        cook(&shelf).await;
        shelf.add(post(6, BOB, KITCHEN, "after lunch, #Lunch-Break")).await;
        assert_eq!(shelf.found("#lunch").await, [2]);
        assert_eq!(shelf.found("#LUNCH*").await, [6, 2]);
        assert_eq!(shelf.found("lunch").await, [6, 2]);
        assert_eq!(shelf.found("#dinner").await, NOTHING);
        assert_eq!(shelf.found("soup #lunch").await, [5, 2, 1], "words and hashtags are two searches");
    }

    async fn scripts_without_blanks_are_searched_by_any_part(shelf) {
        shelf.add(post(1, ALICE, KITCHEN, "今日は寿司を食べる")).await;
        shelf.add(post(2, ALICE, KITCHEN, "東京都に行く")).await;
        shelf.add(post(3, ALICE, KITCHEN, "안녕하세요 여러분")).await;
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

    async fn phrases_span_scripts_and_blanks_between_them(shelf) {
        let messages = ["漢字かa", "漢字 か", "漢字か", "e-mail 漢字", "mail e"];
        for (number, message) in (1..).zip(messages) {
            shelf.add(post(number, ALICE, KITCHEN, message)).await;
        }
        assert_eq!(shelf.found("\"漢字 か\"").await, [3, 2, 1]);
        assert_eq!(shelf.found("漢字か").await, [3, 1]);
        assert_eq!(shelf.found("\"か a\"").await, [1]);
        assert_eq!(shelf.found("e-mail").await, [4]);
        assert_eq!(shelf.found("e-ma*").await, [4]);
        assert_eq!(shelf.found("\"mail 漢\"").await, [4]);
    }

    async fn accents_quotes_and_signs_are_no_obstacle(shelf) {
        let messages = ["Café l'été", "it's \\ 50% \"off\"", "C++ AND (OR) NOT", "null\u{0} byte"];
        for (number, message) in (1..).zip(messages) {
            shelf.add(post(number, ALICE, KITCHEN, message)).await;
        }
        assert_eq!(shelf.found("cafe").await, [1]);
        assert_eq!(shelf.found("\"l ete\"").await, [1]);
        assert_eq!(shelf.found("it's").await, [2]);
        assert_eq!(shelf.found("50").await, [2]);
        assert_eq!(shelf.found("AND NOT").await, [3]);
        assert_eq!(shelf.found("byte").await, [4]);
    }

    async fn nothing_outside_the_permitted_channels_is_found(shelf) {
        cook(&shelf).await;
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

    async fn nothing_asked_is_nothing_found(shelf) {
        cook(&shelf).await;
        for terms in ["", "   ", "!!", "from:", "on:never"] {
            assert_eq!(shelf.found(terms).await, NOTHING, "{terms}");
        }
    }

    async fn pages_follow_each_other(shelf) {
        cook(&shelf).await;
        let query = SearchQuery::parse("tomato", Joined::And, 0);
        let page = |number, size| shelf.numbers(&query, everywhere(), Page { number, size });
        assert_eq!(page(0, 2).await, [3, 2]);
        assert_eq!(page(1, 2).await, [1]);
        assert_eq!(page(2, 2).await, NOTHING);
        assert_eq!(page(0, 0).await, NOTHING);
        assert_eq!(page(usize::MAX, usize::MAX).await, NOTHING);
    }

    async fn an_edit_replaces_and_a_removal_removes(shelf) {
        cook(&shelf).await;
        shelf.add(post(1, ALICE, KITCHEN, "cold cucumber soup")).await;
        shelf.add(post(1, ALICE, KITCHEN, "warm cucumber soup")).await;
        shelf.change(Kind::Posts, vec![Change::PostGone(PostId(id(2)))]).await;
        assert_eq!(shelf.found("tomato").await, [3]);
        assert_eq!(shelf.found("cucumber").await, [1]);
        assert_eq!(shelf.found("cold").await, NOTHING);
        // Written after the removal, which was now.
        let later = PostDoc { update_at: i64::MAX / 2, ..post(2, BOB, KITCHEN, "tomato again") };
        shelf.add(later).await;
        assert_eq!(shelf.found("tomato").await, [3, 2]);
    }

    async fn files_are_found_by_name_content_and_extension(shelf) {
        cook(&shelf).await;
        let files = [file(1, "note.txt", "hello file"), file(2, "pic.PNG", ""), file(3, "raw_tomato-v2.txt", "")];
        shelf.change(Kind::Files, files.map(Change::File).to_vec()).await;
        assert_eq!(shelf.files("note").await, [1]);
        assert_eq!(shelf.files("hello").await, [1]);
        assert_eq!(shelf.files("ext:png").await, [2]);
        assert_eq!(shelf.files("-ext:txt").await, [2]);
        assert_eq!(shelf.files("tomato ext:txt").await, [3]);
        assert_eq!(shelf.files("after:2019-01-01").await, [3, 2, 1]);
        assert_eq!(shelf.found("note").await, NOTHING, "files are no posts");
        shelf.change(Kind::Files, vec![Change::FileGone(FileId(id(1)))]).await;
        assert_eq!(shelf.files("note").await, NOTHING);
        assert_eq!(shelf.found("soup").await, [5, 1], "a post with the number of a removed file stays");
    }

    async fn ids_come_in_pages_and_of_one_kind(shelf) {
        cook(&shelf).await;
        shelf.change(Kind::Files, vec![Change::File(file(7, "menu.txt", "soup"))]).await;
        let page = |after, limit| shelf.engine.ids(Kind::Posts, after, limit);
        assert_eq!(page(Id::NONE, 3).await.expect("an index"), [id(1), id(2), id(3)]);
        assert_eq!(page(id(3), 3).await.expect("an index"), [id(4), id(5)]);
        assert_eq!(shelf.engine.ids(Kind::Files, Id::NONE, 9).await.expect("an index"), [id(7)]);
    }
}
