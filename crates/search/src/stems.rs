//! English stems, and those found lately, remembered: stemming a word costs some thousand instructions, and a server's
//! texts are made of the same few thousand words.

use base::hashing::fnv;
use frostem::{Algorithm, Stemmer};
use parking_lot::Mutex;

use crate::words::STEM;

/// Words that are remembered, a power of two. Each has the place that its letters name, where another word of that
/// place follows it: some 300 KiB when all are taken.
const PLACES: usize = 4096;

/// The English stem of a folded word; `None` for words of other scripts.
pub fn stem(word: &str) -> Option<String> {
    is_english(word).then(|| Stemmer::new(Algorithm::English).stem(word).into_owned())
}

fn is_english(word: &str) -> bool {
    word.len() > 2 && word.bytes().all(|b| b.is_ascii_lowercase())
}

/// The terms of stems, by word. Empty until the first text.
#[derive(Default)]
pub struct Stems(Mutex<Vec<Known>>);

#[derive(Clone, Default)]
struct Known {
    word: Box<str>,
    /// None for a word that is its own stem.
    term: Option<Box<str>>,
}

impl Stems {
    /// The term under which a word's stem is indexed, behind the mark [`STEM`]; `None` when it does not differ from the
    /// word or there is none.
    pub fn term(&self, word: &str) -> Option<String> {
        if !is_english(word) {
            return None;
        }
        let mut known = self.0.lock();
        if known.is_empty() {
            known.resize(PLACES, Known::default());
        }
        let place = &mut known[fnv(word.as_bytes()) as usize % PLACES];
        if *place.word != *word {
            let stem = stem(word).filter(|stem| stem != word);
            *place = Known { word: word.into(), term: stem.map(|stem| format!("{STEM}{stem}").into()) };
        }
        place.term.as_deref().map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_share_a_place_keep_their_own_stems() {
        let stems = Stems::default();
        let words: Vec<String> = (0..PLACES * 2).map(|number| letters(number) + "ing").collect();
        for word in words.iter().chain(&words).chain(&words[..9]) {
            let expected = stem(word).filter(|stem| stem != word).map(|stem| format!("{STEM}{stem}"));
            assert_eq!(stems.term(word), expected);
            assert_eq!(stems.term(word), expected, "remembered");
        }
    }

    #[test]
    fn a_word_that_is_its_own_stem_has_no_term() {
        let stems = Stems::default();
        let terms = ["potatoes", "potato", "żółć", "", "2026s"].map(|word| stems.term(word));
        assert_eq!(terms, [Some("\u{1}potato".to_owned()), None, None, None, None]);
    }

    /// A number as a word.
    fn letters(number: usize) -> String {
        number.to_string().bytes().map(|digit| char::from(digit - b'0' + b'k')).collect()
    }
}
