//! The markup of Zulip as Markdown: both are nearly the same. What differs is mentions, links to channels and topics, quotes,
//! spoilers, formulas and times, and links to files that were uploaded.

use crate::code::Code;

/// Quotes in quotes; deeper ones stay as they are written.
const DEPTH_MAX: usize = 8;
/// Fences in fences that are looked through for an end.
const FENCES_MAX: usize = 50;
/// Bytes between the signs of a mention or a link, of a formula, and of an address.
const NAME_BYTES_MAX: usize = 300;
const FORMULA_BYTES_MAX: usize = 2_000;
const ADDRESS_BYTES_MAX: usize = 2_000;
/// Where addresses of uploaded files begin.
const UPLOADS: &str = "/user_uploads/";
/// Characters that may begin something.
const SIGNS: &[u8] = b"`@#$<[]:";

/// Names by what an export calls them.
pub trait Own {
    /// The username of somebody, by `Full Name`, `Full Name|12` or `|12`.
    fn user(&self, named: &str) -> Option<String>;
    /// The name of a channel here.
    fn channel(&self, name: &str) -> Option<String>;
    /// The name of an emoji here, where it is another.
    fn emoji(&self, name: &str) -> Option<String>;
    /// Whether the export has the bytes of a file; `path` is what follows the beginning of its address.
    fn has_file(&self, path: &str) -> bool;
}

/// What a text becomes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Content {
    pub text: String,
    /// Paths of files that the text links, each once.
    pub files: Vec<String>,
    /// Whether it links a file that the export does not have.
    pub lacks_file: bool,
}

/// Reads a text.
pub fn to_markdown(text: &str, own: &dyn Own) -> Content {
    let mut content = Content::default();
    let lines: Vec<&str> = text.split('\n').collect();
    blocks(&lines, own, 0, &mut content);
    content.text.truncate(content.text.trim_end().len());
    if content.text.contains('\0') {
        // Not every database takes it.
        content.text = content.text.replace('\0', "\u{fffd}");
    }
    content
}

/// What opens or ends a block.
#[derive(Clone, Copy)]
struct Fence<'a> {
    sign: char,
    len: usize,
    /// The language, or `quote`, `spoiler`, `math`, with what follows.
    info: &'a str,
}

impl<'a> Fence<'a> {
    fn of(line: &'a str) -> Option<Fence<'a>> {
        let text = line.trim_start_matches(' ');
        let sign = text.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
        let info = text.trim_start_matches(sign);
        let len = text.len() - info.len();
        let is_fence = len >= 3 && line.len() - text.len() <= 3 && !info.contains('`');
        is_fence.then_some(Fence { sign, len, info: info.trim() })
    }

    fn kind(&self) -> &'a str {
        self.info.split(' ').next().unwrap_or_default()
    }

    /// Whether there may be blocks in it.
    fn holds_blocks(&self) -> bool {
        matches!(self.kind(), "quote" | "spoiler")
    }

    fn ends(&self, open: &Fence<'_>) -> bool {
        self.info.is_empty() && self.sign == open.sign && self.len >= open.len
    }
}

/// The line that ends the block which begins before the first of these, or how many lines there are.
fn end_of(open: Fence<'_>, lines: &[&str]) -> usize {
    let mut within = vec![open];
    for (at, line) in lines.iter().enumerate() {
        let (Some(fence), Some(last)) = (Fence::of(line), within.last()) else { continue };
        if fence.ends(last) {
            within.pop();
            if within.is_empty() {
                return at;
            }
        } else if last.holds_blocks() && !fence.info.is_empty() && within.len() < FENCES_MAX {
            within.push(fence);
        }
    }
    lines.len()
}

fn blocks(lines: &[&str], own: &dyn Own, depth: usize, content: &mut Content) {
    let (mut at, mut prose) = (0, 0);
    while at < lines.len() {
        let Some(fence) = Fence::of(lines[at]) else {
            at += 1;
            continue;
        };
        inline(&lines[prose..at], own, content);
        let end = at + 1 + end_of(fence, &lines[at + 1..]);
        let inner = &lines[at + 1..end.min(lines.len())];
        match fence.kind() {
            "quote" if depth < DEPTH_MAX => quote(inner, own, depth, content),
            "spoiler" if depth < DEPTH_MAX => {
                let title = fence.info.strip_prefix("spoiler").unwrap_or_default().trim();
                if !title.is_empty() {
                    content.text.push_str("**");
                    spans(title, own, content);
                    content.text.push_str("**\n");
                }
                quote(inner, own, depth, content);
            }
            kind => {
                let sign: String = std::iter::repeat_n(fence.sign, fence.len).collect();
                let info = if kind == "math" { "latex" } else { fence.info };
                content.text.extend([sign.as_str(), info, "\n"]);
                inner.iter().for_each(|line| content.text.extend([*line, "\n"]));
                content.text.extend([sign.as_str(), "\n"]);
            }
        }
        at = end + 1;
        prose = at;
    }
    inline(&lines[prose.min(lines.len())..], own, content);
}

