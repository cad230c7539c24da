//! Names for what a source calls otherwise than is possible here: in small letters, short enough, and each only once.

use std::collections::{HashMap, HashSet};

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::ids;

const NAME_LEN_MAX: usize = 64;
/// Letters and digits of an id that stand in a name, and of its hash where it has others.
const ID_LEN_MAX: usize = 32;
const HASH_LEN: usize = 8;

/// Names that were given already.
#[derive(Default)]
pub struct Names {
    given: HashSet<Box<str>>,
    /// The last number behind a name that was taken.
    numbers: HashMap<Box<str>, u64>,
}

impl Names {
    /// A name like `wanted` that nobody has; where that is taken or nothing is left of it, one with the source's own `id`.
    pub fn give(&mut self, wanted: &str, id: &str, fits: impl Fn(&str) -> bool) -> String {
        let plain = plain(wanted);
        let own = plain_id(id);
        let candidates = [plain.clone(), with_id(&plain, &own), own.clone()];
        let free = candidates.into_iter().find(|name| fits(name) && !self.given.contains(name.as_str()));
        let name = free.unwrap_or_else(|| self.numbered(&own));
        self.given.insert(name.as_str().into());
        name
    }

    /// The name with the next number that is free.
    fn numbered(&mut self, name: &str) -> String {
        let number = self.numbers.entry(name.into()).or_insert(1);
        loop {
            *number += 1;
            let numbered = with_id(name, &number.to_string());
            if !self.given.contains(numbered.as_str()) {
                return numbered;
            }
        }
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

/// The letters and digits of an id. Where there is more to it, a part of its hash follows, so that ids stay apart.
fn plain_id(id: &str) -> String {
    let own: String = id.chars().filter(char::is_ascii_alphanumeric).take(ID_LEN_MAX).collect();
    let has = |is: fn(&u8) -> bool| own.bytes().any(|byte| is(&byte));
    let is_whole = own.len() == id.len() && !(has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase));
    match is_whole && !own.is_empty() {
        true => own.to_ascii_lowercase(),
        false => own.to_ascii_lowercase() + &ids::named("own", "", id).to_string()[..HASH_LEN],
    }
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

    #[test]
    fn ids_that_differ_in_signs_or_case_make_names_that_differ() {
        let made = ["U-1", "U1", "aB", "ab", "!", "!!", ""].map(|id| with_id("", id));
        assert_eq!(made.iter().collect::<HashSet<_>>().len(), made.len(), "{made:?}");
    }

    #[test]
    fn many_of_one_name_cost_no_more_than_a_few() {
        let mut names = Names::default();
        (0..50_000).for_each(|_| drop(names.give("x", "x", |_| true)));
        assert_eq!(names.give("x", "x", |_| true), "x-50000");
    }
}
