//! A database of its own for each test, of each kind.
//!
//! SQLite lies in the test's folder. In PostgreSQL, which takes part when `MUSTER_TEST_POSTGRES` names one, each
//! test has a schema: that costs a migration and no database.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use store::{Options, PostgresOptions};
use tempfile::TempDir;

/// Connections of one server under test: many run at a time against one PostgreSQL.
const CONNECTIONS: usize = 2;

/// An empty database, and the folder for what a server keeps beside it.
pub struct Database {
    pub options: Options,
    /// Nodes that serve it: one alone, or several as a cluster.
    pub(crate) nodes: usize,
    pub(crate) folder: TempDir,
}

impl Database {
    /// A new SQLite database.
    ///
    /// # Panics
    /// When there is no place for temporary folders.
    pub fn sqlite() -> Database {
        let folder = folder();
        Database {
            options: Options::Sqlite { path: folder.path().join("test.db"), readers: CONNECTIONS },
            nodes: 1,
            folder,
        }
    }

    /// A new schema in the PostgreSQL of the tests; nothing when there is none.
    ///
    /// # Panics
    /// When that PostgreSQL cannot be used.
    pub async fn postgres() -> Option<Database> {
        static SCHEMAS: AtomicU32 = AtomicU32::new(0);
        let url = postgres_url()?;
        let schema = format!("server_{}_{}", std::process::id(), SCHEMAS.fetch_add(1, Ordering::Relaxed));
        make_schema(&url, &schema).await;
        let sign = if url.contains('?') { '&' } else { '?' };
        let url = format!("{url}{sign}options=-csearch_path%3D{schema}");
        let options = PostgresOptions { connections: CONNECTIONS, ..PostgresOptions::new(url) };
        Some(Database { options: Options::Postgres(options), nodes: 1, folder: folder() })
    }

    /// Which of the two kinds it is.
    pub fn is_postgres(&self) -> bool {
        matches!(self.options, Options::Postgres(_))
    }

    /// The same database, for one more server on it. PostgreSQL only.
    pub fn shared(&self) -> Database {
        Database { options: self.options.clone(), nodes: 1, folder: folder() }
    }

    /// The same database, served by several nodes.
    pub fn with_nodes(self, nodes: usize) -> Database {
        Database { nodes, ..self }
    }

    /// Locks a table several times in a row: statements on it wait, and are let through in between. PostgreSQL only.
    ///
    /// # Panics
    /// When the database refuses.
    pub async fn lock(&self, table: &str, seconds: f32, times: usize) {
        let sql = format!("BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep({seconds}); COMMIT;");
        self.execute(&sql.repeat(times)).await;
    }

