//! The tables: numbered migrations, and what a copy of the database leaves out.
//!
//! Migrations only expand: what the last release reads stays in place for one more.

use database::{Migration, Schema};

use crate::derived;

macro_rules! migrations {
    ($($version:literal $name:literal;)+) => {
        &[$(Migration { version: $version, name: $name, sql: include_str!(concat!("../migrations/", $name, ".sql")) }),+]
    };
}

const MIGRATIONS: &[Migration] = migrations! {
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
    15 "0015_event_log";
    16 "0016_outer_accounts";
    17 "0017_outer_sessions";
    18 "0018_directories";
    19 "0019_passkeys";
    20 "0020_provisioning";
    21 "0021_expiries";
    22 "0022_remembered_browsers";
    23 "0023_held_bots";
};

/// The oldest schema whose programs may run on this one's tables, beside this program or in its place. Each release sets
/// it to the schema that the release before it had. None was made yet: this is the last one before nodes shared a
/// database, since which migrations only expand.
const OLDEST_SERVED: i64 = 5;

/// The tables of this program.
pub(crate) static SCHEMA: Schema = Schema {
    migrations: MIGRATIONS,
    oldest_served: OLDEST_SERVED,
    own: &["event_log", "leases", "nodes"],
    derived: &[derived::FULL_TEXT, derived::NAME_GRAMS],
};

#[cfg(test)]
mod tests;
