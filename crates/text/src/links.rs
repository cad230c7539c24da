//! Addresses in a message: the link that may be previewed and the pictures whose size clients
//! want to know before they load them.
//!
//! Whether an address may be fetched is decided by whoever fetches it.

use pulldown_cmark::Options;

use crate::markdown::{self, Piece};

/// Links and pictures taken from one message; more would let one post cause that many fetches.
pub const LINKS_MAX: usize = 50;

/// Addresses in the order of the text, each once.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// Where links lead, bare addresses included.
    pub links: Vec<String>,
    /// Where pictures come from.
    pub images: Vec<String>,
}

/// The links and pictures of `message`, at most [`LINKS_MAX`] of each kind.
pub fn links(message: &str) -> Links {
    let mut found = Links::default();
    markdown::walk(message, Options::empty(), &mut |piece| match piece {
        Piece::Link(address) => push(&mut found.links, address.to_owned()),
        Piece::Url(address) => push(&mut found.links, with_scheme(address)),
        Piece::Image(address) => push(&mut found.images, address.to_owned()),
        _ => {}
    });
    found
}

fn push(list: &mut Vec<String>, address: String) {
    if !address.is_empty() && list.len() < LINKS_MAX && !list.contains(&address) {
        list.push(address);
    }
}

/// `www.` alone means the web.
fn with_scheme(address: &str) -> String {
    if address.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www.")) {
        return format!("http://{address}");
    }
    address.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn list(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| text.to_string()).collect()
    }

    #[test]
    fn links_of_every_form_are_found_in_order() {
        let found =
            links("https://a.example/page and ![i](https://a.example/i.png), [b](http://b.c) <http://d.e> www.f.g");
        assert_eq!(found.links, list(&["https://a.example/page", "http://b.c", "http://d.e", "http://www.f.g"]));
        assert_eq!(found.images, list(&["https://a.example/i.png"]));
    }

    #[test]
    fn punctuation_of_the_sentence_stays_outside() {
        assert_eq!(links("(see http://a.b/c_(d)).").links, list(&["http://a.b/c_(d)"]));
        assert_eq!(links("http://a.b/?q=1&r=2, ok").links, list(&["http://a.b/?q=1&r=2"]));
    }

    #[test]
    fn code_holds_no_links() {
        assert_eq!(links("`http://a.b` and\n```\nhttp://c.d\n```"), Links::default());
    }

    #[test]
    fn one_message_causes_a_bounded_number_of_fetches() {
        let message: String = (0..500).map(|n| format!("http://a.b/{n} ")).collect();
        assert_eq!(links(&message).links.len(), LINKS_MAX);
    }

    proptest! {
        #[test]
        fn any_message_has_links_or_not(message in "(http://|www\\.|[\\[\\]()<>!_*` a-z./|\\n]){0,60}") {
            let found = links(&message);
            prop_assert!(found.links.iter().all(|link| !link.is_empty()));
        }
    }
}
