//! A Mattermost server, straight from its database while it runs, with the objects of its file store.
//!
//! ```text
//!  database ─ catalog: what this version has ─ specs: what becomes of it ─▶ query ─▶ rows
//!                                                        convert: rows ─▶ records ─▶ importer
//!                                                        files: objects ─▶ importer
//! ```
//!
//! The database is read as it was at one moment, in pages of a thousand rows behind their keys. Ids, times and links stay the
//! same. A page that was written is the mark, so a run that was killed goes on behind it. What has no place here is kept
//! [`beside`].

mod beside;
mod catalog;
mod convert;
pub mod files;
mod query;
mod specs;
mod threads;

use std::collections::HashSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

use base::Millis;
use database::{Bounded, Foreign, Value};
use node::error::ApiError;
use permissions::resolve::SYSTEM_ADMIN;
use serde::{Deserialize, Serialize};
use store::records;
use store::records::Table;
use tokio::runtime::Handle;
use transfer::bulk::Failed;
use transfer::bulk::gather::{Gather, Spot};
use transfer::bulk::left_out::LeftOut;
use transfer::bulk::line::Record;
use transfer::bulk::source::{Origin, Rows, Source};

use catalog::{Catalog, text};
use convert::Roles;
use files::Files;
use query::Query;
use specs::{Kind, SPECS};

/// A page that has fewer bytes than this grows, and one that has more than the other shrinks.
const PAGE_BYTES_MIN: usize = 1 << 20;
const PAGE_BYTES_MAX: usize = 4 << 20;
/// Bytes of a page that are held; rows behind them come with the next one.
const HELD_BYTES_MAX: usize = 16 << 20;
/// Bytes of a row; one that has more is left out.
const ROW_BYTES_MAX: usize = 16 << 20;
/// Rows of the first page.
const FIRST_PAGE_LEN: usize = 64;

/// An old server.
pub struct Old {
    database: Foreign,
    catalog: Catalog,
    queries: Vec<Query>,
    /// Rows of each table of ours.
    tables: Vec<(&'static Table, u64)>,
    files: Files,
    roles: Roles,
    opened_at: Millis,
    fingerprint: String,
    /// As the server calls its version.
    pub version: String,
}

/// Where a reading stands: behind which key of which table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Page {
    table: String,
    after: Vec<Key>,
}

