//! The markup of Rocket.Chat as Markdown: one sign of emphasis where Markdown has two, names of people and rooms.

use crate::code::Code;

/// Signs that are one there and two here.
const SIGNS: [u8; 2] = [b'*', b'~'];

/// Names by what a dump calls them.
pub trait Own {
    /// What somebody is called here.
    fn user(&self, name: &str) -> Option<String>;
    /// What a channel is called here.
    fn channel(&self, name: &str) -> Option<String>;
}

/// Reads a text.
pub fn to_markdown(text: &str, own: &dyn Own) -> String {
    let text = without_quotes(text);
    let prose = masked(text);
    let mut out = String::with_capacity(text.len() + 16);
    let mut from = 0;
    let mut marks = emphasis(&prose);
    marks.extend(names(text, &prose, own));
    marks.sort_by_key(|mark| mark.at);
    for Mark { at, len, with } in marks {
        if at < from {
            continue;
        }
        out.push_str(&text[from..at]);
        out.push_str(&with);
        from = at + len;
    }
    out.push_str(&text[from..]);
    if out.contains('\0') { out.replace('\0', "\u{fffd}") } else { out }
}

/// The bytes of a text with quotes in place of code and addresses: they begin and end no emphasis, and nobody's name.
fn masked(text: &str) -> Vec<u8> {
    let mut masked = text.as_bytes().to_vec();
    let (mut code, mut at) = (Code::default(), 0);
    while let Some(found) = memchr::memchr2(b'`', b':', &masked[at..]) {
        at += found;
        let len = match masked[at] {
            b'`' => code.len(&text[at..]),
            _ if text[at..].starts_with("://") => {
                let end = text[at..].find(|one: char| one.is_whitespace() || matches!(one, ')' | '>'));
                end.unwrap_or(text.len() - at)
            }
            _ => 1,
        };
        if len > 1 {
            masked[at..at + len].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b'"');
        }
        at += len;
    }
    masked
}

/// A message begins with empty links to those that it quotes; attachments have their text.
fn without_quotes(text: &str) -> &str {
    let mut rest = text;
    while let Some(after) = rest.strip_prefix("[ ](") {
        match after.split_once(')') {
            Some((_, after)) => rest = after.trim_start(),
            None => break,
        }
    }
    rest
}

/// A part of the text that reads otherwise.
struct Mark {
    at: usize,
    len: usize,
    with: String,
}

/// Pairs of signs around words of one line. A sign beside its like means here what it means there.
fn emphasis(bytes: &[u8]) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut open: [Option<usize>; 2] = [None, None];
    for (at, byte) in bytes.iter().enumerate() {
        if *byte == b'\n' {
            open = [None, None];
        }
        let Some(kind) = SIGNS.iter().position(|sign| sign == byte) else { continue };
        let (before, after) = (at.checked_sub(1).map(|at| bytes[at]), bytes.get(at + 1).copied());
        if before == Some(*byte) || after == Some(*byte) {
            continue;
        }
        let is_word = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
        let is_blank = |byte: Option<u8>| byte.is_none_or(|byte| byte.is_ascii_whitespace());
        match open[kind] {
            Some(begin) if !is_blank(before) && !is_word(after) && begin + 1 < at => {
                for at in [begin, at] {
                    marks.push(Mark { at, len: 1, with: String::from_utf8_lossy(&[*byte, *byte]).into_owned() });
                }
                open[kind] = None;
            }
            _ if !is_word(before) && !is_blank(after) => open[kind] = Some(at),
            _ => {}
        }
    }
    marks
}

/// `@name` and `#room` at the beginning of words, where they are called otherwise here.
fn names(text: &str, bytes: &[u8], own: &dyn Own) -> Vec<Mark> {
    let mut marks = Vec::new();
    for at in memchr::memchr2_iter(b'@', b'#', bytes) {
        let begins = at == 0 || !(bytes[at - 1].is_ascii_alphanumeric() || matches!(bytes[at - 1], b'/' | b'&' | b'#'));
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
        let len = bytes[at + 1..].iter().take_while(|byte| is_part(byte)).count();
        // A dot ends a sentence.
        let name = text[at + 1..at + 1 + len].trim_end_matches(['.', '-']);
        if !begins || name.is_empty() {
            continue;
        }
        let known = match bytes[at] {
            b'@' => own.user(name).map(|known| format!("@{known}")),
            _ => own.channel(name).map(|known| format!("~{known}")),
        };
        marks.extend(known.map(|with| Mark { at, len: 1 + name.len(), with }));
    }
    marks
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    struct Names;

    impl Own for Names {
        fn user(&self, name: &str) -> Option<String> {
            (name == "ann").then(|| "ann-2".to_owned())
        }
        fn channel(&self, name: &str) -> Option<String> {
            (name == "general").then(|| "town-square".to_owned())
        }
    }

    fn plain(text: &str) -> String {
        to_markdown(text, &Names)
    }

    #[test]
    fn emphasis_is_that_of_markdown() {
        for (theirs, ours) in [
            ("*bold* _it_ ~gone~ **both** ~~both~~", "**bold** _it_ ~~gone~~ **both** ~~both~~"),
            ("2*3*4 a ~ b * c", "2*3*4 a ~ b * c"),
            ("*open\nend*", "*open\nend*"),
            ("`*a* @ann` *b*", "`*a* @ann` **b**"),
            ("```\n*a*\n```\n*b*", "```\n*a*\n```\n**b**"),
        ] {
            assert_eq!(plain(theirs), ours, "{theirs}");
        }
    }

    #[test]
    fn names_are_those_of_here() {
        assert_eq!(plain("@ann, see #general. @bob a@ann #12"), "@ann-2, see ~town-square. @bob a@ann #12");
        assert_eq!(plain("[ ](https://a.test/channel/x?msg=1) [ ](https://b.test) yes"), "yes");
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[*~_`@#\\[\\]() a-c é\\n]{0,80}") {
            plain(&text);
        }
    }
}
