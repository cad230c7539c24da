//! The text in which servers tell their metrics, read line by line.
//!
//! A line that cannot be read is counted and left out: one bad line of a foreign server must not blind
//! the run. Nothing is kept here; [`crate::promql::samples`] does.

use base::Millis;

use super::Labels;

/// A value with its labels, and the time if the server told one.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub labels: Labels,
    pub value: f64,
    pub at: Option<Millis>,
}

/// What a page told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    pub lines: Vec<Line>,
    /// Lines that are neither values nor comments.
    pub unreadable: usize,
}

/// Lines of one page: ten times what a large server tells.
pub const LINES_MAX: usize = 200_000;

/// Reads a page of metrics. Comments and empty lines are passed over.
pub fn read(text: &str) -> Page {
    let mut page = Page::default();
    for line in lines(text).take(LINES_MAX) {
        match read_line(line) {
            Some(line) => page.lines.push(line),
            None => page.unreadable += 1,
        }
    }
    page
}

/// A line whose labels are not read: who knows `head` from the page before knows them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Raw<'a> {
    /// Name and labels, as they are written.
    pub head: &'a str,
    pub value: f64,
    pub at: Option<Millis>,
}

/// The lines of a page that have a value.
pub fn raw(text: &str) -> impl Iterator<Item = Raw<'_>> {
    lines(text).take(LINES_MAX).filter_map(read_raw)
}

/// The labels of a line's head, or nothing when they cannot be read.
pub fn labels(head: &str) -> Option<Labels> {
    let (name, rest) = head.split_at(head.find(|one| !is_of_name(one)).unwrap_or(head.len()));
    if name.is_empty() || name.starts_with(|one: char| one.is_ascii_digit()) {
        return None;
    }
    let mut pairs = vec![("__name__".to_owned(), name.to_owned())];
    if let Some(inside) = rest.trim_start().strip_prefix('{')
        && !read_labels(inside, &mut pairs)?.is_empty()
    {
        return None;
    }
    Some(Labels::new(pairs))
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn is_of_name(one: char) -> bool {
    one.is_ascii_alphanumeric() || one == '_' || one == ':'
}

fn read_line(line: &str) -> Option<Line> {
    let Raw { head, value, at } = read_raw(line)?;
    Some(Line { labels: labels(head)?, value, at })
}

fn read_raw(line: &str) -> Option<Raw<'_>> {
    let (head, rest) = line.split_at(head_len(line)?);
    let mut words = rest.split_ascii_whitespace();
    let value = read_value(words.next()?)?;
    let at = match words.next() {
        // What follows `#` is an exemplar.
        None | Some("#") => None,
        Some(word) => Some(word.parse().ok()?),
    };
    Some(Raw { head, value, at })
}

/// Where name and labels end: with a brace outside quotes, or with the name where none begins.
fn head_len(line: &str) -> Option<usize> {
    let name_len = line.find(|one| !is_of_name(one))?;
    let between = line[name_len..].len() - line[name_len..].trim_start().len();
    if !line[name_len + between..].starts_with('{') {
        return Some(name_len);
    }
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (at, byte) in line.bytes().enumerate().skip(name_len + between) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_quoted,
            b'"' => is_quoted = !is_quoted,
            b'}' if !is_quoted => return Some(at + 1),
            _ => {}
        }
    }
    None
}

fn read_value(word: &str) -> Option<f64> {
    match word {
        "+Inf" | "Inf" => Some(f64::INFINITY),
        "-Inf" => Some(f64::NEG_INFINITY),
        "NaN" => Some(f64::NAN),
        _ if word.contains(|one: char| one.is_ascii_digit()) => word.parse().ok(),
        _ => None,
    }
}

/// Reads up to the closing brace and returns what follows it.
fn read_labels<'a>(mut rest: &'a str, pairs: &mut Vec<(String, String)>) -> Option<&'a str> {
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix('}') {
            return Some(after);
        }
        let (name, after) = rest.split_once('=')?;
        let name = name.trim();
        let is_name = !name.is_empty() && name.chars().all(|one| one.is_ascii_alphanumeric() || one == '_');
        if !is_name || name.starts_with(|one: char| one.is_ascii_digit()) {
            return None;
        }
        let (value, after) = read_quoted(after.trim_start().strip_prefix('"')?)?;
        pairs.push((name.to_owned(), value));
        rest = after.trim_start();
        match rest.strip_prefix(',') {
            Some(after) => rest = after,
            None if rest.starts_with('}') => {}
            None => return None,
        }
    }
}

