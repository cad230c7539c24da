//! Words of a text as the index knows them.
//!
//! Words are folded: lower-case, without accents (`Café` is `cafe`). Scripts without blanks
//! (Chinese, Japanese, Korean, Thai, ...) have no words to cut at, so every two neighbours are a
//! word, and every single character as well. An English word whose stem differs is followed by
//! its stem at the same place, marked by [`STEM`]; so `potato` finds `potatoes` while phrases and
//! prefixes, which never look at stems, stay exact.

use std::borrow::Cow;
use std::sync::Arc;

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::stems::{Stems, stem};

/// Begins the term of a stem; no word begins like that.
pub const STEM: char = '\u{1}';

/// Characters of a word that count; longer ones are keys and encoded bytes that nobody types.
const WORD_CHARS_MAX: usize = 64;

/// A folded word and its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    pub position: usize,
    pub text: String,
}

/// Words for which there is room from the start: most posts have fewer.
const WORDS_AT_FIRST: usize = 32;

/// What a text is indexed under.
fn indexed(text: &str, stems: &Stems) -> Vec<Word> {
    let mut words = Vec::with_capacity(WORDS_AT_FIRST);
    let mut position = 0;
    for run in runs(&fold(text)) {
        match run {
            Run::Word(word) => {
                let word = cut(word);
                words.push(Word { position, text: word.to_owned() });
                words.extend(stems.term(word).map(|text| Word { position, text }));
                position += 1;
            }
            Run::Unspaced(run) => {
                for (one, two) in neighbours(run) {
                    words.push(Word { position, text: one.to_owned() });
                    words.extend(two.map(|two| Word { position, text: two.to_owned() }));
                    position += 1;
                }
            }
        }
    }
    words
}

/// The words that must follow each other in a text for `text` to be part of it.
pub fn searched(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut position = 0;
    for run in runs(&fold(text)) {
        match run {
            Run::Word(word) => {
                words.push(Word { position, text: cut(word).to_owned() });
                position += 1;
            }
            Run::Unspaced(run) => {
                let single = run.chars().nth(1).is_none();
                for (one, two) in neighbours(run) {
                    let text = if single { Some(one) } else { two };
                    words.extend(text.map(|text| Word { position, text: text.to_owned() }));
                    position += 1;
                }
            }
        }
    }
    words
}

/// A text as it is given to engines that know nothing but words in a row, one at each place.
///
/// A word stands for itself. A character of a script without blanks stands for itself too and is followed, when another
/// one follows it, by the pair of both: `漢字a` is `漢 漢字 字 a`. So whatever stands together in a text stands together
/// in its row, see [`rows`]. Stems have no place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row {
    pub words: Vec<String>,
    pub stems: Vec<String>,
}

/// The row of a text.
pub fn row(text: &str) -> Row {
    let mut row = Row::default();
    for run in runs(&fold(text)) {
        match run {
            Run::Word(word) => {
                let word = cut(word);
                row.words.push(word.to_owned());
                row.stems.extend(stem(word).filter(|stem| stem != word));
            }
            Run::Unspaced(run) => {
                for (one, two) in neighbours(run) {
                    row.words.push(one.to_owned());
                    row.words.extend(two.map(str::to_owned));
                }
            }
        }
    }
    row
}

/// Alternatives of one [`RowPattern`] at most. They double wherever two runs of characters without blanks meet.
const ALTERNATIVES_MAX: usize = 8;

/// What a row must contain for `text` to be part of it: one alternative of each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowPattern {
    /// Words that stand next to each other in a row.
    pub alternatives: Vec<Vec<String>>,
    /// Whether the last word is one that blanks end, so that a longer one may begin like it.
    pub ends_in_word: bool,
}

