//! What the capacity lab reads: queries, pages of metrics, lists of accounts, marks of posts, settings, prices, and what
//! its own programs told.

use std::sync::LazyLock;

use load::coordinator::settings::CoordinatorConfig;
use load::coordinator::totals::Totals;
use load::promql;
use load::report::prices::{Cost, Prices};
use load::report::{Report, document, html, markdown};
use load::scrape::{Point, Samples, text};
use serde::Serialize;
use serde::de::DeserializeOwned;
use simulate::agent::users_file;
use simulate::config::LoadTestConfig;
use simulate::delivery_check::tag;
use simulate::results::Results;

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
    let Ok(text) = base::text_file::text(bytes.to_vec()) else { return };
    let Ok(accounts) = users_file::parse(&text) else { return };
    let written: String = accounts.iter().map(users_file::line).collect();
    assert_eq!(users_file::parse(&written).as_ref(), Ok(&accounts), "{written:?}");
}

/// A table that is read has a cost that a report can hold.
pub fn prices(text: &str) {
    let Ok(prices) = Prices::read(text) else { return };
    for users in [0.0, 0.5, 60_000.0] {
        again::<Cost>(&prices.of(users));
    }
}

/// Settings that were read are checked, written, and read again.
pub fn settings(bytes: &[u8]) {
    if let Ok(settings) = serde_json::from_slice::<LoadTestConfig>(bytes) {
        drop(settings.check());
        assert!(!settings.socket_url().ends_with('/'));
        again::<LoadTestConfig>(&settings);
    }
    if let Ok(settings) = serde_json::from_slice::<CoordinatorConfig>(bytes) {
        drop((settings.check(), settings.must_have_room(&LoadTestConfig::default().users_configuration, 2)));
        settings.rules();
        again::<CoordinatorConfig>(&settings);
    }
}

/// What an agent told is added up; a report that was kept is shown again.
pub fn answers(bytes: &[u8]) {
    if let Ok(results) = serde_json::from_slice::<Results>(bytes) {
        let read = again::<Results>(&results);
        assert_eq!(read.endpoints.len(), results.endpoints.len());
        again::<Totals>(&Totals::of(&[results]));
    }
    if let Ok(report) = serde_json::from_slice::<Report>(bytes) {
        again::<Report>(&report);
        let blocks = document::document(&report);
        assert!(!html::page(&blocks).is_empty() && !markdown::write(&blocks).text.is_empty());
    }
}

/// What was written is read.
fn again<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let text = serde_json::to_string(value).expect("it is JSON");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}
