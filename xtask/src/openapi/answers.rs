//! What each built endpoint answers: the lines of `answers.txt`.

use std::collections::BTreeMap;

const TABLE: &str = include_str!("answers.txt");

/// One line of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    /// Alternatives; see the head of the table for the words that are no type.
    pub kinds: Vec<&'static str>,
    /// The type of the body, where the handler does not show it.
    pub body: Option<&'static str>,
    /// Names in the query that the handler does not show, with their kind.
    pub query: Vec<(&'static str, &'static str)>,
}

/// All lines, by the endpoint's name.
///
/// # Errors
/// With the line that cannot be read or stands twice.
pub fn all() -> Result<BTreeMap<&'static str, Answer>, String> {
    let mut answers = BTreeMap::new();
    for line in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (name, answer) = line.split_once(' ').ok_or_else(|| format!("no answer: {line}"))?;
        if answers.insert(name, read(answer)).is_some() {
            return Err(format!("{name} has two lines in answers.txt"));
        }
    }
    Ok(answers)
}

/// `[STATUS] KIND[|KIND] [<- BODY] [?NAME[:KIND]]…`, where a kind is text unless it is said; spaces inside `<…>` part nothing.
fn read(text: &'static str) -> Answer {
    let (text, query) = match text.split_once(" ?") {
        Some((before, names)) => {
            (before, names.split(" ?").map(|name| name.split_once(':').unwrap_or((name, "string"))).collect())
        }
        None => (text, Vec::new()),
    };
    let (text, body) = match text.split_once(" <- ") {
        Some((before, body)) => (before, Some(body)),
        None => (text, None),
    };
    let (first, rest) = text.split_once(' ').unwrap_or((text, "empty"));
    let (status, kinds) = match first.parse() {
        Ok(status) => (status, rest),
        Err(_) if text == "redirect" => (302, text),
        Err(_) => (200, text),
    };
    Answer { status, kinds: kinds.split('|').collect(), body, query }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_status_types_body_and_query() {
        let whole = read("201 BTreeMap<String, i64>|Vec<Post> <- Form ?page:integer ?sort");
        assert_eq!((whole.status, whole.kinds), (201, vec!["BTreeMap<String, i64>", "Vec<Post>"]));
        assert_eq!((whole.body, whole.query), (Some("Form"), vec![("page", "integer"), ("sort", "string")]));
        let short = read("Post");
        assert_eq!((short.status, short.kinds, short.body, short.query.len()), (200, vec!["Post"], None, 0));
        assert_eq!(["redirect", "303 redirect", "101"].map(|line| read(line).status), [302, 303, 101]);
    }
}
