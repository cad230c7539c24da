//! The language of the search box: words, `"phrases"`, `prefix*`, `#hashtags`, `-exclusions` and
//! the operators `from:`, `in:`, `channel:`, `before:`, `after:`, `on:`, `ext:`.
//!
//! Parsing never fails: what cannot be read as an operator is a word, what has no letter or digit
//! is nothing. Names stay names; the server resolves them, the search crate runs the query.

use base::Millis;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::hashtags::hashtag;

/// Characters of a query that are read; the box of every client is shorter.
pub const QUERY_CHARS_MAX: usize = 4096;

/// Terms and operator values of each kind; more are ignored, as each costs an index look-up.
pub const TERMS_MAX: usize = 64;

/// Farthest a time zone is from UTC, in seconds.
const ZONE_OFFSET_MAX: i64 = 26 * 3600;

/// How the words of a query go together. Exclusions and operators always narrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Joined {
    #[default]
    And,
    Or,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    Word(String),
    /// Words that begin like this.
    Prefix(String),
    /// Words next to each other, in this order.
    Phrase(String),
    /// With its `#`, in lower case.
    Hashtag(String),
    HashtagPrefix(String),
}

impl Term {
    pub fn is_hashtag(&self) -> bool {
        matches!(self, Term::Hashtag(_) | Term::HashtagPrefix(_))
    }
}

/// Milliseconds `from..until`; `None` is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    pub from: Option<Millis>,
    pub until: Option<Millis>,
}

impl Span {
    pub fn is_open(self) -> bool {
        self == Span::default()
    }

    fn narrow(&mut self, other: Span) {
        self.from = self.from.max(other.from);
        self.until = match (self.until, other.until) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }
}

/// A query, read. Lists keep the order of the text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchQuery {
    pub terms: Vec<Term>,
    pub not_terms: Vec<Term>,
    pub joined: Joined,
    /// User names without `@`.
    pub from: Vec<String>,
    pub not_from: Vec<String>,
    /// Channel names, `@name` for the direct channel with somebody, `@a,@b` for a group.
    pub channels: Vec<String>,
    pub not_channels: Vec<String>,
    /// File extensions without the dot.
    pub extensions: Vec<String>,
    pub not_extensions: Vec<String>,
    /// When it was written.
    pub created: Span,
    pub not_created: Vec<Span>,
}

impl SearchQuery {
    /// Reads `text`. Days are those of a zone `zone_offset_s` seconds east of UTC.
    pub fn parse(text: &str, joined: Joined, zone_offset_s: i64) -> SearchQuery {
        let text = match text.char_indices().nth(QUERY_CHARS_MAX) {
            Some((end, _)) => &text[..end],
            None => text,
        };
        let mut query = SearchQuery { joined, ..SearchQuery::default() };
        let mut reader = Reader { rest: text };
        while let Some((sign, piece)) = reader.next() {
            match piece {
                Piece::Phrase(phrase) => query.phrase(sign, phrase),
                Piece::Word(word) => match operator(word) {
                    Some((operator, "")) => {
                        let value = reader.value();
                        query.operator(sign, operator, value, zone_offset_s);
                    }
                    Some((operator, value)) => query.operator(sign, operator, value, zone_offset_s),
                    None => query.word(sign, word),
                },
            }
        }
        query
    }

    /// True when nothing is asked for; such a query finds nothing.
    pub fn is_empty(&self) -> bool {
        *self == SearchQuery { joined: self.joined, ..SearchQuery::default() }
    }

    fn phrase(&mut self, sign: Sign, phrase: &str) {
        let phrase = trimmed(phrase);
        if !phrase.is_empty() {
            self.term(sign, Term::Phrase(phrase.to_owned()));
        }
    }

    fn word(&mut self, sign: Sign, word: &str) {
        let word = word.trim_end_matches(|c: char| c != '*' && !c.is_alphanumeric());
        let bare = word.trim_end_matches('*');
        let prefix = bare.len() < word.len();
        let term = if let Some(tag) = hashtag(bare) {
            let tag = tag.to_lowercase();
            if prefix { Term::HashtagPrefix(tag) } else { Term::Hashtag(tag) }
        } else {
            let bare = trimmed(bare);
            if bare.is_empty() {
                return;
            }
            if prefix { Term::Prefix(bare.to_owned()) } else { Term::Word(bare.to_owned()) }
        };
        self.term(sign, term);
    }

