//! Which tables and columns the database of an old server has, and how queries name them.

use std::collections::BTreeMap;

use database::{Accent, Foreign, Value};

/// A column of the old server.
#[derive(Debug, Clone)]
struct Column {
    name: String,
    kind: String,
}

/// A table of the old server, or a query that stands for one.
#[derive(Debug, Clone)]
struct Table {
    /// As it stands behind FROM.
    source: String,
    columns: BTreeMap<String, Column>,
}

/// What the database has, by names in lower case.
pub struct Catalog {
    pub accent: Accent,
    tables: BTreeMap<String, Table>,
}

impl Catalog {
    /// # Errors
    /// When the database does not answer.
    pub async fn read(database: &Foreign) -> Result<Catalog, String> {
        let accent = database.accent();
        let mut tables: BTreeMap<String, Table> = BTreeMap::new();
        for column in database.columns().await.map_err(|error| error.to_string())? {
            let table = tables
                .entry(column.table.to_lowercase())
                .or_insert_with(|| Table { source: accent.quoted(&column.table), columns: BTreeMap::new() });
            let lower = column.name.to_lowercase();
            table.columns.insert(lower, Column { name: column.name, kind: column.kind });
        }
        Ok(Catalog { accent, tables })
    }

    /// Lets a query stand for a table.
    pub fn add(&mut self, name: &str, query: &str, columns: &[(&str, &str)]) {
        let column = |(name, kind): &(&str, &str)| {
            ((*name).to_owned(), Column { name: (*name).to_owned(), kind: (*kind).to_owned() })
        };
        let columns = columns.iter().map(column).collect();
        self.tables.insert(name.to_owned(), Table { source: format!("({query})"), columns });
    }

    pub fn has(&self, table: &str) -> bool {
        self.tables.contains_key(table)
    }

    pub fn has_column(&self, table: &str, column: &str) -> bool {
        self.tables.get(table).is_some_and(|table| table.columns.contains_key(column))
    }

    /// Names of all tables.
    pub fn tables(&self) -> impl Iterator<Item = &str> {
        self.tables.keys().map(String::as_str)
    }

    /// Names of the columns of a table.
    pub fn columns(&self, table: &str) -> impl Iterator<Item = &str> {
        self.tables.get(table).into_iter().flat_map(|table| table.columns.keys().map(String::as_str))
    }

    /// Those columns of a table that tell which row it is.
    pub fn key(&self, table: &str) -> impl Iterator<Item = &str> {
        const KEYS: [&str; 6] = ["id", "userid", "channelid", "teamid", "postid", "name"];
        let has_id = self.has_column(table, "id");
        self.columns(table).filter(move |name| if has_id { *name == "id" } else { KEYS.contains(name) })
    }

    /// The table as it stands behind FROM.
    pub fn source(&self, table: &str) -> &str {
        self.tables.get(table).map_or("", |table| &table.source)
    }

    /// A column as it stands in a query, with its type; nothing where the version does not have it.
    pub fn column(&self, table: &str, letter: &str, column: &str) -> Option<(String, &str)> {
        let column = self.tables.get(table)?.columns.get(column)?;
        Some((format!("{letter}.{}", self.accent.quoted(&column.name)), &column.kind))
    }
}

/// The text of a value.
pub fn text(value: Option<&Value>) -> &str {
    match value {
        Some(Value::Text(text)) => text,
        _ => "",
    }
}

/// The number of a value; 0 where there is none.
pub fn int(value: Option<&Value>) -> i64 {
    match value {
        Some(Value::Int(number)) => *number,
        _ => 0,
    }
}
