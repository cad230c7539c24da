//! How the rows of one table are asked for: page by page in the order of their key, so that no page costs more than its
//! rows, and a reading goes on behind any of them.

use database::{Accent, Value};
use store::records;
use store::records::Table;

use super::catalog::Catalog;
use super::specs::{Kind, Spec};
use super::threads;

/// A column of ours in the rows that are read.
#[derive(Debug, Clone)]
pub struct Field {
    pub kind: Kind,
    /// Where its values begin in a row that is read, and how many there are.
    pub at: usize,
    pub len: usize,
    /// Whether this version has it.
    pub is_there: bool,
}

/// A table that is read.
#[derive(Debug)]
pub struct Query {
    pub spec: &'static Spec,
    pub table: &'static Table,
    /// In the order of the columns of ours.
    pub fields: Vec<Field>,
    accent: Accent,
    select: Vec<String>,
    from: String,
    only: Vec<String>,
    since: Option<String>,
    /// Columns of the key there, as they are compared.
    page: Vec<String>,
    /// Where the values of the key there begin in a row.
    page_at: usize,
    /// The columns of our key: as they are compared, and as they are read.
    key: Vec<(String, String)>,
}

/// A column that is named: letter and name.
fn named(name: &str) -> (&str, &str) {
    name.split_once('.').unwrap_or(("x", name))
}

impl Query {
    /// The query of a table; nothing where this version does not have it.
    pub fn of(spec: &'static Spec, catalog: &Catalog) -> Option<Query> {
        if !catalog.has(spec.from) {
            return None;
        }
        let table = records::table(spec.table);
        let mut making = Making { spec, catalog, select: Vec::new() };
        let fields: Vec<Field> = table.columns.iter().map(|column| making.field(column)).collect();
        let page_names: Vec<String> = match spec.page {
            [] => table.columns[..table.key_len].iter().map(|column| making.first_name(column)).collect(),
            names => names.iter().map(|name| (*name).to_owned()).collect(),
        };
        let page: Vec<(String, &str)> = page_names.iter().filter_map(|name| making.column(name)).collect();
        if page.len() != page_names.len() {
            return None;
        }
        let page_at = making.select.len();
        for (expression, kind) in &page {
            let is_number = matches!(*kind, "bigint" | "integer" | "int" | "smallint");
            let accent = catalog.accent;
            making.select.push(if is_number { accent.int(expression, kind) } else { accent.text(expression, kind) });
        }
        let joined = |(letter, name, on): &(&str, &str, &str)| {
            catalog.has(name).then(|| format!(" LEFT JOIN {} {letter} ON {on}", catalog.source(name)))
        };
        let joins: String = spec.joins.iter().filter_map(joined).collect();
        let only = spec.only.iter().filter(|(column, _)| making.column(column).is_some());
        let key = table.columns[..table.key_len].iter().map(|column| making.key(column)).collect();
        Some(Query {
            spec,
            table,
            fields,
            accent: catalog.accent,
            from: format!("{} x{joins}", catalog.source(spec.from)),
            only: only.map(|(_, condition)| (*condition).to_owned()).collect(),
            since: making.since(),
            page: page.into_iter().map(|(expression, _)| expression).collect(),
            page_at,
            key,
            select: making.select,
        })
    }

    /// Counts the rows that come.
    pub fn count(&self) -> String {
        format!("SELECT COUNT(*) FROM {}{}", self.from, condition(&self.only))
    }

    /// A page of `len` rows behind the key `after`, of those that changed since a time; all of them at 0.
    pub fn page(&self, after: &[Value], since: i64, len: usize) -> (String, Vec<Value>) {
        let (mut conditions, mut params) = (self.only.clone(), Vec::new());
        if let Some(latest) = self.since.as_ref().filter(|_| since > 0) {
            conditions.push(format!("{latest} >= {since}"));
        }
        if !after.is_empty() {
            conditions.push(self.accent.behind(&self.page));
            params.extend_from_slice(after);
        }
        let keys = self.page.join(", ");
        let (select, only) = (self.select.join(", "), condition(&conditions));
        let from = threads::paged(&self.from, after.is_empty(), len);
        (format!("SELECT {select} FROM {from}{only} ORDER BY {keys} LIMIT {len}"), params)
    }

    /// The key there of a row.
    pub fn key_of(&self, row: &[Value]) -> Vec<Value> {
        row[self.page_at..].to_vec()
    }

    /// Those rows whose columns of our key have one of some values; their keys alone are in the answer.
    pub fn there(&self, keys: &[Vec<Value>]) -> (String, Vec<Value>) {
        let (mut conditions, mut params) = (self.only.clone(), Vec::new());
        let mut from = self.from.clone();
        for (at, (column, _)) in self.key.iter().enumerate() {
            let mut values: Vec<Value> = Vec::new();
            for key in keys {
                let value = foreign(&key[at]);
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            let places: Vec<String> = (1..=values.len()).map(|at| format!("${}", params.len() + at)).collect();
            let places = places.join(", ");
            from = threads::among(&from, &places);
            conditions.push(format!("{column} IN ({places})"));
            params.extend(values);
        }
        let read: Vec<&str> = self.key.iter().map(|(_, read)| read.as_str()).collect();
        (format!("SELECT {} FROM {from}{}", read.join(", "), condition(&conditions)), params)
    }
}

fn condition(parts: &[String]) -> String {
    if parts.is_empty() { String::new() } else { format!(" WHERE {}", parts.join(" AND ")) }
}

/// A value of ours as the old server has it: ids are texts there.
fn foreign(value: &Value) -> Value {
    match value {
        Value::Id(id) => Value::Text(id.to_string()),
        Value::Bytes(bytes) => match <[u8; 16]>::try_from(bytes.as_slice()) {
            Ok(id) => Value::Text(base::Id(id).to_string()),
            Err(_) => value.clone(),
        },
        other => other.clone(),
    }
}

/// A query being made.
struct Making<'a> {
    spec: &'static Spec,
    catalog: &'a Catalog,
    select: Vec<String>,
}

