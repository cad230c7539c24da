//! Full text in PostgreSQL: one `tsvector` for words with their places, stems and tags, under a GIN index.
//!
//! Words come as they are compared, so no text search configuration takes part. Stems begin with a sign of their own
//! and tags with `#`, which no word does.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use base::Id;

use super::{Doc, Match, Query, Search};
use crate::statement::Statement;
use crate::{Write, params};

/// Beside each index stands what it serves. New entries of the GIN index are merged at once: its list of pending ones
/// would be read by every search.
pub const TABLES: &str = "
CREATE TABLE IF NOT EXISTS search_docs (
    kind BIGINT NOT NULL,
    id BYTEA NOT NULL,
    channel_id BYTEA NOT NULL,
    user_id BYTEA NOT NULL,
    create_at BIGINT NOT NULL,
    extension TEXT COLLATE \"C\" NOT NULL,
    words TSVECTOR NOT NULL,
    PRIMARY KEY (kind, id)
);
-- Searches for words.
CREATE INDEX IF NOT EXISTS search_docs_words ON search_docs USING GIN (words) WITH (fastupdate = off);
-- Searches without a word.
CREATE INDEX IF NOT EXISTS search_docs_newest ON search_docs (kind, channel_id, create_at);
CREATE TABLE IF NOT EXISTS search_marks (kind BIGINT NOT NULL PRIMARY KEY, at BIGINT NOT NULL, id BYTEA NOT NULL);
";

/// Begins the lexeme of a stem.
const STEM: char = '\u{e001}';

/// PostgreSQL's limits: the last place that is told from others, the places of one word that count.
const PLACE_MAX: usize = 16_383;
const PLACES_MAX: usize = 256;

/// A `tsvector` may have a mebibyte; what comes after this many bytes of words is not found.
const BYTES_MAX: usize = 900_000;

static PUT: Statement = Statement::new(
    "FullTextStore.Save",
    "INSERT INTO search_docs (kind, id, channel_id, user_id, create_at, extension, words) \
     VALUES ($1, $2, $3, $4, $5, $6, CAST(CAST($7 AS TEXT) AS TSVECTOR)) \
     ON CONFLICT (kind, id) DO UPDATE SET channel_id = excluded.channel_id, user_id = excluded.user_id, \
        create_at = excluded.create_at, extension = excluded.extension, words = excluded.words",
);

/// Ids go as bytes: nobody else writes these rows, so nodes need not agree on an order before they do.
pub fn put(doc: &Doc) -> Vec<Write> {
    let [id, channel, user] = [doc.id, doc.channel_id.into(), doc.user_id.into()].map(|id: Id| id.0.to_vec());
    let row = params![doc.kind, id, channel, user, doc.create_at, &doc.extension, vector(doc)];
    vec![Write::new(&PUT, row)]
}

pub fn query(search: &Search, limit: usize) -> Query {
    let mut query = Query::new("SELECT d.id, d.create_at FROM search_docs d WHERE 1 = 1".to_owned());
    query.and("d.kind = ?", search.kind);
    let matching = search.matching.iter().map(text);
    let parts: Vec<String> = matching.chain(search.excluded.iter().map(|part| format!("!{}", text(part)))).collect();
    if !parts.is_empty() {
        query.and("d.words @@ CAST(CAST(? AS TEXT) AS TSQUERY)", parts.join(" & "));
    }
    query.and_all_else(search);
    query.newest(limit)
}

/// A document's words as PostgreSQL reads a `tsvector`.
fn vector(doc: &Doc) -> String {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut bytes = 0;
    for (at, word) in doc.words.iter().enumerate() {
        bytes += word.len() + size_of::<u32>();
        if bytes > BYTES_MAX {
            break;
        }
        let places = places.entry(word).or_default();
        if places.len() < PLACES_MAX {
            places.push((at + 1).min(PLACE_MAX));
        }
    }
    let mut out = String::with_capacity(2 * bytes);
    for (word, places) in places {
        let places: Vec<String> = places.iter().map(usize::to_string).collect();
        // Nothing is written to but memory.
        let _ = write!(out, "{}:{} ", quoted(word), places.join(","));
    }
    let stems = doc.stems.iter().map(|stem| format!("{STEM}{stem}"));
    for lexeme in stems.chain(doc.tags.iter().cloned()) {
        bytes += lexeme.len() + size_of::<u32>();
        if bytes > BYTES_MAX {
            break;
        }
        out.push_str(&quoted(&lexeme));
        out.push(' ');
    }
    out
}

/// A condition in the language of `tsquery`.
fn text(part: &Match) -> String {
    match part {
        Match::Word(word) => quoted(word),
        Match::Stem(stem) => quoted(&format!("{STEM}{stem}")),
        Match::Phrase(words) => phrase(words, ""),
        Match::Prefix(words) => phrase(words, ":*"),
        Match::Tag(tag) => quoted(tag),
        Match::TagPrefix(tag) => format!("{}:*", quoted(tag)),
        Match::Any(parts) => joined(parts, " | "),
        Match::All(parts) => joined(parts, " & "),
    }
}

fn phrase(words: &[String], end: &str) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    format!("({}{end})", words.join(" <-> "))
}

fn joined(parts: &[Match], between: &str) -> String {
    let parts: Vec<String> = parts.iter().map(text).collect();
    format!("({})", parts.join(between))
}

fn quoted(lexeme: &str) -> String {
    format!("'{}'", lexeme.replace('\\', "\\\\").replace('\'', "''"))
}