/// The keys of rows that were read, for as long as their keys in the source differ only in the last column. Two rows of the
/// source are one here if our key lacks that column.
#[derive(Default)]
struct Came {
    group: Vec<Value>,
    keys: HashSet<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
enum Key {
    Int(i64),
    Text(String),
}

impl Old {
    /// Connects to the database of a server, and finds out what it has.
    ///
    /// # Errors
    /// When it cannot be reached, or is none of a Mattermost server; the text says what to do.
    pub async fn open(url: &str, files: Files) -> Result<Arc<Old>, String> {
        let database = Foreign::open(url).await.map_err(|error| error.to_string())?;
        let mut catalog = Catalog::read(&database).await?;
        for table in ["users", "teams", "channels", "posts"] {
            if !catalog.has(table) {
                let text = "is it the database of a Mattermost server, and may this user read it?";
                return Err(format!("the database has no table {table:?}: {text}"));
            }
        }
        // The column went with the version that began to keep threads for all posts.
        if catalog.has_column("posts", "parentid") {
            threads::add(&mut catalog);
        }
        let queries: Vec<Query> = SPECS.iter().filter_map(|spec| Query::of(spec, &catalog)).collect();
        let mut tables: Vec<(&'static Table, u64)> = Vec::new();
        for query in &queries {
            let count = beside::count(&database, &query.count()).await?;
            match tables.iter_mut().find(|(table, _)| table.name == query.table.name) {
                Some((_, sum)) => *sum += count,
                None => tables.push((query.table, count)),
            }
        }
        let roles = roles(&database, &catalog).await?;
        let oldest =
            format!("SELECT CAST(id AS CHAR(26)) FROM {} ORDER BY createat, id LIMIT 1", catalog.source("users"));
        let oldest = one(&database, &oldest).await?;
        let version = match catalog.has("systems") {
            true => {
                let name = catalog.source("systems").to_owned();
                one(&database, &format!("SELECT value FROM {name} WHERE name = 'Version'")).await?
            }
            false => String::new(),
        };
        let opened_at = database.now().await.map_err(|error| error.to_string())?;
        let fingerprint = format!("mattermost-{oldest}");
        Ok(Arc::new(Old { database, catalog, queries, tables, files, roles, opened_at, fingerprint, version }))
    }

    /// What the importer reads.
    pub fn source(self: &Arc<Old>) -> Source {
        let size = self.tables.iter().map(|(_, count)| count).sum();
        Source::of(self.clone(), size, self.fingerprint.clone())
    }

    /// Columns of ours that this version does not have, by table.
    pub fn lacking(&self) -> Vec<String> {
        let of_query = |query: &Query| {
            let lacks = query.fields.iter().zip(&query.table.columns).filter(|(field, _)| !field.is_there);
            let names: Vec<&str> = lacks.map(|(_, name)| *name).collect();
            (!names.is_empty()).then(|| format!("{}: {}", query.table.name, names.join(", ")))
        };
        self.queries.iter().filter(|query| query.spec.from != threads::OF_POSTS).filter_map(of_query).collect()
    }

    /// Writes what has no place here as JSON lines, and says what it was.
    ///
    /// # Errors
    /// When the old database cannot be read, or the file not be written.
    pub async fn keep_beside(&self, to: &mut impl Write) -> Result<LeftOut, String> {
        beside::write(&self.database, &self.catalog, to).await
    }

    fn ask(&self, sql: &str, params: &[Value]) -> Result<Vec<Vec<Value>>, Failed> {
        Ok(self.ask_within(sql, params, usize::MAX)?.rows)
    }

    fn ask_within(&self, sql: &str, params: &[Value], bytes_max: usize) -> Result<Bounded, Failed> {
        Handle::current().block_on(self.database.rows_within(sql, params, bytes_max)).map_err(|error| {
            let text = "The old server's database cannot be read.";
            ApiError::internal("app.import.mattermost.read.error", text).because(error).into()
        })
    }

    /// Sends the rows of a table behind a key; how many rows were read before it.
    fn send_table(
        &self,
        query: &Query,
        mut after: Vec<Value>,
        read: &mut u64,
        to: &mut Gather,
    ) -> Result<ControlFlow<()>, Failed> {
        let since = to.from().since;
        let mut len = FIRST_PAGE_LEN.min(query.spec.page_len);
        let mut came = Came::default();
        loop {
            let (sql, params) = query.page(&after, since, len);
            let Bounded { rows, is_cut, .. } = self.ask_within(&sql, &params, HELD_BYTES_MAX)?;
            let Some(last) = rows.last() else { return Ok(Continue(())) };
            after = query.key_of(last);
            let is_last = rows.len() < len && !is_cut;
            let bytes: usize = rows.iter().map(|row| bytes_of(row)).sum();
            let records = self.records(query, &rows, &mut came, to);
            *read += rows.len() as u64;
            if to.page(records, page(query, &after), *read).is_break() {
                return Ok(Break(()));
            }
            if is_last {
                return Ok(Continue(()));
            }
            len = match bytes {
                bytes if bytes > PAGE_BYTES_MAX => (len / 2).max(1),
                bytes if bytes < PAGE_BYTES_MIN => (len * 2).min(query.spec.page_len),
                _ => len,
            };
        }
    }

    /// Converts rows to records, and names in the report those that cannot be converted.
    fn records(&self, query: &Query, rows: &[Vec<Value>], came: &mut Came, to: &mut Gather) -> Vec<(Record, Spot)> {
        let mut records = Vec::with_capacity(rows.len());
        for row in rows {
            let made = match bytes_of(row) {
                bytes if bytes > ROW_BYTES_MAX => Err("A row of more than 16 MiB. It is left out."),
                _ => convert::record(query, row, &self.roles, self.files.are_named()),
            };
            match made {
                Ok(record) if came.is_new(query, row, &record) => records.push((record, spot(query, row))),
                Ok(_) => {
                    to.left_out.add("A row that is the same here as one before it. It is left out.", spot(query, row))
                }
                Err(why) => to.left_out.add(why, spot(query, row)),
            }
        }
        records
    }
}

impl Came {
    fn is_new(&mut self, query: &Query, row: &[Value], record: &Record) -> bool {
        if query.spec.page.is_empty() {
            return true;
        }
        let mut group = query.key_of(row);
        if group.len() > 1 {
            group.pop();
        }
        if group != self.group {
            (self.group, self.keys) = (group, HashSet::new());
        }
        self.keys.insert(records::key_text(&record.values[..query.table.key_len]))
    }
}

impl Origin for Old {
    fn send(&self, to: &mut Gather) -> Result<(), Failed> {
        let from: Option<Page> = to.from().page.as_ref().and_then(|page| serde_json::from_str(page).ok());
        let begin = from.as_ref().and_then(|page| self.queries.iter().position(|query| query.spec.from == page.table));
        let mut read = 0;
        for (at, query) in self.queries.iter().enumerate() {
            let after = match (begin, &from) {
                (Some(begin), _) if at < begin => {
                    read +=
                        self.tables.iter().find(|(table, _)| table.name == query.table.name).map_or(0, |(_, len)| *len);
                    continue;
                }
                (Some(begin), Some(page)) if at == begin => page.after.iter().map(Key::value).collect(),
                _ => Vec::new(),
            };
            // Whoever does not listen any more has ended the import.
            if self.send_table(query, after, &mut read, to)?.is_break() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn data(&self, path: &str, len_max: u64) -> Result<Vec<u8>, String> {
        self.files.data(path, len_max)
    }

    fn rows(&self) -> Option<&dyn Rows> {
        Some(self)
    }
}

impl Rows for Old {
    fn tables(&self) -> &[(&'static Table, u64)] {
        &self.tables
    }

    fn opened_at(&self) -> Millis {
        self.opened_at
    }

    fn has(&self, table: &Table, column: &str) -> bool {
        let of_table = self.queries.iter().filter(|query| query.table.name == table.name);
        let Some(at) = table.at(column) else { return false };
        of_table.into_iter().any(|query| query.fields[at].is_there)
    }

    fn there(&self, table: &'static Table, keys: &[Vec<Value>]) -> Result<HashSet<String>, Failed> {
        let mut there = HashSet::new();
        for query in self.queries.iter().filter(|query| query.table.name == table.name) {
            let (sql, params) = query.there(keys);
            for row in self.ask(&sql, &params)? {
                there.insert(records::key_text(&key(query, &row)));
            }
        }
        Ok(there)
    }
}

impl Key {
    fn of(value: &Value) -> Key {
        match value {
            Value::Int(number) => Key::Int(*number),
            other => Key::Text(text(Some(other)).to_owned()),
        }
    }

    fn value(&self) -> Value {
        match self {
            Key::Int(number) => Value::Int(*number),
            Key::Text(text) => Value::Text(text.clone()),
        }
    }
}

fn page(query: &Query, after: &[Value]) -> String {
    let page = Page { table: query.spec.from.to_owned(), after: after.iter().map(Key::of).collect() };
    serde_json::to_string(&page).expect("plain data is JSON")
}

/// Where a row is: its table and its key there.
fn spot(query: &Query, row: &[Value]) -> Spot {
    Spot { file: format!("{} {}", query.spec.from, records::key_text(&query.key_of(row))).into(), row: 0 }
}

/// Our key of a row that has the columns of our key alone.
fn key(query: &Query, row: &[Value]) -> Vec<Value> {
    let one = |(value, field): (&Value, &query::Field)| match (field.kind, value) {
        (Kind::Id | Kind::Ref, Value::Text(text)) => Value::Id(base::Id::parse(text).unwrap_or_default()),
        (Kind::Ref, _) => Value::Id(base::Id::NONE),
        (_, value) => value.clone(),
    };
    row.iter().zip(&query.fields).map(one).collect()
}

fn bytes_of(row: &[Value]) -> usize {
    row.iter().map(|value| text(Some(value)).len() + 8).sum()
}

/// What roles may do there.
async fn roles(database: &Foreign, catalog: &Catalog) -> Result<Roles, String> {
    let mut roles = Roles::default();
    if !catalog.has("roles") {
        return Ok(roles);
    }
    let sql = format!("SELECT permissions FROM {} WHERE name = '{SYSTEM_ADMIN}'", catalog.source("roles"));
    let known = one(database, &sql).await?;
    roles.known = known.split_ascii_whitespace().map(str::to_owned).collect();
    for base in ["team_admin", "team_user", "team_guest", "channel_admin", "channel_user", "channel_guest"] {
        let column = format!("default{}role", base.replace('_', ""));
        let Some((expression, kind)) = catalog.column("schemes", "x", &column) else { continue };
        let sql = format!("SELECT {} FROM {} x", catalog.accent.text(&expression, kind), catalog.source("schemes"));
        for row in database.rows(&sql, &[]).await.map_err(|error| error.to_string())? {
            roles.bases.insert(text(row.first()).to_owned(), base);
        }
    }
    Ok(roles)
}

/// The text that a query answers first; empty without one.
async fn one(database: &Foreign, sql: &str) -> Result<String, String> {
    let rows = database.rows(sql, &[]).await.map_err(|error| error.to_string())?;
    Ok(text(rows.first().and_then(|row| row.first())).trim_end().to_owned())
}
