//! From the language of the search box to a plan the index can run.
//!
//! Channels. A person may read thousands of channels, and an index term for each would make every
//! search walk through all that was ever written there. So the channels are a filter on the
//! documents that match the words, by the ordinal in a column: its cost is that of the matches,
//! and a search stops when its page is full. Only a few channels (`in:`), or a search that has no
//! words at all, use index terms.

use base::Millis;
use base::ids::{ChannelId, UserId};
use tantivy::Term as IndexTerm;
use tantivy::query::{AllQuery, BooleanQuery, EmptyQuery, Occur, PhrasePrefixQuery, PhraseQuery, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};
use text::search_query::{Joined, SearchQuery, Span, Term};

use crate::ask::readable;
use crate::cursor::Kind;
use crate::schema::{Fields, Key, key};
use crate::stems::stem;
use crate::words::{STEM, fold, searched};

/// Channels that are looked up by index terms; more are filtered.
const CHANNEL_TERMS_MAX: usize = 8;

/// Words that a prefix stands for in one segment; beyond it the alphabetically first ones count.
const PREFIX_WORDS_MAX: u32 = 5_000;

/// Who asks, resolved to ids: the names of the query mean nothing to the index.
#[derive(Debug, Clone, Default)]
pub struct SearchScope {
    /// Channels the asker may read; nothing outside of them is found.
    pub channels: Vec<ChannelId>,
    /// Channels of `in:`; `None` when there was none. Names of nothing make an empty list.
    pub within: Option<Vec<ChannelId>>,
    /// Channels of `-in:`.
    pub outside: Vec<ChannelId>,
    /// Authors of `from:`; `None` when there was none. Names of nobody make an empty list.
    pub from: Option<Vec<UserId>>,
    /// Authors of `-from:`.
    pub not_from: Vec<UserId>,
}

/// A query for the index and what is checked on each document that matches it.
pub struct Plan {
    pub query: Box<dyn Query>,
    /// What matches one of these is left out. Not part of `query`: excluding a phrase inside of a
    /// query seeks it backwards, which tantivy 0.27 forbids by assertion.
    pub excluded: Vec<Box<dyn Query>>,
    /// Sorted; what the asker may read, by kind and id.
    pub channels: Vec<Key>,
    pub created: Span,
    pub not_created: Vec<Span>,
}

impl Plan {
    /// `None` when nothing can match.
    pub fn new(fields: &Fields, kind: Kind, query: &SearchQuery, scope: SearchScope) -> Option<Plan> {
        let channels: Vec<Key> = readable(&scope).into_iter().map(|id| key(kind, id.into())).collect();
        let nobody = scope.from.as_ref().is_some_and(Vec::is_empty);
        if query.is_empty() || channels.is_empty() || nobody {
            return None;
        }
        let clauses = Clauses { fields, kind };
        let text = clauses.text(query);
        if text.is_none() && !query.terms.is_empty() {
            return None; // words of which nothing is left
        }
        let mut all: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        let narrowed = text.is_some() || scope.from.is_some() || !query.extensions.is_empty();
        all.extend(text.map(|text| (Occur::Must, text)));
        all.extend(scope.from.as_ref().map(|users| (Occur::Must, clauses.users(users))));
        if !query.extensions.is_empty() {
            all.push((Occur::Must, clauses.extensions(&query.extensions)));
        }
        if channels.len() == 1 || !narrowed && channels.len() <= CHANNEL_TERMS_MAX {
            all.push((Occur::Must, clauses.channels(&channels)));
        } else if !narrowed {
            all.push((Occur::Must, Box::new(AllQuery)));
        }
        let excluded = clauses.excluded(query, &scope);
        let (created, not_created) = (query.created, query.not_created.clone());
        Some(Plan { query: Box::new(BooleanQuery::new(all)), excluded, channels, created, not_created })
    }

    /// Whether a document written at `at` counts.
    pub fn permits(&self, at: Millis) -> bool {
        contains(self.created, at) && !self.not_created.iter().any(|&span| contains(span, at))
    }
}

fn contains(span: Span, at: Millis) -> bool {
    span.from.is_none_or(|from| at >= from) && span.until.is_none_or(|until| at < until)
}

struct Clauses<'f> {
    fields: &'f Fields,
    kind: Kind,
}

