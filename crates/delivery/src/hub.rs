//! The hub: who is connected, who belongs where, and which connections an event is for.
//!
//! Users are spread over shards by their id. A shard takes events in the order they were
//! committed, from an inbox that the store's writer fills without ever waiting, and offers each
//! to the connections of its users. An event is encoded once; a connection that receives it holds
//! a reference. Offering costs some 100 ns a connection.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use base::Millis;
use base::ids::{ChannelId, ConnectionId, SessionId, TeamId, UserId};
use memory::Memberships;
use metrics::Metrics;
use permissions::applications;
use tokio::sync::oneshot;

use crate::connection::{Connection, Handed, Resumed};
pub use crate::event::{About, Event, Personal, Private, Readers, Stamp, Within};
use crate::people::Item;
use crate::records::Recorder;
use crate::shard::Shard;
pub use crate::visibility::{RANKING, Rank};

/// How long a connection waits for its client to come back.
pub const DETACHED_MS_MAX: Millis = 5 * 60 * 1000;

/// When those who have to begin anew are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// The node ends.
    AtOnce,
    /// One after the other, because they all come back.
    InTurn,
}

/// Whether a user is in a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Belongs {
    Yes,
    No,
}

/// Where somebody here is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    User(UserId),
    Channel(ChannelId),
}

/// The first one came to a place in a shard, or the last one went.
#[derive(Debug, Clone, Copy)]
pub enum Moved {
    /// With the number of the channel's change that let somebody in; 0 when the memberships were loaded.
    Came(Place, i64),
    Went(Place),
}

/// Who is told of comings and goings.
pub trait Watcher: Send + Sync {
    /// Called in the order in which a shard moves, under its lock: nothing of the hub may be asked from here, but what
    /// goes into an inbox may.
    fn moved(&self, moved: Vec<Moved>);
}

/// Who listens to the hub.
#[derive(Default)]
pub(crate) struct Ports {
    pub watcher: OnceLock<Arc<dyn Watcher>>,
    pub recorder: OnceLock<Arc<dyn Recorder>>,
}

/// All connections of this node.
pub struct Hub {
    shards: Vec<Arc<Shard>>,
    ports: Arc<Ports>,
    sockets: AtomicU64,
    is_leaving: AtomicBool,
    metrics: Arc<Metrics>,
}

impl Hub {
    /// Starts the shards' tasks.
    pub fn start(shards: u16, metrics: &Arc<Metrics>) -> Hub {
        let ports = Arc::<Ports>::default();
        let start = |number| Shard::start(number, metrics.clone(), ports.clone());
        let shards = (0..shards.max(1)).map(start).collect();
        Hub { shards, ports, sockets: AtomicU64::new(1), is_leaving: AtomicBool::new(false), metrics: metrics.clone() }
    }

    /// From here on a watcher is told who comes and goes.
    pub fn watch(&self, watcher: Arc<dyn Watcher>) {
        self.ports.watcher.get_or_init(|| watcher);
    }

    /// From here on it is recorded which connection is told what, all that are there among them. The recorder is the one
    /// that was handed in first.
    pub fn begin_records(&self, recorder: Arc<dyn Recorder>) {
        self.ports.recorder.get_or_init(|| recorder);
        for shard in &self.shards {
            shard.begin_records();
        }
        self.flush_records();
    }

    /// Hands on what was recorded until now.
    pub fn flush_records(&self) {
        for shard in &self.shards {
            shard.flush_records();
        }
    }

    pub fn end_records(&self) {
        for shard in &self.shards {
            shard.end_records();
        }
    }

    /// Takes an event; never waits.
    pub fn publish(&self, event: Arc<Event>) {
        self.metrics.realtime.events.inc((event.encoded.name.as_str(),));
        let (user, announced) = (event.encoded.broadcast.user_id, Instant::now());
        if user.is_some() {
            self.shard(user).put(Item::Event(event, announced));
            return;
        }
        for shard in &self.shards {
            shard.put(Item::Event(event.clone(), announced));
        }
    }

    /// Returns when what was published before is with those connections of a user that it is for.
    pub async fn served_to(&self, user: UserId) {
        let (answer, served) = oneshot::channel();
        self.shard(user).put(Item::Served(answer));
        // An error means that the hub has ended.
        drop(served.await);
    }

    /// A number for a new socket.
    pub fn socket_number(&self) -> u64 {
        self.sockets.fetch_add(1, Ordering::Relaxed)
    }

    /// Adds a connection of a user of this rank; it hears nothing addressed to channels before [`Hub::know`].
    pub fn register(&self, connection: Arc<Connection>, rank: Rank) -> Registered {
        self.shard(connection.user).register(connection, rank)
    }

    /// Tells where a newly connected user belongs, as loaded after `registered`.
    ///
    /// # Errors
    /// When the user joined or left something since: load again and name the returned state.
    pub fn know(&self, user: UserId, registered: Registered, memberships: &Memberships) -> Result<(), Registered> {
        self.shard(user).know(user, registered, memberships)
    }

    /// Finds a connection whose client comes back, and attaches it to a new socket. An application
    /// resumes only its own connection: events queued for another one may exceed its scope.
    pub fn resume(
        &self,
        session: &Arc<wire::sessions::Session>,
        id: ConnectionId,
        socket: u64,
        expected: i64,
    ) -> Option<(Arc<Connection>, Resumed)> {
        let connection = self.shard(session.user_id).find(session.user_id, id)?;
        if applications::is_narrow(session) && connection.session().id != session.id {
            return None;
        }
        let resumed = connection.resume(session.clone(), socket, expected);
        Some((connection, resumed))
    }

