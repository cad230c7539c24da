//! Links in the form `<address|text>`, calls such as `<!channel>` and users as `<@id>`, as many integrations write
//! them, turned into Markdown.

/// Users that one text names; later ones stay as they were written.
pub const USERS_MAX: usize = 100;

/// The ids in `<@id>` and `<@id|name>`, in the order of the text. Whose they are is the caller's question.
pub fn users(text: &str) -> impl Iterator<Item = &str> {
    text.split("<@").skip(1).filter_map(|rest| user(rest.split_once('>')?.0)).take(USERS_MAX)
}

/// The id of what stands between `<@` and `>`.
pub fn user(inside: &str) -> Option<&str> {
    let id = inside.split_once('|').map_or(inside, |(id, _)| id);
    (!id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some(id)
}

/// Bytes of the longest link that is rewritten.
const LINK_BYTES_MAX: usize = 4_096;

/// Rewrites every link and call, and the users whose names are known; everything else stays as it is.
pub fn to_markdown<'n>(text: &str, name_of: impl Fn(&str) -> Option<&'n str>) -> String {
    with(text, |inside| {
        let named = inside.strip_prefix('@')?;
        Some(format!("@{}", name_of(user(named)?)?))
    })
}

/// As [`to_markdown`], where the caller is asked first what the text between `<` and `>` becomes.
pub fn with(text: &str, own: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'<', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let near = &rest.as_bytes()[1..rest.len().min(LINK_BYTES_MAX)];
        let inside = memchr::memchr2(b'>', b'\n', near).map(|end| &rest[1..=end]);
        let inside = inside.filter(|inside| rest.as_bytes()[inside.len() + 1] == b'>');
        match inside.and_then(|inside| Some((inside.len(), own(inside).or_else(|| rewritten(inside))?))) {
            Some((len, markdown)) => {
                out.push_str(&markdown);
                rest = &rest[len + 2..];
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

/// What the text between `<` and `>` becomes, unless it names somebody.
fn rewritten(inside: &str) -> Option<String> {
    let called = match inside.split_once('|').map_or(inside, |(call, _)| call) {
        "!channel" => Some("@channel"),
        "!here" => Some("@here"),
        "!everyone" | "!all" => Some("@all"),
        _ => None,
    };
    if let Some(called) = called {
        return Some(called.to_owned());
    }
    let (address, label) = inside.split_once('|').map_or((inside, None), |(address, label)| (address, Some(label)));
    let is_link = ["http://", "https://", "mailto:", "ftp://"].iter().any(|scheme| address.starts_with(scheme));
    if !is_link || address.contains('<') || address.contains(char::is_whitespace) {
        return None;
    }
    Some(label.map_or_else(|| address.to_owned(), |label| format!("[{label}]({address})")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn nameless(text: &str) -> String {
        to_markdown(text, |_| None)
    }

    #[test]
    fn links_become_markdown() {
        assert_eq!(nameless("see <https://a.test/x|the log> now"), "see [the log](https://a.test/x) now");
        assert_eq!(nameless("<https://a.test> <mailto:a@b.test|Ann>"), "https://a.test [Ann](mailto:a@b.test)");
        assert_eq!(nameless("<!channel> <!here> <!everyone>"), "@channel @here @all");
    }

    #[test]
    fn users_are_called_by_their_names() {
        let text = "<@U1> and <@U2|two>, <@U3>, <@>, <@a b>, <@U1";
        assert_eq!(users(text).collect::<Vec<_>>(), ["U1", "U2", "U3"]);
        let name_of = |id: &str| ["U1", "U2"].contains(&id).then_some("ann");
        assert_eq!(to_markdown(text, name_of), "@ann and @ann, <@U3>, <@>, <@a b>, <@U1");
    }

    #[test]
    fn a_call_may_bring_its_label() {
        assert_eq!(
            nameless("<!here|here> <!channel|@channel> <!subteam^S1|crew>"),
            "@here @channel <!subteam^S1|crew>"
        );
    }

    #[test]
    fn what_only_looks_like_a_link_stays() {
        for text in ["a < b > c", "<b>", "<", "<http://a", "<http://a\n>", "x <y|z> <>", "<<http://a.test|b"] {
            assert_eq!(nameless(text), text);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[<>|!a-c:/ é\\n]{0,60}") {
            nameless(&text);
        }

        #[test]
        fn text_without_brackets_is_kept(text in "[|!a-c:/ é\\n]{0,60}") {
            prop_assert_eq!(nameless(&text), text);
        }
    }
}
