//! A connection: a bounded queue of events for one client, which survives its socket for a while.
//!
//! Events wait as shared references (16 bytes each), are numbered when they are written, and the
//! last ones written stay in a ring, so that a client that comes back says which number it
//! expects and misses nothing. An idle connection owns no buffer: its queues start empty.

mod handover;

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use base::ids::{ChannelId, ConnectionId, UserId};
use base::{Id, Millis};
use bytes::Bytes;
use parking_lot::Mutex;
use sha2::{Digest, Sha256};
use tokio::sync::Notify;
use wire::sessions::Session;

pub use self::handover::Handed;
use self::handover::Heard;
use crate::event::Event;
use crate::records::{Place, Records};

/// Events that wait for a client (facts: the reference's queue). A client slower than that is disconnected.
pub const QUEUE_LEN_MAX: usize = 256;
/// Events that wait for a client without a socket, which is about to come back: three seconds of the busiest. They fit into
/// a message of the bus.
pub const AWAY_LEN_MAX: usize = 1_024;
/// From here on events that are soon out of date are dropped for this client.
pub const QUEUE_LEN_BUSY: usize = QUEUE_LEN_MAX / 2;
/// Events kept after they were written, for clients that come back.
pub const SENT_LEN_MAX: usize = 128;

/// What stands for a connection in events that other people read. Its id would let them name it in requests of their own
/// and so keep events from it. Empty for no id.
pub fn mark(id: &str) -> String {
    let hash: [u8; 32] = Sha256::digest(id.as_bytes()).into();
    let half = hash.first_chunk::<16>().filter(|_| !id.is_empty());
    half.map_or_else(String::new, |half| Id(*half).to_string())
}

/// One client's side of the conversation.
pub struct Connection {
    pub id: ConnectionId,
    pub user: UserId,
    /// The client says which posts it has shown, so it wants to know which to show.
    pub posted_ack: bool,
    pub wake: Notify,
    /// Where it is told what is queued for it, since it is in the hub.
    place: OnceLock<Place>,
    state: Mutex<State>,
}

struct State {
    session: Arc<Session>,
    /// What another node handed over may come again from the bus; mostly nothing.
    heard: Option<Box<Heard>>,
    queue: VecDeque<Arc<Event>>,
    sent: VecDeque<(i64, Arc<Event>)>,
    next_seq: i64,
    /// Events that waited when the client came back and were not written since: they do not make it slow.
    backlog: usize,
    life: Life,
    /// Of one that is closed: how long after that the client is told to begin anew, if it is to.
    anew_after_ms: Option<u32>,
    open_views: OpenViews,
    /// Its turn to be told what may wait is to come.
    is_patient: bool,
    /// Events gather, and what another node kept for the client is to come: until then no event has its number, so
    /// nothing is recorded.
    is_arriving: bool,
}

/// When the client is told what is queued for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    Now,
    /// With the next event, or when its turn comes.
    InTurn,
}

/// Where a connection is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Life {
    /// A socket writes what is queued. The number tells sockets apart.
    Attached(u64),
    /// The socket is gone since then; events still gather.
    Detached(Millis),
    /// The session ended, or the client was too slow: to be forgotten.
    Closed,
}

/// The views that a client reports as open. `None` means that it never reported, and so gets everything.
#[derive(Debug, Clone, Default)]
pub struct OpenViews {
    pub channel: Option<ChannelId>,
    pub thread_channel: Option<ChannelId>,
    pub threads_channel: Option<ChannelId>,
}

/// How a returning client goes on.
#[derive(Debug, PartialEq, Eq)]
pub enum Resumed {
    /// Everything it misses is queued; numbers go on.
    Seamless,
    /// Something is lost: it starts anew.
    Lost,
}

impl Connection {
    pub fn new(id: ConnectionId, session: Arc<Session>, posted_ack: bool, socket: u64) -> Connection {
        let user = session.user_id;
        let state = State {
            session,
            heard: None,
            queue: VecDeque::new(),
            sent: VecDeque::new(),
            next_seq: 0,
            backlog: 0,
            life: Life::Attached(socket),
            anew_after_ms: None,
            open_views: OpenViews::default(),
            is_patient: false,
            is_arriving: false,
        };
        let (wake, place, state) = (Notify::new(), OnceLock::new(), Mutex::new(state));
        Connection { id, user, posted_ack, wake, place, state }
    }

