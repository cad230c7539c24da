//! Words of a text as the index knows them.
//!
//! Words are folded: lower-case, without accents (`Café` is `cafe`). Scripts without blanks
//! (Chinese, Japanese, Korean, Thai, ...) have no words to cut at, so every two neighbours are a
//! word, and every single character as well. An English word whose stem differs is followed by
//! its stem at the same place, marked by [`STEM`]; so `potato` finds `potatoes` while phrases and
//! prefixes, which never look at stems, stay exact.

use std::borrow::Cow;

use frostem::{Algorithm, Stemmer};
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

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

/// What a text is indexed under.
pub fn indexed(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut position = 0;
    for run in runs(&fold(text)) {
        match run {
            Run::Word(word) => {
                let word = cut(word);
                words.push(Word { position, text: word.to_owned() });
                if let Some(stem) = stem(word).filter(|stem| stem != word) {
                    words.push(Word { position, text: format!("{STEM}{stem}") });
                }
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

/// The English stem of a folded word; `None` for words of other scripts.
pub fn stem(word: &str) -> Option<String> {
    let english = word.len() > 2 && word.bytes().all(|b| b.is_ascii_lowercase());
    english.then(|| Stemmer::new(Algorithm::English).stem(word).into_owned())
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
    matches!(u32::from(c),
        0x0e00..=0x0eff | 0x1000..=0x109f | 0x1780..=0x17ff   // Thai, Lao, Myanmar, Khmer
        | 0x1100..=0x11ff | 0xac00..=0xd7ff                   // Hangul
        | 0x3005..=0x3007 | 0x3040..=0x31ff                   // kana, bopomofo
        | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x3ffff)
}

/// [`indexed`] as the index writer wants it.
#[derive(Clone)]
pub struct WordTokenizer;

pub struct WordStream {
    words: std::vec::IntoIter<Word>,
    token: Token,
}

impl Tokenizer for WordTokenizer {
    type TokenStream<'a> = WordStream;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> WordStream {
        WordStream { words: indexed(text).into_iter(), token: Token::default() }
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
        fn any_text_has_words(text in ".{0,200}") {
            prop_assert!(indexed(&text).iter().all(|word| !word.text.is_empty()));
            let again = fold(&text).into_owned();
            prop_assert_eq!(searched(&again), searched(&text));
        }
    }
}
