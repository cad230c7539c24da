//! The protocol of the bus as a pure state machine: `step(now, input, outputs)`.
//!
//! It knows no sockets, tasks or clocks; the [runner](crate::runner) drives it on a link, the simulation from a seed.
//! What it holds is bounded by the nodes, by this node's subscriptions and by what is said between two heartbeats.
//!
//! | what may happen | how it is noticed | what follows |
//! |---|---|---|
//! | a message is lost | its number, or the count in the next heartbeat | `Lost`, at most one heartbeat later |
//! | a heartbeat is lost | the number of the next one | `Lost::Everything` |
//! | a node falls silent | [`GONE_MS`] without a word | `Lost::Everything`, `Gone` |
//! | this node loses its connection | the link says so | no lease, `Lost::Everything` when it is back |
//! | a node had to drop messages | it skips a number | `Lost::Everything` |
//! | a node stalls, or the network is slow | leases end | no lease until it answers; nothing is lost |

mod asks;
mod core;
mod incoming;
mod interest;
mod lease;
mod peer;
mod settle;
#[cfg(test)]
mod simulation;
mod speaker;
#[cfg(test)]
mod tests;

use base::Millis;
use bytes::Bytes;

pub(crate) use self::core::{Introduction, Protocol};
use crate::frame::Address;
use crate::listener::{Lost, NodeId, Why};
use crate::outcome::{AskError, Settled};
use crate::subject::Subject;

/// A heartbeat each so often: three of them fit into a lease, so that one may be late.
pub const BEAT_MS: u64 = 500;
/// The next heartbeat comes so soon after the last when another node waits for it: twenty a second at most, however
/// many clients come back at once.
const HURRY_MS: u64 = 50;
/// How long a proof of contact lasts. Within it a cut-off node may act on memory; no settled change is that recent.
pub const LEASE_MS: u64 = 1_500;
/// How long a silent node is waited for: its lease, and as much again as clocks may disagree and a task may be late.
pub const SILENCE_MS: u64 = 2_500;
/// A node not heard for so long is not waited for by who subscribes: of two heartbeats and as many answers none came.
const ABSENT_MS: u64 = 2 * BEAT_MS;
/// A node not heard for so long is gone. Not before others may rely on its silence.
pub const GONE_MS: u64 = SILENCE_MS;
/// After connecting, time in which every other node sends two heartbeats, so that none is overlooked.
pub const JOIN_MS: u64 = 1_000;
/// How long settling waits for this node to be part of the cluster again.
pub const SETTLE_MAX_MS: u64 = 10_000;
/// How old the knowledge of who lives may be, once the store gives it.
pub const MEMBERS_FRESH_MS: u64 = 3_000;
/// How long the store lists a node after it renewed its entry: by then that node knows that it may not trust its
/// memory, and a second remains for the clocks' rates. Nobody trusts its own while a node that died is listed, so no
/// longer.
pub const MEMBERS_LISTED_MS: u64 = MEMBERS_FRESH_MS + 1_000;
/// An entry renewed within this time did not end meanwhile, whatever the clocks' rates.
const MEMBERS_RENEWED_MS: u64 = MEMBERS_LISTED_MS - 1_000;
/// Without an echo for so long, the connection is taken for dead. Half the time in which a server with default
/// settings would notice a slow reader.
const LINK_DEAD_MS: u64 = 5_000;
/// When this task did not run for so long, silence of the others says nothing about them.
const STALL_MS: u64 = 1_000;
/// How far the wall's clock may go ahead of the other one between two steps.
const SUSPECT_JUMP_MS: i64 = 500;
/// Nodes at most. Each sends a heartbeat to each twice a second: 1,000 would be a million messages, and no cluster is
/// that large.
const NODES_MAX: usize = 1_000;
/// Nodes that said goodbye, remembered so that a late word does not bring them back.
const DEPARTED_MAX: usize = 256;

/// Names a call that waits.
pub(crate) type Ticket = u64;

/// A moment on both clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// Milliseconds on a clock that only goes forward.
    pub mono: u64,
    pub wall: Millis,
}

pub(crate) enum Input {
    /// The link carries, and knows nothing of earlier subscriptions.
    Up,
    Down,
    /// The probe came back, behind everything that was sent to this node before.
    Echo,
    Frame(Bytes),
    Publish {
        to: Subject,
        sheddable: bool,
        message: Bytes,
    },
    /// A message that matters could not be kept until it was sent.
    Dropped,
    Interest {
        subject: Subject,
        wanted: bool,
    },
    /// Tell when every interest is active: carried by the link, and no doubt left of any node what of it was lost.
    Wait(Ticket),
    Settle(Ticket),
    Ask {
        ticket: Ticket,
        node: NodeId,
        question: Bytes,
        until_ms: u64,
    },
    /// `None` for an answer that is too large.
    Answer {
        to: NodeId,
        id: u64,
        answer: Option<Bytes>,
    },
    Members {
        others: Vec<NodeId>,
        read_ms: u64,
    },
    Leave,
    /// At least every [`TICK_MS`](crate::runner::TICK_MS).
    Tick,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Output {
    Send {
        to: Address,
        head: Vec<u8>,
        body: Bytes,
    },
    Subscribe(Address),
    Unsubscribe(Address),
    Probe,
    /// The connection is dead, though it does not know.
    HangUp,
    Heard {
        from: NodeId,
        to: Subject,
        message: Bytes,
    },
    Asked {
        from: NodeId,
        id: u64,
        question: Bytes,
    },
    Lost(Lost, Why),
    Met(NodeId),
    Gone(NodeId),
    Joined,
    Active(Ticket),
    Settled(Ticket, Settled),
    Answered(Ticket, Result<Bytes, AskError>),
    Unreadable,
}
