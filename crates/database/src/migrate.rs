//! Brings the tables to the program's schema: its migrations in order, each in one transaction.

use base::Clock;
use futures_util::future::BoxFuture;

use crate::error::{Error, Result};
use crate::handle::Database;
use crate::params;
use crate::schema::Schema;
use crate::statement::Statement;
use crate::value::Value;
use crate::write::Write;

// The row of version 0 is no migration: its name is the oldest schema whose programs may run on these tables. It stands
// here because a backup carries what is in other tables, and each database has a note of its own.
static SERVE: Statement = Statement::new(
    "Migrate",
    "INSERT INTO migrations (version, name, applied_at) VALUES (0, $1, $2) \
     ON CONFLICT (version) DO UPDATE SET name = excluded.name, applied_at = excluded.applied_at",
);
static SERVED_FROM: Statement = Statement::new("Migrated", "SELECT name FROM migrations WHERE version = 0");

/// Applies what is missing. In a box, so that it is compiled here.
///
/// # Errors
/// When the database was written by a version that is newer by more than a release, or a migration fails.
pub(crate) fn run<'a>(database: &'a Database, schema: &'a Schema, clock: &'a Clock) -> BoxFuture<'a, Result<()>> {
    Box::pin(migrated(database, schema, clock))
}

async fn migrated(database: &Database, schema: &Schema, clock: &Clock) -> Result<()> {
    let newest = schema.newest();
    let done = database.migrated().await?;
    if done > newest {
        if may_run(newest, served_from(database).await?.as_deref()) {
            tracing::warn!(
                schema = done,
                known = newest,
                "the tables are those of the next release, which served this one"
            );
            return Ok(());
        }
        return Err(Error::Open(format!(
            "the database is at schema {done}, this program knows {newest}: start a newer version, or restore a backup"
        )));
    }
    for migration in schema.migrations.iter().filter(|migration| migration.version > done) {
        tracing::info!(migration.version, migration.name, "applying a migration");
        database.apply(migration, clock.now()).await?;
    }
    if done < newest {
        database.write(serve_from(schema.oldest_served, clock.now())).await?;
    }
    Ok(())
}

fn serve_from(schema: i64, now: i64) -> Write {
    Write::must(&SERVE, params![schema.to_string(), now])
}

async fn served_from(database: &Database) -> Result<Option<String>> {
    let row = database.rows(&SERVED_FROM, params![]).await?.into_iter().flatten().next();
    Ok(row.and_then(|name| if let Value::Text(name) = name { Some(name) } else { None }))
}

/// Whether a program that knows the schema `newest` may run on tables of a later one.
fn may_run(newest: i64, served_from: Option<&str>) -> bool {
    served_from.and_then(|text| text.parse::<i64>().ok()).is_some_and(|oldest| newest >= oldest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_unknown_origin_are_refused() {
        assert!(!may_run(5, None) && !may_run(5, Some("soon")) && !may_run(4, Some("5")) && may_run(5, Some("5")));
    }
}
