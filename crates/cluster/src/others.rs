//! The cluster as the other nodes that a change and the node ask.

use std::sync::Arc;

use base::Id;
use base::ids::{ChannelId, UserId};
use delivery::hub::Event;
use node::Node;
use node::others::{Begun, Later, Others};
use store::Write;

use crate::cluster::Cluster;
use crate::commit::Commit;

/// [`Cluster`] behind the port of the node.
pub struct Port(pub Arc<Cluster>);

impl Others for Port {
    fn id(&self) -> Id {
        self.0.bus.node().0
    }

    fn begin<'a>(
        &'a self,
        node: &'a Node,
        channels: Vec<ChannelId>,
        writes: &'a mut Vec<Write>,
        counted: Vec<usize>,
    ) -> Later<'a, store::Result<Begun>> {
        Box::pin(async move {
            let commit = Commit::begin(&self.0, node, channels, writes, counted).await?;
            let settled = Box::pin(commit.settling());
            Ok(Begun { meaning: Box::new(commit), settled })
        })
    }

    fn stamp(&self, event: &mut Event) {
        self.0.stamp(event);
    }

    fn tell(&self, node: &Node, event: Event) {
        self.0.tell(node, event);
    }

    fn have_connected(&self, user: UserId) -> Later<'_, bool> {
        Box::pin(self.0.is_connected_elsewhere(user))
    }

    fn cache_is_valid(&self) -> bool {
        self.0.bus.cache_is_valid()
    }
}
