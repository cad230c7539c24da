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

fn time(message: &str) -> Duration {
    let start = Instant::now();
    read_all(message);
    start.elapsed()
}

/// Rounds before the times are judged …
const ROUNDS_MIN: usize = 5;
/// … and until they are given up: other programs may take the processor for many of them.
const ROUNDS_MAX: usize = 100;

/// The fastest times for a quarter and for the whole, as soon as they speak for work that grows with the text. Whatever else
/// runs on the machine only makes a time longer, so the fastest ones come ever closer to what the work takes.
fn fastest(quarter: &str, whole: &str) -> (Duration, Duration) {
    let (mut small, mut large) = (Duration::MAX, Duration::MAX);
    for round in 1..=ROUNDS_MAX {
        // Below a millisecond the clock says nothing about the algorithm.
        small = small.min(time(quarter).max(Duration::from_millis(1)));
        large = large.min(time(whole));
        if round >= ROUNDS_MIN && is_in_proportion(small, large) {
            break;
        }
    }
    (small, large)
}

/// Four times the text takes four times as long, and sixteen times where the work grows with its square.
fn is_in_proportion(small: Duration, large: Duration) -> bool {
    large < 10 * small
}

#[test]
fn the_work_grows_with_the_text_and_not_faster() {
    for piece in PIECES {
        let text: String = piece.chars().cycle().take(MESSAGE_CHARS_MAX).collect();
        let quarter: String = text.chars().take(MESSAGE_CHARS_MAX / 4).collect();
        let (small, large) = fastest(&quarter, &text);
        assert!(is_in_proportion(small, large), "{piece:?}: {small:?} for a quarter, {large:?} for the whole");
    }
}
