//! A shard: a part of the connected users, the places they belong to, and the task that serves them.

use std::collections::VecDeque;
use std::sync::Arc;

use base::Millis;
use base::ids::{ConnectionId, UserId};
use memory::Memberships;
use metrics::{Metrics, SocketDrop};
use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::connection::{Connection, Life};
use crate::hub::{Moved, Pace, Place, Ports, Rank, Registered};
use crate::people::{Item, People, Present, TURN_EVERY};
use crate::records::Records;

/// Items that may wait. A shard delivers some 100,000 small events a second; one that is so far behind has lost
/// touch, and its clients do better to come back and read the present state.
const INBOX_LEN_MAX: usize = 65_536;

/// Items taken from the inbox at a time: bounds how long the shard is locked.
const TURN_LEN_MAX: usize = 256;

pub(crate) struct Shard {
    number: u16,
    inbox: Mutex<VecDeque<Item>>,
    wake: Notify,
    people: Mutex<People>,
    records: Arc<Records>,
    ports: Arc<Ports>,
    metrics: Arc<Metrics>,
}

impl Shard {
    pub fn start(number: u16, metrics: Arc<Metrics>, ports: Arc<Ports>) -> Arc<Shard> {
        let (inbox, wake, people, records) = (Mutex::default(), Notify::new(), Mutex::default(), Arc::default());
        let shard = Arc::new(Shard { number, inbox, wake, people, records, ports, metrics });
        let serving = Arc::downgrade(&shard);
        base::tasks::spawn("hub-shard", async move {
            let mut next_turns = Instant::now();
            while let Some(shard) = serving.upgrade() {
                let is_idle = !shard.turn();
                let mut is_patient = shard.people.lock().is_patient();
                if is_patient && next_turns <= Instant::now() {
                    is_patient = shard.people.lock().take_turns();
                    next_turns = Instant::now() + TURN_EVERY;
                }
                if is_idle {
                    tokio::select! {
                        () = shard.wake.notified() => {}
                        () = tokio::time::sleep_until(next_turns), if is_patient => {}
                    }
                }
            }
        });
        shard
    }

    /// Acts on the people, and tells of comings and goings, in their order.
    fn with_people<R>(&self, act: impl FnOnce(&mut People) -> R) -> R {
        let mut people = self.people.lock();
        let done = act(&mut people);
        let moved = std::mem::take(&mut people.moved);
        if !moved.is_empty()
            && let Some(watcher) = self.ports.watcher.get()
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

    /// All connections that may go on.
    pub fn connections(&self) -> Vec<Arc<Connection>> {
        let people = self.people.lock();
        people.users.values().flat_map(|present| present.connections.iter().cloned()).collect()
    }

    pub fn put(&self, item: Item) {
        let mut inbox = self.inbox.lock();
        if inbox.len() >= INBOX_LEN_MAX {
            let lost = inbox.len();
            inbox.retain(|item| !matches!(item, Item::Event(..)));
            self.metrics.system.queue_drops.add(("hub",), (lost - inbox.len()) as u64);
            // Not from here: whoever puts something in may hold a lock that the watcher of comings and goings takes.
            inbox.push_front(Item::RestartAll);
            tracing::error!(hub = self.number, lost, "a shard is too far behind: its clients resync");
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
                let stamp = if let Item::Event(event, _) = &item { Some(event.stamp) } else { None };
                people.serve(item, &mut slow, &self.metrics);
                if let Some(stamp) = stamp {
                    self.records.served(stamp);
                }
            }
            for connection in slow {
                self.metrics.realtime.socket_drops.inc((SocketDrop::Overflow,));
                people.remove(&connection);
            }
        });
        self.flush_records();
        true
    }

    /// Passes on what was recorded.
    pub fn flush_records(&self) {
        if let Some(recorder) = self.ports.recorder.get() {
            self.records.flush(self.number, &**recorder);
        }
    }

    /// From here on it is recorded what is queued for whom, all connections that are there among them.
    pub fn begin_records(&self) {
        let people = self.people.lock();
        self.records.begin();
        let all = people.users.values().flat_map(|present| &present.connections);
        all.for_each(|connection| connection.record_in(&self.records));
    }

    pub fn end_records(&self) {
        self.records.end();
    }

    pub fn register(&self, connection: Arc<Connection>, rank: Rank) -> Registered {
        let registered = self.with_people(|people| {
            people.make_room(connection.user);
            connection.record_in(&self.records);
            let moved = &mut people.moved;
            let present = people.users.entry(connection.user).or_insert_with(|| {
                moved.push(Moved::Came(Place::User(connection.user), 0));
                Present { rank, ..Present::default() }
            });
            present.connections.push(connection);
            let registered = Registered(present.version);
            self.metrics.realtime.hub_connections.set((self.number,), people.users.len() as i64);
            registered
        });
        self.flush_records();
        registered
    }

    pub fn know(&self, user: UserId, registered: Registered, memberships: &Memberships) -> Result<(), Registered> {
        self.with_people(|people| {
            let Some(present) = people.users.get_mut(&user) else { return Ok(()) };
            if present.version != registered.0 {
                return Err(Registered(present.version));
            }
            present.is_known = true;
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

    pub fn wake_all(&self) {
        let people = self.people.lock();
        let all = people.users.values().flat_map(|present| &present.connections);
        all.for_each(|connection| connection.wake.notify_one());
    }

    /// Makes all begin anew: when this returns, none of them hears anything more.
    pub fn restart_all(&self, pace: Pace) {
        self.with_people(|people| people.restart_all(pace));
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

#[cfg(test)]
mod tests;