    fn term(&mut self, sign: Sign, term: Term) {
        push(if sign == Sign::Plus { &mut self.terms } else { &mut self.not_terms }, term);
    }

    fn operator(&mut self, sign: Sign, operator: Operator, value: &str, zone_offset_s: i64) {
        let (list, value) = match (operator, sign) {
            (Operator::From, Sign::Plus) => (&mut self.from, value.trim_start_matches('@')),
            (Operator::From, Sign::Minus) => (&mut self.not_from, value.trim_start_matches('@')),
            (Operator::In, Sign::Plus) => (&mut self.channels, value.trim_start_matches('~')),
            (Operator::In, Sign::Minus) => (&mut self.not_channels, value.trim_start_matches('~')),
            (Operator::Ext, Sign::Plus) => (&mut self.extensions, value.trim_start_matches('.')),
            (Operator::Ext, Sign::Minus) => (&mut self.not_extensions, value.trim_start_matches('.')),
            (Operator::Before | Operator::After | Operator::On, _) => {
                return self.date(sign, operator, value, zone_offset_s);
            }
        };
        let value = value.trim_end_matches(',');
        if !value.is_empty() {
            push(list, value.to_lowercase());
        }
    }

    /// A value that is no day is ignored.
    fn date(&mut self, sign: Sign, operator: Operator, value: &str, zone_offset_s: i64) {
        let Some((start, end)) = day(value, zone_offset_s) else { return };
        let span = match operator {
            Operator::Before => Span { from: None, until: Some(start) },
            Operator::After => Span { from: Some(end), until: None },
            _ => Span { from: Some(start), until: Some(end) },
        };
        match sign {
            Sign::Plus => self.created.narrow(span),
            Sign::Minus => push(&mut self.not_created, span),
        }
    }
}

fn push<T>(list: &mut Vec<T>, item: T) {
    if list.len() < TERMS_MAX {
        list.push(item);
    }
}

fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| !c.is_alphanumeric())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    From,
    In,
    Before,
    After,
    On,
    Ext,
}

/// `operator:value`; the value is empty when it follows after a blank.
fn operator(word: &str) -> Option<(Operator, &str)> {
    let (name, value) = word.split_once(':')?;
    let operator = match name.to_ascii_lowercase().as_str() {
        "from" => Operator::From,
        "in" | "channel" => Operator::In,
        "before" => Operator::Before,
        "after" => Operator::After,
        "on" => Operator::On,
        "ext" => Operator::Ext,
        _ => return None,
    };
    Some((operator, value))
}

/// First millisecond of the day `year-month-day` and of the day after it.
fn day(text: &str, zone_offset_s: i64) -> Option<(Millis, Millis)> {
    let mut numbers = text.splitn(3, '-').map(str::parse);
    let (year, month, day) = (numbers.next()?.ok()?, numbers.next()?.ok()?, numbers.next()?.ok()?);
    let date = Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
    let midnight = |date: Date| date.to_zoned(TimeZone::UTC).ok().map(|zoned| zoned.timestamp().as_millisecond());
    let offset_ms = zone_offset_s.clamp(-ZONE_OFFSET_MAX, ZONE_OFFSET_MAX) * 1000;
    Some((midnight(date)? - offset_ms, midnight(date.tomorrow().ok()?)? - offset_ms))
}

