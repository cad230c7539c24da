//! Mentions: which members of a channel a message calls for.
//!
//! The words come from the message's prose (see [`crate::markdown::prose`]), the meaning of a word
//! from the channel's [`KeywordTable`]. What the flags and the users found lead to (rights,
//! muting, counters, hints about people outside the channel) is decided by the server.
//!
//! The scan is on the path of every post: one pass over the prose, a few table look-ups a word,
//! and one substring search per multibyte keyword when the message is not ASCII.

use std::collections::HashSet;

use base::ids::UserId;

use crate::markdown::prose;

/// Longest word that is looked up, in bytes; more than any user name or keyword a person can set.
const WORD_BYTES_MAX: usize = 256;

/// Names of people outside the channel taken from one message; each costs the server a look-up.
pub const POTENTIAL_MAX: usize = 100;

/// What words mean in one channel. Keys are `@name`, a keyword in lower case, or a first name as
/// its owner writes it. `@here`, `@channel` and `@all` are no keys: they come back as flags.
pub trait KeywordTable {
    /// Those whom exactly this word calls. Asked with the word in lower case and as written.
    fn lookup(&self, word: &str) -> Option<&[UserId]>;

    /// The lower-case keywords with letters beyond ASCII, which are found inside of words too:
    /// scripts without blanks have no words to compare.
    fn multibyte(&self) -> impl Iterator<Item = (&str, &[UserId])>;
}

/// Whom and what a message mentions.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Mentions {
    /// Members called by name or keyword, each once, in the order of the text.
    pub users: Vec<UserId>,
    pub here: bool,
    pub channel: bool,
    pub all: bool,
    /// Names after an `@` that nobody in the table has, lower-case, each once, at most
    /// [`POTENTIAL_MAX`]: perhaps people outside the channel.
    pub potential: Vec<String>,
}

/// Finds the mentions of `message`, a text in markdown.
pub fn scan(message: &str, keywords: &impl KeywordTable) -> Mentions {
    let text = prose(message);
    let mut scan = Scan { keywords, found: Mentions::default(), seen: HashSet::new() };
    for word in text.split(|c: char| !in_word(c)) {
        scan.word(word);
    }
    if !text.is_ascii() {
        let text = text.to_lowercase();
        for (keyword, users) in keywords.multibyte() {
            if !keyword.is_empty() && memchr::memmem::find(text.as_bytes(), keyword.as_bytes()).is_some() {
                scan.add(users);
            }
        }
    }
    scan.found
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, ':' | '.' | '-' | '_' | '@')
}

fn is_joint(c: char) -> bool {
    matches!(c, '.' | '-' | ':' | '_')
}

struct Scan<'k, K> {
    keywords: &'k K,
    found: Mentions,
    seen: HashSet<UserId>,
}

