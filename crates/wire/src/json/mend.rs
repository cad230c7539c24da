//! Text that is nearly JSON, made into JSON: what no parser takes inside texts is replaced or escaped.

use std::fmt::Write;

/// Who wrote a text, and so how much is forgiven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Author {
    Client,
    Program,
}

/// Whether the name of any field has a capital letter. Wrong only for text that is no JSON.
pub(super) fn has_capital_names(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some(start) = memchr::memchr(b'"', rest) {
        let inside = &rest[start + 1..];
        let Some(end) = end_of_text(inside) else { return false };
        rest = &inside[end + 1..];
        let is_name = rest.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':');
        if is_name && inside[..end].iter().any(u8::is_ascii_uppercase) {
            return true;
        }
    }
    false
}

/// Where the quote is that ends a text.
fn end_of_text(inside: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr::memchr2(b'"', b'\\', inside.get(at..)?)?;
        if inside[at] == b'"' {
            return Some(at);
        }
        at += 2;
    }
}

/// The text with U+FFFD for what is no character; for programs without a byte order mark, and with control characters
/// inside texts escaped.
pub(super) fn mended(bytes: &[u8], author: Author) -> String {
    let whole = characters(bytes);
    let mut rest = whole.as_str();
    if author == Author::Program {
        rest = rest.trim_start_matches('\u{feff}');
    }
    let mut out = String::with_capacity(rest.len() + 16);
    let mut in_text = false;
    while let Some(at) = rest.find(|c: char| c == '"' || c == '\\' || c.is_ascii_control()) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = match rest.as_bytes()[0] {
            b'\\' if in_text => escape(rest, &mut out),
            control if control.is_ascii_control() && in_text && author == Author::Program => {
                write!(out, "\\u{control:04x}").expect("memory does not fail to write");
                1
            }
            other => {
                in_text ^= other == b'"';
                out.push(char::from(other));
                1
            }
        };
        rest = &rest[taken..];
    }
    out.push_str(rest);
    out
}

/// Every byte that belongs to no character is one U+FFFD.
fn characters(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() + 16);
    for chunk in bytes.utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(std::iter::repeat_n(char::REPLACEMENT_CHARACTER, chunk.invalid().len()));
    }
    out
}

/// Copies what begins with a backslash; how many bytes it took. Half a surrogate is replaced.
fn escape(rest: &str, out: &mut String) -> usize {
    let taken = match unit(rest) {
        Some(0xd800..=0xdbff) if matches!(unit(&rest[6..]), Some(0xdc00..=0xdfff)) => 12,
        Some(0xd800..=0xdfff) => {
            out.push_str("\\ufffd");
            return 6;
        }
        Some(_) => 6,
        None => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
    };
    out.push_str(&rest[..taken]);
    taken
}

/// The number of a `\u1234`.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_are_looked_at_for_capitals() {
        for text in [r#"{"a":"B"}"#, r#"["A","B"]"#, r#"{"a":"X\":\"Y"}"#, r#"{"a\"#, "", r#"{"é" : 1}"#] {
            assert!(!has_capital_names(text.as_bytes()), "{text}");
        }
        for text in [r#"{"A":1}"#, r#"{"a":{"bC" : 1}}"#, r#"{"a":"\\","B":1}"#] {
            assert!(has_capital_names(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn what_is_json_already_stays() {
        let text = r#"{"a" : "b\n\"\\ \ud83d\ude00 \u00e9", "c": [1, null]}"#;
        assert_eq!(mended(text.as_bytes(), Author::Program), text);
    }

    #[test]
    fn an_escaped_control_character_is_kept_from_the_text_only() {
        assert_eq!(mended(b"{\n\"a\tb\\\n\"}", Author::Program), "{\n\"a\\u0009b\\\n\"}");
        assert_eq!(mended(b"\"a\tb\"", Author::Client), "\"a\tb\"");
    }
}
