//! A shard: a part of the connected users, the places they belong to, and the task that serves them.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use base::Millis;
use base::ids::{ChannelId, ConnectionId, TeamId, UserId};
use metrics::{Metrics, SocketDrop};
use parking_lot::Mutex;
use tokio::sync::Notify;

use super::connection::{Connection, Life, Offered};
use super::hub::{About, Event, Rank, Registered};
use crate::world::Memberships;

/// Items that may wait. A shard delivers some 100,000 small events a second; one that is so far behind has lost
/// touch, and its clients do better to come back and read the present state.
const INBOX_LEN_MAX: usize = 65_536;

/// Items taken from the inbox at a time: bounds how long the shard is locked.
const TURN_LEN_MAX: usize = 256;

/// What reaches a shard, in commit order.
pub(super) enum Item {
    Event(Arc<Event>),
    JoinChannel(UserId, ChannelId),
    LeaveChannel(UserId, ChannelId),
    JoinTeam(UserId, TeamId),
    LeaveTeam(UserId, TeamId),
    SetRank(UserId, Rank),
}

pub(super) struct Shard {
    number: u16,
    inbox: Mutex<VecDeque<Item>>,
    wake: Notify,
    people: Mutex<People>,
    metrics: Arc<Metrics>,
}

#[derive(Default)]
struct People {
    users: HashMap<UserId, Present>,
    channels: HashMap<ChannelId, HashSet<UserId>>,
    teams: HashMap<TeamId, HashSet<UserId>>,
}

/// A user with at least one connection.
struct Present {
    connections: Vec<Arc<Connection>>,
    channels: HashSet<ChannelId>,
    teams: HashSet<TeamId>,
    rank: Rank,
    /// Counts joins and leaves, so that memberships loaded before one are not taken for the truth after it.
    version: u64,
}

impl Shard {
    pub fn start(number: u16, metrics: Arc<Metrics>) -> Arc<Shard> {
        let shard =
            Arc::new(Shard { number, inbox: Mutex::default(), wake: Notify::new(), people: Mutex::default(), metrics });
        let serving = Arc::downgrade(&shard);
        crate::tasks::spawn("hub-shard", async move {
            while let Some(shard) = serving.upgrade() {
                if !shard.turn() {
                    shard.wake.notified().await;
                }
            }
        });
        shard
    }

    pub fn attached(&self) -> usize {
        let people = self.people.lock();
        let all = people.users.values().flat_map(|present| &present.connections);
        all.filter(|connection| matches!(connection.life(), Life::Attached(_))).count()
    }

    pub fn put(&self, item: Item) {
        let mut inbox = self.inbox.lock();
        if inbox.len() >= INBOX_LEN_MAX {
            let lost = inbox.len();
            inbox.retain(|item| !matches!(item, Item::Event(_)));
            drop(inbox);
            tracing::error!(hub = self.number, lost, "the hub is too far behind: its clients are made to start anew");
            self.close_everything();
            inbox = self.inbox.lock();
        }
        inbox.push_back(item);
        drop(inbox);
        self.wake.notify_one();
    }

    /// Serves a part of the inbox; false when it was empty.
    fn turn(&self) -> bool {
        let items: Vec<Item> = {
            let mut inbox = self.inbox.lock();
            let len = inbox.len().min(TURN_LEN_MAX);
            self.metrics.realtime.hub_queue.set((self.number,), inbox.len() as i64);
            inbox.drain(..len).collect()
        };
        if items.is_empty() {
            return false;
        }
        let mut people = self.people.lock();
        let mut slow = Vec::new();
        for item in items {
            people.serve(item, &mut slow, &self.metrics);
        }
        for connection in slow {
            self.metrics.realtime.socket_drops.inc((SocketDrop::Overflow,));
            people.remove(&connection);
        }
        true
    }

