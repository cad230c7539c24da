//! A connection on its way to another node, or over a restart: what was sent to its client lately and what waits.

use std::collections::HashSet;
use std::sync::Arc;

use base::Millis;
use base::ids::ConnectionId;
use wire::sessions::Session;

use super::{Connection, Life, OpenViews, Resumed};
use crate::event::{Event, Stamp};

/// What a node keeps for a client, on its way to another.
#[derive(Debug, Default)]
pub struct Handed {
    pub next_seq: i64,
    pub open_views: OpenViews,
    /// The last ones sent that the client may lack, up to the one before `next_seq`.
    pub sent: Vec<Arc<Event>>,
    pub queue: Vec<Arc<Event>>,
    /// Events of which only this is known: they were served where the client was, and are not to come again.
    pub served: Arc<HashSet<Stamp>>,
}

/// Events that came with a connection from another node.
pub(super) struct Heard {
    pub stamps: HashSet<Stamp>,
    pub served: Arc<HashSet<Stamp>>,
    /// Events that are still compared; after so many none comes twice any more.
    pub left: usize,
}

impl Heard {
    pub fn has(&self, stamp: Stamp) -> bool {
        self.stamps.contains(&stamp) || self.served.contains(&stamp)
    }
}

/// Events offered to a connection that came from another node before repetitions are no longer looked for: what the
/// two nodes may both hear is on the bus for some milliseconds.
const COMPARED_LEN: usize = 1_024;

impl Connection {
    /// Gives up what is kept for a client that waits elsewhere, each event as this client is told it. The client has those
    /// before `expected`: of them only the stamps go along.
    pub fn hand_over(&self, expected: i64) -> Option<Handed> {
        let mut state = self.state.lock();
        if !matches!(state.life, Life::Detached(_)) {
            return None;
        }
        state.life = Life::Closed;
        let (sent, queue) = (std::mem::take(&mut state.sent), std::mem::take(&mut state.queue));
        let (next_seq, open_views) = (state.next_seq, state.open_views.clone());
        drop(state);
        let (known, unseen): (Vec<_>, Vec<_>) = sent.iter().partition(|(seq, _)| *seq < expected);
        let served = known.into_iter().map(|(_, event)| event.stamp).filter(|stamp| *stamp != Stamp::default());
        let served = Arc::new(served.collect());
        let sent = unseen.into_iter().map(|(_, event)| event.for_one(self)).collect();
        let queue = queue.iter().map(|event| event.for_one(self)).collect();
        Some(Handed { next_seq, open_views, sent, queue, served })
    }

    /// What is kept for a client that waits, shared with the connection: each event as all are told it, and of those
    /// that were sent the last `sent_len_max`.
    pub fn kept(&self, sent_len_max: usize) -> Option<Handed> {
        let state = self.state.lock();
        if !matches!(state.life, Life::Detached(_)) {
            return None;
        }
        let known = state.sent.len().saturating_sub(sent_len_max);
        let sent = state.sent.iter().skip(known).map(|(_, event)| event.clone()).collect();
        let (next_seq, open_views) = (state.next_seq, state.open_views.clone());
        Some(Handed {
            next_seq,
            open_views,
            sent,
            queue: state.queue.iter().cloned().collect(),
            served: Arc::default(),
        })
    }

    /// A connection that an earlier process kept, which waits for its client since `now`.
    pub fn restored(
        id: ConnectionId,
        session: Arc<Session>,
        posted_ack: bool,
        kept: Handed,
        now: Millis,
    ) -> Connection {
        let connection = Connection::new(id, session, posted_ack, 0);
        let first = kept.next_seq - i64::try_from(kept.sent.len()).unwrap_or(0);
        let mut state = connection.state.lock();
        state.sent = (first..).zip(kept.sent).collect();
        state.queue = kept.queue.into();
        (state.next_seq, state.open_views, state.life) = (kept.next_seq, kept.open_views, Life::Detached(now));
        drop(state);
        connection
    }

    /// Takes what another node kept for the client, ahead of what gathered here, and goes on where `expected` says.
    pub fn take_over(&self, handed: Handed, expected: i64) -> Resumed {
        let mut state = self.state.lock();
        let first = handed.next_seq - i64::try_from(handed.sent.len()).unwrap_or(0);
        if expected < first || expected > handed.next_seq || state.life == Life::Closed {
            state.life = Life::Closed;
            return Resumed::Lost;
        }
        let kept = handed.sent.iter().chain(&handed.queue).map(|event| event.stamp);
        let heard: HashSet<Stamp> = kept.collect();
        let gathered = std::mem::take(&mut state.queue);
        let known = usize::try_from(expected - first).unwrap_or(0);
        let mut sent = handed.sent;
        let unseen = sent.split_off(known);
        state.sent = (first..).zip(sent).collect();
        state.queue = unseen.into_iter().chain(handed.queue).collect();
        let heard = Heard { stamps: heard, served: handed.served, left: COMPARED_LEN };
        state.queue.extend(gathered.into_iter().filter(|event| !heard.has(event.stamp)));
        state.backlog = state.queue.len();
        (state.next_seq, state.open_views) = (expected, handed.open_views);
        state.heard = Some(Box::new(heard));
        state.is_arriving = false;
        self.record_anew(&state);
        drop(state);
        self.wake.notify_one();
        Resumed::Seamless
    }
}
