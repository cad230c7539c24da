//! The database's own full text: what posts and files are searched by when no index stands beside the database.
//!
//! Texts come as rows of words (see the search crate), so both databases find the same: SQLite keeps them in FTS5,
//! PostgreSQL in a `tsvector`. The tables are made when they are first needed, not by a migration, and no write of a
//! post touches them: a server that searches elsewhere pays nothing. They are derived data; backups may leave them
//! out.

mod postgres;
mod sqlite;

use base::ids::{ChannelId, UserId};
use base::{Id, Millis};

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::statement::Statement;
use crate::{Store, Value, Write, params};

/// What a text has to contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    Word(String),
    /// A word with this stem.
    Stem(String),
    /// Words next to each other.
    Phrase(Vec<String>),
    /// The same, the last of which is the beginning of one.
    Prefix(Vec<String>),
    /// With its `#`.
    Tag(String),
    TagPrefix(String),
    Any(Vec<Match>),
    All(Vec<Match>),
}

impl Match {
    /// Whether a document contains it.
    pub fn holds(&self, doc: &Doc) -> bool {
        match self {
            Match::Word(word) => doc.words.contains(word),
            Match::Stem(stem) => doc.stems.contains(stem),
            Match::Phrase(words) => doc.words.windows(words.len().max(1)).any(|window| window == words),
            Match::Prefix(words) => doc.words.windows(words.len().max(1)).any(|window| match words.split_last() {
                Some((last, before)) => window.starts_with(before) && window[before.len()].starts_with(last.as_str()),
                None => false,
            }),
            Match::Tag(tag) => doc.tags.contains(tag),
            Match::TagPrefix(tag) => doc.tags.iter().any(|one| one.starts_with(tag.as_str())),
            Match::Any(parts) => parts.iter().any(|part| part.holds(doc)),
            Match::All(parts) => parts.iter().all(|part| part.holds(doc)),
        }
    }
}

/// A post or file as it is searched. `kind` keeps both apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doc {
    pub kind: i64,
    pub id: Id,
    pub channel_id: ChannelId,
    pub user_id: UserId,
    pub create_at: Millis,
    /// Of a file, in lower case; empty for posts.
    pub extension: String,
    pub words: Vec<String>,
    pub stems: Vec<String>,
    /// With their `#`.
    pub tags: Vec<String>,
}

/// From when until when; `None` is open.
pub type Time = (Option<Millis>, Option<Millis>);

/// A search with its names resolved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    pub kind: i64,
    pub matching: Option<Match>,
    pub excluded: Vec<Match>,
    /// Nothing outside of these is found.
    pub channels: Vec<ChannelId>,
    pub from: Option<Vec<UserId>>,
    pub not_from: Vec<UserId>,
    pub extensions: Vec<String>,
    pub not_extensions: Vec<String>,
    pub created: Time,
    pub not_created: Vec<Time>,
}

impl Search {
    /// Whether a document is found; its channel is not looked at.
    pub fn finds(&self, doc: &Doc) -> bool {
        let within =
            |time: Time| time.0.is_none_or(|at| doc.create_at >= at) && time.1.is_none_or(|at| doc.create_at < at);
        self.kind == doc.kind
            && self.matching.as_ref().is_none_or(|part| part.holds(doc))
            && !self.excluded.iter().any(|part| part.holds(doc))
            && self.from.as_ref().is_none_or(|users| users.contains(&doc.user_id))
            && !self.not_from.contains(&doc.user_id)
            && (self.extensions.is_empty() || self.extensions.contains(&doc.extension))
            && !self.not_extensions.contains(&doc.extension)
            && within(self.created)
            && !self.not_created.iter().any(|&time| within(time))
    }
}

/// A document that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    pub id: Id,
    pub create_at: Millis,
}

impl FromRow for Found {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Found { id: row.id()?, create_at: row.int()? })
    }
}

struct OneId(Id);

impl FromRow for OneId {
    fn from_row(row: &mut Columns) -> Result<Self> {
        row.id().map(OneId)
    }
}

struct Mark(Millis, Id);

impl FromRow for Mark {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Mark(row.int()?, row.id()?))
    }
}

/// Both databases understand these; they are apart from the list of all others because their tables may not be there.
static SET_MARK: Statement = Statement::new(
    "FullTextStore.SetMark",
    "INSERT INTO search_marks (kind, at, id) VALUES ($1, $2, $3) \
     ON CONFLICT (kind) DO UPDATE SET at = excluded.at, id = excluded.id",
);
static MARK: Statement = Statement::new("FullTextStore.GetMark", "SELECT at, id FROM search_marks WHERE kind = $1");
static IDS: Statement = Statement::new(
    "FullTextStore.GetIds",
    "SELECT d.id FROM search_docs d WHERE d.kind = $1 AND d.id > $2 ORDER BY d.id LIMIT $3",
);
static REMOVE: Statement =
    Statement::new("FullTextStore.Delete", "DELETE FROM search_docs WHERE kind = $1 AND id = $2");

