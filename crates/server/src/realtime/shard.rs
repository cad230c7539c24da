//! A shard: a part of the connected users, the places they belong to, and the task that serves them.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, OnceLock};

use base::Millis;
use base::ids::{ChannelId, ConnectionId, TeamId, UserId};
use metrics::{Metrics, SocketDrop};
use parking_lot::Mutex;
use tokio::sync::Notify;

use super::connection::{Connection, Life, Offered};
use super::hub::{About, Event, Moved, Place, Rank, Registered, Watcher};
use crate::world::Memberships;

/// Items that may wait. A shard delivers some 100,000 small events a second; one that is so far behind has lost
/// touch, and its clients do better to come back and read the present state.
const INBOX_LEN_MAX: usize = 65_536;

/// Items taken from the inbox at a time: bounds how long the shard is locked.
const TURN_LEN_MAX: usize = 256;

/// What reaches a shard, in commit order.
pub(super) enum Item {
    Event(Arc<Event>),
    JoinChannel(UserId, ChannelId, i64),
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
    watcher: Arc<OnceLock<Arc<dyn Watcher>>>,
    metrics: Arc<Metrics>,
}

#[derive(Default)]
struct People {
    users: HashMap<UserId, Present>,
    channels: HashMap<ChannelId, HashSet<UserId>>,
    teams: HashMap<TeamId, HashSet<UserId>>,
    /// Who came and went since the watcher was told last.
    moved: Vec<Moved>,
}

/// A user with at least one connection.
#[derive(Default)]
struct Present {
    connections: Vec<Arc<Connection>>,
    channels: HashSet<ChannelId>,
    teams: HashSet<TeamId>,
    rank: Rank,
    /// Counts joins and leaves, so that memberships loaded before one are not taken for the truth after it.
    version: u64,
}