enum Piece<'a> {
    Word(&'a str),
    Phrase(&'a str),
}

/// Cuts the text at blanks and quotation marks.
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<(Sign, Piece<'a>)> {
        self.rest = self.rest.trim_start();
        let sign = if self.rest.starts_with('-') { Sign::Minus } else { Sign::Plus };
        self.rest = self.rest.trim_start_matches('-');
        if let Some(quoted) = self.rest.strip_prefix('"') {
            // A phrase that nobody closed goes to the end.
            let (phrase, rest) = quoted.split_once('"').unwrap_or((quoted, ""));
            self.rest = rest;
            return Some((sign, Piece::Phrase(phrase)));
        }
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.find(|c: char| c.is_whitespace() || c == '"').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some((sign, Piece::Word(word)))
    }

    /// The value of an operator that was followed by a blank or a quotation mark.
    fn value(&mut self) -> &'a str {
        match self.next() {
            Some((_, Piece::Word(value) | Piece::Phrase(value))) => value,
            None => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DAY_MS: i64 = 86_400_000;

    fn parse(text: &str) -> SearchQuery {
        SearchQuery::parse(text, Joined::And, 0)
    }

    fn word(text: &str) -> Term {
        Term::Word(text.into())
    }

    #[test]
    fn words_phrases_prefixes_and_hashtags_are_told_apart() {
        let query = parse("tomato, \"fresh soup\" tom* #Lunch #rel* #1 (basil)");
        let phrase = Term::Phrase("fresh soup".into());
        let tags = [Term::Hashtag("#lunch".into()), Term::HashtagPrefix("#rel".into())];
        let [lunch, rel] = tags;
        assert_eq!(
            query.terms,
            [word("tomato"), phrase, Term::Prefix("tom".into()), lunch, rel, word("1"), word("basil")]
        );
    }

    #[test]
    fn a_minus_excludes() {
        let query = parse("tomato -basil -\"no salt\" -#lunch -from:Bob -in:~town -ext:.png well-known - --twice");
        let not = [word("basil"), Term::Phrase("no salt".into()), Term::Hashtag("#lunch".into()), word("twice")];
        assert_eq!(query.terms, [word("tomato"), word("well-known")]);
        assert_eq!(query.not_terms, not);
        assert_eq!((query.not_from, query.not_channels, query.not_extensions), (l("bob"), l("town"), l("png")));
    }

    fn l(text: &str) -> Vec<String> {
        text.split(' ').filter(|part| !part.is_empty()).map(str::to_owned).collect()
    }

    #[test]
    fn operators_take_a_value_after_a_blank_and_repeat() {
        let query = parse("From: @bob from:ann in:town channel:@carol IN:@a,@b ext: PDF note");
        assert_eq!(query.from, l("bob ann"));
        assert_eq!(query.channels, l("town @carol @a,@b"));
        assert_eq!(query.extensions, l("pdf"));
        assert_eq!(query.terms, [word("note")]);
        assert!(parse("from:").is_empty(), "an operator without a value asks for nothing");
        assert_eq!(parse("unknown:value").terms, [word("unknown:value")]);
    }

    #[test]
    fn days_are_those_of_the_asker() {
        let start = 18_262 * DAY_MS; // 2020-01-01
        assert_eq!(parse("on:2020-01-01").created, Span { from: Some(start), until: Some(start + DAY_MS) });
        assert_eq!(parse("after:2020-01-01").created, Span { from: Some(start + DAY_MS), until: None });
        assert_eq!(parse("before:2020-1-1").created, Span { from: None, until: Some(start) });
        let berlin = SearchQuery::parse("on:2020-01-01", Joined::And, 3600);
        assert_eq!(berlin.created.from, Some(start - 3_600_000));
        assert_eq!(parse("-on:2020-01-01").not_created, [Span { from: Some(start), until: Some(start + DAY_MS) }]);
    }

    #[test]
    fn several_days_narrow_and_nonsense_is_ignored() {
        let query = parse("after:2020-01-01 before:2020-01-05 after:2020-01-02 on:soon before:2020-13-01");
        let start = 18_262 * DAY_MS;
        assert_eq!(query.created, Span { from: Some(start + 2 * DAY_MS), until: Some(start + 4 * DAY_MS) });
    }

    #[test]
    fn blanks_and_punctuation_ask_for_nothing() {
        for text in ["", "   ", "- -- \"\" \"!\" * # ,", "\"", "from:@ in:~"] {
            assert!(parse(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn scripts_without_blanks_are_words() {
        assert_eq!(parse("漢字 -寿司 東京*").terms, [word("漢字"), Term::Prefix("東京".into())]);
    }

    proptest! {
        #[test]
        fn any_query_is_read(text in "([-\"*#:@~ ,.a-c漢]|from:|in:|on:|before:|[0-9-]){0,60}", offset in any::<i64>()) {
            let query = SearchQuery::parse(&text, Joined::Or, offset);
            for term in query.terms.iter().chain(&query.not_terms) {
                let (Term::Word(t) | Term::Prefix(t) | Term::Phrase(t) | Term::Hashtag(t) | Term::HashtagPrefix(t)) = term;
                prop_assert!(t.chars().any(char::is_alphanumeric));
            }
        }

        #[test]
        fn plain_words_come_back(words in proptest::collection::vec("[a-z]{1,10}", 1..10)) {
            let query = parse(&words.join(" "));
            prop_assert_eq!(query.terms, words.iter().map(|w| word(w)).collect::<Vec<_>>());
        }

        #[test]
        fn long_queries_are_cut(words in 65usize..2000) {
            prop_assert!(parse(&"a ".repeat(words)).terms.len() <= TERMS_MAX);
        }
    }
}