    /// A connection that another node served, for [`Connection::take_over`].
    pub fn arriving(id: ConnectionId, session: Arc<Session>, posted_ack: bool, socket: u64) -> Connection {
        let connection = Connection::new(id, session, posted_ack, socket);
        connection.state.lock().is_arriving = true;
        connection
    }

    pub fn session(&self) -> Arc<Session> {
        self.state.lock().session.clone()
    }

    pub fn life(&self) -> Life {
        self.state.lock().life
    }

    pub fn change_open_views(&self, change: impl FnOnce(&mut OpenViews)) {
        change(&mut self.state.lock().open_views);
    }

    /// Queues an event, or drops it, or gives the connection up: the policy for slow clients.
    pub fn offer(&self, event: &Arc<Event>, told: Told) -> Offered {
        let mut state = self.state.lock();
        if state.life == Life::Closed || !state.wants(event) || state.has_heard(event) {
            return Offered::NotWanted;
        }
        if state.queue.len() >= QUEUE_LEN_BUSY && event.encoded.name.is_droppable() {
            return Offered::Dropped;
        }
        if state.queue.len() >= state.len_max() {
            state.life = Life::Closed;
            state.queue = VecDeque::new();
            state.sent = VecDeque::new();
            drop(state);
            self.wake.notify_one();
            return Offered::TooSlow;
        }
        state.queue.push_back(event.clone());
        if let Some(place) = self.recorded(&state) {
            place.queued();
        }
        if told == Told::InTurn {
            let has_turn = std::mem::replace(&mut state.is_patient, true);
            return if has_turn { Offered::Queued } else { Offered::WantsTurn };
        }
        drop(state);
        self.wake.notify_one();
        Offered::Queued
    }

    /// Its turn has come: what waits is told.
    pub fn take_turn(&self) {
        let mut state = self.state.lock();
        state.is_patient = false;
        if !state.queue.is_empty() {
            drop(state);
            self.wake.notify_one();
        }
    }

    /// The user left a channel: what waits of it is not written, and what was written of it is not written again. A client
    /// that comes back and missed some of that begins anew.
    pub fn forget_channel(&self, channel: ChannelId) {
        let is_of = |event: &Event| {
            let to = &event.encoded.broadcast;
            to.channel_id == channel && to.user_id.is_none()
        };
        let mut state = self.state.lock();
        let waited = state.queue.len();
        state.queue.retain(|event| !is_of(event));
        if state.queue.len() < waited {
            self.record_anew(&state);
        }
        if let Some(last) = state.sent.iter().rposition(|(_, event)| is_of(event)) {
            state.sent.drain(..=last);
        }
    }

    /// The next frame to write, numbered and remembered. `None` when none waits or another socket took over.
    pub fn next_frame(&self, socket: u64) -> Option<Bytes> {
        let mut state = self.state.lock();
        if state.life != Life::Attached(socket) {
            return None;
        }
        let event = state.queue.pop_front()?;
        if state.queue.is_empty() && state.queue.capacity() > 16 {
            state.queue = VecDeque::new();
        }
        state.backlog = state.backlog.saturating_sub(1);
        let seq = state.next_seq;
        state.next_seq += 1;
        if state.sent.len() == SENT_LEN_MAX {
            state.sent.pop_front();
        }
        state.sent.push_back((seq, event.clone()));
        drop(state);
        Some(event.frame(self, seq))
    }

    /// The socket is gone; the connection waits for its client.
    pub fn detach(&self, socket: u64, now: Millis) {
        let mut state = self.state.lock();
        if state.life == Life::Attached(socket) {
            state.life = Life::Detached(now);
        }
    }

    /// The node ends: its socket is closed, and what comes waits for the client, who comes back. False when it had none.
    pub fn part(&self, now: Millis) -> bool {
        let mut state = self.state.lock();
        let Life::Attached(_) = state.life else { return false };
        state.life = Life::Detached(now);
        drop(state);
        self.wake.notify_one();
        true
    }

