//! What makes posts of a message, whatever program it is from.

use transfer::bulk::line::Seen;

/// What was said in a place, as members count it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counted {
    pub posts: i64,
    pub roots: i64,
    pub last: base::Millis,
}

impl Counted {
    /// What somebody has read who has read everything.
    pub fn all(self) -> Seen {
        Seen { msg_count: self.posts, msg_count_root: self.roots, last_viewed_at: self.last, ..Seen::default() }
    }
}

/// The text and the files of each post that a message becomes: one, or more where it says or brings too much for one.
pub fn divided(text: &str, files: &[String]) -> impl Iterator<Item = (String, Vec<String>)> {
    let mut texts = parts(text, rules::posts::MESSAGE_LEN_MAX).into_iter();
    let mut files = files.chunks(rules::posts::FILES_MAX);
    std::iter::from_fn(move || match (texts.next(), files.next()) {
        (None, None) => None,
        (text, files) => Some((text.unwrap_or_default().to_owned(), files.unwrap_or_default().to_vec())),
    })
}

/// Cuts a text into parts of so many characters, where lines or words end.
fn parts(text: &str, len_max: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while rest.len() > len_max {
        let Some((end, _)) = rest.char_indices().nth(len_max) else { break };
        let cut =
            rest[..end].rfind('\n').or_else(|| rest[..end].rfind(' ')).filter(|cut| *cut > end / 2).unwrap_or(end);
        parts.push(&rest[..cut]);
        rest = rest[cut..].trim_start_matches(['\n', ' ']);
    }
    if !rest.is_empty() || parts.is_empty() {
        parts.push(rest);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_where_lines_end() {
        assert_eq!(parts("", 4), [""]);
        assert_eq!(parts("abcd", 4), ["abcd"]);
        assert_eq!(parts("abc\ndef ghi", 5), ["abc", "def", "ghi"]);
        assert_eq!(parts("äöüäöü", 4), ["äöüä", "öü"]);
    }

    #[test]
    fn a_message_becomes_as_many_posts_as_it_takes() {
        let of = |text: &str, files: usize| {
            let files: Vec<String> = (0..files).map(|file| file.to_string()).collect();
            divided(text, &files).map(|(text, files)| (text.len(), files.len())).collect::<Vec<_>>()
        };
        let (len, most) = (rules::posts::MESSAGE_LEN_MAX, rules::posts::FILES_MAX);
        assert_eq!(of("", 0), [(0, 0)], "one in any case: it may have reactions");
        assert_eq!(of("a", most + 1), [(1, most), (0, 1)]);
        assert_eq!(of(&"a".repeat(len + 2), 1), [(len, 1), (2, 0)]);
    }
}
