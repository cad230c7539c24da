//! Leaving: how the sockets of a node that ends move on, so that no client begins anew.
//!
//! Sockets are closed a few at a time, while their connections stay and gather what is told. A client that comes back to
//! another node takes its connection along ([`cluster::resume`]), for which this node lives a little longer. Of a node
//! that is alone the connections are kept for its next start ([`super::saved_connections`]).

use std::sync::Arc;
use std::time::Duration;

use delivery::connection::{Connection, Life};
use request::App;
use tokio::time::{Instant, sleep};

/// Sockets closed at a time, since each comes back to ask for a connection.
const GROUP_LEN: usize = 20;
/// In which time they are closed, however many there are. The other nodes serve everybody else meanwhile: two processors
/// that served 20,000 users were at their limit with 500 moving clients a second.
const SPREAD: Duration = Duration::from_secs(25);
/// Few are not made to wait for that: a hundred a second are none too many.
const PAUSE_MAX: Duration = Duration::from_millis(200);
/// How long the last of them are waited for. Clients come back after 3 to 5 s (facts, WebSocket §1).
const RETURN_MAX: Duration = Duration::from_secs(7);
/// How often it is looked who went.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// The longest that leaving takes; who has not gone by then begins anew.
pub const LEAVE_MAX: Duration = Duration::from_secs(35);

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
        let pause = pause(attached.len());
        // What began before the hub said that it leaves comes with the next look.
        for group in attached.chunks(GROUP_LEN) {
            let now = app.clock.now();
            parted.extend(group.iter().filter(|connection| connection.part(now)).cloned());
            if !at_once {
                sleep(pause).await;
            }
        }
    }
}

/// The pause between two groups of so many sockets.
fn pause(sockets: usize) -> Duration {
    let groups = u32::try_from(sockets.div_ceil(GROUP_LEN)).unwrap_or(u32::MAX);
    (SPREAD / groups.max(1)).min(PAUSE_MAX)
}

fn is_waiting(parted: &[Arc<Connection>]) -> bool {
    parted.iter().any(|connection| waits(connection))
}

fn waits(connection: &Connection) -> bool {
    matches!(connection.life(), Life::Detached(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_leave_within_the_spread_and_few_of_them_sooner() {
        let takes = |sockets: usize| pause(sockets) * u32::try_from(sockets.div_ceil(GROUP_LEN)).expect("few groups");
        assert_eq!(takes(0), Duration::ZERO);
        assert_eq!(takes(100), Duration::from_secs(1));
        for sockets in [2_500, 2_501, 20_000, 1_000_000] {
            assert!(takes(sockets) <= SPREAD && takes(sockets) > SPREAD - Duration::from_millis(10), "{sockets}");
        }
    }
}