    pub fn close(&self) {
        self.state.lock().life = Life::Closed;
        self.wake.notify_one();
    }

    /// From here on nothing reaches the client, who is told some time later, to begin anew.
    pub fn restart(&self, after: Duration) {
        let mut state = self.state.lock();
        state.life = Life::Closed;
        state.anew_after_ms = Some(u32::try_from(after.as_millis()).unwrap_or(u32::MAX));
        drop(state);
        self.end_records();
        self.wake.notify_one();
    }

    /// How long after the end the client is told to begin anew; nothing when it ended in another way.
    pub fn restarts_after(&self) -> Option<Duration> {
        self.state.lock().anew_after_ms.map(|after_ms| Duration::from_millis(after_ms.into()))
    }

    /// From here on what is queued is recorded there.
    pub(crate) fn record_in(&self, records: &Arc<Records>) {
        let state = self.state.lock();
        self.place.get_or_init(|| Place::new(records));
        self.record_anew(&state);
    }

    /// Where it is recorded what is queued.
    fn recorded(&self, state: &State) -> Option<&Place> {
        self.place.get().filter(|_| !state.is_arriving)
    }

    fn record_anew(&self, state: &State) {
        if let Some(place) = self.recorded(state) {
            let waiting = i64::try_from(state.queue.len()).unwrap_or(i64::MAX);
            place.stands(self.id, self.user, state.next_seq + waiting);
        }
    }

    /// Nothing more is queued.
    pub(crate) fn end_records(&self) {
        if let Some(place) = self.place.get() {
            place.ended();
        }
    }

    /// A client comes back on a new socket and expects `expected` next.
    pub fn resume(&self, session: Arc<Session>, socket: u64, expected: i64) -> Resumed {
        let mut state = self.state.lock();
        if !matches!(state.life, Life::Detached(_)) {
            return Resumed::Lost;
        }
        let oldest = state.sent.front().map_or(state.next_seq, |(seq, _)| *seq);
        if expected < oldest || expected > state.next_seq {
            state.life = Life::Closed;
            return Resumed::Lost;
        }
        // What the client did not receive goes back to the front of the queue and is numbered as before.
        while state.next_seq > expected {
            let (seq, event) = state.sent.pop_back().expect("the ring reaches back to the expected number");
            state.queue.push_front(event);
            state.next_seq = seq;
        }
        state.session = session;
        state.backlog = state.queue.len();
        state.life = Life::Attached(socket);
        drop(state);
        self.wake.notify_one();
        Resumed::Seamless
    }
}

/// What became of an event that was offered.
#[derive(Debug, PartialEq, Eq)]
pub enum Offered {
    Queued,
    /// Queued, and the client is to get a turn: it has none yet.
    WantsTurn,
    /// The client looks elsewhere.
    NotWanted,
    /// The client is slow and can do without this one.
    Dropped,
    /// The client is too slow for what it cannot do without: the connection is closed.
    TooSlow,
}

impl State {
    /// Events that may wait now.
    fn len_max(&self) -> usize {
        match self.life {
            Life::Detached(_) => AWAY_LEN_MAX,
            Life::Attached(_) | Life::Closed => QUEUE_LEN_MAX + self.backlog,
        }
    }

    /// True for what came already with the connection from another node.
    fn has_heard(&mut self, event: &Event) -> bool {
        let Some(heard) = &mut self.heard else { return false };
        let again = heard.has(event.stamp);
        heard.left -= 1;
        if heard.left == 0 {
            self.heard = None;
        }
        again
    }

    /// False for events about what a client that told us where it looks does not show.
    fn wants(&self, event: &Event) -> bool {
        let channel = event.encoded.broadcast.channel_id;
        if !event.encoded.name.is_for_viewers() || channel.is_none() {
            return true;
        }
        let OpenViews { channel: Some(shown), thread_channel: Some(thread), threads_channel: Some(threads) } =
            &self.open_views
        else {
            return true;
        };
        *shown == channel || *thread == channel || *threads == channel
    }
}
