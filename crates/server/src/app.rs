//! The application: everything a request may need, made once and shared.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::{ArcSwap, Guard};
use auth::{HashLane, Hasher, Keyring};
use base::ids::UserId;
use base::{Clock, IdMaker, Lane};
use config::Config;
use delivery::Absences;
use delivery::hub::{Event, Hub};
use files::FileStore;
use http::HeaderValue;
use memory::World;
use memory::schemes::Schemes;
use memory::tries::Tries;
use memory::windows::Windows;
use metrics::Metrics;
use permissions::RoleTable;
use store::Store;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::activity::Activity;
use crate::change::Change;
use crate::cluster::{Cluster, Ears, Join};
use crate::error::{ApiError, Result};
use crate::gauges::{self, Watched};
use crate::http::form::permits;
use crate::http::rate::Limiter;
use crate::indexing::{Indexing, Setup};
use crate::leases::Leases;
use crate::resources::client_settings::Lasting;
use crate::resources::interactive;
use crate::resources::jobs::runner::Jobs;
use crate::resources::notify::mail::Letters;
use crate::resources::notify::push::Pushes;
use crate::resources::outbound::Outbound;
use crate::resources::phones::Phones;
use crate::resources::posts::pending::Pending;
use crate::resources::settings::Origin;
use crate::resources::statistics::Figures;
use crate::resources::web::WebClient;
use crate::resources::web_push::WebPush;
use crate::routes::Routes;
use crate::secrets::Secrets;

/// What the server says it is compatible with; clients choose features by it.
pub const API_VERSION: &str = "11.5.0";

/// Bytes of uploaded pictures that are in memory at a time.
const UPLOAD_MEMORY_BYTES: usize = 256 << 20;

/// What an application is put together from.
pub struct Parts {
    pub clock: Clock,
    pub config: Config,
    pub store: Store,
    pub files: FileStore,
    /// Folder of the embedded search index.
    pub search_folder: PathBuf,
    pub metrics: Arc<Metrics>,
    /// How costly passwords are to try. Tests take few rounds.
    pub hasher: Hasher,
    /// Seals secrets in the database. Without a key they are plain.
    pub secrets: Keyring,
    /// The built web client; empty where it was not built.
    pub web: WebClient,
    /// How to take part in a cluster; alone without.
    pub join: Option<Join>,
}

/// Everything a request may need.
pub struct App {
    pub clock: Clock,
    pub ids: IdMaker,
    config: ArcSwap<Config>,
    pub store: Store,
    pub files: FileStore,
    pub indexing: Indexing,
    pub metrics: Arc<Metrics>,
    pub world: World,
    pub hub: Hub,
    /// The other nodes, if this is one of several.
    pub cluster: Option<Arc<Cluster>>,
    pub roles: ArcSwap<RoleTable>,
    pub schemes: ArcSwap<Schemes>,
    pub routes: Routes,
    pub limiter: Limiter,
    pub tries: Tries,
    pub pictures: Lane,
    upload_memory: Arc<Semaphore>,
    pub hashes: HashLane,
    pub secrets: Secrets,
    pub mailer: crate::mail::Mailer,
    pub letters: Letters,
    pub pushes: Pushes,
    pub pending: Pending,
    pub windows: Windows,
    pub outbound: Outbound,
    pub integration_key: interactive::Key,
    pub web_push: WebPush,
    pub phones: Phones,
    pub origin: Origin,
    pub figures: Figures,
    pub lasting: Lasting,
    pub jobs: Arc<Jobs>,
    pub leases: Leases,
    pub absences: Absences,
    pub activity: Activity,
    pub invitations: crate::resources::teams::invites::Quota,
    pub web: WebClient,
    pub hostname: String,
    pub version: String,
    version_header: ArcSwap<HeaderValue>,
}

