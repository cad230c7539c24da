//! What this node hears on the bus, handed on to the application once that is there.

use std::sync::{Arc, OnceLock, Weak};

use bus::{Listener, Lost, NodeId, Subject, Why};
use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use super::Cluster;
use super::message::Message;
use crate::app::App;

/// The listener of the bus. It is made before the application, which begins with nothing in memory.
#[derive(Default)]
pub struct Ears {
    app: OnceLock<Weak<App>>,
}

impl Ears {
    /// From here on the application hears.
    pub fn belong_to(&self, app: &Arc<App>) {
        self.app.get_or_init(|| Arc::downgrade(app));
    }

    fn app(&self) -> Option<(Arc<App>, Arc<Cluster>)> {
        let app = self.app.get()?.upgrade()?;
        let cluster = app.cluster.clone()?;
        Some((app, cluster))
    }
}

impl Listener for Ears {
    fn heard(&self, from: NodeId, to: Subject, message: Bytes) {
        let Some((app, cluster)) = self.app() else { return };
        match Message::decode(message, &app.world.listeners.want_all()) {
            Some(message) => cluster.hear(&app, message),
            None => {
                tracing::error!(%from, ?to, "a message of another node cannot be read: it is treated as lost");
                cluster.lose(&app, Lost::Everything);
            }
        }
    }

    fn asked(&self, _from: NodeId, question: Bytes) -> BoxFuture<'static, Bytes> {
        let app = self.app();
        async move {
            match app {
                Some((app, _)) => super::resume::answer(&app, question).await,
                None => Bytes::new(),
            }
        }
        .boxed()
    }

    fn lost(&self, what: Lost, why: Why) {
        let Some((app, cluster)) = self.app() else { return };
        tracing::warn!(?what, ?why, "messages of other nodes may be missing: clients begin anew");
        cluster.lose(&app, what);
    }

    fn node_met(&self, node: NodeId) {
        tracing::info!(%node, "a node joined the cluster");
    }

    fn node_gone(&self, node: NodeId) {
        tracing::info!(%node, "a node left the cluster");
        if let Some((app, _)) = self.app() {
            app.absences.suspect();
            // One of an older program did not tell what it changed of these.
            app.world.forget_member_counts();
        }
    }
}