fn quote(lines: &[&str], own: &dyn Own, depth: usize, content: &mut Content) {
    let before = std::mem::take(&mut content.text);
    blocks(lines, own, depth + 1, content);
    let inner = std::mem::replace(&mut content.text, before);
    for line in inner.trim_end().split('\n') {
        content.text.extend(["> ", line, "\n"]);
    }
    content.text.push('\n');
}

/// Lines without blocks, each with its end.
fn inline(lines: &[&str], own: &dyn Own, content: &mut Content) {
    if !lines.is_empty() {
        spans(&lines.join("\n"), own, content);
        content.text.push('\n');
    }
}

/// A text without blocks.
fn spans(text: &str, own: &dyn Own, content: &mut Content) {
    let mut code = Code::default();
    // Where the label of a link would begin in what is made.
    let mut label = None;
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| SIGNS.contains(&byte)) {
        content.text.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = match rest.as_bytes()[0] {
            b'`' => {
                let len = code.len(rest);
                content.text.push_str(&rest[..len]);
                Some(len)
            }
            b'[' => {
                label = Some(content.text.len());
                None
            }
            b']' => label.take().and_then(|label| upload(rest, label, own, content)),
            b':' => emoji(rest, own, &mut content.text),
            _ => named(rest, own, &mut content.text),
        };
        let taken = taken.unwrap_or_else(|| {
            content.text.push_str(&rest[..1]);
            1
        });
        rest = &rest[taken..];
    }
    content.text.push_str(rest);
}

/// What stands between signs, if the end follows within so many bytes.
fn between<'t>(text: &'t str, begin: &str, end: &str, len_max: usize) -> Option<(&'t str, usize)> {
    let inside = text.strip_prefix(begin)?;
    let mut bound = inside.len().min(len_max + end.len());
    while !inside.is_char_boundary(bound) {
        bound -= 1;
    }
    let found = inside[..bound].find(end).filter(|found| *found > 0)?;
    let inner = &inside[..found];
    (!inner.contains('\n')).then_some((inner, begin.len() + found + end.len()))
}

/// Mentions, links to channels, formulas and times.
fn named(text: &str, own: &dyn Own, out: &mut String) -> Option<usize> {
    for (begin, sign) in [("@**", "@"), ("@_**", "")] {
        if let Some((name, len)) = between(text, begin, "**", NAME_BYTES_MAX) {
            mention(name, sign, own, out);
            return Some(len);
        }
    }
    for (begin, sign) in [("@*", "@"), ("@_*", "")] {
        if let Some((name, len)) = between(text, begin, "*", NAME_BYTES_MAX) {
            out.extend([sign, name]);
            return Some(len);
        }
    }
    if let Some((named, len)) = between(text, "#**", "**", NAME_BYTES_MAX) {
        let (name, topic) = named.split_once('>').map_or((named, None), |(name, topic)| (name, Some(topic)));
        match own.channel(name) {
            Some(known) => out.extend(["~", &known]),
            None => out.extend(["#", name]),
        }
        if let Some(topic) = topic {
            // A link to a message has its number behind the topic.
            let number = topic.rsplit_once('@').filter(|(_, id)| id.bytes().all(|byte| byte.is_ascii_digit()));
            out.extend([" › ", number.map_or(topic, |(topic, _)| topic)]);
        }
        return Some(len);
    }
    if let Some((formula, len)) = between(text, "$$", "$$", FORMULA_BYTES_MAX) {
        out.extend(["$$", formula.trim(), "$$"]);
        return Some(len);
    }
    let (time, len) = between(text, "<time:", ">", NAME_BYTES_MAX)?;
    out.push_str(time);
    Some(len)
}

fn mention(name: &str, sign: &str, own: &dyn Own, out: &mut String) {
    let all = match name {
        "all" | "everyone" => Some("all"),
        "stream" | "channel" => Some("channel"),
        _ => None,
    };
    let plain = name.split_once('|').map_or(name, |(name, _)| name);
    match (sign, all) {
        (sign, Some(all)) => out.extend([sign, all]),
        // It called nobody.
        ("", None) if !plain.is_empty() => out.push_str(plain),
        (sign, None) => {
            let known = own.user(name);
            out.extend([sign, known.as_deref().unwrap_or(plain)]);
        }
    }
}

