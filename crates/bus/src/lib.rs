//! Messages between nodes: to all nodes, or to those that subscribe to a team, a channel or a user.
//!
//! ```text
//!  server ── publish, subscribe, settle, ask ──▶ Bus ──▶ outbox ─┐                    ┌─▶ NATS, other nodes
//!                                                                ▼                    │
//!  server ◀── heard, lost, asked (Listener) ◀──────────────── runner ◀── protocol ──▶ link
//! ```
//!
//! [`protocol`] is a pure state machine without sockets or time. It alone guarantees three properties:
//!
//! - **Order.** Every node hears the messages of one node in the order of their publication.
//! - **No silent gap.** A subscriber hears every message, or is told [`Lost`].
//! - **Settled means gone.** After [`Bus::settle`] no node uses a cache entry from before the published message.
//!
//! The runner drives the protocol on a [`link`]: NATS between processes, an [`Exchange`] within one process. The
//! simulation in `protocol/simulation` drives it from a seed. The server defines what messages mean; the store keeps
//! them durable. Decisions [0010](../../../docs/decisions/0010-bus.md) and
//! [0026](../../../docs/decisions/0026-losses-by-order.md) explain the protocol.

mod bus;
mod exchange;
mod frame;
#[doc(hidden)]
pub mod fuzzed;
mod link;
mod listener;
mod nats;
mod outbox;
mod outcome;
mod protocol;
mod runner;
mod shared;
mod subject;

pub use bus::{Bus, Options};
pub use exchange::Exchange;
pub use listener::{Listener, Lost, NodeId, Why};
pub use nats::AddressError;
pub use outbox::Sheddable;
pub use outcome::{AskError, NodeSeen, Settled};
pub use protocol::{
    BEAT_MS, GONE_MS, JOIN_MS, LEASE_MS, MEMBERS_FRESH_MS, MEMBERS_LISTED_MS, SETTLE_MAX_MS, SILENCE_MS,
};
pub use runner::Running;
pub use subject::Subject;
