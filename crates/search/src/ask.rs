//! From the language of the search box to a search that engines beside the embedded one can run, and from a change to
//! the document they keep. Both cut texts by the rules of [`crate::words`], so that every engine finds the same.

use std::collections::HashSet;

use base::Id;
use base::ids::ChannelId;
use store::full_text::{Doc, Match, Search};
use text::search_query::{Joined, SearchQuery, Span, Term};

use crate::changes::{Change, FileDoc, PostDoc, TEXT_BYTES_MAX};
use crate::cursor::Kind;
use crate::query::SearchScope;
use crate::stems::stem;
use crate::words::{fold, row, rows, searched};

/// Stands between the parts of a text that no phrase may span; no word is like it.
const GAP: &str = "\u{e000}";

/// What to look for; `None` when nothing can match.
pub fn ask(kind: Kind, query: &SearchQuery, scope: &SearchScope) -> Option<Search> {
    let channels = readable(scope);
    let nobody = scope.from.as_ref().is_some_and(Vec::is_empty);
    if query.is_empty() || channels.is_empty() || nobody {
        return None;
    }
    let matching = text(query);
    if matching.is_none() && !query.terms.is_empty() {
        return None; // words of which nothing is left
    }
    Some(Search {
        kind: kind as i64,
        matching,
        excluded: query.not_terms.iter().filter_map(one).collect(),
        channels,
        from: scope.from.clone(),
        not_from: scope.not_from.clone(),
        extensions: query.extensions.iter().map(|one| fold(one).into_owned()).collect(),
        not_extensions: query.not_extensions.iter().map(|one| fold(one).into_owned()).collect(),
        created: time(query.created),
        not_created: query.not_created.iter().copied().map(time).collect(),
    })
}

fn time(span: Span) -> (Option<i64>, Option<i64>) {
    (span.from, span.until)
}

/// Channels that the asker may read and asked for.
pub fn readable(scope: &SearchScope) -> Vec<ChannelId> {
    let within: Option<HashSet<_>> = scope.within.as_ref().map(|list| list.iter().collect());
    let counts = |channel: &&ChannelId| {
        within.as_ref().is_none_or(|within| within.contains(channel)) && !scope.outside.contains(channel)
    };
    let mut channels: Vec<ChannelId> = scope.channels.iter().filter(counts).copied().collect();
    channels.sort_unstable();
    channels.dedup();
    channels
}

/// Words and hashtags are two searches whose results go together.
fn text(query: &SearchQuery) -> Option<Match> {
    let (tags, words): (Vec<&Term>, Vec<&Term>) = query.terms.iter().partition(|term| term.is_hashtag());
    let parts = [words, tags].map(|terms| {
        let parts: Vec<Match> = terms.into_iter().filter_map(one).collect();
        match query.joined {
            Joined::Or => any(parts),
            Joined::And => all(parts),
        }
    });
    any(parts.into_iter().flatten().collect())
}

fn one(term: &Term) -> Option<Match> {
    match term {
        Term::Word(text) => word(text),
        Term::Phrase(text) => phrase(text),
        Term::Prefix(text) => prefix(text),
        Term::Hashtag(tag) => Some(Match::Tag(fold(tag).into_owned())),
        Term::HashtagPrefix(tag) => Some(Match::TagPrefix(fold(tag).into_owned())),
    }
}

/// A word in any of its English forms; what is more than one word (`e-mail`, `漢字`) exactly.
fn word(text: &str) -> Option<Match> {
    let words = searched(text);
    let [word] = words.as_slice() else { return phrase(text) };
    let mut forms = vec![Match::Word(word.text.clone())];
    if let Some(stem) = stem(&word.text) {
        if stem != word.text {
            forms.push(Match::Word(stem.clone()));
        }
        forms.push(Match::Stem(stem));
    }
    any(forms)
}

fn phrase(text: &str) -> Option<Match> {
    let row = |words: Vec<String>| match <[String; 1]>::try_from(words) {
        Ok([word]) => Match::Word(word),
        Err(words) => Match::Phrase(words),
    };
    all(rows(text).into_iter().filter_map(|part| any(part.alternatives.into_iter().map(row).collect())).collect())
}

/// A character without a blank behind it goes on by itself: only words have beginnings.
fn prefix(text: &str) -> Option<Match> {
    let mut parts = rows(text);
    let Some(last) = parts.pop_if(|part| part.ends_in_word) else { return phrase(text) };
    let before = parts.into_iter().map(|part| part.alternatives.into_iter().map(Match::Phrase).collect::<Vec<_>>());
    let last: Vec<Match> = last.alternatives.into_iter().map(Match::Prefix).collect();
    all(before.chain([last]).filter_map(any).collect())
}

fn any(mut parts: Vec<Match>) -> Option<Match> {
    match parts.len() {
        0 | 1 => parts.pop(),
        _ => Some(Match::Any(parts)),
    }
}

fn all(mut parts: Vec<Match>) -> Option<Match> {
    match parts.len() {
        0 | 1 => parts.pop(),
        _ => Some(Match::All(parts)),
    }
}

/// What becomes of a document.
pub enum Fate {
    Put(Doc),
    Gone(Id),
}

pub fn fate(change: &Change) -> Fate {
    match change {
        Change::Post(doc) => Fate::Put(post(doc)),
        Change::File(doc) => Fate::Put(file(doc)),
        Change::PostGone(id) => Fate::Gone((*id).into()),
        Change::FileGone(id) => Fate::Gone((*id).into()),
    }
}

fn post(post: &PostDoc) -> Doc {
    let row = row(shortened(&post.message));
    Doc {
        kind: Kind::Posts as i64,
        id: post.id.into(),
        channel_id: post.channel_id,
        user_id: post.user_id,
        create_at: post.create_at,
        extension: String::new(),
        words: row.words,
        stems: row.stems,
        tags: post.hashtags.split_whitespace().map(|tag| fold(tag).into_owned()).collect(),
    }
}

fn file(file: &FileDoc) -> Doc {
    let (name, content) = (row(&file.name), row(shortened(&file.content)));
    Doc {
        kind: Kind::Files as i64,
        id: file.id.into(),
        channel_id: file.channel_id,
        user_id: file.user_id,
        create_at: file.create_at,
        extension: fold(&file.extension).into_owned(),
        words: [name.words, vec![GAP.to_owned()], content.words].concat(),
        stems: [name.stems, content.stems].concat(),
        tags: Vec::new(),
    }
}

fn shortened(text: &str) -> &str {
    &text[..text.floor_char_boundary(TEXT_BYTES_MAX)]
}
