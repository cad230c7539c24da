//! Migrations: numbered files, applied in order, each in one transaction.
//!
//! They only expand: what the last release reads stays in place for one more.

use base::Clock;

use crate::error::{Error, Result};
use crate::{Statement, Store, Write, params};

pub(crate) struct Migration {
    pub version: i64,
    pub name: &'static str,
    pub sql: &'static str,
}

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
};

/// The schema of the release before this one, whose programs may still run on this one's tables: each release sets it
/// to what the last one had. There was none before this one.
const LAST_RELEASE: i64 = 5;
// The row of version 0 is no migration: its name is the oldest schema whose programs may run on these tables. It stands
// here because a backup carries what is in other tables, and each database has a note of its own.
static SERVE: Statement = Statement::new(
    "Migrate",
    "INSERT INTO migrations (version, name, applied_at) VALUES (0, $1, $2) \
     ON CONFLICT (version) DO UPDATE SET name = excluded.name, applied_at = excluded.applied_at",
);
static SERVED_FROM: Statement = Statement::new("Migrated", "SELECT name FROM migrations WHERE version = 0");

/// Applies what is missing.
///
/// # Errors
/// When the database was written by a version that is newer by more than a release, or a migration fails.
pub(crate) async fn run(store: &Store, clock: &Clock) -> Result<()> {
    let (backend, newest) = (&store.backend, newest());
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
    for migration in MIGRATIONS.iter().filter(|migration| migration.version > done) {
        tracing::info!(migration.version, migration.name, "applying a migration");
        backend.migrate(migration, clock.now()).await?;
    }
    if done < newest {
        store.write(serve_from(LAST_RELEASE, clock.now())).await?;
    }
    Ok(())
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
    MIGRATIONS.last().map_or(0, |migration| migration.version)
}

#[cfg(test)]
mod tests {
    use metrics::Metrics;

    use super::*;
    use crate::Options;

    static AHEAD: Statement =
        Statement::new("Test.Ahead", "INSERT INTO migrations (version, name, applied_at) VALUES ($1, 'next', 0)");

    /// Opens a database that a program of a later release has migrated, which serves programs from `served_from` on.
    async fn opened_after_the_next_release(served_from: i64) -> Result<Store> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let options = Options::Sqlite { path: folder.path().join("muster.db"), readers: 1 };
        let clock = Clock::fixed(0);
        let store = Store::open(&options, &clock, Metrics::new()).await?;
        let later = Write::new(&AHEAD, params![newest() + 1]);
        store.commit(vec![later, serve_from(served_from, 0)], None).await?;
        store.close().await;
        Store::open(&options, &clock, Metrics::new()).await
    }

    #[tokio::test]
    async fn one_release_back_runs_and_two_do_not() {
        opened_after_the_next_release(newest()).await.expect("the next release serves this one").close().await;
        let refused = opened_after_the_next_release(newest() + 1).await.err().expect("a refusal");
        assert!(refused.to_string().contains("start a newer version"), "{refused}");
    }

    #[test]
    fn tables_of_unknown_origin_are_refused() {
        assert!(!may_run(5, None) && !may_run(5, Some("soon")) && !may_run(4, Some("5")) && may_run(5, Some("5")));
    }
}