    pub fn register(&self, connection: Arc<Connection>) -> Registered {
        let mut people = self.people.lock();
        let present = people.users.entry(connection.user).or_insert_with(|| Present {
            connections: Vec::with_capacity(1),
            channels: HashSet::new(),
            teams: HashSet::new(),
            rank: Rank::Member,
            version: 0,
        });
        present.connections.push(connection);
        let registered = Registered(present.version);
        self.metrics.realtime.hub_connections.set((self.number,), people.users.len() as i64);
        registered
    }

    pub fn know(&self, user: UserId, registered: Registered, memberships: &Memberships) -> Result<(), Registered> {
        let mut people = self.people.lock();
        let Some(present) = people.users.get_mut(&user) else { return Ok(()) };
        if present.version != registered.0 {
            return Err(Registered(present.version));
        }
        present.channels = memberships.channels.keys().copied().collect();
        present.teams = memberships.teams.keys().copied().collect();
        for channel in memberships.channels.keys() {
            people.channels.entry(*channel).or_default().insert(user);
        }
        for team in memberships.teams.keys() {
            people.teams.entry(*team).or_default().insert(user);
        }
        Ok(())
    }

    pub fn find(&self, user: UserId, id: ConnectionId) -> Option<Arc<Connection>> {
        let people = self.people.lock();
        people.users.get(&user)?.connections.iter().find(|connection| connection.id == id).cloned()
    }

    pub fn is_connected(&self, user: UserId) -> bool {
        let people = self.people.lock();
        let connections = people.users.get(&user).map_or(&[][..], |present| &present.connections);
        connections.iter().any(|connection| matches!(connection.life(), Life::Attached(_)))
    }

    pub fn remove(&self, connection: &Connection) {
        let mut people = self.people.lock();
        people.remove(connection);
        self.metrics.realtime.hub_connections.set((self.number,), people.users.len() as i64);
    }

    pub fn close(&self, user: UserId, which: impl Fn(&Connection) -> bool) {
        let mut people = self.people.lock();
        let Some(present) = people.users.get(&user) else { return };
        let closing: Vec<_> = present.connections.iter().filter(|connection| which(connection)).cloned().collect();
        for connection in closing {
            connection.close();
            people.remove(&connection);
        }
    }

    pub fn close_everything(&self) {
        let mut people = self.people.lock();
        for present in people.users.values() {
            present.connections.iter().for_each(|connection| connection.close());
        }
        *people = People::default();
    }

    pub fn forget_detached(&self, before: Millis) {
        let mut people = self.people.lock();
        let all = people.users.values().flat_map(|present| &present.connections);
        let gone: Vec<_> = all
            .filter(|connection| match connection.life() {
                Life::Detached(since) => since < before,
                Life::Attached(_) => false,
                Life::Closed => true,
            })
            .cloned()
            .collect();
        for connection in gone {
            people.remove(&connection);
        }
        self.metrics.realtime.hub_connections.set((self.number,), people.users.len() as i64);
    }
}

impl People {
    fn serve(&mut self, item: Item, slow: &mut Vec<Arc<Connection>>, metrics: &Metrics) {
        match item {
            Item::Event(event) => self.deliver(&event, slow, metrics),
            Item::JoinChannel(user, channel) => {
                if let Some(present) = self.users.get_mut(&user) {
                    present.version += 1;
                    present.channels.insert(channel);
                    self.channels.entry(channel).or_default().insert(user);
                }
            }
            Item::LeaveChannel(user, channel) => {
                if let Some(present) = self.users.get_mut(&user) {
                    present.version += 1;
                    present.channels.remove(&channel);
                    leave(&mut self.channels, channel, user);
                }
            }
            Item::JoinTeam(user, team) => {
                if let Some(present) = self.users.get_mut(&user) {
                    present.version += 1;
                    present.teams.insert(team);
                    self.teams.entry(team).or_default().insert(user);
                }
            }
            Item::LeaveTeam(user, team) => {
                if let Some(present) = self.users.get_mut(&user) {
                    present.version += 1;
                    present.teams.remove(&team);
                    leave(&mut self.teams, team, user);
                }
            }
            Item::SetRank(user, rank) => {
                if let Some(present) = self.users.get_mut(&user) {
                    present.rank = rank;
                }
            }
        }
    }

