//! Where data and configuration are, the same for every subcommand, and how the parts there are opened.

use std::fs::{File, TryLockError};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use auth::Hasher;
use base::Clock;
use clap::Args;
use config::{Config, FileDriver, Loaded, Sources, SqlDriver};
use files::FileStore;
use metrics::Metrics;
use server::resources::files::bucket;
use server::resources::web::WebClient;
use server::{App, Parts};
use store::{Pooler, Store};

use crate::cluster;

/// What ends a subcommand: a sentence for a person.
pub type Problem = Box<dyn std::error::Error>;

/// The file in the data folder that one process holds.
pub const LOCK: &str = "muster.lock";

/// Threads that read from the embedded database.
const READERS: usize = 2;

/// Where data and configuration are.
#[derive(Args, Debug, Default)]
pub struct Place {
    /// Folder of the database, the files and the index.
    #[arg(long, value_name = "DIR", default_value = "data", global = true)]
    pub data: PathBuf,
    /// Configuration file (TOML). `muster config example` prints one.
    #[arg(long, value_name = "FILE", global = true)]
    pub config: Option<PathBuf>,
    /// Sets one value: `--set section.field=value`. May be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE", global = true)]
    pub set: Vec<String>,
}

/// The parts behind the API, and the lock that keeps a second process from the same folder.
pub struct Opened {
    pub app: Arc<App>,
    pub store: Store,
    pub metrics: Arc<Metrics>,
    _lock: File,
}

fn postgres(sql: &config::Sql) -> store::PostgresOptions {
    store::PostgresOptions {
        url: sql.data_source.reveal().to_owned(),
        connections: sql.max_open_connections as usize,
        readers: sql.readers.iter().map(|reader| reader.reveal().to_owned()).collect(),
        reader_lag_max: Duration::from_millis(sql.reader_lag_max_ms),
        pooler: if sql.pgbouncer { Pooler::PgBouncer } else { Pooler::None },
        query_timeout: Duration::from_secs(sql.query_timeout_s.into()),
        write_timeout: Duration::from_millis(sql.write_timeout_ms),
        lock_timeout: Duration::from_millis(sql.lock_timeout_ms),
        idle_max: Duration::from_millis(sql.idle_lifetime_ms),
        lifetime_max: Duration::from_millis(sql.connection_lifetime_ms),
    }
}

impl Place {
    /// The configuration from file, environment and command line.
    ///
    /// # Errors
    /// With every problem named, and where it stands.
    pub fn load(&self, flags: Vec<(String, String)>) -> Result<Loaded, Problem> {
        Ok(config::load(&self.sources(flags)?)?)
    }

    /// Where the configuration comes from, without what administrators changed over the API.
    ///
    /// # Errors
    /// When `--set` has another form than `section.field=value`.
    pub fn sources(&self, mut flags: Vec<(String, String)>) -> Result<Sources, Problem> {
        let (file, environment) = config::environment();
        for pair in &self.set {
            let (key, value) = pair.split_once('=').ok_or("--set takes section.field=value")?;
            flags.push((key.to_owned(), value.to_owned()));
        }
        let file = self.config.clone().or(file);
        Ok(Sources { file, environment, flags, ..Sources::default() })
    }

    /// How to open the store.
    pub fn store_options(&self, config: &Config) -> store::Options {
        match config.sql.driver {
            SqlDriver::Sqlite => store::Options::Sqlite { path: self.database(), readers: READERS },
            SqlDriver::Postgres => store::Options::Postgres(postgres(&config.sql)),
        }
    }

    /// The file of the embedded database.
    pub fn database(&self) -> PathBuf {
        self.data.join("muster.db")
    }

    /// The folder of attachments and pictures.
    pub fn files(&self) -> PathBuf {
        self.data.join("files")
    }

    /// The store of files, in the folder or in the bucket of the configuration.
    ///
    /// # Errors
    /// When the folder cannot be made. A bucket that does not answer is no reason not to start.
    pub async fn file_store(&self, driver: FileDriver, config: &Config, clock: &Clock) -> Result<FileStore, Problem> {
        Ok(match driver {
            FileDriver::Local => FileStore::local(&self.files(), clock).await?,
            FileDriver::S3 => FileStore::s3(&bucket::of(&config.files), clock, self.data.join("spool")),
        })
    }

    /// Makes the folder if need be and takes its lock.
    ///
    /// # Errors
    /// When another process of ours works on the folder.
    pub fn lock(&self) -> Result<File, Problem> {
        let shown = self.data.display();
        std::fs::create_dir_all(&self.data).map_err(|error| format!("cannot make the folder {shown}: {error}"))?;
        let path = self.data.join(LOCK);
        let file = File::create(&path).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => {
                Err(format!("a server runs on {shown}: stop it first, or name another folder with --data").into())
            }
            Err(TryLockError::Error(error)) => Err(format!("cannot lock {}: {error}", path.display()).into()),
        }
    }

    /// Opens store, files and index, and puts the application together.
    ///
    /// # Errors
    /// When one of them cannot be opened; the text says which and what to do.
    pub async fn open(&self, config: Config) -> Result<Opened, Problem> {
        let lock = self.lock()?;
        let clock = Clock::system();
        let metrics = Metrics::new();
        let hasher = Hasher::with_rounds(config.password.hash_rounds);
        let store = Store::open(&self.store_options(&config), &clock, metrics.clone()).await?;
        let join = cluster::join(&config, &clock, &metrics, store.schema_version());
        let parts = Parts {
            files: self.file_store(config.files.driver, &config, &clock).await?,
            clock,
            config,
            store: store.clone(),
            search_folder: self.data.join("search"),
            metrics: metrics.clone(),
            hasher,
            web: WebClient(crate::web::FILES),
            join,
        };
        let app = App::start(parts).await.map_err(|error| format!("{} {}", error.message, error.detailed))?;
        Ok(Opened { app, store, metrics, _lock: lock })
    }
}