    /// A connection of the user.
    pub fn find(&self, user: UserId, id: ConnectionId) -> Option<Arc<Connection>> {
        self.shard(user).find(user, id)
    }

    /// Those of the events that a connection would have been told, each as it would have been told it.
    pub async fn select(&self, user: UserId, id: ConnectionId, events: Vec<Arc<Event>>) -> Vec<Arc<Event>> {
        let (answer, selected) = oneshot::channel();
        self.shard(user).put(Item::Select(user, id, events, answer));
        // An error means that the hub has ended.
        selected.await.unwrap_or_default()
    }

    /// Forgets a connection that goes on at another node.
    pub fn remove_moved(&self, user: UserId, id: ConnectionId) {
        self.shard(user).close(user, |connection| connection.id == id);
    }

    /// Gives up a connection whose client waits elsewhere, with all that is kept for it and was published before.
    pub async fn hand_over(&self, user: UserId, id: ConnectionId, expected: i64) -> Option<Handed> {
        let (answer, handed) = oneshot::channel();
        self.shard(user).put(Item::HandOver(user, id, expected, answer));
        // An error means that the hub has ended.
        handed.await.ok().flatten()
    }

    /// Makes all who belong to a channel begin anew: they may have missed something of it. What is published from here
    /// on reaches none of them.
    pub fn restart_channel(&self, channel: ChannelId) {
        for shard in &self.shards {
            shard.put(Item::RestartChannel(channel));
        }
    }

    /// True when the user has a connection with a live socket.
    pub fn is_connected(&self, user: UserId) -> bool {
        self.shard(user).is_connected(user)
    }

    /// How many connections have a live socket; those whose clients may come back are not counted.
    pub fn attached(&self) -> usize {
        self.shards.iter().map(|shard| shard.attached()).sum()
    }

    /// All connections that may go on, with a socket or without.
    pub fn connections(&self) -> Vec<Arc<Connection>> {
        self.shards.iter().flat_map(|shard| shard.connections()).collect()
    }

    /// Returns when what was published before is with the connections it is for.
    pub async fn served(&self) {
        for shard in &self.shards {
            let (answer, served) = oneshot::channel();
            shard.put(Item::Served(answer));
            // An error means that the hub has ended.
            drop(served.await);
        }
    }

    /// From here on no socket begins: the node ends.
    pub fn leave(&self) {
        self.is_leaving.store(true, Ordering::SeqCst);
    }

    pub fn is_leaving(&self) -> bool {
        self.is_leaving.load(Ordering::SeqCst)
    }

    /// Forgets a connection for good.
    pub fn remove(&self, connection: &Connection) {
        self.shard(connection.user).remove(connection);
    }

    /// Closes the sockets of a session that ended.
    pub fn close_session(&self, user: UserId, session: SessionId) {
        self.shard(user).close(user, |connection| connection.session().id == session);
    }

    /// Closes all sockets of a user.
    pub fn close_user(&self, user: UserId) {
        self.shard(user).close(user, |_| true);
    }

    /// Lets every socket say what waits for its client.
    pub fn wake_all(&self) {
        for shard in &self.shards {
            shard.wake_all();
        }
    }

    /// Makes all begin anew: none of them hears anything from here on.
    pub fn restart_all(&self, pace: Pace) {
        for shard in &self.shards {
            shard.restart_all(pace);
        }
    }

    /// Forgets connections whose clients stayed away for too long.
    pub fn forget_detached(&self, now: Millis) {
        for shard in &self.shards {
            shard.forget_detached(now - DETACHED_MS_MAX);
        }
    }

    pub fn join_channel(&self, user: UserId, channel: ChannelId) {
        self.join_channel_at(user, channel, 0);
    }

    /// As [`Hub::join_channel`], with the number of the change that let the user in.
    pub fn join_channel_at(&self, user: UserId, channel: ChannelId, number: i64) {
        self.shard(user).put(Item::JoinChannel(user, channel, number));
    }

    pub fn leave_channel(&self, user: UserId, channel: ChannelId) {
        self.shard(user).put(Item::LeaveChannel(user, channel));
    }

    /// A change came too late to be heard in its turn: who is not where it says begins anew.
    pub fn confirm(&self, user: UserId, channel: ChannelId, belongs: Belongs) {
        self.shard(user).put(Item::Confirm(user, channel, belongs));
    }

    pub fn join_team(&self, user: UserId, team: TeamId) {
        self.shard(user).put(Item::JoinTeam(user, team));
    }

    pub fn leave_team(&self, user: UserId, team: TeamId) {
        self.shard(user).put(Item::LeaveTeam(user, team));
    }

    /// The user's roles changed, and with them what is hidden from whom.
    pub fn set_rank(&self, user: UserId, rank: Rank) {
        self.shard(user).put(Item::SetRank(user, rank));
    }

    fn shard(&self, user: UserId) -> &Shard {
        let at = user.0.0[15] as usize % self.shards.len();
        &self.shards[at]
    }
}

/// How often a user's places had changed when the connection was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Registered(pub(crate) u64);
