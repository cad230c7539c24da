//! The port to the other nodes of a cluster: what a change, and whoever tells something, asks of them. The crate
//! `cluster` plugs in here; a node that is alone has nothing behind it.

use std::pin::Pin;

use base::ids::{ChannelId, UserId};
use delivery::hub::Event;
use store::{Outcome, Write};

use crate::consequence::Consequence;
use crate::node::Node;

/// What is answered later.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
/// Lets consequences happen, here and elsewhere. Runs on the writer, in the order of this node's commits.
pub type Follow = Box<dyn FnOnce(&Node, &Outcome, Vec<Consequence>) + Send>;

/// A commit that other nodes are to know of.
pub struct Begun {
    pub follow: Follow,
    /// Returns when the commit is known where it must be. Asked once it is durable.
    pub settled: Later<'static, store::Result<()>>,
}

/// The other nodes.
pub trait Others: Send + Sync {
    /// This node's name among them.
    fn id(&self) -> base::Id;

    /// Adds to the writes what counts these channels, besides those that the writes at `counted` return.
    ///
    /// # Errors
    /// When the store does not answer.
    fn begin<'a>(
        &'a self,
        node: &'a Node,
        channels: Vec<ChannelId>,
        writes: &'a mut Vec<Write>,
        counted: Vec<usize>,
    ) -> Later<'a, store::Result<Begun>>;

    /// Tells of what is not stored, here and elsewhere. Nothing waits for it.
    fn tell(&self, node: &Node, event: Event);

    /// Whether the user has a socket on another node; one that does not answer has none.
    fn have_connected(&self, user: UserId) -> Later<'_, bool>;

    /// Whether all that the others changed is known here.
    fn may_trust_memory(&self) -> bool;
}
