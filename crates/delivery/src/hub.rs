//! The hub: who is connected, who belongs where, and which connections an event is for.
//!
//! Users are spread over shards by their id. A shard takes events in the order they were
//! committed, from an inbox that the store's writer fills without ever waiting, and offers each
//! to the connections of its users. An event is encoded once; a connection that receives it holds
//! a reference. Offering costs some 100 ns a connection.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use base::Millis;
use base::hashing::IdSet;
use base::ids::{ChannelId, ConnectionId, SessionId, TeamId, UserId};
use bytes::Bytes;
use memory::Memberships;
use metrics::Metrics;
use tokio::sync::oneshot;
use wire::events::{EncodedEvent, Extra, ForRecipient};

use crate::connection::{Connection, Handed, Resumed};
use crate::people::Item;
pub use crate::rank::{RANKING, Rank};
use crate::shard::Shard;

/// How long a connection waits for its client to come back.
pub const DETACHED_MS_MAX: Millis = 5 * 60 * 1000;

/// An event on its way to connections.
#[derive(Debug)]
pub struct Event {
    pub encoded: EncodedEvent,
    /// What some users are told beyond the others.
    pub personal: HashMap<UserId, Personal>,
    /// The same event with what only some may see.
    pub private: Option<Private>,
    /// Users who are to confirm that they show the post, though nothing in it concerns them.
    pub shown_to: Option<Arc<HashSet<UserId>>>,
    /// Whom the event tells of, where guests hear of those alone whom they know.
    pub about: Option<Arc<About>>,
    /// The channel that only some of the audience may read, and who they are: the others do not hear the event.
    pub within: Option<Within>,
    /// Tells it from all other events of a cluster; none where there is no cluster.
    pub stamp: Stamp,
}

/// Which node an event is from and which of its events it is; 0 for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Stamp(pub u128);

/// A user that an event tells of, and where guests know that user from.
#[derive(Debug)]
pub struct About {
    pub user: UserId,
    pub channels: IdSet<ChannelId>,
}

/// A fuller version of an event, for those alone who may read another channel.
#[derive(Debug)]
pub struct Private {
    pub channel: ChannelId,
    pub readers: Readers,
    pub fuller: Arc<Event>,
}

impl Private {
    pub fn within(&self) -> Within {
        Within { channel: self.channel, readers: self.readers }
    }
}

/// A channel, and who of an audience may read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Within {
    pub channel: ChannelId,
    pub readers: Readers,
}

/// Who may read a channel that an event shows something of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    Members,
    /// The channel is public, and everybody who hears the event belongs to its team: guests alone must be members.
    AllButGuests,
    /// The channel is archived, and only administrators look into such channels.
    Administrators,
}

/// What one user is told beyond the others.
#[derive(Debug, Clone, Default)]
pub struct Personal {
    pub extra: Extra,
    /// The same, for connections that report which posts they have shown.
    pub extra_to_ack: Extra,
}

impl Event {
    pub fn plain(encoded: EncodedEvent) -> Event {
        Event {
            encoded,
            personal: HashMap::new(),
            private: None,
            shown_to: None,
            about: None,
            within: None,
            stamp: Stamp::default(),
        }
    }

    /// For everybody, and it may come some seconds late.
    pub fn may_wait(&self) -> bool {
        let to = &self.encoded.broadcast;
        let is_for_all = to.user_id.is_none() && to.channel_id.is_none() && to.team_id.is_none();
        is_for_all && to.connection_id.is_empty() && self.encoded.name.may_wait()
    }

    fn is_shown_to(&self, user: UserId) -> bool {
        self.shown_to.as_ref().is_some_and(|users| users.contains(&user))
    }

    /// The event as the client of one connection is told it, for another node.
    pub fn for_one(&self, connection: &Connection) -> Arc<Event> {
        let encoded = match self.extra(connection) {
            None => self.encoded.clone(),
            Some(extra) => self.encoded.with(&extra),
        };
        Arc::new(Event { stamp: self.stamp, ..Event::plain(encoded) })
    }

    /// The frame for one connection.
    pub fn frame(&self, connection: &Connection, seq: i64) -> Bytes {
        match self.extra(connection) {
            None => self.encoded.frame(seq),
            Some(extra) => self.encoded.frame_with(&extra, seq),
        }
    }

    /// What the client of a connection is told beyond the others.
    fn extra(&self, connection: &Connection) -> Option<Extra> {
        match self.personal.get(&connection.user) {
            None if connection.posted_ack && self.is_shown_to(connection.user) => {
                Some(Extra::of(&ForRecipient { should_ack: true, ..ForRecipient::default() }))
            }
            None => None,
            Some(personal) if connection.posted_ack => Some(personal.extra_to_ack.clone()),
            Some(personal) => Some(personal.extra.clone()),
        }
    }
}

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

/// All connections of this node.
pub struct Hub {
    shards: Vec<Arc<Shard>>,
    watcher: Arc<OnceLock<Arc<dyn Watcher>>>,
    sockets: AtomicU64,
    is_leaving: AtomicBool,
    metrics: Arc<Metrics>,
}

impl Hub {
    /// Starts the shards' tasks.
    pub fn start(shards: u16, metrics: &Arc<Metrics>) -> Hub {
        let watcher = Arc::<OnceLock<_>>::default();
        let start = |number| Shard::start(number, metrics.clone(), watcher.clone());
        let shards = (0..shards.max(1)).map(start).collect();
        Hub {
            shards,
            watcher,
            sockets: AtomicU64::new(1),
            is_leaving: AtomicBool::new(false),
            metrics: metrics.clone(),
        }
    }

    /// From here on a watcher is told who comes and goes.
    pub fn watch(&self, watcher: Arc<dyn Watcher>) {
        self.watcher.get_or_init(|| watcher);
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

    /// Finds a connection whose client comes back, and attaches it to a new socket.
    pub fn resume(
        &self,
        session: &Arc<wire::sessions::Session>,
        id: ConnectionId,
        socket: u64,
        expected: i64,
    ) -> Option<(Arc<Connection>, Resumed)> {
        let connection = self.shard(session.user_id).find(session.user_id, id)?;
        let resumed = connection.resume(session.clone(), socket, expected);
        Some((connection, resumed))
    }

    /// A connection of the user.
    pub fn find(&self, user: UserId, id: ConnectionId) -> Option<Arc<Connection>> {
        self.shard(user).find(user, id)
    }

    /// Gives up a connection whose client waits elsewhere, with all that is kept for it and was published before.
    pub async fn hand_over(&self, user: UserId, id: ConnectionId) -> Option<Handed> {
        let (answer, handed) = oneshot::channel();
        self.shard(user).put(Item::HandOver(user, id, answer));
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
