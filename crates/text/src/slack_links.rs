//! Links in the form `<address|text>` and calls such as `<!channel>`, as many integrations write them, turned into
//! Markdown.

/// Rewrites every such link; everything else stays as it is.
pub fn to_markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'<', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let inside = memchr::memchr2(b'>', b'\n', &rest.as_bytes()[1..]).map(|end| &rest[1..=end]);
        match inside.filter(|inside| rest.as_bytes()[inside.len() + 1] == b'>').and_then(rewritten) {
            Some((markdown, len)) => {
                out.push_str(&markdown);
                rest = &rest[len..];
            }
            None => {
                out.push('<');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// What the text between `<` and `>` becomes, and how many bytes it and they take.
fn rewritten(inside: &str) -> Option<(String, usize)> {
    let len = inside.len() + 2;
    let called = match inside {
        "!channel" => Some("@channel"),
        "!here" => Some("@here"),
        "!everyone" | "!all" => Some("@all"),
        _ => None,
    };
    if let Some(called) = called {
        return Some((called.to_owned(), len));
    }
    let (address, label) = inside.split_once('|').map_or((inside, None), |(address, label)| (address, Some(label)));
    let is_link = ["http://", "https://", "mailto:", "ftp://"].iter().any(|scheme| address.starts_with(scheme));
    if !is_link || address.contains('<') || address.contains(char::is_whitespace) {
        return None;
    }
    Some((label.map_or_else(|| address.to_owned(), |label| format!("[{label}]({address})")), len))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn links_become_markdown() {
        assert_eq!(to_markdown("see <https://a.test/x|the log> now"), "see [the log](https://a.test/x) now");
        assert_eq!(to_markdown("<https://a.test> <mailto:a@b.test|Ann>"), "https://a.test [Ann](mailto:a@b.test)");
        assert_eq!(to_markdown("<!channel> <!here> <!everyone>"), "@channel @here @all");
    }

    #[test]
    fn what_only_looks_like_a_link_stays() {
        for text in ["a < b > c", "<b>", "<", "<http://a", "<http://a\n>", "x <y|z> <>", "<<http://a.test|b"] {
            assert_eq!(to_markdown(text), text);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[<>|!a-c:/ é\\n]{0,60}") {
            to_markdown(&text);
        }

        #[test]
        fn text_without_brackets_is_kept(text in "[|!a-c:/ é\\n]{0,60}") {
            prop_assert_eq!(to_markdown(&text), text);
        }
    }
}
