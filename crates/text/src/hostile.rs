//! Test only: messages made to be slow. Work is compared between sizes, not measured against a
//! limit: text four times as long may cost some ten times as much, not sixteen.

use std::time::{Duration, Instant};

use base::ids::UserId;

use crate::mentions::{KeywordTable, scan};
use crate::search_query::{Joined, SearchQuery};
use crate::{channel_links, emoji, hashtags, links, markdown};

/// Characters of the longest message a server takes.
const MESSAGE_CHARS_MAX: usize = 16_383;

/// Pieces whose repetition makes naive parsers quadratic or worse.
const PIECES: [&str; 27] = [
    "[",
    "]",
    "![",
    "[a](",
    "[a](<",
    "`",
    "` ``",
    "*",
    "**a ",
    "_a_",
    "> ",
    "- ",
    "<",
    "<!--",
    "<a ",
    "&",
    "\\",
    "http://a(",
    "www.a)",
    "@",
    "@a.",
    "@a-:",
    "~",
    ":a",
    "#a-",
    "寿",
    "|-",
];

struct Nobody;

impl KeywordTable for Nobody {
    fn lookup(&self, _word: &str) -> Option<&[UserId]> {
        None
    }

    fn multibyte(&self) -> impl Iterator<Item = (&str, &[UserId])> {
        std::iter::empty()
    }
}

fn read_all(message: &str) {
    scan(message, &Nobody);
    hashtags::hashtags(message);
    links::links(message);
    channel_links::channel_links(message);
    emoji::emoji_names(message);
    markdown::plain_text(message);
    SearchQuery::parse(message, Joined::And, 0);
}

fn fastest(message: &str) -> Duration {
    let time = |()| {
        let start = Instant::now();
        read_all(message);
        start.elapsed()
    };
    // The fastest of a few runs is the one that nothing else on the machine slowed down.
    [(); 5].map(time).into_iter().min().unwrap_or_default()
}

#[test]
fn the_work_grows_with_the_text_and_not_faster() {
    for piece in PIECES {
        let text: String = piece.chars().cycle().take(MESSAGE_CHARS_MAX).collect();
        let quarter: String = text.chars().take(MESSAGE_CHARS_MAX / 4).collect();
        // Below a millisecond the clock says nothing about the algorithm.
        let small = fastest(&quarter).max(Duration::from_millis(1));
        let large = fastest(&text);
        assert!(large < 10 * small, "{piece:?}: {small:?} for a quarter, {large:?} for the whole");
    }
}
