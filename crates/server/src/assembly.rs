//! The start: an application from its parts, and the tasks that go on beside requests.

use std::path::PathBuf;
use std::sync::Arc;

use auth::{Hasher, Keyring};
use base::{Clock, Id};
use cluster::{Cluster, Inbox, Join, Port};
use config::Config;
use conversation::interactive::Key;
use conversation::posts::heard::Heard;
use conversation::posts::pending::Pending;
use files::FileStore;
use futures_util::future::BoxFuture;
use identity::attempt::Seal;
use identity::directory::Directory;
use identity::ldap::sign_in::{self, Gate};
use identity::ldap::sync;
use integration::webhooks::triggers;
use metrics::Metrics;
use node::Node;
use node::error::{ApiError, Result};
use node::others::Others;
use notification::client_settings::Lasting;
use notification::notify::mail::Letters;
use notification::notify::push::Pushes;
use notification::phones::Phones;
use notification::web_push::WebPush;
use organisation::teams::invites::Quota;
use outward::mail::Mailer;
use outward::outbound::Outbound;
use people::activity::Activity;
use people::sessions::outer::Outer;
use people::statistics::Figures;
use request::rate::Limiter;
use request::secrets::Secrets;
use request::states::States;
use request::web::WebClient;
use request::{App, app};
use store::Store;
use transfer::jobs::KINDS;
use transfer::runner;
use transfer::runner::Jobs;

use crate::gauges;
use crate::routes::find::Routes;

/// What a server is put together from.
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

/// Puts the application together and starts its tasks. In a box, so that it is compiled here.
///
/// # Errors
/// When the store does not answer or the search index cannot be opened.
pub fn start(parts: Parts) -> BoxFuture<'static, Result<Arc<App>>> {
    Box::pin(started(parts))
}

async fn started(parts: Parts) -> Result<Arc<App>> {
    let Parts { clock, config, store, files, search_folder, metrics, hasher, secrets, web, join } = parts;
    let keyring = secrets.clone();
    let secrets = Secrets::start(&store, secrets, &config.secrets).await?;
    let inbox = Arc::<Inbox>::default();
    let cluster = join.map(|join| joined(join, &inbox, store.writer(), &metrics)).transpose()?;
    let others = cluster.as_ref().map(|cluster| Arc::new(Port(cluster.clone())) as Arc<dyn Others>);
    let node = Node::open(node::Parts { clock, config, store, search_folder, metrics, others }).await?;
    node::settings::seal_with(&node, keyring);
    let states = states(&node, &secrets, web).await?;
    let app = Arc::new(App::new(app::Parts { node, cluster, files, hasher, secrets }, states));
    gauges::start(&app);
    if let Some(cluster) = &app.cluster {
        inbox.belong_to(&app.node, cluster);
        cluster::start(cluster, &app.node).await;
    }
    app.world.refresh_keyword_index().await?;
    runner::start(&app);
    node::feeding::start(&app.node);
    Ok(app)
}

/// What each floor keeps for itself.
async fn states(node: &Node, secrets: &Secrets, web: WebClient) -> Result<States> {
    let config = node.config().clone();
    Ok(States::default()
        .with(Routes::new())
        .with(Limiter::new())
        .with(web)
        .with(Mailer::default())
        .with(Outbound::new(&node.metrics))
        .with(Activity::default())
        .with(Lasting::default())
        .with(Figures::default())
        .with(Quota::default())
        .with(Pending::default())
        .with(Heard(|app, author, channel, post| Box::pin(triggers::triggered(app, author, channel, post))))
        .with(Letters::default())
        .with(Pushes::default())
        .with(WebPush::load(&node.store, secrets, &config).await?)
        .with(Phones::new(&config))
        .with(Key::load(&node.store, secrets).await?)
        .with(Directory::default())
        .with(Gate::default())
        .with(Outer { check: sign_in::check, outage: sign_in::outage })
        .with(Seal::load(&node.store, secrets).await?)
        .with(Arc::new(Jobs::new(&[KINDS, sync::KINDS]))))
}

fn joined(join: Join, inbox: &Arc<Inbox>, name: Option<Id>, metrics: &Arc<Metrics>) -> Result<Arc<Cluster>> {
    let joined = join(inbox.clone(), name);
    let (bus, running) = joined.map_err(|why| ApiError::internal("app.cluster.join.app_error", why))?;
    base::tasks::spawn("bus", running.run());
    Ok(Arc::new(Cluster::new(bus, metrics)))
}
