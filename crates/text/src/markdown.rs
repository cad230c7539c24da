//! Markdown, read as a stream of pieces: prose, code, link and picture addresses.
//!
//! The dialect is CommonMark plus addresses without brackets (`see https://example.com.`), which
//! are links too. HTML is not part of the dialect: what looks like a tag is prose. [`prose`] feeds
//! mentions, emoji and channel links; [`plain_text`] goes into notifications and previews.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// One piece of a message, in the order of the text.
#[derive(Debug, PartialEq)]
pub(crate) enum Piece<'a> {
    Text(&'a str),
    Code(&'a str),
    /// An address that stands in the text by itself.
    Url(&'a str),
    /// The address behind a link's text, which precedes it.
    Link(&'a str),
    /// The address of a picture; its description is text.
    Image(&'a str),
    /// Emphasis or a link begins or ends: no word goes across.
    Edge,
    Line,
    Block,
}

/// The text that people read as text: without code and addresses, one run of it a line.
pub fn prose(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    walk(message, Options::empty(), &mut |piece| match piece {
        Piece::Text(text) => out.push_str(text),
        Piece::Link(_) | Piece::Image(_) => {}
        Piece::Code(_) | Piece::Url(_) | Piece::Edge | Piece::Line | Piece::Block => {
            if !out.is_empty() && !out.ends_with('\n') {
                out.push('\n');
            }
        }
    });
    out
}

/// What is left of `message` when the marks are gone: words, code and bare addresses.
pub fn plain_text(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    let dialect = Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS;
    walk(message, dialect, &mut |piece| match piece {
        Piece::Text(text) | Piece::Code(text) | Piece::Url(text) => out.push_str(text),
        Piece::Link(_) | Piece::Image(_) | Piece::Edge => {}
        Piece::Line | Piece::Block => {
            if !out.is_empty() && !out.ends_with('\n') {
                out.push('\n');
            }
        }
    });
    out.truncate(out.trim_end().len());
    out
}

/// Hands every piece of `message` to `sink`. Text between two other pieces comes in one or more
/// pieces that belong together: the parser cuts at every character that might have been a mark.
pub(crate) fn walk(message: &str, dialect: Options, sink: &mut dyn FnMut(Piece<'_>)) {
    let mut walk = Walk { message, url_end: 0, in_code: false, links: Vec::new(), sink };
    for (event, range) in Parser::new_ext(message, dialect).into_offset_iter() {
        walk.event(event, range.start, range.end);
    }
}

struct Walk<'m, 's> {
    message: &'m str,
    /// Where the last bare address ends; marks inside of it are not marks.
    url_end: usize,
    in_code: bool,
    /// Addresses of the links and pictures that are open.
    links: Vec<String>,
    sink: &'s mut dyn FnMut(Piece<'_>),
}

impl Walk<'_, '_> {
    fn event(&mut self, event: Event<'_>, start: usize, end: usize) {
        match event {
            Event::Text(text) if self.in_code => (self.sink)(Piece::Code(&text)),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.text(&text, start, end),
            Event::Code(text) if end > self.url_end => (self.sink)(Piece::Code(&text)),
            Event::Start(tag) => self.open(tag),
            Event::End(tag) => self.close(tag),
            Event::SoftBreak | Event::HardBreak => (self.sink)(Piece::Line),
            Event::Rule => (self.sink)(Piece::Block),
            _ => {}
        }
    }

    fn open(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::CodeBlock(_) => {
                self.in_code = true;
                (self.sink)(Piece::Block);
            }
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                self.links.push(dest_url.into_string());
                (self.sink)(Piece::Edge);
            }
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough => (self.sink)(Piece::Edge),
            _ => (self.sink)(Piece::Block),
        }
    }

    fn close(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::CodeBlock => {
                self.in_code = false;
                (self.sink)(Piece::Block);
            }
            TagEnd::Link | TagEnd::Image => {
                let address = self.links.pop().unwrap_or_default();
                let piece = if tag == TagEnd::Image { Piece::Image(&address) } else { Piece::Link(&address) };
                (self.sink)(Piece::Edge);
                (self.sink)(piece);
            }
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => (self.sink)(Piece::Edge),
            // Cells of a row are words of one line.
            TagEnd::TableCell => (self.sink)(Piece::Text(" ")),
            _ => (self.sink)(Piece::Block),
        }
    }

    fn text(&mut self, text: &str, start: usize, end: usize) {
        // Escapes and entities make text that is shorter than its source; it holds no address.
        let verbatim = self.message.get(start..end) == Some(text);
        if end <= self.url_end {
            return;
        }
        if !verbatim || !self.links.is_empty() {
            (self.sink)(Piece::Text(text));
            return;
        }
        let mut at = start.max(self.url_end);
        while let Some(found) = find_url(&self.message[at..end]) {
            // The parser may have cut the address at an underscore, so its end is looked for in
            // the message; the text that follows is skipped up to there.
            let (from, to) = (at + found, at + found + url_len(&self.message[at + found..]));
            if from > at {
                (self.sink)(Piece::Text(&self.message[at..from]));
            }
            (self.sink)(Piece::Url(&self.message[from..to]));
            self.url_end = to;
            if to >= end {
                return;
            }
            at = to;
        }
        (self.sink)(Piece::Text(&self.message[at..end]));
    }
}

/// How an address without brackets begins.
const URL_BEGINNINGS: [&str; 5] = ["http://", "https://", "ftp://", "mailto:", "www."];

/// Where in `text` the first bare address begins.
fn find_url(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    (0..bytes.len()).find(|&at| {
        matches!(bytes[at] | 0x20, b'h' | b'f' | b'm' | b'w')
            && (at == 0 || !bytes[at - 1].is_ascii_alphanumeric())
            && URL_BEGINNINGS.iter().any(|beginning| begins_with(&bytes[at..], beginning))
    })
}

fn begins_with(bytes: &[u8], beginning: &str) -> bool {
    let len = beginning.len();
    // Something must follow: "http://" alone is a word.
    bytes.len() > len && bytes[..len].eq_ignore_ascii_case(beginning.as_bytes()) && !bytes[len].is_ascii_whitespace()
}

/// How long the address at the start of `text` is: up to a blank or a character that ends it, less
/// the punctuation of the sentence around it.
fn url_len(text: &str) -> usize {
    let stop = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '`' | '|' | '"');
    let url = &text[..text.find(stop).unwrap_or(text.len())];
    let bytes = url.as_bytes();
    let mut unopened =
        bytes.iter().filter(|&&b| b == b')').count() as isize - bytes.iter().filter(|&&b| b == b'(').count() as isize;
    let mut len = bytes.len();
    while len > 0 {
        match bytes[len - 1] {
            b'?' | b'!' | b'.' | b',' | b':' | b';' | b'*' | b'_' | b'~' | b'\'' | b']' => {}
            b')' if unopened > 0 => unopened -= 1,
            _ => break,
        }
        len -= 1;
    }
    len
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn prose_leaves_code_and_addresses_out() {
        assert_eq!(prose("a `b` c\n\n```\nd\n```\n    \n[e](http://f) www.g.h."), "a \n c\ne\n \n.\n");
    }

    #[test]
    fn an_underscore_in_a_name_is_no_mark() {
        assert_eq!(prose("@ann_marie_lee *@bob*").trim_end(), "@ann_marie_lee \n@bob");
    }

    #[test]
    fn what_looks_like_html_is_prose() {
        assert_eq!(prose("<b>@bob</b>").trim_end(), "<b>@bob</b>");
        assert!(prose("<div>\n@bob\n</div>").contains("@bob"));
    }

    #[test]
    fn marks_inside_an_address_are_part_of_it() {
        let mut urls = Vec::new();
        walk("see (https://a.example/__init__.py), _b_", Options::empty(), &mut |piece| {
            if let Piece::Url(url) = piece {
                urls.push(url.to_owned());
            }
        });
        assert_eq!(urls, ["https://a.example/__init__.py"]);
    }

    #[test]
    fn plain_text_keeps_the_words_only() {
        assert_eq!(plain_text("# Title\n\n**bold** _and_ `code`\n* one\n* two"), "Title\nbold and code\none\ntwo");
        assert_eq!(plain_text("[text](http://a.b) ![alt](http://c.d/e.png) &amp; \\*"), "text alt & *");
    }

    proptest! {
        #[test]
        fn any_message_is_read(message in "[ -~\\n\\t漢é]{0,200}") {
            plain_text(&message);
            prop_assert!(prose(&message).len() <= 4 * message.len() + 1);
        }

        #[test]
        fn words_without_marks_stay_as_they_are(message in "[a-zA-Z]{1,12}( [a-zA-Z]{1,12}){0,8}") {
            prop_assert_eq!(plain_text(&message), message);
        }
    }
}