fn read_quoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut characters = text.char_indices();
    while let Some((at, one)) = characters.next() {
        match one {
            '"' => return Some((value, &text[at + 1..])),
            '\\' => match characters.next()?.1 {
                'n' => value.push('\n'),
                escaped @ ('\\' | '"') => value.push(escaped),
                other => value.extend(['\\', other]),
            },
            _ => value.push(one),
        }
    }
    None
}

/// Writes a line as [`read`] reads it; for the lab's own pages and tests.
pub fn write(line: &Line, out: &mut String) {
    use std::fmt::Write;
    out.push_str(line.labels.get("__name__"));
    let mut separator = '{';
    for (name, value) in line.labels.iter().filter(|(name, _)| *name != "__name__") {
        let value = value.replace('\\', r"\\").replace('"', "\\\"").replace('\n', r"\n");
        let _ = write!(out, "{separator}{name}=\"{value}\"");
        separator = ',';
    }
    if separator == ',' {
        out.push('}');
    }
    let _ = match line.value {
        value if value.is_nan() => write!(out, " NaN"),
        f64::INFINITY => write!(out, " +Inf"),
        f64::NEG_INFINITY => write!(out, " -Inf"),
        value => write!(out, " {value}"),
    };
    if let Some(at) = line.at {
        let _ = write!(out, " {at}");
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn one(text: &str) -> Option<Line> {
        read(text).lines.pop()
    }

    #[test]
    fn a_line_has_name_labels_value_and_time() {
        let line = one("api_time_bucket{handler=\"getUser\",le=\"+Inf\",} 12.5e1 1700000000000").expect("a line");
        assert_eq!((line.labels.get("__name__"), line.labels.get("le")), ("api_time_bucket", "+Inf"));
        assert_eq!((line.value, line.at), (125.0, Some(1_700_000_000_000)));
    }

    #[test]
    fn quotes_and_line_ends_in_values_are_unescaped() {
        let line = one(r#"a{b="x\"y\\z\n{}=,"} 1"#).expect("a line");
        assert_eq!(line.labels.get("b"), "x\"y\\z\n{}=,");
    }

    #[test]
    fn comments_are_passed_over_and_bad_lines_counted() {
        let page = read("# HELP a b\n\na 1\na{ 2\n9a 1\na b\na 1 x\na{b=1} 2\nb NaN # {x=\"1\"} 3\n");
        assert_eq!((page.lines.len(), page.unreadable), (2, 5));
    }

    prop_compose! {
        fn any_line()(
            name in "[a-zA-Z_:][a-zA-Z0-9_:]{0,20}",
            pairs in proptest::collection::vec(("[a-zA-Z_][a-zA-Z0-9_]{0,8}", "\\PC{0,12}|[\"\\\\\n{}=,]{1,6}"), 0..5),
            value in prop_oneof![any::<f64>(), Just(f64::INFINITY), Just(0.0)],
            at in proptest::option::of(0_i64..4_000_000_000_000),
        ) -> Line {
            let named = ("__name__".to_owned(), name);
            Line { labels: Labels::new(pairs.into_iter().filter(|(name, _)| name != "__name__").chain([named])), value, at }
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(line in any_line()) {
            let mut text = String::new();
            write(&line, &mut text);
            let again = one(&text).expect("it is readable");
            prop_assert_eq!((&again.labels, again.at), (&line.labels, line.at));
            let raw: Vec<Option<Labels>> = raw(&text).map(|raw| labels(raw.head)).collect();
            prop_assert_eq!(raw, [Some(line.labels)]);
            prop_assert!(again.value == line.value || (again.value.is_nan() && line.value.is_nan()));
        }

        #[test]
        fn no_text_breaks_the_reader(text in "\\PC{0,80}", cut in "[a-z]{0,3}[{}=\",\\\\ 0-9#]{0,30}") {
            read(&text);
            read(&cut);
        }
    }
}
