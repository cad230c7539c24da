//! Test only: random posts, edits, removals and commits, searched by the index and by a loop over
//! all posts, which must agree.

use std::collections::BTreeMap;

use base::Id;
use base::ids::{ChannelId, PostId, UserId};
use proptest::prelude::*;
use text::search_query::{Joined, SearchQuery};

use crate::tests::engines::Shelf;
use crate::*;

#[derive(Debug, Clone)]
enum Act {
    Write { number: u8, channel: u8, user: u8, words: Vec<&'static str> },
    Remove { number: u8 },
    Flush,
}

#[derive(Debug, Clone)]
struct Ask {
    words: Vec<&'static str>,
    phrase: Option<(&'static str, &'static str)>,
    prefix: Option<&'static str>,
    not_word: Option<&'static str>,
    not_phrase: Option<(&'static str, &'static str)>,
    joined: Joined,
    channels: Vec<u8>,
    within: Option<Vec<u8>>,
    from: Option<Vec<u8>>,
    not_from: Vec<u8>,
    size: usize,
}

/// None of them changes when it is stemmed.
const VOCABULARY: [&str; 6] = ["tomato", "toma", "basil", "soup", "salad", "salt"];

fn word() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&VOCABULARY[..])
}

fn act() -> impl Strategy<Value = Act> {
    let write = (0u8..60, 0u8..4, 0u8..3, prop::collection::vec(word(), 1..6))
        .prop_map(|(number, channel, user, words)| Act::Write { number, channel, user, words });
    prop_oneof![12 => write, 2 => (0u8..60).prop_map(|number| Act::Remove { number }), 1 => Just(Act::Flush)]
}

fn ask() -> impl Strategy<Value = Ask> {
    let few = |max: u8| prop::collection::vec(0..max, 0..3);
    let texts = (
        prop::collection::vec(word(), 0..3),
        prop::option::weighted(0.3, (word(), word())),
        prop::option::weighted(0.2, prop::sample::select(&["tom", "sa", "b"][..])),
        prop::option::weighted(0.3, word()),
        prop::option::weighted(0.3, (word(), word())),
    );
    let scopes = (
        prop::collection::vec(0u8..4, 1..4),
        prop::option::weighted(0.2, few(4)),
        prop::option::weighted(0.3, few(3)),
        few(3),
    );
    (texts, scopes, any::<bool>(), 1usize..30).prop_map(|(texts, scopes, either, size)| {
        let (words, phrase, prefix, not_word, not_phrase) = texts;
        let (channels, within, from, not_from) = scopes;
        let joined = if either { Joined::Or } else { Joined::And };
        Ask { words, phrase, prefix, not_word, not_phrase, joined, channels, within, from, not_from, size }
    })
}

fn id(number: u8) -> Id {
    Id([number + 1; 16])
}

