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
/// What a commit means to this node and to the others. Runs on the writer, in the order of this node's commits.
pub trait Meaning: Send {
    /// Takes what follows, before the commit, and appends what the others have to know of it. Called again when the
    /// change is tried again; then the last call counts.
    fn take(&mut self, node: &Node, outcome: &Outcome, consequences: Vec<Consequence>, log: &mut Vec<u8>);

    /// Lets what was taken happen, here and elsewhere: it is durable.
    fn happen(self: Box<Self>, node: &Node);
}

/// A commit that other nodes are to know of.
pub struct Begun {
    pub meaning: Box<dyn Meaning>,
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

    /// Marks an event so that a client that changes nodes does not hear it twice.
    fn stamp(&self, event: &mut Event);

    /// Tells of what is not stored, here and elsewhere. Nothing waits for it.
    fn tell(&self, node: &Node, event: Event);

    /// Whether the user has a socket on another node; one that does not answer has none.
    fn have_connected(&self, user: UserId) -> Later<'_, bool>;

    /// Whether all that the others changed is known here.
    fn cache_is_valid(&self) -> bool;
}
