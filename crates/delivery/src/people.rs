//! People: the connected users of a shard, the places they belong to, and what reaches them.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base::hashing::{IdMap, IdSet};
use base::ids::{ChannelId, ConnectionId, TeamId, UserId};
use metrics::{Metrics, SocketDrop};
use permissions::applications;
use tokio::sync::oneshot;

use crate::connection::{Connection, Handed, Life, Offered, Told, mark};
use crate::event::{About, Event, Readers, Within};
use crate::hub::{Belongs, Moved, Pace, Place, Rank};

/// Clients that have to begin anew are told one after the other, so that they do not all come back at once: each costs
/// some ten requests, and there is a shard for each core.
pub(crate) const RESTART_EVERY: Duration = Duration::from_millis(1);

/// The last of them is told by then.
const RESTART_WITHIN: Duration = Duration::from_secs(30);

/// What is for everybody and may wait comes with the next event, and else within this time. Most clients of a busy server
/// hear something by then, so it costs few writes of its own, and those not all at once.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often some of those who wait get their turn.
pub(crate) const TURN_EVERY: Duration = Duration::from_millis(100);

/// Connections of one user, with a socket or without. People have one a window; what opens more and more would take the
/// memory of all.
pub(crate) const PER_USER_MAX: usize = 200;

/// With so many users in a shard nobody waits: to tell them all at once is no burst.
const IMPATIENT_MAX: usize = 256;

/// What reaches a shard, in commit order.
pub(crate) enum Item {
    /// With the moment it was announced.
    Event(Arc<Event>, Instant),
    JoinChannel(UserId, ChannelId, i64),
    LeaveChannel(UserId, ChannelId),
    /// The user begins anew unless this is so.
    Confirm(UserId, ChannelId, Belongs),
    JoinTeam(UserId, TeamId),
    LeaveTeam(UserId, TeamId),
    SetRank(UserId, Rank),
    /// Those of the events that this connection of the user would have been told, each as it would have been told it.
    Select(UserId, ConnectionId, Vec<Arc<Event>>, oneshot::Sender<Vec<Arc<Event>>>),
    /// A connection whose client waits elsewhere is given up, behind what was published before.
    HandOver(UserId, ConnectionId, i64, oneshot::Sender<Option<Handed>>),
    /// What was published before is with the connections.
    Served(oneshot::Sender<()>),
    /// All who belong to the channel begin anew: they may have missed something of it.
    RestartChannel(ChannelId),
    /// All begin anew.
    RestartAll,
}

#[derive(Default)]
pub(crate) struct People {
    pub users: IdMap<UserId, Present>,
    channels: IdMap<ChannelId, IdSet<UserId>>,
    pub teams: IdMap<TeamId, IdSet<UserId>>,
    /// Who came and went since the watcher was told last.
    pub moved: Vec<Moved>,
    patient: Patient,
}

/// Those who are told in turn, each once, first come first served.
#[derive(Default)]
struct Patient {
    waiting: VecDeque<Arc<Connection>>,
    /// How many get their turn at a time, so that all have had theirs within [`PATIENCE`].
    at_a_time: usize,
}

impl Patient {
    fn add(&mut self, connections: Vec<Arc<Connection>>) {
        self.waiting.extend(connections);
        let turns = (PATIENCE.as_millis() / TURN_EVERY.as_millis()) as usize;
        self.at_a_time = self.at_a_time.max(self.waiting.len().div_ceil(turns));
    }

    fn take_turns(&mut self) {
        let len = self.at_a_time.min(self.waiting.len());
        self.waiting.drain(..len).for_each(|connection| connection.take_turn());
        if self.waiting.is_empty() {
            *self = Patient::default();
        }
    }
}

/// A user with at least one connection.
#[derive(Default)]
pub(crate) struct Present {
    pub connections: Vec<Arc<Connection>>,
    pub channels: IdSet<ChannelId>,
    pub teams: IdSet<TeamId>,
    pub rank: Rank,
    /// Where the user belongs was told; before, it is nowhere.
    pub is_known: bool,
    /// Counts joins and leaves, so that memberships loaded before one are not taken for the truth after it.
    pub version: u64,
}