    /// Offers an event to everyone it is for. The narrowest part of its audience decides where to look.
    fn deliver(&self, event: &Arc<Event>, slow: &mut Vec<Arc<Connection>>, metrics: &Metrics) {
        let broadcast = &event.encoded.broadcast;
        let mut offer = |user: &UserId| {
            if let Some(present) = self.users.get(user) {
                present.offer(event, slow, metrics);
            }
        };
        if broadcast.user_id.is_some() {
            offer(&broadcast.user_id);
        } else if broadcast.channel_id.is_some() {
            self.channels.get(&broadcast.channel_id).into_iter().flatten().for_each(offer);
        } else if broadcast.team_id.is_some() {
            self.teams.get(&broadcast.team_id).into_iter().flatten().for_each(offer);
        } else {
            self.users.keys().for_each(offer);
        }
    }

    fn remove(&mut self, connection: &Connection) {
        let Some(present) = self.users.get_mut(&connection.user) else { return };
        present.connections.retain(|one| one.id != connection.id);
        if !present.connections.is_empty() {
            return;
        }
        let Some(gone) = self.users.remove(&connection.user) else { return };
        for channel in gone.channels {
            leave(&mut self.channels, channel, connection.user);
        }
        for team in gone.teams {
            leave(&mut self.teams, team, connection.user);
        }
    }
}

impl Present {
    fn offer(&self, event: &Arc<Event>, slow: &mut Vec<Arc<Connection>>, metrics: &Metrics) {
        let broadcast = &event.encoded.broadcast;
        let hidden = match self.rank {
            Rank::Admin => broadcast.contains_sanitized_data,
            Rank::Member | Rank::Guest => broadcast.contains_sensitive_data,
        };
        let to_user = broadcast.user_id.is_some();
        let known = |about: &About, user: UserId| about.user == user || !about.channels.is_disjoint(&self.channels);
        for connection in &self.connections {
            if self.rank == Rank::Guest && event.about.as_ref().is_some_and(|about| !known(about, connection.user)) {
                continue;
            }
            let id = || connection.id.to_string();
            if hidden
                || (!broadcast.connection_id.is_empty() && broadcast.connection_id != id())
                || (!broadcast.omit_connection_id.is_empty() && broadcast.omit_connection_id == id())
                || (!to_user && broadcast.omits(connection.user))
            {
                continue;
            }
            match connection.offer(event) {
                Offered::Queued => metrics.realtime.broadcasts.inc((event.encoded.name.as_str(),)),
                Offered::Dropped => metrics.realtime.socket_drops.inc((SocketDrop::Shed,)),
                Offered::NotWanted => {}
                Offered::TooSlow => slow.push(connection.clone()),
            }
        }
    }
}

fn leave<K: std::hash::Hash + Eq>(places: &mut HashMap<K, HashSet<UserId>>, place: K, user: UserId) {
    if let std::collections::hash_map::Entry::Occupied(mut there) = places.entry(place) {
        there.get_mut().remove(&user);
        if there.get().is_empty() {
            there.remove();
        }
    }
}

#[cfg(test)]
mod tests {
    use wire::sessions::Session;

    use super::*;

    #[tokio::test]
    async fn a_connection_without_a_socket_is_not_counted() {
        let shard = Shard::start(0, Metrics::new());
        let session = Arc::new(Session::default());
        let connection = Arc::new(Connection::new(ConnectionId::default(), session, false, 1));
        shard.register(connection.clone());
        let with_socket = shard.attached();
        connection.detach(1, 0);
        assert_eq!((with_socket, shard.attached()), (1, 0));
    }
}
