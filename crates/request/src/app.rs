//! The application: everything a request may need, made once and shared.

use std::any::Any;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use auth::{HashLane, Hasher};
use base::Lane;
use cluster::Cluster;
use config::Config;
use files::FileStore;
use node::Node;
use node::error::{ApiError, Result};
use outward::outbound::{Answered, Failed, Outbound, Request};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::form::permits;
use crate::lane_metrics::Watched;
use crate::secrets::Secrets;
use crate::states::States;

/// Bytes of uploaded pictures that are in memory at a time.
const UPLOAD_MEMORY_BYTES: usize = 256 << 20;

/// What an application is put together from.
pub struct Parts {
    pub node: Arc<Node>,
    pub cluster: Option<Arc<Cluster>>,
    pub files: FileStore,
    /// How costly passwords are to try. Tests take few rounds.
    pub hasher: Hasher,
    pub secrets: Secrets,
}

/// Everything a request may need.
pub struct App {
    pub node: Arc<Node>,
    /// The other nodes, if this is one of several.
    pub cluster: Option<Arc<Cluster>>,
    pub files: FileStore,
    pub pictures: Lane,
    upload_memory: Arc<Semaphore>,
    pub hashes: HashLane,
    pub secrets: Secrets,
    pub hostname: String,
    states: States,
}

impl App {
    /// Puts the application together with the state of the floors above it.
    pub fn new(parts: Parts, states: States) -> App {
        let Parts { node, cluster, files, hasher, secrets } = parts;
        let (config, metrics) = (node.config(), &node.metrics);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let decoders = pictures::decoders(config.files.image_decoders, cores);
        App {
            pictures: pictures::lane(decoders).watched_by(Watched::lane("pictures", metrics)),
            upload_memory: Arc::new(Semaphore::new(permits(UPLOAD_MEMORY_BYTES) as usize)),
            hashes: hash_lane(hasher, config.session.hash_threads.into(), cores)
                .watched_by(Watched::passwords(metrics)),
            secrets,
            hostname: hostname(&config),
            cluster,
            files,
            states,
            node: node.clone(),
        }
    }

    /// What a floor above keeps for itself.
    ///
    /// # Panics
    /// As [`States::of`].
    pub fn of<T: Any + Send + Sync>(&self) -> &T {
        self.states.of()
    }

    /// Sets memory aside for a part of an upload.
    ///
    /// # Errors
    /// 503 when there is none left.
    pub fn reserve_memory(&self, bytes: usize) -> Result<OwnedSemaphorePermit> {
        self.upload_memory.clone().try_acquire_many_owned(permits(bytes)).map_err(|_| ApiError::busy())
    }

    /// Makes a call as the configuration allows it.
    ///
    /// # Errors
    /// As [`Outbound::call`].
    pub async fn call_out(self: &Arc<Self>, request: Request) -> Result<Answered, Failed> {
        let config = Arc::clone(&self.config());
        self.of::<Outbound>().call(&config, request).await
    }

    /// How long an integration may take.
    pub fn integration_timeout(&self) -> Duration {
        Duration::from_secs(u64::from(self.config().integrations.timeout_s))
    }
}

/// An application is a node that answers requests.
impl Deref for App {
    type Target = Arc<Node>;

    fn deref(&self) -> &Arc<Node> {
        &self.node
    }
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