impl Store {
    /// Makes the tables unless they are there.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn full_text_open(&self) -> Result<()> {
        self.make(sqlite::TABLES, postgres::TABLES).await
    }

    /// How far the changes of a kind are in, as [`full_text_reached`] said.
    pub async fn full_text_mark(&self, kind: i64) -> Result<Option<(Millis, Id)>> {
        let mark: Option<Mark> = self.one(&MARK, params![kind]).await?;
        Ok(mark.map(|Mark(at, id)| (at, id)))
    }

    /// Ids of a kind behind `after`, in their order.
    pub async fn full_text_ids(&self, kind: i64, after: Id, limit: usize) -> Result<Vec<Id>> {
        let found: Vec<OneId> = self.all(&IDS, params![kind, after, limit]).await?;
        Ok(found.into_iter().map(|OneId(id)| id).collect())
    }

    /// The newest documents that match. Words narrow by their index; the rest is looked at in each that has them.
    pub async fn full_text_search(&self, search: &Search, limit: usize) -> Result<Vec<Found>> {
        if search.channels.is_empty() {
            return Ok(Vec::new());
        }
        let query = if self.is_postgres() { postgres::query(search, limit) } else { sqlite::query(search, limit) };
        self.all(&Statement::composed("FullTextStore.Search", query.sql), query.params).await
    }

    /// Adds documents or replaces what they are known as.
    pub fn full_text_put(&self, doc: &Doc) -> Vec<Write> {
        if self.is_postgres() { postgres::put(doc) } else { sqlite::put(doc) }
    }

    pub fn full_text_remove(&self, kind: i64, id: Id) -> Vec<Write> {
        let words = (!self.is_postgres()).then(|| sqlite::remove_words(kind, id));
        words.into_iter().chain([Write::new(&REMOVE, params![kind, id])]).collect()
    }

    fn is_postgres(&self) -> bool {
        self.driver() == "postgres"
    }
}

/// Keeps how far the changes of a kind are in.
pub fn full_text_reached(kind: i64, at: Millis, id: Id) -> Write {
    Write::new(&SET_MARK, params![kind, at, id])
}

/// A statement that grows with its parameters.
struct Query {
    sql: String,
    params: Vec<Value>,
}

impl Query {
    fn new(sql: String) -> Query {
        Query { sql, params: Vec::new() }
    }

    /// Adds a condition; `?` in it stands for the parameter.
    fn and(&mut self, condition: &str, value: impl Into<Value>) {
        self.params.push(value.into());
        let place = format!("${}", self.params.len());
        self.sql.push_str(" AND ");
        self.sql.push_str(&condition.replace('?', &place));
    }

    /// What both databases say in the same words: everything but the text.
    fn and_all_else(&mut self, search: &Search) {
        self.and("d.channel_id = ANY(?)", search.channels.as_slice());
        if let Some(users) = &search.from {
            self.and("d.user_id = ANY(?)", users.as_slice());
        }
        if !search.not_from.is_empty() {
            self.and("NOT (d.user_id = ANY(?))", search.not_from.as_slice());
        }
        if !search.extensions.is_empty() {
            self.and("d.extension = ANY(?)", search.extensions.as_slice());
        }
        if !search.not_extensions.is_empty() {
            self.and("NOT (d.extension = ANY(?))", search.not_extensions.as_slice());
        }
        self.and_created(search.created);
        for &time in &search.not_created {
            match time {
                (Some(from), None) => self.and("d.create_at < ?", from),
                (None, Some(until)) => self.and("d.create_at >= ?", until),
                (Some(from), Some(until)) => {
                    self.and("(d.create_at < ?", from);
                    self.or("d.create_at >= ?)", until);
                }
                (None, None) => {}
            }
        }
    }

    fn and_created(&mut self, (from, until): Time) {
        if let Some(from) = from {
            self.and("d.create_at >= ?", from);
        }
        if let Some(until) = until {
            self.and("d.create_at < ?", until);
        }
    }

    fn or(&mut self, condition: &str, value: impl Into<Value>) {
        self.params.push(value.into());
        let place = format!("${}", self.params.len());
        self.sql.push_str(" OR ");
        self.sql.push_str(&condition.replace('?', &place));
    }

    fn newest(mut self, limit: usize) -> Query {
        self.params.push(limit.into());
        let limit = format!(" ORDER BY d.create_at DESC, d.id DESC LIMIT ${}", self.params.len());
        self.sql.push_str(&limit);
        self
    }
}