impl People {
    /// Takes one item in; adds to `slow` who was too slow for it.
    pub fn serve(&mut self, item: Item, slow: &mut Vec<Arc<Connection>>, metrics: &Metrics) {
        match item {
            Item::Event(event, announced) => {
                self.deliver(&event, slow, metrics);
                metrics.realtime.fan_out.observe(announced.elapsed().as_secs_f64());
            }
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
                    present.connections.iter().for_each(|connection| connection.forget_channel(channel));
                    self.leave(channel, user);
                }
            }
            Item::Confirm(user, channel, belongs) => self.confirm(user, channel, belongs),
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
            // Who asked may have gone.
            Item::Select(user, id, events, answer) => drop(answer.send(self.select(user, id, &events))),
            Item::HandOver(user, id, expected, answer) => drop(answer.send(self.hand_over(user, id, expected))),
            Item::Served(answer) => drop(answer.send(())),
            Item::RestartChannel(channel) => self.restart_channel(channel),
            Item::RestartAll => self.restart_all(Pace::InTurn),
        }
    }

    fn hand_over(&mut self, user: UserId, id: ConnectionId, expected: i64) -> Option<Handed> {
        let connections = &self.users.get(&user)?.connections;
        let connection = connections.iter().find(|connection| connection.id == id)?.clone();
        let handed = connection.hand_over(expected)?;
        self.remove(&connection);
        Some(handed)
    }

    fn select(&self, user: UserId, id: ConnectionId, events: &[Arc<Event>]) -> Vec<Arc<Event>> {
        let Some(present) = self.users.get(&user) else { return Vec::new() };
        let Some(connection) = present.connections.iter().find(|one| one.id == id) else { return Vec::new() };
        let concerns = |event: &Event| {
            let to = &event.encoded.broadcast;
            match to {
                _ if to.user_id.is_some() => to.user_id == user,
                _ if to.channel_id.is_some() => present.channels.contains(&to.channel_id),
                _ if to.team_id.is_some() => present.teams.contains(&to.team_id),
                _ => true,
            }
        };
        let concerning = events.iter().filter(|event| concerns(event));
        concerning.filter_map(|event| present.version_for(event, connection).cloned()).collect()
    }

    fn confirm(&mut self, user: UserId, channel: ChannelId, belongs: Belongs) {
        let Some(present) = self.users.get_mut(&user) else { return };
        // Who is just connecting loads once more where he or she belongs.
        present.version += 1;
        if present.is_known && present.channels.contains(&channel) != (belongs == Belongs::Yes) {
            for connection in present.connections.clone() {
                connection.restart(Duration::ZERO);
                self.remove(&connection);
            }
        }
    }

    fn restart_channel(&mut self, channel: ChannelId) {
        let users: Vec<UserId> = self.channels.get(&channel).into_iter().flatten().copied().collect();
        let mut waits = restart_waits(Pace::InTurn);
        for user in users {
            let Some(present) = self.users.get(&user) else { continue };
            for connection in present.connections.clone() {
                connection.restart(waits.next().unwrap_or_default());
                self.remove(&connection);
            }
        }
    }

    pub fn restart_all(&mut self, pace: Pace) {
        let mut waits = restart_waits(pace);
        for connection in self.users.values().flat_map(|present| &present.connections) {
            connection.restart(waits.next().unwrap_or_default());
        }
        let mut moved = std::mem::take(&mut self.moved);
        let places = self.users.keys().copied().map(Place::User);
        moved.extend(places.chain(self.channels.keys().copied().map(Place::Channel)).map(Moved::Went));
        *self = People { moved, ..People::default() };
    }

    /// Lets the next few be told what waited for them; false when nobody is left.
    pub fn take_turns(&mut self) -> bool {
        self.patient.take_turns();
        self.is_patient()
    }

    pub fn is_patient(&self) -> bool {
        !self.patient.waiting.is_empty()
    }

    /// Offers an event to everyone it is for. The narrowest part of its audience decides where to look.
    fn deliver(&mut self, event: &Arc<Event>, slow: &mut Vec<Arc<Connection>>, metrics: &Metrics) {
        let broadcast = &event.encoded.broadcast;
        let told = if self.users.len() > IMPATIENT_MAX && event.may_wait() { Told::InTurn } else { Told::Now };
        let mut patient = Vec::new();
        let mut offer = |user: &UserId| {
            if let Some(present) = self.users.get(user) {
                present.offer(event, told, (&mut *slow, &mut patient), metrics);
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
        self.patient.add(patient);
    }

    /// Gives up a connection of a user who has as many as may be: one whose client is away, or the oldest.
    pub fn make_room(&mut self, user: UserId) {
        let Some(present) = self.users.get(&user).filter(|one| one.connections.len() >= PER_USER_MAX) else { return };
        let away = present.connections.iter().find(|one| !matches!(one.life(), Life::Attached(_)));
        let Some(given_up) = away.or(present.connections.first()).cloned() else { return };
        given_up.close();
        self.remove(&given_up);
    }

    pub fn remove(&mut self, connection: &Connection) {
        connection.end_records();
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

    pub fn close(&mut self, user: UserId, which: impl Fn(&Connection) -> bool) {
        let Some(present) = self.users.get(&user) else { return };
        let closing: Vec<_> = present.connections.iter().filter(|connection| which(connection)).cloned().collect();
        for connection in closing {
            connection.close();
            self.remove(&connection);
        }
    }

    pub fn enter(&mut self, channel: ChannelId, user: UserId, number: i64) {
        let users = self.channels.entry(channel).or_insert_with(|| {
            self.moved.push(Moved::Came(Place::Channel(channel), number));
            IdSet::default()
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
    /// Whether the event is the version for others: administrators are told one, everybody else the other, and an
    /// application is no administrator unless its scope says so.
    fn is_hidden(&self, event: &Event, connection: &Connection) -> bool {
        let broadcast = &event.encoded.broadcast;
        if !broadcast.contains_sanitized_data && !broadcast.contains_sensitive_data {
            return false;
        }
        match self.is_admin(connection) {
            true => broadcast.contains_sanitized_data,
            false => broadcast.contains_sensitive_data,
        }
    }

    fn is_admin(&self, connection: &Connection) -> bool {
        self.rank.is_admin && !applications::is_narrow(&connection.session())
    }

    fn may_read(&self, within: Within, connection: &Connection) -> bool {
        match within.readers {
            Readers::Administrators => self.is_admin(connection),
            Readers::AllButGuests if !self.rank.is_guest => true,
            Readers::AllButGuests | Readers::Members => self.channels.contains(&within.channel),
        }
    }

    /// Whether the event tells of somebody, or of a channel, of whom a request of this user would be told nothing.
    fn is_beyond(&self, event: &Event, connection: &Connection) -> bool {
        let known = |about: &About| about.user == connection.user || !about.channels.is_disjoint(&self.channels);
        !self.rank.knows_all && event.about.as_ref().is_some_and(|about| !known(about))
            || event.within.is_some_and(|within| !self.may_read(within, connection))
    }

    /// The event as one connection is told it, where its audience reaches that.
    fn version_for<'e>(&self, event: &'e Arc<Event>, connection: &Connection) -> Option<&'e Arc<Event>> {
        let version = match &event.private {
            Some(private) if self.may_read(private.within(), connection) => &private.fuller,
            _ => event,
        };
        let broadcast = &event.encoded.broadcast;
        let id = || connection.id.to_string();
        let is_omitted = |omitted: &str| !omitted.is_empty() && (omitted == id() || omitted == mark(&id()));
        if self.is_hidden(version, connection)
            || self.is_beyond(event, connection)
            || (!broadcast.connection_id.is_empty() && broadcast.connection_id != id())
            || is_omitted(&broadcast.omit_connection_id)
            || (!broadcast.user_id.is_some() && broadcast.omits(connection.user))
        {
            return None;
        }
        Some(version)
    }

    /// Adds to `slow` who was too slow, and to `patient` who wants a turn.
    fn offer(
        &self,
        event: &Arc<Event>,
        told: Told,
        (slow, patient): (&mut Vec<Arc<Connection>>, &mut Vec<Arc<Connection>>),
        metrics: &Metrics,
    ) {
        for connection in &self.connections {
            let Some(event) = self.version_for(event, connection) else { continue };
            let offered = connection.offer(event, told);
            if offered == Offered::WantsTurn {
                patient.push(connection.clone());
            }
            match offered {
                Offered::Queued | Offered::WantsTurn => {
                    metrics.realtime.broadcasts.inc((event.encoded.name.as_str(),));
                }
                Offered::Dropped => metrics.realtime.socket_drops.inc((SocketDrop::Shed,)),
                Offered::NotWanted => {}
                Offered::TooSlow => slow.push(connection.clone()),
            }
        }
    }
}

/// After how long each of those who begin anew is told.
pub(crate) fn restart_waits(pace: Pace) -> impl Iterator<Item = Duration> {
    let every = match pace {
        Pace::AtOnce => Duration::ZERO,
        Pace::InTurn => RESTART_EVERY,
    };
    let turns = u32::try_from(RESTART_WITHIN.as_millis() / RESTART_EVERY.as_millis()).unwrap_or(u32::MAX);
    (0..turns).cycle().map(move |turn| every * turn)
}

/// True when the last one left.
fn leave<K: std::hash::Hash + Eq>(places: &mut IdMap<K, IdSet<UserId>>, place: K, user: UserId) -> bool {
    let std::collections::hash_map::Entry::Occupied(mut there) = places.entry(place) else { return false };
    there.get_mut().remove(&user);
    let empty = there.get().is_empty();
    if empty {
        there.remove();
    }
    empty
}
