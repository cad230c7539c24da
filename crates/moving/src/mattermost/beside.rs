//! What has no place here, kept beside as JSON lines: whole tables that this server does not have, and the columns of others
//! that say something.

use std::collections::BTreeSet;
use std::io::Write;
use std::ops::ControlFlow::{Break, Continue};

use database::{Foreign, Value};
use transfer::bulk::left_out::LeftOut;

use super::catalog::{Catalog, int, text};
use super::specs::{PASSED_OVER, PASSED_OVER_COLUMNS, SPECS, Spec};

/// What an empty column says, whatever its type.
const EMPTY: &str = "('', '0', 'false', 'f', '{}', '[]', 'null')";

/// A table, and which of its columns have no place; all of them when there are none.
struct Beside {
    table: String,
    columns: Vec<String>,
}

/// Writes it, and says what it was.
///
/// # Errors
/// When the old database cannot be read, or the file not be written.
pub async fn write(database: &Foreign, catalog: &Catalog, to: &mut impl Write) -> Result<LeftOut, String> {
    let mut left_out = LeftOut::default();
    for beside in found(catalog) {
        let rows = rows(database, catalog, &beside, to).await?;
        if rows == 0 {
            continue;
        }
        let reason = match beside.columns.as_slice() {
            [] => format!("The table {} has no place here. Its rows are kept beside.", beside.table),
            columns => format!("{} of {} has no place here. It is kept beside.", columns.join(", "), beside.table),
        };
        left_out.add(reason, format_args!("{rows} rows"));
    }
    to.flush().map_err(|error| error.to_string())?;
    Ok(left_out)
}

/// What of a catalog nothing becomes of.
fn found(catalog: &Catalog) -> Vec<Beside> {
    let mut found = Vec::new();
    for table in catalog.tables() {
        if PASSED_OVER.contains(&table) {
            continue;
        }
        let specs: Vec<&Spec> = SPECS.iter().filter(|spec| spec.from == table).collect();
        if specs.is_empty() {
            found.push(Beside { table: table.to_owned(), columns: Vec::new() });
            continue;
        }
        let used: BTreeSet<String> = specs.iter().flat_map(|spec| used(spec)).collect();
        let is_left = |column: &&str| !used.contains(*column) && !PASSED_OVER_COLUMNS.contains(&(table, column));
        let columns: Vec<String> = catalog.columns(table).filter(is_left).map(str::to_owned).collect();
        if !columns.is_empty() {
            found.push(Beside { table: table.to_owned(), columns });
        }
    }
    // A table that a query stands for is none of the old server's.
    found.retain(|beside| !catalog.source(&beside.table).starts_with('('));
    found
}

/// The columns of its own table that a spec reads.
fn used(spec: &Spec) -> Vec<String> {
    let names = spec.columns.iter().flat_map(|(_, names)| names.split_ascii_whitespace());
    let sources = names.flat_map(|name| match name.split_once('=') {
        Some((_, from)) => from.split('|').map(|one| one.strip_prefix("x.").unwrap_or(one).to_owned()).collect(),
        None => vec![name.replace('_', "")],
    });
    let page = spec.page.iter().filter_map(|name| name.strip_prefix("x.")).map(str::to_owned);
    sources.chain(page).collect()
}

/// Writes the rows of a table; how many.
async fn rows(database: &Foreign, catalog: &Catalog, beside: &Beside, to: &mut impl Write) -> Result<u64, String> {
    let accent = catalog.accent;
    let conditions: Vec<String> = beside
        .columns
        .iter()
        .filter_map(|column| {
            let (expression, kind) = catalog.column(&beside.table, "x", column)?;
            Some(format!("{} NOT IN {EMPTY}", accent.text(&expression, kind)))
        })
        .collect();
    let only = if conditions.is_empty() { String::new() } else { format!(" WHERE {}", conditions.join(" OR ")) };
    let wanted: Vec<&str> = match beside.columns.as_slice() {
        [] => catalog.columns(&beside.table).collect(),
        columns => catalog.key(&beside.table).chain(columns.iter().map(String::as_str)).collect(),
    };
    let read = wanted.into_iter().filter_map(|name| {
        let (expression, kind) = catalog.column(&beside.table, "x", name)?;
        Some((name, expression, kind))
    });
    let object = accent.object(&read.collect::<Vec<_>>());
    let sql = format!("SELECT {object} FROM {} x{only}", catalog.source(&beside.table));
    let (mut count, mut written) = (0, Ok(()));
    let write = |row: Vec<Value>| {
        count += 1;
        written = writeln!(to, "{{\"table\":\"{}\",\"row\":{}}}", beside.table, text(row.first()));
        if written.is_ok() { Continue(()) } else { Break(()) }
    };
    database.each(&sql, &[], write).await.map_err(|error| error.to_string())?;
    written.map_err(|error| error.to_string())?;
    Ok(count)
}

/// How many rows a query counts.
pub async fn count(database: &Foreign, sql: &str) -> Result<u64, String> {
    let rows: Vec<Vec<Value>> = database.rows(sql, &[]).await.map_err(|error| error.to_string())?;
    Ok(int(rows.first().and_then(|row| row.first())).unsigned_abs())
}