    /// Runs some SQL.
    ///
    /// # Panics
    /// When it is no PostgreSQL, or refuses.
    pub async fn execute(&self, sql: &str) {
        let Options::Postgres(options) = &self.options else { panic!("runs SQL of PostgreSQL") };
        let (client, connection) =
            tokio_postgres::connect(&options.url, tokio_postgres::NoTls).await.expect("a connection");
        drop(base::tasks::spawn("test-sql", connection));
        client.batch_execute(sql).await.expect("the database takes it");
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// The database of another program, in the PostgreSQL of the tests.
pub struct ForeignDatabase {
    /// Where it is reached, with its schema.
    pub url: String,
    client: tokio_postgres::Client,
}

impl ForeignDatabase {
    /// A schema with some tables; nothing when there is no PostgreSQL.
    ///
    /// # Panics
    /// When that PostgreSQL cannot be used, or refuses the tables.
    pub async fn make(sql: &str) -> Option<ForeignDatabase> {
        static SCHEMAS: AtomicU32 = AtomicU32::new(0);
        let url = postgres_url()?;
        let schema = format!("foreign_{}_{}", std::process::id(), SCHEMAS.fetch_add(1, Ordering::Relaxed));
        make_schema(&url, &schema).await;
        let sign = if url.contains('?') { '&' } else { '?' };
        let url = format!("{url}{sign}options=-csearch_path%3D{schema}");
        let (client, connection) =
            tokio_postgres::connect(&url, tokio_postgres::NoTls).await.expect("MUSTER_TEST_POSTGRES can be reached");
        drop(base::tasks::spawn("test-foreign", connection));
        let made = ForeignDatabase { url, client };
        made.run(sql).await;
        Some(made)
    }

    /// Runs statements.
    ///
    /// # Panics
    /// When the database refuses.
    pub async fn run(&self, sql: &str) {
        self.client.batch_execute(sql).await.unwrap_or_else(|error| panic!("{error:?}: {sql}"));
    }
}

/// The database of another program, in a MariaDB that `scripts/mariadb with` started.
pub struct ForeignMariadb {
    /// Where it is reached.
    pub url: String,
    /// The file of the authority that signed its certificate.
    pub authority: String,
    name: String,
    /// The command that runs statements.
    run: String,
}

impl ForeignMariadb {
    /// A database with some tables; nothing when there is no MariaDB.
    ///
    /// # Panics
    /// When that MariaDB cannot be used, or refuses the tables.
    #[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
    pub fn make(sql: &str) -> Option<ForeignMariadb> {
        static DATABASES: AtomicU32 = AtomicU32::new(0);
        let said = |name: &str| std::env::var(name).ok();
        let (url, run) = (said("MUSTER_TEST_MARIADB")?, said("MUSTER_TEST_MARIADB_RUN")?);
        let authority = said("MUSTER_TEST_MARIADB_AUTHORITY")?;
        let name = format!("foreign_{}_{}", std::process::id(), DATABASES.fetch_add(1, Ordering::Relaxed));
        let (place, _) = url.rsplit_once('/').expect("the address of a database");
        let made = ForeignMariadb { url: format!("{place}/{name}"), authority, name, run };
        made.statements(&format!("CREATE DATABASE {} CHARACTER SET utf8mb4;", made.name));
        made.run(sql);
        Some(made)
    }

    /// Runs statements, each ended by a semicolon.
    ///
    /// # Panics
    /// When the database refuses.
    pub fn run(&self, sql: &str) {
        self.statements(&format!("USE {};\n{sql}", self.name));
    }

    fn statements(&self, sql: &str) {
        let mut words = self.run.split(' ');
        let mut command = Command::new(words.next().expect("a command"));
        let mut running = command.args(words).stdin(Stdio::piped()).spawn().expect("a command that runs");
        running.stdin.take().expect("its input").write_all(sql.as_bytes()).expect("it reads");
        assert!(running.wait().expect("it ends").success(), "{sql}");
    }
}

async fn make_schema(url: &str, schema: &str) {
    let (client, connection) =
        tokio_postgres::connect(url, tokio_postgres::NoTls).await.expect("MUSTER_TEST_POSTGRES can be reached");
    let connection = base::tasks::spawn("test-schema", connection);
    let sql = format!("DROP SCHEMA IF EXISTS {schema} CASCADE; CREATE SCHEMA {schema}");
    client.batch_execute(&sql).await.expect("a schema of its own");
    drop(client);
    drop(connection.await);
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

#[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
fn postgres_url() -> Option<String> {
    std::env::var("MUSTER_TEST_POSTGRES").ok()
}

/// A test on a cluster of so many nodes, if there is a PostgreSQL: nodes share no SQLite.
#[macro_export]
macro_rules! nodes {
    ($nodes:literal: $($(#[doc = $doc:literal])* async fn $name:ident($db:ident) $body:block)+) => {$(
        $(#[doc = $doc])*
        #[tokio::test(flavor = "multi_thread")]
        async fn $name() {
            if let Some(db) = $crate::Database::postgres().await {
                let $db = db.with_nodes($nodes);
                $body
            }
        }
    )+};
}

/// One body, two tests. The body is on the heap: a debug build copies a future at each level that awaits it, and the
/// stack of a test is 2 MiB.
#[macro_export]
macro_rules! both {
    ($($(#[doc = $doc:literal])* async fn $name:ident($db:ident) $body:block)+) => {$(
        $(#[doc = $doc])*
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            async fn run($db: $crate::Database) $body

            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                Box::pin(run($crate::Database::sqlite())).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                if let Some(db) = $crate::Database::postgres().await {
                    Box::pin(run(db)).await;
                }
            }
        }
    )+};
}