impl<'a> Making<'a> {
    /// How a column of ours is read, and the names of those that it comes from.
    fn described(&self, ours: &str) -> (Kind, Vec<String>) {
        for (kind, names) in self.spec.columns {
            for name in names.split_ascii_whitespace() {
                let (own, from) = name.split_once('=').unwrap_or((name, ""));
                if own == ours {
                    let plain = own.replace('_', "");
                    let from = if from.is_empty() { plain.as_str() } else { from };
                    return (*kind, from.split('|').map(str::to_owned).collect());
                }
            }
        }
        (Kind::Null, Vec::new())
    }

    fn first_name(&self, ours: &str) -> String {
        let (_, names) = self.described(ours);
        let there = names.iter().find(|name| self.column(name).is_some()).or(names.first());
        there.cloned().unwrap_or_default()
    }

    /// A column that is named, if this version has it.
    fn column(&self, name: &str) -> Option<(String, &'a str)> {
        let (letter, name) = named(name);
        let table = match letter {
            "x" => self.spec.from,
            letter => self.spec.joins.iter().find(|(joined, ..)| *joined == letter).map(|(_, table, _)| *table)?,
        };
        self.catalog.column(table, letter, name)
    }

    /// A column of our key, as it is compared and as it is read. Comparing the column itself leaves its index in use.
    fn key(&self, ours: &str) -> (String, String) {
        let (kind, names) = self.described(ours);
        let column = self.column(&self.first_name(ours)).map(|(column, _)| column);
        let read = self.expression(kind, &names);
        (column.unwrap_or_else(|| "NULL".to_owned()), read.unwrap_or_else(|| "NULL".to_owned()))
    }

    /// The first of some columns that says something.
    fn expression(&self, kind: Kind, names: &[String]) -> Option<String> {
        let accent = self.catalog.accent;
        let is_number = matches!(kind, Kind::Int | Kind::Bool | Kind::OptBool);
        let read: Vec<String> = names
            .iter()
            .filter_map(|name| self.column(name))
            .map(
                |(expression, kind)| {
                    if is_number { accent.int(&expression, kind) } else { accent.text(&expression, kind) }
                },
            )
            .collect();
        match read.as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            several => {
                let empty = if is_number { "0" } else { "''" };
                let filled: Vec<String> = several.iter().map(|one| format!("NULLIF({one}, {empty})")).collect();
                Some(format!("COALESCE({})", filled.join(", ")))
            }
        }
    }

    fn field(&mut self, ours: &str) -> Field {
        let (kind, names) = self.described(ours);
        let at = self.select.len();
        match kind {
            Kind::Const(_) | Kind::Zero | Kind::Null => Field { kind, at, len: 0, is_there: true },
            Kind::Flag(_) => {
                let flag = self.expression(Kind::Bool, &names);
                let roles = self.expression(Kind::Text, &["x.roles".to_owned()]);
                let is_there = flag.is_some() || roles.is_some();
                self.select.push(flag.unwrap_or_else(|| "NULL".to_owned()));
                self.select.push(roles.unwrap_or_else(|| "NULL".to_owned()));
                Field { kind, at, len: 2, is_there }
            }
            _ => match self.expression(kind, &names) {
                Some(expression) => {
                    self.select.push(expression);
                    Field { kind, at, len: 1, is_there: true }
                }
                None => Field { kind, at, len: 0, is_there: false },
            },
        }
    }

    /// When a row last changed.
    fn since(&self) -> Option<String> {
        let names = self.spec.since.iter().filter_map(|name| self.column(name));
        let times: Vec<String> = names.map(|(expression, _)| expression).collect();
        match times.as_slice() {
            [] => None,
            // The column itself, so that its index is used.
            [one] => Some(one.clone()),
            several => {
                let filled: Vec<String> = several.iter().map(|time| format!("COALESCE({time}, 0)")).collect();
                Some(format!("GREATEST({})", filled.join(", ")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::specs::SPECS;
    use super::*;

    #[test]
    fn each_column_of_ours_comes_from_somewhere() {
        let mut wrong = Vec::new();
        for table in records::tables() {
            let specs: Vec<&Spec> = SPECS.iter().filter(|spec| spec.table == table.name).collect();
            assert!(!specs.is_empty(), "nothing becomes of {}", table.name);
            for spec in specs {
                let names = spec.columns.iter().flat_map(|(_, names)| names.split_ascii_whitespace());
                let mut own: Vec<&str> = names.map(|name| name.split_once('=').map_or(name, |(own, _)| own)).collect();
                own.sort_unstable();
                let mut wanted = table.columns.clone();
                wanted.sort_unstable();
                if own != wanted {
                    wrong.push(format!("{}: {own:?} instead of {wanted:?}", table.name));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
