//! The node: what this process remembers of the store, whom it tells of changes, and what it is told by the others.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::{ArcSwap, Guard};
use base::ids::{PostId, UserId};
use base::{Clock, IdMaker};
use config::Config;
use delivery::Absences;
use delivery::hub::{Event, Hub};
use http::HeaderValue;
use memory::World;
use memory::failed_attempts::Tries;
use memory::schemes::Schemes;
use memory::windows::Windows;
use metrics::Metrics;
use permissions::RoleTable;
use store::Store;
use wire::posts::Post;

use crate::error::{ApiError, Result};
use crate::indexing::{Indexing, Setup};
use crate::leases::Leases;
use crate::others::Others;
use crate::roles;
use crate::settings::Origin;

/// What the server says it is compatible with; clients choose features by it.
pub const API_VERSION: &str = "11.5.0";

/// What a node is put together from.
pub struct Parts {
    pub clock: Clock,
    pub config: Config,
    pub store: Store,
    /// Folder of the embedded search index.
    pub search_folder: PathBuf,
    pub metrics: Arc<Metrics>,
    /// The other nodes, if this is one of several.
    pub others: Option<Arc<dyn Others>>,
}

/// What changes need, and what they change.
pub struct Node {
    pub clock: Clock,
    pub ids: IdMaker,
    config: ArcSwap<Config>,
    pub origin: Origin,
    version_header: ArcSwap<HeaderValue>,
    pub store: Store,
    pub indexing: Indexing,
    pub metrics: Arc<Metrics>,
    pub world: World,
    pub windows: Windows,
    pub roles: ArcSwap<RoleTable>,
    pub schemes: ArcSwap<Schemes>,
    pub tries: Tries,
    pub hub: Hub,
    pub absences: Absences,
    pub leases: Leases,
    /// The other nodes, if this is one of several.
    pub others: Option<Arc<dyn Others>>,
}

impl Node {
    /// # Errors
    /// When the store does not answer or the search index cannot be opened.
    pub async fn open(parts: Parts) -> Result<Arc<Node>> {
        let Parts { clock, config, store, search_folder, metrics, others } = parts;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let roles = roles::load(&store, &clock).await?;
        let schemes = Schemes::load(&store).await?;
        let searching =
            Setup { config: &config, folder: search_folder, store: &store, clock: &clock, metrics: &metrics };
        let indexing = Indexing::open(searching).await?;
        let ids = IdMaker::new(clock.clone());
        Ok(Arc::new(Node {
            leases: Leases::new(&store, &ids, Duration::from_secs(config.jobs.lease_s.into())),
            ids,
            world: World::new(store.clone(), &metrics),
            windows: Windows::new(clock.now(), others.as_ref().map(|others| others.id()), &metrics),
            roles: ArcSwap::from_pointee(roles),
            schemes: ArcSwap::from_pointee(schemes),
            tries: Tries::default(),
            hub: Hub::start(u16::try_from(cores).unwrap_or(1), &metrics),
            absences: Absences::default(),
            origin: Origin::default(),
            version_header: ArcSwap::from_pointee(version_header(&config)),
            config: ArcSwap::from_pointee(config),
            others,
            clock,
            store,
            indexing,
            metrics,
        }))
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
        match &self.others {
            None => self.hub.publish(Arc::new(event)),
            Some(others) => others.tell(self, event),
        }
    }

    /// Whether memory tells what is so now. Alone it always does.
    pub fn cache_is_valid(&self) -> bool {
        self.others.as_ref().is_none_or(|others| others.cache_is_valid())
    }

    /// Whether the user has a connection with a live socket, here or on another node.
    pub async fn is_connected(&self, user: UserId) -> bool {
        match &self.others {
            _ if self.hub.is_connected(user) => true,
            None => false,
            Some(others) => others.have_connected(user).await,
        }
    }

    /// A value that is made once; of nodes that start together, the first one's stays.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn kept(&self, name: &str, make: impl FnOnce() -> String) -> Result<String> {
        if let Some(value) = self.store.system(name).await? {
            return Ok(value);
        }
        let made = make();
        self.store.write(store::systems::save_new(name, &made)).await?;
        Ok(self.store.system(name).await?.unwrap_or(made))
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

    /// The post, unless it was deleted.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn live_post(&self, id: PostId) -> Result<Option<Post>> {
        Ok(self.store.post(id).await?.filter(|post| !post.is_deleted()))
    }
}

fn version_header(config: &Config) -> HeaderValue {
    let text = format!("{API_VERSION}.{API_VERSION}.{}.false", config.hash());
    HeaderValue::from_str(&text).expect("versions and hashes are ASCII")
}
