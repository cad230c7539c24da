//! What the server hears from the bus: messages, questions, and where messages may be missing.

use base::ids;
use bytes::Bytes;
use futures_util::future::BoxFuture;

use crate::subject::Subject;

ids! {
    /// One run of one node. A node that starts again is another one, so that its numbers begin anew.
    NodeId;
}

/// What the bus calls, in order, from its one task. Nothing here may block: while it runs, nothing is heard.
pub trait Listener: Send + Sync + 'static {
    /// A message of another node. Those of one node come in the order in which it published them, across subjects.
    /// Once this returns, the message counts as applied: the publisher's [`settle`](crate::Bus::settle) may return.
    /// After connecting and until [`Why::Joined`] or [`Why::Reconnected`], one may come twice.
    fn heard(&self, from: NodeId, to: Subject, message: Bytes);

    /// Answers another node's [`ask`](crate::Bus::ask). The answer is computed beside the bus's task.
    fn asked(&self, from: NodeId, question: Bytes) -> BoxFuture<'static, Bytes>;

    /// Messages may be missing. Once this returns, what they would have changed must not be trusted any more: caches
    /// are forgotten here, and clients that may have missed something are made to start anew.
    fn lost(&self, what: Lost, why: Why);

    /// A node is there that was not.
    fn node_met(&self, node: NodeId);

    /// A node ended, or was not heard for too long. In the second case [`Listener::lost`] was called before.
    fn node_gone(&self, node: NodeId);
}

/// Which messages may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lost {
    /// Those on one subject.
    Subject(Subject),
    /// Any.
    Everything,
}

/// Why messages may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// Numbers of that node are missing: the network lost them, or the node had to drop them and says so.
    Gap(NodeId),
    /// That node was not heard for [`GONE_MS`](crate::GONE_MS): what it committed last may never have been told.
    Gone(NodeId),
    /// That node was there before it was heard: it was cut off, or this node was.
    Met(NodeId),
    /// This node lost its connection and has it again.
    Reconnected,
    /// This node is part of the cluster for the first time; what it remembers from before was not kept right.
    Joined,
}

impl Why {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Why::Gap(_) => "gap",
            Why::Gone(_) => "gone",
            Why::Met(_) => "met",
            Why::Reconnected => "reconnected",
            Why::Joined => "joined",
        }
    }
}