impl Shard {
    pub fn start(number: u16, metrics: Arc<Metrics>, watcher: Arc<OnceLock<Arc<dyn Watcher>>>) -> Arc<Shard> {
        let (inbox, wake, people) = (Mutex::default(), Notify::new(), Mutex::default());
        let shard = Arc::new(Shard { number, inbox, wake, people, watcher, metrics });
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

    /// Acts on the people, and tells of comings and goings when the lock is free again.
    fn with_people<R>(&self, act: impl FnOnce(&mut People) -> R) -> R {
        let mut people = self.people.lock();
        let done = act(&mut people);
        let moved = std::mem::take(&mut people.moved);
        drop(people);
        if !moved.is_empty()
            && let Some(watcher) = self.watcher.get()
        {
            watcher.moved(moved);
        }
        done
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
        self.with_people(|people| {
            let mut slow = Vec::new();
            for item in items {
                people.serve(item, &mut slow, &self.metrics);
            }
            for connection in slow {
                self.metrics.realtime.socket_drops.inc((SocketDrop::Overflow,));
                people.remove(&connection);
            }
        });
        true
    }

    pub fn register(&self, connection: Arc<Connection>) -> Registered {
        self.with_people(|people| {
            let moved = &mut people.moved;
            let present = people.users.entry(connection.user).or_insert_with(|| {
                moved.push(Moved::Came(Place::User(connection.user), 0));
                Present::default()
            });
            present.connections.push(connection);
            let registered = Registered(present.version);
            self.metrics.realtime.hub_connections.set((self.number,), people.users.len() as i64);
            registered
        })
    }

    pub fn know(&self, user: UserId, registered: Registered, memberships: &Memberships) -> Result<(), Registered> {
        self.with_people(|people| {
            let Some(present) = people.users.get_mut(&user) else { return Ok(()) };
            if present.version != registered.0 {
                return Err(Registered(present.version));
            }
            present.channels = memberships.channels.keys().copied().collect();
            present.teams = memberships.teams.keys().copied().collect();
            for channel in memberships.channels.keys() {
                people.enter(*channel, user, 0);
            }
            for team in memberships.teams.keys() {
                people.teams.entry(*team).or_default().insert(user);
            }
            Ok(())
        })
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
        self.with_people(|people| {
            people.remove(connection);
            self.metrics.realtime.hub_connections.set((self.number,), people.users.len() as i64);
        });
    }

    pub fn close(&self, user: UserId, which: impl Fn(&Connection) -> bool) {
        self.with_people(|people| people.close(user, which));
    }

    /// Closes all sockets of those who belong to the channel.
    pub fn restart_channel(&self, channel: ChannelId) {
        self.with_people(|people| {
            let users: Vec<UserId> = people.channels.get(&channel).into_iter().flatten().copied().collect();
            for user in users {
                people.close(user, |_| true);
            }
        });
    }

    pub fn close_everything(&self) {
        self.with_people(|people| {
            for present in people.users.values() {
                present.connections.iter().for_each(|connection| connection.close());
            }
            let places = people.users.keys().copied().map(Place::User);
            let moved = places.chain(people.channels.keys().copied().map(Place::Channel)).map(Moved::Went).collect();
            *people = People { moved, ..People::default() };
        });
    }

    pub fn forget_detached(&self, before: Millis) {
        self.with_people(|people| self.forget_detached_of(people, before));
    }

    fn forget_detached_of(&self, people: &mut People, before: Millis) {
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
            Item::JoinChannel(user, channel, number) => {
                if let Some(present) = self.users.get_mut(&user) {
                    present.version += 1;
                    present.channels.insert(channel);
                    self.enter(channel, user, number);
                }
            }
            Item::LeaveChannel(user, channel) => {
                if let Some(present) = self.users.get_mut(&user) {
                    present.version += 1;
                    present.channels.remove(&channel);
                    self.leave(channel, user);
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
        self.moved.push(Moved::Went(Place::User(connection.user)));
        for channel in gone.channels {
            self.leave(channel, connection.user);
        }
        for team in gone.teams {
            leave(&mut self.teams, team, connection.user);
        }
    }

    fn close(&mut self, user: UserId, which: impl Fn(&Connection) -> bool) {
        let Some(present) = self.users.get(&user) else { return };
        let closing: Vec<_> = present.connections.iter().filter(|connection| which(connection)).cloned().collect();
        for connection in closing {
            connection.close();
            self.remove(&connection);
        }
    }

    fn enter(&mut self, channel: ChannelId, user: UserId, number: i64) {
        let users = self.channels.entry(channel).or_insert_with(|| {
            self.moved.push(Moved::Came(Place::Channel(channel), number));
            HashSet::new()
        });
        users.insert(user);
    }

    fn leave(&mut self, channel: ChannelId, user: UserId) {
        if leave(&mut self.channels, channel, user) {
            self.moved.push(Moved::Went(Place::Channel(channel)));
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
            let event = match &event.private {
                Some(private) if self.channels.contains(&private.channel) => &private.fuller,
                _ => event,
            };
            match connection.offer(event) {
                Offered::Queued => metrics.realtime.broadcasts.inc((event.encoded.name.as_str(),)),
                Offered::Dropped => metrics.realtime.socket_drops.inc((SocketDrop::Shed,)),
                Offered::NotWanted => {}
                Offered::TooSlow => slow.push(connection.clone()),
            }
        }
    }
}

/// True when the last one left.
fn leave<K: std::hash::Hash + Eq>(places: &mut HashMap<K, HashSet<UserId>>, place: K, user: UserId) -> bool {
    let std::collections::hash_map::Entry::Occupied(mut there) = places.entry(place) else { return false };
    there.get_mut().remove(&user);
    let empty = there.get().is_empty();
    if empty {
        there.remove();
    }
    empty
}

#[cfg(test)]
mod tests {
    use wire::sessions::Session;

    use super::*;

    #[tokio::test]
    async fn a_connection_without_a_socket_is_not_counted() {
        let shard = Shard::start(0, Metrics::new(), Arc::default());
        let session = Arc::new(Session::default());
        let connection = Arc::new(Connection::new(ConnectionId::default(), session, false, 1));
        shard.register(connection.clone());
        let with_socket = shard.attached();
        connection.detach(1, 0);
        assert_eq!((with_socket, shard.attached()), (1, 0));
    }
}
