//! Which database, where, and within which bounds.

use std::path::PathBuf;
use std::time::Duration;

/// Which database, and where.
#[derive(Clone, Debug)]
pub enum Options {
    /// One file, opened or made.
    Sqlite { path: PathBuf, readers: usize },
    /// A server that several nodes share.
    Postgres(PostgresOptions),
}

/// PostgreSQL: addresses and bounds.
#[derive(Clone, Debug)]
pub struct PostgresOptions {
    /// `postgres://user:password@host/database`, or `key=value` pairs; with several hosts, the one that takes writes.
    /// `sslmode` and `sslrootcert` mean what they mean to PostgreSQL's own programs.
    pub url: String,
    /// Connections for reads, at most, on each server. One more writes.
    pub connections: usize,
    /// Addresses of servers that follow the one of `url`.
    pub readers: Vec<String>,
    /// A reader that is further behind is not asked.
    pub reader_lag_max: Duration,
    pub pooler: Pooler,
    /// What a read may take.
    pub query_timeout: Duration,
    /// What a change may take, with all its tries; its caller waits as long.
    pub write_timeout: Duration,
    /// How long its caller waits for it while it waits for a standby.
    pub standby_wait: Duration,
    /// What a change waits for a row that another node holds, before it is tried again.
    pub lock_timeout: Duration,
    /// An unused connection is closed after so long, and any after its lifetime.
    pub idle_max: Duration,
    pub lifetime_max: Duration,
}

/// What stands between the nodes and PostgreSQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pooler {
    /// Nothing.
    None,
    /// PgBouncer in transaction mode: each transaction may meet another connection, so none remembers anything.
    PgBouncer,
}

impl PostgresOptions {
    /// The server at an address, within the bounds that the configuration has as delivered.
    pub fn new(url: impl Into<String>) -> PostgresOptions {
        PostgresOptions {
            url: url.into(),
            connections: 16,
            readers: Vec::new(),
            reader_lag_max: Duration::from_secs(5),
            pooler: Pooler::None,
            query_timeout: Duration::from_secs(30),
            write_timeout: Duration::from_secs(15),
            standby_wait: Duration::from_secs(5),
            lock_timeout: Duration::from_secs(5),
            idle_max: Duration::from_secs(300),
            lifetime_max: Duration::from_secs(3_600),
        }
    }
}
