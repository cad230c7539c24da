//! Full text in SQLite: FTS5 finds the words, `search_docs` has the rest.
//!
//! The tokenizer `ascii` takes every character outside of ASCII as part of a word, and words of ours have no other than
//! letters and digits inside of it; so it cuts exactly where rows are joined. Tags have signs, which are moved out of
//! ASCII first.

use base::Id;

use super::{Doc, Match, Query, Search};
use crate::statement::Statement;
use crate::{Write, params};

/// Words keep their places but not their texts, which are in the posts. Beside each index stands what it serves.
pub const TABLES: &str = "
CREATE TABLE IF NOT EXISTS search_docs (
    doc INTEGER PRIMARY KEY,
    kind BIGINT NOT NULL,
    id BLOB NOT NULL,
    channel_id BLOB NOT NULL,
    user_id BLOB NOT NULL,
    create_at BIGINT NOT NULL,
    extension TEXT NOT NULL,
    UNIQUE (kind, id)
);
-- Searches without a word.
CREATE INDEX IF NOT EXISTS search_docs_newest ON search_docs (kind, channel_id, create_at);
CREATE VIRTUAL TABLE IF NOT EXISTS search_words
    USING fts5(words, stems, tags, content='', contentless_delete=1, tokenize='ascii');
CREATE TABLE IF NOT EXISTS search_marks (kind BIGINT NOT NULL PRIMARY KEY, at BIGINT NOT NULL, id BLOB NOT NULL);
";

static PUT: Statement = Statement::new(
    "FullTextStore.Save",
    "INSERT INTO search_docs (kind, id, channel_id, user_id, create_at, extension) VALUES ($1, $2, $3, $4, $5, $6) \
     ON CONFLICT (kind, id) DO UPDATE SET channel_id = excluded.channel_id, user_id = excluded.user_id, \
        create_at = excluded.create_at, extension = excluded.extension",
);
static PUT_WORDS: Statement = Statement::new(
    "FullTextStore.SaveWords",
    "INSERT INTO search_words (rowid, words, stems, tags) \
     SELECT d.doc, $3, $4, $5 FROM search_docs d WHERE d.kind = $1 AND d.id = $2",
);
static REMOVE_WORDS: Statement = Statement::new(
    "FullTextStore.DeleteWords",
    "DELETE FROM search_words WHERE rowid = (SELECT d.doc FROM search_docs d WHERE d.kind = $1 AND d.id = $2)",
);

pub fn put(doc: &Doc) -> Vec<Write> {
    let row = params![doc.kind, doc.id, doc.channel_id, doc.user_id, doc.create_at, &doc.extension];
    let tags: Vec<String> = doc.tags.iter().map(|tag| beyond_ascii(tag)).collect();
    let words = params![doc.kind, doc.id, doc.words.join(" "), doc.stems.join(" "), tags.join(" ")];
    vec![Write::new(&PUT, row), remove_words(doc.kind, doc.id), Write::new(&PUT_WORDS, words)]
}

pub fn remove_words(kind: i64, id: Id) -> Write {
    Write::new(&REMOVE_WORDS, params![kind, id])
}

/// FTS5 is asked first; what it finds is looked up by its number, which CROSS JOIN insists on.
pub fn query(search: &Search, limit: usize) -> Query {
    let excluded = (!search.excluded.is_empty()).then(|| any(&search.excluded));
    let mut query = match &search.matching {
        Some(matching) => {
            let mut query = Query::new(
                "SELECT d.id, d.create_at FROM search_words CROSS JOIN search_docs d ON d.doc = search_words.rowid \
                 WHERE 1 = 1"
                    .to_owned(),
            );
            let text = match &excluded {
                Some(excluded) => format!("({}) NOT {excluded}", text(matching)),
                None => text(matching),
            };
            query.and("search_words MATCH ?", text);
            query
        }
        None => {
            let mut query = Query::new("SELECT d.id, d.create_at FROM search_docs d WHERE 1 = 1".to_owned());
            if let Some(excluded) = excluded {
                let condition = "d.doc NOT IN (SELECT rowid FROM search_words WHERE search_words MATCH ?)";
                query.and(condition, excluded);
            }
            query
        }
    };
    query.and("d.kind = ?", search.kind);
    query.and_all_else(search);
    query.newest(limit)
}

/// A condition in FTS5's language.
fn text(part: &Match) -> String {
    match part {
        Match::Word(word) => format!("words : \"{word}\""),
        Match::Stem(stem) => format!("stems : \"{stem}\""),
        Match::Phrase(words) => format!("words : \"{}\"", words.join(" ")),
        Match::Prefix(words) => format!("words : \"{}\" *", words.join(" ")),
        Match::Tag(tag) => format!("tags : \"{}\"", beyond_ascii(tag)),
        Match::TagPrefix(tag) => format!("tags : \"{}\" *", beyond_ascii(tag)),
        Match::Any(parts) => any(parts),
        Match::All(parts) => joined(parts, " AND "),
    }
}

fn any(parts: &[Match]) -> String {
    joined(parts, " OR ")
}

fn joined(parts: &[Match], between: &str) -> String {
    let parts: Vec<String> = parts.iter().map(|part| format!("({})", text(part))).collect();
    format!("({})", parts.join(between))
}

/// Signs of ASCII as characters for private use, which belong to words.
fn beyond_ascii(tag: &str) -> String {
    let moved = |c: char| match c {
        c if c.is_ascii() && !c.is_ascii_alphanumeric() => char::from_u32(0xe000 + u32::from(c)).unwrap_or(c),
        c => c,
    };
    tag.chars().map(moved).collect()
}
