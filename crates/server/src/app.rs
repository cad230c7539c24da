//! The application: everything a request may need, made once and shared.

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;

use auth::{HashLane, Hasher, Keyring};
use base::{Clock, Lane};
use cluster::{Cluster, Ears, Join, Port};
use config::Config;
use files::FileStore;
use metrics::Metrics;
use node::error::{ApiError, Result};
use node::others::Others;
use node::{API_VERSION, Node};
use store::Store;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::activity::Activity;
use crate::gauges::{self, Watched};
use crate::http::form::permits;
use crate::http::rate::Limiter;
use crate::resources::client_settings::Lasting;
use crate::resources::interactive;
use crate::resources::jobs::runner::Jobs;
use crate::resources::notify::mail::Letters;
use crate::resources::notify::push::Pushes;
use crate::resources::outbound::Outbound;
use crate::resources::phones::Phones;
use crate::resources::posts::pending::Pending;
use crate::resources::statistics::Figures;
use crate::resources::web::WebClient;
use crate::resources::web_push::WebPush;
use crate::routes::Routes;
use crate::secrets::Secrets;

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
    pub node: Arc<Node>,
    pub files: FileStore,
    /// The other nodes, if this is one of several.
    pub cluster: Option<Arc<Cluster>>,
    pub routes: Routes,
    pub limiter: Limiter,
    pub pictures: Lane,
    upload_memory: Arc<Semaphore>,
    pub hashes: HashLane,
    pub secrets: Secrets,
    pub mailer: crate::mail::Mailer,
    pub letters: Letters,
    pub pushes: Pushes,
    pub pending: Pending,
    pub outbound: Outbound,
    pub integration_key: interactive::Key,
    pub web_push: WebPush,
    pub phones: Phones,
    pub figures: Figures,
    pub lasting: Lasting,
    pub jobs: Arc<Jobs>,
    pub activity: Activity,
    pub invitations: crate::resources::teams::invites::Quota,
    pub web: WebClient,
    pub hostname: String,
    pub version: String,
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
        let secrets = Secrets::start(&store, secrets, &config.secrets).await?;
        let ears = Arc::<Ears>::default();
        let cluster = join.map(|join| joined(join, &ears, &metrics)).transpose()?;
        let others = cluster.as_ref().map(|cluster| Arc::new(Port(cluster.clone())) as Arc<dyn Others>);
        let app = App {
            routes: Routes::new(),
            limiter: Limiter::new(),
            pictures: files::pictures::lane(decoders).watched_by(Watched::lane("pictures", &metrics)),
            upload_memory: Arc::new(Semaphore::new(permits(UPLOAD_MEMORY_BYTES) as usize)),
            mailer: crate::mail::Mailer::default(),
            letters: Letters::default(),
            pushes: Pushes::default(),
            hashes: hash_lane(hasher, config.session.hash_threads.into(), cores)
                .watched_by(Watched::passwords(&metrics)),
            pending: Pending::default(),
            outbound: Outbound::new(&metrics),
            integration_key: interactive::Key::load(&store, &secrets).await?,
            web_push: WebPush::load(&store, &secrets, &config).await?,
            phones: Phones::new(&config),
            secrets,
            figures: Figures::default(),
            lasting: Lasting::default(),
            jobs: Arc::default(),
            activity: Activity::default(),
            invitations: Default::default(),
            web,
            hostname: hostname(&config),
            version: API_VERSION.to_owned(),
            node: Node::open(node::Parts { clock, config, store, search_folder, metrics, others }).await?,
            cluster,
            files,
        };
        let app = Arc::new(app);
        gauges::start(&app);
        if let Some(cluster) = &app.cluster {
            ears.belong_to(&app.node, cluster);
            cluster::start(cluster, &app.node).await;
        }
        app.world.refresh_listeners().await?;
        crate::resources::jobs::runner::start(&app);
        node::feeding::start(&app.node);
        Ok(app)
    }

    /// Sets memory aside for a part of an upload.
    ///
    /// # Errors
    /// 503 when there is none left.
    pub fn reserve_memory(&self, bytes: usize) -> Result<OwnedSemaphorePermit> {
        self.upload_memory.clone().try_acquire_many_owned(permits(bytes)).map_err(|_| ApiError::busy())
    }
}

/// An application is a node that answers requests.
impl Deref for App {
    type Target = Arc<Node>;

    fn deref(&self) -> &Arc<Node> {
        &self.node
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

/// How this node calls itself.
pub fn hostname(config: &Config) -> String {
    if !config.cluster.node_name.is_empty() {
        return config.cluster.node_name.clone();
    }
    std::fs::read_to_string("/proc/sys/kernel/hostname").map_or_else(|_| "localhost".into(), |name| name.trim().into())
}
