//! The bus between nodes: bytes for everyone, or for the nodes that take an interest in a team, a channel, a user.
//!
//! ```text
//!  server ── publish, subscribe, settle, ask ──▶ Bus ──▶ outbox ─┐                    ┌─▶ NATS, other nodes
//!                                                                ▼                    │
//!  server ◀── heard, lost, asked (Listener) ◀──────────────── runner ◀── protocol ──▶ link
//! ```
//!
//! Three promises, kept by [`protocol`] alone, which is a pure state machine and knows neither sockets nor time:
//!
//! - **Order.** What one node publishes is heard in its order.
//! - **No silent gap.** Whoever subscribes hears every message or is told [`Lost`].
//! - **Settled means gone.** After [`Bus::settle`] no node acts on memory from before what was published.
//!
//! The runner drives it on a [`link`]: NATS between processes, an [`Exchange`] within one. The simulation in
//! `protocol/simulation` drives it from a seed. What messages mean is the server's business; durability is the store's.
//! Decisions [0010](../../../docs/decisions/0010-bus.md) and [0026](../../../docs/decisions/0026-losses-by-order.md) argue the
//! protocol.

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
