//! Runs the server as one of several nodes that share a database and talk over a bus.
//!
//! ```text
//!  change ── commit ──▶ follow ──┬─▶ this node: caches, gate ─▶ hub
//!                                └─▶ bus ─▶ the other nodes: inbox ─▶ hear ─▶ caches, gate ─▶ hub
//! ```
//!
//! - [`commit`] routes what follows a commit. Invalidations of caches and rights go to every node. A channel's changes
//!   go to the nodes that subscribe to it ([`interest`]), a user's to the nodes where the user is connected.
//! - [`gate`] delivers a channel's changes in the same order on every node.
//! - [`Cluster::settle`] is a write barrier: a change that other nodes must know of is answered when they do. Activity
//!   of users is sent with its time, and no caller waits for it.
//! - [`cache_validity`] disables the caches while the lease from the bus has expired, and while the database lists a node
//!   that this one does not hear (`members`).
//! - `event_log` finds the events that the bus lost in the log that each commit keeps; `log_replay` applies them.
//! - [`resume`] hands a client's connection to the node that the client comes back to.
//! - [`records`] keeps a copy of what a client was sent at a second node. When the first node dies, `client_failover`
//!   resumes the client from that copy and the event log.

mod aftermath;
pub mod cache_validity;
mod client_failover;
mod cluster;
pub mod commit;
mod event_log;
pub mod gate;
mod inbox;
pub mod interest;
mod keeper;
mod log_replay;
mod members;
pub mod message;
mod others;
pub mod records;
pub mod resume;

use std::sync::Arc;
use std::time::Duration;

use base::Id;
use bus::{Bus, Running};
use node::Node;

use crate::cluster::ACTIVITY;

pub use cluster::Cluster;
pub use inbox::Inbox;
pub use others::Port;

/// Joins the bus. It takes the inbox and the name under which this node's store logs, and returns the bus and its task.
pub type Join = Box<dyn FnOnce(Arc<Inbox>, Option<Id>) -> Result<(Bus, Running), String> + Send>;

/// How long the start waits for the other nodes. Without them the node serves, but slower and without sockets.
const JOIN_WAIT: Duration = Duration::from_secs(10);
/// The interval at which gates and cache validity are checked: a fraction of what they wait.
const LOOK_EVERY: Duration = Duration::from_millis(40);

/// Begins to take part, once the node is there.
pub async fn start(cluster: &Arc<Cluster>, node: &Arc<Node>) {
    let (looked, weak) = (cluster.clone(), Arc::downgrade(node));
    node.hub.watch(Arc::new(interest::Watching { cluster: cluster.clone(), node: weak.clone() }));
    base::tasks::spawn("cluster-look", async move {
        let mut ticks = tokio::time::interval(LOOK_EVERY);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let Some(node) = weak.upgrade() else { return };
            looked.pass(&node, |gates, now, out| gates.expire(now, out));
            looked.look(&node);
            looked.forget_hand_overs(&node);
        }
    });
    cluster.watch_members(node);
    cluster.follow_logs(node);
    cluster.bus.subscribe(ACTIVITY);
    cluster.bus.subscribe(records::subject(cluster.bus.node()));
    cluster.send_records(node);
    if !cluster.bus.joined(JOIN_WAIT).await {
        tracing::warn!(
            "the bus does not answer: this node serves requests from the database alone and refuses WebSocket \
             connections until it does. Is the address in cluster.bus_url right, and NATS running?"
        );
    }
}
