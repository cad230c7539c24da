//! The markup that people write in Slack, turned into Markdown: emphasis by one sign, entities, and what stands between
//! `<` and `>` ([`crate::slack_links`]).
//!
//! Code keeps its text. A sign that opens no emphasis stays as it is; so does everything that means the same in both.

use crate::slack_links;

/// Signs of emphasis, and what Markdown has for them.
const SIGNS: [(u8, &str); 3] = [(b'*', "**"), (b'_', "_"), (b'~', "~~")];
const FENCE: &str = "```";

/// Rewrites a text. `own` says what the text between `<` and `>` becomes where that depends on who is there: users,
/// channels, groups; links and calls need no help.
pub fn to_markdown(text: &str, own: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut rest = text;
    while let Some(at) = rest.find('`') {
        prose(&rest[..at], &own, &mut out);
        rest = &rest[at..];
        let fence = if rest.starts_with(FENCE) { FENCE } else { "`" };
        let inside = &rest[fence.len()..];
        let end = inside.find(fence).filter(|end| *end > 0 && (fence == FENCE || !inside[..*end].contains('\n')));
        match end {
            Some(end) => {
                code(&inside[..end], fence, &mut out);
                rest = &inside[end + fence.len()..];
            }
            None => {
                out.push_str(fence);
                rest = inside;
            }
        }
    }
    prose(rest, &own, &mut out);
    out
}

/// A fence of Markdown stands on lines of its own.
fn code(text: &str, fence: &str, out: &mut String) {
    // Addresses in code are links, too, which no one sees as such.
    let plain = entities(&slack_links::with(text, |inside| {
        let (address, label) = inside.split_once('|').map_or((inside, None), |(address, label)| (address, Some(label)));
        address.contains("://").then(|| label.unwrap_or(address).to_owned())
    }));
    if fence != FENCE {
        return out.extend([fence, &plain, fence]);
    }
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    out.extend([FENCE, "\n", plain.trim_matches('\n'), "\n", FENCE, "\n"]);
}

fn prose(text: &str, own: &impl Fn(&str) -> Option<String>, out: &mut String) {
    for line in text.split_inclusive('\n') {
        emphasis(line, own, out);
    }
}

/// A line with its emphasis, links and entities.
fn emphasis(line: &str, own: &impl Fn(&str) -> Option<String>, out: &mut String) {
    let bytes = line.as_bytes();
    let mut open: [Option<usize>; SIGNS.len()] = [None; SIGNS.len()];
    // Signs that begin or end something, by their place.
    let mut meant: Vec<(usize, &str)> = Vec::new();
    // Behind it nothing is looked for, again and again.
    let last_end = memchr::memrchr(b'>', bytes).unwrap_or(0);
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'<'
            && at < last_end
            && let Some(end) = memchr::memchr(b'>', &bytes[at..])
        {
            at += end + 1;
            continue;
        }
        if let Some(kind) = SIGNS.iter().position(|(sign, _)| *sign == bytes[at]) {
            let (before, after) = (line[..at].chars().next_back(), line[at + 1..].chars().next());
            match open[kind] {
                Some(begin) if closes(before, after) && begin + 1 < at => {
                    meant.extend([(begin, SIGNS[kind].1), (at, SIGNS[kind].1)]);
                    open[kind] = None;
                }
                _ if opens(before, after) => open[kind] = Some(at),
                _ => {}
            }
        }
        at += 1;
    }
    meant.sort_unstable();
    let (mut marked, mut from) = (String::with_capacity(line.len() + 2 * meant.len()), 0);
    for (at, sign) in meant {
        marked.push_str(&line[from..at]);
        marked.push_str(sign);
        from = at + 1;
    }
    marked.push_str(&line[from..]);
    out.push_str(&entities(&slack_links::with(&marked, own)));
}

fn opens(before: Option<char>, after: Option<char>) -> bool {
    before.is_none_or(|one| !one.is_alphanumeric()) && after.is_some_and(|one| !one.is_whitespace())
}

fn closes(before: Option<char>, after: Option<char>) -> bool {
    before.is_some_and(|one| !one.is_whitespace()) && after.is_none_or(|one| !one.is_alphanumeric())
}

/// The three characters that are never written plainly.
pub fn entities(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    // Last the sign itself: what was escaped twice stays escaped once.
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn plain(text: &str) -> String {
        to_markdown(text, |inside| inside.starts_with("@U1").then(|| "@ann".to_owned()))
    }

    #[test]
    fn emphasis_is_that_of_markdown() {
        for (slack, markdown) in [
            ("*bold* and _it_ and ~gone~", "**bold** and _it_ and ~~gone~~"),
            ("*a b*, (*c*)", "**a b**, (**c**)"),
            ("2*3*4 snake_case_name a~b", "2*3*4 snake_case_name a~b"),
            ("* no *, ** and *\nx*", "* no *, ** and *\nx*"),
            ("*_both_*", "**_both_**"),
            ("*ü*", "**ü**"),
            ("*open", "*open"),
        ] {
            assert_eq!(plain(slack), markdown, "{slack}");
        }
    }

    #[test]
    fn code_keeps_its_text() {
        assert_eq!(plain("`*a* &lt;b&gt;` *c*"), "`*a* <b>` **c**");
        assert_eq!(
            plain("see ```let *a* = 1;\n<https://a.test>``` *c*"),
            "see \n```\nlet *a* = 1;\nhttps://a.test\n```\n **c**"
        );
        assert_eq!(plain("`open *a*"), "`open **a**");
        assert_eq!(plain("``` *a*"), "``` **a**");
    }

    #[test]
    fn names_links_and_entities_are_read() {
        assert_eq!(plain("<@U1> &amp; <https://a.test/a_b_c|*x*> &amp;lt;"), "@ann & [*x*](https://a.test/a_b_c) &lt;");
        assert_eq!(plain("&gt; quoted\n<!here>"), "> quoted\n@here");
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[*_~`<>|&;@!a-c é\\n]{0,80}") {
            plain(&text);
        }

        #[test]
        fn text_without_signs_is_kept(text in "[|!@a-c é\\n]{0,60}") {
            prop_assert_eq!(plain(&text), text);
        }
    }
}