impl<K: KeywordTable> Scan<'_, K> {
    fn word(&mut self, word: &str) {
        if word.len() > 2 && word.starts_with(':') && word.ends_with(':') {
            return; // an emoji
        }
        let word = word.trim_start_matches(is_joint);
        if word.is_empty() || self.matches_trimmed(word) {
            return;
        }
        self.potential(word);
        for part in word.split(['.', '-', ':']) {
            if part.len() < word.len() && !part.is_empty() && !self.matches(part) {
                self.potential(part);
            }
        }
    }

    /// Tries `word`, then without its trailing joints one by one: `@ann.` may be somebody's name,
    /// and if it is not, it is `@ann` at the end of a sentence.
    fn matches_trimmed(&mut self, word: &str) -> bool {
        let bare = word.trim_end_matches(is_joint).len();
        let longest = word.len().min(WORD_BYTES_MAX);
        if bare > longest {
            return false;
        }
        // Joints are ASCII, so every length from here down to the bare word is a boundary.
        (bare.max(1)..=longest.max(bare)).rev().any(|len| word.is_char_boundary(len) && self.matches(&word[..len]))
    }

    fn matches(&mut self, word: &str) -> bool {
        if word.len() > WORD_BYTES_MAX {
            return false;
        }
        let lower = word.to_lowercase();
        match lower.as_str() {
            "@here" => self.found.here = true,
            "@channel" => self.found.channel = true,
            "@all" => self.found.all = true,
            _ => return self.matches_keyword(word, &lower),
        }
        true
    }

    fn matches_keyword(&mut self, word: &str, lower: &str) -> bool {
        let keywords = self.keywords;
        let any_case = keywords.lookup(lower);
        let exact = if word == lower { None } else { keywords.lookup(word) };
        for users in [any_case, exact].into_iter().flatten() {
            self.add(users);
        }
        any_case.is_some() || exact.is_some()
    }

    fn add(&mut self, users: &[UserId]) {
        for &user in users {
            if self.seen.insert(user) {
                self.found.users.push(user);
            }
        }
    }

    fn potential(&mut self, word: &str) {
        let Some(name) = word.strip_prefix('@') else { return };
        let name = name.trim_end_matches(is_joint);
        if name.is_empty() || name.len() > WORD_BYTES_MAX || self.found.potential.len() == POTENTIAL_MAX {
            return;
        }
        let name = name.to_lowercase();
        if !self.found.potential.contains(&name) {
            self.found.potential.push(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Id;
    use proptest::prelude::*;
    use std::collections::HashMap;

    const BOB: UserId = UserId(Id([1; 16]));
    const CAROL: UserId = UserId(Id([2; 16]));

    pub(crate) struct Table(HashMap<&'static str, Vec<UserId>>);

    impl KeywordTable for Table {
        fn lookup(&self, word: &str) -> Option<&[UserId]> {
            self.0.get(word).map(Vec::as_slice)
        }

        fn multibyte(&self) -> impl Iterator<Item = (&str, &[UserId])> {
            self.0.iter().filter(|(word, _)| !word.is_ascii()).map(|(word, users)| (*word, users.as_slice()))
        }
    }

    fn table() -> Table {
        let keywords =
            [("@bob", BOB), ("@carol", CAROL), ("bananas", CAROL), ("split pea", CAROL), ("Caroline", CAROL)];
        let keywords = keywords.into_iter().chain([("寿司", BOB), ("@a.b-c_d.", BOB)]);
        Table(keywords.map(|(word, user)| (word, vec![user])).collect())
    }

    fn users(message: &str) -> Vec<UserId> {
        scan(message, &table()).users
    }

    #[test]
    fn a_name_is_found_in_any_case_and_among_punctuation() {
        assert_eq!(users("hey @bob look"), [BOB]);
        assert_eq!(users("hey @BOB look"), [BOB]);
        assert_eq!(users("(@bob): yes, @bob."), [BOB]);
        assert_eq!(users("**@carol**, _@bob_..."), [CAROL, BOB]);
        assert_eq!(users("-@bob:hello"), [BOB]);
        assert_eq!(users("@a.b-c_d. is here"), [BOB], "a name may end in a full stop");
    }

    #[test]
    fn code_and_addresses_call_nobody() {
        assert_eq!(users("`@bob` in code"), []);
        assert_eq!(users("```\n@bob\n```"), []);
        assert_eq!(users("http://a.b/@bob [x](http://a.b/@carol)"), []);
        assert_eq!(users("[@bob](http://a.b)"), [BOB]);
    }

    #[test]
    fn a_keyword_is_a_whole_word() {
        assert_eq!(users("who likes bananas"), [CAROL]);
        assert_eq!(users("who likes Bananas-and-cream"), [CAROL]);
        assert_eq!(users("who likes bananasplit"), []);
        assert_eq!(users("some split pea soup"), [], "words are looked up one by one");
        assert_eq!(users(":bananas:"), [], "an emoji");
    }

    #[test]
    fn a_first_name_is_found_as_its_owner_writes_it() {
        assert_eq!(users("good day Caroline"), [CAROL]);
        assert_eq!(users("good day caroline"), []);
    }

    #[test]
    fn multibyte_keywords_are_found_inside_of_words() {
        assert_eq!(users("今日は寿司を食べる"), [BOB]);
        assert_eq!(users("`寿司`"), []);
    }

    #[test]
    fn the_whole_channel_is_called_by_flags() {
        let found = scan("@Channel: look, @all. and @here!", &table());
        assert!(found.channel && found.all && found.here);
        assert_eq!(found.potential, Vec::<String>::new());
        assert_eq!(scan("`@channel` #all here", &table()), Mentions::default());
    }

    #[test]
    fn names_nobody_here_has_may_be_people_elsewhere() {
        assert_eq!(scan("ping @Dave, @dave. @bob", &table()).potential, ["dave"]);
        assert_eq!(scan("@dave.lee:", &table()).potential, ["dave.lee", "dave"]);
        assert_eq!(scan("write to x@bob", &table()), Mentions::default());
    }

    proptest! {
        #[test]
        fn any_message_is_scanned(message in "[@a-cA-C.:_`*\\[\\]()< \\n寿司İß-]{0,120}") {
            let found = scan(&message, &table());
            prop_assert!(found.potential.len() <= POTENTIAL_MAX);
        }

        // The first word stands at the margin: four blanks would begin a block of code.
        #[test]
        fn a_name_between_other_words_is_found(before in "([a-z][a-z ,!]{0,19})?", after in "[a-z ,!?]{0,20}") {
            let message = format!("{before} @bob {after}");
            prop_assert_eq!(users(&message), vec![BOB]);
        }
    }
}