impl App {
    /// Puts the application together and starts its tasks.
    ///
    /// # Errors
    /// When the store does not answer or the search index cannot be opened.
    pub async fn start(parts: Parts) -> Result<Arc<App>> {
        let Parts { clock, config, store, files, search_folder, metrics, hasher, secrets, web, join } = parts;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let decoders = files::pictures::decoders(config.files.image_decoders, cores);
        let roles = crate::resources::roles::load(&store, &clock).await?;
        let schemes = Schemes::load(&store).await?;
        let secrets = Secrets::start(&store, secrets, &config.secrets).await?;
        let searching =
            Setup { config: &config, folder: search_folder, store: &store, clock: &clock, metrics: &metrics };
        let indexing = Indexing::open(searching).await?;
        let ids = IdMaker::new(clock.clone());
        let ears = Arc::<Ears>::default();
        let cluster = join.map(|join| joined(join, &ears, &metrics)).transpose()?;
        let app = App {
            leases: Leases::new(&store, &ids, Duration::from_secs(config.jobs.lease_s.into())),
            ids,
            world: World::new(store.clone(), &metrics),
            hub: Hub::start(u16::try_from(cores).unwrap_or(1), &metrics),
            roles: ArcSwap::from_pointee(roles),
            schemes: ArcSwap::from_pointee(schemes),
            routes: Routes::new(),
            limiter: Limiter::new(),
            tries: Tries::default(),
            pictures: files::pictures::lane(decoders).watched_by(Watched::lane("pictures", &metrics)),
            upload_memory: Arc::new(Semaphore::new(permits(UPLOAD_MEMORY_BYTES) as usize)),
            mailer: crate::mail::Mailer::default(),
            letters: Letters::default(),
            pushes: Pushes::default(),
            hashes: hash_lane(hasher, config.session.hash_threads.into(), cores)
                .watched_by(Watched::passwords(&metrics)),
            pending: Pending::default(),
            windows: Windows::new(clock.now(), cluster.as_ref().map(|cluster| cluster.bus.node().0), &metrics),
            outbound: Outbound::new(&metrics),
            integration_key: interactive::Key::load(&store, &secrets).await?,
            web_push: WebPush::load(&store, &secrets, &config).await?,
            phones: Phones::new(&config),
            secrets,
            origin: Origin::default(),
            figures: Figures::default(),
            lasting: Lasting::default(),
            jobs: Arc::default(),
            absences: Absences::default(),
            activity: Activity::default(),
            invitations: Default::default(),
            web,
            hostname: hostname(&config),
            version: API_VERSION.to_owned(),
            version_header: ArcSwap::from_pointee(version_header(&config)),
            config: ArcSwap::from_pointee(config),
            cluster,
            clock,
            store,
            files,
            indexing,
            metrics,
        };
        let app = Arc::new(app);
        ears.belong_to(&app);
        gauges::start(&app);
        if let Some(cluster) = app.cluster.clone() {
            cluster.start(&app).await;
        }
        app.world.refresh_listeners().await?;
        crate::resources::jobs::runner::start(&app);
        crate::indexing::feed::start(&app);
        Ok(app)
    }

    pub fn config(&self) -> Guard<Arc<Config>> {
        self.config.load()
    }

    /// Puts another configuration in force.
    pub fn set_config(&self, config: Config) {
        self.version_header.store(Arc::new(version_header(&config)));
        self.config.store(Arc::new(config));
    }

    /// Version, build, configuration and licence in one text; clients load the configuration anew when it differs.
    pub fn version_header(&self) -> Arc<HeaderValue> {
        self.version_header.load_full()
    }

    /// Forgets what memory holds of the store; the next calls read it anew.
    pub fn forget_everything(&self) {
        self.world.forget_everything();
        self.windows.forget_all();
    }

    /// Tells clients of what is not stored: it is heard by who is there, or by nobody.
    pub fn tell(&self, event: Event) {
        match &self.cluster {
            None => self.hub.publish(Arc::new(event)),
            Some(cluster) => cluster.tell(self, event),
        }
    }

    /// Whether the user has a connection with a live socket, here or on another node.
    pub async fn is_connected(&self, user: UserId) -> bool {
        match &self.cluster {
            _ if self.hub.is_connected(user) => true,
            None => false,
            Some(cluster) => cluster.is_connected_elsewhere(user).await,
        }
    }

    /// Begins a change.
    pub fn change(self: &Arc<Self>) -> Change {
        Change::new(self)
    }

    /// Sets memory aside for a part of an upload.
    ///
    /// # Errors
    /// 503 when there is none left.
    pub fn reserve_memory(&self, bytes: usize) -> Result<OwnedSemaphorePermit> {
        self.upload_memory.clone().try_acquire_many_owned(permits(bytes)).map_err(|_| ApiError::busy())
    }

    /// The user record, for those that must exist.
    ///
    /// # Errors
    /// 404 when there is none.
    pub async fn must_user(&self, id: UserId) -> Result<Arc<wire::users::User>> {
        let missing =
            || ApiError::not_found(wire::errors::ids::APP_USER_MISSING_ACCOUNT_CONST, "There is no such user.");
        self.world.user(id).await?.ok_or_else(missing)
    }
}

fn joined(join: Join, ears: &Arc<Ears>, metrics: &Arc<Metrics>) -> Result<Arc<Cluster>> {
    let joined = join(ears.clone());
    let (bus, running) = joined.map_err(|why| ApiError::internal("app.cluster.join.app_error", why))?;
    base::tasks::spawn("bus", running.run());
    Ok(Arc::new(Cluster::new(bus, metrics)))
}

/// A lane of `threads`, or of half the cores when that is 0.
fn hash_lane(hasher: Hasher, threads: usize, cores: usize) -> HashLane {
    HashLane::new(hasher, if threads == 0 { cores } else { 2 * threads })
}

fn version_header(config: &Config) -> HeaderValue {
    let text = format!("{API_VERSION}.{API_VERSION}.{}.false", config.hash());
    HeaderValue::from_str(&text).expect("versions and hashes are ASCII")
}

/// How this node calls itself.
pub fn hostname(config: &Config) -> String {
    if !config.cluster.node_name.is_empty() {
        return config.cluster.node_name.clone();
    }
    std::fs::read_to_string("/proc/sys/kernel/hostname").map_or_else(|_| "localhost".into(), |name| name.trim().into())
}
