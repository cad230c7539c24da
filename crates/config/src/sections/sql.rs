//! The database.

use crate::field::section;
use crate::setting::{Secret, choice};

choice! {
    /// Which database holds the data.
    SqlDriver {
        /// Embedded, one node.
        Sqlite = "sqlite",
        Postgres = "postgres",
    }
}

section! {
    /// The database: embedded SQLite for one node, PostgreSQL for several.
    Sql in sql {
        /// "sqlite" needs nothing else; "postgres" lets several nodes share the data.
        driver: SqlDriver = SqlDriver::Sqlite => api("SqlSettings.DriverName").node();
        /// File of the embedded database, or the address of PostgreSQL (postgres://user:password@host/database).
        data_source: Secret = "data/muster.db" => api("SqlSettings.DataSource").node();
        /// Connections to PostgreSQL, at most; readers of the embedded database.
        max_open_connections: u32 = 16 => range(1, 1000).api("SqlSettings.MaxOpenConns").node();
        /// Idle connections that are kept.
        max_idle_connections: u32 = 16 => range(0, 1000).api("SqlSettings.MaxIdleConns").node();
        /// Milliseconds after which an idle connection is closed.
        idle_lifetime_ms: u64 = 300_000 => range(1000, 86_400_000).api("SqlSettings.ConnMaxIdleTimeMilliseconds").node();
        /// Milliseconds after which any connection is closed.
        connection_lifetime_ms: u64 = 3_600_000
            => range(1000, 86_400_000).api("SqlSettings.ConnMaxLifetimeMilliseconds").node();
        /// Seconds a statement may take.
        query_timeout_s: u32 = 30 => range(1, 3600).api("SqlSettings.QueryTimeout").node();
        /// Microseconds that a write waits for others to share its commit. 0 commits at once what is there.
        commit_window_us: u32 = 2000 => range(0, 100_000).node();
        /// Writes that one commit carries at most.
        commit_batch_max: u32 = 512 => range(1, 100_000).node();
        /// Memory for pages of the embedded database.
        page_cache_bytes: u64 = 268_435_456 => range(1_048_576, 1_099_511_627_776).node();
        /// Memory for cached rows: users, channels, memberships, posts.
        row_cache_bytes: u64 = 268_435_456 => range(1_048_576, 1_099_511_627_776).node();
    }
}
