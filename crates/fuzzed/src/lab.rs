//! What the capacity lab reads: queries, pages of metrics, lists of accounts, marks of posts.

use std::sync::LazyLock;

use load::promql;
use load::scrape::{Point, Samples, text};
use simulate::agent::users_file;
use simulate::truth::tag;

const PAGE: &str = "a{b=\"c\",le=\"1\"} 1\na{b=\"d\",le=\"+Inf\"} 2\nb 3\n";

static SAMPLES: LazyLock<Samples> = LazyLock::new(|| {
    let mut samples = Samples::default();
    for at in [0, 15_000, 30_000] {
        for line in text::read(PAGE).lines {
            samples.add(&line.labels, Point { at, value: line.value });
        }
    }
    samples
});

/// A query that is read has a value or a reason why not.
pub fn promql(query: &str) {
    if let Ok(expression) = promql::parse(query) {
        drop(expression.instant(&SAMPLES, 30_000));
        drop(expression.range(&SAMPLES, (0, 30_000), 15_000));
    }
}

/// A line is read alike with its labels and without.
pub fn scrape(page: &str) {
    let read = text::read(page);
    let raw: Vec<_> = text::raw(page).filter(|raw| text::labels(raw.head).is_some()).collect();
    assert_eq!(raw.len(), read.lines.len());
    for (raw, line) in raw.iter().zip(&read.lines) {
        assert_eq!(text::labels(raw.head).as_ref(), Some(&line.labels));
        assert_eq!((raw.value.to_bits(), raw.at), (line.value.to_bits(), line.at));
    }
    if let Some(mark) = tag::find(page) {
        assert_eq!(tag::find(&tag::word(mark)), Some(mark));
    }
}

/// An account that was read is written, and read as the same.
pub fn users_file(bytes: &[u8]) {
    let Ok(text) = users_file::text(bytes.to_vec()) else { return };
    let Ok(accounts) = users_file::parse(&text) else { return };
    let written: String = accounts.iter().map(users_file::line).collect();
    assert_eq!(users_file::parse(&written).as_ref(), Ok(&accounts), "{written:?}");
}
