//! Mentions: which members of a channel a message calls for.
//!
//! The words come from the message's prose (see [`crate::markdown::prose`]), the meaning of a word
//! from the channel's [`KeywordTable`]. What the flags and the users found lead to (rights,
//! muting, counters, hints about people outside the channel) is decided by the server.
//!
//! A word that begins with `@` is one name: it is looked up whole, then without the punctuation at
//! its end, and never in parts. `@here-maps` and `@bob.jones` call neither everybody nor bob. The
//! web client marks names by the same rule; `conformance/mentions.json` holds both to it.
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

/// Punctuation at the end of a name that may belong to it.
const NAME_JOINTS_MAX: usize = 4;

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
    /// Words after an `@` that nobody in the table has, lower-case, each once, at most
    /// [`POTENTIAL_MAX`]: perhaps people outside the channel. They may end in punctuation: see
    /// [`readings`].
    pub potential: Vec<String>,
}

/// The names that a word after an `@` may stand for, in the order in which they are looked up:
/// the whole word, then shorter and shorter by the punctuation at its end.
pub fn readings(word: &str) -> impl Iterator<Item = &str> {
    let bare = word.trim_end_matches(is_joint).len();
    let longest = word.len().min(bare + NAME_JOINTS_MAX);
    // Joints are ASCII, so every length down to the bare word is a boundary.
    (bare.max(1)..=longest).rev().map(|len| &word[..len])
}

/// The words after an `@` in `message`, where nothing is known of who belongs where: each once, at
/// most [`POTENTIAL_MAX`], to be looked up by their [`readings`].
pub fn named(message: &str) -> Vec<String> {
    match memchr::memchr(b'@', message.as_bytes()) {
        None => Vec::new(),
        Some(_) => scan(message, &Nobody).potential,
    }
}

/// Knows no word.
struct Nobody;

impl KeywordTable for Nobody {
    fn lookup(&self, _: &str) -> Option<&[UserId]> {
        None
    }

    fn multibyte(&self) -> impl Iterator<Item = (&str, &[UserId])> {
        std::iter::empty()
    }
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
        if is_emoji(word) {
            return;
        }
        let mut rest = word.trim_start_matches(is_joint);
        while let Some(at) = next_name(rest) {
            self.part(&rest[..at]);
            rest = &rest[at..];
        }
        self.part(rest);
    }

    fn part(&mut self, part: &str) {
        match part.starts_with('@') {
            true => self.name(part),
            false => self.plain(part),
        }
    }

    /// A word that begins with `@`. A colon is in no name, so what follows one is other words.
    fn name(&mut self, word: &str) {
        if self.matches_trimmed(word) {
            return;
        }
        let (name, rest) = word.split_once(':').unwrap_or((word, ""));
        if rest.is_empty() || !self.matches_trimmed(name) {
            self.potential(name);
        }
        self.plain(rest);
    }

    fn plain(&mut self, word: &str) {
        let word = word.trim_start_matches(is_joint);
        if word.is_empty() || self.matches_trimmed(word) {
            return;
        }
        for part in word.split(['.', '-', ':']) {
            if part.len() < word.len() && !part.is_empty() {
                self.matches(part);
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
        let bare = name.trim_end_matches(is_joint).len();
        if bare == 0 || bare > WORD_BYTES_MAX || self.found.potential.len() == POTENTIAL_MAX {
            return;
        }
        let name = name[..name.len().min(bare + NAME_JOINTS_MAX)].to_lowercase();
        if !self.found.potential.contains(&name) {
            self.found.potential.push(name);
        }
    }
}

/// `:tada:`; the tokeniser leaves the `+` of `:+1:` out.
fn is_emoji(word: &str) -> bool {
    word.len() > 2 && word.starts_with(':') && word.ends_with(':') && !word.contains('@')
}

/// Where within `word` a name begins: behind a sentence without a blank (`done.@bob`), not in an address (`x@bob`).
fn next_name(word: &str) -> Option<usize> {
    let bytes = word.as_bytes();
    memchr::memchr_iter(b'@', bytes).find(|&at| at > 0 && matches!(bytes[at - 1], b'.' | b'-' | b':'))
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
        assert_eq!(scan("ping @Dave, @dave. @dave @bob", &table()).potential, ["dave", "dave."]);
        assert_eq!(scan("@dave.lee:", &table()).potential, ["dave.lee"]);
        assert_eq!(scan("write to x@bob", &table()), Mentions::default());
        assert_eq!(scan("@dave........ @....", &table()).potential, ["dave...."]);
    }

    #[test]
    fn a_name_may_end_in_punctuation() {
        let read = |word: &'static str| readings(word).collect::<Vec<_>>();
        assert_eq!(read("dave_."), ["dave_.", "dave_", "dave"]);
        assert_eq!(read("dave"), ["dave"]);
        assert_eq!(read("dave........"), ["dave....", "dave...", "dave..", "dave.", "dave"]);
        assert_eq!(read(""), Vec::<&str>::new());
        assert_eq!(named("`@code` (@bob), @carol."), ["bob", "carol."]);
    }

    #[test]
    fn a_name_is_whole_and_never_a_part_of_another() {
        assert_eq!(users("@bob.jones please, @bob-2, @bobby, @bob.caroline"), []);
        assert_eq!(users("done.@bob"), [BOB], "a sentence without a blank");
        assert_eq!(users("@bob:hello, @bob:bananas"), [BOB, CAROL], "a colon is in no name");
        assert_eq!(users("@bob@carol"), []);
        for text in ["npm i @here-maps/ui", "the @all-hands meeting", "@channel.io/sdk", "@here.com", "@channel-ops"] {
            let found = scan(text, &table());
            assert!(!(found.here || found.channel || found.all), "{text}");
        }
    }

    #[derive(serde::Deserialize)]
    struct Vectors {
        names: Vec<String>,
        cases: Vec<Case>,
    }

    #[derive(serde::Deserialize)]
    struct Case {
        text: String,
        calls: Vec<String>,
    }

    /// Names of the vectors, each with a user of its own.
    struct Names(HashMap<String, [UserId; 1]>);

    impl KeywordTable for Names {
        fn lookup(&self, word: &str) -> Option<&[UserId]> {
            self.0.get(word).map(|user| &user[..])
        }

        fn multibyte(&self) -> impl Iterator<Item = (&str, &[UserId])> {
            std::iter::empty()
        }
    }

    #[test]
    fn whom_a_text_calls_is_what_the_web_client_marks() {
        let vectors: Vectors =
            serde_json::from_str(include_str!("../../../conformance/mentions.json")).expect("vectors");
        let user = |at: usize| UserId(Id([u8::try_from(at).expect("few names") + 1; 16]));
        let names = vectors.names.iter().enumerate().map(|(at, name)| (format!("@{name}"), [user(at)]));
        let names = Names(names.collect());
        for case in vectors.cases {
            let found = scan(&case.text, &names);
            let called = vectors.names.iter().enumerate().filter(|(at, _)| found.users.contains(&user(*at)));
            let mut called: Vec<&str> = called.map(|(_, name)| name.as_str()).collect();
            let flags = [(found.here, "here"), (found.channel, "channel"), (found.all, "all")];
            called.extend(flags.iter().filter(|(set, _)| *set).map(|(_, name)| *name));
            called.sort_unstable();
            let mut expected: Vec<&str> = case.calls.iter().map(String::as_str).collect();
            expected.sort_unstable();
            assert_eq!(called, expected, "{:?}", case.text);
        }
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
