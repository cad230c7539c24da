//! Texts of messages and pages.

use base::Id;
use base::ids::UserId;
use text::mentions::{KeywordTable, scan};
use text::opengraph::{IMAGES_MAX, TEXT_CHARS_MAX, open_graph};
use text::search_query::{Joined, SearchQuery};

const BOB: [UserId; 1] = [UserId(Id([1; 16]))];

struct Bob;

impl KeywordTable for Bob {
    fn lookup(&self, word: &str) -> Option<&[UserId]> {
        matches!(word, "@bob" | "bananas" | "Bob").then_some(&BOB)
    }

    fn multibyte(&self) -> impl Iterator<Item = (&str, &[UserId])> {
        [("寿司", &BOB[..])].into_iter()
    }
}

pub fn mentions(message: &str) {
    assert!(scan(message, &Bob).users.len() <= 1);
    assert!(shown(message, &text::mentions::named(message)));
}

pub fn channel_links(message: &str) {
    assert!(shown(message, &text::channel_links::channel_links(message)));
}

/// Whether `message` shows each of `names`: `a\-b` shows `a-b`.
fn shown(message: &str, names: &[String]) -> bool {
    let shown = text::markdown::prose(message).to_lowercase();
    names.iter().all(|name| shown.contains(name.as_str()))
}

pub fn emoji(message: &str) {
    assert!(text::emoji::emoji_names(message).iter().all(|name| text::emoji::is_name(name)));
}

pub fn hashtags(message: &str) {
    let list = text::hashtags::hashtags(message);
    assert!(list.split_whitespace().all(|tag| text::hashtags::hashtag(tag) == Some(tag)));
}

pub fn links(message: &str) {
    assert!(text::links::links(message).links.len() <= text::links::LINKS_MAX);
}

pub fn markdown(message: &str) {
    text::markdown::prose(message);
    text::markdown::plain_text(message);
}

pub fn opengraph(html: &str) {
    if let Some(page) = open_graph(html) {
        assert!(page.title.chars().count() <= TEXT_CHARS_MAX && page.images.len() <= IMAGES_MAX);
    }
}

pub fn permalinks(address: &str) {
    text::permalinks::permalink("http://a.b", address);
}

pub fn search_query(query: &str) {
    SearchQuery::parse(query, Joined::And, 3600);
    SearchQuery::parse(query, Joined::Or, -12 * 3600);
}

/// Each mark is written out once, so that a text grows with its length alone.
pub fn slack_links(message: &str) {
    assert!(text::slack_links::users(message).all(|id| message.contains(id)));
    let markdown = text::slack_links::to_markdown(message, |_| Some("ann"));
    assert!(markdown.len() <= 8 * message.len(), "{} of {}", markdown.len(), message.len());
}
