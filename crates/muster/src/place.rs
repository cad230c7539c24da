//! Where data and configuration are, the same for every subcommand, and how the parts there are opened.

use std::fs::{File, TryLockError};
use std::path::{PathBuf, absolute};
use std::sync::Arc;
use std::time::Duration;

use auth::Hasher;
use base::Clock;
use clap::Args;
use config::{Config, FileDriver, Loaded, Sources, SqlDriver};
use conversation::files::bucket;
use files::FileStore;
use metrics::Metrics;
use request::App;
use request::web::WebClient;
use server::Parts;
use server::realtime::saved_connections;
use server::start;
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
    /// Folder of the embedded database, and of files and index unless their settings say otherwise.
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
        standby_wait: Duration::from_millis(sql.standby_wait_ms),
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
        let loaded = config::load(&self.sources(flags)?)?;
        self.must_be_apart(&loaded.config)?;
        Ok(loaded)
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

    /// The file of connections that wait for the next start of a server.
    pub fn connections(&self) -> PathBuf {
        self.data.join(saved_connections::FILE)
    }

    /// The folder of attachments and pictures.
    pub fn files(&self, config: &Config) -> PathBuf {
        self.data.join(&config.files.directory)
    }

    /// The folder of the embedded index.
    pub fn index(&self, config: &Config) -> PathBuf {
        self.data.join(&config.search.directory)
    }

    /// Refuses folders that lie in each other: files would be taken for the index or the database, and the other way.
    fn must_be_apart(&self, config: &Config) -> Result<(), Problem> {
        let data = absolute(&self.data)?;
        let (files, index) = (absolute(self.files(config))?, absolute(self.index(config))?);
        for (key, folder) in [("files.directory", &files), ("search.directory", &index)] {
            if data.starts_with(folder) {
                let (folder, data) = (folder.display(), data.display());
                return Err(format!("{key} must not be the data folder or around it: {folder} and {data}").into());
            }
        }
        if files.starts_with(&index) || index.starts_with(&files) {
            let (files, index) = (files.display(), index.display());
            return Err(format!("files.directory and search.directory must be apart: {files} and {index}").into());
        }
        Ok(())
    }

    /// The store of files, in the folder or in the bucket of the configuration.
    ///
    /// # Errors
    /// When the folder cannot be made, or `files.s3_ca_file` not be read. A bucket that does not answer is no reason not to
    /// start.
    pub async fn file_store(&self, driver: FileDriver, config: &Config, clock: &Clock) -> Result<FileStore, Problem> {
        Ok(match driver {
            FileDriver::Local => FileStore::local(&self.files(config), clock).await?,
            FileDriver::S3 => {
                let bucket = bucket::of(&config.files).map_err(|error| format!("files.s3_ca_file: {error}"))?;
                FileStore::s3(&bucket, clock, self.data.join("spool"))
            }
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
        self.must_be_apart(&config)?;
        let lock = self.lock()?;
        let clock = Clock::system();
        let metrics = Metrics::new();
        let hasher = Hasher::with_rounds(config.password.hash_rounds);
        let store = Store::open(&self.store_options(&config), &clock, metrics.clone()).await?;
        let secrets = crate::keys::of(&config, &self.data)?;
        let join = cluster::join(&config, &clock, &metrics, store.schema_version());
        let parts = Parts {
            files: self.file_store(config.files.driver, &config, &clock).await?,
            clock,
            search_folder: self.index(&config),
            config,
            store: store.clone(),
            metrics: metrics.clone(),
            hasher,
            secrets,
            web: WebClient(crate::web::FILES),
            join,
        };
        let app = start(parts).await.map_err(|error| format!("{} {}", error.message, error.detailed))?;
        Ok(Opened { app, store, metrics, _lock: lock })
    }

    /// Opens everything for a moment, as one more node where there are several: quiet unless something is wrong.
    ///
    /// # Errors
    /// When a server runs on the same data folder, and as [`Place::open`].
    pub async fn open_quietly(&self) -> Result<Opened, Problem> {
        let set = [("log.level", "warn"), ("jobs.run", "false")];
        let loaded = self.load(set.map(|(key, value)| (key.to_owned(), value.to_owned())).into())?;
        crate::log::start(&loaded.config)?;
        let opened = self.open(loaded.config).await?;
        // Clients that come back later would not hear of what changes now.
        drop(std::fs::remove_file(self.connections()));
        Ok(opened)
    }

    /// Opens everything for work that no server may disturb: quiet unless something is wrong.
    ///
    /// # Errors
    /// When a server runs on the same data, here or, on PostgreSQL, elsewhere.
    pub async fn open_alone(&self) -> Result<Opened, Problem> {
        let opened = self.open_quietly().await?;
        let others = opened.store.leases_of_others(opened.app.leases.node()).await?;
        if let Some(name) = others.first() {
            opened.close().await?;
            let text = format!(
                "a server uses this database and does {name:?} right now: stop it, or wait until its leases end"
            );
            return Err(text.into());
        }
        Ok(opened)
    }
}

impl Opened {
    /// Takes leave of the other nodes, gives up what is held and closes the store.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn leave(&self) -> Result<(), Problem> {
        if let Some(cluster) = &self.app.cluster {
            cluster.leave(&self.store).await;
        }
        self.close().await
    }

    /// Gives up what is held and closes the store.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn close(&self) -> Result<(), Problem> {
        self.app.leases.release().await.map_err(|error| error.message)?;
        if let Some(cluster) = &self.app.cluster {
            cluster.bus.leave().await;
        }
        self.store.close().await;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(data: &str, set: &[&str]) -> Place {
        Place { data: data.into(), config: None, set: set.iter().map(|&pair| pair.to_owned()).collect() }
    }

    fn refused(data: &str, set: &[&str]) -> String {
        let loaded = place(data, set).load(Vec::new());
        loaded.map(|loaded| format!("{:?}", loaded.config.files.directory)).expect_err("must be refused").to_string()
    }

    #[test]
    fn folders_lie_below_the_data_unless_they_are_whole_paths() {
        let place = place("/srv/muster", &["search.directory=/ssd/index"]);
        let config = place.load(Vec::new()).expect("a configuration").config;
        assert_eq!(place.files(&config), PathBuf::from("/srv/muster/files"));
        assert_eq!(place.index(&config), PathBuf::from("/ssd/index"));
    }

    #[test]
    fn folders_that_lie_in_each_other_are_refused() {
        assert!(refused("/srv/muster", &["files.directory=/srv/muster"]).contains("files.directory must not be"));
        assert!(refused("/srv/muster", &["search.directory=/srv/"]).contains("search.directory must not be"));
        assert!(refused("/srv/muster", &["files.directory=search"]).contains("must be apart"));
        assert!(refused("/srv/muster", &["search.directory=files/index"]).contains("must be apart"));
        assert!(refused("/srv/muster", &["files.directory=."]).contains("a folder of its own"));
    }
}
