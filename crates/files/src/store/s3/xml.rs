//! The few elements of an object store's answers that are read: text between tags, never a tree.
//!
//! Answers come from the store that the operator chose and are bounded where they are read; what has another
//! form yields nothing, and `ops` says which element it misses.

use std::borrow::Cow;

/// `#x10ffff` and the semicolon, with some zeros in front.
const ENTITY_LEN_MAX: usize = 16;

/// The text of the first element called `name`, entities replaced.
pub(crate) fn text<'a>(xml: &'a str, name: &str) -> Option<Cow<'a, str>> {
    element(xml, name).map(|(inner, _)| unescape(inner))
}

/// What stands in each element called `name`, in order. Elements of that name within each other are not looked for.
pub(crate) fn each<'a>(xml: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    let mut rest = xml;
    std::iter::from_fn(move || {
        let (inner, after) = element(rest, name)?;
        rest = after;
        Some(inner)
    })
}

/// Text as it stands in an element.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The inside of the first element called `name`, and what follows it.
fn element<'a>(xml: &'a str, name: &str) -> Option<(&'a str, &'a str)> {
    let mut rest = xml;
    loop {
        let (_, opened) = rest.split_once('<')?;
        rest = opened;
        let Some(after) = opened.strip_prefix(name) else { continue };
        // `<Key>` and `<Key attribute="…">`, but not `<KeyCount>`.
        let (tag, inside) = after.split_once('>')?;
        if !(tag.is_empty() || tag.starts_with(char::is_whitespace) || tag == "/") {
            continue;
        }
        if tag.ends_with('/') {
            return Some(("", inside));
        }
        let end = inside.find(&format!("</{name}>"))?;
        return Some((&inside[..end], &inside[end + name.len() + 3..]));
    }
}

fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        // Names are short: each `&` looks no further than one may reach.
        let end = after.bytes().take(ENTITY_LEN_MAX).position(|byte| byte == b';');
        let replaced = end.and_then(|end| Some((entity(&after[..end])?, &after[end + 1..])));
        match replaced {
            Some((c, after)) => {
                plain.push(c);
                rest = after;
            }
            None => {
                plain.push('&');
                rest = after;
            }
        }
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => digits.parse(),
            };
            char::from_u32(code.ok()?)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LIST: &str = r#"<?xml version="1.0"?><ListBucketResult xmlns="x"><KeyCount>2</KeyCount><Prefix/>
        <Contents><Key>a &amp; b</Key><Size>3</Size></Contents><Contents><Key>&#xe4;</Key><Size>4</Size></Contents>
        </ListBucketResult>"#;

    #[test]
    fn elements_are_found_by_their_whole_name() {
        assert_eq!(text(LIST, "Key").as_deref(), Some("a & b"));
        assert_eq!(text(LIST, "Prefix").as_deref(), Some(""));
        assert_eq!(text(LIST, "Marker"), None);
        let names: Vec<_> = each(LIST, "Contents").filter_map(|one| text(one, "Key")).collect();
        assert_eq!(names, ["a & b", "ä"]);
    }

    proptest! {
        #[test]
        fn what_is_escaped_comes_back(words in "\\PC{0,40}") {
            let xml = format!("<K>{}</K>", escape(&words));
            let back = text(&xml, "K").map(Cow::into_owned);
            prop_assert_eq!(back, Some(words));
        }

        #[test]
        fn any_text_is_fine(xml in "[<>/&;#xaK \"=]{0,60}") {
            let _ = (text(&xml, "K"), each(&xml, "aK").count());
        }
    }
}
