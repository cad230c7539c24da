//! Leaving: how the sockets of a node that ends move on, so that no client begins anew.
//!
//! Sockets are closed a few at a time, while their connections stay and gather what is told. A client that comes back to
//! another node takes its connection along ([`cluster::resume`]), for which this node lives a little longer. Of a node
//! that is alone the connections are kept for its next start ([`super::kept`]).

use std::sync::Arc;
use std::time::Duration;

use delivery::connection::{Connection, Life};
use request::App;
use tokio::time::{Instant, sleep};

/// Sockets closed at a time, and the pause between: two thousand a second, since each comes back to ask for a connection.
const GROUP_LEN: usize = 20;
const GROUP_EVERY: Duration = Duration::from_millis(10);
/// How long the last of them are waited for. Clients come back after 3 to 5 s (facts, WebSocket §1).
const RETURN_MAX: Duration = Duration::from_secs(7);
/// How often it is looked who went.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// The longest that leaving takes; who has not gone by then begins anew.
pub const LEAVE_MAX: Duration = Duration::from_secs(20);

/// Closes all sockets. With other nodes it returns when these have taken over the connections, or when that takes too
/// long; alone, when the sockets are closed.
pub async fn leave(app: &App) {
    let until = Instant::now() + LEAVE_MAX;
    app.hub.leave();
    let alone = app.cluster.as_ref().is_none_or(|cluster| cluster.bus.nodes().is_empty());
    let parted = part(app, alone).await;
    if alone || parted.is_empty() {
        return;
    }
    let until = until.min(Instant::now() + RETURN_MAX);
    while is_waiting(&parted) && Instant::now() < until {
        sleep(LOOK_EVERY).await;
    }
    let left = parted.iter().filter(|connection| waits(connection)).count();
    tracing::info!(moved = parted.len() - left, left, "clients went to other nodes");
}

/// Closes the sockets, and answers whose they were.
async fn part(app: &App, at_once: bool) -> Vec<Arc<Connection>> {
    let mut parted = Vec::new();
    loop {
        let all = app.hub.connections();
        let attached: Vec<_> = all.into_iter().filter(|one| matches!(one.life(), Life::Attached(_))).collect();
        if attached.is_empty() {
            return parted;
        }
        // What began before the hub said that it leaves comes with the next look.
        for group in attached.chunks(GROUP_LEN) {
            let now = app.clock.now();
            parted.extend(group.iter().filter(|connection| connection.part(now)).cloned());
            if !at_once {
                sleep(GROUP_EVERY).await;
            }
        }
    }
}

fn is_waiting(parted: &[Arc<Connection>]) -> bool {
    parted.iter().any(|connection| waits(connection))
}

fn waits(connection: &Connection) -> bool {
    matches!(connection.life(), Life::Detached(_))
}