/// What [`searched`] finds in [`indexed`], for [`row`]. `漢 字` is found where the text has a blank and where it has
/// none, so it has two alternatives; a text with many such places is cut in parts, which may stand apart.
pub fn rows(text: &str) -> Vec<RowPattern> {
    let folded = fold(text);
    let mut runs = runs(&folded).peekable();
    let mut parts = Vec::new();
    let mut alternatives = vec![Vec::new()];
    while let Some(run) = runs.next() {
        let ends_in_word = matches!(run, Run::Word(_));
        let next = match (&run, runs.peek()) {
            (Run::Unspaced(_), Some(Run::Unspaced(next))) => next.chars().next(),
            _ => None,
        };
        let is_last = runs.peek().is_none() || next.is_some() && alternatives.len() >= ALTERNATIVES_MAX;
        for words in &mut alternatives {
            extend(words, &run, is_last);
        }
        if is_last {
            parts.push(RowPattern {
                alternatives: std::mem::replace(&mut alternatives, vec![Vec::new()]),
                ends_in_word,
            });
        } else if let (Run::Unspaced(run), Some(next)) = (run, next) {
            let pair: String = run.chars().last().into_iter().chain([next]).collect();
            let joined: Vec<_> =
                alternatives.iter().map(|words| [words.as_slice(), std::slice::from_ref(&pair)].concat()).collect();
            alternatives.extend(joined);
        }
    }
    parts
}

/// Adds a run to the words before it. At either end of a pattern a pair alone says all: the characters of which it is
/// made stand beside it in every row.
fn extend(words: &mut Vec<String>, run: &Run<'_>, is_last: bool) {
    let run = match run {
        Run::Word(word) => return words.push(cut(word).to_owned()),
        Run::Unspaced(run) => run,
    };
    let is_single = run.chars().nth(1).is_none();
    for (one, two) in neighbours(run) {
        let is_outer = words.is_empty() || is_last && two.is_none();
        if is_single || !is_outer {
            words.push(one.to_owned());
        }
        words.extend(two.map(str::to_owned));
    }
}

/// Lower-case and without accents. Marks that change the word (Indic vowels, Japanese voicing) stay.
pub fn fold(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return match text.bytes().any(|b| b.is_ascii_uppercase()) {
            true => Cow::Owned(text.to_ascii_lowercase()),
            false => Cow::Borrowed(text),
        };
    }
    let mut folded = String::with_capacity(text.len());
    let is_accent = |c: &char| ('\u{300}'..='\u{36f}').contains(c);
    for c in text.nfkd().filter(|c| !is_accent(c)).nfc().flat_map(char::to_lowercase) {
        match c {
            'ł' => folded.push('l'),
            'ø' => folded.push('o'),
            'đ' | 'ð' => folded.push('d'),
            'ı' => folded.push('i'),
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'þ' => folded.push_str("th"),
            // Lower-casing a dotted I brings its accent back.
            c if is_accent(&c) => {}
            c => folded.push(c),
        }
    }
    Cow::Owned(folded)
}

fn cut(word: &str) -> &str {
    // No character is shorter than a byte, so most words need not be counted.
    if word.len() <= WORD_CHARS_MAX {
        return word;
    }
    match word.char_indices().nth(WORD_CHARS_MAX) {
        Some((end, _)) => &word[..end],
        None => word,
    }
}

/// Each character of `run` with its successor, if any.
fn neighbours(run: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    run.char_indices().map(|(start, c)| {
        let middle = start + c.len_utf8();
        let two = run[middle..].chars().next().map(|next| &run[start..middle + next.len_utf8()]);
        (&run[start..middle], two)
    })
}

#[derive(Clone, Copy)]
enum Run<'a> {
    Word(&'a str),
    Unspaced(&'a str),
}

/// Cuts folded text into words and runs of scripts without blanks.
fn runs(text: &str) -> impl Iterator<Item = Run<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
        let first = rest.chars().next()?;
        let unspaced = is_unspaced(first);
        let goes_on = |c: char| is_unspaced(c) == unspaced && (c.is_alphanumeric() || is_combining_mark(c));
        let end = rest.find(|c: char| !goes_on(c)).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        rest = after;
        Some(if unspaced { Run::Unspaced(run) } else { Run::Word(run) })
    })
}

/// Scripts written without blanks between words, and Hangul, whose words carry endings.
fn is_unspaced(c: char) -> bool {
    // Asked for each character of every text: the letters of Europe need one comparison.
    if c < '\u{e00}' {
        return false;
    }
    matches!(u32::from(c),
        0x0e00..=0x0eff | 0x1000..=0x109f | 0x1780..=0x17ff   // Thai, Lao, Myanmar, Khmer
        | 0x1100..=0x11ff | 0xac00..=0xd7ff                   // Hangul
        | 0x3005..=0x3007 | 0x3040..=0x31ff                   // kana, bopomofo
        | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x3ffff)
}

