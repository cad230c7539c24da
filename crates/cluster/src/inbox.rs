//! The inbox of the bus: takes messages and questions of other nodes, and hands them to this node once it is assembled.

use std::sync::{Arc, OnceLock, Weak};
use std::time::Instant;

use bus::{Listener, Lost, NodeId, Subject, Why};
use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use node::Node;

use crate::cluster::Cluster;
use crate::message::Message;
use crate::records::{self, Batch};

/// The listener of the bus. It exists before the node, whose caches are empty at its start.
#[derive(Default)]
pub struct Inbox {
    ours: OnceLock<(Weak<Node>, Weak<Cluster>)>,
}

impl Inbox {
    /// Connects the inbox with the node. Messages from before are dropped.
    pub fn belong_to(&self, node: &Arc<Node>, cluster: &Arc<Cluster>) {
        self.ours.get_or_init(|| (Arc::downgrade(node), Arc::downgrade(cluster)));
    }

    fn ours(&self) -> Option<(Arc<Node>, Arc<Cluster>)> {
        let (node, cluster) = self.ours.get()?;
        node.upgrade().zip(cluster.upgrade())
    }
}

impl Listener for Inbox {
    fn heard(&self, from: NodeId, to: Subject, message: Bytes) {
        let Some((node, cluster)) = self.ours() else { return };
        if to == records::subject(cluster.bus.node()) {
            // A damaged batch is a gap in their numbers.
            return Batch::decode(message).into_iter().for_each(|batch| cluster.kept.take(from, batch, Instant::now()));
        }
        match Message::decode(message, &node.world.keyword_index.want_all()) {
            Some(message) => cluster.hear(&node, message),
            None => {
                tracing::error!(%from, ?to, "a message of another node cannot be read: it is treated as lost");
                cluster.lose(&node, Lost::Everything);
            }
        }
    }

    fn asked(&self, from: NodeId, question: Bytes) -> BoxFuture<'static, Bytes> {
        let ours = self.ours();
        async move {
            match ours {
                Some((node, cluster)) => crate::resume::answer(&node, &cluster, from, question).await,
                None => Bytes::new(),
            }
        }
        .boxed()
    }

    fn lost(&self, what: Lost, why: Why) {
        let Some((node, cluster)) = self.ours() else { return };
        match why {
            Why::Gone(gone) if cluster.log.has_rows_of(gone) => cluster.lose_of_gone(),
            _ => cluster.lose(&node, what),
        }
    }

    fn node_met(&self, node: NodeId) {
        tracing::info!(%node, "a node joined the cluster");
    }

    fn node_gone(&self, node: NodeId) {
        tracing::info!(%node, "a node left the cluster");
        if let Some((node, _)) = self.ours() {
            node.absences.suspect();
            // One of an older program did not tell what it changed of these.
            node.world.forget_member_counts();
        }
    }
}
