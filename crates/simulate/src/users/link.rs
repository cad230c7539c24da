//! A user's conversation with the server, which outlives its sockets: whether it goes on or begins anew.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use serde::Deserialize;

use super::catch_up::catch_up;
use super::events::react;
use super::session::Session;
use crate::net::Failure;
use crate::results::noticed::Noticed;

/// One conversation with the server, over one socket or several.
#[derive(Default)]
pub struct Link {
    pub connection_id: String,
    pub next_seq: i64,
    /// Since when it has gone without a gap.
    since_us: u64,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct HelloData<'a> {
    #[serde(borrow)]
    connection_id: Cow<'a, str>,
}

/// The server says which connection this is.
pub fn greet(session: &Arc<Session>, link: &mut Link, data: &str) {
    let hello: HelloData = serde_json::from_str(data).unwrap_or_default();
    if hello.connection_id == link.connection_id {
        return;
    }
    let had_one = !link.connection_id.is_empty();
    link.connection_id = hello.connection_id.into_owned();
    link.next_seq = 0;
    link.since_us = session.lab.now_us();
    session.connected_us.store(link.since_us.max(1), Relaxed);
    if had_one {
        session.lab.meter.sockets.renewed.fetch_add(1, Relaxed);
        session.lab.ledger.begin_anew(session.slot, link.since_us);
        session.note(Noticed { new_ids: 1, ..Noticed::default() });
        react(session, |session| async move { refetch(&session).await });
    } else {
        session.lab.ledger.come_back(session.slot);
    }
}

/// The first event after a break that fits: nothing was missed.
pub fn resume(session: &Session, link: &mut Link) {
    if link.since_us != 0 {
        session.lab.meter.sockets.resumed.fetch_add(1, Relaxed);
        session.note(Noticed { resumed: 1, ..Noticed::default() });
    }
    session.lab.ledger.come_back(session.slot);
    session.connected_us.store(link.since_us.max(1), Relaxed);
}

/// A client that begins anew asks for all it shows. The reference tool's does not; where nothing breaks, neither does this.
async fn refetch(session: &Session) -> Result<(), Failure> {
    let mut asked = 0;
    let fetched = catch_up(session, &mut asked).await;
    session.note(Noticed { refetches: 1, refetched: asked, ..Noticed::default() });
    fetched
}

#[cfg(test)]
#[path = "link_tests.rs"]
mod tests;