impl Clauses<'_> {
    /// Words and hashtags are two searches whose results go together.
    fn text(&self, query: &SearchQuery) -> Option<Box<dyn Query>> {
        let (tags, words): (Vec<&Term>, Vec<&Term>) = query.terms.iter().partition(|term| term.is_hashtag());
        let parts = [words, tags].map(|terms| self.joined(&terms, query.joined));
        any(parts.into_iter().flatten().collect())
    }

    fn joined(&self, terms: &[&Term], joined: Joined) -> Option<Box<dyn Query>> {
        let queries: Vec<_> = terms.iter().filter_map(|term| self.term(term)).collect();
        match joined {
            Joined::Or => any(queries),
            Joined::And => match queries.len() {
                0 | 1 => queries.into_iter().next(),
                _ => Some(Box::new(BooleanQuery::intersection(queries))),
            },
        }
    }

    fn term(&self, term: &Term) -> Option<Box<dyn Query>> {
        let hashtags = self.fields.hashtags;
        match term {
            Term::Word(text) => self.word(text),
            Term::Phrase(text) => self.phrase(text),
            Term::Prefix(text) => self.prefix(text),
            Term::Hashtag(tag) => Some(exact(hashtags, &fold(tag))),
            Term::HashtagPrefix(tag) => Some(prefix(vec![(0, IndexTerm::from_field_text(hashtags, &fold(tag)))])),
        }
    }

    /// A word in any of its English forms; what is more than one word (`e-mail`, `漢字`) exactly.
    fn word(&self, text: &str) -> Option<Box<dyn Query>> {
        let words = searched(text);
        let [word] = words.as_slice() else { return self.phrase(text) };
        let mut forms = vec![exact(self.fields.words, &word.text)];
        if let Some(stem) = stem(&word.text) {
            forms.push(exact(self.fields.words, &format!("{STEM}{stem}")));
            if stem != word.text {
                forms.push(exact(self.fields.words, &stem));
            }
        }
        any(forms)
    }

    fn phrase(&self, text: &str) -> Option<Box<dyn Query>> {
        let mut terms = self.placed(text);
        match terms.len() {
            0 => None,
            1 => terms.pop().map(|(_, term)| exact_term(term)),
            _ => Some(Box::new(PhraseQuery::new_with_offset(terms))),
        }
    }

    fn prefix(&self, text: &str) -> Option<Box<dyn Query>> {
        let terms = self.placed(text);
        (!terms.is_empty()).then(|| prefix(terms))
    }

    fn placed(&self, text: &str) -> Vec<(usize, IndexTerm)> {
        let place =
            |word: crate::words::Word| (word.position, IndexTerm::from_field_text(self.fields.words, &word.text));
        searched(text).into_iter().map(place).collect()
    }

    fn users(&self, users: &[UserId]) -> Box<dyn Query> {
        let term = |&user: &UserId| IndexTerm::from_field_bytes(self.fields.user, &key(self.kind, user.into()));
        any(users.iter().map(term).map(exact_term).collect()).unwrap_or_else(|| Box::new(EmptyQuery))
    }

    fn channels(&self, channels: &[Key]) -> Box<dyn Query> {
        let term = |key: &Key| exact_term(IndexTerm::from_field_bytes(self.fields.channel, key));
        any(channels.iter().map(term).collect()).unwrap_or_else(|| Box::new(EmptyQuery))
    }

    fn extensions(&self, extensions: &[String]) -> Box<dyn Query> {
        let term = |extension: &String| exact(self.fields.extension, &fold(extension));
        any(extensions.iter().map(term).collect()).unwrap_or_else(|| Box::new(EmptyQuery))
    }

    fn excluded(&self, query: &SearchQuery, scope: &SearchScope) -> Vec<Box<dyn Query>> {
        let mut excluded: Vec<_> = query.not_terms.iter().filter_map(|term| self.term(term)).collect();
        if !scope.not_from.is_empty() {
            excluded.push(self.users(&scope.not_from));
        }
        if !query.not_extensions.is_empty() {
            excluded.push(self.extensions(&query.not_extensions));
        }
        excluded
    }
}

fn exact(field: Field, text: &str) -> Box<dyn Query> {
    exact_term(IndexTerm::from_field_text(field, text))
}

fn exact_term(term: IndexTerm) -> Box<dyn Query> {
    Box::new(TermQuery::new(term, IndexRecordOption::Basic))
}

fn prefix(terms: Vec<(usize, IndexTerm)>) -> Box<dyn Query> {
    let mut query = PhrasePrefixQuery::new_with_offset(terms);
    query.set_max_expansions(PREFIX_WORDS_MAX);
    Box::new(query)
}

fn any(mut queries: Vec<Box<dyn Query>>) -> Option<Box<dyn Query>> {
    match queries.len() {
        0 | 1 => queries.pop(),
        _ => Some(Box::new(BooleanQuery::union(queries))),
    }
}
