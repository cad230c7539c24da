//! What calls of the bus come back with.

use base::Millis;

use crate::listener::NodeId;

/// Largest message, question and answer. NATS takes 1 MiB unless told otherwise; the head is under 100 bytes.
pub const MESSAGE_BYTES_MAX: usize = 1_000_000;

/// What is known after [`Bus::settle`](crate::Bus::settle).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "whoever claims that a right is gone must know that it is"]
pub enum Settled {
    /// Every node has applied it, or does not trust its memory.
    Everywhere,
    /// This node is cut off, and some other may still trust what it remembers.
    Unproven,
}

/// Why a question has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    #[error("that node is not there")]
    Gone,
    #[error("no answer in time")]
    TimedOut,
    #[error("more than {MESSAGE_BYTES_MAX} bytes")]
    TooLarge,
    #[error("too many questions at once")]
    Busy,
}

/// Another node, as this one sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeSeen {
    pub id: NodeId,
    pub name: String,
    pub about: String,
    /// When it started, by its clock.
    pub since: Millis,
    pub last_heard_ms_ago: u64,
}
