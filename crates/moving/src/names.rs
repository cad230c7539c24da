//! Names for what a source calls otherwise than is possible here: in small letters, short enough, and each only once.

use std::collections::HashSet;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

const NAME_LEN_MAX: usize = 64;

/// Names that were given already.
#[derive(Default)]
pub struct Names(HashSet<Box<str>>);

impl Names {
    /// A name like `wanted` that nobody has; where that is taken or nothing is left of it, one with the source's own `id`.
    pub fn give(&mut self, wanted: &str, id: &str, fits: impl Fn(&str) -> bool) -> String {
        let plain = plain(wanted);
        let own = plain_id(id);
        let candidates = [plain.clone(), with_id(&plain, &own), own.clone()];
        let free = candidates.into_iter().find(|name| fits(name) && !self.0.contains(name.as_str()));
        let name = free.unwrap_or_else(|| {
            let mut numbered = (2..).map(|number| with_id(&own, &format!("{number}")));
            numbered.find(|name| !self.0.contains(name.as_str())).expect("numbers do not end")
        });
        self.0.insert(name.as_str().into());
        name
    }
}

/// What is left of a text as a name: letters without their marks, digits, dots, dashes and underscores.
pub fn plain(text: &str) -> String {
    let mut name = String::new();
    for letter in text.nfkd().filter(|letter| !is_combining_mark(*letter)).flat_map(char::to_lowercase) {
        match letter {
            'a'..='z' | '0'..='9' | '_' | '.' => name.push(letter),
            'ß' => name.push_str("ss"),
            'ø' => name.push('o'),
            'ł' => name.push('l'),
            'æ' => name.push_str("ae"),
            _ if !name.ends_with('-') => name.push('-'),
            _ => {}
        }
        if name.len() >= NAME_LEN_MAX {
            break;
        }
    }
    name.truncate(NAME_LEN_MAX);
    name.trim_matches(['-', '.', '_']).to_owned()
}

/// A name followed by the source's own id.
pub fn with_id(name: &str, id: &str) -> String {
    let own = plain_id(id);
    if name.is_empty() {
        return own;
    }
    let left = NAME_LEN_MAX.saturating_sub(own.len() + 1);
    let end = name.len().min(left);
    // Plain names are ASCII.
    format!("{}-{own}", name.get(..end).unwrap_or_default())
}

fn plain_id(id: &str) -> String {
    let own: String = id.chars().filter(char::is_ascii_alphanumeric).take(32).collect();
    if own.is_empty() { "x".to_owned() } else { own.to_ascii_lowercase() }
}

/// The beginning of a text, of at most so many characters.
pub fn cut(text: &str, len_max: usize) -> String {
    text.chars().filter(|one| *one != '\0').take(len_max).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_possible_here_and_each_is_given_once() {
        let mut names = Names::default();
        let mut give = |wanted: &str, id: &str| names.give(wanted, id, rules::users::is_username);
        assert_eq!(give("Zoë Müller", "U1"), "zoe-muller");
        assert_eq!(give("zoe müller", "U2"), "zoe-muller-u2");
        assert_eq!(give("漢字", "U3"), "u3");
        assert_eq!(give("channel", "U4"), "channel-u4", "a reserved word");
        assert_eq!(give("", "U3"), "u3-2");
        assert_eq!(give(&"a".repeat(100), "U5").len(), 64);
        assert_eq!(give(&"a".repeat(100), "U6").len(), 64);
    }
}