fn emoji(text: &str, own: &dyn Own, out: &mut String) -> Option<usize> {
    let (name, len) = between(text, ":", ":", NAME_BYTES_MAX)?;
    let known = own.emoji(name)?;
    out.extend([":", &known, ":"]);
    Some(len)
}

/// A link to a file: its label stays, the file is attached.
fn upload(text: &str, label: usize, own: &dyn Own, content: &mut Content) -> Option<usize> {
    let (address, len) = between(text, "](", ")", ADDRESS_BYTES_MAX)?;
    let path = &address[address.find(UPLOADS)? + UPLOADS.len()..];
    let path = percent_encoding::percent_decode_str(path).decode_utf8().ok()?.into_owned();
    // An image has a sign before its label.
    let begin = if content.text[..label].ends_with('!') { label - 1 } else { label };
    let name = content.text[label + 1..].to_owned();
    content.text.truncate(begin);
    content.text.push_str(&name);
    if !own.has_file(&path) {
        content.lacks_file = true;
    } else if !content.files.contains(&path) {
        content.files.push(path);
    }
    Some(len)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    struct Names;

    impl Own for Names {
        fn user(&self, named: &str) -> Option<String> {
            matches!(named, "Ann B" | "Ann B|7" | "|7").then(|| "ann.b".to_owned())
        }
        fn channel(&self, name: &str) -> Option<String> {
            (name == "General talk").then(|| "general-talk".to_owned())
        }
        fn emoji(&self, name: &str) -> Option<String> {
            (name == "thumbs_up").then(|| "+1".to_owned())
        }
        fn has_file(&self, path: &str) -> bool {
            path.starts_with("2/ab/")
        }
    }

    fn plain(text: &str) -> String {
        to_markdown(text, &Names).text
    }

    #[test]
    fn names_are_those_of_here() {
        for (zulip, markdown) in [
            ("hi @**Ann B**, @**|7** and @**Ann B|7**", "hi @ann.b, @ann.b and @ann.b"),
            ("@_**Ann B|7** said, @**No One**", "Ann B said, @No One"),
            ("@**all** @**everyone** @**stream** @_**all**", "@all @all @channel all"),
            ("@*crew* and @_*crew*", "@crew and crew"),
            (
                "#**General talk** #**General talk>a > b** #**gone>x@12**",
                "~general-talk ~general-talk › a > b #gone › x",
            ),
            ("at <time:2024-05-28T13:30:00+05:30>", "at 2024-05-28T13:30:00+05:30"),
            ("**b** *i* ~~s~~ a@b.test 10:30 :thumbs_up: :tada:", "**b** *i* ~~s~~ a@b.test 10:30 :+1: :tada:"),
            ("$$ x_1 $$ costs $$", "$$x_1$$ costs $$"),
        ] {
            assert_eq!(plain(zulip), markdown, "{zulip}");
        }
    }

    #[test]
    fn code_keeps_its_text() {
        for text in ["`@**Ann B**` and ``a ` @**all**``", "```py\n@**Ann B**\n```\nthen", "~~~\n```quote\n~~~"] {
            assert_eq!(plain(text), text);
        }
        assert_eq!(plain("`open @**Ann B**"), "`open @ann.b");
        assert_eq!(plain("```\nopen"), "```\nopen\n```");
    }

    #[test]
    fn blocks_are_those_of_markdown() {
        assert_eq!(plain("```quote\na\n```py\nb\n```\n```\nc"), "> a\n> ```py\n> b\n> ```\n\nc");
        assert_eq!(plain("````quote\n```quote\nin\n```\nout\n````"), "> > in\n>\u{20}\n> out");
        assert_eq!(plain("```spoiler The @**Ann B**\nend\n```"), "**The @ann.b**\n> end");
        assert_eq!(plain("so\n```math\nx^2\n```"), "so\n```latex\nx^2\n```");
    }

    #[test]
    fn files_are_attached_and_their_names_stay() {
        let text = "see [plan.txt](/user_uploads/2/ab/x%20y/plan.txt) ![p](/user_uploads/2/ab/p.png) [web](https://a.test) [no](/user_uploads/9/z)";
        let content = to_markdown(text, &Names);
        assert_eq!(content.text, "see plan.txt p [web](https://a.test) no");
        assert_eq!((content.files, content.lacks_file), (vec!["2/ab/x y/plan.txt".into(), "2/ab/p.png".into()], true));
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[`~@#$<>\\[\\]():*_|a-c é\\n]{0,80}|(```(quote|spoiler x|math|py)?\n|~~~\n|a\n){0,12}") {
            plain(&text);
        }

        #[test]
        fn text_without_signs_is_kept(text in "[|!*_(>)a-c é]{0,60}") {
            prop_assert_eq!(plain(&text), text.trim_end());
        }
    }
}
