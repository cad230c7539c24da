//! Migrations: numbered files, applied in order, each in one transaction.
//!
//! They only expand: what the last release reads stays in place for one more.

use base::Clock;

use crate::backend::Backend;
use crate::error::{Error, Result};

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
};

/// Applies what is missing.
///
/// # Errors
/// When the database was written by a newer version, or a migration fails.
pub(crate) async fn run(backend: &Backend, clock: &Clock) -> Result<()> {
    let done = backend.migrated().await?;
    let newest = MIGRATIONS.last().map_or(0, |migration| migration.version);
    if done > newest {
        return Err(Error::Open(format!(
            "the database is at schema {done}, this program knows {newest}: start a newer version, or restore a backup"
        )));
    }
    for migration in MIGRATIONS.iter().filter(|migration| migration.version > done) {
        tracing::info!(migration.version, migration.name, "applying a migration");
        backend.migrate(migration, clock.now()).await?;
    }
    Ok(())
}

/// The schema this program writes.
pub(crate) fn newest() -> i64 {
    MIGRATIONS.last().map_or(0, |migration| migration.version)
}