type Posts = BTreeMap<u8, (u8, u8, Vec<&'static str>)>;

impl Ask {
    fn query(&self) -> SearchQuery {
        let mut text: Vec<String> = self.words.iter().map(|word| word.to_string()).collect();
        text.extend(self.phrase.map(|(one, two)| format!("\"{one} {two}\"")));
        text.extend(self.prefix.map(|prefix| format!("{prefix}*")));
        text.extend(self.not_word.map(|word| format!("-{word}")));
        text.extend(self.not_phrase.map(|(one, two)| format!("-\"{one} {two}\"")));
        let names = |users: &[u8], operator: &str| users.iter().map(|user| format!("{operator}:u{user}")).collect();
        let from: Vec<String> = self.from.as_deref().map_or(Vec::new(), |users| names(users, "from"));
        let not_from: Vec<String> = names(&self.not_from, "-from");
        SearchQuery::parse(&[text, from, not_from].concat().join(" "), self.joined, 0)
    }

    fn scope(&self) -> SearchScope {
        let channels = |numbers: &[u8]| numbers.iter().map(|&number| ChannelId(id(number))).collect::<Vec<_>>();
        let users = |numbers: &[u8]| numbers.iter().map(|&number| UserId(id(number))).collect::<Vec<_>>();
        SearchScope {
            channels: channels(&self.channels),
            within: self.within.as_deref().map(channels),
            outside: Vec::new(),
            from: self.from.as_deref().map(users),
            not_from: users(&self.not_from),
        }
    }

    fn counts(&self, channel: u8, user: u8, words: &[&str]) -> bool {
        let has_phrase = |(one, two): (&str, &str)| words.windows(2).any(|pair| pair == [one, two]);
        let mut wanted: Vec<bool> = self.words.iter().map(|word| words.contains(word)).collect();
        wanted.extend(self.phrase.map(has_phrase));
        wanted.extend(self.prefix.map(|prefix| words.iter().any(|word| word.starts_with(prefix))));
        let text = match self.joined {
            _ if wanted.is_empty() => true,
            Joined::And => wanted.iter().all(|&found| found),
            Joined::Or => wanted.iter().any(|&found| found),
        };
        let excluded = self.not_word.is_some_and(|word| words.contains(&word))
            || self.not_phrase.is_some_and(has_phrase)
            || self.not_from.contains(&user);
        let author = self.from.as_ref().is_none_or(|users| users.contains(&user));
        let place = self.channels.contains(&channel) && self.within.as_ref().is_none_or(|list| list.contains(&channel));
        text && author && place && !excluded
    }

    fn expected(&self, posts: &Posts) -> Vec<u8> {
        let found = posts.iter().rev().filter(|(_, (channel, user, words))| self.counts(*channel, *user, words));
        found.map(|(&number, _)| number).take(self.size).collect()
    }
}

/// What an act changes, noted in `posts` too. Later acts are later changes.
fn change(act: &Act, now: i64, posts: &mut Posts) -> Option<Change> {
    match act {
        Act::Write { number, channel, user, words } => {
            posts.insert(*number, (*channel, *user, words.clone()));
            Some(Change::Post(PostDoc {
                id: PostId(id(*number)),
                channel_id: ChannelId(id(*channel)),
                user_id: UserId(id(*user)),
                create_at: i64::from(*number),
                update_at: now,
                message: words.join(" "),
                hashtags: String::new(),
            }))
        }
        Act::Remove { number } => {
            posts.remove(number);
            Some(Change::PostGone(PostId(id(*number))))
        }
        Act::Flush => None,
    }
}

/// Performs all acts, then asks.
async fn agrees(shelf: &Shelf, acts: &[Act], asks: &[Ask]) -> Result<(), TestCaseError> {
    let mut posts = Posts::new();
    let mut waiting = Vec::new();
    for (now, act) in acts.iter().enumerate() {
        match change(act, now as i64, &mut posts) {
            Some(change) => waiting.push(change),
            None => shelf.change(Kind::Posts, std::mem::take(&mut waiting)).await,
        }
    }
    shelf.change(Kind::Posts, waiting).await;
    for ask in asks {
        let query = ask.query();
        if query.is_empty() {
            continue;
        }
        let page = Page { number: 0, size: ask.size };
        let hits = shelf.engine.search_posts(&query, ask.scope(), page).await.expect("a readable index");
        let found: Vec<u8> = hits.iter().map(|(id, _)| id.0.0[0] - 1).collect();
        prop_assert_eq!(found, ask.expected(&posts), "{:?}", ask);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    #[test]
    fn the_index_finds_what_a_loop_over_all_posts_finds(
        acts in prop::collection::vec(act(), 0..150),
        asks in prop::collection::vec(ask(), 60),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            agrees(&Shelf::embedded(), &acts, &asks).await?;
            agrees(&Shelf::sqlite().await, &acts, &asks).await?;
            // The other engines remember when something was removed; here it comes before it was written.
            let acts: Vec<Act> = acts.into_iter().filter(|act| !matches!(act, Act::Remove { .. })).collect();
            for shelf in [Shelf::postgres().await, Shelf::server().await].into_iter().flatten() {
                agrees(&shelf, &acts, &asks).await?;
                shelf.clear().await;
            }
            Ok::<(), TestCaseError>(())
        })?;
    }
}
