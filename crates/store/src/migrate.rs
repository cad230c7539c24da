//! Migrations: numbered files, applied in order, each in one transaction.
//!
//! They only expand: what the last release reads stays in place for one more.

use base::Clock;

use crate::error::{Error, Result};
use crate::migration::Migration;
use crate::params;
use crate::statement::Statement;
use crate::store::Store;
use crate::write::Write;

macro_rules! migrations {
    ($($version:literal $name:literal;)+) => {
        &[$(Migration { version: $version, name: $name, sql: include_str!(concat!("../migrations/", $name, ".sql")) }),+]
    };
}

static MIGRATIONS: &[Migration] = migrations! {
    1 "0001_start";
    2 "0002_profile_attributes";
    3 "0003_groups";
    4 "0004_schemes";
    5 "0005_oauth_families";
    6 "0006_leases";
    7 "0007_nodes";
    8 "0008_cluster";
    9 "0009_deleted_replies";
    10 "0010_gone_users";
    11 "0011_cut_off_nodes";
    12 "0012_name_grams";
    13 "0013_calls";
    14 "0014_begun_by";
};

/// The oldest schema whose programs may run on this one's tables, beside this program or in its place. Each release sets
/// it to the schema that the release before it had. None was made yet: this is the last one before nodes shared a
/// database, since which migrations only expand.
const OLDEST_SERVED: i64 = 5;

// The row of version 0 is no migration: its name is the oldest schema whose programs may run on these tables. It stands
// here because a backup carries what is in other tables, and each database has a note of its own.
static SERVE: Statement = Statement::new(
    "Migrate",
    "INSERT INTO migrations (version, name, applied_at) VALUES (0, $1, $2) \
     ON CONFLICT (version) DO UPDATE SET name = excluded.name, applied_at = excluded.applied_at",
);
static SERVED_FROM: Statement = Statement::new("Migrated", "SELECT name FROM migrations WHERE version = 0");

/// What a program knows of the schema.
struct Program<'a> {
    migrations: &'a [Migration],
    oldest_served: i64,
}

const THIS: Program<'static> = Program { migrations: MIGRATIONS, oldest_served: OLDEST_SERVED };

/// Applies what is missing.
///
/// # Errors
/// When the database was written by a version that is newer by more than a release, or a migration fails.
pub(crate) async fn run(store: &Store, clock: &Clock) -> Result<()> {
    THIS.migrate(store, clock).await
}

impl Program<'_> {
    /// The schema that the program writes.
    fn newest(&self) -> i64 {
        self.migrations.last().map_or(0, |migration| migration.version)
    }

    async fn migrate(&self, store: &Store, clock: &Clock) -> Result<()> {
        let (backend, newest) = (&store.backend, self.newest());
        let done = backend.migrated().await?;
        if done > newest {
            let served_from: Option<String> = store.one(&SERVED_FROM, params![]).await?;
            if may_run(newest, served_from.as_deref()) {
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
        for migration in self.migrations.iter().filter(|migration| migration.version > done) {
            tracing::info!(migration.version, migration.name, "applying a migration");
            backend.migrate(migration, clock.now()).await?;
        }
        if done < newest {
            store.write(serve_from(self.oldest_served, clock.now())).await?;
        }
        Ok(())
    }
}

fn serve_from(schema: i64, now: i64) -> Write {
    Write::must(&SERVE, params![schema.to_string(), now])
}

/// Whether a program that knows the schema `newest` may run on tables of a later one.
fn may_run(newest: i64, served_from: Option<&str>) -> bool {
    served_from.and_then(|text| text.parse::<i64>().ok()).is_some_and(|oldest| newest >= oldest)
}

/// The schema this program writes.
pub(crate) fn newest() -> i64 {
    THIS.newest()
}

#[cfg(test)]
mod tests;