/// [`indexed`] as the index writer wants it. Clones share what is remembered.
#[derive(Clone, Default)]
pub struct WordTokenizer {
    stems: Arc<Stems>,
}

pub struct WordStream {
    words: std::vec::IntoIter<Word>,
    token: Token,
}

impl Tokenizer for WordTokenizer {
    type TokenStream<'a> = WordStream;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> WordStream {
        WordStream { words: indexed(text, &self.stems).into_iter(), token: Token::default() }
    }
}

impl TokenStream for WordStream {
    fn advance(&mut self) -> bool {
        let Some(word) = self.words.next() else { return false };
        self.token.position = word.position;
        self.token.text = word.text;
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn indexed(text: &str) -> Vec<Word> {
        super::indexed(text, &Stems::default())
    }

    fn texts(words: &[Word]) -> Vec<(usize, &str)> {
        words.iter().map(|word| (word.position, word.text.as_str())).collect()
    }

    #[test]
    fn words_are_folded_and_stems_stand_beside_them() {
        let words = indexed("Żółć, Café: don't eat POTATOES");
        let expected =
            [(0, "zolc"), (1, "cafe"), (2, "don"), (3, "t"), (4, "eat"), (5, "potatoes"), (5, "\u{1}potato")];
        assert_eq!(texts(&words), expected);
    }

    #[test]
    fn scripts_without_blanks_are_cut_into_pairs() {
        assert_eq!(texts(&indexed("漢字a")), [(0, "漢"), (0, "漢字"), (1, "字"), (2, "a")]);
        assert_eq!(texts(&searched("漢字か a")), [(0, "漢字"), (1, "字か"), (3, "a")]);
        assert_eq!(texts(&searched("漢")), [(0, "漢")]);
    }

    fn is_in(part: &RowPattern, row: &[String]) -> bool {
        part.alternatives.iter().any(|words| row.windows(words.len()).any(|window| window == words))
    }

    #[test]
    fn rows_have_a_word_at_each_place() {
        let potatoes = row("eat POTATOES 漢字a");
        assert_eq!(potatoes.words, ["eat", "potatoes", "漢", "漢字", "字", "a"]);
        assert_eq!(potatoes.stems, ["potato"]);
        let pattern = |text| rows(text).into_iter().flat_map(|part| part.alternatives).collect::<Vec<_>>();
        assert_eq!(pattern("漢字"), [["漢字"]]);
        assert_eq!(pattern("a 漢"), [["a", "漢"]]);
        assert_eq!(pattern("漢字か a"), [["漢字", "字", "字か", "か", "a"]]);
        assert_eq!(pattern("漢 字"), [vec!["漢", "字"], vec!["漢", "漢字", "字"]]);
    }

    #[test]
    fn marks_that_make_the_word_stay() {
        assert_eq!(fold("が"), "が");
        assert_eq!(texts(&searched("हिन्दी")), [(0, "हिन्दी")]);
        assert_eq!(fold("İSTANBUL ﾊﾝ"), "istanbul ハン");
    }

    proptest! {
        #[test]
        fn a_part_of_a_text_is_found_where_it_stands(before in "[a-z漢字かな ]{0,20}", part in "[a-z漢字かな]{1,8}") {
            let text = indexed(&format!("{before} {part}"));
            let wanted = searched(&part);
            let is_at = |start: usize| wanted.iter().all(|word| {
                text.contains(&Word { position: start + word.position, text: word.text.clone() })
            });
            prop_assert!((0..=text.len()).any(is_at));
        }

        #[test]
        fn rows_contain_what_places_do(text in "[ab漢字か ]{0,24}", part in "[ab漢字か ]{1,6}") {
            let (index, wanted) = (indexed(&text), searched(&part));
            let is_at = |start: usize| wanted.iter().all(|word| {
                index.contains(&Word { position: start + word.position, text: word.text.clone() })
            });
            let by_places = (0..=index.len()).any(is_at);
            let words = row(&text).words;
            let by_rows = rows(&part).iter().all(|part| is_in(part, &words));
            prop_assert_eq!(wanted.is_empty() || by_places, by_rows);
        }

        #[test]
        fn any_text_has_words(text in ".{0,200}") {
            prop_assert!(indexed(&text).iter().all(|word| !word.text.is_empty()));
            let again = fold(&text).into_owned();
            prop_assert_eq!(searched(&again), searched(&text));
        }
    }
}
