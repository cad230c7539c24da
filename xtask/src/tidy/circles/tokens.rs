//! Rust text as words and signs, without comments and literals. It knows no grammar.

/// A word, `::`, one other sign, or `""` for a literal; and its line, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    pub text: &'a str,
    pub line: usize,
}

impl Token<'_> {
    pub fn is_word(&self) -> bool {
        self.text.starts_with(|one: char| one.is_alphabetic() || one == '_')
    }
}

/// Splits a file. An open literal or comment goes to the end of the file.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (length, kind) = next(rest, first);
        match kind {
            Kind::Nothing => {}
            Kind::Literal => found.push(Token { text: "\"\"", line }),
            Kind::Sign => found.push(Token { text: &rest[..length], line }),
        }
        line += rest[..length].matches('\n').count();
        at += length;
    }
    found
}

enum Kind {
    Nothing,
    Literal,
    Sign,
}

/// The length of what stands first, and what it is.
fn next(rest: &str, first: char) -> (usize, Kind) {
    if first.is_whitespace() {
        return (first.len_utf8(), Kind::Nothing);
    }
    if rest.starts_with("//") {
        return (rest.find('\n').unwrap_or(rest.len()), Kind::Nothing);
    }
    if rest.starts_with("/*") {
        return (comment(rest), Kind::Nothing);
    }
    if let Some(length) = literal(rest) {
        return (length, Kind::Literal);
    }
    if first == '\'' {
        return (1 + word(&rest[1..]), Kind::Nothing);
    }
    if let Some(raw) = rest.strip_prefix("r#") {
        return (2 + word(raw), Kind::Nothing);
    }
    match word(rest) {
        0 if rest.starts_with("::") => (2, Kind::Sign),
        0 => (first.len_utf8(), Kind::Sign),
        length => (length, Kind::Sign),
    }
}

/// Comments lie in each other.
fn comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// The length of the string or character that stands first.
fn literal(rest: &str) -> Option<usize> {
    let prefix = ["br", "cr", "b", "c", "r", ""].iter().find(|prefix| {
        rest.strip_prefix(**prefix).is_some_and(|after| {
            let quoted = after.trim_start_matches('#');
            let hashes = after.len() - quoted.len();
            quoted.starts_with('"') && (hashes == 0 || prefix.ends_with('r'))
        })
    });
    if let Some(prefix) = prefix {
        let after = &rest[prefix.len()..];
        if prefix.ends_with('r') {
            let hashes = after.len() - after.trim_start_matches('#').len();
            let end = format!("\"{}", "#".repeat(hashes));
            let inside = prefix.len() + hashes + 1;
            return Some(rest[inside..].find(&end).map_or(rest.len(), |at| inside + at + end.len()));
        }
        return Some(prefix.len() + until(after, '"'));
    }
    let after = rest.strip_prefix('b').unwrap_or(rest).strip_prefix('\'')?;
    let start = rest.len() - after.len() - 1;
    let mut inside = after.chars();
    let is_character = inside.next()? == '\\' || inside.next() == Some('\'');
    is_character.then(|| start + until(&rest[start..], '\''))
}

/// The length of a literal that begins and ends with `quote`.
fn until(literal: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, one) in literal.char_indices().skip(1) {
        match one {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if one == quote => return at + 1,
            _ => {}
        }
    }
    literal.len()
}

fn word(rest: &str) -> usize {
    rest.find(|one: char| !one.is_alphanumeric() && one != '_').unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        tokens(text).iter().map(|token| token.text).collect()
    }

    #[test]
    fn words_and_signs_are_told_apart() {
        assert_eq!(texts("use a::b_1;\n&x.y"), ["use", "a", "::", "b_1", ";", "&", "x", ".", "y"]);
        assert_eq!(tokens("a\n\n b")[1].line, 3);
    }

    #[test]
    fn comments_and_literals_hold_no_words() {
        assert_eq!(texts("a // crate::b\n/* c /* d */ e */ f"), ["a", "f"]);
        for literal in [r#""b \" c""#, r##"r#"b " c"#"##, r#"b"b""#, "'b'", r"'\''", r"b'\n'", "'\"'", r"'\u{1F600}'"] {
            assert_eq!(texts(&format!("a {literal} d")), ["a", "\"\"", "d"], "{literal}");
        }
    }

    #[test]
    fn a_lifetime_is_no_character() {
        assert_eq!(texts("&'a str, 'b: loop"), ["&", "str", ",", ":", "loop"]);
    }

    #[test]
    fn lines_are_counted_through_literals() {
        assert_eq!(tokens("\"a\nb\" c")[1].line, 2);
    }
}
