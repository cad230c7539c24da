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
        /// Address of PostgreSQL (postgres://user:password@host/database). Of several hosts
        /// (postgres://user:password@one,two/database) the server uses the primary, and finds the new one after a failover.
        /// `sslmode` and `sslrootcert` (?sslmode=verify-full) choose TLS as for PostgreSQL's own programs. The embedded
        /// database has no address: it is `muster.db` below the data folder.
        data_source: Secret = "" => api("SqlSettings.DataSource").node();
        /// Addresses of read replicas. Lists, searches and counts are read there, once a replica has every write from before
        /// the request.
        readers: Vec<Secret> = &[] => node();
        /// Greatest replication lag in milliseconds of a replica that is used.
        reader_lag_max_ms: u64 = 5000 => range(100, 3_600_000).node();
        /// The addresses are those of PgBouncer in transaction mode: no prepared statements, no state in a connection.
        pgbouncer: bool = false => node();
        /// Greatest number of connections for reads to each PostgreSQL; one more is for writes.
        max_open_connections: u32 = 16 => range(1, 1000).api("SqlSettings.MaxOpenConns").node();
        /// Idle connections that are kept.
        max_idle_connections: u32 = 16 => range(0, 1000).api("SqlSettings.MaxIdleConns").node();
        /// Milliseconds after which an idle connection is closed.
        idle_lifetime_ms: u64 = 300_000 => range(1000, 86_400_000).api("SqlSettings.ConnMaxIdleTimeMilliseconds").node();
        /// Milliseconds after which any connection is closed.
        connection_lifetime_ms: u64 = 3_600_000
            => range(1000, 86_400_000).api("SqlSettings.ConnMaxLifetimeMilliseconds").node();
        /// Seconds a read may take.
        query_timeout_s: u32 = 30 => range(1, 3600).api("SqlSettings.QueryTimeout").node();
        /// Milliseconds that a write may take on PostgreSQL, with all its tries, before it fails with 503.
        write_timeout_ms: u64 = 15_000 => range(1000, 600_000).node();
        /// Milliseconds that a write waits for a missing synchronous standby (`synchronous_standby_names`) before it fails
        /// with 503. The write may have been kept.
        standby_wait_ms: u64 = 3000 => range(1000, 600_000).node();
        /// Milliseconds that a write waits for the locks of another node, before it is tried again.
        lock_timeout_ms: u64 = 5000 => range(100, 600_000).node();
    }
}
